package weights

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// randomTable returns agents with random scores in quarters, as CSV.
func randomTable(rng *rand.Rand, agents, columns int) (text string, scores [][]float64) {
	header := []string{"agent"}
	for k := range columns {
		header = append(header, "d"+strconv.Itoa(k))
	}
	text = strings.Join(header, ",") + "\n"
	for i := range agents {
		row, cells := make([]float64, columns), []string{"a" + strconv.Itoa(i)}
		for k := range row {
			row[k] = float64(rng.IntN(401)) / 4
			cells = append(cells, strconv.FormatFloat(row[k], 'f', -1, 64))
		}
		text, scores = text+strings.Join(cells, ",")+"\n", append(scores, row)
	}
	return text, scores
}

func weightsOf(basis []int32) []live.Weight {
	list := make([]live.Weight, len(basis))
	for k, w := range basis {
		list[k] = live.Weight{Dimension: "d" + strconv.Itoa(k), Percent: float64(w) / 100}
	}
	return list
}

func randomBasis(rng *rand.Rand, columns int) []int32 {
	list := make([]live.Weight, columns)
	for k := range list {
		list[k].Percent = rng.Float64()
	}
	basis := make([]int32, columns)
	for k, w := range live.Balance(list, -1) {
		basis[k] = int32(math.Round(w.Percent * 100))
	}
	return basis
}

// lead is by how much one row is ahead of another, in whole numbers: scores are in
// quarters.
func lead(scores [][]float64, basis []int32, a, b int) (sum int) {
	for k, w := range basis {
		sum += int(w) * (int(4*scores[a][k]) - int(4*scores[b][k]))
	}
	return sum
}

// firsts are the rows that nobody is ahead of.
func firsts(scores [][]float64, basis []int32) (list []string) {
	for a := range scores {
		ahead := true
		for b := range scores {
			ahead = ahead && lead(scores, basis, a, b) >= 0
		}
		if ahead {
			list = append(list, "a"+strconv.Itoa(a))
		}
	}
	return list
}

// slid are the weights if one is given so many basis points, as a slider does.
func slid(t *testing.T, basis []int32, k int, points float64) []int32 {
	t.Helper()
	got, err := live.Rebalance(live.BalanceRequest{Weights: weightsOf(basis), Edited: &k, Percent: new(points / 100)})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int32, len(basis))
	for i, w := range got.Weights {
		out[i] = int32(math.Round(w.Percent * 100))
	}
	return out
}

// Every mark is where the slider's own steps change the order: at it the first of
// the two is ahead, a basis point or the rounding of the others before it is not.
// The next new firsts on both sides, and the moves that change the first place, are
// those that trying every step finds.
func TestMarksAndMovesByTryingAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	marks := 0
	for round := range 12 {
		text, scores := randomTable(rng, 3+rng.IntN(5), 2+rng.IntN(3))
		basis := randomBasis(rng, len(scores[0]))
		res, err := Sure(Request{Text: text, Weights: weightsOf(basis)})
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range res.Marks {
			for _, mark := range m.Marks {
				marks++
				names := strings.Fields(mark.ID)
				up, down := rowOf(names[0]), rowOf(names[1])
				at := math.Round(mark.At * 100)
				if lead(scores, slid(t, basis, k, at), up, down) <= 0 {
					t.Errorf("round %d: %s: it is not ahead there", round, mark.Text)
				}
				if lead(scores, slid(t, basis, k, at-1), up, down) > 0 && lead(scores, slid(t, basis, k, at-3), up, down) > 0 {
					t.Errorf("round %d: %s: it is ahead before", round, mark.Text)
				}
			}
			checkSides(t, scores, basis, k, m)
		}
		checkMoves(t, scores, basis, res.Flip)
	}
	if marks < 60 {
		t.Errorf("only %d marks", marks)
	}
}

// At 50 % both agents share the first place: whoever is ahead just above it becomes the
// first there, whichever of them is now.
func TestMarksBesideATie(t *testing.T) {
	for _, row := range []struct {
		basis        []int32
		below, above string
	}{
		{[]int32{6000, 4000}, "49.99 a1 wins", " nobody else above"},
		{[]int32{4000, 6000}, " nobody else below", "50.01 a0 wins"},
		{[]int32{5001, 4999}, "49.99 a1 wins", " nobody else above"},
	} {
		res, err := Sure(Request{Text: "agent,d0,d1\na0,100,0\na1,0,100\n", Weights: weightsOf(row.basis)})
		if err != nil {
			t.Fatal(err)
		}
		m := res.Marks[0]
		if len(m.Marks) != 1 || m.Marks[0].Kind != "first" || m.BelowAt+" "+m.Below != row.below || m.AboveAt+" "+m.Above != row.above {
			t.Errorf("%v: %+v, want %s and %s", row.basis, m, row.below, row.above)
		}
	}
}

