package recover

import (
	"cmp"
	"math"
	"slices"
)

// slope is a convex function of weights w, f(w) = Σ max(0, |x·w − y| − room − h·w): how far the
// totals y of some rows x are outside of what is allowed.
//
// Each row has two kinks, where x·w − y = ±(room + h·w). f is linear between kinks, so that some
// vertex is lowest: a point in which as many kinks and walls w = 0 meet as there are weights, less
// one for the sum. [slope.descend] goes from vertex to vertex along edges, each time to the lowest
// point of the line. That is the simplex method for least absolute residuals of I. Barrodale and
// F. D. K. Roberts, SIAM J. Numer. Anal. 10, 1973, with a base that is inverted anew in each
// step. Rooms that differ from row to row by next to nothing keep kinks apart (A. Charnes,
// Econometrica 20, 1952).
type slope struct {
	k     int
	z     []float64 // x − y, row by row: as weights sum to 1, z·w = x·w − y
	room  []float64 // of each row
	h     []float64 // of each weight, or nil
	rows  []int32   // that count
	scale float64   // of the values

	edge   [2][]float64 // the room of each row below and above, made different from all others
	mark   []uint8      // of each row: which of its kinks are active
	active []kink       // at the present vertex, k − 1 of them
	w      []float64
	best   []float64 // the lowest point so far
	low    float64   // and its f

	value     []float64 // z·w of each of rows
	crossings []crossing
}

// kink is where a wall or one side of a row's room is.
type kink struct {
	row  int32 // −1 − k for the wall of weight k
	side int8  // 1 or 0: x·w − y is above or below the room
}

// sign returns the sign of x·w − y beyond a kink of a row.
func (a kink) sign() float64 { return float64(2*a.side - 1) }

func (a kink) isWall() bool { return a.row < 0 }

// crossing is a kink that an edge crosses at some distance, and by how much it turns f upward.
type crossing struct {
	at, turn float64
	kink     kink
}

// apartBy is how much rooms differ from row to row, as a part of the scale.
const apartBy = 1e-12

// separate makes the rooms of all rows different.
func (s *slope) separate() {
	n := len(s.room)
	s.edge, s.mark = [2][]float64{make([]float64, n), make([]float64, n)}, make([]uint8, n)
	mix := uint64(1)
	for i, room := range s.room {
		for side := range s.edge {
			mix = mix*0x5851f42d4c957f2d + 0x14057b7ef767814f // D. E. Knuth, MMIX
			s.edge[side][i] = room + float64(s.scale*apartBy*(1+float64(float64(mix>>11)/(1<<53))))
		}
	}
}

// descend looks for the lowest point from the present vertex, or from the best corner.
func (s *slope) descend() {
	if s.edge[0] == nil {
		s.separate()
		s.atCorner()
	}
	s.low, s.value = math.Inf(1), make([]float64, len(s.rows))
	for range 100 + 30*s.k {
		inverse, ok := s.place()
		if !ok {
			return
		}
		f, gradient := s.look()
		if f < s.low {
			s.low, s.best = f, slices.Clone(s.w)
		}
		if f == 0 {
			return
		}
		leaving, d := s.steepest(inverse, gradient)
		if d == nil {
			return
		}
		entering, ok := s.lowest(leaving, d, gradient)
		if !ok {
			return
		}
		s.swap(leaving, entering)
	}
}

// swap replaces an active kink.
func (s *slope) swap(leaving int, entering kink) {
	if a := s.active[leaving]; !a.isWall() {
		s.mark[a.row] &^= 1 << a.side
	}
	if !entering.isWall() {
		s.mark[entering.row] |= 1 << entering.side
	}
	s.active[leaving] = entering
}

func (s *slope) isActive(a kink) bool { return s.mark[a.row]>>a.side&1 == 1 }

// atCorner begins with all weight on the dimension that is nearest to the totals.
func (s *slope) atCorner() {
	best, least := 0, math.Inf(1)
	for k := range s.k {
		sum := 0.0
		for _, i := range s.rows {
			sum += math.Abs(s.z[int(i)*s.k+k])
		}
		if sum < least {
			best, least = k, sum
		}
	}
	for k := range s.k {
		if k != best {
			s.active = append(s.active, kink{row: int32(-1 - k)})
		}
	}
}

// normal writes a kink as n·w = rest into a row of the base.
func (s *slope) normal(a kink, n []float64) (rest float64) {
	clear(n)
	if a.isWall() {
		n[-1-a.row] = 1
		return 0
	}
	for k, z := range s.row(a.row) {
		n[k] = float64(a.sign() * z)
		if s.h != nil {
			n[k] -= s.h[k]
		}
	}
	return s.edge[a.side][a.row]
}

func (s *slope) row(i int32) []float64 { return s.z[int(i)*s.k : (int(i)+1)*s.k : (int(i)+1)*s.k] }

