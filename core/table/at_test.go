package table

import (
	"fmt"
	"testing"
)

// TestCellAt: with another text in the place of a cell, the table reads with that text there,
// and with all other cells as they were.
func TestCellAt(t *testing.T) {
	const text = "777"
	for name, table := range map[string]string{
		"commas":           "agent,score,note\nA,1,x\nB,2,y\n",
		"quotes":           "agent,score,note\n\"A, \"\"1\"\"\", 1 ,\"x\ny\"\nB,\"2\",\"\"\n",
		"lines of Windows": "\ufeffagent;score\r\n\r\nA;1,5\r\n;\r\nB; 2,5 \r\n",
		"tabs":             "agent\tscore\tnote\nA\t1\t\nB\t\ty",
		"pipes":            "agent|score\nA|1\nB|2",
		"a mark":           "sep=;\nagent;score\nA;1\nB;2\n",
		"comments":         "# of today\n# two\nagent,score\nA,1\nB,2\n",
		"a header with #":  "# agent,score\nA,1\nB,2\n",
		"no header":        "agent,,score\nA,x,1\nB,y,2\n",
		"empty rows":       "\n\nagent,score\n,\n\nA,1\n\n,\nB,2\n",
		"bars":             "Scores of today\n\n| agent | **score** |\n|---|--:|\n| `A` \\| a | **1** |\n\n",
		"bars, more":       "| agent | score |\r\n|---|---|\r\n| A | 1 |\r\n|  |  |\r\n| B | 2 |\r\n\r\n| x |\r\n|---|\r\n| 1 |\r\n",
		"no bars outside":  "agent | score\n--- | ---\nA | 1\nB | 2",
	} {
		t.Run(name, func(t *testing.T) {
			g, refusal := gridOf(table, "", 0)
			if refusal != nil {
				t.Fatal(refusal)
			}
			found := 0
			for k, column := range g.heads {
				for row := range g.rows {
					at, ok := CellAt(table, row+1, column)
					if !ok {
						if g.cells[k][row] != "" {
							t.Errorf("%s of row %d: no place of %q", column, row+1, g.cells[k][row])
						}
						continue
					}
					found++
					other, refusal := gridOf(table[:at.Start]+text+table[at.End:], "", 0)
					if refusal != nil {
						t.Fatalf("%s of row %d: %v", column, row+1, refusal)
					}
					if other.cells[k][row] != text {
						t.Errorf("%s of row %d: %q", column, row+1, other.cells[k][row])
					}
					other.cells[k][row] = g.cells[k][row]
					if got, want := fmt.Sprint(other.heads, other.cells), fmt.Sprint(g.heads, g.cells); got != want {
						t.Errorf("%s of row %d: %s, want %s", column, row+1, got, want)
					}
				}
			}
			if found == 0 {
				t.Error("no cell has a place")
			}
		})
	}
	for name, tt := range map[string]struct {
		text   string
		row    int
		column string
	}{
		"no text":          {"", 1, "agent"},
		"JSON":             {`[{"agent":"A"}]`, 1, "agent"},
		"no such row":      {"agent,score\nA,1\n", 2, "score"},
		"no such column":   {"agent,score\nA,1\n", 1, "note"},
		"a shorter row":    {"agent,score\nA\nB,1\n", 1, "score"},
		"a cell not ended": {"agent,score\nA,\"1\n", 2, "score"},
		"no row of bars":   {"|agent|\n|---|\n|A|\n", 2, "agent"},
		"no cell of bars":  {"|agent|score|\n|---|---|\n|A|\n", 1, "score"},
	} {
		if at, ok := CellAt(tt.text, tt.row, tt.column); ok {
			t.Errorf("%s: %v", name, at)
		}
	}
}
