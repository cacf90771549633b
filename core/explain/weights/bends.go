package weights

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// mostBends is how many weights of all columns are tried to find where their ways bend, and
// fewBends how many of one at least.
const (
	mostBends = 128
	fewBends  = 8
)

func bendsOf(columns int) int { return max(fewBends, mostBends/max(1, columns)) }

// bends returns weights of column k in basis points, ascending, from the lowest that it can
// have to the highest: between two of them the other weights go straight, but for rounding.
// Without conditions they are two.
func (f *field) bends(k int) []int {
	low, high := int(f.at(k, 0)[k]), int(f.at(k, live.Whole)[k])
	if f.limits == nil {
		return []int{low, high}
	}
	way, left := []int{low}, bendsOf(len(f.basis))
	corners := []int{low, high}
	if from, to, ok := f.straightWay(k); ok { // where the others begin to leave their proportions
		corners = append(corners, int(math.Ceil(from)), int(f.basis[k]), int(to))
	}
	slices.Sort(corners)
	for _, at := range corners {
		if last := way[len(way)-1]; at > last && at <= high {
			way = append(way, f.bent(k, last, at, &left)...)
		}
	}
	if len(way) == 1 {
		way = append(way, high)
	}
	return way
}

// bent returns the bends after low, and high.
func (f *field) bent(k, low, high int, left *int) []int {
	const short, quarters = 8, 4
	if high-low <= short || *left <= 0 {
		return []int{high}
	}
	for n := 1; n < quarters; n++ {
		at := low + (high-low)*n/quarters
		*left--
		if !f.straight(k, low, at, high) {
			mid := (low + high) / 2
			return append(f.bent(k, low, mid, left), f.bent(k, mid, high, left)...)
		}
	}
	return []int{high}
}

// sums returns the sums of rows under weights, if there are conditions; of those a pair is
// looked at only if it may swap.
func (f *field) sums(rows []int, basis []int32) []float64 {
	if f.limits == nil {
		return nil
	}
	list := make([]float64, len(f.rows))
	for _, i := range rows {
		for k, w := range basis {
			list[i] += float64(float64(w) * f.rows[i][k])
		}
	}
	return list
}

// fewColumns are so few that each step of a weight with conditions is computed, not
// interpolated from bend to bend.
const fewColumns = 8

// between returns the weights at a place on the way, but for rounding; nil beyond it.
func (f *field) between(k, points int) []int32 {
	for n, end := range f.anchors[1:] {
		start := f.anchors[n]
		if points < start || points > end || start == end {
			continue
		}
		for _, anchor := range []int{start, end} {
			if f.known[anchor] == nil {
				f.known[anchor] = f.balanced(k, anchor)
			}
		}
		from, to := f.known[start], f.known[end]
		basis := make([]int32, len(from))
		for c := range basis {
			basis[c] = from[c] + int32(math.Round(float64(to[c]-from[c])*float64(points-start)/float64(end-start)))
		}
		return basis
	}
	return nil
}

// straight reports whether the weights at a place are between those at two others.
func (f *field) straight(k, low, at, high int) bool {
	const rounding = 2
	from, mid, to := f.at(k, low), f.at(k, at), f.at(k, high)
	part := float64(at-low) / float64(high-low)
	for c := range mid {
		if off := float64(mid[c]) - float64(from[c]) - float64(part*float64(to[c]-from[c])); off > rounding || off < -rounding {
			return false
		}
	}
	return true
}
