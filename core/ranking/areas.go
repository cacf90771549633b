package ranking

import "github.com/tallyproof/tallyproof/core/ranking/limits"

// areas are the exact shares of all weightings of up to three columns, which are areas in
// the plane: x and y are the first two weights. Of two columns x is the first weight and y
// is anything from 0 to 1, of one column both are.
type areas struct {
	ranks [][]float64 // of each row: the share in which it has rank 1, 2 and so on
	ahead []float64   // of each pair: the share in which its first row is ahead
}

const (
	exactColumns = 3
	exactRows    = 40
	exactTiny    = 1e-9 // of the whole area; less comes from rounding
)

// KnownExactly reports whether so many columns and rows are few enough to know shares of all
// weightings exactly, by areas.
func KnownExactly(columns, rows int) bool { return columns <= exactColumns && rows <= exactRows }

// corner is a place in the plane, and plane a value there: a + b·x + c·y.
type (
	corner struct{ x, y float64 }
	plane  struct{ a, b, c float64 }
)

func (p plane) at(v corner) float64 { return p.a + float64(p.b*v.x) + float64(p.c*v.y) }

func (p plane) minus(q plane) plane { return plane{p.a - q.a, p.b - q.b, p.c - q.c} }

// areasOf returns the shares; nil if there are too many columns or rows, or if the limits
// leave no area.
func areasOf(columns [][]float64, l *limits.Limits, pairs [][2]int) *areas {
	n := len(columns[0])
	if !KnownExactly(len(columns), n) {
		return nil
	}
	rows, scale := make([]plane, n), 0.0
	for i := range rows {
		last := columns[len(columns)-1][i]
		rows[i].a = last
		if len(columns) > 1 {
			rows[i].b = columns[0][i] - last
		}
		if len(columns) > 2 {
			rows[i].c = columns[1][i] - last
		}
		for _, column := range columns {
			scale = max(scale, column[i])
		}
	}
	whole := allowed(len(columns), l)
	all := area(whole)
	if all < exactTiny {
		return nil
	}
	level := float64(scale * 1e-12)
	a := &areas{ranks: make([][]float64, n), ahead: make([]float64, len(pairs))}
	for i := range rows {
		a.ranks[i] = ranksOf(rows, i, whole, level)
		for r := range a.ranks[i] {
			a.ranks[i][r] /= all
		}
	}
	for p, pair := range pairs {
		lead := rows[pair[0]].minus(rows[pair[1]])
		if above, _ := sides(whole, lead, level); above {
			a.ahead[p] = area(clip(whole, lead)) / all
		}
	}
	return a
}

// allowed returns the corners of all weightings of so many columns, in turn.
func allowed(columns int, l *limits.Limits) []corner {
	edge := []corner{{0, 0}, {1, 0}, {0, 1}}
	if columns < 3 {
		edge = []corner{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	}
	if l == nil || columns < 2 {
		return edge
	}
	weights := []plane{{0, 1, 0}, {1, -1, 0}}
	if columns == 3 {
		weights = []plane{{0, 1, 0}, {0, 0, 1}, {1, -1, -1}}
	}
	for _, wall := range l.Walls {
		inside := plane{a: -wall.Least}
		for k, w := range weights {
			inside.a += float64(wall.N[k] * w.a)
			inside.b += float64(wall.N[k] * w.b)
			inside.c += float64(wall.N[k] * w.c)
		}
		edge = clip(edge, inside)
	}
	return edge
}

// piece is a convex area in which so many rows are ahead of one.
type piece struct {
	edge  []corner
	ahead int
}

// ranksOf returns the area in which row i has each rank: every other row that may be ahead
// cuts the pieces so far.
func ranksOf(rows []plane, i int, whole []corner, level float64) []float64 {
	list, always := []piece{{edge: whole}}, 0
	for j := range rows {
		if j == i {
			continue
		}
		lead := rows[j].minus(rows[i])
		switch above, below := sides(whole, lead, level); {
		case !above:
			continue
		case !below:
			always++
			continue
		}
		for k, n := 0, len(list); k < n; k++ {
			above, below := sides(list[k].edge, lead, level)
			if above && below {
				behind := plane{-lead.a, -lead.b, -lead.c}
				list = append(list, piece{clip(list[k].edge, behind), list[k].ahead})
				list[k].edge = clip(list[k].edge, lead)
			}
			if above {
				list[k].ahead++
			}
		}
	}
	shares := make([]float64, len(rows))
	for _, p := range list {
		shares[always+p.ahead] += area(p.edge)
	}
	return shares
}

// sides reports whether a value is above 0 at some corner, and below it at some.
func sides(edge []corner, value plane, level float64) (above, below bool) {
	for _, v := range edge {
		x := value.at(v)
		above = above || x > level
		below = below || x < -level
	}
	return above, below
}

// clip returns the part of a convex area in which a value is at least 0 (Sutherland and
// Hodgman 1974).
func clip(edge []corner, value plane) []corner {
	out := make([]corner, 0, len(edge)+1)
	for i, to := range edge {
		from := edge[(i+len(edge)-1)%len(edge)]
		a, b := value.at(from), value.at(to)
		if a < 0 && b > 0 || a > 0 && b < 0 {
			share := a / (a - b)
			out = append(out, corner{from.x + float64(share*(to.x-from.x)), from.y + float64(share*(to.y-from.y))})
		}
		if b >= 0 {
			out = append(out, to)
		}
	}
	return out
}

// area returns the area of a convex polygon.
func area(edge []corner) float64 {
	sum := 0.0
	for i := 1; i+1 < len(edge); i++ {
		a, b, c := edge[0], edge[i], edge[i+1]
		sum += float64((b.x-a.x)*(c.y-a.y)) - float64((c.x-a.x)*(b.y-a.y))
	}
	return float64(max(sum, -sum) / 2)
}

// quantiles returns the lowest ranks, from 1, that each of the levels does not exceed.
func (a *areas) quantiles(i int) (ranks [len(levels)]int) {
	sum, at := 0.0, 0
	for r, part := range a.ranks[i] {
		sum += part
		for at < len(levels) && part > exactTiny && sum >= levels[at]-exactTiny {
			ranks[at] = r + 1
			at++
		}
	}
	return ranks
}
