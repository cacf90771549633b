package order

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// Against the library's own sorts.
func TestAgainstSlices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		m := map[string]int{}
		for range rng.IntN(80) {
			m[strconv.Itoa(rng.IntN(100))] = rng.IntN(5)
		}
		if got, want := Keys(m), slices.Sorted(maps.Keys(m)); !slices.Equal(got, want) {
			t.Fatalf("keys %q, want %q", got, want)
		}
		values := slices.Collect(maps.Values(m))
		want := make([]int, len(values))
		for i := range want {
			want[i] = i
		}
		slices.SortStableFunc(want, func(a, b int) int { return values[a] - values[b] })
		if got := By(len(values), func(a, b int) int { return values[a] - values[b] }); !slices.Equal(got, want) {
			t.Fatalf("order of %v: %v, want %v", values, got, want)
		}
	}
}
