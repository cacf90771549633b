package weights

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// Under weightings with bounds, each agent is first as often as on a grid of all
// weightings that keep to them, and the sentences name the bounds.
func TestBoundsOnAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 24))
	thirty, half := 30.0, 50.0
	for range 5 {
		text, scores := randomTable(rng, 6, 3)
		list := weightsOf([]int32{4000, 3000, 3000})
		list[0].Least, list[1].Most = &thirty, &half
		counts, of := make([]float64, 6), 0.0
		all(3, 100, func(basis []int32) {
			if basis[0] < 3000 || basis[1] > 5000 {
				return
			}
			of++
			names := firsts(scores, basis)
			for _, name := range names {
				counts[rowOf(name)]++
			}
		})
		res, err := Sure(Request{Text: text, Weights: list})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range res.Heat {
			if want := counts[rowOf(row.ID)] / of; math.Abs(row.Cells[0].Share-want) > 0.03 { // the grid has steps of 1 %, and 10,000 samples 0.5 % of error
				t.Errorf("%v: %s is first under %v: want about %v", scores, row.ID, row.Cells[0].Share, want)
			}
		}
		first, err := First(FirstRequest{Text: text, Weights: list})
		if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range []string{res.Sentence, first.Share} {
			if !strings.Contains(sentence, "of all weightings within the bounds (±") {
				t.Errorf("%s: does not name the bounds", sentence)
			}
		}
	}
}

// An agent that is not ahead is not said to be first alone.
func TestSureOfEqualAgents(t *testing.T) {
	res, err := Sure(Request{Text: "agent,x,y\nA,5,6\nB,5,6\nC,1,1\n"})
	if want := "A is level with B and first under 100.0 % of all weightings"; err != nil || !strings.HasPrefix(res.Sentence, want) {
		t.Errorf("%q, %v: want %q", res.Sentence, err, want)
	}
}

// Weights decide nothing only if all are equal in each dimension.
func TestDecidesOfEqualScores(t *testing.T) {
	for text, want := range map[string]string{
		"agent,x,y\nA,100,0\nB,0,100\n": "All agents have the same score with these weights, so no share can be told: other weights may decide.",
		"agent,x,y\nA,5,7\nB,5,7\n":     "In each dimension all are equal, so the weights decide nothing.",
		"agent,x,y\nA,5,7\n":            "In each dimension all are equal, so the weights decide nothing.",
	} {
		res, err := Sure(Request{Text: text})
		if err != nil || res.Decides.Sentence != want || !strings.Contains(want, res.Decides.Key) {
			t.Errorf("%q: %+v, %v: want %q", text, res.Decides, err, want)
		}
	}
}

// A share that is not all does not look like all.
func TestNearlyAllWeightings(t *testing.T) {
	res, err := Sure(Request{Text: "agent,x,y\nX,90,10\nY,10,10.02\n"})
	if err != nil || !strings.Contains(res.Sentence, "first under 99.9") {
		t.Errorf("%q, %v", res.Sentence, err)
	}
}

// A lead is more than nothing, however few decimals it is said with.
func TestSureOfASmallLead(t *testing.T) {
	res, err := Sure(Request{Text: "agent,x,y\nA,5.001,6\nB,5,6\nC,1,1\n"})
	if want := "A is 0.001 ahead and first under 100.0 % of all weightings"; err != nil || !strings.HasPrefix(res.Sentence, want) {
		t.Errorf("%q, %v: want %q", res.Sentence, err, want)
	}
}

func TestBoundsThatLeaveNothing(t *testing.T) {
	low, high := 60.0, 20.0
	list := weightsOf([]int32{5000, 5000})
	list[0].Least, list[1].Least = &low, &low
	if _, err := Sure(Request{Text: "agent,d0,d1\na,1,2\nb,2,1\n", Weights: list}); err == nil || err.Error() != "/weights: the lowest weights sum to 120 %, so that no weights are left: want at most 100 %" {
		t.Errorf("%v", err)
	}
	list[1].Least, list[1].Most = &low, &high
	for _, ask := range []func() error{
		func() error { _, err := Sure(Request{Text: "agent,d0,d1\na,1,2\nb,2,1\n", Weights: list}); return err },
		func() error {
			_, err := First(FirstRequest{Text: "agent,d0,d1\na,1,2\nb,2,1\n", Weights: list})
			return err
		},
	} {
		if err := ask(); err == nil || err.Error() != "/weights/1/least: 60 %: want at most the highest weight of the dimension, 20 %" {
			t.Errorf("%v", err)
		}
	}
	list[1].Least, list[1].Most = nil, &high
	if _, err := Sure(Request{Text: "agent,d0,d1\na,1,2\nb,2,1\n", Weights: list}); err != nil {
		t.Errorf("%v", err)
	}
}

// Weightings that are drawn in parts through a board end in the answer of [Sure], and
// those of other weights begin anew.
func TestDrawsEndInTheAnswerOfSure(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 44))
	high := 70.0
	for round := range 3 {
		text, scores := randomTable(rng, 3+rng.IntN(60), 2+round)
		board, err := Open(text, table.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		list := weightsOf(randomBasis(rng, len(scores[0])))
		list[0].Most = &high
		for _, list := range [][]live.Weight{weightsOf(randomBasis(rng, len(scores[0]))), list} {
			want, err := Sure(Request{Text: text, Weights: list})
			if err != nil {
				t.Fatal(err)
			}
			weights, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			draws := &Draws{}
			for request, parts := `{"draw":900,"weights":`+string(weights)+`}`, 1; parts == 1 || draws.Drawn < draws.Of; request, parts = `{"draw":1500}`, parts+1 {
				view, err := board.View([]byte(request))
				if err != nil {
					t.Fatal(err)
				}
				draws = view.(*Draws)
				if drawn := min(900+1500*(parts-1), draws.Of); draws.Drawn != drawn {
					t.Fatalf("%d drawn after %d parts, want %d", draws.Drawn, parts, drawn)
				}
				if parts == 2 && draws.Of == 10_000 && draws.Far != "2,400 of 10,000 random weightings" {
					t.Errorf("%q", draws.Far)
				}
			}
			if !reflect.DeepEqual(draws.Answer, want) {
				t.Errorf("%+v\nwant %+v", draws.Answer, want)
			}
		}
	}
}

func TestEqualInEveryDimension(t *testing.T) {
	res, err := Sure(Request{Text: "agent,x,y\nA,90,60\nB,90,60\n"})
	if want := "A and B are equal in every dimension: no weights put one before the other."; err != nil || res.Flip.Sentence != want {
		t.Errorf("%q, %v: want %q", res.Flip.Sentence, err, want)
	}
	for _, row := range []struct{ name, c, want string }{
		{"a third agent is behind", "C,50,95", "Move 3.34 points from X to Y: C wins."},
		{"a third agent has the same score", "C,60,90", "A and C have the same score now: any change may decide."},
	} {
		res, err := Sure(Request{Text: "agent,x,y\nA,90,60\nB,90,60\n" + row.c + "\n"})
		if err != nil || res.Flip.Sentence != row.want || !strings.Contains(row.want, res.Flip.Key) {
			t.Errorf("%s: %q, %v: want %q", row.name, res.Flip.Sentence, err, row.want)
		}
	}
}
