package forecast

import (
	"github.com/tallyproof/tallyproof/core/rating"
)

// tableKey identifies matches that have the same effect on a rating: the bonus is the
// same in a whole plan.
type tableKey struct{ opponent, k float64 }

// table returns the effect of a match after that many others, covering every
// cell a career can be in; nil if that and the match without targets pass
// the limit of the work.
func (w *walk) table(opponent float64, matches int) *table {
	key := tableKey{opponent, w.scheme.KAt(matches)}
	lo := w.careers.lo
	hi := lo + len(w.careers.p)
	t := w.tables[key]
	if t == nil {
		t = &table{walk: w, tableKey: key, matches: matches, lo: lo, hi: lo, base: lo}
		w.tables[key] = t
	}
	if fresh := max(hi, t.hi) - min(lo, t.lo) - (t.hi - t.lo); w.limit > 0 &&
		float64(w.work+fresh*tableWork+4*(hi-lo)) > w.limit {
		return nil
	}
	t.cover(lo, hi)
	return t
}

// table gives the result of a match against an opponent with a K-factor, for every cell
// of a stretch of the lattice, by [rating.Outcomes].
type table struct {
	tableKey
	walk    *walk
	matches int // a number of matches at which K is k

	lo, hi   int // cells computed: lo to hi−1
	base     int // the cell of moves[0]
	moves    []move
	down, up int // the furthest a career moves
}

// move holds the number of cells that each outcome moves a career.
type move struct {
	win, draw, loss int32
	slope           float64 // K·E′ at the cell, of a table on a grid
}

// cover computes the cells from lo to hi−1 that are not computed yet.
func (t *table) cover(lo, hi int) {
	lo, hi = min(lo, t.lo), max(hi, t.hi)
	if lo < t.base || hi > t.base+len(t.moves) {
		t.grow(lo, hi)
	}
	for cell := lo; cell < t.lo; cell++ {
		t.compute(cell)
	}
	for cell := t.hi; cell < hi; cell++ {
		t.compute(cell)
	}
	t.lo, t.hi = lo, hi
}

// grow makes room for the cells from lo to hi−1 and as many again.
func (t *table) grow(lo, hi int) {
	base := lo - (hi-lo)/2
	moves := make([]move, 2*(hi-lo))
	copy(moves[t.lo-base:], t.moves[t.lo-t.base:t.hi-t.base])
	t.base, t.moves = base, moves
}

func (t *table) compute(cell int) {
	w := t.walk
	before := w.lattice.rating(cell)
	win, draw, loss, expected := rating.Outcomes(w.scheme, before, t.opponent, t.matches, w.plan.bonus)
	by := func(after float64) int32 { return int32(w.lattice.cell(after) - cell) }
	m := &t.moves[cell-t.base]
	m.win, m.draw, m.loss = by(win), by(draw), by(loss)
	if w.drift != nil {
		m.slope = slope(w.scheme, t.k, expected)
	}
	t.up = max(t.up, int(m.win), int(m.draw), int(m.loss))
	t.down = max(t.down, -int(m.win), -int(m.draw), -int(m.loss))
	w.work += tableWork
}

// reach returns how far down and up careers move from n cells; of the whole table if that is
// no further than n cells. From below the floor, the first match alone moves them far.
func (t *table) reach(lo, n int) (down, up int) {
	if t.down+t.up <= n {
		return t.down, t.up
	}
	for _, m := range t.at(lo)[:n] {
		down = max(down, -int(m.win), -int(m.draw), -int(m.loss))
		up = max(up, int(m.win), int(m.draw), int(m.loss))
	}
	return down, up
}

// at returns the stretch of moves that begins at a cell.
func (t *table) at(cell int) []move { return t.moves[cell-t.base:] }