// place finds the point in which the active kinks meet. Column e of the inverse is the edge on
// which all but kink e stay.
func (s *slope) place() (inverse [][]float64, ok bool) {
	base, rest := make([][]float64, s.k), make([]float64, s.k)
	for e := range base {
		base[e] = make([]float64, s.k)
		if e < len(s.active) {
			rest[e] = s.normal(s.active[e], base[e])
			continue
		}
		for k := range base[e] {
			base[e][k] = s.scale
		}
		rest[e] = s.scale
	}
	inverse, ok = invert(base)
	if !ok {
		return nil, false
	}
	s.w = make([]float64, s.k)
	for k := range s.w {
		for e, x := range rest {
			s.w[k] += float64(inverse[k][e] * x)
		}
		if s.w[k] < -1e-7 { // the kinks are almost parallel
			return nil, false
		}
		s.w[k] = max(0, s.w[k])
	}
	for _, a := range s.active {
		if a.isWall() {
			s.w[-1-a.row] = 0
		}
	}
	return inverse, true
}

// look computes f at the present vertex, and its gradient without the active kinks.
func (s *slope) look() (f float64, gradient []float64) {
	gradient = make([]float64, s.k)
	allowed := s.allowed(s.w)
	for p, i := range s.rows {
		s.value[p] = dot(s.row(i), s.w)
		a := kink{i, 1}
		if s.value[p] < 0 {
			a.side = 0
		}
		over := s.over(p, a, allowed)
		if over <= 0 || s.isActive(a) {
			continue
		}
		f += over
		for k, z := range s.row(i) {
			gradient[k] += float64(a.sign() * z)
		}
		for k, h := range s.h {
			gradient[k] -= h
		}
	}
	return f, gradient
}

// allowed returns h·w.
func (s *slope) allowed(w []float64) float64 {
	if s.h == nil {
		return 0
	}
	return dot(s.h, w)
}

// over returns how far a row is beyond a kink.
func (s *slope) over(p int, a kink, allowed float64) float64 {
	return float64(a.sign()*s.value[p]) - s.edge[a.side][a.row] - allowed
}

// steepest returns the active kink to leave, and the edge along which f falls fastest; nil if
// none falls.
func (s *slope) steepest(inverse [][]float64, gradient []float64) (leaving int, edge []float64) {
	const flat = 1e-9
	steep := 0.0
	for e, a := range s.active {
		along, size := 0.0, 0.0
		for k, g := range gradient {
			along += float64(g * inverse[k][e])
			size = max(size, math.Abs(inverse[k][e]))
		}
		for sign := 1.0; sign >= -1; sign -= 2 {
			down := float64(-sign * along)
			if !a.isWall() && sign > 0 {
				down--
			}
			if a.isWall() && sign < 0 || down <= float64(flat*size*s.scale) || down/size <= steep {
				continue
			}
			steep, leaving = down/size, e
			edge = make([]float64, s.k)
			for k := range edge {
				edge[k] = float64(sign*inverse[k][e]) / size
			}
		}
	}
	return leaving, edge
}

// lowest follows an edge to the lowest point of its line, and returns the kink there.
func (s *slope) lowest(leaving int, d, gradient []float64) (kink, bool) {
	fall := dot(gradient, d)
	if a := s.active[leaving]; !a.isWall() {
		fall += max(0, float64(a.sign()*dot(s.row(a.row), d))-s.allowed(d))
	}
	s.cross(d)
	return stop(s.crossings, fall)
}

// cross lists the kinks that an edge crosses.
func (s *slope) cross(d []float64) {
	s.crossings = s.crossings[:0]
	allowed, more, tiny := s.allowed(s.w), s.allowed(d), float64(s.scale*1e-13)
	for p, i := range s.rows {
		r := dot(s.row(i), d)
		for side := range int8(2) {
			a := kink{i, side}
			over, turn := s.over(p, a, allowed), float64(a.sign()*r)-more
			if (over <= 0) == (turn > 0) && math.Abs(turn) > tiny && !s.isActive(a) {
				s.crossings = append(s.crossings, crossing{max(0, -over/turn), math.Abs(turn), a})
			}
		}
	}
	for k, x := range d {
		if a := (kink{row: int32(-1 - k)}); x < -1e-13 && !slices.Contains(s.active, a) {
			s.crossings = append(s.crossings, crossing{s.w[k] / -x, math.Inf(1), a})
		}
	}
}

func (a crossing) compare(b crossing) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kink.row, b.kink.row), cmp.Compare(a.kink.side, b.kink.side))
}

// stop returns the crossing at which a falling line turns upward. It divides the crossings as
// quicksort does, and goes on in one part only.
func stop(list []crossing, fall float64) (at kink, ok bool) {
	for len(list) > 0 {
		last := len(list) - 1
		list[len(list)/2], list[last] = list[last], list[len(list)/2]
		pivot, nearer, turns := list[last], 0, 0.0
		for i, c := range list[:last] {
			if c.compare(pivot) < 0 {
				turns += c.turn
				list[nearer], list[i] = list[i], list[nearer]
				nearer++
			}
		}
		switch {
		case fall+turns >= 0: // before the pivot, or there if rounding has it that no sum is enough
			list, at, ok = list[:nearer], pivot.kink, true
		case fall+turns+pivot.turn >= 0:
			return pivot.kink, true
		default:
			fall += turns + pivot.turn
			list = list[nearer:last]
		}
	}
	return at, ok
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for k, x := range a {
		sum += float64(x * b[k])
	}
	return sum
}
