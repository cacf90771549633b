package rewards

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// ownDecay is a rulebook of the reader with another decay than Term Challenge's.
func ownDecay(t *testing.T, change func(*rulebook.RewardDecay)) *rulebook.Ref {
	t.Helper()
	rb, err := rulebook.ID("term").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	rb.Name = "Term Challenge (document)"
	change(&rb.Reward.Decay)
	ref := rulebook.Custom(*rb)
	return &ref
}

// TestOwnDecay checks what is said of a rulebook of the reader. All numbers are by
// hand.
func TestOwnDecay(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(*rulebook.RewardDecay)
		stale  int64
		top    float64

		sentence, rule, nothing, title, beat string
		rows                                 string
	}{
		{"a line", func(r *rulebook.RewardDecay) { r.Rate, r.Grace, r.MaxBurn, r.Threshold = 0.1, 5, 70, 0.05 }, 3, 80,
			"Now 100 %: you keep all of it for 2 more epochs, then lose 10 points each, to 30 %.", "full for 5 epochs, then 10 % less every epoch, down to 30 %",
			"90 % at epoch 6, 50 % at 10, floor 30 % from 12", "Beat top by 5 %", "84 % resets the decay now",
			"0 100 % improvement; 3 100 %; 5 100 % grace ends; 6 90 % decay starts; 7 80 %; 10 50 % half is left; 11 40 %; 12 30 % floor; 13 30 %"},
		{"half is the floor", func(r *rulebook.RewardDecay) { r.Rate, r.Grace, r.MaxBurn = 0.1, 5, 50 }, 6, 0,
			"Now 90 %: you lose 10 points each epoch, to 50 % in 4 more epochs.", "full for 5 epochs, then 10 % less every epoch, down to 50 %",
			"90 % now, floor 50 % from epoch 10", "Beat top by 2 %", "any score above 0 % resets the decay now",
			"0 100 % improvement; 5 100 % grace ends; 6 90 % decay starts; 7 80 %; 9 60 %; 10 50 % half is left; 11 50 %"},
		{"more than half is kept, by parts of a percent", func(r *rulebook.RewardDecay) { r.Rate, r.Grace, r.MaxBurn, r.ThresholdMode = 0.025, 1, 5, "absolute" }, 2, 99,
			"Now 97.5 %: you lose 2.5 points each epoch, to 95 % in 1 more epoch.", "full for 1 epoch, then 2.5 % less every epoch, down to 95 %",
			"97.5 % now, floor 95 % from epoch 3", "Beat top by 2 points", "not possible: that is 101 %, more than all tasks",
			"0 100.00 % improvement; 1 100.00 % grace ends; 2 97.50 % decay starts; 3 95.00 % floor; 4 95.00 %"},
		{"parts of the rest", func(r *rulebook.RewardDecay) {
			r.Curve, r.Rate, r.Grace, r.MaxBurn, r.ThresholdMode, r.Staleness = "exponential", 0.5, 2, 100, "any", "agent"
		}, 4, 80,
			"Now 25 %: you lose more each epoch. No floor stops it.", "full for 2 epochs, then 50 % of the rest less every epoch, no floor",
			"25 % now, no floor", "Beat your best", "any score above 80 % resets the decay now",
			"0 100.00 % improvement; 2 100.00 % grace ends; 3 50.00 % decay starts; 4 25.00 %"},
		{"logarithms", func(r *rulebook.RewardDecay) { r.Curve, r.Rate, r.Grace = "logarithmic", 1, 0 }, 0, 80,
			"Now 100 %: you keep all of it in this epoch, then lose more each epoch, to 20 %.", "full for 0 epochs, then less by the logarithm of the epochs, down to 20 %",
			"86.14 % at epoch 1, 48.7 % at 12, floor 20 % from 54", "Beat top by 2 %", "81.6 % resets the decay now", // 20·ln 2, e^2.5, e^4
			"0 100.00 % improvement; 1 86.14 % decay starts; 2 78.03 %; 12 48.70 % less than half is left; 13 47.22 %; 53 20.22 %; 54 20.00 % floor; 55 20.00 %"},
		{"at once", func(r *rulebook.RewardDecay) { r.Grace, r.Early = 0, 1 }, 0, 100,
			"Now 95 %: you lose 5 points each epoch, to 20 % in 15 more epochs.", "full for 0 epochs, then 5 % less every epoch, down to 20 %",
			"95 % now, 50 % at epoch 9, floor 20 % from 15", "Beat top by 2 %", "not possible: that is 102 %, more than all tasks",
			"0 95 % improvement; 1 90 %; 9 50 % half is left; 10 45 %; 14 25 %; 15 20 % floor; 16 20 %"},
		{"nothing", func(r *rulebook.RewardDecay) { r.Rate, r.Threshold = 0, 0 }, 40, 100,
			"Now 100 %: you keep all of it. Nothing is lost.", "full for 10 epochs, then 0 % less every epoch, down to 20 %",
			"nothing is lost", "Beat top", "not possible: nothing is better than all tasks",
			"0 100 % improvement; 10 100 % grace ends; 11 100 %; 12 100 %; 40 100 %"},
		{"nothing better is needed", func(r *rulebook.RewardDecay) { r.Threshold, r.ThresholdMode = 0, "absolute" }, 0, 80,
			"Now 100 %: you keep all of it for 10 more epochs, then lose 5 points each, to 20 %.", "full for 10 epochs, then 5 % less every epoch, down to 20 %",
			"95 % at epoch 11, 50 % at 20, floor 20 % from 26", "Reach top again", "80 % resets the decay now",
			"0 100 % improvement; 10 100 % grace ends; 11 95 % decay starts; 12 90 %; 20 50 % half is left; 21 45 %; 25 25 %; 26 20 % floor; 27 20 %"},
		{"a line that misses half", func(r *rulebook.RewardDecay) { r.Rate = 0.07 }, 0, 80,
			"Now 100 %: you keep all of it for 10 more epochs, then lose 7 points each, to 20 %.", "full for 10 epochs, then 7 % less every epoch, down to 20 %",
			"93 % at epoch 11, 44 % at 18, floor 20 % from 22", "Beat top by 2 %", "81.6 % resets the decay now",
			"0 100 % improvement; 10 100 % grace ends; 11 93 % decay starts; 12 86 %; 18 44 % less than half is left; 19 37 %; 21 23 %; 22 20 % floor; 23 20 %"},
		{"very little every epoch", func(r *rulebook.RewardDecay) { r.Rate, r.MaxBurn = 0.00001, 0.004 }, 0, 80,
			"Now 100 %: you keep all of it for 10 more epochs, then lose 0.001 points each, to 99.996 %.", "full for 10 epochs, then 0.001 % less every epoch, down to 99.996 %",
			"99.999 % at epoch 11, floor 99.996 % from 14", "Beat top by 2 %", "81.6 % resets the decay now",
			"0 100.00 % improvement; 10 100.00 % grace ends; 11 99.999 % decay starts; 12 99.998 %; 13 99.997 %; 14 99.996 % floor; 15 99.996 %"},
		{"blocks with a floor", func(r *rulebook.RewardDecay) {
			r.Curve, r.GraceBlocks, r.HalfLife, r.Threshold, r.ThresholdMode = "block", 100, 10, 0.01, "absolute"
		}, 0, 80,
			"Now 100 %: you keep all of it for 0.3 more hours, then half every 10 blocks, to 20 %.", "full for 100 blocks (less than 1 h), then halved every 10 (less than 1 h), down to 20 %",
			"less than 100 % at block 101, 50 % at block 110, 25 % at block 120, floor 20 % from block 124", "Beat top by 1 point", "81 % resets the decay now", // log2 5 = 2.32
			"0 100.00 % improvement; 100 100.00 % grace ends; 101 93.30 % decay starts; 110 50.00 % half is left; 120 25.00 %; 124 20.00 % floor"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Decay(StaleRequest{Rulebook: ownDecay(t, row.change), Stale: row.stale, TopPercent: row.top})
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, r := range got.Rows {
				rows = append(rows, strings.TrimSpace(r.At+" "+r.Kept+" "+r.Event))
			}
			for _, one := range [][2]string{
				{got.Sentence, row.sentence}, {got.Rule, row.rule}, {got.Cards[0].Text, row.nothing}, {got.Cards[2].Title, row.title}, {got.Cards[2].Text, row.beat},
				{strings.Join(rows, "; "), row.rows}, {got.Banner, "You see your rulebook. The four sources of Term Challenge are below."},
				{got.Readings[0].Name + ": " + got.Readings[0].Answer, "Your rulebook: " + got.Answer},
			} {
				if one[0] != one[1] {
					t.Errorf("%s\nwant %s", one[0], one[1])
				}
			}
			if len(got.Readings) != 5 {
				t.Errorf("%d readings: want that of the rulebook and of four sources", len(got.Readings))
			}
		})
	}
}

