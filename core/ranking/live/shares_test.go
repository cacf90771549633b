package live

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// oracle is a table of columns as fractions.
type oracle struct {
	scale int64
	cells [][]*big.Rat // by column, as shares of the range
}

func rat(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}

func newOracle(scale int64, columns []Column) *oracle {
	o := &oracle{scale: scale}
	for _, c := range columns {
		list := make([]*big.Rat, len(c.Values))
		size := new(big.Rat).Sub(rat(c.To), rat(c.From))
		for i, x := range c.Values {
			if list[i] = big.NewRat(1, 1); size.Sign() != 0 {
				list[i] = new(big.Rat).Quo(new(big.Rat).Sub(rat(x), rat(c.From)), size)
			}
		}
		o.cells = append(o.cells, list)
	}
	return o
}

func (o *oracle) score(row int, weights []int32) *big.Rat {
	sum, all := new(big.Rat), int64(0)
	for k, w := range weights {
		sum.Add(sum, new(big.Rat).Mul(o.cells[k][row], big.NewRat(int64(w)*o.scale, 1)))
		all += int64(w)
	}
	return sum.Quo(sum, big.NewRat(all, 1))
}

// drawn is a way to draw numbers of a column.
type drawn struct {
	name string
	draw func(rng *rand.Rand) float64
}

var drawings = []drawn{
	{"few, so that there are ties", func(rng *rand.Rand) float64 { return float64(rng.IntN(4)) }},
	{"sevenths", func(rng *rand.Rand) float64 { return float64(rng.IntN(8)) }},
	{"milliseconds", func(rng *rand.Rand) float64 { return float64(300 + rng.IntN(901)) }},
	{"cents", func(rng *rand.Rand) float64 { return float64(rng.IntN(10_001)) / 100 }},
	{"all decimals", func(rng *rand.Rand) float64 { return rng.Float64() }},
	{"tiny and large", func(rng *rand.Rand) float64 {
		return []float64{3.2e-7 * rng.Float64(), 1e9 * rng.Float64(), 0.1}[rng.IntN(3)]
	}},
	{"negative", func(rng *rand.Rand) float64 { return float64(rng.IntN(21)-10) / 7 }},
}

// columnsOf draws columns, each from the lowest to the highest number or from the highest
// to the lowest; some rows are copies of others, or mirror them.
func columnsOf(rng *rand.Rand, rows, width int, ways []drawn) []Column {
	list := make([]Column, width)
	for k := range list {
		way := ways[rng.IntN(len(ways))]
		values := make([]float64, rows)
		for i := range values {
			values[i] = way.draw(rng)
		}
		list[k] = Column{Key: "d" + strconv.Itoa(k), Label: way.name, Values: values}
	}
	for i := range rows {
		if from := rng.IntN(rows); rng.IntN(4) == 0 {
			for k := range list {
				list[k].Values[i] = list[k].Values[from]
			}
		}
	}
	for k := range list {
		c := &list[k]
		if c.From, c.To = slices.Min(c.Values), slices.Max(c.Values); rng.IntN(2) == 0 {
			c.From, c.To = c.To, c.From
		}
	}
	return list
}

func tableOf(t testing.TB, columns []Column) *Table {
	t.Helper()
	ids := make([]string, len(columns[0].Values))
	for i := range ids {
		ids[i] = fmt.Sprintf("s%06d", i)
	}
	rb := &rulebook.Rulebook{ID: "test", Arithmetic: rulebook.Exact, Scale: 100}
	table, refusal := Of(rb, ids, ids, columns)
	if refusal != nil {
		t.Fatal(refusal)
	}
	return table
}

// Ranks of tables with thirds, sevenths and all decimals are those of fractions, under
// weights in basis points and under equal ones; scores that are shown are the nearest
// numbers to these fractions, and equal ones are the same to the last bit.
func TestSharesAgainstFractions(t *testing.T) {
	tables := 400
	if testing.Short() {
		tables = 100
	}
	rng := rand.New(rand.NewPCG(59, 3))
	ties, wide := 0, 0
	for round := range tables {
		ways := drawings
		if round%2 == 0 {
			ways = drawings[:2]
		}
		rows, width := 1+rng.IntN(40), 1+rng.IntN(7)
		columns := columnsOf(rng, rows, width, ways)
		table, o := tableOf(t, columns), newOracle(100, columns)
		if !table.shares.whole {
			wide++
		}
		for try := range 4 {
			weights := weighting(rng, width)
			step, refusal := table.Step(weights)
			if refusal != nil {
				t.Fatal(refusal)
			}
			if try == 3 {
				weights, step = slices.Repeat([]int32{1}, width), table.Equally()
			}
			ties += checkShares(t, o, table, step, weights)
		}
	}
	if ties < 100 || wide < tables/4 {
		t.Errorf("%d ties, %d tables beyond 2^53", ties, wide)
	}
}

