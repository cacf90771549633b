package explain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/score"
)

// A reader who computes the formulas again, with the numbers as they are shown, gets
// the values that are shown.
func TestReadersGetTheValues(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	number := func(most float64) string {
		return strconv.FormatFloat(r.Float64()*most, 'f', r.IntN(5), 64)
	}
	outcome := func() string { return []string{"win", "draw", "loss"}[r.IntN(3)] }
	difficulty := func() string { return []string{"newcomer", "contender", "veteran", "legendary"}[r.IntN(4)] }
	book := func(all ...string) string { return all[r.IntN(len(all))] }
	checked, longer := 0, 0
	for range 1500 {
		c, s, q := r.IntN(101), r.IntN(101), r.IntN(101)
		for _, ask := range []struct {
			request string
			steps   func(text string) []explain.Step
		}{
			{fmt.Sprintf(`{"rulebook":%q,"weights":{"correctness":%g,"speed":%g},"measurements":{"correctness":{"score":%s},"speed":{"used":%s,"limit":60}}}`, book("clawdiators", "clawdiators-live"), float64(c)/100, float64(100-c)/100, number(1000), number(60)), func(text string) []explain.Step {
				got, err := breakdown.Score(read[score.ComputeRequest](t, "score.compute", text))
				return must(t, text, got.Steps, err)
			}},
			{fmt.Sprintf(`{"rulebook":"airena","measurements":{"correctness":{"passed":%d,"total":113},"speed":{"time_ms":%d,"fastest_ms":997},"quality":{"score":%d},"process":{"score":%s}}}`, c, 1000+7*s, q, number(100)), func(text string) []explain.Step {
				got, err := breakdown.Score(read[score.ComputeRequest](t, "score.compute", text))
				return must(t, text, got.Steps, err)
			}},
			{fmt.Sprintf(`{"rulebook":%q,"rating":%s,"matches":%d,"difficulty":%q,"outcome":%q,"verified":%t}`, book("clawdiators", "clawdiators-live"), number(3000), r.IntN(60), difficulty(), outcome(), r.IntN(2) == 0), func(text string) []explain.Step {
				got, err := ratings.Rating(read[rating.UpdateRequest](t, "elo.update", text))
				return must(t, text, got.Steps, err)
			}},
			{fmt.Sprintf(`{"rulebook":"airena","mode":%q,"entrants":[{"id":"a","rating":%s,"competitions":%d,"score":%d},{"id":"b","rating":%s,"competitions":0,"score":%d},{"id":"c","rating":1200,"competitions":0,"score":%d}]}`, book("mean", "sum"), number(3000), r.IntN(40), c, number(3000), s, q), func(text string) []explain.Step {
				got, err := ratings.Challenge(read[ratings.ChallengeRequest](t, "explain.challenge", text))
				return must(t, text, got.Steps, err)
			}},
			{fmt.Sprintf(`{"rulebook":%q,"rating":%s,"matches":%d,"draws":%d}`, book("clawdiators", "clawdiators-live"), number(3000), r.IntN(60), r.IntN(34)), func(text string) []explain.Step {
				got, err := ratings.Next(read[ratings.NextMatchRequest](t, "explain.next", text))
				return must(t, text, got.Steps, err)
			}},
		} {
			for _, step := range ask.steps(ask.request) {
				want, half, ok := shownValue(step.Value)
				for _, side := range strings.Split(strings.Split(step.Formula, ", with")[0], " = ") {
					side = strings.TrimSuffix(side, " (verified)")
					p := &reader{left: strings.ReplaceAll(side, " ", "")}
					x := p.sum()
					if !ok || p.failed || p.left != "" {
						continue
					}
					checked++
					if strings.Contains(step.Formula, ".") && strings.Contains(step.Formula, "·") {
						longer++
					}
					if math.Abs(x-want) > half*1.001 {
						t.Errorf("%s\n%s: %s gives %v, shown %s", ask.request, step.Label, side, x, step.Value)
					}
				}
			}
		}
		if t.Failed() {
			break
		}
	}
	if checked < 15_000 || longer < 8_000 {
		t.Errorf("%d formulas, %d of them products of decimals", checked, longer)
	}
}

func must(t *testing.T, request string, steps []explain.Step, err error) []explain.Step {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return steps
}

// shownValue is the number of a value, and half a step of its last digit.
func shownValue(text string) (x, half float64, ok bool) {
	text, unit := strings.Replace(strings.Split(text, " of ")[0], "−", "-", 1), 1.0
	text, isRate := strings.CutSuffix(text, " %")
	if isRate {
		unit = 100
	}
	decimals := 0
	if _, after, found := strings.Cut(text, "."); found {
		decimals = len(after)
	} else if !isRate {
		decimals = 2 // two zeros are left out
	}
	x, err := strconv.ParseFloat(text, 64)
	return x / unit, 0.5 * math.Pow10(-decimals) / unit, err == nil
}

// A reader computes a formula without blanks.
type reader struct {
	left   string
	failed bool
}

func (r *reader) take(signs ...string) string {
	for _, sign := range signs {
		if rest, ok := strings.CutPrefix(r.left, sign); ok {
			r.left = rest
			return sign
		}
	}
	return ""
}

func (r *reader) sum() float64 {
	x := r.product()
	for !r.failed {
		switch r.take("+", "−") {
		case "+":
			x += r.product()
		case "−":
			x -= r.product()
		default:
			return x
		}
	}
	return x
}

func (r *reader) product() float64 {
	x := r.power()
	for !r.failed {
		switch r.take("·", "/") {
		case "·":
			x *= r.power()
		case "/":
			x /= r.power()
		default:
			return x
		}
	}
	return x
}

func (r *reader) power() float64 {
	x := r.value()
	if r.take("^") != "" {
		return math.Pow(x, r.value())
	}
	return x
}

func (r *reader) value() float64 {
	switch r.take("(", "round(", "max(", "⌊", "+", "−") {
	case "(":
		return r.closed(")", func(x float64) float64 { return x })
	case "round(": // a half without the last bits of floating point
		return r.closed(")", func(x float64) float64 { return math.Floor(math.Round(x*1e9)/1e9 + 0.5) })
	case "⌊":
		return r.closed("⌋", func(x float64) float64 { return math.Floor(math.Round(x*1e9) / 1e9) })
	case "max(":
		x := r.sum()
		r.failed = r.failed || r.take(",") == ""
		return r.closed(")", func(y float64) float64 { return max(x, y) })
	case "+":
		return r.value()
	case "−":
		return -r.value()
	}
	end := strings.IndexFunc(r.left, func(c rune) bool { return !strings.ContainsRune("0123456789.", c) })
	if end < 0 {
		end = len(r.left)
	}
	x, err := strconv.ParseFloat(r.left[:end], 64)
	r.failed = r.failed || err != nil
	r.left = r.left[end:]
	if r.take("%") != "" {
		x /= 100
	}
	return x
}

func (r *reader) closed(end string, f func(float64) float64) float64 {
	x := r.sum()
	r.failed = r.failed || r.take(end) == ""
	return f(x)
}
