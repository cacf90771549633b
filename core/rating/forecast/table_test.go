package forecast

import "testing"

// A career that begins below the floor comes to it by its first match. The matches after it
// are no further than others.
func TestReachIsThatOfTheCellsInUse(t *testing.T) {
	far := &table{base: -1000, up: 1100, down: 16, moves: make([]move, 1200)}
	far.moves[0] = move{win: 1100, draw: 1100, loss: 1100}
	for i := 1; i < len(far.moves); i++ {
		far.moves[i] = move{win: 16, loss: -16}
	}
	for _, c := range []struct {
		name     string
		lo, n    int
		down, up int
	}{
		{"the first match", -1000, 1, 0, 1100},
		{"a match at the floor", 100, 1, 16, 16},
		{"some careers above it", 100, 90, 16, 16},
		{"more careers than the table is wide", -1000, 1200, 16, 1100},
	} {
		t.Run(c.name, func(t *testing.T) {
			if down, up := far.reach(c.lo, c.n); down != c.down || up != c.up {
				t.Errorf("reach(%d, %d) = %d, %d, want %d, %d", c.lo, c.n, down, up, c.down, c.up)
			}
		})
	}
}
