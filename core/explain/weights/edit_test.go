package weights

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

// Each challenge of the running application gives a table with its dimensions exactly
// its weights (testdata/vectors/clawdiators/presets.json).
func TestStartFromEveryChallenge(t *testing.T) {
	challenges := vectors.File[struct {
		Challenges []struct {
			Slug    string
			Weights map[string]float64
		}
	}](t, "clawdiators/presets.json").Challenges
	if len(challenges) != 38 {
		t.Fatalf("%d challenges: want 38", len(challenges))
	}
	for _, c := range challenges {
		header, row := "agent,style", "Nova,5"
		for key := range c.Weights {
			header, row = header+","+key, row+",7"
		}
		got, err := Edit(EditRequest{Text: header + "\n" + row + "\n", Start: from(c.Slug)})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range got.Weights {
			if math.Abs(w.Percent-100*c.Weights[w.Dimension]) > 1e-9 {
				t.Errorf("%s: %s has %v %%: want %v", c.Slug, w.Dimension, w.Percent, 100*c.Weights[w.Dimension])
			}
		}
	}
}

func from(id string) *rulebook.Ref {
	ref := rulebook.ID(id)
	return &ref
}

// ruled is a rulebook that weighs what is named, in percent.
func ruled(weights map[string]float64) *rulebook.Ref {
	rb := rulebook.Rulebook{ID: "mine", Name: "Mine", Source: "a test", Arithmetic: rulebook.Exact, Scale: 100, Composite: rulebook.Composite{Rounding: rulebook.RoundNone}}
	for key, percent := range weights {
		share := percent / 100
		rb.Dimensions = append(rb.Dimensions, rulebook.Dimension{Key: key, Label: key, Measure: "direct", Weight: &share})
	}
	ref := rulebook.Custom(rb)
	return &ref
}

// A whole rulebook gives its weights: those of columns that the table lacks are named,
// the others keep their proportions.
func TestStartFromARulebook(t *testing.T) {
	for _, c := range []struct {
		weights map[string]float64
		want    []live.Weight
		says    string
	}{
		{map[string]float64{"speed": 30, "style": 70}, []live.Weight{{Dimension: "speed", Percent: 30}, {Dimension: "style", Percent: 70}}, "These are the weights of Mine."},
		{map[string]float64{"speed": 20, "style": 60, "luck": 20}, []live.Weight{{Dimension: "speed", Percent: 25}, {Dimension: "style", Percent: 75}}, "These are the weights of Mine in proportion, without luck (20 %), which the table does not have."},
	} {
		got, err := Edit(EditRequest{Text: "agent,speed,style\nNova,1,2\n", Start: ruled(c.weights)})
		if err != nil || !reflect.DeepEqual(got.Weights, c.want) || got.Sentence != c.says {
			t.Errorf("%v: %+v, %v", c.weights, got, err)
		}
	}
}

// scoresOf are the scores of a text, by name and column.
func scoresOf(t *testing.T, text string, how table.Reading) map[string]map[string]float64 {
	t.Helper()
	b, err := Open(text, how)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]float64{}
	for row, name := range b.Table.Names {
		all[name] = map[string]float64{}
		for k := range b.keys {
			all[name][b.labels[k]] = b.Table.Given(row, k)
		}
	}
	return all
}

