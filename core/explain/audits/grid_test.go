package audits

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/audit"
)

// TestDigits: characters are compared at the same distance from the decimal point, by hand.
// Marked ones are in brackets.
func TestDigits(t *testing.T) {
	for _, tt := range []struct{ name, claimed, right, want string }{
		{"one digit", "92.40", "92.00", "92.[4]0"},
		{"a point between two", "95.00", "91.25", "9[5.00]"},
		{"no point between", "91.20", "90.45", "9[1.20]"},
		{"in the middle", "1189.60", "1177.60", "11[89].60"},
		{"longer than the right one", "100.00", "99.00", "[100].00"},
		{"shorter: what is there agrees", "5.00", "15.00", "[5.00]"},
		{"shorter, and one differs", "6.00", "15.00", "[6].00"},
		{"below zero", "−5.00", "5.00", "[−]5.00"},
		{"a rank", "2", "1", "[2]"},
		{"a result", "win", "draw", "[win]"},
		{"nothing is right", "180", "", "[180]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			for _, d := range digits(tt.claimed, tt.right) {
				if d.Wrong {
					got += "[" + d.Text + "]"
				} else {
					got += d.Text
				}
			}
			if got != tt.want {
				t.Errorf("%s against %s: %s, want %s", tt.claimed, tt.right, got, tt.want)
			}
		})
	}
}

// TestReasons: one sentence for each difference of the example, by hand from its numbers.
func TestReasons(t *testing.T) {
	res, err := Audit(Request{Text: example(t)})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Carina Rank 1: Its 94.50 beats Nova’s 94.25.",
		"Nova Rank 2: Carina’s 94.50 beats its 94.25.",
		"Atlas Score 92.00: 0.40 too much by any reading.",
		"Lyra Speed 91.25: 3.75 too much for what was measured.",
		"Lyra Score 90.45: It adds up the claimed dimension scores.",
		"Draco Rating 1177.60: Loses 8.20. The claim adds 3.80.",
		"Volans Score 38.00: 10.00 too much by any reading.",
		"Volans Signed 38.00: Its signed record says 38.00.",
	}
	if len(res.Rows) != len(want) {
		t.Fatalf("%d differences, want %d", len(res.Rows), len(want))
	}
	for i, r := range res.Rows {
		if got := r.Name + " " + r.Line + " " + r.Right + ": " + r.Says; got != want[i] {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
	if h := res.Hero; h.Number+" "+h.Of+" "+h.Wrong != "55 of 63 values are right. Eight are not." {
		t.Errorf("%+v", h)
	}
	if res.Lead.Sentence != "Volans claims 10.00 too many." || res.Right.Says != "Six agents are right" {
		t.Errorf("%s %s", res.Lead.Sentence, res.Right.Says)
	}
}

// TestGridAddsUp: the counts of the lines are the counts of the rules, and every difference is
// a wrong cell of its submission and line.
func TestGridAddsUp(t *testing.T) {
	again := "agent,correctness,speed,quality,process,score,final_score\nA,90,100,80,80,88,87\nB,50,50,50,50,50,50\n"
	for name, req := range map[string]Request{
		"the example":              {Text: example(t)},
		"a score twice":            {Text: again},
		"24 agents":                {Text: league(24, [4]int{40, 20, 20, 20}, map[string]float64{"Vega 2": 9})},
		"weights that do not fit":  {Text: example(t), Weights: "30 30 20 20", From: fromRequest},
		"weights of 110 %":         {Text: strings.Replace(example(t), `"speed":20`, `"speed":30`, 1)},
		"a score beyond the scale": {Text: "agent,correctness,speed,quality,process,score\nA,190,100,80,80,88\nB,50,50,50,50,50\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if req.Rulebook == nil && !strings.Contains(req.Text, "airena") {
				req.Text = `{"rulebook":"airena","submissions":` + asJSON(req.Text) + `}`
			}
			res, err := Audit(req)
			if err != nil {
				t.Fatal(err)
			}
			right, all := 0, 0
			for _, l := range res.Grid.Lines {
				n, _ := strconv.Atoi(l.Count)
				of, _ := strconv.Atoi(l.Of[1:])
				for _, c := range l.Cells {
					if c.State == isOpen {
						of--
					}
				}
				right, all = right+n, all+of
				if len(l.Cells) != len(res.Grid.Agents) && l.Label != "Weights" {
					t.Errorf("%s: %d cells for %d agents", l.Label, len(l.Cells), len(res.Grid.Agents))
				}
			}
			wantRight, wantAll := 0, 0
			for _, c := range res.Counts {
				n, _ := strconv.Atoi(c.Agree)
				of, _ := strconv.Atoi(c.Checked)
				wantRight, wantAll = wantRight+n, wantAll+of
			}
			if right != wantRight || all != wantAll || all == 0 {
				t.Errorf("%d of %d in the grid, %d of %d by rule", right, all, wantRight, wantAll)
			}
			for _, r := range res.Rows {
				if r.Agent >= 0 && !isCell(res.Grid, r) {
					t.Errorf("no wrong cell for %s of %s", r.Line, r.Name)
				}
				if r.Says == "" && r.Rule != "weights" {
					t.Errorf("no reason for %s of %s", r.Line, r.Name)
				}
			}
		})
	}
}

