package weights

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// filled are the weights that an answer puts into the form.
func filled(t *testing.T, fill string) []int32 {
	t.Helper()
	var parts map[string]string
	if err := json.Unmarshal([]byte(fill), &parts); err != nil {
		t.Fatalf("%s: %v", fill, err)
	}
	basis := make([]int32, len(parts))
	for k := range basis {
		percent, err := strconv.ParseFloat(parts[fmt.Sprintf("/weights/%d/percent", k)], 64)
		if err != nil {
			t.Fatalf("%s: %v", fill, err)
		}
		basis[k] = int32(math.Round(percent * 100))
	}
	return basis
}

// alone reports whether a row is ahead of all others that differ from it.
func alone(scores [][]float64, basis []int32, row int) bool {
	for i := range scores {
		if d := lead(scores, basis, row, i); d < 0 || d == 0 && fmt.Sprint(scores[i]) != fmt.Sprint(scores[row]) {
			return false
		}
	}
	return true
}

// all calls f with every weighting in steps of so many basis points.
func all(columns, step int, f func([]int32)) {
	basis := make([]int32, columns)
	var rest func(k, left int)
	rest = func(k, left int) {
		if k == columns-1 {
			basis[k] = int32(left)
			f(basis)
			return
		}
		for w := 0; w <= left; w += step {
			basis[k] = int32(w)
			rest(k+1, left-w)
		}
	}
	rest(0, live.Whole)
}

func distance(a, b []int32) (sum float64) {
	for k := range a {
		sum += float64(a[k]-b[k]) * float64(a[k]-b[k])
	}
	return math.Sqrt(sum)
}

// The weights put the agent first, and none of a grid of all weightings that do are
// nearer; if there are said to be none, the grid has none. For two dimensions the grid
// has every weighting.
func TestFirstAgainstAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 14))
	counts := map[string]int{}
	for round := range 60 {
		columns := 2 + round%2
		step := []int{1, 50}[round%2]
		text, scores := randomTable(rng, 3+rng.IntN(6), columns)
		basis := randomBasis(rng, columns)
		row := rng.IntN(len(scores))
		res, err := First(FirstRequest{Text: text, Weights: weightsOf(basis), Agent: "a" + strconv.Itoa(row)})
		if err != nil {
			t.Fatal(err)
		}
		nearest := math.Inf(1)
		all(columns, step, func(w []int32) {
			if alone(scores, w, row) {
				nearest = min(nearest, distance(w, basis))
			}
		})
		counts[res.Brief[:1]]++
		switch res.Brief {
		case "now":
			if !alone(scores, basis, row) {
				t.Errorf("round %d: %s", round, res.Sentence)
			}
		case "never", "hardly":
			if !math.IsInf(nearest, 1) {
				t.Errorf("round %d: %s: the grid has weights at %v", round, res.Sentence, nearest)
			}
		default:
			got := filled(t, res.Fill)
			if !alone(scores, got, row) {
				t.Errorf("round %d: %s: %v does not put it first", round, res.Sentence, got)
			}
			if d := distance(got, basis); d > nearest+5*float64(columns) {
				t.Errorf("round %d: %s: %v is %v away, the grid has %v", round, res.Sentence, got, d, nearest)
			}
			moved := 0
			for k, w := range got {
				moved += max(0, int(w-basis[k]))
			}
			want := strconv.FormatFloat(float64(moved)/100, 'f', -1, 64) + " points"
			if moved == 100 {
				want = "1 point"
			}
			if res.Brief != want {
				t.Errorf("round %d: %s: want %s", round, res.Brief, want)
			}
		}
	}
	if counts["n"] < 10 || len(counts) < 3 {
		t.Errorf("too few kinds of answers: %v", counts)
	}
}

