package weights

import (
	"encoding/json"

	"github.com/tallyproof/tallyproof/core/explain/arenas"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/weights"
)

// ArenaLive is the module that makes the page of an arena's rules live.
const ArenaLive = "weights/arena/page.mjs"

// Arena returns the page on which a designer writes the rules of an arena.
func Arena(f *frame.Frame) ([]build.Page, error) {
	book := reef()
	number := func(x float64) *float64 { return &x }
	req := arenas.ArenaRequest{Rulebook: rulebook.Custom(book), Opponent: 1, Rating: 1040, Matches: 9,
		Run: []arenas.Reached{{Value: number(910)}, {Value: number(150)}, {Value: number(850)}}}
	answer, err := arenas.Arena(req)
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(book, "", " ")
	if err != nil {
		return nil, err
	}
	const path = "/weights/arena/"
	v := markup.ArenaView{
		Layout: f.Layout(path, "The rules of my arena",
			"Write an arena’s rules as sentences. Every number is a control, and a run beside them shows what it does. Save the "+
				"rulebook once, and every page answers by it.", ArenaLive),
		Tabs: pages.Tabs(path),
		Calc: parts.CalcView{ID: "arena", Label: "Rules of an arena", Operation: "explain.arena", Takes: "rulebook.check"},
		Book: book, Request: req, Answer: answer, JSON: string(text),
		Measures: []parts.OptionView{{Value: "direct", Label: "as measured"}, {Value: "pass-ratio", Label: "by tests passed"},
			{Value: "all-or-nothing", Label: "if every test passes"}, {Value: "exit-codes", Label: "by exit codes"},
			{Value: "relative-time", Label: "against the fastest"}, {Value: "time-budget", Label: "by time left"},
			{Value: "time-curve", Label: "by time left ^1.5"}, {Value: "rubric", Label: "by a rubric of five"},
			{Value: "budget", Label: "by budget left, if verified"}, {Value: "target-limit", Label: "between limit and target"}},
	}
	f.Picture(&v.Layout, picture.Card{Question: v.Layout.Title, Answer: answer.Sentence, Key: answer.Key,
		Foot: frame.Recompute})
	return []build.Page{{Path: path, Component: markup.Arena(v)}}, nil
}

// reef returns the rules of the example.
func reef() rulebook.Rulebook {
	percent := func(x float64) *float64 { return &x }
	from := func(least float64) []rulebook.Need {
		return []rulebook.Need{{Stat: rulebook.RatingStat, Min: least}}
	}
	played := func(least float64) []rulebook.Need {
		return []rulebook.Need{{Stat: rulebook.Challenges, Min: least}}
	}
	return rulebook.Rulebook{
		ID: "reef-league", Name: "Reef League", Source: "Written on a device of its author", Arithmetic: rulebook.Float64,
		Scale: 1000,
		Dimensions: []rulebook.Dimension{{Key: "correctness", Label: "Correctness", Weight: percent(60), Measure: "direct"},
			{Key: "speed", Label: "Speed", Weight: percent(20), Measure: "time-curve"},
			{Key: "methodology", Label: "Methodology", Weight: percent(20), Measure: "direct"}},
		Composite: rulebook.Composite{Rounding: rulebook.RoundParts},
		Ties:      rulebook.TiesByTime,
		Results:   []rulebook.Result{{ID: "win", Min: 700}, {ID: "draw", Min: 400}, {ID: "loss", Min: 0}},
		Rating: &rulebook.Rating{Scheme: rulebook.Solo, Start: 1000, Scale: 400, Floor: percent(100),
			K:        []rulebook.KFactor{{From: 0, K: 32}, {From: 30, K: 16}},
			Rounding: rulebook.RatingSteps,
			Opponents: []rulebook.Opponent{{Difficulty: "newcomer", Rating: 800}, {Difficulty: "contender", Rating: 1000},
				{Difficulty: "veteran", Rating: 1200}, {Difficulty: "legendary", Rating: 1400}},
			Bonuses: []rulebook.Bonus{{ID: "first", Factor: 1.2, Needs: []string{"verified", "first_attempt"}},
				{ID: "verified", Factor: 1.1, Needs: []string{"verified"}}},
		},
		Tiers: []rulebook.Tier{{ID: "open", Name: "Open"}, {ID: "reef", Name: "Reef", Needs: played(10)},
			{ID: "deep", Name: "Deep", Needs: played(50)}},
		Titles: []rulebook.Tier{{ID: "leviathan", Name: "Leviathan", Needs: from(2000)},
			{ID: "golden-claw", Name: "Golden Claw", Needs: from(1600)},
			{ID: "silver-pincer", Name: "Silver Pincer", Needs: from(1400)},
			{ID: "bronze-carapace", Name: "Bronze Carapace", Needs: from(1200)},
			{ID: "fresh-hatchling", Name: "Fresh Hatchling"}},
	}
}
