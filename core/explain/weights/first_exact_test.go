package weights

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
)

var firstCases = flag.Int("first-cases", 2000, "tables for which explain.first is compared with all weights")

// wholeTable is scores in whole parts of a point, of which decimals say how small.
type wholeTable struct {
	rows     [][]int64
	decimals int
}

// hardTable returns a table in which few weights, or none, put some rows first: of the kinds
// of the round, rows hang together, or lie on a line with a little beside it.
func hardTable(rng *rand.Rand, round, columns int) wholeTable {
	t := wholeTable{decimals: []int{0, 2, 3, 4}[rng.IntN(4)]}
	unit := int64(math.Pow10(t.decimals))
	for range 2 + rng.IntN(5) {
		row := make([]int64, columns)
		for k := range row {
			row[k] = rng.Int64N(100*unit + 1)
		}
		t.rows = append(t.rows, row)
	}
	if a, b := t.rows[0], t.rows[1]; round%4 >= 2 { // a mixture of two rows that is hardly better
		part, mixed := rng.Int64N(101), make([]int64, columns)
		for k := range mixed {
			mixed[k] = min(100*unit, max(0, (part*a[k]+(100-part)*b[k]+99)/100+rng.Int64N(1+unit/1000)))
		}
		t.rows = append(t.rows[:2:2], mixed)
	}
	return t
}

func (t *wholeTable) text() string {
	all := []string{"agent"}
	for k := range t.rows[0] {
		all[0] += fmt.Sprintf(",d%d", k)
	}
	for i, row := range t.rows {
		line := fmt.Sprintf("a%d", i)
		for _, x := range row {
			line += fmt.Sprintf(",%.*f", t.decimals, float64(x)/math.Pow10(t.decimals))
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n") + "\n"
}

// between returns the least and the greatest weight w of column k, of the sum that is left
// for it and the last column, that put a row ahead of all that differ from it; the weights of
// the columns before are given.
func (t *wholeTable) between(row int, before []int64, left int64) (low, high int64) {
	k := len(before)
	low, high = 0, left
	for _, other := range t.rows {
		lead, same := left*(t.rows[row][k+1]-other[k+1]), true
		for c, w := range before {
			lead += w * (t.rows[row][c] - other[c])
		}
		for c := range other {
			same = same && other[c] == t.rows[row][c]
		}
		slope := t.rows[row][k] - other[k] - t.rows[row][k+1] + other[k+1]
		switch { // lead + w·slope > 0
		case same:
		case slope > 0:
			low = max(low, int64(math.Floor(float64(-lead)/float64(slope)))+1)
		case slope < 0:
			high = min(high, int64(math.Ceil(float64(lead)/float64(-slope)))-1)
		case lead <= 0:
			return 1, 0
		}
	}
	return low, high
}

// nearest returns the least sum of squared changes of the weights, of all that put a row first;
// −1 if none do.
func (t *wholeTable) nearest(row int, basis []int32) int64 {
	best := int64(-1)
	last := func(before []int64, left, far int64) {
		k := len(before)
		low, high := t.between(row, before, left)
		middle := (int64(basis[k]) + left - int64(basis[k+1])) / 2
		for w := middle - 1; w <= middle+1; w++ {
			w := min(max(w, low), high)
			a, b := w-int64(basis[k]), left-w-int64(basis[k+1])
			if d := far + a*a + b*b; low <= high && (best < 0 || d < best) {
				best = d
			}
		}
	}
	if len(basis) == 2 {
		last(nil, live.Whole, 0)
		return best
	}
	for w := range int64(live.Whole + 1) {
		d := w - int64(basis[0])
		if best < 0 || d*d <= best {
			last([]int64{w}, live.Whole-w, d*d)
		}
	}
	return best
}

// The weights that put an agent first are the nearest of all weights in hundredths of a
// percent, in two dimensions and in three; if there are said to be none, there are none.
func TestFirstAgainstAllWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 63))
	counts := map[string]int{}
	for round := range *firstCases {
		table := hardTable(rng, round, 2+round%2)
		basis, row := randomBasis(rng, 2+round%2), rng.IntN(len(table.rows))
		if round%4 >= 2 {
			row = 2
		}
		s, err := read(Request{Text: table.text(), Weights: weightsOf(basis)})
		if err != nil {
			t.Fatal(err)
		}
		f, res := newField(s), FirstResponse{Rows: []FirstRow{}}
		place, _ := f.placeOf(fmt.Sprintf("a%d", row))
		if err := res.say(f, place, f.dominators()); err != nil {
			t.Fatal(err)
		}
		far, got := table.nearest(row, basis), int64(-1)
		switch res.Brief {
		case "now":
			got = 0
		case "never", "hardly":
		default:
			got = squared(filled(t, res.Fill), basis)
		}
		if got != far || strings.Contains(res.Sentence, "found") {
			t.Errorf("round %d: %s: squared distance %d, want %d\n%s%v", round, res.Sentence, got, far, table.text(), basis)
		}
		if len(res.Rows) > 0 {
			res.Brief = "then"
		}
		counts[res.Brief]++
	}
	if counts["now"] < 100 || counts["then"] < 100 || counts["never"] < 100 || counts["hardly"] < 10 {
		t.Errorf("%v: want more of each kind", counts)
	}
}

func squared(a, b []int32) (sum int64) {
	for k := range a {
		sum += int64(a[k]-b[k]) * int64(a[k]-b[k])
	}
	return sum
}
