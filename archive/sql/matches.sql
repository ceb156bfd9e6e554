-- record_id: SHA-256 of the canonical bytes, 64 hex digits
-- play_id: SHA-256 of what was played, the same for every recording of one play; null with a score line and without rounds
-- game: the game's code
-- sequence: number of the match in the order of import, from 1
-- counted: the first recording of its play; false for a further one, which statistics leave out
-- judged: every round was verified; false for a record with ? and for a game that is not judged yet
-- duplicate_of: record id of the first recording of the same play, where this is a further one
-- players: the names, one entry a seat, null for an empty seat; players[1] sits in seat 0
-- started_at: when the match began, as the record states it
-- started_on: the day of started_at, where it was played
-- place: as the record states it
-- event: as the record states it
-- source: as the record states it
-- unit: what one point is worth, as the record states it
-- rounds: how many rounds the match has
-- moves: how many moves they have together, recorded passes included
-- totals: computed points of the whole match, one entry a seat; null where a round could not be judged
-- stated_totals: the totals that the record states
-- rules: edition and house rules that differ from its defaults, JSON
-- imported_at: when the match was stored, UTC
-- source_file: the file it came from, as named at the import
-- source_index: which match of that file, from 1
-- source_line: its first line in that file, from 1
-- note: of the match line
-- x: of the match line, JSON
-- format: the format's version
-- end_note: of the end line
-- end_x: of the end line, JSON
CREATE VIEW matches AS
SELECT
    record_id, play_id, game, sequence, counted, judged, duplicate_of, players, started_at, started_on, place, event,
    source, unit, rounds, moves, totals, end_totals AS stated_totals, rules, imported_at, source_file, source_index,
    source_line, note, x, format, end_note, end_x
FROM stored.matches
