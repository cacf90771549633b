package input

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCompareIDs(t *testing.T) {
	ascending := []string{"", "0", "00", "01", "1", "2", "9", "10", "10a", "65536", "18446744073709551616", "a", "a0", "a2", "a10", "a10b", "b1", "m-1", "m9", "m10", "é"}
	shuffled := slices.Clone(ascending)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	slices.SortFunc(shuffled, CompareIDs)
	if !slices.Equal(shuffled, ascending) {
		t.Errorf("got %q, want %q", shuffled, ascending)
	}
	for _, a := range ascending {
		for _, b := range ascending {
			if CompareIDs(a, b) != -CompareIDs(b, a) || (CompareIDs(a, b) == 0) != (a == b) {
				t.Errorf("%q against %q: %d and %d", a, b, CompareIDs(a, b), CompareIDs(b, a))
			}
		}
	}
}
