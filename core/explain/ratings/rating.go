package ratings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Rating explains one match's effect. It refuses what elo.update refuses.
func Rating(req rating.UpdateRequest) (RatingResponse, error) {
	got, err := rating.Update(req)
	if err != nil {
		return RatingResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return RatingResponse{}, err
	}
	plain := req // the same match without a bonus
	plain.Verified = false
	base, err := rating.Update(plain)
	if err != nil {
		return RatingResponse{}, err
	}
	sentence, key := ratingSentence(req, got)
	return RatingResponse{
		Key:      key,
		Brief:    key,
		Sentence: sentence,
		Answer:   words.Short(got.Rating),
		Change:   words.Signed(got.Moves()),
		Before:   words.Short(req.Rating),
		Why:      why(req, got),
		Ruler:    rulerOf(rb, req, got, base),
		Outcomes: outcomes(rb, req, got),
		Steps:    ratingSteps(rb, req, got, base),
		Readings: ratingReadings(rb, req, got),
		Notes:    ratingNotes(rb, req, got, base),
		Result:   got,
	}, nil
}

func ratingSentence(req rating.UpdateRequest, got rating.UpdateResponse) (sentence, key string) {
	what, key := words.Capital("a "+got.Outcome), words.Short(got.Rating)
	if key == words.Short(req.Rating) {
		return fmt.Sprintf("%s leaves the rating at %s.", what, key), key
	}
	key = fmt.Sprintf("%s (%s)", key, words.Signed(got.Moves()))
	return fmt.Sprintf("%s moves the rating from %s to %s.", what, words.Short(req.Rating), key), key
}

// outcomes computes the match for a win, a draw and a loss.
func outcomes(rb *rulebook.Rulebook, req rating.UpdateRequest, got rating.UpdateResponse) []Outcome {
	list, titles := []Outcome{}, ratedTitles(rb, explain.Whole(req.Rulebook))
	for _, outcome := range []string{"win", "draw", "loss"} {
		try := req
		try.Outcome, try.Score = outcome, nil
		res, err := rating.Update(try)
		if err != nil {
			continue // the match itself was accepted, so every outcome is
		}
		list = append(list, Outcome{Outcome: outcome, Label: words.Capital(outcome), Change: words.Signed(res.Moves()),
			Rating: words.Short(res.Rating), Title: titleAt(titles, res.Rating), Chosen: outcome == got.Outcome})
	}
	return list
}

// A ratedTitle is held from a rating on.
type ratedTitle struct {
	name string
	min  float64
}

// ratedTitles returns the titles that a rating alone earns, lowest first: the rulebook's
// own or, if a built-in rulebook has no titles, those in its arena's other rulebook.
func ratedTitles(rb *rulebook.Rulebook, own bool) []ratedTitle {
	books := []*rulebook.Rulebook{rb}
	if !own {
		books = append(books, explain.Siblings(rb)...)
	}
	for _, of := range books {
		var list []ratedTitle
		for _, t := range of.Titles {
			for _, need := range t.Needs { // any one is enough
				if need.Stat == rulebook.RatingStat {
					list = append(list, ratedTitle{name: t.Name, min: need.Min})
				}
			}
		}
		if len(of.Titles) > 0 {
			slices.SortStableFunc(list, func(a, b ratedTitle) int { return cmp.Compare(a.min, b.min) })
			return list
		}
	}
	return nil
}

// titleAt names the highest of the titles that a rating holds, and how far below
// the next it is.
func titleAt(titles []ratedTitle, rating float64) string {
	held := ""
	for _, t := range titles {
		if rating >= t.min {
			held = t.name
			continue
		}
		below := fmt.Sprintf("%s below %s", words.Within(t.min-rating, words.Apart(t.min-rating, 0, 2)), t.name)
		if held == "" {
			return below
		}
		return held + ", " + below
	}
	return held
}

