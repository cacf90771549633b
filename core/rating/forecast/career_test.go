package forecast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Sample careers repeat with their seed, start at the rating, and have the
// mean of the distribution.
func TestSampleCareers(t *testing.T) {
	req := ladder("clawdiators-live", 1000, 15)
	req.SampleCareers, req.Seed = 100, 7
	res := mustProject(t, req)
	again := mustProject(t, req)
	var sum float64
	for i, c := range res.SampleCareers {
		if len(c) != 60 || fmt.Sprint(c) != fmt.Sprint(again.SampleCareers[i]) {
			t.Fatalf("career %d does not repeat: %v", i, c)
		}
		sum += c[59]
	}
	if off := sum/100 - res.Final.Mean; math.Abs(off) > 5*res.Final.SD/10 {
		t.Errorf("100 careers are off the mean by %v, sd %v", off, res.Final.SD)
	}
	req.SampleCareers = 3 // fewer careers are the first ones
	for i, c := range mustProject(t, req).SampleCareers {
		if fmt.Sprint(c) != fmt.Sprint(res.SampleCareers[i]) {
			t.Errorf("career %d changed with their number", i)
		}
	}
}

// The list ends at 100 losses, and a warning says so if longer ones are likely.
func TestLongestStreaks(t *testing.T) {
	for _, tt := range []struct {
		count  int
		loss   float64
		warned bool
	}{{200, 1, true}, {200, 0.97, true}, {100, 1, false}, {200, 0.5, false}} {
		win := 1 - tt.loss
		got, err := Project(ProjectRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, LongestLosingStreak: true,
			Plan: []PlanEntry{{Difficulty: "veteran", Count: &tt.count, Win: &win, Loss: &tt.loss}}})
		if err != nil {
			t.Fatal(err)
		}
		warned := slices.ContainsFunc(got.Warnings, func(w op.Warning) bool { return w.Code == "streaks-cut" && w.Field == "/longest_losing_streak" })
		if warned != tt.warned || len(got.LongestLosingStreak) > longestStreak {
			t.Errorf("%d matches lost at %v: %d lengths, warnings %v", tt.count, tt.loss, len(got.LongestLosingStreak), got.Warnings)
		}
	}
}

// Losing streaks equal brute force.
func TestLosingStreaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 30 {
		p := &plan{}
		for p.matches < 9 {
			loss := float64(rng.IntN(11)) / 10
			p.legs = append(p.legs, leg{count: 1, odds: odds{win: 1 - loss, loss: loss}})
			p.matches++
		}
		want := make([]float64, p.matches+1)
		for ways := range 1 << p.matches {
			probability, run, longest := 1.0, 0, 0
			for i := range p.matches {
				if ways>>i&1 == 1 {
					probability *= p.legs[i].odds.loss
					run++
				} else {
					probability *= 1 - p.legs[i].odds.loss
					run = 0
				}
				longest = max(longest, run)
			}
			for n := 1; n <= longest; n++ {
				want[n] += probability
			}
		}
		got := losingStreaks(p)
		for n := 1; n <= p.matches; n++ {
			if n > len(got) {
				if want[n] >= leastStreakOdds {
					t.Errorf("length %d is missing: %v", n, want[n])
				}
				continue
			}
			if s := got[n-1]; s.Length != n || !close(s.Probability, want[n]) {
				t.Errorf("%+v, want length %d with %v", s, n, want[n])
			}
		}
	}
}
