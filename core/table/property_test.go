package table_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/table"
)

// board is a table before it is written: names of columns, and cells row by row of which
// the first is a name and the others are numbers, or "" if they are missing.
type board struct {
	heads []string
	rows  [][]string
}

// newBoard returns a random table, whose numbers have at most two decimals.
func newBoard(random *rand.Rand) board {
	heads := []string{"agent", "correctness", "speed", "quality", "time_ms", "cost", "tests passed"}
	b := board{heads: heads[:2+random.IntN(len(heads)-1)]}
	for i := range 2 + random.IntN(12) {
		row := []string{fmt.Sprintf("Agent %c%d", 'A'+random.IntN(26), i)}
		for range b.heads[1:] {
			cell := strconv.FormatFloat(float64(random.IntN(20000))/100, 'f', -1, 64)
			if random.IntN(12) == 0 {
				cell = ""
			}
			row = append(row, cell)
		}
		b.rows = append(b.rows, row)
	}
	for k := 1; k < len(b.heads); k++ { // a column without a number is none
		b.rows[0][k] = strconv.Itoa(random.IntN(150))
	}
	return b
}

// delimited writes the table with a character between cells, and cells as they are or quoted.
func (b board) delimited(mark, end string, cell func(string) string) string {
	var text strings.Builder
	for _, row := range append([][]string{b.heads}, b.rows...) {
		for k, c := range row {
			if k > 0 {
				text.WriteString(mark)
			}
			text.WriteString(cell(c))
		}
		text.WriteString(end)
	}
	return text.String()
}

func plain(c string) string  { return c }
func quoted(c string) string { return `"` + c + `"` }

// commas writes numbers with a decimal comma.
func commas(c string) string {
	if c != "" && c[0] <= '9' {
		return strings.Replace(c, ".", ",", 1)
	}
	return c
}

// value writes a cell as JSON.
func value(c string) string {
	switch {
	case c == "":
		return "null"
	case c[0] <= '9':
		return c
	}
	return strconv.Quote(c)
}

// objects writes each row as an object, without the name if it has another place.
func (b board) objects(from int) []string {
	list := make([]string, len(b.rows))
	for i, row := range b.rows {
		var members []string
		for k := from; k < len(row); k++ {
			members = append(members, strconv.Quote(b.heads[k])+": "+value(row[k]))
		}
		list[i] = "{" + strings.Join(members, ", ") + "}"
	}
	return list
}

// lists writes each row as a list.
func (b board) lists() []string {
	list := make([]string, len(b.rows))
	for i, row := range b.rows {
		cells := make([]string, len(row))
		for k, c := range row {
			cells[k] = value(c)
		}
		list[i] = "[" + strings.Join(cells, ",") + "]"
	}
	return list
}

func (b board) headList() string {
	cells := make([]string, len(b.heads))
	for k, c := range b.heads {
		cells[k] = strconv.Quote(c)
	}
	return "[" + strings.Join(cells, ",") + "]"
}

func (b board) columnLists() string {
	columns := make([]string, len(b.heads))
	for k, head := range b.heads {
		cells := make([]string, len(b.rows))
		for i, row := range b.rows {
			cells[i] = value(row[k])
		}
		columns[k] = strconv.Quote(head) + ": [" + strings.Join(cells, ", ") + "]"
	}
	return "{" + strings.Join(columns, ", ") + "}"
}