// TestResetsByTryingAll holds what cards say of all scores against every score in steps of half
// a percent, under every kind of threshold and for every top score in whole percent.
func TestResetsByTryingAll(t *testing.T) {
	said := map[string]int{}
	for _, mode := range []string{"relative", "absolute", "any"} {
		for _, threshold := range []float64{0, 0.02, 0.05} {
			ref := ownDecay(t, func(r *rulebook.RewardDecay) { r.ThresholdMode, r.Threshold = mode, threshold })
			for top := 0.0; top <= 100; top++ {
				got, err := Decay(StaleRequest{Rulebook: ref, TopPercent: top})
				if err != nil {
					t.Fatal(err)
				}
				same, beat := got.Cards[1].Text, got.Cards[2].Text
				impossible := strings.HasPrefix(beat, "not possible")
				said[fmt.Sprint("impossible ", impossible)]++
				if want := anyResets(t, *ref, top); impossible == want {
					t.Errorf("%s %v, top %v: some score resets: %t, and %q", mode, threshold, top, want, beat)
				}
				nothing := strings.HasPrefix(same, "the same score resets nothing")
				said[fmt.Sprint("same ", nothing)]++
				if want := scoreResets(t, *ref, top, top); nothing == want {
					t.Errorf("%s %v, top %v: the same score resets: %t, and %q", mode, threshold, top, want, same)
				}
			}
		}
	}
	if len(said) != 4 {
		t.Errorf("%v: want all four statements", said)
	}
}

