package ranking

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Against the definition, in rationals: at every weight where any two rows meet,
// the orders just below and just above it are sorted anew.
func TestCrossingsByOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	total, together := 0, 0
	for range rounds(160) {
		req := randomStudy(rng, 9, 4, 2+rng.IntN(9))
		s := studyOf(t, req)
		if s.weighed == 1 {
			continue
		}
		now := s.rank(s.weights)
		top := min(1+rng.IntN(4), len(now.order))
		o, w := oracleOf(s.table), rationals(s.weights.float)
		for k := range s.weighed {
			got, cut := s.sweepOf(k, now, top, nil)
			want := crossingsOf(o, w, k, top, now.class)
			if cut || !slices.Equal(got.Crossings, want) {
				t.Fatalf("%+v column %d, top %d:\n got %+v\nwant %+v", req, k, top, got.Crossings, want)
			}
			total += len(want)
			for i := 1; i < len(want); i++ {
				if want[i].At == want[i-1].At {
					together++
				}
			}
		}
	}
	if total < rounds(250) || together < rounds(10) {
		t.Errorf("only %d crossings, %d at one place with another", total, together)
	}
}

// crossingsOf sorts all rows just below and just above every meeting, and pairs
// those in the top above with those in the top below that they overtake.
func crossingsOf(o oracle, w []*big.Rat, k, top int, class []int) []Crossing {
	list, seen := []Crossing{}, map[string]bool{}
	ends := [2][]*big.Rat{swept(w, k, new(big.Rat)), swept(w, k, big.NewRat(1, 1))}
	for i := range o.ids {
		for j := range o.ids {
			a, b := o.lead(ends[0], i, j), o.lead(ends[1], i, j)
			if a.Sign() >= 0 || b.Sign() <= 0 {
				continue
			}
			at := new(big.Rat).Quo(a, new(big.Rat).Sub(a, b))
			if seen[at.String()] {
				continue
			}
			seen[at.String()] = true
			v := swept(w, k, at)
			sorted := func(past []*big.Rat) []int {
				order := make([]int, len(o.ids))
				for i := range order {
					order[i] = i
				}
				slices.SortFunc(order, func(i, j int) int {
					return cmp.Or(o.lead(v, j, i).Sign(), o.lead(past, j, i).Sign(), cmp.Compare(class[i], class[j]), cmp.Compare(i, j))
				})
				return order
			}
			below, above := sorted(ends[0]), sorted(ends[1])
			f, _ := at.Float64()
			for up, i := range above[:top] {
				for down, j := range below[:top] {
					if slices.Index(below, i) > down && slices.Index(above, j) > up {
						list = append(list, Crossing{f, o.ids[i], o.ids[j]})
					}
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b Crossing) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Up, b.Up), cmp.Compare(a.Down, b.Down))
	})
	return list
}

// Rows on a parabola all come first somewhere: more crossings than are listed.
// The nearest ones are, and a warning says that there are more.
func TestCrossingsAreBounded(t *testing.T) {
	var list [][]float64
	const n = 300
	for i := range n {
		x := float64(i) / n
		list = append(list, []float64{100 * x * (2 - x), 100 * (1 - x*x)})
	}
	res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(0.5, 0.5), Submissions: rows(list...), Top: 1, Samples: 1})
	got := res.Weights[0].Crossings
	if len(got) != maxCrossings || got[0].At > 0.5 || got[maxCrossings-1].At < 0.5 {
		t.Errorf("%d crossings from %+v to %+v", len(got), got[0], got[len(got)-1])
	}
	if len(res.Warnings) != 2 || res.Warnings[0].Code != "crossings" {
		t.Errorf("warnings %+v", res.Warnings)
	}
}

// Many rows that meet in one point: those that come in push out those that were
// there, and the rest of the crowd does not matter.
func TestCrossingsOfACrowd(t *testing.T) {
	var list [][]float64
	for i := range 400 {
		list = append(list, []float64{float64(i) / 4, 100 - float64(i)/4})
	}
	for _, now := range []float64{0.2, 0.5, 0.9} {
		res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.Custom(plain(100, 2)), Weights: weights(now, 1-now), Submissions: rows(list...), Top: 2, Samples: 1})
		want := []Crossing{{0.5, "r398", "r0"}, {0.5, "r398", "r1"}, {0.5, "r399", "r0"}, {0.5, "r399", "r1"}}
		if got := res.Weights[0].Crossings; !slices.Equal(got, want) {
			t.Errorf("from %v: %+v, want %+v", now, got, want)
		}
	}
}
