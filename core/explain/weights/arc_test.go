package weights

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestEverybodyFirstSomewhere holds that a table in which every row comes first under some
// weights is not compared row by row, and that the next ones on both sides are found.
func TestEverybodyFirstSomewhere(t *testing.T) {
	const rows = 301
	var text strings.Builder
	text.WriteString("agent,x,y\n")
	for i := range rows {
		angle := float64(math.Pi / 2 * float64(i) / (rows - 1))
		fmt.Fprintf(&text, "a%d,%.9f,%.9f\n", i, 100*math.Cos(angle), 100*math.Sin(angle))
	}
	s, err := read(Request{Text: text.String()})
	if err != nil {
		t.Fatal(err)
	}
	f := newField(s)
	if n := len(f.compared(0, f.bends(0))); n < mostCompared || n > mostCompared+2*mostLeaders {
		t.Errorf("%d rows are compared, want at most %d", n, mostCompared+2*mostLeaders)
	}
	firsts := 0
	for _, m := range f.marks() {
		if m.Above == "no new first above" || m.Below == "no new first below" {
			t.Errorf("%s: %s, %s: want the next ones", m.Dimension, m.Above, m.Below)
		}
		for _, mark := range m.Marks {
			if mark.Kind != "first" || m.Dimension != "x" {
				continue
			}
			firsts++
			if at := f.at(0, int(math.Round(float64(mark.At*100)))); !strings.HasPrefix(mark.ID, f.names[f.winner(at)]+" ") {
				t.Errorf("at %v %% %s is first, not as in %s", mark.At, f.names[f.winner(at)], mark.Text)
			}
		}
	}
	if firsts < 2*mostLeaders-2 {
		t.Errorf("%d new firsts, want about %d", firsts, 2*mostLeaders)
	}
}
