package weights

import (
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/weights"
)

// Lines end at the heights of their ranks: each is 22 pixels below those that are ahead,
// counted pair by pair; of equal ranks, the row that comes first is ahead.
func TestSlopesByPairs(t *testing.T) {
	const text = "agent,x,y\na,10,90\nb,50,50\nc,90,10\nd,50,50\ne,40,41\n"
	res, err := weights.Others(weights.OthersRequest{Text: text, Others: []string{"90 10", "equal", "0 100"}})
	if err != nil {
		t.Fatal(err)
	}
	p := slopesOf(res)
	rank := func(i, c int) int {
		n := 0
		for _, digit := range res.Rows[i].Ranks[c] {
			if digit < '0' || digit > '9' {
				break
			}
			n = 10*n + int(digit-'0')
		}
		return n
	}
	for i, l := range p.Lines {
		want := ""
		for c := range 4 {
			ahead := 0
			for k := range res.Rows {
				if rank(k, c) < rank(i, c) || rank(k, c) == rank(i, c) && k < i {
					ahead++
				}
			}
			y := 32 + 22*ahead
			want += " " + strconv.Itoa(4*c) + "," + strconv.Itoa(y)
			if c == 0 && l.From != y || c == 3 && l.To != y {
				t.Errorf("%s: from %d to %d: want %d in column %d", l.Name, l.From, l.To, y, c)
			}
		}
		if l.Points != want[1:] {
			t.Errorf("%s: %s: want%s", l.Name, l.Points, want)
		}
		most := false
		for c, w := range res.Weightings {
			most = most || len(res.Rows[i].Ranks[c+1]) > 1 && w.Moved[:1] == l.Name
		}
		if l.Most != most {
			t.Errorf("%s: most %v, of %v", l.Name, l.Most, res.Weightings)
		}
	}
	if p.Columns[3].At != "100%" || p.Columns[1].At != "33%" || p.Height != 32+5*22-11 {
		t.Errorf("columns %v, height %d", p.Columns, p.Height)
	}
}
