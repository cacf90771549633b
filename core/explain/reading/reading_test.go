package reading

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

const board = "Agent\tAccuracy\ttime_ms\nNova\t90\t300\nAtlas\t80\t1200\nVolans\t70\t\n"

func read(t *testing.T, req Request) Response {
	t.Helper()
	res, err := Reading(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Weights keep their proportions if a column comes or goes, and sum to 100.
func TestWeights(t *testing.T) {
	given := []live.Weight{{Dimension: "accuracy", Percent: 75}, {Dimension: "time_ms", Percent: 25}}
	for _, tt := range []struct {
		name  string
		role  map[string]string
		given []live.Weight
		want  map[string]float64
	}{
		{"the same columns", nil, given, map[string]float64{"accuracy": 75, "time_ms": 25}},
		{"none given", nil, nil, map[string]float64{"accuracy": 50, "time_ms": 50}},
		{"a column is ignored", map[string]string{"time_ms": "ignored"}, given, map[string]float64{"accuracy": 100}},
		{"a column is new", nil, given[:1], map[string]float64{"accuracy": 50, "time_ms": 50}},
		{"of another table", nil, []live.Weight{{Dimension: "style", Percent: 100}}, map[string]float64{"accuracy": 50, "time_ms": 50}},
		{"one of many is the same", nil, []live.Weight{{Dimension: "accuracy", Percent: 40}, {Dimension: "style", Percent: 40}, {Dimension: "form", Percent: 20}}, map[string]float64{"accuracy": 50, "time_ms": 50}},
		{"what is left is 0", map[string]string{"Accuracy": "ignored"}, []live.Weight{{Dimension: "accuracy", Percent: 100}, {Dimension: "time_ms"}}, map[string]float64{"time_ms": 100}},
		{"in another order", nil, []live.Weight{given[1], given[0]}, map[string]float64{"accuracy": 75, "time_ms": 25}},
	} {
		req := Request{Text: board, Weights: tt.given}
		for column, role := range tt.role {
			req.Columns = append(req.Columns, table.Choice{Column: column, Role: role})
		}
		got := read(t, req).Weights
		if len(got) != len(tt.want) {
			t.Errorf("%s: %v: want %v", tt.name, got, tt.want)
		}
		for _, w := range got {
			if want, ok := tt.want[w.Dimension]; !ok || w.Percent != want {
				t.Errorf("%s: %s has %v %%: want %v", tt.name, w.Dimension, w.Percent, want)
			}
		}
	}
}

// Every dot is inside the picture, and on the line between the ends.
func TestScalePicture(t *testing.T) {
	rng := rand.New(rand.NewPCG(59, 2))
	for range 300 {
		c := table.Column{Role: table.RoleDimension, Better: table.Higher, From: rng.Float64() * 10, To: rng.Float64() * 10}
		for range 1 + rng.IntN(300) {
			x := rng.Float64()*30 - 10
			if rng.IntN(9) == 0 {
				x = math.NaN()
			}
			c.Values = append(c.Values, x)
		}
		s := scaleOf(&c)
		if len(s.Dots) > 200 {
			t.Errorf("%d dots for %d values: want at most 200", len(s.Dots), len(c.Values))
		}
		if s.Limits[0].X > s.Limits[1].X {
			t.Errorf("the ends are at %v: want the lower one left", s.Limits)
		}
		if n := (s.High - s.Low) / s.Step; s.High > s.Low && !(n >= 99 && n <= 251) {
			t.Errorf("%v steps of %v from %v to %v: want about a hundred", n, s.Step, s.Low, s.High)
		}
		for _, d := range append(s.Dots, s.Limits[0].Dot, s.Limits[1].Dot) {
			if !(d.X >= margin && d.X <= 100-margin && d.Y >= above && d.Y <= 100-above) {
				t.Errorf("a dot at %v: want it inside", d)
			}
		}
		if strings.Contains(s.Line+s.Area, "NaN") {
			t.Errorf("%s: want numbers", s.Line)
		}
	}
}

// All parts of a cell make the cell.
func TestCell(t *testing.T) {
	for _, tt := range []struct{ text, before, number, after string }{
		{"91.8%", "", "91.8", "%"},
		{"$1.20", "$", "1.20", ""},
		{"0.89 (0.02)", "", "0.89", " (0.02)"},
		{"1 250,50 €", "", "1 250,50", " €"},
		{"−5", "", "−5", ""},
		{"9/10", "", "9/10", ""},
		{"USD 3", "USD ", "3", ""},
		{"300 ms", "", "300", " ms"},
	} {
		c := table.Column{Role: table.RoleDimension, Values: []float64{1}, Cells: []string{tt.text}}
		if got := cellOf(&c, 0); got != (Cell{tt.before, tt.number, tt.after, ""}) {
			t.Errorf("%q is %+v: want %q, %q, %q", tt.text, got, tt.before, tt.number, tt.after)
		}
	}
	blank := table.Column{Role: table.RoleDimension, Values: []float64{math.NaN()}, Cells: []string{" "}}
	if got := cellOf(&blank, 0); got != (Cell{Gone: "blank"}) {
		t.Errorf("an empty cell is %+v", got)
	}
}

// Who lacks a score is named, with the choices there are.
func TestMissing(t *testing.T) {
	res := read(t, Request{Text: board})
	if want := "Volans: no time_ms. Left out."; res.Missing != want {
		t.Errorf("%q: want %q", res.Missing, want)
	}
	labels := []string{}
	for _, c := range res.Blanks {
		labels = append(labels, c.Label+" "+c.Chosen)
	}
	if got, want := strings.Join(labels, ", "), "Leave out true, Zero false, Worst false, Ignore time_ms false"; got != want {
		t.Errorf("%s: want %s", got, want)
	}
	two := read(t, Request{Text: "agent,a,b\nX,1,\nY,,2\nZ,3,4\n"})
	if want := "X: no b; Y: no a. Left out."; two.Missing != want || len(two.Blanks) != 5 {
		t.Errorf("%q, %d choices: want %q with five", two.Missing, len(two.Blanks), want)
	}
	zero := read(t, Request{Text: board, Reading: table.Reading{Missing: table.Zero}})
	if want := "Volans: no time_ms. Counted as 0."; zero.Missing != want {
		t.Errorf("%q: want %q", zero.Missing, want)
	}
	long := "agent,a\n"
	for i := range 9 {
		long += "N" + strconv.Itoa(i) + ",\n"
	}
	if got, want := read(t, Request{Text: long + "N9,1\n"}).Missing, "N0, N1, N2 and 6 others: no a. Left out."; got != want {
		t.Errorf("%q: want %q", got, want)
	}
}

func TestRepeats(t *testing.T) {
	for _, tt := range []struct{ name, text, rule, want string }{
		{"none", "agent,a\nX,1\nY,2\n", "", ""},
		{"once", "agent,a\nX,1\nX,2\n", "", "X is there several times."},
		{"twice", "agent,a\nX,1\nX,2\nY,1\nY,3\n", "", "X and Y are there several times."},
		{"many", "agent,a\nX,1\nX,2\nY,1\nY,3\nZ,1\nZ,1\nU,1\nU,1\n", "", "X, Y, Z and 1 other name are there several times."},
	} {
		res := read(t, Request{Text: tt.text, Reading: table.Reading{Duplicates: tt.rule}})
		if res.Equal != tt.want || (res.Repeats != nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v: want %q", tt.name, res.Equal, res.Repeats, tt.want)
		}
	}
}

// Weights in the headers come with the table; thirds are equal.
func TestOwnWeights(t *testing.T) {
	for _, tt := range []struct{ name, text, want, brings string }{
		{"in the headers", "agent,accuracy (70 %),speed (30 %)\nX,1,2\nY,3,4\n", "70 30", "70 30"},
		{"of one column alone", "agent,accuracy (70 %),speed\nX,1,2\nY,3,4\n", "50 50", ""},
		{"none", "agent,a,b,c\nX,1,2,3\nY,3,4,5\n", "33.33 33.33 33.33", ""},
	} {
		res := read(t, Request{Text: tt.text})
		if got := percents(res.Weights); got != tt.want {
			t.Errorf("%s: weights %s: want %s", tt.name, got, tt.want)
		}
		if got := percents(res.Brings); got != tt.brings {
			t.Errorf("%s: brings %q: want %q", tt.name, got, tt.brings)
		}
	}
	thirds := Request{Text: "agent,a,b,c\nX,1,2,3\nY,3,4,5\n", Weights: []live.Weight{{Dimension: "a", Percent: 50}, {Dimension: "b", Percent: 50}}}
	if got, want := percents(read(t, thirds).Weights), "33.33 33.33 33.33"; got != want {
		t.Errorf("a third column beside two equal ones: %s: want %s", got, want)
	}
}

func percents(list []live.Weight) string {
	texts := []string{}
	for _, w := range list {
		texts = append(texts, strconv.FormatFloat(w.Percent, 'f', -1, 64))
	}
	return strings.Join(texts, " ")
}

// A table of submissions says what each column is to the rules, and which it is not.
func TestSubmissions(t *testing.T) {
	const text = "Agent,Date,Correctness,speed.time_ms,Total Score,Rank,Votes\nNova,2026-11-12,90,300,88,1,12\nAtlas,2026-11-13,80,400,84,2,9\n"
	req := Request{Text: text, Submissions: true, Rules: []rulebook.Ref{rulebook.ID("airena")}}
	res := read(t, req)
	reasons := []string{}
	for _, c := range res.Columns {
		reasons = append(reasons, c.Reason)
	}
	if got, want := strings.Join(reasons, ", "), "name, not used, score of Correctness, time_ms of Speed, score, rank, not used"; got != want {
		t.Errorf("%s: want %s", got, want)
	}
	if want := "The rules do not use Date and Votes."; res.Sentence != want {
		t.Errorf("%q: want %q", res.Sentence, want)
	}
	if want := "2 submissions · 5 columns used · 2 columns not used"; res.Brief != want {
		t.Errorf("%q: want %q", res.Brief, want)
	}
	req.Columns = []table.Choice{{Column: "Rank", Role: table.RoleIgnored}, {Column: "Votes", Role: table.RoleRank}}
	if res := read(t, req); res.Columns[5].Reason != "your choice" || res.Columns[6].Reason != "rank" {
		t.Errorf("%q and %q: want the choice, and rank", res.Columns[5].Reason, res.Columns[6].Reason)
	}
	req.Rules, req.Columns = nil, nil
	if res := read(t, req); !strings.HasPrefix(res.Sentence, "Choose the rules") {
		t.Errorf("without rules: %q", res.Sentence)
	}
	req.Text = `[{"id":"a","correctness":90},{"id":"b","correctness":80}]`
	if res := read(t, req); len(res.Columns) != 0 || res.Brief != "2 submissions" {
		t.Errorf("in JSON: %d columns, %q", len(res.Columns), res.Brief)
	}
}
