package ranking

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// manyPairs is up to how many pairs every two of them are tried together.
const manyPairs = 64 * 63 / 2

// conflicts returns pairs of the order that no weights satisfy together: a single
// impossible pair, else two opposed pairs, else a minimal set.
func (f *fitting) conflicts() []Conflict {
	if p, ok := f.hopeless(); ok {
		return []Conflict{{f.pair(p), 1, f.reason(p)}}
	}
	few := f.implied()
	if len(few) > manyPairs {
		few = f.wants()
	}
	set := f.opposed(few)
	if set == nil {
		set = f.irreducible(f.wants())
	}
	list := make([]Conflict, len(set))
	for i, u := range f.multipliers(set) {
		list[i] = Conflict{f.pair(set[i]), u, "possible by itself, but not together with the other pairs here"}
	}
	return list
}

func (f *fitting) pair(p want) []string { return []string{f.ids[p.above], f.ids[p.below]} }

// implied returns all pairs the order implies.
func (f *fitting) implied() []want {
	var list []want
	for n, above := range f.chain {
		if len(list) > manyPairs {
			break
		}
		for _, below := range f.chain[n+1:] {
			list = append(list, want{above, below})
		}
	}
	return append(list, f.firstWants()...)
}

// hopeless finds a pair, of all that the order implies, that no weights allow.
func (f *fitting) hopeless() (want, bool) {
	if f.limits != nil {
		for _, p := range f.wants() {
			if f.impossible(p) {
				return p, true
			}
		}
		return want{}, false
	}
	for n, above := range f.chain {
		for _, below := range f.chain[n+1:] {
			if p := (want{above, below}); f.impossible(p) {
				return p, true
			}
		}
	}
	for _, p := range f.firstWants() {
		if f.impossible(p) {
			return p, true
		}
	}
	return want{}, false
}

// impossible reports whether no weights allowed put p.above ahead. At best it gets, on
// its best dimension, all weight above the lower bounds.
func (f *fitting) impossible(p want) bool {
	if f.least == 0 && f.limits == nil && f.leads(p) {
		return false
	}
	if f.same(p) {
		return f.at[p.above].Compare(f.at[p.below]) > 0
	}
	if f.limits != nil {
		d, _ := f.direction(p.above, p.below)
		return f.limits.Highest(d) < apart
	}
	return slices.Max(f.corners(p)) < 0
}

// leads reports whether p.above has a clear lead in some dimension: more than a
// thousandth of the scale, and so of any difference. It spares most pairs the
// exact look.
func (f *fitting) leads(p want) bool {
	below := f.row(p.below)
	for k, x := range f.row(p.above)[:f.weighed] {
		if x-below[k] > float64(f.scale*1e-3) {
			return true
		}
	}
	return false
}

// corners is by how much p.above is ahead, beyond what is wanted, at each
// corner of the allowed weights: the least weight everywhere, and all the rest
// on one dimension.
func (f *fitting) corners(p want) []float64 {
	d, _ := f.direction(p.above, p.below)
	everywhere := float64(f.least * nearest.Sum(d))
	rest := 1 - float64(f.least*float64(len(d)))
	for k := range d {
		d[k] = everywhere + float64(rest*d[k]) - apart
	}
	return d
}

// reason explains why a pair is impossible.
func (f *fitting) reason(p want) string {
	above, below := op.Quote(f.ids[p.above]), op.Quote(f.ids[p.below])
	switch {
	case f.same(p):
		return above + " and " + below + " have the same score in every dimension, and " + above +
			" came later: no weights put it above"
	case slices.Max(f.difference(p.above, p.below)) <= 0:
		return below + " is at least as good as " + above + " in every dimension: no weights put " + above + " above it"
	case f.limits != nil:
		return "under the conditions on weights, " + above + " cannot come above " + below
	case f.least == 0:
		return above + " can lead " + below +
			" by next to nothing only, less than a billionth of their largest difference in a dimension"
	}
	return "with a weight of at least " + op.Show(f.least) + " on every dimension, " + above + " cannot come above " +
		below
}

