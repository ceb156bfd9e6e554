-- record_id: of the match
-- game: the game's code
-- round: number of the round in its match, from 1
-- move: number of the move in its round, from 1, recorded passes included
-- counted: as in matches
-- judged: as in matches
-- seat: who moved
-- verb: play, drink, expose, draw, discard, flower, chow, pung, kong, wei, ti, pao, win, foul or pass
-- tile: the tile's code; null where the verb names none
-- open: the end left open (play)
-- kind: of a kong or a foul
-- drawn_from: back for a draw from the back of the wall, otherwise null; the record's from
-- with_tiles: the two tiles from hand (chow); the record's with
-- also_groups: the groups laid down with it (chow, 比); the record's also
-- at_ms: milliseconds since the match began; the record's at
-- note: of the move
-- x: of the move, JSON
CREATE VIEW moves AS
SELECT
    record_id, game, round, move, counted, judged, seat, verb, tile, open, kind, drawn_from, with_tiles, also_groups,
    at_ms, note, x
FROM stored.moves
