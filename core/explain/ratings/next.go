package ratings

import (
	"cmp"
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// NextMatchRequest is a rated agent before its next match.
type NextMatchRequest struct {
	Rulebook     rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with a solo rating scheme."`
	Rating       float64      `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the match, in Elo points."`
	Matches      int          `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before it; they choose the K-factor."`
	Strength     *float64     `json:"strength,omitempty" op:"min=-100000 max=100000" doc:"True strength, in Elo points, from which the odds follow; the rating by default."`
	Draws        float64      `json:"draws,omitempty" op:"min=0 max=100" doc:"Probability of a draw, in percent."`
	Opponents    []float64    `json:"opponents,omitempty" op:"max=100; min=-100000 max=100000" doc:"Ratings of opponents to compare; the rulebook's difficulty tiers by default."`
	Verified     bool         `json:"verified,omitempty" doc:"Whether the match will carry a valid trajectory."`
	Memoryless   bool         `json:"memoryless,omitempty" doc:"Whether it will be played without memory of earlier attempts."`
	FirstAttempt bool         `json:"first_attempt,omitempty" doc:"Whether it will be the first attempt at the challenge."`
	Sort         string       `json:"sort,omitempty" op:"enum=opponent|win|draw|loss|break_even|expected" doc:"Column that orders the matches: opponents and break-even win rates rise, changes fall; opponent by default."`
}

func (req NextMatchRequest) next(id rulebook.Ref) forecast.NextRequest {
	return forecast.NextRequest{
		Rulebook: id, Rating: req.Rating, Matches: req.Matches, Strength: req.Strength, Draw: req.Draws / 100,
		Opponents: req.Opponents, Verified: req.Verified, Memoryless: req.Memoryless, FirstAttempt: req.FirstAttempt,
	}
}

// NextMatchResponse compares what each next match would do.
type NextMatchResponse struct {
	Key      string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                `json:"brief" doc:"The match that gains most, and its mean change."`
	Sentence string                `json:"sentence" doc:"Which match gains most, in one sentence."`
	Play     string                `json:"play" doc:"Which match to play next, as a heading."`
	PlayKey  string                `json:"play_key" doc:"The words of the heading that matter most, letter for letter."`
	DrawPays string                `json:"draw_pays" doc:"Against whom a draw pays most, in one sentence."`
	Advice   string                `json:"advice" doc:"Against whom a draw gains most; empty if no draw gains."`
	Answer   string                `json:"answer" doc:"The highest mean change, for readers."`
	Rows     []NextMatchRow        `json:"rows" doc:"One for each match, in the order asked for."`
	Sorted   NextMatchSorted       `json:"sorted" doc:"How each column is ordered, as in aria-sort."`
	Steps    []explain.Step        `json:"steps" doc:"How the match that gains most was computed."`
	Notes    []explain.Note        `json:"notes" doc:"Warnings and traps."`
	Result   forecast.NextResponse `json:"result" doc:"The answer of elo.next."`
}

// NextMatchRow is one match that could be next.
type NextMatchRow struct {
	ID        string  `json:"id" doc:"Difficulty tier, or the opponent's rating."`
	Label     string  `json:"label" doc:"The match, for readers."`
	Win       string  `json:"win" doc:"Signed change after a win."`
	Draw      string  `json:"draw" doc:"Signed change after a draw."`
	Loss      string  `json:"loss" doc:"Signed change after a loss."`
	BreakEven string  `json:"break_even" doc:"Win rate from which the match gains on average, with draws as given."`
	Odds      string  `json:"odds" doc:"Probability of a win, with this strength."`
	Expected  string  `json:"expected" doc:"Signed mean change with these odds."`
	Won       float64 `json:"won" doc:"Probability of a win, in percent."`
	Drawn     float64 `json:"drawn" doc:"Probability of a draw, in percent."`
	Other     string  `json:"other" doc:"The changes under the other reading of the arena's rules; empty if they are the same."`
	Best      bool    `json:"best" doc:"Whether it gains most."`

	Bar OddsBar `json:"bar" doc:"Its odds as a bar."`
}

// NextMatchSorted is how the columns of the table are ordered.
type NextMatchSorted struct {
	Opponent  string `json:"opponent" op:"enum=ascending|none" doc:"By the opponents' ratings."`
	Win       string `json:"win" op:"enum=descending|none" doc:"By the change after a win."`
	Draw      string `json:"draw" op:"enum=descending|none" doc:"By the change after a draw."`
	Loss      string `json:"loss" op:"enum=descending|none" doc:"By the change after a loss."`
	BreakEven string `json:"break_even" op:"enum=ascending|none" doc:"By the break-even win rate."`
	Expected  string `json:"expected" op:"enum=descending|none" doc:"By the mean change."`
}

// Next explains what each next match would do. It refuses what elo.next
// refuses.
func Next(req NextMatchRequest) (NextMatchResponse, error) {
	got, err := forecast.Next(req.next(req.Rulebook))
	if err != nil {
		return NextMatchResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return NextMatchResponse{}, err
	}
	best := 0
	for i, m := range got.Matches {
		if m.ExpectedChange > got.Matches[best].ExpectedChange {
			best = i
		}
	}
	res := NextMatchResponse{
		Brief:  words.Capital(against(got.Matches[best])) + " " + words.Signed(got.Matches[best].ExpectedChange),
		Advice: drawAdvice(rb, req, got.Matches),
		Answer: words.Signed(got.Matches[best].ExpectedChange),
		Rows:   make([]NextMatchRow, len(got.Matches)),
		Sorted: sortedBy(req.Sort),
		Steps:  nextSteps(rb, req, got, got.Matches[best]),
		Notes:  explain.Notes(got.Warnings),
		Result: got,
	}
	res.Sentence, res.Key = nextSentence(req, got.Matches[best])
	res.Play, res.PlayKey = playWords(got.Matches[best])
	res.DrawPays = drawPays(got.Matches)
	for i := range res.Notes {
		res.Notes[i].Field = "/draws" // all that elo.next warns of
	}
	other := counterpart(rb)
	var theirs []forecast.NextMatch
	if other != nil {
		if alike, err := forecast.Next(req.next(rulebook.ID(other.ID))); err == nil &&
			len(alike.Matches) == len(got.Matches) {
			theirs = alike.Matches
		}
	}
	for place, i := range nextOrder(req.Sort, got.Matches) {
		row := &res.Rows[place]
		*row = nextRow(got.Matches[i])
		row.Best = i == best
		row.Bar.Rank = i + 1
		if theirs != nil {
			row.Other = differing(other, got.Matches[i], theirs[i])
		}
	}
	return res, nil
}

// nextRow words what a next match does.
func nextRow(m forecast.NextMatch) NextMatchRow {
	row := NextMatchRow{
		ID:        m.Difficulty,
		Label:     opponentName(m.Difficulty, m.Opponent),
		Win:       words.Signed(m.Win),
		Draw:      words.Signed(m.Draw),
		Loss:      words.Signed(m.Loss),
		BreakEven: breakEven(m),
		Odds:      words.Fixed(100*m.Odds.Win, 1) + " %",
		Expected:  words.Signed(m.ExpectedChange),
		Won:       100 * m.Odds.Win,
		Drawn:     100 * m.Odds.Draw,
		Bar:       oddsBar(m),
	}
	if row.ID == "" {
		row.ID = words.Number(m.Opponent)
	}
	return row
}

// counterpart returns the other built-in reading of an arena's rules, or nil.
func counterpart(rb *rulebook.Rulebook) *rulebook.Rulebook {
	for _, other := range explain.Siblings(rb) {
		if other.ID != rb.ID {
			return other
		}
	}
	return nil
}

// opponentName is "Veteran, 1200", or the rating alone.
func opponentName(difficulty string, rating float64) string {
	if difficulty == "" {
		return "Rated " + words.Number(rating)
	}
	return fmt.Sprintf("%s, %s", words.Capital(difficulty), words.Number(rating))
}

func nextSentence(req NextMatchRequest, best forecast.NextMatch) (sentence, key string) {
	mean := words.Signed(best.ExpectedChange)
	if best.ExpectedChange <= 0 || mean == "0" {
		key = mean + ", against " + against(best)
		return fmt.Sprintf("At %s, no match gains on average: the best is %s.", words.Number(req.Rating), key), key
	}
	key = against(best) + ": " + words.Change(best.ExpectedChange, "point")
	return fmt.Sprintf("At %s, the next match gains most against %s on average.", words.Number(req.Rating), key), key
}

// drawAdvice compares a draw if it pays most with a draw at one's own level.
func drawAdvice(rb *rulebook.Rulebook, req NextMatchRequest, matches []forecast.NextMatch) string {
	most, near := matches[0], matches[0]
	for _, m := range matches {
		if m.Draw > most.Draw {
			most = m
		}
		if distance(m.Opponent, req.Rating) < distance(near.Opponent, req.Rating) {
			near = m
		}
	}
	if most.Draw <= 0 || most.Draw <= near.Draw {
		return ""
	}
	points := ""
	for _, r := range rb.Results {
		if r.ID == "draw" {
			points = fmt.Sprintf(" (%s points)", words.Number(r.Min))
		}
	}
	return fmt.Sprintf("A draw against %s%s gives %s: more than a draw against %s (%s).", against(most), points,
		words.Signed(most.Draw), against(near), words.Signed(near.Draw))
}

// against returns the opponent of a match, in words.
func against(m forecast.NextMatch) string {
	if m.Difficulty == "" {
		return "an opponent rated " + words.Number(m.Opponent)
	}
	return words.Capital(m.Difficulty)
}

func distance(a, b float64) float64 { return max(a-b, b-a) }

func breakEven(m forecast.NextMatch) string {
	switch {
	case m.BreakEven != nil:
		return words.Fixed(100**m.BreakEven, 1) + " %"
	case m.Draw > 0 && m.ExpectedChange > 0:
		return "none needed"
	}
	return "no gain"
}

// differing names the changes of a match that are others under other rules.
func differing(rb *rulebook.Rulebook, mine, theirs forecast.NextMatch) string {
	var list []string
	for _, c := range []struct {
		name     string
		our, own float64
	}{{"win", mine.Win, theirs.Win}, {"draw", mine.Draw, theirs.Draw}, {"loss", mine.Loss, theirs.Loss}} {
		if c.our != c.own {
			list = append(list, c.name+" "+words.Signed(c.own))
		}
	}
	if list == nil {
		return ""
	}
	return fmt.Sprintf("%s: %s", rb.Called(), words.Join(list))
}

// nextOrder returns the order of the matches by a column. Equals keep theirs.
func nextOrder(column string, matches []forecast.NextMatch) []int {
	key := func(m forecast.NextMatch) float64 {
		switch column {
		case "win":
			return -m.Win
		case "draw":
			return -m.Draw
		case "loss":
			return -m.Loss
		case "expected":
			return -m.ExpectedChange
		case "break_even":
			if m.BreakEven != nil {
				return *m.BreakEven
			}
			if m.ExpectedChange > 0 {
				return -1 // not needed
			}
			return 2
		}
		return m.Opponent
	}
	return score.Order(len(matches), func(i, j int) int { return cmp.Compare(key(matches[i]), key(matches[j])) })
}

func sortedBy(column string) NextMatchSorted {
	s := NextMatchSorted{Opponent: "none", Win: "none", Draw: "none", Loss: "none", BreakEven: "none", Expected: "none"}
	switch column {
	case "win":
		s.Win = "descending"
	case "draw":
		s.Draw = "descending"
	case "loss":
		s.Loss = "descending"
	case "break_even":
		s.BreakEven = "ascending"
	case "expected":
		s.Expected = "descending"
	default:
		s.Opponent = "ascending"
	}
	return s
}

// nextSteps returns the mean change and the break-even win rate of one match.
func nextSteps(rb *rulebook.Rulebook, req NextMatchRequest, got forecast.NextResponse,
	m forecast.NextMatch) []explain.Step {
	strength := req.Rating
	if req.Strength != nil {
		strength = *req.Strength
	}
	more := words.Enough(0, func(more int) bool { return words.Rounds(shownMean(m, more), m.ExpectedChange, 2) })
	steps := []explain.Step{
		{Label: "K-factor", Formula: kReason(rb.Rating, req.Matches), Value: words.Number(got.K)},
		{Label: "Expected by strength", Formula: fmt.Sprintf("E = 1 / (1 + 10^((%s − %s)/%s))", words.Number(m.Opponent),
			words.Number(strength), words.Number(rb.Rating.Scale)), Value: words.Fixed(m.Odds.Win+float64(m.Odds.Draw/2), 4)},
		{Label: "Chance of a win", Formula: fmt.Sprintf("w = E − d/2, with d = %s", words.Percent(m.Odds.Draw)),
			Value: words.Fixed(100*m.Odds.Win, 2) + " %"},
		{Label: "Mean change", Formula: fmt.Sprintf("w · %s + d · %s + l · %s = %s · %s + %s · %s + %s · %s", "Δwin",
			"Δdraw", "Δloss", words.Fixed(m.Odds.Win, 4+more), parted(m.Win, more), words.Fixed(m.Odds.Draw, 4+more),
			parted(m.Draw, more), words.Fixed(m.Odds.Loss, 4+more), parted(m.Loss, more)),
			Value: words.Signed(m.ExpectedChange)},
	}
	if m.BreakEven != nil {
		more := words.Enough(0, func(more int) bool { return words.Rounds(100*shownEven(m, more), 100**m.BreakEven, 1) })
		steps = append(steps, explain.Step{Label: "Break-even",
			Formula: fmt.Sprintf("w = −(d · Δdraw + (1 − d) · Δloss) / (Δwin − Δloss) = −(%s · %s + %s · %s) / (%s − %s)",
				words.Fixed(m.Odds.Draw, 4+more), parted(m.Draw, more), words.Fixed(1-m.Odds.Draw, 4+more), parted(m.Loss, more),
				words.Within(m.Win, 2+more), parted(m.Loss, more)), Value: breakEven(m)})
	}
	return steps
}

// shownMean returns the mean change that a reader computes from the formula.
func shownMean(m forecast.NextMatch, more int) float64 {
	win, draw, loss := words.Shown(m.Win, 2+more), words.Shown(m.Draw, 2+more), words.Shown(m.Loss, 2+more)
	return float64(words.Shown(m.Odds.Win, 4+more)*win) + float64(words.Shown(m.Odds.Draw, 4+more)*draw) +
		float64(words.Shown(m.Odds.Loss, 4+more)*loss)
}

// shownEven returns the break-even rate that a reader computes from the formula.
func shownEven(m forecast.NextMatch, more int) float64 {
	win, draw, loss := words.Shown(m.Win, 2+more), words.Shown(m.Draw, 2+more), words.Shown(m.Loss, 2+more)
	return -(float64(words.Shown(m.Odds.Draw, 4+more)*draw) + float64(words.Shown(1-m.Odds.Draw, 4+more)*loss)) / (win - loss)
}

// parted returns a factor of a product with so many decimals more than two: negative ones
// in parentheses.
func parted(x float64, more int) string {
	if x < 0 {
		return "(" + words.Within(x, 2+more) + ")"
	}
	return words.Within(x, 2+more)
}