func ratingSteps(rb *rulebook.Rulebook, req rating.UpdateRequest, got, base rating.UpdateResponse) []explain.Step {
	r := rb.Rating
	exactChange := float64(got.K * (got.Actual - got.Expected))
	shown := words.Enough(4, func(decimals int) bool {
		return words.Rounds(float64(got.K*(got.Actual-words.Shown(got.Expected, decimals))), exactChange, 2)
	})
	steps := []explain.Step{
		{Label: "Expected score", Formula: fmt.Sprintf("E = 1 / (1 + 10^((%s − %s)/%s))", words.Number(got.Opponent),
			words.Number(req.Rating), words.Number(r.Scale)), Value: words.Fixed(got.Expected, 4)},
		{Label: "Actual score", Formula: "S for a " + got.Outcome, Value: words.Number(got.Actual)},
		{Label: "K-factor", Formula: kReason(r, req.Matches), Value: words.Number(got.K)},
		{Label: "Change", Formula: fmt.Sprintf("K · (S − E) = %s · (%s − %s)", words.Number(got.K), words.Number(got.Actual),
			words.Fixed(got.Expected, shown)), Value: words.Signed(exactChange)},
	}
	if r.Rounding == rulebook.RatingSteps {
		rounded := fmt.Sprintf("round(%s %s)", words.Number(req.Rating), plusRounded(req.Rating, exactChange))
		if r.Floor != nil && base.Rating == *r.Floor {
			rounded = fmt.Sprintf("max(%s, %s)", words.Number(*r.Floor), rounded)
		}
		steps = append(steps, explain.Step{Label: "Rounded first", Formula: fmt.Sprintf("%s − %s", rounded,
			words.Number(req.Rating)), Value: words.Signed(base.Change)})
	}
	if got.Bonus != 1 {
		decimals := words.Enough(2, func(decimals int) bool {
			product := float64(words.Shown(base.Change, decimals) * got.Bonus)
			if r.Rounding == rulebook.RatingSteps {
				product = fmath.RoundHalfUp(product)
			}
			return words.Rounds(product, got.Change, 2)
		})
		formula := fmt.Sprintf("%s · %s (%s)", words.SignedTo(base.Change, decimals), words.Number(got.Bonus),
			bonusName(r, got.Bonus))
		if r.Rounding == rulebook.RatingSteps {
			formula = "round(" + formula + ")"
		}
		steps = append(steps, explain.Step{Label: "Bonus", Formula: formula, Value: words.Signed(got.Change)})
	}
	sum := fmt.Sprintf("%s %s", words.Number(req.Rating), plusShown(req.Rating, got.Change, req.Rating+got.Change))
	if r.Rounding == rulebook.RatingFinal {
		sum = fmt.Sprintf("round(%s %s)", words.Number(req.Rating), plusRounded(req.Rating, got.Change))
	}
	if r.Floor != nil {
		sum = fmt.Sprintf("max(%s, %s)", words.Number(*r.Floor), sum)
	}
	steps = append(steps, explain.Step{Label: "New rating", Formula: sum, Value: words.Short(got.Rating)})
	if got.CategoryRating != nil {
		before := r.Category.Start
		if req.CategoryRating != nil {
			before = *req.CategoryRating
		}
		steps = append(steps, explain.Step{Label: "Category rating",
			Formula: fmt.Sprintf("from %s, same opponent and K, never a bonus", words.Number(before)),
			Value:   words.Short(*got.CategoryRating)})
	}
	return steps
}

// plus writes a signed term of a sum: "+ 24.76" or "− 16".
func plus(x float64, decimals int) string {
	if x < 0 {
		return "− " + words.Within(-x, decimals)
	}
	return "+ " + words.Within(x, decimals)
}

// plusShown is [plus] in a sum that is shown with two decimals.
func plusShown(before, x, after float64) string {
	return plus(x, words.Enough(2, func(decimals int) bool {
		return words.Rounds(before+words.Shown(x, decimals), after,
			2)
	}))
}

// adding returns the fewest decimals, from two on, with which a rating, its change and the
// rating after it add up as a table shows them.
func adding(before, change, after float64) int {
	return words.Enough(2, func(n int) bool {
		return words.Rounds(words.Shown(before, n)+words.Shown(change, n), after,
			n)
	})
}

// plusRounded is [plus] in a sum that is rounded to a whole number: + 26.496, as
// + 26.5 would be rounded up.
func plusRounded(before, x float64) string {
	return plus(x, words.Enough(2, func(decimals int) bool {
		return fmath.RoundHalfUp(before+words.Shown(x, decimals)) == fmath.RoundHalfUp(before+x)
	}))
}

