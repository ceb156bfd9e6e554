-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- player.en: who sat at the same table
-- player.zh-Hant: 同桌的人
-- player.zh-Hans: 同桌的人
-- matches.en: matches with at least one round that both took part in
-- matches.zh-Hant: 兩人至少同局一次的場數
-- matches.zh-Hans: 两人至少同局一次的场数
-- rounds.en: rounds that both took part in
-- rounds.zh-Hant: 兩人同局的局數
-- rounds.zh-Hans: 两人同局的局数
-- points.en: the player's net points in those rounds
-- points.zh-Hant: 本人在這些局的淨得分
-- points.zh-Hans: 本人在这些局的净得分
-- their_points.en: the other's net points in those rounds
-- their_points.zh-Hant: 對方在這些局的淨得分
-- their_points.zh-Hans: 对方在这些局的净得分
-- unit.en: what one point is worth, as the records state it; matches of another unit, or of none, have rows of their own
-- unit.zh-Hant: 一點值多少,依牌譜所寫;單位不同或未寫的場次各列一行
-- unit.zh-Hans: 一点值多少,依牌谱所写;单位不同或未写的场次各列一行
SELECT
    mine.game,
    theirs.player,
    count(DISTINCT mine.record_id) AS matches,
    count(*) AS rounds,
    sum(mine.points) AS points,
    sum(theirs.points) AS their_points,
    mine.unit
FROM stored.played AS mine
JOIN stored.played AS theirs
    ON mine.record_id = theirs.record_id AND mine.round = theirs.round AND mine.player <> theirs.player
WHERE mine.player = $player AND ($game IS NULL OR mine.game = $game)
GROUP BY mine.game, mine.unit, theirs.player
ORDER BY mine.game, mine.unit NULLS FIRST, rounds DESC, theirs.player
