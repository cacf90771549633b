package standing

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// EvaluateRequest is an agent's record: every challenge in order, or totals.
type EvaluateRequest struct {
	Rulebook     rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with tiers, badges or titles."`
	History      []Challenge  `json:"history,omitempty" op:"max=1000000" doc:"Every challenge in time order; replaces the totals below."`
	Challenges   *int         `json:"challenges,omitempty" op:"min=0 max=1000000000" doc:"Challenges completed (matches, for titles)."`
	Wins         *int         `json:"wins,omitempty" op:"min=0 max=1000000000" doc:"Challenges won: rank 1, ties at the top included."`
	AverageScore *float64     `json:"average_score,omitempty" op:"min=0" doc:"Average score over all challenges, on the rulebook's scale."`
	Rating       *float64     `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"Current rating, in Elo points."`
	PeakRating   *float64     `json:"peak_rating,omitempty" op:"min=-100000 max=100000" doc:"Highest rating reached after a challenge; the current rating by default."`
	WinStreak    *int         `json:"win_streak,omitempty" op:"min=0 max=1000000000" doc:"Longest run of consecutive wins."`
	ScoreStreak  *int         `json:"score_streak,omitempty" op:"min=0 max=1000000000" doc:"Longest run of consecutive scores above the badge's threshold."`
	Authored     *int         `json:"authored,omitempty" op:"min=0 max=1000000000" doc:"Approved challenges the agent wrote (titles)."`
}

// Challenge is one line of a history.
type Challenge struct {
	Score       float64  `json:"score" op:"min=0" doc:"Score, on the rulebook's scale."`
	Rank        *int     `json:"rank,omitempty" op:"min=1" doc:"Place; 1 is a win."`
	Won         *bool    `json:"won,omitempty" doc:"Whether it was won, if the rank is not known."`
	RatingAfter *float64 `json:"rating_after,omitempty" op:"min=-100000 max=100000" doc:"Rating after the challenge, in Elo points."`
}

// EvaluateResponse is the standing of a record.
type EvaluateResponse struct {
	Tier      string       `json:"tier,omitempty" doc:"Id of the highest tier with all requirements met."`
	Badges    []BadgeState `json:"badges" doc:"Every badge of the rulebook, in display order."`
	NextTier  *NextTier    `json:"next_tier,omitempty" doc:"The tier above, with what is missing; none at the top."`
	Title     string       `json:"title,omitempty" doc:"The title shown: the highest that is earned."`
	Titles    []string     `json:"titles,omitempty" doc:"Every title that is earned, highest first."`
	NextTitle *NextTier    `json:"next_title,omitempty" doc:"The next title above the title shown, with what is missing."`
}

// BadgeState is one badge's progress.
type BadgeState struct {
	ID       string   `json:"id" doc:"Badge id."`
	Name     string   `json:"name" doc:"Name for readers."`
	Earned   bool     `json:"earned" doc:"Whether the record earns it."`
	Progress *float64 `json:"progress,omitempty" doc:"The best value so far; absent if the record does not contain it."`
	Needed   float64  `json:"needed" doc:"The least that earns it."`
	Message  string   `json:"message" doc:"What is missing, in words; empty when earned."`
}

// NextTier is the next step and what is missing for it.
type NextTier struct {
	Tier    string    `json:"tier" doc:"Its id."`
	Name    string    `json:"name" doc:"Name for readers."`
	Missing []Missing `json:"missing" doc:"Requirements that are not met yet."`
}

// Missing is a requirement that does not hold yet.
type Missing struct {
	Requirement string   `json:"requirement" doc:"What is counted: challenges, wins, average_score, rating and so on."`
	Have        *float64 `json:"have,omitempty" doc:"The record's value; absent if it is unknown."`
	Needed      float64  `json:"needed" doc:"The least that is enough."`
	Missing     *float64 `json:"missing,omitempty" doc:"needed − have."`
	Message     string   `json:"message" doc:"The same in words: 11 more challenges."`
}

// Evaluate describes which tier, badges and titles a record has, and what is
// missing for the next ones. A tier holds when its every requirement does; a
// title when it has no requirement or any of them holds. Averages are compared
// exactly. Streak badges stay once earned, so streaks are the longest ever.
func Evaluate(req EvaluateRequest) (EvaluateResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return EvaluateResponse{}, err
	}
	if len(rb.Tiers)+len(rb.Badges)+len(rb.Titles) == 0 {
		return EvaluateResponse{}, op.Refuse("/rulebook", "%q has no tiers, badges or titles: want a rulebook with some",
			rb.ID)
	}
	rec, refusal := recordOf(rb, req)
	if refusal != nil {
		return EvaluateResponse{}, refusal
	}
	res := EvaluateResponse{Badges: []BadgeState{}}
	for _, b := range rb.Badges {
		res.Badges = append(res.Badges, rec.badge(b))
	}
	rec.tier(rb.Tiers, &res)
	rec.titles(rb.Titles, &res)
	return res, nil
}

