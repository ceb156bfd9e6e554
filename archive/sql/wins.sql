-- record_id: of the match
-- game: the game's code
-- round: number of the round in its match, from 1
-- seat: who won; a round with several winners has a row for each
-- player: who sits there
-- counted: as in matches
-- judged: as in matches
-- dealer: the winner deals; null in a score line that does not say
-- score_only: the round is a score line
-- self_draw: mahjong: nobody threw the tile (own draw, dealt hand, flower, 殺豬 and 花胡); zipai: won on the winner's own draw, the turned tile not counted; null in tsair-deng and in a score line that does not say
-- dealt_by: the seat whose discard or robbed kong was won on; null where there is none, and in a score line that does not say
-- total: what the hand was worth: fan, tai, or the zipai hand with its bonus or 名堂; tsair-deng: as score_total in seats; null in a score line that does not say
-- xi: zipai: points of the hand itself, without bonus (shaoyang-bopi) and without 名堂 (anxiang-weimaque); null in a score line without items
-- draws: tiles that the winner drew in his turns, replacements and the dealt fourteenth (seventeenth) not counted; null in tsair-deng and in a score line
-- points: net change of the winner in this round
-- items: what was scored, as in seats
CREATE VIEW wins AS
WITH
    tables AS (
        SELECT
            record_id, round,
            arg_max(verb, move) FILTER (verb NOT IN ('pass', 'win', 'foul', 'wei', 'ti', 'pao')) AS verb,
            arg_max(seat, move) FILTER (verb NOT IN ('pass', 'win', 'foul', 'wei', 'ti', 'pao')) AS seat
        FROM moves
        GROUP BY record_id, round
    ),
    turns AS (
        SELECT record_id, round, seat, count(*) AS draws
        FROM moves
        WHERE verb = 'draw' AND drawn_from IS NULL
        GROUP BY record_id, round, seat
    )
SELECT
    seats.record_id, seats.game, seats.round, seats.seat, seats.player, seats.counted, seats.judged, seats.dealer,
    seats.score_only,
    CASE
        WHEN seats.score_only AND (rounds.stated_how = 'self-draw') THEN true
        WHEN seats.score_only AND (rounds.stated_from IS NOT NULL OR rounds.stated_how = 'discard') THEN false
        WHEN seats.score_only OR seats.game = 'tsair-deng' THEN NULL
        WHEN seats.game IN ('shaoyang-bopi', 'anxiang-weimaque')
            THEN coalesce(tables.verb = 'draw' AND tables.seat = seats.seat, false)
        ELSE NOT coalesce(tables.verb IN ('discard', 'kong') AND tables.seat <> seats.seat, false)
    END AS self_draw,
    CASE
        WHEN seats.score_only THEN rounds.stated_from
        WHEN tables.verb IN ('discard', 'kong') AND tables.seat <> seats.seat THEN tables.seat
    END AS dealt_by,
    seats.score_total AS total,
    CASE
        WHEN seats.game = 'shaoyang-bopi' AND len(seats.items) > 0
            THEN seats.score_total - coalesce(
                list_sum([i.value FOR i IN seats.items IF i.id IN ('tian-hu', 'di-hu', 'zi-mo')]), 0
            )
        WHEN seats.game = 'anxiang-weimaque' AND len(seats.items) > 0
            THEN coalesce(
                list_sum([
                    i.value FOR i IN seats.items IF i.id IN ('pung', 'wei', 'kan', 'pair', 'turn', 'tuanyuan')
                ]),
                0
            )
    END AS xi,
    CASE WHEN NOT seats.score_only AND seats.game <> 'tsair-deng' THEN coalesce(turns.draws, 0) END AS draws,
    seats.points,
    seats.items
FROM seats
JOIN rounds USING (record_id, round)
LEFT JOIN tables USING (record_id, round)
LEFT JOIN turns ON turns.record_id = seats.record_id AND turns.round = seats.round AND turns.seat = seats.seat
WHERE seats.won
