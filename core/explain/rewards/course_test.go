package rewards

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// plainKept is the decay of each source by its formula: testdata/vectors/term and Term Challenge docs,
// Scoring System, Decay Formula.
func plainKept(source int, epoch, block float64) float64 {
	switch source {
	case 2:
		return 100 - math.Min(5*math.Max(0, epoch-9), 80)
	case 3:
		return 100 * math.Pow(2, -math.Max(0, block-21600)/7200)
	}
	return 100 - math.Min(5*math.Max(0, epoch-10), 80)
}

// TestPaths holds what each way keeps of the time ahead against sums of the formulas.
func TestPaths(t *testing.T) {
	hours := 7.2
	for i, s := range sources {
		for stale := int64(0); stale <= 40; stale++ {
			got, err := Decay(StaleRequest{Source: s.id, Stale: stale, Blocks: stale * 2160, TopPercent: 80, EpochHours: &hours})
			if err != nil {
				t.Fatal(err)
			}
			wait, beat := 0.0, 0.0
			for k := 1.0; i < 3 && k <= 24; k++ {
				wait, beat = wait+plainKept(i, float64(stale)+k, 0)/100, beat+plainKept(i, k, 0)/100
			}
			for h := 1.0; i == 3 && h <= 168; h++ {
				wait, beat = wait+plainKept(i, 0, float64(stale)*2160+300*h)/2400, beat+plainKept(i, 0, 300*h)/2400
			}
			want := fmt.Sprintf("%.2f %.2f %.2f", wait, wait, beat)
			if said := strings.Join([]string{got.Paths[0].Kept, got.Paths[1].Kept, got.Paths[2].Kept}, " "); said != want {
				t.Errorf("%s after %d epochs: %s, want %s", s.id, stale, said, want)
			}
			if now := plainKept(i, float64(stale), float64(stale)*2160); math.Abs(got.Result.Epochs[0].KeptPercent-now) > 1e-9 {
				t.Errorf("%s after %d epochs: %v, want %v", s.id, stale, got.Result.Epochs[0].KeptPercent, now)
			}
		}
	}
}

// TestGap holds where the sources are furthest apart against all epochs of the picture.
func TestGap(t *testing.T) {
	for _, hours := range []float64{0.5, 3, 7.2, 12, 24} {
		most, at := 0.0, 0
		for epoch := 0; epoch <= 40; epoch++ {
			low, high := 100.0, 0.0
			for i := range sources {
				kept := plainKept(i, float64(epoch), math.Round(float64(epoch)*hours*300))
				low, high = math.Min(low, kept), math.Max(high, kept)
			}
			if high-low > most+1e-9 {
				most, at = high-low, epoch
			}
		}
		got, err := Decay(StaleRequest{TopPercent: 80, EpochHours: &hours})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%.0f points apart the four sources, at epoch %d", most, at)
		if said := got.Course.Apart + " " + got.Course.Where; said != want {
			t.Errorf("an epoch of %v h: %s, want %s", hours, said, want)
		}
	}
}

// TestNextScoreByTryingAll holds the score that the way "beat" fills in, and the rulers of the sources,
// against the rules: that score resets, and a hundredth less does not.
func TestNextScoreByTryingAll(t *testing.T) {
	for _, s := range sources {
		d := (&StaleRequest{}).under(s, s.rules())
		for top := 0.0; top <= 100; top += 0.25 {
			d.req.TopPercent = top
			least := d.least()
			if !least.possible {
				if d.takesScore(100) {
					t.Errorf("%s: nothing resets %v, but 100 does", s.id, top)
				}
				continue
			}
			next, err := strconv.ParseFloat(least.next(), 64)
			if err != nil {
				t.Fatal(err)
			}
			if before := math.Round(100*next-1) / 100; !d.takesScore(next) || before > 0 && d.takesScore(before) {
				t.Errorf("%s: %v is said to be the least score that resets %v", s.id, next, top)
			}
		}
	}
}

// TestResetRuler reads what is said of a next score. The numbers are by hand: 80 · 1.02 = 81.6, and 0.82 − 0.8
// is less than 0.02 in float64 (testdata/vectors/term, thresholds).
func TestResetRuler(t *testing.T) {
	for _, row := range []struct {
		next           float64
		sentence, says string
	}{
		{80, "A score of 80.00 % resets none.", "needs 81.60 %; needs above 80.00 %; needs above 82.00 %; needs above 80.00 %"},
		{81, "A score of 81.00 % resets two of four.", "needs 81.60 %; resets; needs above 82.00 %; resets"},
		{81.6, "A score of 81.60 % resets three of four.", "resets; resets; needs above 82.00 %; resets"},
		{82, "A score of 82.00 % resets three of four.", "resets; resets; needs above 82.00 %; resets"},
		{82.01, "A score of 82.01 % resets all four.", "resets; resets; resets; resets"},
	} {
		got, err := Decay(StaleRequest{Stale: 8, TopPercent: 80, Next: &row.next, Path: "submit"})
		if err != nil {
			t.Fatal(err)
		}
		var says []string
		for _, s := range got.Sources {
			says = append(says, s.Says)
		}
		if got.Reset.Sentence != row.sentence || strings.Join(says, "; ") != row.says {
			t.Errorf("%s\n%s\nwant %s\n%s", got.Reset.Sentence, says, row.sentence, row.says)
		}
		way := "resubmit"
		if row.next >= 81.6 {
			way = "beat"
		}
		if got.Course.Chosen != way {
			t.Errorf("%v is %s, want %s", row.next, got.Course.Chosen, way)
		}
	}
}
