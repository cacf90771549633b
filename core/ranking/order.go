package ranking

import (
	"cmp"

	"github.com/tallyproof/tallyproof/core/score"
)

// ranking is a table's rows under one weighting, best first.
type ranking struct {
	*sums       // the composites
	order []int // rows, best first; those of equal rank in id order
	class []int // of each row: 0 for the first rank, then 1; equal for equal ranks
}

// rank orders the rows as [score.Rank] does, by the weighted sum without rounding.
func (t *table) rank(w weighting) *ranking {
	r := &ranking{sums: t.sums(w), class: make([]int, len(t.ids))}
	r.order = score.Order(len(t.ids), func(a, b int) int { return cmp.Or(r.beats(a, b), cmp.Compare(a, b)) })
	for p, i := range r.order[1:] {
		before := r.order[p]
		r.class[i] = r.class[before]
		if r.beats(before, i) != 0 {
			r.class[i]++
		}
	}
	return r
}

// beats is negative where a ranks before b, and 0 where they share a rank.
func (r *ranking) beats(a, b int) int {
	return cmp.Or(-r.ahead(a, b), r.t.at[a].Compare(r.t.at[b]))
}

func (r *ranking) winner() Winner {
	w := Winner{ID: r.t.ids[r.order[0]]}
	if len(r.order) > 1 {
		margin := r.margin(r.order[0], r.order[1])
		w.Margin = &margin
	}
	return w
}

// margin is by how many points row a is ahead of row b, rounded once.
func (r *ranking) margin(a, b int) float64 {
	gap := r.gap(a, b)
	if !r.w.unit() {
		gap = gap.Quo(r.w.sum)
	}
	return gap.Float()
}
