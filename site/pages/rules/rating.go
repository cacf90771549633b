package rules

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// rating describes how ratings change, in the order of the computation.
func (w *ruleWriter) rating() {
	r := w.rb.Rating
	if r == nil {
		return
	}
	w.Section("rating", "Rating")
	switch r.Scheme {
	case rulebook.Solo:
		w.Text("An agent’s Elo rating changes by matches against challenges. The difficulty of a challenge has a rating, like an opponent. Every agent starts at %s.", frame.Show(r.Start))
	case rulebook.Pairwise:
		w.Text("An agent’s Elo rating changes by comparison with the other entrants of a challenge: the scores of every pair are compared. Every agent starts at %s.", frame.Show(r.Start))
	default:
		w.Fail(fmt.Errorf("rating scheme %q: nothing to say of it", r.Scheme))
	}
	w.addTexts("rating")
	w.expected(r)
	w.opponents(r)
	w.kFactor(r)
	w.change(r)
	w.bonuses(r)
	w.category(r)
	if w.remarks.rated != nil {
		w.remarks.rated(&w.Writer)
	}
}

func (w *ruleWriter) expected(r *rulebook.Rating) {
	w.Part("expected", "Expected score")
	other := "R_opponent"
	if r.Scheme == rulebook.Pairwise {
		other = "R_j"
		w.Formula("E_ij = 1 / (1 + 10^((%s − R_i) / %s))", other, frame.Show(r.Scale))
	} else {
		w.Formula("E = 1 / (1 + 10^((%s − R) / %s))", other, frame.Show(r.Scale))
	}
	t := markup.TableView{Caption: "Expected score by rating difference", Titled: true, Head: []markup.CellView{{Text: "Ahead of the opponent by", Num: true}, {Text: "E", Num: true}}}
	for _, ahead := range []float64{-400, -200, 0, 200, 400} {
		got := compute(&w.asker, rating.Expected, rating.ExpectedRequest{Rating: r.Start + ahead, Opponent: r.Start, Scale: &r.Scale})
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{prose.Numeric(prose.Gained(ahead)), prose.Numeric(fmt.Sprintf("%.4f", got.Expected))}})
	}
	w.Table(t)
	w.addTexts("expected")
}

// actual is what a result counts as in the rating's formula.
func (w *ruleWriter) actual(outcome string) string {
	start := w.rb.Rating.Start
	got := compute(&w.asker, rating.Update, rating.UpdateRequest{Rulebook: rulebook.ID(w.rb.ID), Rating: start, Opponent: &start, Outcome: outcome})
	return frame.Show(got.Actual)
}

func (w *ruleWriter) opponents(r *rulebook.Rating) {
	if len(r.Opponents) == 0 {
		return
	}
	w.Part("opponents", "Difficulty as an opponent")
	t := markup.TableView{Caption: "Opponent ratings", Titled: true, Head: []markup.CellView{{Text: "Difficulty"}, {Text: "Rating", Num: true}, {Text: fmt.Sprintf("E at %s", frame.Show(r.Start)), Num: true}}}
	for _, o := range r.Opponents {
		got := compute(&w.asker, rating.Expected, rating.ExpectedRequest{Rating: r.Start, Opponent: o.Rating, Scale: &r.Scale})
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Text: frame.Capital(o.Difficulty)}, prose.Numeric(frame.Show(o.Rating)), prose.Numeric(fmt.Sprintf("%.4f", got.Expected))}})
	}
	w.Table(t)
	w.addTexts("opponents")
}

func (w *ruleWriter) kFactor(r *rulebook.Rating) {
	w.Part("k-factor", "K-factor")
	unit := "Matches before this one"
	if r.Scheme == rulebook.Pairwise {
		unit = "Competitions before this one"
	}
	t := markup.TableView{Caption: "K-factor", Titled: true, Head: []markup.CellView{{Text: unit}, {Text: "K", Num: true}, {Text: "Stage"}}}
	for i, step := range r.K {
		span := fmt.Sprintf("%d and more", step.From)
		if i+1 < len(r.K) {
			span = fmt.Sprintf("%d to %d", step.From, r.K[i+1].From-1)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Text: span}, prose.Numeric(frame.Show(step.K)), {Text: step.Name}}})
	}
	w.Table(t)
	w.addTexts("k-factor")
}

