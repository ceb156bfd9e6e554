-- record_id: of the match
-- game: the game's code
-- round: number of the round in its match, from 1
-- seat: the seat; empty seats have no row
-- player: who sits there
-- counted: as in matches
-- judged: as in matches
-- dealer: this seat deals; null in a score line that does not say
-- sat_out: this seat was dealt no hand in this round
-- score_only: the round is a score line
-- computed: outcome, won, points, score_total and items were computed by paipu; false: they are only stated
-- outcome: of the round
-- won: this seat is among the winners
-- points: net change of this seat
-- score_total: what the game scored for this seat (tsair-deng: points of the tiles lost)
-- items: what was scored: id, value and the tiles behind it (null where only stated); tsair-deng: clean 通, head-tail 頭七尾八
CREATE VIEW seats AS
SELECT
    record_id, game, round, seat, player, counted, judged, dealer, sat_out, score_only, computed, outcome, won, points,
    score_total, items
FROM stored.seats
