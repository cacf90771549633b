package live

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// conditioned returns weights with random conditions in whole percents.
func conditioned(rng *rand.Rand, n int) []Weight {
	list := make([]Weight, n)
	for i := range list {
		list[i] = Weight{Dimension: string(rune('a' + i)), Percent: float64(rng.IntN(4001)) / 100, Locked: rng.IntN(6) == 0}
		if rng.IntN(3) == 0 {
			list[i].Least = new(float64(rng.IntN(30)))
		}
		if rng.IntN(3) == 0 {
			list[i].Most = new(float64(30 + rng.IntN(70)))
		}
		if rng.IntN(3) == 0 {
			list[i].Over = fmt.Sprintf("%s%c", []string{"", "2 × ", "0.5x "}[rng.IntN(3)], 'a'+(i+1+rng.IntN(n-1))%n)
		}
	}
	return Balance(list, -1)
}

// misses returns by how many hundredths of a percent weights miss a condition, by their text.
func misses(t *testing.T, list []Weight) (most float64) {
	t.Helper()
	for _, w := range list {
		if w.Least != nil {
			most = max(most, 100*(*w.Least-w.Percent))
		}
		if w.Most != nil {
			most = max(most, 100*(w.Percent-*w.Most))
		}
		if w.Over != "" {
			times, name := 1.0, w.Over
			if len(w.Over) > 1 {
				if _, err := fmt.Sscanf(w.Over, "%g", &times); err != nil {
					t.Fatal(err)
				}
				name = w.Over[len(w.Over)-1:]
			}
			most = max(most, 100*(times*list[name[0]-'a'].Percent-w.Percent))
		}
	}
	return most
}

// Random edits: weights satisfy the conditions, locked ones stay, the edited one stops at the
// last hundredth that the grid knows, and the others are as near to their proportions as any on
// a grid with steps of 1 %.
func TestBalanceWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 6))
	refused, moved, kept := 0, 0, 0
	for range 600 {
		n := 2 + rng.IntN(2)
		before := conditioned(rng, n)
		edited := rng.IntN(n)
		asked := float64(rng.IntN(101))
		plain := append([]Weight{}, before...)
		plain[edited].Percent = asked
		Balance(plain, edited)
		got, err := Rebalance(BalanceRequest{Weights: before, Edited: &edited, Percent: &asked})
		allowed := func(list []Weight) bool {
			if misses(t, list) > 1e-6 {
				return false
			}
			for i, w := range list {
				if w.Percent < 0 || before[i].Locked && i != edited && w.Percent != before[i].Percent {
					return false
				}
			}
			return true
		}
		nearest, furthest := math.Inf(1), math.Inf(1) // of the grid: from the proportions, and of the edited one from what was asked
		gridOf(before, func(list []Weight) {
			if !allowed(list) {
				return
			}
			furthest = min(furthest, math.Abs(list[edited].Percent-asked))
			if err == nil && list[edited].Percent == got.Weights[edited].Percent {
				nearest = min(nearest, distance(list, plainAt(before, edited, list[edited].Percent)))
			}
		})
		if err != nil {
			if refused++; !math.IsInf(nearest, 1) || !math.IsInf(furthest, 1) || !strings.Contains(err.Error(), "no weights") && !strings.Contains(err.Error(), "is locked at") {
				t.Fatalf("%+v, %d at %v: %v", before, edited, asked, err)
			}
			continue
		}
		checkSum(t, got.Weights)
		at := got.Weights[edited].Percent
		if off := misses(t, got.Weights); off > 2 {
			t.Fatalf("%+v, %d at %v: %+v misses by %v", before, edited, asked, got.Weights, off)
		}
		if math.Abs(at-asked) > furthest+0.011 {
			t.Fatalf("%+v, %d at %v: %v, the grid has %v", before, edited, asked, at, furthest)
		}
		if (at != asked) != (len(got.Warnings) == 1) {
			t.Fatalf("%+v, %d at %v: %+v", before, edited, asked, got)
		}
		target := plainAt(before, edited, at)
		if distance(got.Weights, target) > nearest+0.05 {
			t.Fatalf("%+v, %d at %v: %+v is %v from the proportions, the grid %v", before, edited, at, got.Weights, distance(got.Weights, target), nearest)
		}
		if allowed(plain) {
			if kept++; distance(got.Weights, plain) != 0 {
				t.Fatalf("%+v, %d at %v: %+v: want %+v", before, edited, asked, got.Weights, plain)
			}
		} else {
			moved++
		}
	}
	if refused < 30 || moved < 30 || kept < 30 {
		t.Errorf("%d refused, %d moved, %d kept", refused, moved, kept)
	}
}