// opposed returns two pairs that are possible separately but not together, or nil.
//
// At weights v the pairs' leads are a point of the plane, a mixture of the
// points (p_k, q_k) they have at the corners of the allowed weights. Both are
// possible together unless all those points lie strictly on the wrong side of
// a line through 0: unless λ·p_k + (1 − λ)·q_k < 0 for all k with some λ
// between 0 and 1. In ρ = λ/(1 − λ), a corner with p < 0 ≤ q asks ρ > −q/p, one
// with q < 0 ≤ p asks ρ < −q/p, one with both negative nothing.
func (f *fitting) opposed(list []want) []want {
	if len(list) > manyPairs || f.limits != nil {
		return nil
	}
	corners := make([][]float64, 0, len(list))
	for _, p := range list {
		if f.same(p) {
			corners = append(corners, nil)
			continue
		}
		corners = append(corners, f.corners(p))
	}
	for i, p := range corners {
		for j, q := range corners[:i] {
			if p != nil && q != nil && apartFromZero(p, q) {
				return []want{list[j], list[i]}
			}
		}
	}
	return nil
}

func apartFromZero(p, q []float64) bool {
	above, below := 0.0, math.Inf(1)
	for k := range p {
		switch {
		case p[k] >= 0 && q[k] >= 0:
			return false
		case p[k] < 0 && q[k] >= 0:
			above = max(above, q[k]/-p[k])
		case p[k] >= 0:
			below = min(below, -q[k]/p[k])
		}
	}
	return above < below
}

// feasible reports whether some weights allow all the pairs.
func (f *fitting) feasible(list []want) bool {
	walls, possible := f.walls(list)
	if !possible {
		return false
	}
	_, _, ok := nearest.Within(f.w.float[:f.weighed], walls)
	return ok
}

// irreducible cuts an impossible list down: first to the pairs in the proof that
// it is, then one by one as long as the others are impossible still. If two
// neighbours a, b and b, c are left, the pair a, c they imply may do for both.
func (f *fitting) irreducible(list []want) []want {
	walls, _ := f.walls(list)
	_, force, _ := nearest.Within(f.w.float[:f.weighed], walls)
	var core []want
	for j, u := range force {
		if u > 0 && walls[j].Tag >= 0 {
			core = append(core, list[walls[j].Tag])
		}
	}
	for {
		core = f.filtered(core)
		shorter := f.joined(core)
		if shorter == nil {
			return core
		}
		core = shorter
	}
}

// filtered drops pairs without which the others are impossible still.
func (f *fitting) filtered(list []want) []want {
	for i := 0; i < len(list); {
		others := append(append([]want{}, list[:i]...), list[i+1:]...)
		if f.feasible(others) {
			i++
			continue
		}
		list = others
	}
	return list
}

// joined replaces two pairs with a row in common by the one they imply, if
// that leaves the list impossible; nil if it never does.
func (f *fitting) joined(list []want) []want {
	for i, p := range list {
		for j, q := range list {
			if p.below != q.above {
				continue
			}
			shorter := append([]want{}, list...)
			shorter[i] = want{p.above, q.below}
			shorter = append(shorter[:j], shorter[j+1:]...)
			if !f.feasible(shorter) {
				return shorter
			}
		}
	}
	return nil
}

// multipliers returns the pairs' parts in the proof, in units of points, that sum
// to 1.
func (f *fitting) multipliers(list []want) []float64 {
	walls, _ := f.walls(list)
	_, force, _ := nearest.Within(f.w.float[:f.weighed], walls)
	parts, unit := make([]float64, len(list)), make([]float64, len(list))
	for i, p := range list {
		_, unit[i] = f.direction(p.above, p.below)
	}
	least := slices.Min(unit)
	for j, u := range force {
		if p := walls[j].Tag; p >= 0 {
			parts[p] = float64(u * (least / unit[p]))
		}
	}
	total := nearest.Sum(parts)
	for i := range parts {
		if parts[i] /= total; total == 0 { // possible but for rounding
			parts[i] = 1 / float64(len(parts))
		}
	}
	return parts
}
