package explain

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
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
	return RatingResponse{
		Sentence: ratingSentence(req, got),
		Answer:   short(got.Rating),
		Change:   signed(got.Change),
		Outcomes: outcomes(rb, req, got),
		Steps:    ratingSteps(rb, req, got, base),
		Readings: ratingReadings(rb, req, got),
		Notes:    ratingNotes(rb, req, got, base),
		Result:   got,
	}, nil
}

func ratingSentence(req rating.UpdateRequest, got rating.UpdateResponse) string {
	if got.Rating == req.Rating {
		return message.Sprintf("%s leaves the rating at %s.", capital(a(got.Outcome)), short(got.Rating))
	}
	return message.Sprintf("%s moves the rating from %s to %s (%s).", capital(a(got.Outcome)), short(req.Rating), short(got.Rating), signed(got.Change))
}

// outcomes computes the match for a win, a draw and a loss.
func outcomes(rb *rulebook.Rulebook, req rating.UpdateRequest, got rating.UpdateResponse) []Outcome {
	list, titles := []Outcome{}, ratedTitles(rb, whole(req.Rulebook))
	for _, outcome := range []string{"win", "draw", "loss"} {
		try := req
		try.Outcome, try.Score = outcome, nil
		res, err := rating.Update(try)
		if err != nil {
			continue // the match itself was accepted, so every outcome is
		}
		list = append(list, Outcome{outcome, capital(outcome), signed(res.Change), short(res.Rating), titleAt(titles, res.Rating), outcome == got.Outcome})
	}
	return list
}

// A ratedTitle is held from a rating on.
type ratedTitle struct {
	name string
	min  float64
}

// ratedTitles are the titles that a rating alone earns, lowest first: the
// rulebook's own or, if it has none at all and is built in, those of the other
// reading of its arena's rules.
func ratedTitles(rb *rulebook.Rulebook, own bool) []ratedTitle {
	books := []*rulebook.Rulebook{rb}
	if !own {
		books = append(books, siblings(rb)...)
	}
	for _, of := range books {
		var list []ratedTitle
		for _, t := range of.Titles {
			for _, need := range t.Needs { // any one is enough
				if need.Stat == rulebook.RatingStat {
					list = append(list, ratedTitle{t.Name, need.Min})
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
		below := say("%s below %s", short(t.min-rating), t.name)
		if held == "" {
			return below
		}
		return held + ", " + below
	}
	return held
}

func ratingSteps(rb *rulebook.Rulebook, req rating.UpdateRequest, got, base rating.UpdateResponse) []Step {
	r := rb.Rating
	exactChange := float64(got.K * (got.Actual - got.Expected))
	steps := []Step{
		{"Expected score", message.Sprintf("E = 1 / (1 + 10^((%s − %s)/%s))", number(got.Opponent), number(req.Rating), number(r.Scale)), fixed(got.Expected, 4)},
		{"Actual score", "S for " + a(got.Outcome), number(got.Actual)},
		{"K-factor", kReason(r, req.Matches), number(got.K)},
		{"Change", message.Sprintf("K · (S − E) = %s · (%s − %s)", number(got.K), number(got.Actual), fixed(got.Expected, 4)), signed(exactChange)},
	}
	if r.Rounding == rulebook.RatingSteps {
		steps = append(steps, Step{"Rounded first", message.Sprintf("round(%s %s) − %s", number(req.Rating), plus(exactChange), number(req.Rating)), signed(base.Change)})
	}
	if got.Bonus != 1 {
		formula := message.Sprintf("%s · %s (%s)", signed(base.Change), number(got.Bonus), bonusName(r, got.Bonus))
		if r.Rounding == rulebook.RatingSteps {
			formula = "round(" + formula + ")"
		}
		steps = append(steps, Step{"Bonus", formula, signed(got.Change)})
	}
	sum := message.Sprintf("%s %s", number(req.Rating), plus(got.Change))
	if r.Rounding == rulebook.RatingFinal {
		sum = "round(" + sum + ")"
	}
	if r.Floor != nil {
		sum = message.Sprintf("max(%s, %s)", number(*r.Floor), sum)
	}
	steps = append(steps, Step{"New rating", sum, short(got.Rating)})
	if got.CategoryRating != nil {
		before := r.Category.Start
		if req.CategoryRating != nil {
			before = *req.CategoryRating
		}
		steps = append(steps, Step{"Category rating", message.Sprintf("from %s, same opponent and K, never a bonus", number(before)), short(*got.CategoryRating)})
	}
	return steps
}

// plus writes a signed term of a sum: "+ 24.76" or "− 16".
func plus(x float64) string {
	if x < 0 {
		return "− " + short(-x)
	}
	return "+ " + short(x)
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

func ratingReadings(rb *rulebook.Rulebook, req rating.UpdateRequest, got rating.UpdateResponse) []Reading {
	list := []Reading{}
	for _, other := range siblings(rb) {
		r := Reading{Rulebook: other.ID, Name: other.Name, Why: ratingRule(other)}
		req.Rulebook = rulebook.ID(other.ID)
		res, err := rating.Update(req)
		if err != nil {
			r.Answer, r.Differs = err.Error(), true
		} else {
			r.Answer = message.Sprintf("%s (%s)", short(res.Rating), signed(res.Change))
			r.Differs = res.Rating != got.Rating
		}
		list = append(list, r)
	}
	return list
}

// ratingRule says how a rulebook rounds and rewards, in words.
func ratingRule(rb *rulebook.Rulebook) string {
	if rb.Rating == nil {
		return "does not rate agents"
	}
	rule := "ratings are not rounded"
	switch rb.Rating.Rounding {
	case rulebook.RatingFinal:
		rule = "rounded once, after the bonus"
	case rulebook.RatingSteps:
		rule = "rounded before the bonus and again after it"
	}
	for _, b := range rb.Rating.Bonuses {
		if len(b.Needs) > 1 {
			var needs []string
			for _, n := range b.Needs {
				needs = append(needs, condition(n))
			}
			rule += message.Sprintf("; × %s asks for %s", number(b.Factor), join(needs))
		}
	}
	return rule
}

func condition(need string) string {
	if need == "first_attempt" {
		return "first attempt"
	}
	return need
}

func ratingNotes(rb *rulebook.Rulebook, req rating.UpdateRequest, got, base rating.UpdateResponse) []Note {
	list := []Note{}
	if got.Bonus != 1 && got.Change == base.Change {
		list = append(list, Note{"trap", "/verified", message.Sprintf("The bonus is worth nothing here: %s · %s rounds back to %s.",
			short(base.Change), number(got.Bonus), short(base.Change))})
	}
	if floor := rb.Rating.Floor; floor != nil && got.Rating == *floor {
		list = append(list, Note{"limit", "/rating", message.Sprintf("A rating cannot fall below %s.", number(*floor))})
	}
	if req.Verified && got.Bonus == 1 && len(rb.Rating.Bonuses) > 0 {
		list = append(list, Note{"limit", "/verified", "The bonus multiplies gains only: a loss or an unchanged rating gets none."})
	}
	if req.Score != nil {
		list = append(list, Note{"limit", "/score", "Only the result moves the rating: any score with this result does the same."})
	}
	return list
}
