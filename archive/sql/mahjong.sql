-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- player.en: the player, by the name in the records
-- player.zh-Hant: 玩家,依牌譜所寫的名字
-- player.zh-Hans: 玩家,依牌谱所写的名字
-- rounds.en: rounds the player took part in, score lines included; only verified matches, each play counted once
-- rounds.zh-Hant: 參與的局數,含只記分的局;只計已核實的牌譜,同一場只計一次
-- rounds.zh-Hans: 参与的局数,含只记分的局;只计已核实的牌谱,同一场只计一次
-- score_only.en: of rounds: score lines, counted only where they say enough
-- score_only.zh-Hant: 局數之中只記分的局,寫明了的才計入各項
-- score_only.zh-Hans: 局数之中只记分的局,写明了的才计入各项
-- wins.en: rounds won
-- wins.zh-Hant: 贏的局數
-- wins.zh-Hans: 赢的局数
-- win_rate.en: wins divided by rounds, 0 to 1
-- win_rate.zh-Hant: 贏的局數除以局數,0 至 1
-- win_rate.zh-Hans: 赢的局数除以局数,0 至 1
-- self_draws.en: wins on which nobody dealt in: own draw, dealt hand, flowers, 殺豬
-- self_draws.zh-Hant: 無人放銃的贏局:自摸、天胡、花胡、殺豬
-- self_draws.zh-Hans: 无人放铳的赢局:自摸、天胡、花胡、杀猪
-- self_draw_rate.en: self_draws divided by the wins of which it is known how they came about
-- self_draw_rate.zh-Hant: 自摸局數除以知道如何贏的局數
-- self_draw_rate.zh-Hans: 自摸局数除以知道如何赢的局数
-- deal_ins.en: rounds in which the player threw the winning tile or had a kong robbed; several winners on one tile are one
-- deal_ins.zh-Hant: 放銃的局數,被搶槓也算;一炮多響只算一次
-- deal_ins.zh-Hans: 放铳的局数,被抢杠也算;一炮多响只算一次
-- deal_in_rate.en: deal_ins divided by the rounds of which it is known who dealt in or that nobody did
-- deal_in_rate.zh-Hant: 放銃局數除以知道有無放銃的局數
-- deal_in_rate.zh-Hans: 放铳局数除以知道有无放铳的局数
-- drawn.en: rounds that ended without a winner because the wall was exhausted
-- drawn.zh-Hant: 流局的局數
-- drawn.zh-Hans: 流局的局数
-- draw_rate.en: drawn divided by rounds
-- draw_rate.zh-Hant: 流局局數除以局數
-- draw_rate.zh-Hans: 流局局数除以局数
-- false_wins.en: false wins laid open by the player
-- false_wins.zh-Hant: 詐糊的次數
-- false_wins.zh-Hans: 诈胡的次数
-- mean_won.en: mean fan (tai) of the hands won, as they were settled
-- mean_won.zh-Hant: 贏的牌平均幾番(台),以結算計
-- mean_won.zh-Hans: 赢的牌平均几番(台),以结算计
-- mean_dealt.en: mean fan (tai) of the hands dealt in to
-- mean_dealt.zh-Hant: 放銃的牌平均幾番(台)
-- mean_dealt.zh-Hans: 放铳的牌平均几番(台)
WITH
    played AS (
        SELECT seats.*
        FROM seats
        JOIN matches USING (record_id)
        WHERE
            seats.counted
            AND seats.judged
            AND NOT seats.sat_out
            AND seats.game IN ('hk-mahjong', 'lingxi-mahjong')
            AND ($game IS NULL OR seats.game = $game)
            AND ($player IS NULL OR seats.player = $player)
            AND ($since IS NULL OR matches.started_on >= CAST($since AS DATE))
            AND ($until IS NULL OR matches.started_on <= CAST($until AS DATE))
    ),
    dealt AS (
        SELECT record_id, round, dealt_by AS seat, count(*) AS hands, sum(total) AS total, count(total) AS known
        FROM wins
        WHERE dealt_by IS NOT NULL
        GROUP BY record_id, round, dealt_by
    ),
    ways AS (
        SELECT record_id, round, bool_and(self_draw OR dealt_by IS NOT NULL) AS known
        FROM wins
        GROUP BY record_id, round
    ),
    fouls AS (
        SELECT record_id, round, seat FROM moves WHERE verb = 'foul' AND kind = 'false-win'
        UNION ALL
        SELECT record_id, round, stated_from FROM rounds WHERE score_only AND outcome = 'foul'
    ),
    each_round AS (
        SELECT
            played.game,
            played.player,
            any_value(played.outcome) AS outcome,
            bool_or(played.score_only) AS score_only,
            bool_or(played.won) AS won,
            bool_or(own.self_draw) AS self_draw,
            bool_or(dealt.hands IS NOT NULL) AS dealt_in,
            bool_or(ways.known) AS known,
            count(fouls.seat) AS false_wins,
            sum(own.total) AS won_total,
            count(own.total) AS won_hands,
            sum(dealt.total) AS dealt_total,
            sum(dealt.known) AS dealt_hands
        FROM played
        LEFT JOIN wins AS own USING (record_id, round, seat)
        LEFT JOIN dealt USING (record_id, round, seat)
        LEFT JOIN ways USING (record_id, round)
        LEFT JOIN fouls USING (record_id, round, seat)
        GROUP BY played.game, played.player, record_id, round
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
    count(*) FILTER (dealt_in) AS deal_ins,
    count(*) FILTER (dealt_in) / nullif(count(*) FILTER (coalesce(known, outcome <> 'win')), 0) AS deal_in_rate,
    count(*) FILTER (outcome = 'draw') AS drawn,
    count(*) FILTER (outcome = 'draw') / count(*) AS draw_rate,
    sum(false_wins) AS false_wins,
    sum(won_total) / nullif(sum(won_hands), 0) AS mean_won,
    sum(dealt_total) / nullif(sum(dealt_hands), 0) AS mean_dealt
FROM each_round
GROUP BY game, player
ORDER BY game, win_rate DESC, player