// forms writes the table in every form.
func (b board) forms() map[string]string {
	objects, lists := strings.Join(b.objects(0), ",\n "), strings.Join(b.lists(), ", ")
	marked := b.delimited(" | ", " |\n", plain)
	first, rest, _ := strings.Cut(marked, "\n")
	byName := b.objects(1)
	for i := range byName {
		byName[i] = strconv.Quote(b.rows[i][0]) + ": " + byName[i]
	}
	all := map[string]string{
		"csv":             b.delimited(",", "\n", plain),
		"quoted":          b.delimited(",", "\n", quoted),
		"CRLF":            b.delimited(",", "\r\n", plain),
		"CR":              b.delimited(",", "\r", plain),
		"spaces":          b.delimited(", ", "\n", plain),
		"mark":            "\ufeff" + b.delimited(",", "\n", plain),
		"tabs":            b.delimited("\t", "\n", plain),
		"pipes":           b.delimited("|", "\n", plain),
		"semicolons":      b.delimited(";", "\n", plain),
		"decimal commas":  b.delimited(";", "\n", commas),
		"tabs and commas": b.delimited("\t", "\n", commas),
		"quoted commas":   b.delimited(",", "\n", func(c string) string { return quoted(commas(c)) }),
		"separator line":  "sep=;\r\n" + b.delimited(";", "\r\n", plain),
		"comments":        "# made for a test\n#\n" + b.delimited(",", "\n", plain),
		"trailing":        b.delimited(",", ",,\n", plain) + strings.Repeat(",", len(b.heads)) + "\n\n",
		"Markdown":        "| " + first + "\n" + strings.Repeat("|---", len(b.heads)) + "|\n| " + strings.ReplaceAll(strings.TrimSuffix(rest, "\n"), "\n", "\n| ") + "\n",
		"bare Markdown":   first + "\n" + strings.Repeat("---|", len(b.heads)) + "\n" + rest,
		"list":            "[" + objects + "]",
		"lines":           strings.Join(b.objects(0), "\n") + "\n",
		"list inside":     `{"status": "ok", "a": {"b": {"c": {"d": [` + objects + `]}}}, "other": [{"x": 1}]}`,
		"by name":         "{" + strings.Join(byName, ", ") + "}",
		"rows":            "[" + b.headList() + ", " + lists + "]",
		"column lists":    b.columnLists(),
	}
	for i, head := range []string{"columns", "headers", "fields", "header"} {
		rows := []string{"data", "rows", "values", "records"}[i]
		all[head] = `{"` + head + `": ` + b.headList() + `, "` + rows + `": [` + lists + `]}`
	}
	return all
}

// reading is all that a ranking depends on.
type reading struct {
	names  []string
	column map[string]string
}

// mustRead reads a text that must be a table.
func mustRead(t *testing.T, text string) *table.Sheet {
	t.Helper()
	s, refusal := table.Read(text, table.Reading{})
	if refusal != nil {
		t.Fatalf("%s\nis refused: %v", text, refusal)
	}
	return s
}

func readingOf(s *table.Sheet) reading {
	r := reading{names: s.Names, column: map[string]string{}}
	for k := range s.Columns {
		c := &s.Columns[k]
		if c.Role == table.RoleName {
			continue
		}
		r.column[c.Name] = fmt.Sprint(c.Key, c.Label, c.Role, c.Better, c.Scale, c.From, c.To, c.Missing, c.Values)
	}
	return r
}

// A table in every form is read the same.
func TestForms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range boards(t) {
		b := newBoard(random)
		want := readingOf(mustRead(t, b.delimited(",", "\n", plain)))
		for form, text := range b.forms() {
			if form == "by name" && len(b.rows) < 2 || form == "lines" && len(b.rows) < 2 {
				continue
			}
			if got := readingOf(mustRead(t, text)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\n%s\nis read as %v\nwant %v", form, text, got, want)
			}
		}
	}
}

// boards is the number of random tables.
func boards(t *testing.T) int {
	if testing.Short() {
		return 40
	}
	return 400
}

// ranks returns the rank of each agent with equal weights, of those that have one.
func ranks(s *table.Sheet) map[string]int {
	scores := make([]exact.Num, len(s.IDs))
	ranked := s.Ranked()
	for i := range scores {
		for _, k := range s.Dimensions() {
			if ranked[i] {
				x, _ := s.Scores(k, i)
				scores[i] = scores[i].Add(x)
			}
		}
	}
	all := map[string]int{}
	for i, id := range s.IDs {
		if !ranked[i] {
			continue
		}
		all[id] = 1
		for j := range scores {
			if ranked[j] && scores[j].Cmp(scores[i]) > 0 {
				all[id]++
			}
		}
	}
	return all
}