func isCell(g Grid, r Row) bool {
	for _, l := range g.Lines {
		for i := range l.Cells {
			if l.Label == r.Line && i == r.Agent && g.Agents[i] == r.Name && l.Cells[i].State == isWrong {
				return true
			}
		}
	}
	return false
}

// asJSON returns a table of numbers as submissions.
func asJSON(table string) string {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	keys := strings.Split(lines[0], ",")
	var rows []string
	for _, line := range lines[1:] {
		var row []string
		for k, cell := range strings.Split(line, ",") {
			if k == 0 {
				cell = strconv.Quote(cell)
			}
			row = append(row, strconv.Quote(keys[k])+":"+cell)
		}
		rows = append(rows, "{"+strings.ReplaceAll(strings.Join(row, ","), `"agent"`, `"id"`)+"}")
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// TestMarks: of 1,000 submissions, the parts with a wrong one are marked where it is.
func TestMarks(t *testing.T) {
	wrong := map[string]float64{"Carina 1": 5, "Nova 1": 5, "Vega 100": 5, "Volans 200": 5} // rows 0, 1, 497 and 999
	text := `{"rulebook":"airena","submissions":` + asJSON(league(1000, [4]int{40, 20, 20, 20}, wrong)) + `}`
	res, err := Audit(Request{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, m := range res.Grid.Marks {
		got += fmt.Sprintf("%s %g %g %s;", m.Name, m.At, m.Wide, m.Flag)
	}
	if want := "Carina 1 0 0.5 Carina 1;Vega 100 49.5 0.5 Vega 100;Volans 200 99.5 0.5 Volans 200;"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(res.Grid.Agents)+len(res.Grid.Lines) > 0 || len(res.Fit.Dots) != 4 || res.Fit.Few == "" {
		t.Errorf("%d agents, %d lines, %d dots of four that differ", len(res.Grid.Agents), len(res.Grid.Lines), len(res.Fit.Dots))
	}
}

// TestDots: dots of scores that fit are on the line, the others are off it by the square root
// of the difference, to 46 of 50 at 25 points.
func TestDots(t *testing.T) {
	res, err := Audit(Request{Text: example(t)})
	if err != nil {
		t.Fatal(err)
	}
	off := map[string]float64{"3": 0.4, "4": 0.75, "12": 10}
	if len(res.Fit.Dots) != 12 {
		t.Fatalf("%d dots", len(res.Fit.Dots))
	}
	for i, d := range res.Fit.Dots {
		want := 50 - 46*math.Sqrt(off[d.Place]/25)
		if math.Abs(d.Off-want) > 0.006 || d.Wrong != (off[d.Place] > 0) || (d.Flag != "") != d.Wrong {
			t.Errorf("%+v, want it at %g", d, want)
		}
		if middle := 100 * (float64(i) + 0.5) / 12; math.Abs(d.At-middle) > 0.006 {
			t.Errorf("dot %s is at %g, want %g", d.Place, d.At, middle)
		}
	}
	if res.Fit.Says != "40 · 20 · 20 · 20 fits 9 of 12 scores." {
		t.Error(res.Fit.Says)
	}
}

// TestEdges: weights as the ends of their parts are the same weights.
func TestEdges(t *testing.T) {
	for _, tt := range []struct{ name, ends, want string }{
		{"as they are", "ends 40 60 80", "40 20 20 20"},
		{"one moved", "ends 43 60 80", "43 17 20 20"},
		{"tenths", "ends 33.3 33.3 100", "33.3 0 66.7 0"},
		{"few", "ends 40 60", "2 ends: want 3"},
		{"back", "ends 40 30 80", `"30": want a place from 40 to 100`},
		{"beyond", "ends 40 60 101", `"101": want a place from 60 to 100`},
		{"no number", "ends 40 x 80", `"x": want a place from 40 to 100`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := Audit(Request{Text: example(t), Weights: tt.ends, From: fromRequest})
			got := res.Weights.Text
			if err != nil {
				got = err.Error()
			}
			if !strings.HasSuffix(got, tt.want) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestKept: the values that agree are kept of the first submissions only.
func TestKept(t *testing.T) {
	s, err := Open(Request{Text: `{"rulebook":"airena","submissions":` + asJSON(league(1000, [4]int{40, 20, 20, 20}, nil)) + `}`})
	if err != nil {
		t.Fatal(err)
	}
	if refusal := s.work(mostRows); refusal != nil {
		t.Fatal(refusal)
	}
	if n := len(s.audit.Values()); n != audit.MostKept {
		t.Errorf("%d values, want %d", n, audit.MostKept)
	}
}
