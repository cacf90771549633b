package forecast

import "math"

// target follows the careers that have not touched a rating yet. Those that
// touch it leave, so what left after n matches is the probability of a first
// touch at match n.
type target struct {
	rating    float64
	direction string
	ever      bool    // whether any career can have touched it
	always    bool    // whether every career has
	edges     []*edge // the target itself; on a grid also its lower and upper bound
}

// Which careers on a grid touch a target: those whose cell does, those whose
// true rating surely does, those whose true rating possibly does.
const (
	byCell = iota
	surely
	possibly
)

// edge is one reading of a target.
type edge struct {
	target  *target
	reading int
	live    cloud // careers that have not touched it
	touched tally // probability of the careers that have touched it
	moments tally // Σ match · probability of the first touch
	median  int   // first match at which touched reaches one half; −1 before
	curve   []float64
}

func newTarget(w *walk, rating float64) *target {
	t := &target{rating: rating, direction: "start"}
	switch start := w.lattice.origin; {
	case rating > start:
		t.direction = "up"
	case rating < start:
		t.direction = "down"
	}
	t.within(w.lattice.origin, w.lattice.origin)
	readings := []int{byCell}
	if w.drift != nil {
		readings = append(readings, surely, possibly)
	}
	for _, reading := range readings {
		t.edges = append(t.edges, t.edge(reading))
	}
	return t
}

// within notes the lowest and the highest possible rating after a match.
func (t *target) within(lo, hi float64) {
	lo, hi = lo-t.rating, hi-t.rating
	if t.direction == "down" {
		lo, hi = -hi, -lo
	}
	t.always, t.ever = t.always || lo >= 0, t.ever || hi >= 0
}

func (t *target) edge(reading int) *edge {
	e := &edge{target: t, reading: reading, live: cloud{p: []float64{1}}, median: -1}
	if t.direction == "start" {
		e.live.p = nil
		e.touch(1, 0)
	}
	return e
}

// absorb takes out the careers that have reached the target after a match.
func (e *edge) absorb(w *walk, match int) {
	if len(e.live.p) > 0 {
		touching := e.touching(w)
		e.touch(total(touching), match)
		clear(touching)
		e.live.trim()
	}
	if w.curves && e.reading == byCell {
		e.curve = append(e.curve, e.probability())
	}
}

// touching returns the probabilities of the cells from the border on.
func (e *edge) touching(w *walk) []float64 {
	n := len(e.live.p)
	border := e.border(w) - e.live.lo
	if e.target.direction == "up" {
		return e.live.p[min(max(border, 0), n):]
	}
	return e.live.p[:min(max(border+1, 0), n)]
}

// touch notes careers that touch the target for the first time.
func (e *edge) touch(p float64, match int) {
	e.touched.add(p)
	e.moments.add(float64(p * float64(match)))
	if e.median < 0 && e.touched.value() >= 0.5-reached {
		e.median = match
	}
}

// border returns the outermost cell that touches the target: the lowest upward, the
// highest downward.
func (e *edge) border(w *walk) int {
	if e.reading != byCell {
		return w.drift.border(w.lattice, e)
	}
	cells := (e.target.rating - w.lattice.origin) / w.lattice.width
	if e.target.direction == "up" {
		return int(math.Ceil(cells))
	}
	return int(math.Floor(cells))
}

// probability returns the probability of having touched the target. Rounding must not
// push the sum above 1.
func (e *edge) probability() float64 { return min(e.touched.value(), 1) }

func (t *target) answer() ProjectTarget {
	e := t.edges[byCell]
	res := ProjectTarget{Rating: t.rating, Direction: t.direction, Probability: e.probability(), Curve: e.curve}
	if res.Probability > 0 {
		mean := e.moments.value() / res.Probability
		res.ExpectedMatches = &mean
	}
	switch p := &res.Probability; { // rounding makes nothing certain
	case t.always:
		*p = 1
	case !t.ever:
		*p = 0
	case *p == 0:
		*p = math.SmallestNonzeroFloat64
	case *p == 1:
		*p = 1 - 0x1p-53
	}
	if e.median >= 0 {
		res.MedianMatches = &e.median
	}
	if len(t.edges) > 1 && t.direction == "start" {
		res.Low, res.High = &res.Probability, &res.Probability
	} else if len(t.edges) > 1 {
		low, high := max(t.edges[surely].probability()-rareCareers, 0), min(t.edges[possibly].probability()+rareCareers, 1)
		res.Low, res.High = &low, &high
	}
	return res
}
