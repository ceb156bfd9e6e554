-- record_id.en: the match, by its record id
-- record_id.zh-Hant: 牌譜編號
-- record_id.zh-Hans: 牌谱编号
-- started_at.en: when it began, as the record states it
-- started_at.zh-Hant: 開始時間,依牌譜所寫
-- started_at.zh-Hans: 开始时间,依牌谱所写
-- seat.en: the seat
-- seat.zh-Hant: 座位
-- seat.zh-Hans: 座位
-- player.en: the player, by the name in the records
-- player.zh-Hant: 玩家,依牌譜所寫的名字
-- player.zh-Hans: 玩家,依牌谱所写的名字
-- total.en: the player's tally at the end of the match: plain sum of the rounds' points
-- total.zh-Hant: 本人在該場的總分:各局得分之和
-- total.zh-Hans: 本人在该场的总分:各局得分之和
-- rounded.en: the tally to the nearest ten, 5 away from zero
-- rounded.zh-Hant: 總分取最近的十位,五向外進
-- rounded.zh-Hans: 总分取最近的十位,五向外进
-- settlement.en: what the player receives in the end: every pair settles the difference of their rounded tallies
-- settlement.zh-Hant: 最後結算所得:每兩家按取整後的差額結清
-- settlement.zh-Hans: 最后结算所得:每两家按取整后的差额结清
-- unit.en: what one point is worth, as the record states it
-- unit.zh-Hant: 一點值多少,依牌譜所寫
-- unit.zh-Hans: 一点值多少,依牌谱所写
WITH
    tallies AS (
        SELECT
            seats.record_id, matches.sequence, matches.started_on, matches.started_at, matches.unit, seats.seat,
            seats.player,
            sum(seats.points) AS total
        FROM seats
        JOIN matches USING (record_id)
        WHERE
            seats.counted
            AND seats.judged
            AND seats.game = 'shaoyang-bopi'
            AND ($game IS NULL OR seats.game = $game)
            AND ($since IS NULL OR matches.started_on >= CAST($since AS DATE))
            AND ($until IS NULL OR matches.started_on <= CAST($until AS DATE))
        GROUP BY
            seats.record_id, matches.sequence, matches.started_on, matches.started_at, matches.unit, seats.seat,
            seats.player
    ),
    rounded AS (
        SELECT *, CAST(sign(total) * ((abs(total) + 5) // 10) * 10 AS BIGINT) AS rounded FROM tallies
    ),
    settled AS (
        SELECT
            *,
            rounded * count(*) OVER (PARTITION BY record_id) - sum(rounded) OVER (PARTITION BY record_id) AS settlement
        FROM rounded
    )
SELECT record_id, started_at, seat, player, total, rounded, settlement, unit
FROM settled
WHERE $player IS NULL OR player = $player
ORDER BY started_on DESC NULLS LAST, started_at DESC, sequence DESC, seat
