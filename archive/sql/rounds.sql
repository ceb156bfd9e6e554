-- record_id: of the match
-- game: the game's code
-- round: number of the round in its match, from 1
-- counted: as in matches
-- judged: as in matches
-- dealer: the dealer's seat; null in a score line that does not say
-- direction: ccw or cw (tsair-deng)
-- wind: the prevailing wind (hk-mahjong)
-- score_only: a score line, which has a result and no moves
-- moves: how many moves the round has, recorded passes included
-- outcome: win, draw, dead, void or foul; as computed, or as stated where it could not be computed
-- winners: seats; as computed, or as stated where they could not be computed
-- points: net change, one entry a seat; as computed, or as stated where they could not be computed
-- computed: outcome, winners and points were computed by paipu; false: they are only stated
-- stated: the record has a result
-- computed_scores: what each seat scored, with the tiles behind every item
-- stated_outcome: as the record states it
-- stated_winners: as the record states them
-- stated_points: as the record states them
-- stated_scores: as the record states them
-- stated_from: of a score line: who discarded
-- stated_liable: of a score line: who pays
-- stated_how: of a score line: discard, self-draw or foul
-- facts: what else the game computed, JSON
-- hands: the dealt tiles, one entry a seat; null for an empty seat and in a score line
-- stock: the tiles to be drawn, front first
-- aside: undealt tiles (tsair-deng)
-- turned: the tile turned up (shaoyang-bopi)
-- dice: the dice, JSON
-- indicators: the tiles turned up (lingxi-mahjong)
-- note: of the round line
-- x: of the round line, JSON
-- result_note: of the result line
-- result_x: of the result line, JSON
CREATE VIEW rounds AS
SELECT
    record_id, game, round, counted, judged, dealer, direction, wind, hands IS NULL AS score_only, moves,
    coalesce(computed_outcome, stated_outcome) AS outcome,
    coalesce(computed_winners, stated_winners) AS winners,
    coalesce(computed_points, stated_points) AS points,
    computed_outcome IS NOT NULL AS computed, stated_outcome IS NOT NULL AS stated, computed_scores, stated_outcome,
    stated_winners, stated_points, stated_scores, stated_from, stated_liable, stated_how, facts, hands, stock, aside,
    turned, dice, indicators, note, x, result_note, result_x
FROM stored.rounds