func rowOf(name string) int {
	i, err := strconv.Atoi(strings.TrimPrefix(name, "a"))
	if err != nil {
		panic(err)
	}
	return i
}

// checkSides tries every step of a slider for the next new first on both sides.
func checkSides(t *testing.T, scores [][]float64, basis []int32, k int, m Marks) {
	t.Helper()
	now := firsts(scores, basis)
	if len(now) > 1 {
		return
	}
	next := func(step int) (at string) {
		for points := int(basis[k]) + step; points >= 0 && points <= live.Whole; points += step {
			if list := firsts(scores, slid(t, basis, k, float64(points))); len(list) == 1 && list[0] != now[0] {
				return percentOf(int32(points))
			}
		}
		return ""
	}
	near := func(got, want string) bool {
		a, _ := strconv.ParseFloat(got, 64)
		b, _ := strconv.ParseFloat(want, 64)
		return (got == "") == (want == "") && math.Abs(a-b) < 0.035 // rounding of the others may take it back for a step
	}
	if below, above := next(-1), next(+1); !near(m.BelowAt, below) || !near(m.AboveAt, above) {
		t.Errorf("%v, %s at %d: new firsts at %q and %q, want %q and %q", scores, m.Dimension, basis[k], m.BelowAt, m.AboveAt, below, above)
	}
}

// checkMoves tries every amount between every two dimensions.
func checkMoves(t *testing.T, scores [][]float64, basis []int32, flip Flip) {
	t.Helper()
	now := firsts(scores, basis)
	if len(now) > 1 {
		return
	}
	best := 0
	for from := range basis {
		for to := range basis {
			for points := 1; from != to && points <= int(basis[from]) && (best == 0 || points < best); points++ {
				list := append([]int32{}, basis...)
				list[from] -= int32(points)
				list[to] += int32(points)
				if got := firsts(scores, list); got[0] != now[0] || len(got) == 1 && got[0] != now[0] {
					if lead(scores, list, rowOf(got[0]), rowOf(now[0])) > 0 {
						best = points
					}
				}
			}
		}
	}
	if (best == 0) != (len(flip.Ways) == 0) || best > 0 && math.Abs(flip.Ways[0].Points-float64(best)/100) > 1e-9 {
		t.Errorf("%v at %v: the least move is %+v, want %d basis points", scores, basis, flip.Ways, best)
	}
}

