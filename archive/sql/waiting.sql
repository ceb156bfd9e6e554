-- matches: stored unjudged matches of some games in which every tile was seen
SELECT count(*) AS matches
FROM matches
WHERE
    NOT matches.judged
    AND list_contains($games, matches.game)
    AND NOT EXISTS (
        FROM rounds
        WHERE
            rounds.record_id = matches.record_id
            AND (
                list_contains(flatten(rounds.hands), '?')
                OR list_contains(rounds.stock, '?')
                OR list_contains(rounds.aside, '?')
                OR list_contains(rounds.indicators, '?')
                OR rounds.turned = '?'
            )
    )
    AND NOT EXISTS (
        FROM moves
        WHERE moves.record_id = matches.record_id AND (moves.tile = '?' OR list_contains(moves.with_tiles, '?'))
    )
