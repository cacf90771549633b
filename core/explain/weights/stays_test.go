package weights

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// ahead reports whether another row is ahead of the first one if column k weighs so
// many basis points, by weights that are not rounded.
func ahead(scores [][]float64, list []live.Weight, k, first int, points float64) bool {
	free, sum, equal := 1e4-points, 0.0, 0.0
	for c, w := range list {
		switch {
		case c == k:
		case w.Locked:
			free -= 100 * w.Percent
		default:
			sum += w.Percent
			equal++
		}
	}
	weight := func(c int) float64 {
		switch w := list[c]; {
		case c == k:
			return points
		case w.Locked:
			return 100 * w.Percent
		case sum == 0:
			return free / equal
		default:
			return free * w.Percent / sum
		}
	}
	for i := range scores {
		lead := 0.0
		for c := range list {
			lead += weight(c) * (scores[i][c] - scores[first][c])
		}
		if lead > 1e-6 {
			return true
		}
	}
	return false
}

// Between the two weights nobody is ahead of the first one, and a hundredth of a
// percent beyond them somebody is: by adding up the scores under weights that are not
// rounded. Without locks, score.sensitivity has the same interval.
func TestFirstStays(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 22))
	limits, locked := 0, 0
	for range 300 {
		text, scores := randomTable(rng, 2+rng.IntN(6), 1+rng.IntN(5))
		basis := randomBasis(rng, len(scores[0]))
		list := weightsOf(basis)
		for k := range list {
			list[k].Locked = rng.IntN(4) == 0
		}
		now := firsts(scores, basis)
		if len(now) > 1 {
			continue
		}
		s, err := read(Request{Text: text, Weights: list})
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range newField(s).marks() {
			from, to := points(t, m.From), points(t, m.To)
			free, movable := 1e4, false
			for c, w := range list {
				if c != k && w.Locked {
					free -= 100 * w.Percent
				}
				movable = movable || c != k && !w.Locked
			}
			if !movable {
				if from != float64(basis[k]) || to != from {
					t.Errorf("%v: %s cannot move, and stays from %s to %s", list, m.Dimension, m.From, m.To)
				}
				continue
			}
			first := rowOf(now[0])
			for at := from; at <= to; at += math.Max(1, (to-from)/20) {
				if ahead(scores, list, k, first, at) {
					t.Errorf("%v at %v: %s is behind at %v basis points of %s, between %s and %s", scores, list, now[0], at, m.Dimension, m.From, m.To)
				}
			}
			if from >= 1 && !ahead(scores, list, k, first, from-1) || to <= free-1 && !ahead(scores, list, k, first, to+1) {
				t.Errorf("%v at %v: %s stays first beyond %s to %s of %s", scores, list, now[0], m.From, m.To, m.Dimension)
			}
			if from > 0 || to < free {
				limits++
			}
		}
		locked += compareIntervals(t, s)
	}
	if limits < 200 || locked < 100 {
		t.Errorf("%d limits, %d intervals without locks: want more", limits, locked)
	}
}

func points(t *testing.T, percent string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(percent, 64)
	if err != nil {
		t.Fatal(err)
	}
	return math.Round(100 * x)
}

// compareIntervals returns how many intervals it compared.
func compareIntervals(t *testing.T, s *study) (n int) {
	t.Helper()
	for _, w := range s.list {
		if w.Locked {
			return 0
		}
	}
	got, err := ranking.Sensitivity(ranking.SensitivityRequest{Rulebook: rulebook.Custom(s.rulebook()), Weights: s.fractions(), Submissions: s.submissions(), Samples: 1})
	if err != nil {
		t.Fatal(err)
	}
	for k, m := range newField(s).marks() {
		want := got.Weights[k].WinnerInterval
		if len(s.list) > 1 && (math.Abs(points(t, m.From)-1e4*want[0]) > 1 || math.Abs(points(t, m.To)-1e4*want[1]) > 1) {
			t.Errorf("%s stays from %s to %s: score.sensitivity answers %v", m.Dimension, m.From, m.To, want)
		}
		n++
	}
	return n
}
