package weights

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// rankedBy are the ranks of the rows by whole numbers: 1 and how many are ahead.
func rankedBy(scores [][]float64, basis []int32) []int {
	ranks := make([]int, len(scores))
	for a := range scores {
		ranks[a] = 1
		for b := range scores {
			if lead(scores, basis, b, a) > 0 {
				ranks[a]++
			}
		}
	}
	return ranks
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// tauByPairs is Kendall's tau-b by its definition: the sum over all pairs of the
// products of the signs of their differences, over the root of the product of the
// pairs that are not tied (Kendall, The Treatment of Ties in Ranking Problems, 1945).
func tauByPairs(x, y []int) float64 {
	sum, inX, inY := 0, 0, 0
	for i := range x {
		for j := range i {
			a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
			sum, inX, inY = sum+a*b, inX+a*a, inY+b*b
		}
	}
	return float64(sum) / math.Sqrt(float64(inX)*float64(inY))
}

func typedOf(basis []int32, between string) string {
	list := make([]string, len(basis))
	for k, w := range basis {
		list[k] = strconv.FormatFloat(float64(w)/100, 'f', -1, 64)
	}
	return strings.Join(list, between)
}

// Ranks, first ones, tau and who moves most are those of adding up whole numbers and
// comparing all pairs.
func TestOthersByPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 30))
	for range 100 {
		text, scores := randomTable(rng, 2+rng.IntN(9), 2+rng.IntN(4))
		columns := len(scores[0])
		now := randomBasis(rng, columns)
		given := [][]int32{randomBasis(rng, columns), randomBasis(rng, columns), randomBasis(rng, columns)}
		res, err := Others(OthersRequest{Text: text, Weights: weightsOf(now), Pinned: weightsOf(given[0]),
			Others: []string{typedOf(given[1], " "), "", strings.ReplaceAll(typedOf(given[2], " % · "), ".", ",") + " %"}})
		if err != nil {
			t.Fatal(err)
		}
		if list := res.Weightings; len(list) != 3 || list[0].Letter != "A" || list[1].Letter != "B" || list[2].Letter != "D" {
			t.Fatalf("weightings %+v: want A, B and D", list)
		}
		ranks := rankedBy(scores, now)
		for n, w := range res.Weightings {
			then := rankedBy(scores, given[n])
			if want := tauByPairs(ranks, then); !math.IsNaN(want) && w.Tau != words.Fixed(want, 2) {
				t.Errorf("%v at %v and %v: τ %s: want %v", scores, now, given[n], w.Tau, want)
			}
			most, first := 0, 0
			for i := range then {
				most = max(most, ranks[i]-then[i], then[i]-ranks[i])
				if "a"+strconv.Itoa(i) == w.First {
					first = then[i]
				}
			}
			if first != 1 {
				t.Errorf("%v at %v: %s has rank %d, not 1", scores, given[n], w.First, first)
			}
			if fields := strings.Fields(w.Moved); most == 0 && w.Moved != "nobody" || most > 0 && !strings.HasSuffix(fields[1], strconv.Itoa(most)) {
				t.Errorf("%v and %v: %s moves most: want %d ranks", ranks, then, w.Moved, most)
			}
			for _, row := range res.Rows {
				i := rowOf(row.ID)
				want := strings.TrimSpace(strconv.Itoa(then[i]) + " " + moved(ranks[i]-then[i]))
				if row.Ranks[0] != strconv.Itoa(ranks[i]) || row.Ranks[n+1] != want {
					t.Errorf("%s under %s: %v: want %s, then %s", row.ID, w.Letter, row.Ranks, strconv.Itoa(ranks[i]), want)
				}
			}
		}
	}
}

// Who shares the first place has it.
func TestOthersOfATie(t *testing.T) {
	res, err := Others(OthersRequest{Text: "agent,d0,d1\nB,100,0\nA,0,100\n", Weights: weightsOf([]int32{6000, 4000}), Others: []string{"50 50"}})
	if want := "B is first under 1 of 1 other weighting."; err != nil || !strings.HasPrefix(res.Sentence, want) {
		t.Errorf("%q (%v), want %q", res.Sentence, err, want)
	}
}

func TestTypedWeights(t *testing.T) {
	const text = "agent,x,y\na,1,2\nb,2,1\n"
	for typed, want := range map[string]string{
		"60 40":         "60 · 40 %",
		"60 % · 40 %":   "60 · 40 %",
		"62,5; 37.5":    "62.5 · 37.5 %",
		"equal":         "50 · 50 %",
		"  ":            "",
		"":              "",
		"20 30 50":      `"20 30 50": want 2 percentages with spaces between them, or equal`,
		"100":           `"100": want 2 percentages with spaces between them, or equal`,
		"60 x":          `"x": want 0 to 100`,
		"60 30":         "the weights sum to 90 %: want 100 %",
		"-10 110":       `"-10": want 0 to 100`,
		"NaN 50":        `"NaN": want 0 to 100`,
		"50 1e999":      `"1e999": want 0 to 100`,
		"33.333 66.667": "33.333: want at most two decimals",
	} {
		res, err := Others(OthersRequest{Text: text, Others: []string{typed}})
		got := ""
		switch {
		case err != nil:
			got = strings.TrimPrefix(err.Error(), "/others/0: ")
		case len(res.Weightings) > 0:
			got = res.Weightings[0].Weights
		}
		if got != want {
			t.Errorf("%q: %s: want %s", typed, got, want)
		}
	}
}

// Of those that pass the first one at the same weight, the one that is ahead from there
// on is the next first.
func TestOvertakersAtOnePlace(t *testing.T) {
	for _, row := range []struct {
		name, table string
		a, b        float64
		want        string
	}{
		{"the steeper one is behind now", "agent,a,b\nF,0,100\nM,50,50\nS,100,0\n", 0, 100, "S"},
		{"the steeper one is ahead now", "agent,a,b\nF,0,100\nM,50,50\nS,100,0\n", 100, 0, "S"},
		{"they pass it at different weights", "agent,a,b\nF,0,100\nM,60,60\nS,100,0\n", 0, 100, "M"},
		{"it is equal at the beginning", "agent,a,b\nF,0,100\nM,60,60\nS,10,100\n", 0, 100, "S"},
		{"nobody passes it", "agent,a,b\nF,0,100\nM,0,50\n", 0, 100, ""},
	} {
		s, err := read(Request{Text: row.table, Weights: weightsNamed("a", row.a, "b", row.b)})
		if err != nil {
			t.Fatal(err)
		}
		f, got := newField(s), ""
		if next := f.overtaker(slices.Index(f.names, "F"), f.at(0, 0), f.at(0, live.Whole)); next >= 0 {
			got = f.names[next]
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