// Dominated agents are those that comparing every pair finds.
func TestDominatedAgainstAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 14))
	found := 0
	for round := range 40 {
		text, scores := randomTable(rng, 2+rng.IntN(20), 2+rng.IntN(2))
		res, err := First(FirstRequest{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for b := range scores {
			dominated := false
			for a := range scores {
				better, worse := false, false
				for k := range scores[a] {
					better, worse = better || scores[a][k] > scores[b][k], worse || scores[a][k] < scores[b][k]
				}
				dominated = dominated || better && !worse
			}
			if dominated {
				want++
			}
		}
		for _, d := range res.Dominated {
			a, b := scores[rowOf(d.By)], scores[rowOf(d.ID)]
			for k := range a {
				if a[k] < b[k] {
					t.Errorf("round %d: %s is not behind %s", round, d.ID, d.By)
				}
			}
		}
		if len(res.Dominated) != want || want > 1 && res.Never != words.Capital(words.Spelled(want))+" can’t win: someone matches or beats them everywhere." {
			t.Errorf("round %d: %s: %d listed, want %d", round, res.Never, len(res.Dominated), want)
		}
		found += want
	}
	if found < 50 {
		t.Errorf("only %d dominated agents", found)
	}
}

func TestFirstSays(t *testing.T) {
	const text = "agent,speed,quality\nRight,0,100\nMiddle,50,40\nFast,100,0\nWorst,0,0\nTwin,100,0\n"
	for _, row := range []struct{ agent, sentence, brief string }{
		{"Right", "Right is first if the weights move together, 0.01 points in all, as below.", "0.01 points"},
		{"Middle", "No weights put Middle first: it can pass Fast and Right, but not at the same time.", "never"},
		{"Worst", "No weights put Worst first: Fast is at least as good in every dimension.", "never"},
		{"", "Right is first if the weights move together, 0.01 points in all, as below.", "0.01 points"},
	} {
		res, err := First(FirstRequest{Text: text, Agent: row.agent})
		if err != nil || res.Sentence != row.sentence && row.sentence != "" || res.Brief != row.brief || !strings.Contains(res.Sentence, res.Key) {
			t.Errorf("%q: %q, %q, %v", row.agent, res.Sentence, res.Brief, err)
		}
	}
	if _, err := First(FirstRequest{Text: text, Agent: "Nobody"}); err == nil || err.Error() != `/agent: no agent of the table is called "Nobody"` {
		t.Error(err)
	}
	one, err := First(FirstRequest{Text: "agent,x,y\nA,100,0\nB,0,100\n", Weights: []live.Weight{{Dimension: "x", Percent: 50.99}, {Dimension: "y", Percent: 49.01}}})
	if err != nil || one.Sentence != "B is first if the weights move together, 1 point in all, as below." || one.Brief != "1 point" {
		t.Errorf("%+v, %v", one, err)
	}
	for _, agent := range []string{"Fast", "Twin"} { // they share the first place, and no weights part them
		list := []live.Weight{{Dimension: "speed", Percent: 60}, {Dimension: "quality", Percent: 40}}
		res, err := First(FirstRequest{Text: text, Agent: agent, Weights: list})
		if err != nil || res.Sentence != agent+" is first now." || res.Brief != "now" || len(res.Rows) > 0 {
			t.Errorf("%+v, %v", res, err)
		}
	}
	res, err := First(FirstRequest{Text: "agent,speed\nNova,1\n"})
	if err != nil || res.Sentence != "Nova is first now." || res.Never != "Nobody is matched or beaten everywhere." {
		t.Errorf("%+v, %v", res, err)
	}
}

// A single agent that cannot be passed is not passed at another time either.
func TestFirstSaysWhoIsNeverPassed(t *testing.T) {
	res, err := First(FirstRequest{Text: "agent,x,y\nA,0.000000000001,0\nB,0,100\n", Agent: "A"})
	if want := "No weights put A clearly first: it can be ahead of B by next to nothing only."; err != nil || res.Sentence != want || res.Brief != "hardly" {
		t.Errorf("%q, %q, %v: want %q", res.Sentence, res.Brief, err, want)
	}
	text := "agent,x,y\n"
	for i := range mostCovered {
		text += fmt.Sprintf("r%04d,%d,%d\n", i, 9000-i, 5000+i)
	}
	res, err = First(FirstRequest{Text: text + "Worst,1,1\n", Agent: "Worst"})
	if want := "No weights put Worst first: r0000 is at least as good in every dimension."; err != nil || res.Sentence != want || res.Brief != "never" {
		t.Errorf("%q, %q, %v: want %q", res.Sentence, res.Brief, err, want)
	}
	if want := "Worst is first under 0.0 % of all weightings (± 0.0 at 95 %)."; res.Share != want {
		t.Errorf("%q, want %q", res.Share, want)
	}
	if want := "Of the first 2,000, nobody is matched or beaten everywhere."; res.Never != want {
		t.Errorf("%q, want %q", res.Never, want)
	}
}

// What fills the form names each weight by its place in the request, in whatever order
// the weights are given.
func TestFillsByPlacesInTheRequest(t *testing.T) {
	const text = "agent,a,b,c\nN,90,10,50\nM,10,90,50\nL,50,50,60\n"
	given := []live.Weight{{Dimension: "a", Percent: 50}, {Dimension: "b", Percent: 30}, {Dimension: "c", Percent: 20}}
	pinned := []live.Weight{{Dimension: "a", Percent: 20}, {Dimension: "b", Percent: 70}, {Dimension: "c", Percent: 10}}
	fills := func(weights []live.Weight) (all []string) {
		sure, err := Sure(Request{Text: text, Weights: weights})
		first, err2 := First(FirstRequest{Text: text, Weights: weights, Agent: "M"})
		regions, err3 := Regions(RegionsRequest{Text: text, Weights: weights})
		others, err4 := Others(OthersRequest{Text: text, Weights: weights, Pinned: pinned})
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		for _, way := range sure.Flip.Ways {
			all = append(all, way.Fill)
		}
		all = append(all, first.Fill)
		for _, row := range regions.Rows {
			all = append(all, row.Fill)
		}
		for _, w := range others.Weightings {
			all = append(all, w.Fill)
		}
		return all
	}
	want, got := fills(given), fills([]live.Weight{given[2], given[0], given[1]})
	if len(got) != len(want) || len(got) < 6 {
		t.Fatalf("%q, want as many as %q", got, want)
	}
	for i := range got {
		a, b := filled(t, want[i]), filled(t, got[i])
		if !slices.Equal(b, []int32{a[2], a[0], a[1]}) {
			t.Errorf("%v, want %v with the last one first", b, a)
		}
	}
	bad := 150.0
	if _, err := Sure(Request{Text: text, Weights: []live.Weight{{Dimension: "c", Percent: 20, Least: &bad}, given[0], given[1]}}); err == nil || !strings.HasPrefix(err.Error(), "/weights/0/least") {
		t.Errorf("%v, want a refusal of /weights/0/least", err)
	}
}

// TestCentralWeightsPutItFirst: the weights that put an agent first are convex, so their mean
// does too; of two dimensions it is the middle between two borders.
func TestCentralWeightsPutItFirst(t *testing.T) {
	random, asked := rand.New(rand.NewPCG(3, 7)), 0
	for columns := 2; columns <= 9; columns++ {
		scores := make([][]float64, 12)
		text := "agent"
		for k := range columns {
			text += fmt.Sprintf(",c%d", k)
		}
		for i := range scores {
			text += fmt.Sprintf("\na%d", i)
			for range columns {
				x := float64(random.IntN(101))
				scores[i] = append(scores[i], x)
				text += fmt.Sprintf(",%g", x)
			}
		}
		for i := range scores {
			res, err := First(FirstRequest{Text: text, Agent: fmt.Sprintf("a%d", i)})
			if err != nil {
				t.Fatal(err)
			}
			if res.Central == "" {
				continue
			}
			if asked++; !alone(scores, filled(t, res.Middle), i) {
				t.Errorf("%d columns: %s does not put a%d first", columns, res.Middle, i)
			}
		}
	}
	if asked < 30 {
		t.Errorf("%d agents can be first, want more", asked)
	}
	res, err := First(FirstRequest{Text: "agent,x,y\nNova,90,60\nAtlas,70,100\n", Agent: "Nova"}) // from 2/3 to 1
	if err != nil {
		t.Fatal(err)
	}
	if got := filled(t, res.Middle)[0]; math.Abs(float64(got)-8333) > 50 {
		t.Errorf("a weight of %d on average, want 8333", got)
	}
}
