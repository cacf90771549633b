package weights

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

func ranksAnswer(t *testing.T, req RanksRequest) RanksResponse {
	t.Helper()
	res, err := Ranks(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// The whole answer against weightings on a grid, with bounds: ranges, shares and marks.
func TestRanksOnAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 10))
	thirty, half := 30.0, 50.0
	for range 6 {
		text, scores := randomTable(rng, 9, 3)
		list := weightsOf([]int32{4000, 3000, 3000})
		list[0].Least, list[1].Most = &thirty, &half
		res := ranksAnswer(t, RanksRequest{Text: text, Weights: list})
		if !res.Exact || res.Error != 0 || res.How != "Exact, for all weightings within the bounds" {
			t.Fatalf("%v %v %q", res.Exact, res.Error, res.How)
		}
		ranks, ahead := make([][]int, len(scores)), make([][]float64, len(scores))
		for i := range ahead {
			ahead[i] = make([]float64, len(scores))
		}
		all(3, 200, func(basis []int32) {
			if basis[0] < 3000 || basis[1] > 5000 {
				return
			}
			sums := make([]float64, len(scores))
			for i, row := range scores {
				for k, x := range row {
					sums[i] += float64(basis[k]) * x
				}
			}
			for i := range sums {
				rank := 1
				for j := range sums {
					if sums[j] > sums[i]+1e-6 {
						rank++
						ahead[j][i]++
					}
				}
				ranks[i] = append(ranks[i], rank)
			}
		})
		groups := 1
		for p, row := range res.Rows {
			i := rowOf(row.ID)
			slices.Sort(ranks[i])
			n := len(ranks[i])
			near := func(rank int, at float64) bool { // the grid has weightings on the bounds too
				return rank >= ranks[i][int(max(0, at-0.015)*float64(n-1))] && rank <= ranks[i][int(min(1, at+0.015)*float64(n-1))]
			}
			if !near(row.Low, 0.025) || !near(row.High, 0.975) {
				t.Errorf("%s: ranks %s, want %d to %d", row.ID, row.Range, ranks[i][n/40], ranks[i][n-n/40])
			}
			if p == len(res.Rows)-1 {
				if row.Mark != "last" || row.Ahead != "" {
					t.Errorf("%+v", row)
				}
				continue
			}
			share := ahead[i][rowOf(res.Rows[p+1].ID)] / float64(n)
			got, err := strconv.ParseFloat(strings.TrimSuffix(row.Ahead, " %"), 64)
			if err != nil || math.Abs(got/100-share) > 0.02 {
				t.Errorf("%s: ahead in %s, want %.3f", row.ID, row.Ahead, share)
			}
			if want := map[bool]string{true: "solid", false: "likely"}[got >= 95]; got < 75 && row.Mark != "toss-up" || got >= 75 && row.Mark != want {
				t.Errorf("%s is %s with %s", row.ID, row.Mark, row.Ahead)
			}
			if row.Mark == "solid" {
				groups++
			}
		}
		if islands := strings.Count(res.River.Wide, "M"); islands != groups || strings.Count(res.River.Middle, "M") != groups {
			t.Errorf("%d islands of %d groups", islands, groups)
		}
		if want := strconv.Itoa(groups) + " groups apart, not 9 places."; groups > 1 && groups < 9 && !strings.HasSuffix(res.Sentence, want) {
			t.Errorf("%q, want %q", res.Sentence, want)
		}
	}
}

// Neighbours that are toss-ups are one run, and their ranks stand behind their strips.
func TestRanksInRuns(t *testing.T) {
	res := ranksAnswer(t, RanksRequest{Text: "agent,x,y\nA,90,90\nB,60,50\nC,50,60\nD,54,56\nE,10,10\n"})
	got := []string{}
	for _, row := range res.Rows {
		got = append(got, strings.Join([]string{row.ID, row.Range, row.Mark, row.Run, fmt.Sprint(row.RunX, row.RunWidth)}, " "))
	}
	// By hand: B is first of the three above one half of x, C below, and D is between both.
	want := []string{"A 1 solid only 0 0", "B 2–4 toss-up first 20 60", "C 2–4 toss-up inner 20 60", "D 3 solid last 20 60", "E 5 last only 0 0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if res.Sentence != "These scores tell 3 groups apart, not 5 places." || res.Key != "3 groups" || res.Solid+res.Likely+res.TossUp != "202" {
		t.Errorf("%+v", res)
	}
}

