package ranking

import (
	"cmp"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/score"
)

// Crossing is a weight at which two submissions swap.
type Crossing struct {
	At   float64 `json:"at" doc:"The weight, between 0 and 1, at which their scores are equal."`
	Up   string  `json:"up" doc:"Id of the submission that is ahead, and in the top, at the next higher weights."`
	Down string  `json:"down" doc:"Id of the submission that is ahead, and in the top, at the next lower weights."`
}

const (
	maxCrossings = 100   // listed for one dimension
	together     = 1e-11 // weights so near to each other count as one
)

// crossings lists where the rows at places 1 to top change: at each such weight
// every row of the top just above it that overtakes a row of the top just below
// it. If two submissions meet that is these two; where many meet in one
// point, those that are pushed out by those that come in.
func (s *sweep) crossings(now *ranking, top int) (list []Crossing, cut bool) {
	t := now.w.float[s.k]
	rise, fall := s.walkFrom(now, top, true), s.walkFrom(now, top, false)
	if t > 0 && t < 1 {
		list = s.overtaken(fall.places, rise.places, true)
	}
	up, more := rise.run()
	down, still := fall.run()
	list = append(append(down, list...), up...)
	all := len(list)
	if list = slices.DeleteFunc(list, func(c Crossing) bool { return c.At < s.from || c.At > s.to }); len(list) < all {
		return closest(list, t), len(list) > maxCrossings
	}
	cut = more || still || len(list) > maxCrossings
	return closest(list, t), cut
}

// walk follows the top places from the present weight toward 1 (rising) or 0.
//
// A row that is below another where the walk is, and above it at the end the
// walk goes to, overtakes it in between, once. So the next change is the
// soonest meeting of neighbours in the list of which the lower is higher at
// that end, or of the last in the list and a row outside that is. Each change
// brings the list nearer to the order at the end; whatever rounding does to
// meetings that nearly coincide, no pair swaps twice.
type walk struct {
	s      *sweep
	rising bool
	class  []int // of rank now, by row
	places []int // rows at the top places just past where the walk is, best first
	inside []bool
	below  change // the next row to come in, as long as the last place stays
	known  bool   // below is up to date
}

// change is the event of a row overtaking the row at a place. at is its distance along
// the sweep, from the end where the walk begins; row is −1 without an event.
type change struct {
	at    float64
	row   int
	place int
}

// walkFrom starts at the present ranking. Rows that are level there are in the
// order they have just past it; those that stay level keep their ranks.
func (s *sweep) walkFrom(now *ranking, top int, rising bool) *walk {
	k := &walk{s: s, rising: rising, class: now.class, inside: make([]bool, len(now.order))}
	last := now.order[top-1]
	for p, i := range now.order {
		if p >= top && now.ahead(last, i) != 0 {
			break
		}
		k.places = k.enter(i, now, top)
	}
	for _, i := range k.places {
		k.inside[i] = true
	}
	return k
}

// enter puts a row where it belongs in the list of places, which keeps at most
// top.
func (k *walk) enter(row int, now *ranking, top int) []int {
	above := func(i, j int) bool {
		if c := now.ahead(i, j); c != 0 {
			return c > 0
		}
		_, b := k.lead(i, j)
		return b > 0 || b == 0 && cmp.Or(cmp.Compare(k.class[i], k.class[j]), cmp.Compare(i, j)) < 0
	}
	list := k.places
	at := len(list)
	for at > 0 && above(row, list[at-1]) {
		at--
	}
	list = append(list, row)
	copy(list[at+1:], list[at:])
	list[at] = row
	return list[:min(len(list), top)]
}

// lead is by how much row i leads row j at the end the walk comes from and at
// the end it goes to.
func (k *walk) lead(i, j int) (from, to float64) {
	if from, to = k.s.lead(i, j); k.rising {
		return from, to
	}
	return to, from
}

// roughLead is [walk.lead] in float64 alone, good to the table's slack.
func (k *walk) roughLead(i, j int) (from, to float64) {
	from, to = k.s.rest.float[i]-k.s.rest.float[j], k.s.score(i)-k.s.score(j)
	if k.rising {
		return from, to
	}
	return to, from
}

