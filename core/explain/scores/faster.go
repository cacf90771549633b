package scores

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// faster is a submission's score as it follows from the fastest time of anybody.
type faster struct {
	rb   *rulebook.Rulebook
	ask  score.ComputeRequest // for its score
	mine []Rival              // the submission alone
	pace map[string]float64   // the fastest times now
}

// curvePoints is the number of times at which a curve is computed.
const curvePoints = 48

// tell adds to an answer what a time would cost the submission, and the curve of it.
func (f *faster) tell(res *RivalsResponse, now, then score.ComputeResponse, posted float64) error {
	lost := explain.Points(f.rb, words.Shown(now.Score-then.Score, 9))
	res.Lost, res.Faster = "nothing", fmt.Sprintf("If someone runs %s, nothing changes for you.", runs(posted))
	if explain.Nonzero(lost) {
		res.Lost = explain.AsPoints(lost)
		res.Faster = fmt.Sprintf("If someone runs %s, you lose %s.", runs(posted), res.Lost)
	}
	key, m := f.timed()
	if key == "" {
		return nil
	}
	res.Least, res.Most = roundDown(min(*m.TimeMs/4, posted)), max(*m.TimeMs, f.pace[key])
	c := chart.Curve{
		Title:  "Your score by the fastest time",
		Desc:   fmt.Sprintf("At %s your score is %s.", runs(posted), explain.Points(f.rb, then.Score)),
		Dim:    key,
		End:    "yours, " + runs(*m.TimeMs),
		Cursor: chart.CurvePoint{X: min(posted, res.Most), Y: then.Score},
		Pill:   "◂ " + runs(posted) + " ▸",
		Said:   "you: " + explain.Points(f.rb, then.Score),
	}
	if *m.TimeMs < res.Most {
		c.End = runs(res.Most)
	}
	for _, ms := range f.times(key, m, res.Least, res.Most) {
		got, err := f.at(key, ms)
		if err != nil {
			return err
		}
		c.Points = append(c.Points, chart.CurvePoint{X: ms, Y: got})
	}
	res.Curve = c.SVG()
	return nil
}

// timed returns the first dimension in which the submission's time counts against the
// fastest, or "".
func (f *faster) timed() (key string, m measure.Measurement) {
	for _, d := range f.rb.Dimensions {
		m := f.mine[0].Measurements[d.Key]
		if f.pace[d.Key] > 0 && m.TimeMs != nil {
			return d.Key, m
		}
	}
	return "", measure.Measurement{}
}

// times returns the times of a curve: evenly spaced ones, and those where it bends.
func (f *faster) times(key string, m measure.Measurement, least, most float64) []float64 {
	d, _ := f.rb.Dimension(key)
	times := []float64{least, f.pace[key], *m.TimeMs / measure.Of(d.Measure).Falls(d.Decay).TimesForNothing()}
	for i := range curvePoints {
		times = append(times, least+float64((most-least)*float64(i+1)/curvePoints))
	}
	times = slices.DeleteFunc(times, func(ms float64) bool { return ms < least || ms > most })
	slices.SortFunc(times, cmp.Compare[float64])
	return slices.Compact(times)
}

// at returns the score if the fastest time is at most ms.
func (f *faster) at(key string, ms float64) (float64, error) {
	pace := maps.Clone(f.pace)
	pace[key] = min(pace[key], ms)
	got, err := ScoreAll(f.ask, f.mine, pace, rivalAt)
	if err != nil {
		return 0, err
	}
	return got[0].Score, nil
}

// roundDown returns a number with one digit, at most x: 300 for 320.
func roundDown(x float64) float64 {
	power := 1.0
	for power*10 <= x {
		power *= 10
	}
	for power > x && power > 1e-3 {
		power /= 10
	}
	return float64(math.Floor(x/power) * power)
}