func TestRanksSentences(t *testing.T) {
	for text, want := range map[string]string{
		"agent,x\nA,9\n":                   "One agent has one place.",
		"agent,x,y\nA,9,9\nB,1,1\n":        "These scores tell all 2 places apart.",
		"agent,x,y\nA,9,1\nB,1,9\nC,5,5\n": "These scores tell no places apart.",
		"agent,x,y\nA,5,5\nB,5,5\n":        "These scores tell no places apart.",
	} {
		if res := ranksAnswer(t, RanksRequest{Text: text}); res.Sentence != want || !strings.Contains(want, res.Key) {
			t.Errorf("%q: %q, want %q", text, res.Sentence, want)
		}
	}
}

// What samples are good to, in words, and noise in words.
func TestRanksSay(t *testing.T) {
	table := "agent,d0,d1,d2,d3\nA,90,80,70,60\nB,60,70,80,90\n"
	for _, tt := range []struct {
		samples    int
		noise      []float64
		how, words string
	}{
		{0, nil, "38,416 weightings, ± 0.5 points at 95 %", "none"},
		{4000, []float64{0, 0, 5, 5}, "4,000 weightings, ± 1.5 points at 95 %", "± 5 in 2 of 4"},
		{385, []float64{5, 5, 5, 5}, "385 weightings, ± 5.0 points at 95 %", "± 5"},
		{1, []float64{0, 0, 2.5, 10}, "1 weightings, ± 98.0 points at 95 %", "± 2.5 to 10 in 2 of 4"},
	} {
		list := weightsOf([]int32{2500, 2500, 2500, 2500})
		for k, x := range tt.noise {
			list[k].Noise = x
		}
		res := ranksAnswer(t, RanksRequest{Text: table, Weights: list, Samples: tt.samples})
		if res.How != tt.how || res.Noise != tt.words {
			t.Errorf("%q, %q: want %q, %q", res.How, res.Noise, tt.how, tt.words)
		}
	}
}

// Weightings that are drawn in parts through a board end in the answer of [Ranks], with
// the rows that are wanted on an axis around them.
func TestRanksInParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 11))
	text, scores := randomTable(rng, 120, 4)
	board, err := Open(text, table.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	list := weightsOf(randomBasis(rng, len(scores[0])))
	list[1].Noise = 7
	want := ranksAnswer(t, RanksRequest{Text: text, Weights: list, Samples: 5000})
	weights, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	view := func(request string) *RankDraws {
		t.Helper()
		got, err := board.View([]byte(request))
		if err != nil {
			t.Fatal(err)
		}
		return got.(*RankDraws)
	}
	if first := view(`{"ranks":4000,"count":200,"weights":` + string(weights) + `}`); first.Drawn != 4000 || first.Of != 38_416 || first.Far != "4,000 of 38,416 weightings" {
		t.Errorf("%d of %d drawn, %q", first.Drawn, first.Of, first.Far)
	}
	if got := view(`{"ranks":1000,"count":200}`); !reflect.DeepEqual(got.Answer, want) {
		t.Errorf("%+v\nwant %+v", got.Answer, want)
	}
	part := view(`{"ranks":0,"from":40,"count":10,"keep":["` + want.Rows[2].ID + `"]}`)
	if part.Drawn != 5000 || len(part.Answer.Rows) != 11 || part.Answer.Rows[10].ID != want.Rows[2].ID {
		t.Errorf("%d drawn, %d rows", part.Drawn, len(part.Answer.Rows))
	}
	for p, row := range part.Answer.Rows[:10] {
		whole := want.Rows[40+p]
		if row.Says != whole.Says || row.NowX != tenth(100*float64(41+p-29)/34) {
			t.Errorf("%+v\nwant %+v on an axis from 29 to 62", row, whole)
		}
	}
	if axis := part.Answer.Axis; axis[0].Text != "29" || axis[len(axis)-1].Text != "62" {
		t.Errorf("%+v", axis)
	}
	if end := view(`{"ranks":65535,"count":1}`); end.Drawn != 38_416 || end.Answer.Error != 0.5 {
		t.Errorf("%d drawn, ± %v", end.Drawn, end.Answer.Error)
	}
	exact := `{"ranks":1,"count":9,"weights":[{"dimension":"d0","percent":100},{"dimension":"d1","percent":0},{"dimension":"d2","percent":0},{"dimension":"d3","percent":0}]}`
	if again := view(exact); again.Drawn != 1 { // other weights begin anew
		t.Errorf("%d drawn", again.Drawn)
	}
}

