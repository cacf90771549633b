package weights

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// Winners are those of all scores, added up at many weights; and what the heading says of
// the weights beside the present one is what the slider's marks say.
func TestSweepAgainstSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for round := range 80 {
		text, scores := randomTable(rng, 1+rng.IntN(12), 2+rng.IntN(4))
		columns := len(scores[0])
		weights := weightsOf(randomBasis(rng, columns))
		k := rng.IntN(columns)
		if columns > 2 && rng.IntN(2) == 0 {
			weights[(k+1)%columns].Locked = true
		}
		res, err := Sweep(SweepRequest{Text: text, Weights: weights, Dimension: weights[k].Dimension})
		if err != nil {
			t.Fatal(err)
		}
		end := 100.0
		others := 0.0
		for c, w := range weights {
			switch {
			case c == k:
			case w.Locked:
				end -= w.Percent
			default:
				others += w.Percent
			}
		}
		if others == 0 || end == 0 {
			continue
		}
		for _, w := range res.Winners {
			at := (w.From + w.To) / 2
			if w.To-w.From < 0.05 {
				continue // narrower than its own ends are rounded
			}
			best, of := math.Inf(-1), 0.0
			for i, row := range scores {
				sum := at * row[k]
				for c, other := range weights {
					switch {
					case c == k:
					case other.Locked:
						sum += other.Percent * row[c]
					default:
						sum += other.Percent / others * (end - at) * row[c]
					}
				}
				best = max(best, sum)
				if "a"+strconv.Itoa(i) == w.ID {
					of = sum
				}
			}
			if of < best-1e-6 {
				t.Errorf("round %d: %s is said to win at %v, with %v: the best has %v", round, w.ID, at, of, best)
			}
		}
		agree(t, text, weights, k, &res)
	}
}

// agree compares a sweep with the marks of its weight.
func agree(t *testing.T, text string, weights []live.Weight, k int, res *SweepResponse) {
	t.Helper()
	sure, err := Sure(Request{Text: text, Weights: weights})
	if err != nil {
		t.Fatal(err)
	}
	m := sure.Marks[k]
	for _, at := range []string{m.BelowAt, m.AboveAt} {
		if at != "" && !strings.Contains(res.Sentence, oneDecimal(at)) {
			t.Errorf("%q does not say %s", res.Sentence, at)
		}
		x, _ := strconv.ParseFloat(at, 64)
		near := at == ""
		for _, c := range res.Crossings {
			near = near || math.Abs(c.Weight-x) < 0.06
		}
		if !near {
			t.Errorf("no line crosses at %s: %+v", at, res.Crossings)
		}
	}
}

func TestSweepSays(t *testing.T) {
	const two = "agent,x,y\na,10,0\nb,0,10\n"
	list := func(x float64, locked bool) []live.Weight {
		return []live.Weight{{Dimension: "x", Percent: x}, {Dimension: "y", Percent: 100 - x, Locked: locked}}
	}
	for _, row := range []struct {
		name string
		req  SweepRequest
		want string
	}{
		{"one side", SweepRequest{Text: two, Weights: list(60, false), Dimension: "X"}, "X below 50.0 %: b wins."},
		{"the other", SweepRequest{Text: two, Weights: list(40, false), Dimension: "x"}, "X above 50.0 %: a wins."},
		{"both", SweepRequest{Text: "agent,x,y\na,10,0\nb,0,10\nc,6,6\n", Weights: list(50, false)}, "X below 40.0 %: b wins, above 60.0 %: a wins."},
		{"nobody else", SweepRequest{Text: "agent,x,y\na,10,10\nb,0,1\n", Dimension: "x"}, "No weight of X changes the winner."},
		{"all others locked", SweepRequest{Text: two, Weights: list(60, true), Dimension: "x"}, "X cannot move: nothing gives way."},
		{"alone", SweepRequest{Text: "agent,x,y\na,1,2\n"}, "No weight of X changes the winner."},
	} {
		res, err := Sweep(row.req)
		if err != nil || res.Sentence != row.want || !strings.Contains(res.Sentence, res.Key) {
			t.Errorf("%s: %q, key %q (%v), want %q", row.name, res.Sentence, res.Key, err, row.want)
		}
		now := 0
		for _, w := range res.Winners {
			if w.Now {
				now++
			}
		}
		if now != 1 {
			t.Errorf("%s: %d winners now: %+v", row.name, now, res.Winners)
		}
	}
}

// Of a table in which very many are first somewhere, no picture is drawn.
func TestSweepOfTooMany(t *testing.T) {
	var text strings.Builder
	text.WriteString("agent,x,y\n")
	for i := range 300 {
		angle := float64(i) / 299 * math.Pi / 2
		text.WriteString("r" + strconv.Itoa(i) + "," + strconv.FormatFloat(1000*math.Cos(angle), 'f', 6, 64) + "," + strconv.FormatFloat(1000*math.Sin(angle), 'f', 6, 64) + "\n")
	}
	if _, err := Sweep(SweepRequest{Text: text.String()}); err == nil || !strings.Contains(err.Error(), "more than 100 agents are first somewhere") {
		t.Error(err)
	}
}