// A dimension that is added and removed again leaves all names, scores, weights and
// ranks as they were, whatever the names are.
func TestAddAndRemove(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 2))
	for _, names := range [][]string{{"a0", "a1", "a2"}, {`he said "hi"`, "a,b", "x\ny"}, {"a; b", "Nova\"", " "}, {"Ωmega", "=cmd", "nil"}} {
		text, scores := randomTable(rng, 3, 3)
		given := make([]map[string]any, 3)
		for i, name := range names {
			given[i] = map[string]any{"agent": name, "d0": scores[i][0], "d1": scores[i][1], "d2": scores[i][2], "rank": i}
		}
		if names[0] != "a0" {
			list, err := json.Marshal(given)
			if err != nil {
				t.Fatal(err)
			}
			text = string(list)
		}
		before := scoresOf(t, text, table.Reading{})
		weights := weightsOf(randomBasis(rng, 3))
		weights[1].Locked = true
		wider, err := Edit(EditRequest{Text: text, Weights: weights, Add: "Code; style"})
		if err != nil {
			t.Fatal(err)
		}
		for name, row := range scoresOf(t, wider.Text, table.Reading{Columns: wider.Columns}) {
			if len(row) != 4 || row["Code; style"] != 50 || row["D1"] != before[name]["D1"] {
				t.Errorf("%q has %v: want %v and 50 for the new one", name, row, before[name])
			}
		}
		if last := wider.Weights[3]; last.Percent != 0 || !wider.Weights[1].Locked {
			t.Errorf("weights %v: want %v and 0", wider.Weights, weights)
		}
		same, err := Edit(EditRequest{Text: wider.Text, Reading: table.Reading{Columns: wider.Columns}, Weights: wider.Weights, Remove: "Code; style"})
		if err != nil {
			t.Fatal(err)
		}
		for k, w := range same.Weights {
			if w.Dimension != weights[k].Dimension || w.Percent != weights[k].Percent || w.Locked != weights[k].Locked {
				t.Errorf("weight %d is %v: want %v", k, w, weights[k])
			}
		}
		after := scoresOf(t, same.Text, table.Reading{Columns: same.Columns})
		for name, row := range before {
			for label, x := range row {
				if after[name][label] != x {
					t.Errorf("%q: %s is %v: want %v", name, label, after[name][label], x)
				}
			}
		}
	}
}

// What is removed leaves the proportions of the others, to hundredths of a percent.
func TestRemoveKeepsProportions(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 3))
	for range 200 {
		columns := 2 + rng.IntN(6)
		text, _ := randomTable(rng, 2, columns)
		basis, at := randomBasis(rng, columns), rng.IntN(columns)
		got, err := Edit(EditRequest{Text: text, Weights: weightsOf(basis), Remove: "d" + strconv.Itoa(at)})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		left := live.Whole - int(basis[at])
		for k, w := range got.Weights {
			from := k
			if k >= at {
				from++
			}
			sum += int(math.Round(w.Percent * 100))
			if want := 100 * float64(basis[from]) / float64(max(left, 1)); left > 0 && math.Abs(w.Percent-want) >= 0.01 {
				t.Errorf("%v without %d: %v %%: want %v", basis, at, w.Percent, want)
			}
		}
		if sum != live.Whole {
			t.Errorf("%v without %d: the sum is %d", basis, at, sum)
		}
	}
}

// Locked weights stay when another one is removed, if they can.
func TestRemoveWithLocks(t *testing.T) {
	for _, tt := range []struct {
		name   string
		locked [3]bool
		basis  []int32
		want   [2]float64
		says   string
	}{
		{"both locked", [3]bool{true, true, false}, []int32{2000, 3000, 5000}, [2]float64{40, 60}, "C is removed. The others keep their proportions."},
		{"all locked", [3]bool{true, true, true}, []int32{2000, 3000, 5000}, [2]float64{40, 60}, "C is removed. The others keep their proportions."},
		{"one locked", [3]bool{true, false, false}, []int32{5000, 2000, 3000}, [2]float64{50, 50}, "C is removed. Locked weights stay, the others keep their proportions."},
		{"none", [3]bool{}, []int32{1000, 3000, 6000}, [2]float64{25, 75}, "C is removed. The others keep their proportions."},
	} {
		list := []live.Weight{{Dimension: "a"}, {Dimension: "b"}, {Dimension: "c"}}
		for k := range list {
			list[k].Percent, list[k].Locked = float64(tt.basis[k])/100, tt.locked[k]
		}
		got, err := Edit(EditRequest{Text: "agent,a,b,C\nX,90,90,10\nY,10,10,10.2\n", Weights: list, Remove: "C"})
		if err != nil || got.Sentence != tt.says || got.Weights[0].Percent != tt.want[0] || got.Weights[1].Percent != tt.want[1] || got.Weights[0].Locked != tt.locked[0] {
			t.Errorf("%s: %+v, %v: want %v and %q", tt.name, got, err, tt.want, tt.says)
		}
	}
}

