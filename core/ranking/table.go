package ranking

import (
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// table is a challenge's dimension scores as numbers, one row per submission in
// id order, one column per dimension. The first weighed columns are those whose
// weights are in question; others serve a comparison only.
type table struct {
	dims    []rulebook.Weighted
	weighed int
	scale   float64
	ids     []string
	at      []instant.Instant
	x       []float64 // row by row
}

// newTable reads submissions under the rules of [score.Rank]: unique ids, scores on
// the scale, all dimensions there unless a missing one scores zero.
func newTable(rb *rulebook.Rulebook, dims []rulebook.Weighted, weighed int,
	submissions []score.Submission) (*table, *op.Error) {
	n := len(submissions)
	t := &table{dims, weighed, rb.Scale, make([]string, n), make([]instant.Instant, n), make([]float64, n*len(dims))}
	order, refusal := live.IDOrder(submissions)
	if refusal != nil {
		return nil, refusal
	}
	r := &score.Rows{Rulebook: rb, Dims: dims}
	place := make([]int, n)
	for to, from := range order {
		place[from] = to
	}
	for i := range submissions { // in the request's order, so that the first mistake is named
		to := place[i]
		if t.at[to], refusal = r.Read(i, &submissions[i], t.row(to)); refusal != nil {
			return nil, refusal
		}
		t.ids[to] = submissions[i].ID
	}
	return t, nil
}

func (t *table) row(i int) []float64 {
	m := len(t.dims)
	return t.x[i*m : (i+1)*m : (i+1)*m]
}

// lead is by how much row i leads row j in column k, good to 10^-12 of itself:
// scores near to each other are subtracted as the decimals they were written as.
func (t *table) lead(k, i, j int) float64 {
	m := len(t.dims)
	x, y := t.x[i*m+k], t.x[j*m+k]
	if d := x - y; d == 0 || math.Abs(d) > float64(t.scale*1e-3) {
		return d
	}
	return exact.Of(x).Sub(exact.Of(y)).Float()
}

// weighting is a weight per column: as the decimals that were written, and
// divided by their sum.
type weighting struct {
	exact []exact.Num
	sum   exact.Num
	float []float64
}

// weighting places the weights of dims in the table's columns.
func (t *table) weighting(dims []rulebook.Weighted) weighting {
	w := make([]exact.Num, len(t.dims))
	for _, d := range dims {
		for k := range t.dims { // a loop, as in weighs
			if t.dims[k].Key == d.Key {
				w[k] = d.W
			}
		}
	}
	return weightingOf(w)
}

func weightingOf(w []exact.Num) weighting {
	all := weighting{exact: w, float: make([]float64, len(w))}
	for _, x := range w {
		all.sum = all.sum.Add(x)
	}
	for k, x := range w {
		all.float[k] = x.Float()
		if !all.unit() {
			all.float[k] = x.Quo(all.sum).Float()
		}
	}
	return all
}

// unit reports whether the weights sum to exactly 1.
func (w *weighting) unit() bool { return w.sum.Cmp(exact.Int(1)) == 0 }

// slack bounds what rounding does to the difference of two rows' Σ w·x with
// weights that sum to 1, or of two scores: each has less than columns + 3
// roundings of at most scale·2^-53, reading the decimals included.
func (t *table) slack() float64 {
	return float64(t.scale * float64(len(t.dims)+4) * 0x1p-51)
}
