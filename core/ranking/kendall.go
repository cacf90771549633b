package ranking

import (
	"cmp"
	"math"

	"github.com/tallyproof/tallyproof/core/score"
)

// Kendall is Kendall's rank correlation tau-b of two rankings of the same
// things, which may hold ties (M. G. Kendall, The Treatment of Ties in Ranking
// Problems, Biometrika 33, 1945):
//
//	τ_b = (P − Q) / √((n₀ − n₁)(n₀ − n₂))
//
// with P pairs in the same order, Q in opposite orders, n₀ = n(n−1)/2 pairs,
// n₁ and n₂ of them tied in x and in y. If x or y ties everything τ_b is
// 0/0; the answer is 1 if both do, as they agree, and else 0.
//
// W. R. Knight's method (JASA 61, 1966) takes O(n log n): in the order of x,
// then y, the swaps a merge sort by y needs are Q; and with n₃ pairs tied in
// both, P + Q = n₀ − n₁ − n₂ + n₃.
func Kendall(x, y []int) float64 {
	n := len(x)
	order := score.Order(n, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b])) })
	n0 := pairs(n)
	n1 := tied(order, func(a, b int) bool { return x[a] == x[b] })
	n3 := tied(order, func(a, b int) bool { return x[a] == x[b] && y[a] == y[b] })
	list := make([]int, n)
	for i, at := range order {
		list[i] = y[at]
	}
	q := inversions(list, make([]int, n))
	n2 := tied(list, func(a, b int) bool { return a == b })
	if n1 == n0 || n2 == n0 {
		if n1 == n2 {
			return 1
		}
		return 0
	}
	return float64(n0-n1-n2+n3-2*q) / math.Sqrt(float64(float64(n0-n1)*float64(n0-n2)))
}

func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// tied counts the pairs inside runs of equal neighbours.
func tied(list []int, equal func(a, b int) bool) int64 {
	count, run := int64(0), 1
	for i := 1; i <= len(list); i++ {
		if i < len(list) && equal(list[i-1], list[i]) {
			run++
			continue
		}
		count += pairs(run)
		run = 1
	}
	return count
}

// inversions sorts list and counts the pairs that were in descending order.
func inversions(list, spare []int) int64 {
	if len(list) < 2 {
		return 0
	}
	half := len(list) / 2
	a, b := list[:half], list[half:]
	count := inversions(a, spare) + inversions(b, spare)
	copy(spare, list)
	a, b = spare[:half], spare[half:len(list)]
	for at := range list {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			list[at], a = a[0], a[1:]
			continue
		}
		list[at], b = b[0], b[1:]
		count += int64(len(a))
	}
	return count
}
