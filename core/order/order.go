// Package order sorts. All sorting goes through indexes: the engine then has one
// sort, and not one for each type that is sorted. It is a merge sort, a tenth of the
// code of the library's.
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
	Sort(list, compare)
	return list
}

// few is up to how many numbers insertion is the fastest way to sort.
const few = 12

// Sort sorts numbers in place. Equal ones stay in their order; a list that is in order
// takes one comparison a number.
func Sort(list []int, compare func(a, b int) int) {
	var spare []int
	if len(list) > few {
		spare = make([]int, len(list)/2)
	}
	Merge(list, spare, compare)
}

// Merge is [Sort] without allocating: spare has room for half of the list.
func Merge(list, spare []int, compare func(a, b int) int) {
	if len(list) <= few {
		insert(list, compare)
		return
	}
	half := len(list) / 2
	Merge(list[:half], spare, compare)
	Merge(list[half:], spare, compare)
	if compare(list[half-1], list[half]) <= 0 {
		return
	}
	first, to := spare[:copy(spare, list[:half])], 0
	for at := half; len(first) > 0 && at < len(list); to++ {
		if compare(first[0], list[at]) <= 0 {
			list[to], first = first[0], first[1:]
		} else {
			list[to] = list[at]
			at++
		}
	}
	copy(list[to:], first)
}

// insert sorts by insertion.
func insert(list []int, compare func(a, b int) int) {
	for i, x := range list {
		for ; i > 0 && compare(list[i-1], x) > 0; i-- {
			list[i] = list[i-1]
		}
		list[i] = x
	}
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
