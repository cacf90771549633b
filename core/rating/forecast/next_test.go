package forecast

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Clawdiators docs, Elo, by hand: at 1000, Legendary is win +29, draw +13, loss −3.
func TestNextJourney(t *testing.T) {
	got, err := Next(NextRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		difficulty      string
		win, draw, loss float64
	}{{"newcomer", 8, -8, -24}, {"contender", 16, 0, -16}, {"veteran", 24, 8, -8}, {"legendary", 29, 13, -3}}
	for i, w := range want {
		if m := got.Matches[i]; m.Difficulty != w.difficulty || m.Win != w.win || m.Draw != w.draw || m.Loss != w.loss {
			t.Errorf("got %+v, want %+v", m, w)
		}
	}
}

// Every change is that of elo.update, and at the break-even win rate the mean
// change is 0.
func TestNextEqualsUpdate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 16))
	even := 0
	for range 500 {
		req := NextRequest{
			Rulebook: []rulebook.Ref{rulebook.ID("clawdiators"), rulebook.ID("clawdiators-live"), thirds(t)}[rng.IntN(3)],
			Rating:   float64(100 + rng.IntN(2000)), Matches: rng.IntN(60), Draw: rng.Float64() / 2,
			Verified: rng.IntN(2) == 0, Memoryless: rng.IntN(2) == 0, FirstAttempt: rng.IntN(2) == 0,
		}
		got, err := Next(req)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range got.Matches {
			for outcome, change := range map[string]float64{"win": m.Win, "draw": m.Draw, "loss": m.Loss} {
				u, err := rating.Update(rating.UpdateRequest{Rulebook: req.Rulebook, Rating: req.Rating, Matches: req.Matches, Difficulty: m.Difficulty, Outcome: outcome, Verified: req.Verified, Memoryless: req.Memoryless, FirstAttempt: req.FirstAttempt})
				if err != nil || u.Rating-req.Rating != change {
					t.Fatalf("%+v: %s is %v by elo.update (%v)", m, outcome, u.Rating-req.Rating, err)
				}
			}
			if m.BreakEven == nil {
				continue
			}
			even++
			w, d := *m.BreakEven, m.Odds.Draw
			if mean := w*m.Win + d*m.Draw + (1-w-d)*m.Loss; math.Abs(mean) > 1e-12 || w < 0 || w > 1-d {
				t.Fatalf("%+v: the mean change at break-even is %v", m, mean)
			}
		}
	}
	if even == 0 {
		t.Fatal("no match breaks even")
	}
}

// thirds returns rules by which a draw is worth a third, and a loss a tenth.
func thirds(t *testing.T) rulebook.Ref {
	rb, err := rulebook.ID("clawdiators").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	third, tenth := 1/3.0, 0.1
	rb.ID, rb.Results[1].Worth, rb.Results[2].Worth = "thirds", &third, &tenth
	return rulebook.Custom(*rb)
}

// By the arena's own worths: 1000 + 32·(⅓ − ½) = 994.67, and 1000 + 32·(0.1 − ½) = 987.2.
func TestOwnWorths(t *testing.T) {
	equal, never, always := 1000.0, 0.0, 1.0
	for _, tt := range []struct {
		outcome    string
		draw, lost *float64
		after      float64
	}{{"draw", &always, &never, 995}, {"loss", &never, &always, 987}} {
		u, err := rating.Update(rating.UpdateRequest{Rulebook: thirds(t), Rating: 1000, Opponent: &equal, Outcome: tt.outcome})
		if err != nil || u.Rating != tt.after {
			t.Errorf("a %s leads to %v (%v), want %v", tt.outcome, u.Rating, err, tt.after)
		}
		got, err := Project(ProjectRequest{Rulebook: thirds(t), Rating: 1000,
			Plan: []PlanEntry{{Opponent: &equal, Win: &never, Draw: tt.draw, Loss: tt.lost}}})
		if err != nil || len(got.Final.Distribution) != 1 || got.Final.Distribution[0].Rating != tt.after {
			t.Errorf("a certain %s leads to %+v (%v), want %v", tt.outcome, got.Final.Distribution, err, tt.after)
		}
	}
}

// At the performance rating the results are what was expected.
func TestPerformance(t *testing.T) {
	rng := rand.New(rand.NewPCG(400, 10))
	rated := 0
	for range 500 {
		req := PerformanceRequest{Rulebook: rulebook.ID("airena")}
		points := 0.0
		for range 1 + rng.IntN(12) {
			opponent := 800 + 800*rng.Float64()
			outcome := []string{"win", "draw", "loss"}[rng.IntN(3)]
			points += rulebook.Actual(outcome)
			req.Results = append(req.Results, Played{Opponent: &opponent, Outcome: outcome})
		}
		got, err := Performance(req)
		if err != nil {
			t.Fatal(err)
		}
		now, want := got.Performance, points
		switch points {
		case float64(len(req.Results)):
			now, want = got.Above, points-0.5
		case 0:
			now, want = got.Below, 0.5
		default:
			rated++
		}
		if now == nil || math.IsInf(*now, 0) {
			t.Fatalf("%+v", got)
		}
		sum := 0.0
		for _, p := range req.Results {
			sum += rating.ExpectedScore(*now, *p.Opponent, 400)
		}
		if math.Abs(sum-want) > 1e-9 {
			t.Fatalf("at %v %v is expected, want %v", *now, sum, want)
		}
	}
	if rated == 0 {
		t.Fatal("no run has a performance rating")
	}
}