// run collects crossings to the end, or until they are enough; more tells that
// there would have been others.
func (k *walk) run() (list []Crossing, more bool) {
	e := k.next()
	for e.row >= 0 {
		before, end := slices.Clone(k.places), e.at+together
		for e.row >= 0 && e.at <= end {
			k.apply(e)
			e = k.next()
		}
		if list = append(list, k.s.overtaken(before, k.places, k.rising)...); len(list) > maxCrossings {
			return list, true
		}
	}
	return list, false
}

// next returns the soonest change.
func (k *walk) next() change {
	last := len(k.places) - 1
	if !k.known {
		k.below, k.known = change{1, -1, last}, true
		for i, inside := range k.inside {
			if !inside {
				k.below = k.sooner(k.below, i, last)
			}
		}
	}
	best := k.below
	for p := last; p > 0; p-- {
		best = k.sooner(best, k.places[p], p-1)
	}
	return best
}

// sooner returns the sooner of best and row's overtaking of the one at place, if it
// does. Of rows that come in at once, the one that ends highest does, and of
// those that stay level the one of the best rank.
func (k *walk) sooner(best change, row, place int) change {
	a, b := k.roughLead(row, k.places[place])
	slack := k.s.t.slack()
	if low, high := max(0, -a-slack), b+slack; high <= 0 || low > float64((low+high)*(best.at+together)) {
		return best // it cannot be as soon, whatever rounding did to a and b
	}
	if a, b = k.lead(row, k.places[place]); a >= 0 || b <= 0 {
		return best
	}
	at := a / (a - b)
	if at > best.at+together || at >= 1 {
		return best
	}
	if best.row >= 0 && at > best.at-together {
		_, higher := k.lead(row, best.row)
		if place != best.place || higher < 0 || higher == 0 && k.class[row] >= k.class[best.row] {
			return best
		}
	}
	return change{at, row, place}
}

// apply lets a row overtake the one at a place.
func (k *walk) apply(e change) {
	last := len(k.places) - 1
	down := k.places[e.place]
	k.places[e.place] = e.row
	switch {
	case !k.inside[e.row]: // it comes in at the last place
		k.inside[down], k.inside[e.row], k.known = false, true, false
	case e.place+1 <= last:
		k.places[e.place+1] = down
		k.known = k.known && e.place+1 < last
	}
}

// overtaken pairs each row of after with the rows of before it has overtaken.
func (s *sweep) overtaken(before, after []int, rising bool) (list []Crossing) {
	was, is := placesOf(before), placesOf(after)
	for _, up := range after {
		for _, down := range before {
			if up == down || was(up) < was(down) || is(down) < is(up) {
				continue
			}
			c := Crossing{s.meet(up, down).Float(), s.t.ids[up], s.t.ids[down]}
			if !rising {
				c.Up, c.Down = c.Down, c.Up
			}
			list = append(list, c)
		}
	}
	return list
}

// placesOf returns a lookup of places; a row without a place comes after all others.
func placesOf(rows []int) func(int) int {
	place := make(map[int]int, len(rows))
	for p, i := range rows {
		place[i] = p
	}
	return func(i int) int {
		if p, ok := place[i]; ok {
			return p
		}
		return len(rows)
	}
}

// closest keeps the crossings nearest to the present weight, ascending.
func closest(list []Crossing, now float64) []Crossing {
	near := score.Order(len(list), func(a, b int) int {
		return cmp.Or(cmp.Compare(math.Abs(list[a].At-now), math.Abs(list[b].At-now)), compareCrossings(list[a], list[b]))
	})
	kept := near[:min(len(near), maxCrossings)]
	slices.SortStableFunc(kept, func(a, b int) int { return compareCrossings(list[a], list[b]) })
	ascending := make([]Crossing, len(kept))
	for n, i := range kept {
		ascending[n] = list[i]
	}
	return ascending
}

func compareCrossings(a, b Crossing) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Up, b.Up), cmp.Compare(a.Down, b.Down))
}
