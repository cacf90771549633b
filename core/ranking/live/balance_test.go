package live

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// 10,000 random edits: the sum stays 100 percent in whole hundredths, locked weights
// stay, the edited one gets what it asked for as far as the locked ones leave it, and
// the others keep their proportions but for the rounding to hundredths.
func TestBalanceKeepsTheSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 1))
	for range 10_000 {
		n := 1 + rng.IntN(9)
		before := make([]Weight, n)
		for i := range before {
			before[i] = Weight{Percent: float64(rng.IntN(4001)) / 100, Locked: rng.IntN(4) == 0}
		}
		before = Balance(before, -1)
		checkSum(t, before)
		edited := rng.IntN(n)
		req := BalanceRequest{Weights: before, Edited: &edited, Percent: new(float64(rng.IntN(10_001)) / 100)}
		got, err := Rebalance(req)
		if err != nil {
			t.Fatal(err)
		}
		checkSum(t, got.Weights)
		checkEdit(t, before, got.Weights, edited, *req.Percent)
		if held := got.Weights[edited].Percent != *req.Percent; held != (len(got.Warnings) == 1) {
			t.Fatalf("%+v: %v became %v: %+v", before, *req.Percent, got.Weights[edited].Percent, got.Warnings)
		}
	}
}

func checkSum(t *testing.T, list []Weight) {
	t.Helper()
	sum := 0
	for _, w := range list {
		points := math.Round(w.Percent * 100)
		if w.Percent < 0 || math.Abs(points-w.Percent*100) > 1e-9 {
			t.Fatalf("%+v: want whole hundredths of at least 0", list)
		}
		sum += int(points)
	}
	if sum != Whole {
		t.Fatalf("%+v: the sum is %d", list, sum)
	}
}

func checkEdit(t *testing.T, before, after []Weight, edited int, asked float64) {
	t.Helper()
	fixed, free, freeBefore := 0.0, 0, 0.0
	for i, w := range before {
		switch {
		case i == edited:
		case w.Locked:
			fixed += w.Percent
			if after[i].Percent != w.Percent {
				t.Fatalf("%+v → %+v: a locked weight moved", before, after)
			}
		default:
			free++
			freeBefore += w.Percent
		}
	}
	want := math.Min(asked, 100-fixed)
	if free == 0 {
		want = 100 - fixed
	}
	if math.Abs(after[edited].Percent-want) > 1e-9 {
		t.Fatalf("%+v → %+v: asked for %v at %d, want %v", before, after, asked, edited, want)
	}
	for i, w := range before {
		if i == edited || w.Locked {
			continue
		}
		share := (100 - fixed - want) / float64(free)
		if freeBefore > 0 {
			share = (100 - fixed - want) * w.Percent / freeBefore
		}
		if math.Abs(after[i].Percent-share) > 0.0100001 {
			t.Fatalf("%+v → %+v: %d has %v, want %v in proportion", before, after, i, after[i].Percent, share)
		}
	}
}

func TestBalanceByHand(t *testing.T) {
	for _, tt := range []struct {
		name   string
		req    []float64
		locked []bool
		edited int
		to     float64
		want   []float64
		says   string
	}{
		{"in proportion", []float64{40, 20, 20, 20}, nil, 1, 27, []float64{36.5, 27, 18.25, 18.25}, ""},
		{"all in one", []float64{40, 20, 20, 20}, nil, 0, 100, []float64{100, 0, 0, 0}, ""},
		{"zeros share equally", []float64{100, 0, 0, 0}, nil, 0, 40, []float64{40, 20, 20, 20}, ""},
		{"what locked weights leave", []float64{40, 20, 20, 20}, []bool{false, false, true, true}, 0, 90, []float64{60, 0, 20, 20}, "the locked weights leave 60 %"},
		{"all others are locked", []float64{40, 20, 40}, []bool{false, true, true}, 0, 70, []float64{40, 20, 40}, "the locked weights leave 40 %"},
		{"there is no other", []float64{100}, []bool{false}, 0, 70, []float64{100}, "a single weight is 100 %"},
		{"all are locked", []float64{40, 20, 20, 20}, []bool{true, true, true, true}, 1, 30, []float64{40, 20, 20, 20}, "the locked weights leave 20 %"},
		{"just what they leave", []float64{40, 20, 20, 20}, []bool{false, false, true, true}, 0, 60, []float64{60, 0, 20, 20}, ""},
		{"more than two decimals", []float64{50, 50}, nil, 0, 33.333, []float64{33.33, 66.67}, ""},
		{"hundredths by largest remainder", []float64{10, 30, 30, 30}, nil, 0, 0, []float64{0, 33.34, 33.33, 33.33}, ""},
	} {
		list := make([]Weight, len(tt.req))
		for i := range list {
			list[i] = Weight{Percent: tt.req[i], Locked: tt.locked != nil && tt.locked[i]}
		}
		got, err := Rebalance(BalanceRequest{Weights: list, Edited: &tt.edited, Percent: &tt.to})
		if err != nil {
			t.Fatal(err)
		}
		says := ""
		for _, w := range got.Warnings {
			says += w.Message
		}
		if says != tt.says {
			t.Errorf("%s: %q, want %q", tt.name, says, tt.says)
		}
		for i, w := range got.Weights {
			if w.Percent != tt.want[i] {
				t.Errorf("%s: %+v, want %v", tt.name, got.Weights, tt.want)
				break
			}
		}
	}
	if got, err := Rebalance(BalanceRequest{Weights: []Weight{{Percent: 30}, {Percent: 20}}, Edited: new(int)}); err != nil || got.Weights[0].Percent != 30 || got.Weights[1].Percent != 70 {
		t.Errorf("the edit is among the weights: %+v, %v, want 30 and 70", got.Weights, err)
	}
	for _, x := range []float64{-5, 100.01, 120, 1000, math.NaN()} {
		_, err := Rebalance(BalanceRequest{Weights: []Weight{{Percent: x}, {Percent: 20}}, Edited: new(int)})
		if refusal, _ := err.(*op.Error); refusal == nil || refusal.Field != "/weights/0/percent" || !strings.HasSuffix(refusal.Message, ": want a number of percent from 0 to 100") {
			t.Errorf("%v %%: %v, want a refusal", x, err)
		}
	}
	one := 1
	if _, err := Rebalance(BalanceRequest{Weights: []Weight{{}}, Edited: &one}); err == nil {
		t.Error("the edited weight is not there: want a refusal")
	}
	_, err := Rebalance(BalanceRequest{Weights: []Weight{{}, {}, {}}, Edited: &one, Percent: new(40.0), Equal: true})
	if err == nil || err.Error() != "/equal: give either edited or equal, not both" {
		t.Errorf("%v: an edited weight is not equal to the others, want a refusal", err)
	}
}
