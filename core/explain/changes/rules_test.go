package changes

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Random challenges under AiRENA's rules and under changed ones, against sums of
// fractions: passed of 50 tests, and speed against the fastest of all.
func TestRulesAgainstFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 11))
	base, err := rulebook.ID("airena").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		decay, tests := int64(1+rng.IntN(200)), int64(rng.IntN(81))
		mine := *base
		mine.ID, mine.Dimensions = "mine", append([]rulebook.Dimension{}, base.Dimensions...)
		for k, weight := range []float64{float64(tests) / 100, float64(80-tests) / 100, 0.1, 0.1} {
			mine.Dimensions[k].Weight = &weight
		}
		mine.Dimensions[1].Decay = float64(decay)
		req, passed, times := challenge(rng)
		req.Rulebook, req.Base = rulebook.Custom(mine), rulebook.ID("airena")
		got, err := Rules(req)
		if err != nil {
			t.Fatal(err)
		}
		fastest := times[0]
		for _, ms := range times {
			fastest = min(fastest, ms)
		}
		want, was := map[string]*big.Rat{}, map[string]*big.Rat{}
		for i := range passed {
			id := fmt.Sprint("agent ", i)
			want[id] = byHand(passed[i], times[i], fastest, decay, tests, 80-tests, 10)
			was[id] = byHand(passed[i], times[i], fastest, 50, 40, 20, 20)
		}
		for _, row := range got.Rows {
			place := 1
			for _, x := range want {
				if x.Cmp(want[row.ID]) > 0 {
					place++
				}
			}
			if row.Total != shown(want[row.ID]) || row.Was != shown(was[row.ID]) || row.Rank != fmt.Sprint(place) {
				t.Errorf("decay %d: %+v, want %s, was %s, rank %d", decay, row, shown(want[row.ID]), shown(was[row.ID]), place)
			}
		}
	}
}

// challenge is six submissions with 50 points for quality and process.
func challenge(rng *rand.Rand) (req RulesRequest, passed, times []int64) {
	req.Text = "agent,correctness.passed,correctness.total,speed.time_ms,quality,process.items\n"
	for i := range 6 {
		p, ms := rng.IntN(51), 100+rng.IntN(900)
		req.Text += fmt.Sprintf("agent %d,%d,50,%d,50,10 10 10 20 0\n", i, p, ms)
		passed, times = append(passed, int64(p)), append(times, int64(ms))
	}
	return req, passed, times
}

// byHand is the score of a submission, weights in percent.
func byHand(passed, ms, fastest, decay, tests, speed, rest int64) *big.Rat {
	fast := new(big.Rat).Sub(big.NewRat(100, 1), new(big.Rat).Mul(big.NewRat(ms-fastest, fastest), big.NewRat(decay, 1)))
	if fast.Sign() < 0 {
		fast = new(big.Rat)
	}
	sum := new(big.Rat).Mul(fast, big.NewRat(speed, 100))
	sum.Add(sum, new(big.Rat).Mul(big.NewRat(2*passed, 1), big.NewRat(tests, 100)))
	return sum.Add(sum, big.NewRat(100*rest, 100))
}

// shown is a score with two decimals.
func shown(x *big.Rat) string { return x.FloatString(2) }

// A dimension that counts but that no submission has is refused: its scores of 0 would
// be nobody's.
func TestRulesRefuseWhatNobodyHas(t *testing.T) {
	arena, err := rulebook.ID("clawdiators-live").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	rules := func(name string, measured measure.ID, keys ...string) rulebook.Ref {
		mine := *arena
		mine.Name, mine.Dimensions = name, nil
		for i, key := range keys {
			weight := []float64{0.9, 0.1, 0}[i]
			mine.Dimensions = append(mine.Dimensions, rulebook.Dimension{Key: key, Label: key, Measure: measured, Weight: &weight})
		}
		return rulebook.Custom(mine)
	}
	const text = "agent,speed,style\na,900,\nb,800,500\nc,700,\n"
	for _, tt := range []struct {
		name     string
		mine     rulebook.Ref
		base     rulebook.Ref
		verified bool
		want     string // "" for an answer
	}{
		{"a new one", rules("Mine", "direct", "speed", "flair"), rules("Base", "direct", "speed", "style"), false, `/rulebook/dimensions/1/key: no submission has "flair": want a column for it`},
		{"one of the base", rules("Mine", "direct", "style", "speed"), rules("Base", "direct", "style", "pace"), false, `/base: Base: no submission has "pace": want a column for it`},
		{"rules by their id", rulebook.ID("term"), rules("Base", "direct", "speed", "style"), false, `/rulebook: no submission has "pass_rate": want a column for it`},
		{"some have it", rules("Mine", "direct", "speed", "style"), rules("Base", "direct", "style", "speed"), false, ""},
		{"it weighs nothing", rules("Mine", "direct", "speed", "style", "flair"), rules("Base", "direct", "style", "speed"), false, ""},
		{"it counts in verified matches alone", rules("Mine", "budget", "speed", "flair"), rules("Base", "direct", "style", "speed"), false, ""},
		{"the matches are verified", rules("Mine", "budget", "speed", "flair"), rules("Base", "direct", "style", "speed"), true, `/rulebook/dimensions/1/key: no submission has "flair": want a column for it`},
	} {
		got := ""
		if _, err := Rules(RulesRequest{Rulebook: tt.mine, Base: tt.base, Verified: tt.verified, Text: text}); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A dimension that some submissions lack is named once, however many rules have it.
func TestRulesNameWhatSomeLack(t *testing.T) {
	arena, err := rulebook.ID("clawdiators-live").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	rules := func(keys ...string) rulebook.Ref {
		mine := *arena
		mine.Dimensions = nil
		for _, key := range keys {
			weight := 1 / float64(len(keys))
			mine.Dimensions = append(mine.Dimensions, rulebook.Dimension{Key: key, Label: key, Measure: "direct", Weight: &weight})
		}
		return rulebook.Custom(mine)
	}
	for _, row := range []struct {
		name, text string
		mine, base rulebook.Ref
		want       []string
	}{
		{"both rules have it", "agent,pace,speed,style\na,1,900,\nb,1,800,500\nc,1,700,\n", rules("speed", "style"), rules("style", "pace"), []string{`2 of 3 submissions have no "style": it scores 0.`}},
		{"one of them has it", "agent,pace,speed,style\na,1,900,\nb,1,800,500\n", rules("speed", "pace"), rules("style", "pace"), []string{`1 of 2 submissions has no "style": it scores 0.`}},
		{"two dimensions", "agent,pace,speed,style\na,1,900,\nb,1,,500\n", rules("speed", "style"), rules("speed", "pace"), []string{`1 of 2 submissions has no "style": it scores 0.`, `1 of 2 submissions has no "speed": it scores 0.`}},
		{"none lacks any", "agent,pace,speed,style\na,1,900,1\nb,1,800,500\n", rules("speed", "style"), rules("speed", "pace"), []string{}},
	} {
		res, err := Rules(RulesRequest{Rulebook: row.mine, Base: row.base, Text: row.text})
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		got := []string{}
		for _, note := range res.Notes {
			got = append(got, note.Text)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