func checkShares(t *testing.T, o *oracle, table *Table, step *Step, weights []int32) (ties int) {
	t.Helper()
	scores := make([]*big.Rat, len(step.Order))
	for i := range scores {
		scores[i] = o.score(i, weights)
	}
	rank := int32(1)
	for p, i := range step.Order {
		if p > 0 {
			before := step.Order[p-1]
			switch scores[before].Cmp(scores[i]) {
			case 1:
				rank = int32(p + 1)
			case 0:
				ties++
				if before > i || step.Score[before] != step.Score[i] {
					t.Fatalf("rows %d and %d are equal: %v and %v", before, i, step.Score[before], step.Score[i])
				}
			default:
				t.Fatalf("row %d is before row %d, which has %s and not %s", before, i, scores[i], scores[before])
			}
		}
		if step.Rank[i] != rank {
			t.Fatalf("row %d has rank %d, want %d", i, step.Rank[i], rank)
		}
		if want, _ := scores[i].Float64(); table.Total(i) != want {
			t.Fatalf("row %d has %v, want %v", i, table.Total(i), want)
		}
	}
	if n := len(step.Order); n > 1 {
		a, b := step.Order[0], step.Order[n-1]
		want, _ := new(big.Rat).Sub(scores[a], scores[b]).Float64()
		if got := table.Lead(a, b); got-want > 1e-12 || want-got > 1e-12 {
			t.Fatalf("row %d leads row %d by %v, want %v", a, b, got, want)
		}
	}
	return ties
}

// Differences below what float64 can tell decide, and only true ones.
func TestSharesTellNearScoresApart(t *testing.T) {
	for _, row := range []struct {
		name   string
		values [2][3]float64 // of three rows in two columns
		ranks  [3]int32
	}{
		{"thirds that meet", [2][3]float64{{0, 3, 1}, {3, 0, 2}}, [3]int32{1, 1, 1}},
		{"by 10^-17 of the range", [2][3]float64{{0, 1e17 + 2048, 1e17}, {1, 0, 0}}, [3]int32{1, 1, 3}},
		{"by the last of 17 digits", [2][3]float64{{0, 0.9999999999999999, 1}, {1, 0, 0}}, [3]int32{1, 3, 1}},
	} {
		columns := make([]Column, 2)
		for k := range columns {
			values := row.values[k][:]
			columns[k] = Column{Key: string(rune('a' + k)), Values: values, From: 0, To: slices.Max(values)}
		}
		table := tableOf(t, columns)
		if _, refusal := table.Step([]int32{5000, 5000}); refusal != nil {
			t.Fatal(refusal)
		}
		if got := [3]int32(table.step.Rank); got != row.ranks {
			t.Errorf("%s: ranks %v, want %v", row.name, got, row.ranks)
		}
	}
}

func TestSharesRefuse(t *testing.T) {
	rb := &rulebook.Rulebook{Arithmetic: rulebook.Exact, Scale: 100}
	_, refusal := Of(rb, []string{"a", "b"}, []string{"a", "b"}, []Column{{Label: "X", Values: []float64{1e-300, 5}, From: 1e-300, To: 5}})
	if refusal == nil || refusal.Error() != `/text: "X": its numbers have too many digits: want at most 70 from the first to the last` {
		t.Errorf("%v", refusal)
	}
}

func BenchmarkShares(b *testing.B) {
	rng := rand.New(rand.NewPCG(59, 4))
	for _, ways := range [][]drawn{drawings[1:2], drawings[2:4], drawings[4:5], drawings[:1]} {
		b.Run(ways[0].name, func(b *testing.B) {
			table := tableOf(b, columnsOf(rng, 10_000, 7, ways))
			lists := [][]int32{weighting(rng, 7), weighting(rng, 7), weighting(rng, 7)}
			for i := 0; b.Loop(); i++ {
				if _, refusal := table.Step(lists[i%len(lists)]); refusal != nil {
					b.Fatal(refusal)
				}
			}
		})
	}
}
