-- game.en: the game
-- game.zh-Hant: 遊戲
-- game.zh-Hans: 游戏
-- matches.en: matches in which the player was dealt in at least once; only verified matches, each play counted once
-- matches.zh-Hant: 至少上場一局的場數;只計已核實的牌譜,同一場只計一次
-- matches.zh-Hans: 至少上场一局的场数;只计已核实的牌谱,同一场只计一次
-- rounds.en: rounds the player took part in, score lines included; a round one sits out is not counted
-- rounds.zh-Hant: 參與的局數,含只記分的局;輪空的局不計
-- rounds.zh-Hans: 参与的局数,含只记分的局;轮空的局不计
-- score_only.en: of rounds: score lines, of which only the settlement could be verified
-- score_only.zh-Hant: 局數之中只記分的局,只能核實結算
-- score_only.zh-Hans: 局数之中只记分的局,只能核实结算
-- dealt.en: of rounds: those in which the player was the dealer
-- dealt.zh-Hant: 局數之中做莊的局
-- dealt.zh-Hans: 局数之中做庄的局
-- wins.en: rounds won
-- wins.zh-Hant: 贏的局數
-- wins.zh-Hans: 赢的局数
-- win_rate.en: wins divided by rounds, 0 to 1; rounds nobody won are among the rounds
-- win_rate.zh-Hant: 贏的局數除以局數,0 至 1;無人贏的局也算一局
-- win_rate.zh-Hans: 赢的局数除以局数,0 至 1;无人赢的局也算一局
-- points.en: sum of the net points of all rounds
-- points.zh-Hant: 各局淨得分之和
-- points.zh-Hans: 各局净得分之和
-- per_round.en: points divided by rounds
-- per_round.zh-Hant: 平均每局得分
-- per_round.zh-Hans: 平均每局得分
-- best.en: most points gained in one round
-- best.zh-Hant: 單局最高得分
-- best.zh-Hans: 单局最高得分
-- worst.en: fewest points of one round, below 0 for a loss
-- worst.zh-Hant: 單局最低得分,輸則為負
-- worst.zh-Hans: 单局最低得分,输则为负
-- clean.en: 斜釘 alone: rounds in which the player played all eight tiles (通); empty in other games
-- clean.zh-Hant: 只限斜釘:打通的局數;其他遊戲留空
-- clean.zh-Hans: 只限斜钉:打通的局数;其他游戏留空
-- head_tail.en: 斜釘 alone: rounds in which the player is 頭七尾八, whether or not he pays for it; empty in other games
-- head_tail.zh-Hant: 只限斜釘:頭七尾八的局數,不論有沒有賠;其他遊戲留空
-- head_tail.zh-Hans: 只限斜钉:头七尾八的局数,不论有没有赔;其他游戏留空
-- unit.en: what one point is worth, as the records state it; matches of another unit, or of none, have rows of their own
-- unit.zh-Hant: 一點值多少,依牌譜所寫;單位不同或未寫的場次各列一行
-- unit.zh-Hans: 一点值多少,依牌谱所写;单位不同或未写的场次各列一行
SELECT
    game,
    count(DISTINCT record_id) AS matches,
    count(*) AS rounds,
    count(*) FILTER (score_only) AS score_only,
    count(*) FILTER (dealer) AS dealt,
    count(*) FILTER (won) AS wins,
    count(*) FILTER (won) / count(*) AS win_rate,
    sum(points) AS points,
    sum(points) / count(*) AS per_round,
    max(points) AS best,
    min(points) AS worst,
    CASE WHEN game = 'tsair-deng' THEN count(*) FILTER (clean) END AS clean,
    CASE WHEN game = 'tsair-deng' THEN count(*) FILTER (head_tail) END AS head_tail,
    unit
FROM stored.played
WHERE player = $player AND ($game IS NULL OR game = $game)
GROUP BY game, unit
ORDER BY game, unit NULLS FIRST
