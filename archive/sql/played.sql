CREATE VIEW stored.played AS
SELECT
    seats.record_id,
    seats.round,
    seats.player,
    any_value(seats.game) AS game,
    any_value(matches.sequence) AS sequence,
    any_value(matches.started_on) AS started_on,
    any_value(matches.started_at) AS started_at,
    any_value(matches.unit) AS unit,
    any_value(seats.outcome) AS outcome,
    bool_or(seats.score_only) AS score_only,
    bool_or(seats.dealer) AS dealer,
    bool_or(seats.won) AS won,
    sum(seats.points) AS points,
    coalesce(bool_or(list_contains([item.id FOR item IN seats.items], 'clean')), false) AS clean,
    coalesce(bool_or(list_contains([item.id FOR item IN seats.items], 'head-tail')), false) AS head_tail
FROM seats
JOIN matches USING (record_id)
WHERE seats.counted AND seats.judged AND NOT seats.sat_out
GROUP BY seats.record_id, seats.round, seats.player