// tier finds the highest tier with all requirements met.
func (r *record) tier(tiers []rulebook.Tier, res *EvaluateResponse) {
	at := -1
	for i, t := range tiers {
		if len(r.missing(t.Needs)) == 0 {
			at, res.Tier = i, t.ID
		}
	}
	if next := at + 1; len(tiers) > 0 && next < len(tiers) {
		t := tiers[next]
		res.NextTier = &NextTier{t.ID, t.Name, r.missing(t.Needs)}
	}
}

// titles collects the titles that hold. They are listed highest first.
func (r *record) titles(titles []rulebook.Tier, res *EvaluateResponse) {
	for i, t := range titles {
		if len(t.Needs) > 0 && len(r.missing(t.Needs)) == len(t.Needs) {
			continue
		}
		res.Titles = append(res.Titles, t.Name)
		if res.Title == "" {
			res.Title = t.Name
			if i > 0 {
				above := titles[i-1]
				res.NextTitle = &NextTier{above.ID, above.Name, r.missing(above.Needs)}
			}
		}
	}
}

func (r *record) badge(b rulebook.Badge) BadgeState {
	state := BadgeState{ID: b.ID, Name: b.Name, Needed: b.Need.Min, Earned: r.holds(b.Need)}
	if have, known := r.value(b.Need); known {
		f := have.Float()
		state.Progress = &f
	}
	if !state.Earned {
		state.Message = r.gap(b.Need).Message
	}
	return state
}

func (r *record) holds(n rulebook.Need) bool {
	have, known := r.value(n)
	return known && have.Cmp(exact.Of(n.Min)) >= 0
}

func (r *record) missing(needs []rulebook.Need) []Missing {
	var list []Missing
	for _, n := range needs {
		if !r.holds(n) {
			list = append(list, r.gap(n))
		}
	}
	return list
}

// gap describes a requirement that does not hold.
func (r *record) gap(n rulebook.Need) Missing {
	m := Missing{Requirement: n.Stat, Needed: n.Min}
	have, known := r.value(n)
	if !known {
		m.Message = amount(n, n.Min) + "; unknown in the record"
		return m
	}
	h, short := have.Float(), exact.Of(n.Min).Sub(have).Float()
	m.Have, m.Missing = &h, &short
	switch n.Stat {
	case rulebook.AverageScore:
		m.Message = fmt.Sprintf("an average %s higher (%s)", rounded(short), op.Show(n.Min))
	case rulebook.RatingStat, rulebook.PeakRating:
		m.Message = fmt.Sprintf("a rating %s higher (%s)", rounded(short), op.Show(n.Min))
		if r.unplayed() {
			m.Message = amount(n, n.Min) + " after at least one challenge"
		}
	case rulebook.WinStreak, rulebook.ScoreStreak:
		m.Message = amount(n, n.Min) + "; the longest run is " + op.Show(h)
	default:
		m.Message = op.Show(short) + " more " + noun(n, short)
	}
	return m
}

// rounded shows a gap with two decimals at most, never smaller than it is.
func rounded(x float64) string {
	num := exact.Of(x).Mul(exact.Int(100))
	up := num.Floor()
	if up.Cmp(num) < 0 {
		up = up.Add(exact.Int(1))
	}
	return op.Show(up.Mul(exact.Of(0.01)).Float())
}

func amount(n rulebook.Need, x float64) string {
	switch n.Stat {
	case rulebook.AverageScore:
		return "an average score of " + op.Show(x)
	case rulebook.RatingStat, rulebook.PeakRating:
		return "a rating of " + op.Show(x)
	}
	return op.Show(x) + " " + noun(n, x)
}

func noun(n rulebook.Need, count float64) string {
	one, many := "", ""
	switch n.Stat {
	case rulebook.Challenges:
		one, many = "challenge", "challenges"
	case rulebook.Wins:
		one, many = "win", "wins"
	case rulebook.WinStreak:
		one, many = "win in a row", "wins in a row"
	case rulebook.ScoreStreak:
		above := op.Show(*n.Above)
		one, many = "score above "+above+" in a row", "scores above "+above+" in a row"
	case rulebook.Authored:
		one, many = "approved challenge written", "approved challenges written"
	}
	if count == 1 {
		return one
	}
	return many
}