func plainAt(before []Weight, edited int, percent float64) []Weight {
	list := append([]Weight{}, before...)
	list[edited].Percent = percent
	return Balance(list, edited)
}

func distance(a, b []Weight) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i].Percent - b[i].Percent) * (a[i].Percent - b[i].Percent)
	}
	return math.Sqrt(sum)
}

// gridOf calls f with all weights in steps of 1 %, the locked ones at what they are.
func gridOf(before []Weight, f func([]Weight)) {
	list := append([]Weight{}, before...)
	var fill func(k int, left float64)
	fill = func(k int, left float64) {
		if k == len(list)-1 {
			list[k].Percent = math.Round(left*100) / 100
			f(list)
			return
		}
		if list[k].Percent = before[k].Percent; before[k].Locked && list[k].Percent <= left {
			fill(k+1, left-list[k].Percent)
		}
		for x := 0.0; x <= left; x++ {
			list[k].Percent = x
			fill(k+1, left-x)
		}
	}
	fill(0, 100)
}

func TestBoundsStop(t *testing.T) {
	list := []Weight{{Dimension: "correctness", Percent: 40, Most: new(60.0)}, {Dimension: "speed", Percent: 20},
		{Dimension: "quality", Percent: 20, Over: "Speed"}, {Dimension: "process", Percent: 20}}
	for _, tt := range []struct {
		edited  int
		percent float64
		want    string
	}{
		{0, 80, "60 13.33 13.34 13.33 [the most here is 60 %]"},
		{0, 50, "50 16.67 16.67 16.66 []"},
		{1, 40, "17.5 40 40 2.5 []"},
		{2, 10, "51.25 10 10 28.75 []"},
		{1, 70, "0 50 50 0 [the most here is 50 %]"},
	} {
		got, err := Rebalance(BalanceRequest{Weights: list, Edited: &tt.edited, Percent: &tt.percent})
		if err != nil {
			t.Fatal(err)
		}
		text, warnings := "", []string{}
		for _, w := range got.Weights {
			text += fmt.Sprintf("%v ", w.Percent)
		}
		for _, w := range got.Warnings {
			warnings = append(warnings, w.Message)
		}
		if text += fmt.Sprint(warnings); text != tt.want {
			t.Errorf("%d at %v: %s: want %s", tt.edited, tt.percent, text, tt.want)
		}
	}
}

func TestOverRefused(t *testing.T) {
	for over, want := range map[string]string{
		"style":             `/weights/0/over: "style": want other dimensions, with commas, each with 2 × before it for twice`,
		"a":                 `/weights/0/over: "a"`,
		"b,,":               `/weights/0/over: ""`,
		"0 × b":             `/weights/0/over: "0 × b"`,
		"b,b,b,b,b,b,b,b,b": "/weights/0/over: 9 names: want at most 8",
		"9 × b":             "/weights/0/over: no weights satisfy all of these: b at least 20 % and a ≥ 9 × b",
	} {
		list := []Weight{{Dimension: "a", Percent: 50, Over: over}, {Dimension: "b", Percent: 50, Least: new(20.0)}}
		if _, err := Rebalance(BalanceRequest{Weights: list}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v: want %s", over, err, want)
		}
	}
}
