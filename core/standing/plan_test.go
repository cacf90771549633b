package standing

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

func ptr[T any](x T) *T { return &x }

func mustPlan(t *testing.T, req PlanRequest) *PlanResponse {
	t.Helper()
	res, err := Plan(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// AiRENA docs, Trust Tiers, by hand, and what surrounds the examples.
func TestPlan(t *testing.T) {
	airena := func(challenges, wins int, average float64) PlanRequest {
		return PlanRequest{Rulebook: rulebook.ID("airena"), Challenges: &challenges, Wins: &wins, AverageScore: &average}
	}
	to := func(req PlanRequest, target string) PlanRequest {
		req.Target = target
		return req
	}
	capped := func(req PlanRequest, best float64) PlanRequest {
		req.BestScore = &best
		return req
	}
	titled := func(challenges, wins int, rating float64) PlanRequest {
		return PlanRequest{Rulebook: rulebook.ID("clawdiators-live"), Challenges: &challenges, Wins: &wins, Rating: &rating}
	}
	const none = -1
	tests := []struct {
		name       string
		req        PlanRequest
		target     string
		challenges int
		average    float64 // none: not said
		wins       int
		notBefore  int
		binding    string
		reason     string
	}{
		{"by hand: 11 more at ≥ 78.8 and one win", airena(14, 2, 63.1), "gold", 11, 78.78181818181818, 1, 25, "challenges", ""},
		{"by hand: not before challenge 120, even with perfect scores", to(airena(40, 2, 70), "champion"), "champion", 80, 100, 23, 120, "average_score", ""},
		{"81 perfect scores are not needed where 80 suffice", to(airena(40, 24, 70.000001), "champion"), "champion", 80, 99.9999995, 1, 120, "average_score", ""},
		{"the smallest fraction below makes it 81", to(airena(40, 24, 69.999999), "champion"), "champion", 81, 99.8765437037037, 1, 121, "average_score", ""},
		{"wins take the most", to(airena(90, 2, 95), "champion"), "champion", 23, 70.43478260869566, 23, 113, "wins", ""},
		{"platinum from silver", to(airena(14, 0, 70), "platinum"), "platinum", 36, 83.88888888888889, 10, 50, "challenges", ""},
		{"of equals the first is binding", to(airena(99, 24, 95), "champion"), "champion", 1, 0, 1, 100, "challenges", ""},
		{"any score will do", to(airena(24, 3, 99), "gold"), "gold", 1, 0, 0, 25, "challenges", ""},
		{"nothing played", PlanRequest{Rulebook: rulebook.ID("airena"), Challenges: ptr(0), Target: "gold"}, "gold", 25, 70, 3, 25, "challenges", ""},
		{"nothing played, by history", PlanRequest{Rulebook: rulebook.ID("airena"), History: []Challenge{}}, "bronze", 3, none, 0, 3, "challenges", ""},
		{"already there", to(airena(30, 3, 70), "gold"), "gold", 0, none, 0, none, "", ""},
		{"at the top", airena(100, 25, 90), "champion", 0, none, 0, none, "", ""},
		{"a lower tier is not the next", to(airena(30, 3, 70), "silver"), "silver", 0, none, 0, none, "", ""},

		{"with scores of at most 91", capped(to(airena(40, 2, 70), "champion"), 91), "champion", 800, 91, 23, 120, "average_score", ""},
		{"scores of exactly the average never lift it", capped(to(airena(40, 2, 70), "champion"), 90), "champion", none, none, none, 120, "",
			"an average score of 90: out of reach with further scores of at most 90"},
		{"scores of exactly the average keep it", capped(to(airena(90, 25, 90), "champion"), 90), "champion", 10, 90, 0, 100, "challenges", ""},
		{"low scores sink an average that is enough", capped(to(airena(90, 25, 91), "champion"), 80), "champion", none, none, none, 100, "",
			"an average score of 90: out of reach with further scores of at most 80"},
		{"a high average survives low scores", capped(to(airena(90, 25, 92), "champion"), 80), "champion", 10, 72, 0, 100, "challenges", ""},
		{"perfect scores are not enough", to(PlanRequest{Rulebook: rulebook.Custom(perfection()), Challenges: ptr(3), AverageScore: ptr(99.5)}, "flawless"), "flawless", none, none, none, none, "",
			"an average score of 100: out of reach with further scores of at most 100"},
		{"longer than any record", capped(to(airena(1_000_000_000, 25, 0), "champion"), 90.1), "champion", none, none, none, none, "",
			"an average score of 90: out of reach with further scores of at most 90.1"},

		{"the next title", titled(5, 1, 1000), "claw-proven", 2, none, 2, 7, "wins", ""},
		{"a title by rating cannot be planned", to(titled(5, 1, 1000), "leviathan"), "leviathan", none, none, none, none, "", ""},
		{"no win without 700", capped(titled(5, 1, 1000), 650), "claw-proven", none, none, none, 7, "", "3 wins: out of reach with further scores of at most 650"},
		{"a win with 700", capped(titled(5, 1, 1000), 700), "claw-proven", 2, none, 2, 7, "wins", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := mustPlan(t, tt.req)
			optional := func(what string, have *int, want int) {
				if (have == nil) != (want == none) || have != nil && *have != want {
					t.Errorf("%s %s, want %d", what, asJSON(have), want)
				}
			}
			optional("challenges", got.Challenges, tt.challenges)
			optional("wins", got.WinsNeeded, tt.wins)
			optional("not before", got.NotBefore, tt.notBefore)
			if (got.AverageNeeded == nil) != (tt.average == none) || got.AverageNeeded != nil && *got.AverageNeeded != tt.average {
				t.Errorf("average %s, want %v", asJSON(got.AverageNeeded), tt.average)
			}
			if got.Target != tt.target || got.Binding != tt.binding || got.Reason != tt.reason || got.Feasible != (tt.reason == "") {
				t.Errorf("got %s", asJSON(got))
			}
		})
	}
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// ladder is AiRENA's rulebook with one step above nothing.
func ladder(id string, needs ...rulebook.Need) rulebook.Rulebook {
	rb, err := rulebook.ID("airena").Resolve()
	if err != nil {
		panic(err)
	}
	rb.ID, rb.Tiers, rb.Badges = "custom", []rulebook.Tier{{ID: "none", Name: "None"}, {ID: id, Name: "Step", Needs: needs}}, nil
	return *rb
}

func perfection() rulebook.Rulebook {
	return ladder("flawless", rulebook.Need{Stat: rulebook.AverageScore, Min: 100})
}

// What cannot be planned is said, and does not spoil what can.
func TestPlanOpenRequirements(t *testing.T) {
	above := 70.0
	rb := ladder("star", rulebook.Need{Stat: rulebook.Challenges, Min: 25}, rulebook.Need{Stat: rulebook.PeakRating, Min: 1500},
		rulebook.Need{Stat: rulebook.WinStreak, Min: 3}, rulebook.Need{Stat: rulebook.ScoreStreak, Min: 5, Above: &above}, rulebook.Need{Stat: rulebook.Authored, Min: 1})
	got := mustPlan(t, PlanRequest{Rulebook: rulebook.Custom(rb), Challenges: ptr(14), Wins: ptr(4), Rating: ptr(1302.0), WinStreak: ptr(3)})
	want := []string{"planned: 11 more challenges", "unplanned: a rating 198 higher (1500)", "met: ", "unplanned: 5 scores above 70 in a row; unknown in the record",
		"unplanned: 1 approved challenge written; unknown in the record"}
	var have []string
	for _, n := range got.Needs {
		have = append(have, n.Status+": "+n.Message)
	}
	if !slices.Equal(have, want) {
		t.Errorf("needs %q\nwant  %q", have, want)
	}
	if !got.Feasible || got.Held || got.Challenges == nil || *got.Challenges != 11 {
		t.Errorf("got %s", asJSON(got))
	}
}

// The most of several requirements of one kind holds.
func TestPlanRepeatedRequirement(t *testing.T) {
	rb := ladder("step", rulebook.Need{Stat: rulebook.Wins, Min: 5}, rulebook.Need{Stat: rulebook.Wins, Min: 3},
		rulebook.Need{Stat: rulebook.AverageScore, Min: 60}, rulebook.Need{Stat: rulebook.AverageScore, Min: 40})
	got := mustPlan(t, PlanRequest{Rulebook: rulebook.Custom(rb), Challenges: ptr(2), Wins: ptr(1), AverageScore: ptr(20.0), Target: "step"})
	// (60·6 − 20·2)/4 = 80
	if *got.Challenges != 4 || *got.WinsNeeded != 4 || *got.AverageNeeded != 80 {
		t.Errorf("got %s", asJSON(got))
	}
}

// A title with several requirements goes by the nearest.
func TestPlanAnyRequirement(t *testing.T) {
	rb := ladder("unused")
	rb.Tiers = nil
	rb.Titles = []rulebook.Tier{
		{ID: "high", Name: "High", Needs: []rulebook.Need{{Stat: rulebook.RatingStat, Min: 2000}, {Stat: rulebook.Wins, Min: 10}, {Stat: rulebook.Challenges, Min: 9}, {Stat: rulebook.AverageScore, Min: 100}}},
		{ID: "blocked", Name: "Blocked", Needs: []rulebook.Need{{Stat: rulebook.AverageScore, Min: 100}, {Stat: rulebook.RatingStat, Min: 2000}}},
		{ID: "low", Name: "Low"},
	}
	req := PlanRequest{Rulebook: rulebook.Custom(rb), Challenges: ptr(4), Wins: ptr(2), AverageScore: ptr(50.0), Target: "high"}
	got := mustPlan(t, req)
	if got.Challenges == nil || *got.Challenges != 5 || got.Binding != rulebook.Challenges || *got.WinsNeeded != 0 || len(got.Needs) != 4 || !got.Feasible {
		t.Errorf("got %s", asJSON(got))
	}
	if now, err := Evaluate(EvaluateRequest{Rulebook: req.Rulebook, Challenges: ptr(9), Wins: ptr(2)}); err != nil || now.Title != "High" {
		t.Errorf("with one requirement of four the title is %q, %v: want High", now.Title, err)
	}
	if held := mustPlan(t, PlanRequest{Rulebook: req.Rulebook, Challenges: ptr(9), Wins: ptr(2), AverageScore: ptr(50.0)}); held.Target != "high" || !held.Held {
		t.Errorf("at the top: %s", asJSON(held))
	}
	req.Target = "blocked"
	if got := mustPlan(t, req); !got.Feasible || got.Challenges != nil || got.Reason != "" || got.Needs[0].Status != NeedImpossible || got.Needs[1].Status != NeedUnplanned {
		t.Errorf("what is not planned comes before what is impossible: %s", asJSON(got))
	}
}

func TestPlanRefusals(t *testing.T) {
	airena := rulebook.ID("airena")
	tests := []struct {
		name string
		req  PlanRequest
		want string
	}{
		{"unknown tier", PlanRequest{Rulebook: airena, Challenges: ptr(1), Target: "diamond"}, `/target: unknown tier "diamond": want one of unranked, bronze, silver, gold, platinum, champion`},
		{"no wins", PlanRequest{Rulebook: airena, Challenges: ptr(14), AverageScore: ptr(63.1), Target: "gold"}, "/wins: missing: Gold needs 3 wins"},
		{"no average", PlanRequest{Rulebook: airena, Challenges: ptr(14), Wins: ptr(1), Target: "gold"}, "/average_score: missing: Gold needs an average score of 70"},
		{"off the scale", PlanRequest{Rulebook: airena, Challenges: ptr(14), BestScore: ptr(100.5)}, "/best_score: 100.5: want a score from 0 to 100"},
		{"no ladder", PlanRequest{Rulebook: rulebook.ID("term"), Challenges: ptr(1)}, `/rulebook: "term" has no tiers or titles`},
		{"a record that contradicts itself", PlanRequest{Rulebook: airena, Challenges: ptr(1), Wins: ptr(2)}, "/wins: 2: want at most 1, the number played"},
		{"no rulebook of that name", PlanRequest{Rulebook: rulebook.ID("nowhere")}, `/rulebook: unknown rulebook "nowhere"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Plan(tt.req)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func planOp() op.Op {
	return Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == "standing.plan" })]
}
func tracksOp() op.Op {
	return Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == "standing.tracks" })]
}
