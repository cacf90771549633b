package stress

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/table"
)

// timeWords stand in the keys and units of times.
const timeWords = " time times latency duration runtime elapsed µs us ms s sec seconds min minutes h hours "

// isTime reports whether a column holds times, of which lower ones are better.
func isTime(c *table.Column) bool {
	return c.Better == table.Lower && slices.ContainsFunc(append(strings.Split(c.Key, "_"), c.Unit), func(word string) bool {
		return word != "" && strings.Contains(timeWords, " "+word+" ")
	})
}

// hurried returns the scores of a row after an answer that is times faster than the
// fastest. A time without points stays without points.
func (s *stress) hurried(e *entrant, times float64) []float64 {
	x := append([]float64{}, e.x...)
	for k, relative := range s.relative {
		if relative > 0 && times > 1 {
			x[k] = relative.AfterFaster(x[k], s.scale, times)
		}
	}
	return x
}

// reverses returns how many times faster than the fastest an answer must be to put row
// next ahead of row first, or 0. It tries the speeds at which a row, or every row, loses
// its last points for speed.
func (s *stress) reverses(first, next *entrant) (times float64) {
	for k, relative := range s.relative {
		if relative == 0 {
			continue
		}
		for _, at := range []float64{s.until(relative, first.x[k]), s.until(relative, next.x[k]),
			relative.TimesForNothing()} {
			if ahead := s.total(s.hurried(next, at)) - s.total(s.hurried(first, at)); ahead > float64(s.scale*noise) &&
				(times == 0 || at < times) {
				times = at
			}
		}
	}
	return times
}

// until returns how many times faster than the fastest an answer must be for a relative
// time with this score to get nothing.
func (s *stress) until(decay measure.Decay, score float64) float64 {
	return decay.TimesForNothing() / decay.TimesFastest(score, s.scale)
}