func kReason(r *rulebook.Rating, matches int) string {
	name := ""
	for _, step := range r.K {
		if matches >= step.From {
			name = step.Name
		}
	}
	before := strconv.Itoa(matches) + " before"
	if name == "" {
		return before
	}
	return before + ": " + name
}

func bonusName(r *rulebook.Rating, factor float64) string {
	for _, b := range r.Bonuses {
		if b.Factor == factor {
			return b.ID
		}
	}
	return "bonus"
}

func ratingReadings(rb *rulebook.Rulebook, req rating.UpdateRequest, got rating.UpdateResponse) []explain.Reading {
	list := []explain.Reading{}
	for _, other := range explain.Siblings(rb) {
		r := explain.Reading{Rulebook: other.ID, Name: other.Name, Why: explain.RatingRule(other)}
		req.Rulebook = rulebook.ID(other.ID)
		res, err := rating.Update(req)
		if err != nil {
			r.Answer, r.Differs = err.Error(), true
		} else {
			r.Answer = fmt.Sprintf("%s (%s)", words.Short(res.Rating), words.Signed(res.Moves()))
			r.Differs = res.Rating != got.Rating
		}
		list = append(list, r)
	}
	return list
}

func ratingNotes(rb *rulebook.Rulebook, req rating.UpdateRequest, got, base rating.UpdateResponse) []explain.Note {
	list := []explain.Note{}
	if got.Bonus != 1 && got.Change == base.Change {
		list = append(list, explain.Note{Kind: "trap", Field: "/verified",
			Text: fmt.Sprintf("The bonus has no effect here: %s · %s rounds back to %s.",
				words.Short(base.Change), words.Number(got.Bonus), words.Short(base.Change))})
	}
	if floor := rb.Rating.Floor; got.Floored {
		list = append(list, explain.Note{Kind: "limit", Field: "/rating",
			Text: fmt.Sprintf("A rating cannot fall below %s: the formula alone gives %s.", words.Number(*floor),
				words.Signed(float64(got.K*(got.Actual-got.Expected))))})
	}
	if req.Verified && got.Bonus == 1 && len(rb.Rating.Bonuses) > 0 {
		list = append(list, explain.Note{Kind: "limit", Field: "/verified",
			Text: "The bonus multiplies gains only, not a loss or an unchanged rating."})
	}
	if req.Score != nil {
		list = append(list, explain.Note{Kind: "limit", Field: "/score",
			Text: "Only the result moves the rating: every score with this result does the same."})
	}
	return append(list, explain.Notes(got.Warnings)...)
}

// Outcome describes the effect of a match result on a rating.
type Outcome struct {
	Outcome string `json:"outcome" doc:"win, draw or loss."`
	Label   string `json:"label" doc:"Name for readers."`
	Change  string `json:"change" doc:"Signed change of the rating, for readers."`
	Rating  string `json:"rating" doc:"Rating after it, for readers."`
	Title   string `json:"title" doc:"Title at this rating and the distance to the next, in Elo points; empty if no title of the arena requires a rating."`
	Chosen  bool   `json:"chosen" doc:"Whether it is the outcome asked about."`
}

// RatingResponse explains one match's effect on a rating.
type RatingResponse struct {
	Key      string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                `json:"brief" doc:"The new rating and the change."`
	Sentence string                `json:"sentence" doc:"The answer in one sentence."`
	Answer   string                `json:"answer" doc:"The new rating, for readers."`
	Change   string                `json:"change" doc:"The signed change, for readers."`
	Before   string                `json:"before" doc:"The rating before, for readers."`
	Why      string                `json:"why" doc:"What the change is for: for beating a Veteran, 1200."`
	Ruler    MatchRuler            `json:"ruler" doc:"The change on a ruler."`
	Outcomes []Outcome             `json:"outcomes" doc:"What a win, a draw and a loss would do."`
	Steps    []explain.Step        `json:"steps" doc:"How it was computed."`
	Readings []explain.Reading     `json:"readings" doc:"The same match under each reading of the arena's rules."`
	Notes    []explain.Note        `json:"notes" doc:"Warnings and traps."`
	Result   rating.UpdateResponse `json:"result" doc:"The answer of elo.update."`
}
