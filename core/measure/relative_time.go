package measure

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// relativeTime is scale/100 · max(0, 100 − (time/fastest − 1)·decay), with a decay of
// 50 in AiRENA: zero from three times the fastest. A time below the fastest is the fastest.
var relativeTime = Measure{
	ID:       "relative-time",
	Inputs:   []Input{{Name: "time_ms"}, {Name: "fastest_ms"}},
	Relative: true,
	Effort:   true,
	Decay:    50,
	score: func(c *Case) (Score, *op.Error) {
		if *c.FastestMs <= 0 {
			return Score{}, op.Refuse(c.at()+"/fastest_ms", "%s: want a time above 0", op.Show(*c.FastestMs))
		}
		if *c.TimeMs < *c.FastestMs {
			c.warn("new-fastest", c.at()+"/time_ms", "%s ms is below the fastest, %s ms: it is the fastest, and every other "+
				"speed score falls", op.Show(*c.TimeMs), op.Show(*c.FastestMs))
			return scoreOf(exact.Of(c.Scale)), nil
		}
		slower := exact.Of(*c.TimeMs).Quo(exact.Of(*c.FastestMs)).Sub(exact.Int(1))
		points := exact.Int(100).Sub(slower.Mul(exact.Of(c.Shape.Decay))).Max(exact.Num{})
		return scoreOf(exact.Of(c.Scale).Mul(points).Mul(exact.Of(0.01))), nil
	},
	lever: func(m *Measurement, _ Shape, _ float64) *Lever {
		return &Lever{Field: "time_ms", From: *m.TimeMs, Best: *m.FastestMs, Unit: grain(*m.FastestMs / 100), Falls: true}
	},
	edge: func(m *Measurement, _ float64, s Shape) *Edge {
		return &Edge{Field: "time_ms", None: float64(*m.FastestMs * Decay(s.Decay).TimesForNothing()), Full: *m.FastestMs}
	},
	formula: func(_ string, m *Measurement, s Shape, _ float64) string {
		return fmt.Sprintf("max(0, 100 − (%s ms / %s ms − 1) · %s)", words.Number(*m.TimeMs), words.Number(*m.FastestMs),
			words.Number(s.Decay))
	},
	Rule: Rule{
		Line:    "scale/100 · max(0, 100 − (time/fastest − 1)·50)",
		Formula: "SCALE · max(0, 100 − (time / fastest − 1) · 50)",
		To100:   true,
		Reads:   "`time_ms` and `fastest_ms`",
		Words: "The fastest submission gets full marks; every further half of its time costs a quarter of them, and from " +
			"three times its time nothing is left. A time below the fastest one known *is* the fastest: it gets full marks, " +
			"with a warning.",
	},
}

// TimesForNothing returns the multiple of the fastest time from which a time gets no
// points.
func (d Decay) TimesForNothing() float64 { return float64(1 + 100/d) }

// TimesFastest returns the multiple of the fastest time that gets score, which is between
// 0 and scale.
func (d Decay) TimesFastest(score, scale float64) float64 {
	return d.TimesForNothing() - float64(100/float64(d)*score)/scale // 1 + (1 − score/scale)·100/decay
}

// AfterFaster returns the score of a relative time after the fastest time becomes times
// shorter: scale·([Decay.TimesForNothing] − times·[Decay.TimesFastest])·decay/100.
func (d Decay) AfterFaster(score, scale, times float64) float64 {
	slowest := float64(scale*d.TimesForNothing()) / (100 / float64(d))
	time := slowest - score // in proportion to it
	return max(0, slowest-float64(times*time))
}
