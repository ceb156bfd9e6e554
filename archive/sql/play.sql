-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- player.en: the player, by the name in the records
-- player.zh-Hant: 玩家,依牌譜所寫的名字
-- player.zh-Hans: 玩家,依牌谱所写的名字
-- played.en: rounds the player was dealt into, score lines not counted: they have no moves
-- played.zh-Hant: 上場的局數,不含只記分的局,因為沒有行牌
-- played.zh-Hans: 上场的局数,不含只记分的局,因为没有行牌
-- chow.en: chows (吃) a round
-- chow.zh-Hant: 每局吃牌次數
-- chow.zh-Hans: 每局吃牌次数
-- pung.en: pungs (碰) a round
-- pung.zh-Hant: 每局碰牌次數
-- pung.zh-Hans: 每局碰牌次数
-- kong.en: mahjong: kongs (槓) a round, exposed, concealed and added; empty in zipai
-- kong.zh-Hant: 麻將:每局槓牌次數,明槓、暗槓、加槓都算;字牌留空
-- kong.zh-Hans: 麻将:每局杠牌次数,明杠、暗杠、加杠都算;字牌留空
-- wei.en: zipai: 偎 (煨) a round; empty in mahjong
-- wei.zh-Hant: 字牌:每局偎(煨)次數;麻將留空
-- wei.zh-Hans: 字牌:每局偎(煨)次数;麻将留空
-- ti.en: shaoyang-bopi: 提 a round, those of the deal included; empty in other games
-- ti.zh-Hant: 邵陽剝皮:每局提的次數,含起手提;其他遊戲留空
-- ti.zh-Hans: 邵阳剥皮:每局提的次数,含起手提;其他游戏留空
-- pao.en: shaoyang-bopi: 跑 a round; empty in other games
-- pao.zh-Hant: 邵陽剝皮:每局跑的次數;其他遊戲留空
-- pao.zh-Hans: 邵阳剥皮:每局跑的次数;其他游戏留空
-- dealt.en: of played: rounds as the dealer
-- dealt.zh-Hant: 其中做莊的局數
-- dealt.zh-Hans: 其中做庄的局数
-- dealer_wins.en: of dealt: rounds won
-- dealer_wins.zh-Hant: 做莊而贏的局數
-- dealer_wins.zh-Hans: 做庄而赢的局数
-- dealer_win_rate.en: dealer_wins divided by dealt
-- dealer_win_rate.zh-Hant: 做莊贏的局數除以做莊的局數
-- dealer_win_rate.zh-Hans: 做庄赢的局数除以做庄的局数
-- turns.en: mean number of tiles that the player had drawn in turn when winning; replacements and the dealer's first tile not counted
-- turns.zh-Hant: 贏時平均摸過幾張牌;補牌和莊家第一張不計
-- turns.zh-Hans: 赢时平均摸过几张牌;补牌和庄家第一张不计
WITH
    calls AS (
        SELECT
            record_id, round, seat,
            count(*) FILTER (verb = 'chow') AS chow,
            count(*) FILTER (verb = 'pung') AS pung,
            count(*) FILTER (verb = 'kong') AS kong,
            count(*) FILTER (verb = 'wei') AS wei,
            count(*) FILTER (verb = 'ti') AS ti,
            count(*) FILTER (verb = 'pao') AS pao
        FROM moves
        WHERE verb IN ('chow', 'pung', 'kong', 'wei', 'ti', 'pao')
        GROUP BY record_id, round, seat
    ),
    each_round AS (
        SELECT
            seats.game,
            seats.player,
            sum(calls.chow) AS chow,
            sum(calls.pung) AS pung,
            sum(calls.kong) AS kong,
            sum(calls.wei) AS wei,
            sum(calls.ti) AS ti,
            sum(calls.pao) AS pao,
            bool_or(seats.dealer) AS dealer,
            bool_or(seats.dealer AND seats.won) AS dealer_won,
            sum(own.draws) AS draws,
            count(own.draws) AS hands
        FROM seats
        JOIN matches USING (record_id)
        LEFT JOIN calls ON calls.record_id = seats.record_id AND calls.round = seats.round AND calls.seat = seats.seat
        LEFT JOIN wins AS own ON own.record_id = seats.record_id AND own.round = seats.round AND own.seat = seats.seat
        WHERE
            seats.counted
            AND seats.judged
            AND NOT seats.sat_out
            AND NOT seats.score_only
            AND seats.game <> 'tsair-deng'
            AND ($game IS NULL OR seats.game = $game)
            AND ($player IS NULL OR seats.player = $player)
            AND ($since IS NULL OR matches.started_on >= CAST($since AS DATE))
            AND ($until IS NULL OR matches.started_on <= CAST($until AS DATE))
        GROUP BY seats.game, seats.player, seats.record_id, seats.round
    )
SELECT
    game,
    player,
    count(*) AS played,
    coalesce(sum(chow), 0) / count(*) AS chow,
    coalesce(sum(pung), 0) / count(*) AS pung,
    CASE WHEN game IN ('hk-mahjong', 'lingxi-mahjong') THEN coalesce(sum(kong), 0) / count(*) END AS kong,
    CASE WHEN game IN ('shaoyang-bopi', 'anxiang-weimaque') THEN coalesce(sum(wei), 0) / count(*) END AS wei,
    CASE WHEN game = 'shaoyang-bopi' THEN coalesce(sum(ti), 0) / count(*) END AS ti,
    CASE WHEN game = 'shaoyang-bopi' THEN coalesce(sum(pao), 0) / count(*) END AS pao,
    count(*) FILTER (dealer) AS dealt,
    count(*) FILTER (dealer_won) AS dealer_wins,
    count(*) FILTER (dealer_won) / nullif(count(*) FILTER (dealer), 0) AS dealer_win_rate,
    sum(draws) / nullif(sum(hands), 0) AS turns
FROM each_round
GROUP BY game, player
ORDER BY game, played DESC, player
