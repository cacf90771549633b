package pages

import (
	"reflect"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

func TestScoreView(t *testing.T) {
	got := scoreView(scores.ScoreResponse{
		Sentence: "This scores 823.",
		Unit:     "of 1000",
		Parts: []scores.ScorePart{
			{Key: "a", Label: "A", Formula: "as given", Score: "900", Weight: "50 %", Weighted: "450", Most: "500", Start: 0, Width: 45},
			{Key: "b", Label: "B", Formula: "as given", Score: "690", Weight: "15 %", Weighted: "103.5", Most: "150", Start: 45, Width: 10.35},
		},
		Steps:    []explain.Step{{Label: "Total", Formula: "a + b", Value: "823"}},
		Readings: []explain.Reading{{Rulebook: "x-live", Name: "Live", Answer: "824", Differs: true, Why: "rounds"}},
		Notes:    []explain.Note{{Kind: "trap", Field: "/x", Text: "Mind this."}},
	}, hundred(" %"))
	want := parts.ScoreView{
		Sentence: "This scores 823.",
		Parts: []parts.PartView{
			{Key: "a", Label: "A", Formula: "as given", Score: "900", Weight: "50 %", Weighted: "450" + decimals.PointSpace + decimals.FigureSpace, Most: "500", Bare: "900", Start: 0, Width: 45},
			{Key: "b", Label: "B", Formula: "as given", Score: "690", Weight: "15 %", Weighted: "103.5", Most: "150", Bare: "690", Start: 45, Width: 10.35},
		},
		Ticks:    []parts.TickView{{At: 0, Label: "0 %"}, {At: 25, Label: "25 %"}, {At: 50, Label: "50 %"}, {At: 75, Label: "75 %"}, {At: 100, Label: "100 %"}},
		Steps:    []parts.StepView{{Label: "Total", Formula: "a + b", Value: "823"}},
		Readings: []parts.ReadingView{{Name: "Live", Answer: "824", Differs: true, Why: "rounds"}},
		Notes:    []parts.NoteView{{Kind: "trap", Text: "Mind this."}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestStandingRows(t *testing.T) {
	got := standingRows(score.RankResponse{Standings: []score.Standing{{Rank: 1, ID: "a", Score: 0.825}, {Rank: 2, ID: "b", Score: 0.8}}})
	want := []markup.StandingRow{{Rank: "1", ID: "a", Score: "0.825"}, {Rank: "2", ID: "b", Score: "0.8" + decimals.FigureSpace + decimals.FigureSpace}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v: want %+v", got, want)
	}
}

func TestAirenaInputs(t *testing.T) {
	req := airenaExample()
	for _, tt := range []struct {
		key    string
		inputs int
		first  string
	}{
		{"correctness", 2, "/measurements/correctness/passed"},
		{"speed", 2, "/measurements/speed/time_ms"},
		{"quality", 5, "/measurements/quality/items/0"},
		{"process", 5, "/measurements/process/items/0"},
	} {
		d, _ := resolve("airena").Dimension(tt.key)
		v := airenaInputs(d, req.Measurements[tt.key])
		if len(v.Inputs) != tt.inputs || v.Inputs[0].Name != tt.first || len(v.Modes) != 2 || !v.Modes[0].Checked {
			t.Errorf("%s: %+v", tt.key, v)
		}
	}
}

func TestClawdiatorsInputs(t *testing.T) {
	req := clawdiatorsExample()
	for _, tt := range []struct {
		d          rulebook.Dimension
		on         bool
		weight     string
		score      string
		measurable bool
	}{
		{rulebook.Dimension{Key: "correctness"}, true, "0.5", "900", false},
		{rulebook.Dimension{Key: "speed"}, true, "0.2", "780", true},
		{rulebook.Dimension{Key: "precision"}, false, "0.1", "700", false},
		{rulebook.Dimension{Key: "call_efficiency"}, false, "0.1", "700", true},
	} {
		v := clawdiatorsInputs(tt.d, req)
		if v.On != tt.on || v.Weight.Value != tt.weight || v.Score.Value != tt.score || (v.By != "") != tt.measurable {
			t.Errorf("%s: %+v", tt.d.Key, v)
		}
	}
}

func TestArenas(t *testing.T) {
	if got := arenas("rating", "airena"); len(got) != 2 || !got[0].Current || got[1].Href != "/rating/clawdiators/" {
		t.Errorf("rating: %+v: want AiRENA, which is current, and Clawdiators", got)
	}
	if got := arenas("score", "term"); len(got) != 3 || !got[2].Current {
		t.Errorf("score: %+v: want three, Term Challenge current", got)
	}
}

func TestRulers(t *testing.T) {
	want := []parts.TickView{{At: 0, Label: "0"}, {At: 70, Label: "win from 700"}, {At: 40, Label: "draw from 400"}, {At: 100, Label: "1000"}}
	if got := results(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v: want %+v", got, want)
	}
}
