// Package order sorts. All sorting goes through indexes: the engine then has one
// copy of the library's sort, and not one for each type that is sorted, which is
// 25 KB of code.
package order

import (
	"slices"
	"strings"
)

// By is the numbers below n in some order. Equal ones stay in their own order.
func By(n int, compare func(a, b int) int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	slices.SortFunc(list, func(a, b int) int {
		if c := compare(a, b); c != 0 {
			return c
		}
		return a - b
	})
	return list
}

// Strings sorts texts by their bytes, in place.
func Strings(list []string) {
	before := slices.Clone(list)
	for to, from := range By(len(list), func(a, b int) int { return strings.Compare(before[a], before[b]) }) {
		list[to] = before[from]
	}
}

// Keys are the keys of a map, sorted.
func Keys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	Strings(keys)
	return keys
}