func TestEditRefusals(t *testing.T) {
	const text = "agent,speed,style\nNova,1,2\n"
	for name, test := range map[string]struct {
		req  EditRequest
		want string
	}{
		"nothing":          {EditRequest{Text: text}, `/add: "": want a name that no column has`},
		"unknown start":    {EditRequest{Text: text, Start: from("nowhere")}, `/start: "nowhere": want the id of a rulebook with weights or the slug of a challenge`},
		"no own weights":   {EditRequest{Text: text, Start: from("clawdiators")}, `/start: "Clawdiators (document)": want the id`},
		"a bad rulebook":   {EditRequest{Text: text, Start: ruled(map[string]float64{"speed": -1})}, `/start/dimensions: -0.01: want a weight of at least 0`},
		"a weightless one": {EditRequest{Text: text, Start: ruled(nil)}, `/start: "Mine": want the id of a rulebook with weights`},
		"nothing shared":   {EditRequest{Text: text, Start: from("emergence-or-mirage")}, "/start: Emergence or mirage weighs analysis (30 %), correctness (35 %) and methodology (35 %): want a table"},
		"a name twice":     {EditRequest{Text: text, Add: "Speed"}, `/add: "Speed": want a name that no column has`},
		"unknown removed":  {EditRequest{Text: text, Remove: "size"}, `/remove: "size": want the name of a column`},
		"no name":          {EditRequest{Text: text, Agent: " (hypothetical)", Scores: []float64{1, 2}}, `/agent: " (hypothetical)": want the name of a hypothetical agent`},
		"too high":         {EditRequest{Text: text, Agent: "Vega", Scores: []float64{100, 101}}, `/scores/1: 101: want a score from 0 to 100`},
		"too low":          {EditRequest{Text: text, Agent: "Vega", Scores: []float64{-1, 2}}, `/scores/0: -1: want a score from 0 to 100`},
		"too few":          {EditRequest{Text: text, Agent: "Vega", Scores: []float64{1}}, `/scores: 1 items: want 2, a score for each column`},
		"too many":         {EditRequest{Text: text, Agent: "Vega", Scores: []float64{1, 2, 3}}, `/scores: 3 items: want 2, a score for each column`},
		"nobody to remove": {EditRequest{Text: text, Agent: "Nova"}, `/agent: "Nova": want the name of a hypothetical agent`},
		"the last removed": {EditRequest{Text: "agent,speed\nNova,1\n", Remove: "speed"}, `/remove: "speed": want`},
	} {
		if _, err := Edit(test.req); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v: want %s", name, err, test.want)
		}
	}
}

// A hypothetical agent is one row more, under its own scores; the others and the
// weights stay. It is ranked as a table is that had the row from the start.
func TestHypotheticalAgent(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 11))
	for range 60 {
		columns := 1 + rng.IntN(5)
		text, _ := randomTable(rng, 1+rng.IntN(6), columns)
		text += "top" + strings.Repeat(",100", columns) + "\n" // so that the scale is 100
		weights := weightsOf(randomBasis(rng, columns))
		for _, change := range []int{0, 1} { // it is added, then changed
			scores, line := make([]float64, columns), "b c (hypothetical)"
			for k := range scores {
				scores[k] = float64(rng.IntN(10_001)) / 100
				line += "," + strconv.FormatFloat(scores[k], 'f', -1, 64)
			}
			given := text
			if change > 0 {
				added, err := Edit(EditRequest{Text: text, Weights: weights, Agent: "b c", Scores: make([]float64, columns)})
				if err != nil {
					t.Fatal(err)
				}
				given = added.Text
			}
			got, err := Edit(EditRequest{Text: given, Weights: weights, Agent: []string{"b c", "b c (hypothetical)"}[change], Scores: scores})
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != text+line+"\n" || !reflect.DeepEqual(got.Weights, weights) {
				t.Fatalf("%q, %v: want %q and %v", got.Text, got.Weights, text+line, weights)
			}
			sum := 0.0
			for k, x := range scores {
				sum += x * weights[k].Percent / 100
			}
			ranking, err := Weights(Request{Text: got.Text, Weights: got.Weights})
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(ranking.Rows, func(row Row) bool { return row.Name == "b c (hypothetical)" })
			if shown, err := strconv.ParseFloat(ranking.Rows[at].Score, 64); err != nil || math.Abs(shown-sum) > 0.00501 {
				t.Errorf("%v by %v: %s: want %v", scores, weights, ranking.Rows[at].Score, sum)
			}
			gone, err := Edit(EditRequest{Text: got.Text, Weights: got.Weights, Agent: "b c"})
			if err != nil || gone.Text != text {
				t.Errorf("%q, %v: want %q", gone.Text, err, text)
			}
		}
	}
}
