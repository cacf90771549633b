package ratings

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/words"
)

// OddsBar is the odds of a match as a bar: win, draw and loss, with what each changes.
type OddsBar struct {
	Name   string  `json:"name" doc:"The opponent, for readers."`
	Rating string  `json:"rating" doc:"Its rating; empty if that is its name."`
	Rank   int     `json:"rank" doc:"Its place among the opponents, the lowest being 1."`
	Lost   float64 `json:"lost" doc:"Where the loss begins, in percent."`
	Win    string  `json:"win" doc:"Change after a win; empty if its part is too narrow."`
	Draw   string  `json:"draw" doc:"Change after a draw; empty if its part is too narrow."`
	Loss   string  `json:"loss" doc:"Change after a loss; empty if its part is too narrow."`
	Even   float64 `json:"even" doc:"Win rate from which the match pays, in percent."`
	Turns  bool    `json:"turns" doc:"Whether there is such a rate."`
	Pays   string  `json:"pays" doc:"That rate in words: 65 %, always or never."`
	Wins   string  `json:"wins" doc:"The odds of a win, in whole percents."`
	Mean   string  `json:"mean" doc:"Mean change, with two decimals."`
	Tiny   string  `json:"tiny" doc:"Parts whose change has no room in a narrow bar: win, draw, loss."`
}

// Parts of a bar in which a number has no room, in percent: of a wide bar, and of one on a phone.
const (
	narrow = 6.5
	tiny   = 14
)

func oddsBar(m forecast.NextMatch) OddsBar {
	bar := OddsBar{Name: words.Capital(m.Difficulty), Rating: words.Number(m.Opponent),
		Lost: chart.Hundredth(100 * (m.Odds.Win + m.Odds.Draw)), Pays: "never", Wins: explain.Chance(m.Odds.Win),
		Mean: signedFixed(m.ExpectedChange, 2)}
	if m.Difficulty == "" {
		bar.Name, bar.Rating = opponentName("", m.Opponent), ""
	}
	for _, part := range []struct {
		name          string
		share, change float64
		text          *string
	}{{"win", m.Odds.Win, m.Win, &bar.Win}, {"draw", m.Odds.Draw, m.Draw, &bar.Draw},
		{"loss", m.Odds.Loss, m.Loss, &bar.Loss}} {
		if 100*part.share > narrow {
			*part.text = words.Signed(part.change)
		}
		if 100*part.share <= tiny {
			bar.Tiny += part.name + " "
		}
	}
	bar.Tiny = strings.TrimSuffix(bar.Tiny, " ")
	switch {
	case m.BreakEven != nil:
		bar.Even, bar.Turns, bar.Pays = chart.Hundredth(100**m.BreakEven), true, explain.Chance(*m.BreakEven)
	case m.ExpectedChange > 0:
		bar.Pays = "always"
	}
	return bar
}

// withArticle is the opponent of a match as one of many: a Contender, a 1200.
func withArticle(m forecast.NextMatch) string {
	if m.Difficulty == "" {
		return explain.Article(m.Opponent) + " " + words.Number(m.Opponent)
	}
	return "a " + words.Capital(m.Difficulty)
}

// playWords says which match pays most, and which words of it matter.
func playWords(best forecast.NextMatch) (heading, key string) {
	who := withArticle(best)
	key = words.Capital(best.Difficulty)
	if key == "" {
		key = words.Number(best.Opponent)
	}
	mean := signedFixed(best.ExpectedChange, 2)
	if best.ExpectedChange <= 0 || words.Signed(best.ExpectedChange) == "0" {
		return "No challenge pays. " + words.Capital(who) + " costs least: " + mean + " on average", key
	}
	return "Play " + who + " next: " + mean + " on average", key
}

// drawPays says against whom a draw pays most.
func drawPays(matches []forecast.NextMatch) string {
	most := matches[0]
	for _, m := range matches {
		if m.Draw > most.Draw {
			most = m
		}
	}
	if most.Draw <= 0 {
		return "No draw pays."
	}
	return "A draw against " + withArticle(most) + " pays " + words.Signed(most.Draw) + "."
}