// The shares of a row of the heat map sum to 1, and so do those of every place.
func TestHeatSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 2))
	for _, agents := range []int{2, 7, 12, 30} {
		text, _ := randomTable(rng, agents, 4)
		res, err := Sure(Request{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range res.Heat {
			sum := 0.0
			for _, cell := range row.Cells {
				sum += cell.Share
			}
			if math.Abs(sum-1) > 1e-9 || len(row.Cells) != len(res.Places) {
				t.Errorf("%d agents, %s: %d cells, sum %v", agents, row.ID, len(row.Cells), sum)
			}
		}
		if len(res.Heat) != min(agents, heatRows) || len(res.Places) > MostPlaces {
			t.Errorf("%d agents: %d rows, %d places", agents, len(res.Heat), len(res.Places))
		}
	}
}

func TestTablesAreRead(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"comma", "agent,x,y\na,1,2\nb,2,1\n", "a x=1 y=2; b x=2 y=1"},
		{"semicolon and decimal comma", "agent;x\na;1,5\nb;2\n", "a x=1.5; b x=2"},
		{"semicolon and a decimal comma before three digits", "agent;x;y\na;1,500;0,5\nb;\"12,500\";2\n", "a x=1.5 y=0.5; b x=12.5 y=2"},
		{"comma and a decimal comma in a cell", "agent,x\na,\"1,5\"\nb,\"0,500\"\n", "a x=1.5; b x=0.5"},
		{"tab, percent", "name\tx\na\t50 %\n", "a x=50"},
		{"byte order mark and quotes", "\ufeffname,x\n\"a, b\",1\n", "a, b x=1"},
		{"columns that are no scores", "rank,name,x,total,team\n1,a,5,9,red\n", "a x=5"},
		{"JSON", `[{"name":"a","x":1,"rank":3}]`, "a x=1"},
		{"a leaderboard", `{"standings":[{"id":"a","score":9,"dimensions":{"x":5,"y":6}}]}`, "a x=5 y=6"},
		{"breakdowns", `[{"agent":"a","breakdown":{"x":{"score":7,"weight":0.5}}}]`, "a x=7"},
		{"JSON Lines", "{\"name\":\"a\",\"x\":1}\n{\"name\":\"b\",\"x\":2}\n", "a x=1; b x=2"},
		{"a list with an agent a line", "{\"agents\":[\n{\"name\":\"a\",\"x\":1},\n{\"name\":\"b\",\"x\":2}\n]}\n", "a x=1; b x=2"},
		{"a column whose name is a number beside two others", "model,vendor,2024\na,x,1\n", "a d2024=1"},
		{"columns whose names are numbers", "Agent name,2024,2025\na,1,2\n", "a d2024=1 d2025=2"},
		{"no names", "x,y\n1,2\n3,4\n", "row 1 x=1 y=2; row 2 x=3 y=4"},
	} {
		b, err := Open(tt.text, table.Reading{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var rows []string
		for i, name := range b.sheet.Names {
			line := name
			for k, d := range b.dims {
				line += fmt.Sprintf(" %s=%v", b.keys[k], b.sheet.Columns[d].Values[i])
			}
			rows = append(rows, line)
		}
		if got := strings.Join(rows, "; "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// As many columns as a table may have are read, whatever they are called.
func TestColumnsHaveKeys(t *testing.T) {
	for name, column := range map[string]string{"no Latin letters": "длина %c", "alike for long": "Correctness of the answers to the questions in the part %c"} {
		text, row := "agent", "\na"
		for k := range mostDims {
			text += "," + fmt.Sprintf(column, rune('А'+k))
			row += ",1"
		}
		res, err := Weights(Request{Text: text + row})
		if err != nil || len(res.Weights) != mostDims {
			t.Errorf("%s: %d weights, %v", name, len(res.Weights), err)
			continue
		}
		list := []live.Weight{}
		for k, w := range res.Weights {
			list = append(list, live.Weight{Dimension: w.Dimension})
			list[k].Percent, _ = strconv.ParseFloat(w.Percent, 64)
		}
		if _, err := Weights(Request{Text: text + row, Weights: list}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTablesAreRefused(t *testing.T) {
	wide := "agent" + strings.Repeat(",x", 1)
	for k := range 70 {
		wide += ",d" + strconv.Itoa(k)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", " \n", "/text: the text is empty"},
		{"a text among numbers", "name,x\na,1\nb,six\n", `/text: row 2, column "x": "six" is no number`},
		{"a cell that may mean a thousand", "name,x\na,1\nb,\"1,500\"\n", `/numbers: row 2, column "x": "1,500" is 1500 or 1.5`},
		{"a text of JSON that may mean a thousand", `[{"name":"a","x":"1,500"}]`, `/numbers: row 1, column "x": "1,500" is 1500 or 1.5`},
		{"a total that may mean a thousand", "agent,x,total\na,1,\"1,500\"\n", `/numbers: row 1, column "total": "1,500" is 1500 or 1.5`},
		{"two columns of one name", "name,x,x\na,1,2\n", `/text: columns 2 and 3 are both "x": rename one`},
		{"two columns of one name, of which each row fills one", "name,x, x\na,1,\nb,,2\n", `/text: columns 2 and 3 are both "x": rename one`},
		{"no column", "name\na\n", "/text: no column of numbers here"},
		{"no agent", "name,x\n", "/text: the table has no row"},
		{"no header", "Nova,97,96.5\nAtlas,95,100\n", `/text: the header has the number "96.5": want names of columns, such as agent,speed,quality`},
		{"no header, and ranks", "1;Nova;97,5\n2;Atlas;95\n", `/text: the header has the number "97,5"`},
		{"no header, and no name", "97,96.5\n95,100\n", `/text: the header has the number "96.5"`},
		{"200 dimensions", wide + "\na" + strings.Repeat(",1", 71) + "\n", "/text: it has 71 columns of scores: want at most 64"},
		{"not closed", "name,x\n\"a,1\n", "/text: row 0: expected the quotation mark that closes a cell"},
		{"no list", `{"x":{"y":[]}}`, "/text: it has no table"},
		{"a number", `[5]`, "/text: it has no table"},
		{"broken JSON", `[{"name":"a","x":1},{"name"]`, "/text: line 1, column 28: "},
	} {
		_, err := Weights(Request{Text: tt.text})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestExportsReadBack(t *testing.T) {
	text := "agent,Speed,Code quality\na,1,2\n"
	list := []live.Weight{{Dimension: "speed", Percent: 33.33}, {Dimension: "code_quality", Percent: 66.67}}
	for _, tt := range []struct{ format, want string }{
		{"dims", "dims(\n  { speed: 0.3333, code_quality: 0.6667 },\n)\n"},
		{"json", "{\n  \"speed\": 0.3333,\n  \"code_quality\": 0.6667\n}\n"},
		{"yaml", "weights:\n  speed: 0.3333\n  code_quality: 0.6667\n"},
		{"go", "map[string]float64{\n\t\"speed\": 0.3333,\n\t\"code_quality\": 0.6667,\n}\n"},
	} {
		got, err := Export(ExportRequest{Text: text, Weights: list, Format: tt.format})
		if err != nil || got.Text != tt.want {
			t.Errorf("%s: %q (%v), want %q", tt.format, got.Text, err, tt.want)
		}
	}
}

// A key that YAML takes for no text is in quotes.
func TestYAMLNames(t *testing.T) {
	no := table.Reading{Columns: []table.Choice{{Column: "No", Role: table.RoleDimension}}} // else it numbers the rows
	got, err := Export(ExportRequest{Text: "agent,No,on,null,Note\na,1,2,3,4\n", Reading: no, Format: "yaml"})
	if want := "weights:\n  \"no\": 0.25\n  \"on\": 0.25\n  \"null\": 0.25\n  note: 0.25\n"; err != nil || got.Text != want {
		t.Errorf("%q (%v), want %q", got.Text, err, want)
	}
}

// A change of a rate by less than a point is one.
func TestDeltaOfRates(t *testing.T) {
	list := func(x float64) []live.Weight {
		return []live.Weight{{Dimension: "x", Percent: x}, {Dimension: "y", Percent: 100 - x}}
	}
	got, err := Weights(Request{Text: "agent,x,y\na,0.9,0.87\nb,0.5,0.5\n", Weights: list(60), Pinned: list(50)})
	if err != nil || got.Rows[0].Delta != "▲ 0.3 points" || got.Rows[1].Delta != "=" {
		t.Errorf("%+v (%v)", got.Rows, err)
	}
}

func TestSentences(t *testing.T) {
	const two = "agent,x,y\na,10,0\nb,0,10\n"
	half := []live.Weight{{Dimension: "x", Percent: 50}, {Dimension: "y", Percent: 50}}
	mostX := []live.Weight{{Dimension: "x", Percent: 60}, {Dimension: "y", Percent: 40}}
	for _, tt := range []struct {
		name string
		req  Request
		want string
	}{
		{"alone", Request{Text: "agent,x\na,1\n"}, "a is alone with 100.0 %."},
		{"a tie of two", Request{Text: two, Weights: half}, "a and b tie."},
		{"a tie of three", Request{Text: "agent,x\na,2\nb,2\nc,2\n"}, "a and 2 others tie."},
		{"one leads", Request{Text: two, Weights: mostX}, "a leads by 2.00."},
		{"less than is shown", Request{Text: "agent,x\na,50.001\nb,50\n"}, "a leads by 0.001."},
		{"pinned, the same first", Request{Text: two, Weights: mostX, Pinned: half}, "a leads by 2.00. It was a tie of a and b."},
		{"pinned, the same two", Request{Text: two, Weights: half, Pinned: mostX}, "a and b tie. It was a."},
		{"pinned, three", Request{Text: "agent,x,y\na,3,1\nb,3,2\nc,3,0\n", Weights: []live.Weight{{Dimension: "x", Percent: 50}, {Dimension: "y", Percent: 50}}, Pinned: []live.Weight{{Dimension: "x", Percent: 100}, {Dimension: "y"}}}, "b leads by 0.50. It was a tie of a and 2 others."},
		{"rates", Request{Text: "agent,x,y\na,0.95,0.8\nb,0.85,0.7\n", Weights: half}, "a leads by 10.0 points."},
		{"rates that are nearly equal", Request{Text: "agent,x,y\na,0.9004,0.9\nb,0.9,0.9\n", Weights: half}, "a leads by 0.02 points."},
		{"pinned, the same weights", Request{Text: two, Weights: mostX, Pinned: mostX}, "a leads by 2.00."},
		{"pinned weights of another table", Request{Text: two, Weights: mostX, Pinned: []live.Weight{{Dimension: "z", Percent: 100}}}, "a leads by 2.00."},
	} {
		got, err := Weights(tt.req)
		if err != nil || got.Sentence != tt.want || !strings.Contains(got.Sentence, got.Key) {
			t.Errorf("%s: %q (%v), want %q", tt.name, got.Sentence, err, tt.want)
		}
	}
}

func weightsNamed(pairs ...any) []live.Weight {
	list := []live.Weight{}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, live.Weight{Dimension: pairs[i].(string), Percent: pairs[i+1].(float64)})
	}
	return list
}
