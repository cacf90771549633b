// Package regions cuts all mixtures of three things into the parts in which one
// candidate after another is best.
package regions

// Mixture are the shares of three corners: each at least 0, with the sum 1.
type Mixture [3]float64

// Region is the set of mixtures for which a row is best or ties with the best.
type Region struct {
	Row   int
	Same  int       // how many later rows have the same values everywhere
	Edge  []Mixture // its corners, in turn
	Share float64   // of the area that was cut
}

// most is the largest number of regions at a time. It limits the work to that many cuts
// per row.
const most = 100

// Parts of the triangle that are smaller come from rounding.
const tiny = 1e-10

// Whole returns the triangle of all mixtures.
func Whole() []Mixture { return []Mixture{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} }

// Cut returns where each row has the highest value. The values of a row are those at the
// three corners, and a mixture mixes them. Values that differ by at most level count as
// equal. The regions are in the order of the rows and cover within, a convex part of the
// triangle; the list is empty if it has no area. ok is false if there are more than 100
// regions.
//
// The regions are the upper envelope of planes. Each row cuts its own region out of the
// regions of earlier rows: a removed region never comes back.
func Cut(rows [][3]float64, within []Mixture, level float64) (list []Region, ok bool) {
	whole := area(within)
	if !(whole > tiny) {
		return nil, true
	}
	for row := range rows {
		edge := within
		for i := range list {
			ahead, same := lead(&rows[row], &rows[list[i].Row], level)
			if same {
				list[i].Same++
				edge = nil
			}
			if edge = Clip(edge, ahead); area(edge) <= tiny {
				break
			}
		}
		if area(edge) <= tiny {
			continue
		}
		list = without(list, rows, row)
		if list = append(list, Region{Row: row, Edge: edge}); len(list) > most {
			return nil, false
		}
	}
	for i := range list {
		list[i].Share = area(list[i].Edge) / whole
	}
	return list, true
}

// lead is by how much a is ahead of b at each corner, and whether it is nowhere
// ahead or behind.
func lead(a, b *[3]float64, level float64) (ahead [3]float64, same bool) {
	same = true
	for k := range ahead {
		ahead[k] = a[k] - b[k]
		same = same && ahead[k] <= level && ahead[k] >= -level
	}
	return ahead, same
}

// without returns the regions after a new row took its part of them.
func without(list []Region, rows [][3]float64, row int) []Region {
	left := list[:0]
	for _, r := range list {
		ahead, _ := lead(&rows[r.Row], &rows[row], 0)
		if r.Edge = Clip(r.Edge, ahead); area(r.Edge) > tiny {
			left = append(left, r)
		}
	}
	return left
}

// Clip returns the part of a convex area in which a value, given at the corners of the
// triangle, is at least 0 (Sutherland and Hodgman 1974).
func Clip(edge []Mixture, value [3]float64) []Mixture {
	var out []Mixture
	for i, to := range edge {
		from := edge[(i+len(edge)-1)%len(edge)]
		a, b := from.mixes(&value), to.mixes(&value)
		if a < 0 && b > 0 || a > 0 && b < 0 {
			out = append(out, from.toward(&to, a/(a-b)))
		}
		if b >= 0 {
			out = append(out, to)
		}
	}
	return out
}

// mixes returns the value of the mixture, from the values at the corners.
func (m *Mixture) mixes(value *[3]float64) float64 {
	return float64(m[0]*value[0]) + float64(m[1]*value[1]) + float64(m[2]*value[2])
}

// toward returns a mixture on the way from m to another one.
func (m *Mixture) toward(to *Mixture, share float64) (at Mixture) {
	for k := range at {
		at[k] = float64((1-share)*m[k]) + float64(share*to[k])
	}
	return at
}

// area returns a part of the triangle, from 0 to 1.
func area(edge []Mixture) float64 {
	sum := 0.0
	for i := 1; i+1 < len(edge); i++ {
		sum += wedge(&edge[0], &edge[i], &edge[i+1])
	}
	return sum
}

// wedge returns the area between three mixtures, 1 for the corners.
func wedge(a, b, c *Mixture) float64 {
	x := float64((b[0]-a[0])*(c[1]-a[1])) - float64((b[1]-a[1])*(c[0]-a[0]))
	return max(x, -x)
}

// Centre returns the centroid of a convex area.
func Centre(edge []Mixture) (at Mixture) {
	sum := area(edge)
	for i := 1; i+1 < len(edge); i++ {
		part := wedge(&edge[0], &edge[i], &edge[i+1]) / sum / 3
		for k := range at {
			at[k] += float64(part * (edge[0][k] + edge[i][k] + edge[i+1][k]))
		}
	}
	return at
}
