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

// hurried returns scores after an answer that is times faster than the fastest. A time
// without points stays without points.
func (s *stress) hurried(given []float64, times float64) []float64 {
	x := append([]float64{}, given...)
	for k, relative := range s.relative {
		if relative > 0 && times > 1 {
			if x[k] = relative.AfterFaster(given[k], s.scale, times); s.fixes.Cap {
				x[k] = max(x[k], given[k]-float64(capped*s.scale))
			}
		}
	}
	return x
}

// reverses returns how many times faster than the fastest an answer must be to put row
// next ahead of row first, or 0. It tries the speeds at which a row, or every row, loses
// its last points for speed, or all that a fix lets it lose.
func (s *stress) reverses(first, next *entrant) (times float64) {
	for k, relative := range s.relative {
		if relative == 0 {
			continue
		}
		at := []float64{s.until(relative, first.x[k]), s.until(relative, next.x[k]), relative.TimesForNothing()}
		if s.fixes.Cap {
			at = append(at, s.untilCapped(relative, first.x[k]), s.untilCapped(relative, next.x[k]))
		}
		for _, at := range at {
			if ahead := s.total(s.hurried(next.x, at)) - s.total(s.hurried(first.x, at)); ahead > float64(s.scale*noise) &&
				(times == 0 || at < times) {
				times = at
			}
		}
	}
	return times
}

// until returns how many times faster than the fastest an answer must be for a relative
// time with this score to get nothing.
func (b *bench) until(decay measure.Decay, score float64) float64 {
	return decay.TimesForNothing() / decay.TimesFastest(score, b.scale)
}

// untilCapped returns the same for it to lose all that the fix lets it lose.
func (b *bench) untilCapped(decay measure.Decay, score float64) float64 {
	return float64(1 + capped*100/float64(float64(decay)*decay.TimesFastest(score, b.scale)))
}

// levels returns how many times faster than the fastest an answer is that makes two rows
// level, if at 1 the first is not behind and at times it is.
func (s *stress) levels(first, next *entrant, times float64) float64 {
	low, high := 1.0, times
	for range 60 {
		middle := low + float64((high-low)/2)
		if s.total(s.hurried(next.x, middle)) > s.total(s.hurried(first.x, middle)) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
