package frame

import (
	"reflect"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates/parts"
)

func TestScoreView(t *testing.T) {
	answer := breakdown.ScoreResponse{
		Sentence: "This scores 823.",
		Unit:     "of 1000",
		Parts: []breakdown.ScorePart{
			{Key: "a", Label: "A", Formula: "as given", Score: "900", Weight: "50 %", Weighted: "450", Most: "500", Start: 0, Width: 45},
			{Key: "b", Label: "B", Formula: "as given", Score: "690", Weight: "15 %", Weighted: "103.5", Most: "150", Start: 45, Width: 10.35},
		},
		Steps:    []explain.Step{{Label: "Total", Formula: "a + b", Value: "823"}},
		Readings: []explain.Reading{{Rulebook: "x-live", Name: "Live", Answer: "824", Differs: true, Why: "rounds"}},
		Notes:    []explain.Note{{Kind: "trap", Field: "/x", Text: "Mind this."}},
	}
	got := ScoreView(answer, Hundred(" %"))
	padded := answer.Parts[0]
	padded.Weighted = "450" + decimals.PointSpace + decimals.FigureSpace
	want := parts.ScoreView{
		Answer: answer,
		Parts: []parts.PartView{{ScorePart: padded, Bare: "900", Answered: "450", Share: "50 %"},
			{ScorePart: answer.Parts[1], Bare: "690", Answered: "103.5", Share: "15 %"}},
		Ticks: []parts.TickView{{At: 0, Label: "0 %"}, {At: 25, Label: "25 %"}, {At: 50, Label: "50 %"}, {At: 75, Label: "75 %"}, {At: 100, Label: "100 %"}},
	}
	if answer.Parts[0].Weighted != "450" {
		t.Errorf("the answer is changed: %+v", answer.Parts[0])
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
