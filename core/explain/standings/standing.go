package standings

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// StandingResponse explains where a record stands.
type StandingResponse struct {
	Key      string                    `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                    `json:"brief" doc:"The tier or title that it has now."`
	Sentence string                    `json:"sentence" doc:"The answer in one sentence."`
	Answer   string                    `json:"answer" doc:"Tier or title, for readers."`
	Next     string                    `json:"next" doc:"What is missing for the next one; empty at the top."`
	Away     string                    `json:"away" doc:"How far the next tier is, in few words: Gold: 11 challenges away."`
	Earned   string                    `json:"earned" doc:"How many of the badges the record has: 3 of 11."`
	Badges   []BadgeRow                `json:"badges" doc:"Every badge with its progress."`
	Steps    []explain.Step            `json:"steps" doc:"Requirements of the next tier or title, one per line."`
	Notes    []explain.Note            `json:"notes" doc:"Warnings and traps."`
	Result   standing.EvaluateResponse `json:"result" doc:"The answer of standing.evaluate."`
}

// BadgeRow is one badge of an explained standing.
type BadgeRow struct {
	ID       string `json:"id" doc:"Badge id."`
	Name     string `json:"name" doc:"Name for readers."`
	State    string `json:"state" doc:"earned, missing or unknown."`
	Progress string `json:"progress" doc:"Progress in words."`
}

// Standing explains where a record stands. It refuses what standing.evaluate
// refuses.
func Standing(req standing.EvaluateRequest) (StandingResponse, error) {
	got, err := standing.Evaluate(req)
	if err != nil {
		return StandingResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return StandingResponse{}, err
	}
	res := StandingResponse{Answer: got.Title, Badges: badgeRows(got), Steps: []explain.Step{}, Notes: []explain.Note{},
		Result: got}
	next := got.NextTitle
	if got.Tier != "" {
		res.Answer, next = tierName(rb, got.Tier), got.NextTier
	}
	res.Away, res.Earned = away(req, got), earned(got)
	res.Sentence = res.Answer + "."
	res.Key, res.Brief = res.Answer, res.Answer
	if next == nil {
		if len(rb.Tiers)+len(rb.Titles) > 0 {
			res.Sentence = res.Answer + ": nothing is above it."
		}
		return res, nil
	}
	var missing []string
	for _, m := range next.Missing {
		missing = append(missing, m.Message)
		res.Steps = append(res.Steps, explain.Step{Label: Requirement(m.Requirement), Formula: have(m), Value: m.Message})
	}
	res.Next = fmt.Sprintf("%s needs %s", next.Name, words.Join(missing))
	res.Key = next.Name + " needs"
	res.Sentence = fmt.Sprintf("%s. %s.", res.Answer, res.Next)
	return res, nil
}

// away is how far the next tier is: "Gold: 11 challenges away".
func away(req standing.EvaluateRequest, got standing.EvaluateResponse) string {
	if got.Tier == "" {
		return ""
	}
	if got.NextTier == nil {
		return "the highest tier"
	}
	plan, err := standing.Plan(standing.PlanRequest{
		Rulebook: req.Rulebook, History: req.History, Challenges: req.Challenges, Wins: req.Wins,
		AverageScore: req.AverageScore, Rating: req.Rating, PeakRating: req.PeakRating, WinStreak: req.WinStreak,
		ScoreStreak: req.ScoreStreak, Authored: req.Authored, Target: got.NextTier.Tier,
	})
	switch {
	case err != nil || plan.Feasible && plan.Challenges == nil:
		return got.NextTier.Name + " is next"
	case !plan.Feasible:
		return plan.Name + ": out of reach"
	}
	return plan.Name + ": " + words.Counted(*plan.Challenges, "challenge", "challenges") + " away"
}

// earned counts the badges: "3 of 11".
func earned(got standing.EvaluateResponse) string {
	n := 0
	for _, b := range got.Badges {
		if b.Earned {
			n++
		}
	}
	return fmt.Sprintf("%d of %d", n, len(got.Badges))
}

func tierName(rb *rulebook.Rulebook, id string) string {
	for _, t := range rb.Tiers {
		if t.ID == id {
			return t.Name
		}
	}
	return id
}

func have(m standing.Missing) string {
	if m.Have == nil {
		return "needs " + op.Show(m.Needed) + "; not given"
	}
	return fmt.Sprintf("%s of %s", below(*m.Have), op.Show(m.Needed))
}

// below returns a value that is not enough, with two decimals at most: 69.996 is 69.99, as
// 70 would be enough.
func below(x float64) string {
	hundredths := exact.Of(x).Mul(exact.Int(100)).Floor()
	return words.Short(hundredths.Quo(exact.Int(100)).Float())
}

// Requirement names a statistic for readers.
func Requirement(stat string) string {
	switch stat {
	case rulebook.AverageScore:
		return "Average score"
	case rulebook.PeakRating:
		return "Highest rating"
	case rulebook.WinStreak:
		return "Wins in a row"
	case rulebook.ScoreStreak:
		return "High scores in a row"
	case rulebook.Authored:
		return "Challenges written"
	}
	return words.Capital(stat)
}

func badgeRows(got standing.EvaluateResponse) []BadgeRow {
	rows := []BadgeRow{}
	for _, b := range got.Badges {
		row := BadgeRow{ID: b.ID, Name: b.Name, State: "missing", Progress: b.Message}
		switch {
		case b.Earned:
			row.State, row.Progress = "earned", fmt.Sprintf("%s of %s", op.Show(*b.Progress), op.Show(b.Needed))
		case b.Progress == nil:
			row.State = "unknown"
		}
		rows = append(rows, row)
	}
	return rows
}