// anyResets reports whether a score of 0 to 100 % resets the decay after top, in percent.
func anyResets(t *testing.T, ref rulebook.Ref, top float64) bool {
	for score := 0.0; score <= 100; score += 0.5 {
		if scoreResets(t, ref, top, score) {
			return true
		}
	}
	return false
}

func scoreResets(t *testing.T, ref rulebook.Ref, top, score float64) bool {
	t.Helper()
	first, second := top/100, score/100
	got, err := decay.Decay(decay.DecayRequest{Rulebook: ref, History: []decay.HistoryEpoch{
		{Epoch: 0, BestScore: &first}, {Epoch: 1, BestScore: &second},
	}})
	if err != nil {
		t.Fatal(err)
	}
	last := got.Epochs[len(got.Epochs)-1].LastImprovement
	return last != nil && *last == 1
}

// TestNearlyNothingIsNotNothing checks what is said of less than is shown.
func TestNearlyNothingIsNotNothing(t *testing.T) {
	halved := ownDecay(t, func(r *rulebook.RewardDecay) { r.Curve, r.Rate, r.Grace, r.MaxBurn = "exponential", 0.5, 2, 100 })
	for stale, want := range map[int64]string{27: "Now 0.000003 %:", 14: "Now 0.02 %:", 90: "Now almost 0 %:", 2: "Now 100 %: you keep all of it in this epoch,"} { // 100/2^25 and 100/2^12
		if got, err := Decay(StaleRequest{Rulebook: halved, Stale: stale}); err != nil || !strings.Contains(got.Sentence, want) {
			t.Errorf("after %d epochs: %q, %v: want %q", stale, got.Sentence, err, want)
		}
	}
}

