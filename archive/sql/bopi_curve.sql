-- record_id.en: the match, by its record id
-- record_id.zh-Hant: 牌譜編號
-- record_id.zh-Hans: 牌谱编号
-- round.en: which round of that match
-- round.zh-Hant: 該場的第幾局
-- round.zh-Hans: 该场的第几局
-- seat.en: the seat
-- seat.zh-Hant: 座位
-- seat.zh-Hans: 座位
-- player.en: the player, by the name in the records
-- player.zh-Hant: 玩家,依牌譜所寫的名字
-- player.zh-Hans: 玩家,依牌谱所写的名字
-- points.en: net points of the round
-- points.zh-Hant: 該局的淨得分
-- points.zh-Hans: 该局的净得分
-- tally.en: the player's tally after this round
-- tally.zh-Hant: 到該局為止的總分
-- tally.zh-Hans: 到该局为止的总分
WITH
    tallies AS (
        SELECT
            seats.record_id, matches.sequence, matches.started_on, matches.started_at, seats.round, seats.seat,
            seats.player, seats.points,
            sum(seats.points) OVER (
                PARTITION BY seats.record_id, seats.seat ORDER BY seats.round ROWS UNBOUNDED PRECEDING
            ) AS tally
        FROM seats
        JOIN matches USING (record_id)
        WHERE
            seats.counted
            AND seats.judged
            AND seats.game = 'shaoyang-bopi'
            AND ($game IS NULL OR seats.game = $game)
            AND ($since IS NULL OR matches.started_on >= CAST($since AS DATE))
            AND ($until IS NULL OR matches.started_on <= CAST($until AS DATE))
    )
SELECT record_id, round, seat, player, points, tally
FROM tallies
WHERE $player IS NULL OR player = $player
ORDER BY started_on DESC NULLS LAST, started_at DESC, sequence DESC, round, seat
