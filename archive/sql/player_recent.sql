-- record_id.en: the match, by its record id
-- record_id.zh-Hant: 牌譜編號
-- record_id.zh-Hans: 牌谱编号
-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- started_at.en: when it began, as the record states it; the newest twenty, those without a date last
-- started_at.zh-Hant: 開始時間,依牌譜所寫;最近二十場,沒有日期的在後
-- started_at.zh-Hans: 开始时间,依牌谱所写;最近二十场,没有日期的在后
-- place.en: where, as the record states it
-- place.zh-Hant: 地點,依牌譜所寫
-- place.zh-Hans: 地点,依牌谱所写
-- players.en: who sat at the table, by seat
-- players.zh-Hant: 同桌的人,依座次
-- players.zh-Hans: 同桌的人,依座次
-- rounds.en: rounds of the match that the player took part in
-- rounds.zh-Hant: 該場之中參與的局數
-- rounds.zh-Hans: 该场之中参与的局数
-- wins.en: rounds won
-- wins.zh-Hant: 贏的局數
-- wins.zh-Hans: 赢的局数
-- points.en: the player's net points in this match
-- points.zh-Hant: 該場的淨得分
-- points.zh-Hans: 该场的净得分
-- unit.en: what one point is worth, as the record states it
-- unit.zh-Hant: 一點值多少,依牌譜所寫
-- unit.zh-Hans: 一点值多少,依牌谱所写
SELECT
    matches.record_id,
    matches.game,
    matches.started_at,
    matches.place,
    matches.players,
    count(*) AS rounds,
    count(*) FILTER (played.won) AS wins,
    sum(played.points) AS points,
    matches.unit
FROM stored.played AS played
JOIN matches USING (record_id)
WHERE played.player = $player AND ($game IS NULL OR played.game = $game)
GROUP BY
    matches.record_id, matches.game, matches.started_at, matches.place, matches.players, matches.started_on,
    matches.sequence, matches.unit
ORDER BY matches.started_on DESC NULLS LAST, matches.started_at DESC, matches.sequence DESC
LIMIT 20
