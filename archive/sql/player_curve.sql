-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- number.en: the player's rounds of this game and unit in the order they were played (matches by their date, those without one last)
-- number.zh-Hant: 本人在此遊戲、此單位的第幾局,依先後(各場依日期,沒有日期的在後)
-- number.zh-Hans: 本人在此游戏、此单位的第几局,依先后(各场依日期,没有日期的在后)
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
-- unit.en: what one point is worth, as the records state it; matches of another unit, or of none, have a curve of their own
-- unit.zh-Hant: 一點值多少,依牌譜所寫;單位不同或未寫的場次各成一線
-- unit.zh-Hans: 一点值多少,依牌谱所写;单位不同或未写的场次各成一线
SELECT
    game,
    row_number() OVER played AS number,
    record_id,
    round,
    points,
    sum(points) OVER played AS cumulative,
    unit
FROM stored.played
WHERE player = $player AND ($game IS NULL OR game = $game)
WINDOW
    played AS (
        PARTITION BY game, unit
        ORDER BY started_on NULLS LAST, started_at, sequence, round
        ROWS UNBOUNDED PRECEDING
    )
ORDER BY game, unit NULLS FIRST, number
