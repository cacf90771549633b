package ranking

import (
	"math"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/sampling"
)

// SpreadOf is a table, and the weightings and the noise under which its ranks spread.
type SpreadOf struct {
	Keys    []string           // of the columns
	Columns [][]float64        // scores of at least 0, row by row
	Noise   []float64          // of each column: its scores are good to ± so much, at 95 %; nil for no noise
	Least   map[string]float64 // lowest weights by key, as fractions
	Most    map[string]float64
	Ratios  []Ratio
	Pairs   [][2]int // rows to compare: is the first one ahead?
	Seed    uint64
}

// Spread is how far the ranks of a table spread under weightings that are drawn uniformly
// from all within the limits, and under noise in its scores: of each column it is normal,
// and independent from row to row. Without noise, the ranks of up to three columns and 40
// rows are known exactly. It is not for use by several goroutines.
type Spread struct {
	of      SpreadOf
	exact   *areas // nil if weightings are drawn
	contest *live.Contest
	sampler *sampling.Sampler
	normals *sampling.Normals
	places  *places
	ahead   []int32 // of each pair: in how many its first row is ahead
}

// NewSpread checks the limits. Weightings are still to be drawn.
func NewSpread(of SpreadOf) (*Spread, error) {
	l, refusal := limitsOf(of.Keys, conditions{of.Least, of.Most, of.Ratios})
	if refusal != nil {
		return nil, refusal
	}
	s := &Spread{of: of, sampler: sampling.New(len(of.Keys), l, of.Seed)}
	noisy := false
	for _, x := range of.Noise {
		noisy = noisy || x > 0
	}
	if !noisy {
		if s.exact = areasOf(of.Columns, l, of.Pairs); s.exact != nil {
			return s, nil
		}
	} else {
		s.normals = sampling.NewNormals(^of.Seed)
	}
	rows := len(of.Columns[0])
	s.contest = live.NewContest(of.Columns, make([]instant.Instant, rows))
	s.places, s.ahead = newPlaces(rows), make([]int32, len(of.Pairs))
	return s, nil
}

// Exact reports whether all is known without drawing.
func (s *Spread) Exact() bool { return s.exact != nil }

// Drawn returns how many weightings were drawn.
func (s *Spread) Drawn() int {
	if s.exact != nil {
		return 0
	}
	return s.places.drawn
}

// MostDrawn is the largest number of weightings that a [Spread] draws.
const MostDrawn = mostSamples

// Draw draws so many weightings more, up to [MostDrawn] in all.
func (s *Spread) Draw(n int) {
	if s.exact != nil {
		return
	}
	for n = min(n, MostDrawn-s.places.drawn); n > 0; n-- {
		w := s.sampler.Next()
		low, high := s.contest.Sum(w)
		if s.normals != nil {
			low, high = s.normals.Add(s.contest.Score, s.deviation(w))
		}
		s.contest.Sort(low, high)
		s.places.add(s.contest.Rank)
		scores := s.contest.Score
		for p, pair := range s.of.Pairs {
			if scores[pair[0]] > scores[pair[1]] {
				s.ahead[p]++
			}
		}
	}
}

// normal95 is what a normal number of standard deviation 1 keeps to in 95 % of cases.
const normal95 = 1.959963984540054

// At95 returns what a number with a standard error keeps to in 95 % of cases.
func At95(standardError float64) float64 { return float64(normal95 * standardError) }

// deviation returns the standard deviation of a weighted sum of noisy scores.
func (s *Spread) deviation(w []float64) float64 {
	sum := 0.0
	for k, x := range s.of.Noise {
		sd := float64(w[k]*x) / normal95
		sum += float64(sd * sd)
	}
	return math.Sqrt(sum)
}

// Ranges are the ranks that a row takes in 95 % and in 50 % of all weightings, around the
// middle: the lowest and the highest.
type Ranges struct{ Low, From, To, High int }

// levels are how many of all weightings are below each of the ranks of [Ranges].
var levels = [4]float64{0.025, 0.25, 0.75, 0.975}

// Ranges returns the ranks of a row.
func (s *Spread) Ranges(i int) Ranges {
	if s.exact != nil {
		q := s.exact.quantiles(i)
		return Ranges{q[0], q[1], q[2], q[3]}
	}
	first, last := s.places.quantiles(i)
	n := len(s.of.Columns[0])
	return Ranges{first[0], first[1], min(last[2], n), min(last[3], n)}
}

// Shares returns in which share of all weightings a row takes ranks, by bins: the first begins
// at a rank, and each is as many ranks wide.
func (s *Spread) Shares(i int) (from, wide int, shares []float64) {
	if s.exact != nil {
		return 1, 1, s.exact.ranks[i]
	}
	counts := s.places.count[i*s.places.bins : (i+1)*s.places.bins]
	shares = make([]float64, len(counts))
	for k, n := range counts {
		shares[k] = float64(n) / float64(s.places.drawn)
	}
	return int(s.places.from[i]) + 1, 1 << s.places.width[i], shares
}

// Ahead returns the share in which the first row of a pair is ahead.
func (s *Spread) Ahead(p int) float64 {
	if s.exact != nil {
		return s.exact.ahead[p]
	}
	return float64(s.ahead[p]) / float64(s.places.drawn)
}

// Error returns what a share keeps to in 95 % of cases, at most, as a fraction.
func (s *Spread) Error() float64 {
	if s.exact != nil {
		return 0
	}
	return At95(binomialError(0.5, s.places.drawn))
}
