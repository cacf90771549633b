package forecasts

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/words"
)

// ForecastOdds is a case and its probability, as text.
type ForecastOdds struct {
	Label  string `json:"label" doc:"The case."`
	Chance string `json:"chance" doc:"Its probability."`
}

const (
	mostBins = 24
	tailOdds = 0.005 // at either end that is gathered in one bin

	leastStreak = 0.001 // a longer losing streak is left out
)

// final returns the distribution after the last match in bins of equal width, a whole number
// of points; the outermost careers, one in 200, share a bin at either end.
func (f *outlook) final() *chart.Steps {
	list := f.got.Final.Distribution
	low, high := withoutTails(list)
	width := binWidth(list[high].Rating - list[low].Rating)
	from := float64(math.Floor(list[low].Rating/width) * width)
	until := float64(math.Floor(list[high].Rating/width)*width) + width

	last := f.got.Steps[len(f.got.Steps)-1]
	steps := &chart.Steps{
		Title: "The rating after the last match", Desc: "The odds of each rating.",
		X: "rating", Y: "careers", Unit: " %", FromZero: true, End: until,
		Caption: "The rating after the last match", Head: [2]string{"Rating", "Careers"},
		Marks: []chart.Mark{{At: last.P50, Text: "median " + f.show(last.P50)}},
	}
	if width > 1 {
		steps.Desc = fmt.Sprintf("The odds of ratings in steps of %s points.", words.Number(width))
	}
	odds := binned(list, from, until, width)
	for bin, p := range odds {
		at := from + float64(float64(bin-1)*width)
		label := fmt.Sprintf("%s–%s", words.Number(at), words.Number(at+width-1))
		switch {
		case (bin == 0 || bin == len(odds)-1) && p == 0:
			continue
		case bin == 0:
			label = "under " + words.Number(from)
		case bin == len(odds)-1:
			label, steps.End = words.Number(until)+" and above", until+width
		case width == 1:
			label = words.Number(at)
		}
		steps.Points = append(steps.Points, chart.StepPoint{
			At: at, Value: 100 * p, Name: label, Text: chance(p), Words: fmt.Sprintf("%s: %s of careers.", label, chance(p)),
		})
	}
	return steps
}

// withoutTails returns the first and the last rating that are not further out than
// all but one in 200 careers.
func withoutTails(list []forecast.RatingOdds) (low, high int) {
	high = len(list) - 1
	for sum := list[low].Probability; low < high && sum < tailOdds; sum += list[low].Probability {
		low++
	}
	for sum := list[high].Probability; low < high && sum < tailOdds; sum += list[high].Probability {
		high--
	}
	return low, high
}

// binned adds up the odds in each bin; the first and the last have what is below
// and above the others.
func binned(list []forecast.RatingOdds, from, until, width float64) []float64 {
	odds := make([]float64, int((until-from)/width)+2)
	for _, one := range list {
		bin := int(math.Floor((one.Rating-from)/width)) + 1
		odds[max(0, min(bin, len(odds)-1))] += one.Probability
	}
	return odds
}

// binWidth is 1, 2 or 5 times a power of ten, so that there are not too many bins.
func binWidth(span float64) float64 {
	for power := 1.0; ; power *= 10 {
		for _, times := range [...]float64{1, 2, 5} {
			if span < float64(times*power*(mostBins-1)) {
				return float64(times * power)
			}
		}
	}
}

// streaks returns the odds of losing streaks.
func (f *outlook) streaks() []ForecastOdds {
	list := []ForecastOdds{}
	for _, s := range f.got.LongestLosingStreak {
		if s.Length > 1 && s.Probability >= leastStreak {
			list = append(list, ForecastOdds{Label: fmt.Sprintf("%d or more", s.Length), Chance: chance(s.Probability)})
		}
	}
	return list
}

// streaking is the odds of losing three in a row, or all of a shorter plan.
func (f *outlook) streaking() string {
	length := min(3, len(f.got.Steps))
	for _, s := range f.got.LongestLosingStreak {
		if s.Length == length {
			return fmt.Sprintf("%d in a row: %s", length, chance(s.Probability))
		}
	}
	return fmt.Sprintf("%d in a row: %s", length, chance(0))
}