// change is the update itself, with its rounding.
func (w *ruleWriter) change(r *rulebook.Rating) {
	if r.Scheme == rulebook.Pairwise {
		w.pairs(r)
		return
	}
	w.Part("update", "Change, rounding and floor")
	floored := func(expression string) string {
		if r.Floor == nil {
			return expression
		}
		return fmt.Sprintf("max(%s, %s)", frame.Show(*r.Floor), expression)
	}
	switch r.Rounding {
	case rulebook.RatingFinal:
		w.Formula("Δ = b · K · (S − E)")
		w.Formula("R_new = %s", floored("round(R + Δ)"))
		w.Text("$b$ is the bonus factor. It is 1 if there is no bonus. The new rating is rounded once, after the bonus.")
	case rulebook.RatingSteps:
		w.Formula("Δ = %s − R", floored("round(R + K · (S − E))"))
		w.Text("If this is a gain and there is a bonus $b$, the gain is multiplied by it and rounded again:")
		w.Formula("Δ_bonus = round(Δ · b)")
		w.Formula("R_new = %s", floored("R + Δ_bonus"))
		w.Text("The rating is rounded before the bonus is applied, and the gain is rounded after it.")
	case rulebook.RatingReal:
		w.Formula("R_new = %s", floored("R + b · K · (S − E)"))
		w.Text("Ratings are not rounded.")
	default:
		w.Fail(fmt.Errorf("rating rounding %q: nothing to say of it", r.Rounding))
	}
	if r.Floor != nil {
		w.Text("No rating falls below %s.", frame.Show(*r.Floor))
	}
	w.addTexts("update")
}

// pairs is the update of a pairwise scheme in both modes.
func (w *ruleWriter) pairs(r *rulebook.Rating) {
	w.Part("pairs", "Combining the pairs")
	w.Text("$S_ij$ is 1 if entrant $i$ scored higher than $j$, ½ if both scored the same, and 0 if $i$ scored lower. With $n$ entrants, the rating of $i$ changes by $Δ_i$, the mean of the pairs,")
	w.Formula("Δ_i = K_i / (n − 1) · Σ_{j ≠ i} (S_ij − E_ij)")
	w.Text("or by their sum:")
	w.Formula("Δ_i = K_i · Σ_{j ≠ i} (S_ij − E_ij)")
	w.Text("The %s is the default here. All changes use the ratings before the challenge, so the order of the entrants does not matter. The rating of a single entrant does not change. Ratings are not rounded.", r.Mode)
	w.addTexts("pairs")
}

func (w *ruleWriter) bonuses(r *rulebook.Rating) {
	if len(r.Bonuses) == 0 {
		return
	}
	w.Part("bonus", "Bonus")
	t := markup.TableView{Caption: "Bonuses", Titled: true, Small: "The first bonus whose conditions are all met is applied. It applies to gains only.", Head: []markup.CellView{{Text: "Bonus"}, {Text: "Needs"}, {Text: "Factor", Num: true}}}
	for _, b := range r.Bonuses {
		needs := frame.Each(b.Needs, func(n string) string { return strings.ReplaceAll(n, "_", " ") })
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Text: frame.Capital(b.ID)}, {Text: prose.Listed(needs)}, prose.Numeric("× " + frame.Show(b.Factor))}})
	}
	w.Table(t)
	w.addTexts("bonus")
}

func (w *ruleWriter) category(r *rulebook.Rating) {
	if r.Category == nil {
		return
	}
	w.Part("category", "Category rating")
	w.Text("Each category has its own rating, which starts at %s. It uses the same formula, the same opponent and the same K-factor, which counts all of the agent’s matches. A category rating never has a bonus.", frame.Show(r.Category.Start))
	if names := r.Category.Names; len(names) > 0 {
		w.Text("There are %d categories: %s. Another name is computed, with a warning.", len(names), prose.Listed(names))
	}
	w.addTexts("category")
}
