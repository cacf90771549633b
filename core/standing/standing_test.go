package standing

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// titles.json: the deployed computeTitle and computeAllTitles.
func TestTitles(t *testing.T) {
	cases := vectors.Load[struct {
		Matches    int `json:"match_count"`
		Wins       int `json:"win_count"`
		Elo        float64
		BestStreak int `json:"best_streak"`
		Authored   int `json:"challenges_authored"`
		Expected   struct {
			Title  string
			Titles []string
		}
	}](t, "clawdiators/titles.json")
	contradictory := 0
	for i, c := range cases {
		req := EvaluateRequest{Rulebook: rulebook.ID("clawdiators-live"), Challenges: &c.Matches, Wins: &c.Wins, Rating: &c.Elo, Authored: &c.Authored}
		got, err := Evaluate(req)
		if err != nil && c.Wins > c.Matches {
			contradictory++ // more wins than matches: refused here, answered there
			continue
		}
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		if got.Title != c.Expected.Title || !slices.Equal(got.Titles, c.Expected.Titles) {
			t.Errorf("case %d: %q %q, want %q %q", i, got.Title, got.Titles, c.Expected.Title, c.Expected.Titles)
		}
	}
	t.Logf("%d of %d cases are out of scope: more wins than matches", contradictory, len(cases))
	if contradictory > len(cases)/4 {
		t.Errorf("%d of %d cases were not checked", contradictory, len(cases))
	}
}

// The rating after the last match decides: 1800 is Diamond Shell, and 2000 the next title.
func TestTitleOfHistory(t *testing.T) {
	won, high, now := true, 2100.0, 1850.0
	got, err := Evaluate(EvaluateRequest{Rulebook: rulebook.ID("clawdiators-live"), History: []Challenge{{Score: 800, Won: &won, RatingAfter: &high}, {Score: 300, RatingAfter: &now, Won: new(bool)}}})
	if err != nil || got.Title != "Diamond Shell" || got.NextTitle == nil || got.NextTitle.Tier != "leviathan" {
		t.Errorf("%+v, %v: want Diamond Shell, then leviathan", got, err)
	}
}

// What a history cannot say counts beside it: challenges written.
func TestTitleBesideHistory(t *testing.T) {
	won, written := false, 1
	got, err := Evaluate(EvaluateRequest{Rulebook: rulebook.ID("clawdiators-live"), History: []Challenge{{Score: 800, Won: &won}}, Authored: &written})
	if err != nil || !slices.Contains(got.Titles, "Arena Architect") {
		t.Errorf("%q, %v: want Arena Architect among them", got.Titles, err)
	}
}

// The tiers of AiRENA docs, at and just below each requirement.
func TestTiers(t *testing.T) {
	tests := []struct {
		name       string
		challenges int
		wins       int
		average    float64
		want       string
	}{
		{"nothing yet", 0, 0, 0, "unranked"},
		{"two are not enough for bronze", 2, 2, 100, "unranked"},
		{"bronze", 3, 0, 0, "bronze"},
		{"ten, but 49.99 on average", 10, 0, 49.99, "bronze"},
		{"silver", 10, 0, 50, "silver"},
		{"gold needs three wins", 25, 2, 70, "silver"},
		{"gold", 25, 3, 70, "gold"},
		{"platinum", 50, 10, 80, "platinum"},
		{"platinum needs ten wins", 50, 9, 99, "gold"},
		{"champion", 100, 25, 90, "champion"},
		{"champion needs a hundred", 99, 99, 100, "platinum"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Evaluate(EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: &tt.challenges, Wins: &tt.wins, AverageScore: &tt.average})
			if err != nil {
				t.Fatal(err)
			}
			if got.Tier != tt.want {
				t.Errorf("tier %q, want %q", got.Tier, tt.want)
			}
		})
	}
}

