-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- pattern.en: what was scored, by its id; in zipai the bonuses and 名堂 alone, not the groups
-- pattern.zh-Hant: 計分項目的代號;字牌只列加息和名堂,不列各組牌
-- pattern.zh-Hans: 计分项目的代号;字牌只列加息和名堂,不列各组牌
-- hands.en: winning hands that have it
-- hands.zh-Hant: 有此項的贏牌數
-- hands.zh-Hans: 有此项的赢牌数
-- times.en: how often it was scored: more than hands where a hand has it several times
-- times.zh-Hant: 計算的次數;一副牌有數次時多於牌數
-- times.zh-Hans: 计算的次数;一副牌有数次时多于牌数
-- share.en: hands divided by the winning hands whose items are known
-- share.zh-Hant: 有此項的贏牌除以知道各項的贏牌數
-- share.zh-Hans: 有此项的赢牌除以知道各项的赢牌数
-- mean.en: mean total (fan, tai, xi) of the hands that have it
-- mean.zh-Hant: 有此項的贏牌平均總數(番、台、息)
-- mean.zh-Hans: 有此项的赢牌平均总数(番、台、息)
WITH
    hands AS (
        SELECT wins.*
        FROM wins
        JOIN matches USING (record_id)
        WHERE
            wins.counted
            AND wins.judged
            AND len(wins.items) > 0
            AND wins.game <> 'tsair-deng'
            AND ($game IS NULL OR wins.game = $game)
            AND ($player IS NULL OR wins.player = $player)
            AND ($since IS NULL OR matches.started_on >= CAST($since AS DATE))
            AND ($until IS NULL OR matches.started_on <= CAST($until AS DATE))
    ),
    all_hands AS (SELECT game, count(*) AS hands FROM hands GROUP BY game),
    scored AS (
        SELECT game, record_id, round, seat, total, item.id AS pattern, count(*) AS times
        FROM (SELECT game, record_id, round, seat, total, unnest(items) AS item FROM hands)
        GROUP BY game, record_id, round, seat, total, item.id
    )
SELECT
    scored.game,
    scored.pattern,
    count(*) AS hands,
    sum(scored.times) AS times,
    count(*) / any_value(all_hands.hands) AS share,
    avg(scored.total) AS mean
FROM scored
JOIN all_hands USING (game)
WHERE
    NOT (
        scored.game = 'shaoyang-bopi'
        AND scored.pattern IN ('kan', 'wei', 'pung', 'pao', 'ti', '123', '2-7-10', 'run', 'mixed', 'pair')
    )
    AND NOT (
        scored.game = 'anxiang-weimaque'
        AND scored.pattern IN ('pung', 'wei', 'kan', 'pair', 'turn', 'tuanyuan')
    )
GROUP BY scored.game, scored.pattern
ORDER BY scored.game, hands DESC, scored.pattern
