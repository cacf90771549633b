package forecast

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// NextRequest is a rated agent before its next match.
type NextRequest struct {
	Rulebook     rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with a solo rating scheme."`
	Rating       float64      `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the match, in Elo points."`
	Matches      int          `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before it; they choose the K-factor."`
	Strength     *float64     `json:"strength,omitempty" op:"min=-100000 max=100000" doc:"True strength, in Elo points, from which the odds follow as in elo.project; the rating by default."`
	Draw         float64      `json:"draw,omitempty" op:"min=0 max=1" doc:"Probability of a draw; limited to what the expected score allows."`
	Opponents    []float64    `json:"opponents,omitempty" op:"max=100; min=-100000 max=100000" doc:"Ratings of opponents to compare; the rulebook's difficulty tiers by default."`
	Verified     bool         `json:"verified,omitempty" doc:"Whether the match will carry a valid trajectory."`
	Memoryless   bool         `json:"memoryless,omitempty" doc:"Whether it will be played without memory of earlier attempts."`
	FirstAttempt bool         `json:"first_attempt,omitempty" doc:"Whether it will be the first attempt at the challenge."`
}

// NextResponse compares what each next match would do.
type NextResponse struct {
	K        float64      `json:"k" doc:"K-factor of the next match."`
	Bonus    float64      `json:"bonus" doc:"Multiplier of a positive change; 1 for none."`
	Matches  []NextMatch  `json:"matches" doc:"One entry for each difficulty tier or opponent, in their order."`
	Warnings []op.Warning `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// NextMatch is one match that could be next.
type NextMatch struct {
	Difficulty     string   `json:"difficulty,omitempty" doc:"The difficulty tier; absent for an opponent given by rating."`
	Opponent       float64  `json:"opponent" doc:"The opponent's rating, in Elo points."`
	Expected       float64  `json:"expected" doc:"Expected score of the rating against it, 0 to 1."`
	Win            float64  `json:"win" doc:"What a win does to the rating, in Elo points, after bonus, rounding and floor."`
	Draw           float64  `json:"draw" doc:"What a draw does to it."`
	Loss           float64  `json:"loss" doc:"What a loss does to it."`
	Odds           Odds     `json:"odds" doc:"The odds that follow from strength and draw."`
	ExpectedChange float64  `json:"expected_change" doc:"Mean change of the rating with these odds."`
	BreakEven      *float64 `json:"break_even,omitempty" doc:"Probability of a win at which the mean change is 0, with draws as in odds and losses as the rest; absent if the draws alone decide its sign."`
}

// Odds are the probabilities of a match's results.
type Odds struct {
	Win  float64 `json:"win" doc:"Probability of a win."`
	Draw float64 `json:"draw" doc:"Probability of a draw."`
	Loss float64 `json:"loss" doc:"Probability of a loss."`
}

// Next describes what a win, a draw and a loss against each difficulty would do
// to a rating, and from which win rate on a match pays:
//
//	mean change = w·Δwin + d·Δdraw + (1 − d − w)·Δloss
//	break-even    w = −(d·Δdraw + (1 − d)·Δloss) / (Δwin − Δloss)
//
// Errors: a rulebook without a solo rating scheme, and no tiers nor opponents.
func Next(req NextRequest) (NextResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return NextResponse{}, err
	}
	r := rb.Rating
	if r == nil || r.Scheme != rulebook.Solo {
		return NextResponse{}, op.Refuse("/rulebook",
			"%q does not rate single matches: want a rulebook with a solo rating scheme", rb.ID)
	}
	opponents := r.Opponents
	if len(req.Opponents) > 0 {
		opponents = nil
		for _, rating := range req.Opponents {
			opponents = append(opponents, rulebook.Opponent{Rating: rating})
		}
	}
	if len(opponents) == 0 {
		return NextResponse{}, op.Refuse("/opponents",
			"missing: these rules have no difficulty tiers, want the opponents' ratings")
	}
	strength := req.Strength
	if strength == nil {
		strength = &req.Rating
	}
	p := &plan{warnings: []op.Warning{}}
	bonus := rating.BonusOf(r, map[string]bool{"verified": req.Verified, "memoryless": req.Memoryless,
		"first_attempt": req.FirstAttempt})
	res := NextResponse{K: r.KAt(req.Matches), Bonus: bonus, Matches: make([]NextMatch, len(opponents))}
	for i, o := range opponents {
		odds, refusal := p.oddsOf(r, ProjectRequest{Strength: strength, Draw: &req.Draw}, PlanEntry{}, "/draw", o.Rating)
		if refusal != nil {
			return NextResponse{}, refusal
		}
		change := func(outcome string) float64 {
			return rating.Step(r, req.Rating, o.Rating, req.Matches, outcome, bonus).Rating - req.Rating
		}
		m := NextMatch{
			Difficulty: o.Difficulty,
			Opponent:   o.Rating,
			Expected:   rating.ExpectedScore(req.Rating, o.Rating, r.Scale),
			Win:        change("win"),
			Draw:       change("draw"),
			Loss:       change("loss"),
			Odds:       Odds{odds.win, odds.draw, odds.loss},
		}
		m.ExpectedChange = m.mean(m.Odds.Win, m.Odds.Loss)
		m.BreakEven = m.breakEven()
		res.Matches[i] = m
	}
	res.Warnings = p.warnings
	return res, nil
}

// mean returns the mean change with those probabilities and the draws of the odds.
func (m *NextMatch) mean(win, loss float64) float64 {
	return float64(win*m.Win) + float64(m.Odds.Draw*m.Draw) + float64(loss*m.Loss)
}

// breakEven returns the win probability between 0 and 1 − d at which the mean change is
// 0, or nil.
func (m *NextMatch) breakEven() *float64 {
	most := 1 - m.Odds.Draw
	if m.Win <= m.Loss {
		return nil
	}
	w := -m.mean(0, most) / (m.Win - m.Loss)
	if w < 0 || w > most {
		return nil
	}
	return &w
}
