package ranking

import (
	"maps"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/words"
)

// sampler draws weights of the weighed columns, uniformly from all that sum to 1 and
// keep to their bounds.
type sampler struct {
	generator splitmix
	low, high []float64 // nil without bounds
	left      float64   // what the lowest weights leave of 1
	chain     bool      // whether some highest weight matters
	w         []float64
	polytope  *polytope // of limits with ratios
}

// samplerOf draws weights of so many columns within limits, which are nil for none.
func samplerOf(columns int, l *limits.Limits, seed uint64) *sampler {
	s := &sampler{generator: splitmix(seed), w: make([]float64, columns)}
	if l == nil {
		return s
	}
	s.low, s.high, s.left = l.Low, l.High, 1
	room := 0.0
	for k, low := range s.low {
		s.left -= low
		room += s.high[k] - low
	}
	for k := range s.w {
		s.chain = s.chain || s.high[k] < s.low[k]+s.left && len(s.w) > 1
		if s.w[k] = s.low[k]; room > 0 {
			s.w[k] += float64((s.high[k]-s.low[k])*s.left) / room
		}
	}
	if len(l.Ratios) > 0 {
		s.polytope = newPolytope(l, s)
	}
	return s
}

// bounds returns the lowest and the highest weight of each column.
func (c *conditions) bounds(keys []string) (low, high []float64, refusal *op.Error) {
	low, high = make([]float64, len(keys)), make([]float64, len(keys))
	if refusal := knowsBounds(keys, "least", c.least); refusal != nil {
		return nil, nil, refusal
	}
	if refusal := knowsBounds(keys, "most", c.most); refusal != nil {
		return nil, nil, refusal
	}
	for k, key := range keys {
		if low[k], high[k], refusal = boundsOf(key, c.least, c.most); refusal != nil {
			return nil, nil, refusal
		}
	}
	return low, high, nil
}

// weighedKeys returns the keys of the weighed columns.
func (t *table) weighedKeys() []string {
	keys := make([]string, t.weighed)
	for k := range keys {
		keys[k] = t.dims[k].Key
	}
	return keys
}

// knowsBounds refuses bounds of dimensions that are not weighed.
func knowsBounds(keys []string, member string, bounds map[string]float64) *op.Error {
	for _, key := range slices.Sorted(maps.Keys(bounds)) {
		if !slices.Contains(keys, key) {
			return unknownKey(op.Pointer(member, key), key)
		}
	}
	return nil
}

func unknownKey(field, key string) *op.Error {
	return op.Refuse(field, "no dimension %s is weighed: want only dimensions of the rulebook or of weights", op.Quote(key))
}

// boundsOf returns the lowest and the highest weight of a column.
func boundsOf(key string, least, most map[string]float64) (low, high float64, refusal *op.Error) {
	low = least[key]
	high, capped := most[key]
	if !capped {
		high = 1
	}
	switch {
	case low < 0:
		refusal = refused(op.Pointer("least", key), "%s: want at least 0", low)
	case high < 0:
		refusal = refused(op.Pointer("most", key), "%s: want at least 0", high)
	case low > high:
		refusal = op.Refuse(op.Pointer("least", key), "%s: want at most the highest weight of the dimension, %s",
			words.Percent(low), words.Percent(high))
	}
	return low, high, refusal
}

func refused(field, message string, x float64) *op.Error {
	return op.Refuse(field, message, words.Percent(x))
}

// next draws weights, which it may write over later. Without bounds they do not sum to
// 1. Numbers drawn from the exponential distribution, divided by their sum, are uniform
// on the simplex (L. Devroye, Non-Uniform Random Variate Generation, 1986, V.2); lowest
// weights only move and shrink it.
func (s *sampler) next() []float64 {
	switch {
	case s.polytope != nil:
		s.polytope.draw()
		return s.w
	case s.chain:
		s.walk()
		return s.w
	}
	s.simplex()
	return s.w
}

// simplex draws weights above their lowest.
func (s *sampler) simplex() {
	sum := 0.0
	for k := range s.w {
		s.w[k] = s.generator.exponential()
		sum += s.w[k]
	}
	for k := range s.low {
		s.w[k] = s.low[k] + float64(s.left*s.w[k])/sum
	}
}

// walk is a Gibbs sampler: two weights at a time share their sum anew, uniformly
// within their bounds. It forgets where it was after about n·log n steps (A. Smith, A
// Gibbs sampler on the n-simplex, Annals of Applied Probability 24, 2014).
func (s *sampler) walk() {
	n := len(s.w)
	for range 8 * n {
		i, j := s.index(n), s.index(n-1)
		if j >= i {
			j++
		}
		sum := s.w[i] + s.w[j]
		from, to := max(s.low[i], sum-s.high[j]), min(s.high[i], sum-s.low[j])
		if from < to {
			s.w[i] = from + float64((to-from)*s.generator.uniform())
			s.w[j] = sum - s.w[i]
		}
	}
}

func (s *sampler) index(n int) int { return int(float64(n) * s.generator.uniform()) }