// TestOwnDecayRefused checks what is said of a rulebook that cannot answer.
func TestOwnDecayRefused(t *testing.T) {
	airena, slow := rulebook.ID("airena"), ownDecay(t, func(r *rulebook.RewardDecay) { r.Rate = 1e-9 })
	for _, row := range []struct {
		req     StaleRequest
		field   string
		message string
	}{
		{StaleRequest{Rulebook: &airena}, "/rulebook", `"airena" has no reward rules: want a rulebook that has, such as term`},
		{StaleRequest{Rulebook: slow}, "/rulebook/reward/decay/rate", "1e-9: want 0, or at least 0.000001"},
		{StaleRequest{Rulebook: slow, Source: "docs-a"}, "/source", "give either this or rulebook, not both"},
	} {
		_, err := Decay(row.req)
		refusal := (*op.Error)(nil)
		if !errors.As(err, &refusal) || refusal.Field != row.field || refusal.Message != row.message {
			t.Errorf("%v\nwant %s: %s", err, row.field, row.message)
		}
	}
}

// TestAnyDecay checks answers by rules at random: none fails, none is long, and the
// timeline never rises.
func TestAnyDecay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	for range 200 {
		ref := ownDecay(t, func(d *rulebook.RewardDecay) {
			d.Curve = []string{"linear", "exponential", "logarithmic", "block"}[r.IntN(4)]
			d.Rate = []float64{0, 0.000001, 0.013, 0.05, 0.5, 1}[r.IntN(6)]
			d.Grace, d.GraceBlocks, d.HalfLife = pick(0, 1, 10, 1e9), pick(0, 7, 21600, 1e9), pick(1, 3, 7200, 1e9)
			d.MaxBurn, d.MaxBurnBlocks, d.Early = []float64{0, 3, 64.4, 80, 100}[r.IntN(5)], float64(pick(0, 50, 100)), pick(0, 1)
			d.Threshold, d.ThresholdMode, d.Staleness = []float64{0, 0.02, 1}[r.IntN(3)], []string{"relative", "absolute", "any"}[r.IntN(3)], []string{"competition", "agent"}[r.IntN(2)]
			d.AnyKeepsTop, d.Processed = r.IntN(2) == 0, r.IntN(2) == 0
		})
		req := StaleRequest{Rulebook: ref, Stale: int64(pick(0, 9, 1e6)), Blocks: int64(pick(0, 9, 1e9)), TopPercent: float64(pick(0, 80, 100))}
		got, err := Decay(req)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Chart) > 80_000 || strings.Contains(got.Chart+got.Rule, "NaN") || !strings.Contains(got.Sentence, got.Key) {
			t.Errorf("%+v: %d bytes of a chart, %s", req, len(got.Chart), got.Sentence)
		}
		d, _ := req.chosen()
		kept := slices.Collect(func(yield func(float64) bool) {
			for _, n := range []int64{0, d.grace() + 1, d.grace() + 2, d.end()} {
				if !yield(d.at(max(0, n))) {
					return
				}
			}
		})
		if !slices.IsSortedFunc(kept, func(a, b float64) int { return int(b*1e6) - int(a*1e6) }) {
			t.Errorf("%+v: %v is kept", req, kept)
		}
		if d.rules.Curve == "linear" && d.rules.Rate > 0 && d.bottom() == never {
			t.Errorf("%+v: the floor is not reached", req)
		}
		if first := d.first(50); first < never && (d.at(first) > 50 || first > d.grace()+1 && d.at(first-1) <= 50) {
			t.Errorf("%+v: %d is not the first with half", req, first)
		}
	}
}

// TestBlockSteps checks the steps of a block curve with a floor, by hand: half is
// left after 10 blocks, and 20 % is the least.
func TestBlockSteps(t *testing.T) {
	ref := ownDecay(t, func(r *rulebook.RewardDecay) { r.Curve, r.GraceBlocks, r.HalfLife = "block", 100, 10 })
	got, err := Decay(StaleRequest{Rulebook: ref, Blocks: 200, TopPercent: 80})
	if err != nil {
		t.Fatal(err)
	}
	if s := got.Steps[1]; s.Formula != "B = min((1 − 2^(−b/10)) · 100, 80)" || s.Value != "80.00 %" || got.Cards[0].Text != "20 % now, the floor" {
		t.Errorf("%+v, %s", s, got.Cards[0].Text)
	}
}