// The order of columns and rows, and a column about the agents, change no rank.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range boards(t) {
		b := newBoard(random)
		want := ranks(mustRead(t, b.delimited(",", "\n", plain)))
		for name, other := range map[string]board{
			"rows": b.shuffledRows(random), "columns": b.shuffledColumns(random),
			"date":    b.with("Date", func(i int) string { return fmt.Sprintf("2026-01-%02d", 1+i) }),
			"note":    b.with("note", func(i int) string { return strings.Repeat("x", 1+i%3) }),
			"id":      b.with("team_id", func(i int) string { return strconv.Itoa(6614742 + 7*i) }),
			"votes":   b.with("Votes", func(i int) string { return strconv.Itoa(12034 - 3*i) }),
			"licence": b.with("licence", func(int) string { return "MIT" }),
			"ci":      b.with("95% CI", func(i int) string { return fmt.Sprintf("+%d/-3", i) }),
			"empty":   b.with("remarks", func(int) string { return "" }),
		} {
			text := other.delimited(";", "\n", plain)
			if got := ranks(mustRead(t, text)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\n%s\nranks %v\nwant %v", name, text, got, want)
			}
		}
	}
}

func (b board) shuffledRows(random *rand.Rand) board {
	rows := slices.Clone(b.rows)
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return board{b.heads, rows}
}

func (b board) shuffledColumns(random *rand.Rand) board {
	order := random.Perm(len(b.heads))
	moved := func(row []string) []string {
		list := make([]string, len(row))
		for to, from := range order {
			list[to] = row[from]
		}
		return list
	}
	other := board{heads: moved(b.heads)}
	for _, row := range b.rows {
		other.rows = append(other.rows, moved(row))
	}
	return other
}

// with adds a column behind the others.
func (b board) with(head string, cell func(i int) string) board {
	other := board{heads: append(slices.Clone(b.heads), head)}
	for i, row := range b.rows {
		other.rows = append(other.rows, append(slices.Clone(row), cell(i)))
	}
	return other
}

// Numbers are read the same in every way of writing them.
func TestWays(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range boards(t) {
		x := float64(100000+random.IntN(900000000)) / 100
		text := strconv.FormatFloat(x, 'f', 2, 64)
		whole, cents, _ := strings.Cut(text, ".")
		var parts []string
		for len(whole) > 3 {
			parts = append([]string{whole[len(whole)-3:]}, parts...)
			whole = whole[:len(whole)-3]
		}
		parts = append([]string{whole}, parts...)
		for _, way := range []string{
			text, strings.Join(parts, ",") + "." + cents, strings.Join(parts, ".") + "," + cents,
			strings.Join(parts, " ") + "," + cents, strings.Join(parts, "\u00a0") + "." + cents, strings.Join(parts, "’") + "." + cents,
			strings.Join(parts, "\u202f") + "," + cents, "$" + text, "+" + text, text + " €", text + "%", text + " ms",
			text + " ± 0.5", text + " (0.2)", text + "e0",
		} {
			s := mustRead(t, "agent;speed\nNova;"+way+"\n")
			if got := s.Columns[1].Values[0]; got != x {
				t.Fatalf("%s is read as %v, want %v", way, got, x)
			}
			s = mustRead(t, "agent;speed\nNova;−"+strings.TrimPrefix(way, "+")+"\n")
			if got := s.Columns[1].Values[0]; got != -x {
				t.Fatalf("−%s is read as %v, want %v", way, got, -x)
			}
		}
	}
}

// Each file of testdata with a leader under equal weights, by hand.
func TestLeaders(t *testing.T) {
	all := files(t)
	for name, want := range map[string][]string{
		"arena-like.csv": {"Nova"}, "lower-better.csv": {"Nova", "Atlas"}, "rules-time-column.csv": {"Nova", "Atlas"},
		"only-score.csv": {"Nova"}, "thousands.csv": {"Atlas"}, "currency.csv": {"Atlas"}, "na.csv": {"Nova"},
		"fractions.csv": {"Nova"}, "two-of-three.csv": {"Nova"},
	} {
		if all[name] == nil {
			continue
		}
		got := ranks(mustRead(t, string(all[name])))
		for _, leader := range want {
			if got[leader] != 1 {
				t.Errorf("%s: %s has rank %d, want 1", name, leader, got[leader])
			}
		}
		first := 0
		for _, rank := range got {
			if rank == 1 {
				first++
			}
		}
		if first != len(want) {
			t.Errorf("%s: %d agents are first, want %d", name, first, len(want))
		}
	}
}