// The same ranks, whatever the present weights: they decide the order alone.
func TestRanksKeepTheirRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 12))
	text, scores := randomTable(rng, 30, 5)
	ranges := map[string]string{}
	for range 3 {
		for _, row := range ranksAnswer(t, RanksRequest{Text: text, Weights: weightsOf(randomBasis(rng, len(scores[0]))), Samples: 2000}).Rows {
			if before, ok := ranges[row.ID]; ok && before != row.Range {
				t.Errorf("%s: %s, before %s", row.ID, row.Range, before)
			}
			ranges[row.ID] = row.Range
		}
	}
}

// The picture goes from edge to edge and stays inside, however long the table is.
func TestRiver(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 13))
	number := regexp.MustCompile(`[HV][-\d.]+`)
	for _, n := range []int{1, 2, 13, 200, 3000} {
		text, _ := randomTable(rng, n, 4)
		res := ranksAnswer(t, RanksRequest{Text: text, Samples: 300})
		widest, corners := 0.0, 0
		for _, m := range number.FindAllString(res.River.Wide+res.River.Middle, -1) {
			x, err := strconv.ParseFloat(m[1:], 64)
			corners++
			if err != nil || x < 0 || m[0] == 'V' && x > 156 || x > 1000 {
				t.Fatalf("%d rows: %s is outside", n, m)
			}
			if m[0] == 'H' {
				widest = max(widest, x)
			}
		}
		if widest != 1000 || corners > 4400 {
			t.Errorf("%d rows: as wide as %v, %d corners", n, widest, corners)
		}
		last := res.River.Ticks[len(res.River.Ticks)-1]
		if res.River.Ticks[0].Text != "1st" || n > 1 && !strings.HasPrefix(last.Text, strconv.Itoa(n)) || len(res.River.Ticks) > 8 {
			t.Errorf("%d rows: %+v", n, res.River.Ticks)
		}
	}
}

func TestRanksRefuse(t *testing.T) {
	low, high := 60.0, 20.0
	for _, tt := range []struct {
		name string
		edit func(list []live.Weight)
		want string
	}{
		{"noise beyond the scale", func(list []live.Weight) { list[1].Noise = 100.5 }, "/weights/1/noise: 100.5: want at most the highest score, 100"},
		{"bounds that leave nothing", func(list []live.Weight) { list[0].Least, list[1].Least = &low, &low }, "/weights: the lowest weights sum to 120 %, so that no weights are left: want at most 100 %"},
		{"bounds that cross", func(list []live.Weight) { list[1].Least, list[1].Most = &low, &high }, "/weights/1/least: 60 %: want at most the highest weight of the dimension, 20 %"},
	} {
		list := weightsOf([]int32{5000, 5000})
		tt.edit(list)
		if _, err := Ranks(RanksRequest{Text: "agent,d0,d1\na,1,2\nb,2,1\n", Weights: list}); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := Ranks(RanksRequest{Text: "agent,x,y\nA,5,\nB,,7\n"}); err == nil || !strings.Contains(err.Error(), "/missing") {
		t.Errorf("nobody is ranked: %v", err)
	}
}

// Nova is first from a weight of x of 2/3 on, so in a third of all weightings, and second in
// the others, twice as often.
func TestRanksBars(t *testing.T) {
	res := ranksAnswer(t, RanksRequest{Text: "agent,x,y\nAtlas,70,100\nNova,90,60\n", Keep: []string{"Nova"}})
	nova := res.Rows[1]
	if want := "M0.0 22V11.0H50.0V22ZM50.0 22V0.0H100.0V22Z"; nova.Bars != want || res.Rows[0].Bars != "" {
		t.Errorf("%q and %q, want %q", nova.Bars, res.Rows[0].Bars, want)
	}
	if want := "2nd, 1–2 in 95 %. Most often 2nd, in 67 %."; nova.Says != want {
		t.Errorf("%q, want %q", nova.Says, want)
	}
}
