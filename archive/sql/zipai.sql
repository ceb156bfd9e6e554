-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- player.en: the player, by the name in the records
-- player.zh-Hant: 玩家,依牌譜所寫的名字
-- player.zh-Hans: 玩家,依牌谱所写的名字
-- rounds.en: rounds the player was dealt into; of score lines those that name the dealer, for the seat opposite sits out
-- rounds.zh-Hant: 上場的局數;只記分的局要寫明莊家才計,因對面一家輪空
-- rounds.zh-Hans: 上场的局数;只记分的局要写明庄家才计,因对面一家轮空
-- score_only.en: of rounds: score lines, counted only where they say enough
-- score_only.zh-Hant: 局數之中只記分的局,寫明了的才計入各項
-- score_only.zh-Hans: 局数之中只记分的局,写明了的才计入各项
-- wins.en: rounds won
-- wins.zh-Hant: 贏的局數
-- wins.zh-Hans: 赢的局数
-- win_rate.en: wins divided by rounds, 0 to 1
-- win_rate.zh-Hant: 贏的局數除以局數,0 至 1
-- win_rate.zh-Hans: 赢的局数除以局数,0 至 1
-- self_draws.en: wins on a tile that the winner drew himself, the turned tile not counted
-- self_draws.zh-Hant: 自摸的局數,亮張不算
-- self_draws.zh-Hans: 自摸的局数,亮张不算
-- self_draw_rate.en: self_draws divided by the wins of which it is known how they came about
-- self_draw_rate.zh-Hant: 自摸局數除以知道如何贏的局數
-- self_draw_rate.zh-Hans: 自摸局数除以知道如何赢的局数
-- dead.en: rounds that ended 臭莊: the stock was played out and nobody won
-- dead.zh-Hant: 臭莊的局數
-- dead.zh-Hans: 臭庄的局数
-- dead_rate.en: dead divided by rounds
-- dead_rate.zh-Hant: 臭莊局數除以局數
-- dead_rate.zh-Hans: 臭庄局数除以局数
-- mean_xi.en: mean xi of the hands won, without bonus and 名堂
-- mean_xi.zh-Hant: 贏的牌平均幾息,不計加息和名堂
-- mean_xi.zh-Hans: 赢的牌平均几息,不计加息和名堂
-- mean_total.en: mean total of the hands won, bonus and 名堂 included
-- mean_total.zh-Hant: 贏的牌平均總息,連加息和名堂
-- mean_total.zh-Hans: 赢的牌平均总息,连加息和名堂
WITH
    each_round AS (
        SELECT
            seats.game,
            seats.player,
            any_value(seats.outcome) AS outcome,
            bool_or(seats.score_only) AS score_only,
            bool_or(seats.won) AS won,
            bool_or(own.self_draw) AS self_draw,
            sum(own.xi) AS xi,
            count(own.xi) AS xi_hands,
            sum(own.total) AS total,
            count(own.total) AS total_hands
        FROM seats
        JOIN matches USING (record_id)
        JOIN rounds USING (record_id, round)
        LEFT JOIN wins AS own ON own.record_id = seats.record_id AND own.round = seats.round AND own.seat = seats.seat
        WHERE
            seats.counted
            AND seats.judged
            AND NOT seats.sat_out
            AND seats.game IN ('shaoyang-bopi', 'anxiang-weimaque')
            AND (NOT seats.score_only OR (rounds.dealer + 2) % 4 <> seats.seat)
            AND ($game IS NULL OR seats.game = $game)
            AND ($player IS NULL OR seats.player = $player)
            AND ($since IS NULL OR matches.started_on >= CAST($since AS DATE))
            AND ($until IS NULL OR matches.started_on <= CAST($until AS DATE))
        GROUP BY seats.game, seats.player, seats.record_id, seats.round
    )
SELECT
    game,
    player,
    count(*) AS rounds,
    count(*) FILTER (score_only) AS score_only,
    count(*) FILTER (won) AS wins,
    count(*) FILTER (won) / count(*) AS win_rate,
    count(*) FILTER (self_draw) AS self_draws,
    count(*) FILTER (self_draw) / nullif(count(self_draw), 0) AS self_draw_rate,
    count(*) FILTER (outcome = 'dead') AS dead,
    count(*) FILTER (outcome = 'dead') / count(*) AS dead_rate,
    sum(xi) / nullif(sum(xi_hands), 0) AS mean_xi,
    sum(total) / nullif(sum(total_hands), 0) AS mean_total
FROM each_round
GROUP BY game, player
ORDER BY game, win_rate DESC, player
