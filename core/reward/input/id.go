package input

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/reward/number"
)

// CompareIDs orders ids ascending: runs of digits as the numbers they are, the
// rest by bytes, so UID "9" comes before "10" and "m9" before "m10". Ids that
// differ only in leading zeros are ordered by bytes.
func CompareIDs(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		n, m := number.Digits(x), number.Digits(y)
		if n > 0 && m > 0 {
			if c := compareDigits(x[:n], y[:m]); c != 0 {
				return c
			}
			x, y = x[n:], y[m:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	if c := cmp.Compare(len(x), len(y)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

func compareDigits(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// Sorted returns the indexes 0 to n−1 in order; equal ones stay as they were.
func Sorted(n int, compare func(i, j int) int) []int {
	sorted := make([]int, n)
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortFunc(sorted, func(i, j int) int { return cmp.Or(compare(i, j), i-j) })
	return sorted
}
