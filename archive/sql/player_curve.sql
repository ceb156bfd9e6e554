-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- number.en: the player's rounds of this game in the order they were played (matches by their date, those without one last)
-- number.zh-Hant: 本人在此遊戲的第幾局,依先後(各場依日期,沒有日期的在後)
-- number.zh-Hans: 本人在此游戏的第几局,依先后(各场依日期,没有日期的在后)
-- record_id.en: the match, by its record id
-- record_id.zh-Hant: 牌譜編號
-- record_id.zh-Hans: 牌谱编号
-- round.en: which round of that match
-- round.zh-Hant: 該場的第幾局
-- round.zh-Hans: 该场的第几局
-- points.en: net points of the round
-- points.zh-Hant: 該局的淨得分
-- points.zh-Hans: 该局的净得分
-- cumulative.en: sum of the points of all rounds up to this one
-- cumulative.zh-Hant: 到該局為止的累計得分
-- cumulative.zh-Hans: 到该局为止的累计得分
SELECT
    game,
    row_number() OVER played AS number,
    record_id,
    round,
    points,
    sum(points) OVER played AS cumulative
FROM stored.played
WHERE player = $player AND ($game IS NULL OR game = $game)
WINDOW
    played AS (
        PARTITION BY game
        ORDER BY started_on NULLS LAST, started_at, sequence, round
        ROWS UNBOUNDED PRECEDING
    )
ORDER BY game, number