// The badges of AiRENA docs, at and just below each requirement.
func TestBadges(t *testing.T) {
	record := func(challenges, wins int, peak float64) EvaluateRequest {
		rating := peak - 100
		return EvaluateRequest{Challenges: &challenges, Wins: &wins, Rating: &rating, PeakRating: &peak}
	}
	run := func(score float64, ranks ...int) (req EvaluateRequest) {
		for _, rank := range ranks {
			req.History = append(req.History, Challenge{Score: score, Rank: &rank})
		}
		return req
	}
	streak := func(wins, longest int) EvaluateRequest {
		return EvaluateRequest{Challenges: &wins, Wins: &wins, WinStreak: &longest}
	}
	rated := func(rating float64, req EvaluateRequest) EvaluateRequest {
		req.Rating = &rating
		return req
	}
	tests := []struct {
		badge         string
		earned, short EvaluateRequest
	}{
		{"first-win", record(9, 1, 0), record(9, 0, 0)},
		{"hat-trick", record(9, 3, 0), record(9, 2, 0)},
		{"veteran", record(30, 10, 0), record(30, 9, 0)},
		{"elite", record(30, 25, 0), record(30, 24, 0)},
		{"active-competitor", record(5, 0, 0), record(4, 0, 0)},
		{"arena-regular", record(25, 0, 0), record(24, 0, 0)},
		{"arena-veteran", record(50, 0, 0), record(49, 0, 0)},
		{"rising-star", record(1, 0, 1200), record(1, 0, 1199.99)},
		{"top-rated", record(1, 0, 1500), record(1, 0, 1499.99)},
		{"hot-streak", run(50, 2, 1, 1, 1, 2), run(50, 1, 1, 2, 1)},
		{"hat-trick", streak(3, 3), streak(2, 2)},
		{"rising-star", rated(1200, run(50, 2)), rated(1200, EvaluateRequest{History: []Challenge{}})},
		{"consistent", run(70.01, 2, 2, 2, 2, 2), run(70, 2, 2, 2, 2, 2)},
	}
	for _, tt := range tests {
		t.Run(tt.badge, func(t *testing.T) {
			for want, req := range map[bool]EvaluateRequest{true: tt.earned, false: tt.short} {
				req.Rulebook = rulebook.ID("airena")
				got, err := Evaluate(req)
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(got.Badges, func(b BadgeState) bool { return b.ID == tt.badge })
				if i < 0 || got.Badges[i].Earned != want {
					t.Errorf("%+v: earned %t, want %t", req, !want, want)
				}
			}
		})
	}
}

// An average is compared exactly: ten scores that sum to 500.0 in decimals.
func TestAverageIsExact(t *testing.T) {
	var history []Challenge
	lost := false
	for range 10 {
		history = append(history, Challenge{Score: 49.9, Won: &lost}, Challenge{Score: 50.1, Won: &lost})
	}
	got, err := Evaluate(EvaluateRequest{Rulebook: rulebook.ID("airena"), History: history})
	if err != nil {
		t.Fatal(err)
	}
	if got.Tier != "silver" {
		t.Errorf("tier %q: the average of 49.9 and 50.1 is exactly 50, want silver", got.Tier)
	}
}

// Scoring better, winning more and playing on never lowers a tier.
func TestTierIsMonotone(t *testing.T) {
	order := []string{"unranked", "bronze", "silver", "gold", "platinum", "champion"}
	place := func(challenges, wins int, average float64) int {
		got, err := Evaluate(EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: &challenges, Wins: &wins, AverageScore: &average})
		if err != nil {
			t.Fatal(err)
		}
		return slices.Index(order, got.Tier)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		challenges := rng.IntN(120)
		wins := rng.IntN(challenges + 1)
		average := rng.Float64() * 90
		here := place(challenges, wins, average)
		if place(challenges+10, wins, average) < here || place(challenges+1, wins+1, average) < here || place(challenges, wins, average+10) < here {
			t.Fatalf("%d challenges, %d wins, %v: doing better lowers the tier", challenges, wins, average)
		}
	}
}

func TestRefusals(t *testing.T) {
	n := func(x int) *int { return &x }
	f := func(x float64) *float64 { return &x }
	yes := true
	tests := []struct {
		name string
		req  EvaluateRequest
		want string
	}{
		{"no record", EvaluateRequest{Rulebook: rulebook.ID("airena")}, "/challenges: missing"},
		{"history and totals", EvaluateRequest{Rulebook: rulebook.ID("airena"), History: []Challenge{}, Wins: n(1)}, "/wins: give either this or history, not both"},
		{"off the scale", EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: n(1), AverageScore: f(101)}, "/average_score: 101: want a score from 0 to 100"},
		{"peak below the rating", EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: n(1), Rating: f(1300), PeakRating: f(1200)}, "/peak_rating: 1200: want at least"},
		{"a longer streak than wins", EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: n(9), Wins: n(2), WinStreak: n(3)}, "/win_streak: 3: want at most wins, 2"},
		{"a longer run of scores than challenges", EvaluateRequest{Rulebook: rulebook.ID("airena"), Challenges: n(4), ScoreStreak: n(5)}, "/score_streak: 5: want at most 4, the number played"},
		{"history and peak", EvaluateRequest{Rulebook: rulebook.ID("airena"), History: []Challenge{}, PeakRating: f(1)}, "/peak_rating: give either this or history, not both"},
		{"off the scale in a history", EvaluateRequest{Rulebook: rulebook.ID("airena"), History: []Challenge{{Score: 100.5, Won: &yes}}}, "/history/0/score: 100.5: want a score from 0 to 100"},
		{"won and rank 2", EvaluateRequest{Rulebook: rulebook.ID("airena"), History: []Challenge{{Score: 1, Won: &yes, Rank: n(2)}}}, "/history/0/won: true contradicts rank 2"},
		{"neither won nor rank", EvaluateRequest{Rulebook: rulebook.ID("airena"), History: []Challenge{{Score: 1}}}, "/history/0/rank: missing"},
		{"no standing in these rules", EvaluateRequest{Rulebook: rulebook.ID("term"), Challenges: n(1)}, "/rulebook: \"term\" has no tiers"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Evaluate(tt.req)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}
