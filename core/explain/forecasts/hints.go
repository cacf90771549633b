package forecasts

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/words"
)

// ForecastHints say what the inputs of a forecast mean.
type ForecastHints struct {
	K       string `json:"k" doc:"The K-factor now: K 32."`
	Later   string `json:"later" doc:"The next K-factor: 16 from match 31; empty if there is none."`
	Beats   string `json:"beats" doc:"An opponent near the rating: beats a 1000; empty without a strength."`
	Beaten  string `json:"beaten" doc:"The odds to beat it."`
	Like    string `json:"like" doc:"The words before the strength that begin a sentence: If you play like an; empty without a strength."`
	Assumed string `json:"assumed" doc:"What the forecast assumes: like 1400, 10 % draws; empty without a strength."`
	Within  string `json:"within" doc:"How far nine in ten careers lie apart."`
	Reached string `json:"reached" doc:"At which match the first target is touched on average; empty if it is not."`
}

// after is the line beside the median.
func (f *outlook) after() string {
	n := len(f.got.Steps)
	if f.req.First != nil && n < f.of {
		return "after " + words.Grouped(int64(n)) + " of " + words.Grouped(int64(f.of))
	}
	return "after " + words.Counted(n, "match", "matches")
}

// finding is "After 40 more: about 1373. 42 % touch 1400.", and its key words.
func (f *outlook) finding() (finding, about string) {
	n := len(f.got.Steps)
	about = words.Fixed(f.got.Steps[n-1].P50, 0)
	more := words.Grouped(int64(n))
	if f.req.First != nil && n < f.of {
		more += " of " + words.Grouped(int64(f.of))
	}
	finding = "After " + more + " more: about " + about + "."
	if chance, aim := f.aim(); chance != "" {
		finding += " " + words.Capital(chance) + " " + aim + "."
	}
	return finding, about
}

// assumed is what the forecast assumes: "like 1400, 10 % draws".
func (f *outlook) assumed() string {
	if f.req.Strength == nil {
		return ""
	}
	text := "like " + words.Number(*f.req.Strength)
	if f.req.Draws != nil {
		text += ", " + words.Number(*f.req.Draws) + " % draws"
	}
	return text
}

// assumes are the words before the strength.
func (f *outlook) assumes() string {
	if f.req.Strength == nil {
		return ""
	}
	return "if you play like " + explain.Article(*f.req.Strength)
}

// aim is the chance of the first target, and the target.
func (f *outlook) aim() (chance, target string) {
	if len(f.got.Targets) == 0 {
		return "", ""
	}
	t := f.got.Targets[0]
	switch t.Direction {
	case "start":
		return "You are there", "at " + words.Number(t.Rating)
	case "up":
		return shortOdds(t), "touch " + words.Number(t.Rating)
	}
	return shortOdds(t), "fall to " + words.Number(t.Rating)
}

// shortOdds is [oddsOf] without decimals, if those are not known.
func shortOdds(t forecast.ProjectTarget) string {
	if t.Low != nil && explain.Chance(*t.Low) == explain.Chance(*t.High) {
		return explain.Chance(*t.Low)
	}
	return oddsOf(t)
}

func (f *outlook) hints() ForecastHints {
	last := f.got.Steps[len(f.got.Steps)-1]
	h := ForecastHints{K: "K " + words.Number(f.rated.KAt(f.req.Matches)), Within: f.show(last.P95 - last.P05), Assumed: f.assumed(),
		Like: strings.Replace(f.assumes(), "if", "If", 1)}
	for _, step := range f.rated.K {
		if step.From > f.req.Matches {
			h.Later = words.Number(step.K) + " from match " + words.Grouped(int64(step.From)+1)
			break
		}
	}
	if s := f.req.Strength; s != nil {
		opponent, draw := f.req.Rating, 0.0
		if near := nearest(f.rated.Opponents, f.req.Rating); len(near) > 0 {
			opponent = near[0].Rating
		}
		if f.req.Draws != nil {
			draw = *f.req.Draws / 100
		}
		expected := rating.ExpectedScore(*s, opponent, f.rated.Scale)
		win := expected - float64(min(draw, float64(2*min(expected, 1-expected)))/2)
		h.Beats, h.Beaten = "beats "+explain.Article(opponent)+" "+words.Number(opponent), explain.Chance(win)
	}
	if len(f.got.Targets) > 0 {
		if t := f.got.Targets[0]; t.ExpectedMatches != nil && t.Direction != "start" {
			h.Reached = words.Fixed(*t.ExpectedMatches, 0)
		}
	}
	return h
}
