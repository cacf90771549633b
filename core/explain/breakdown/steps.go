package breakdown

import (
	"fmt"
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// scoreSteps writes a composite out, with enough decimals for a reader to compute it
// again.
func scoreSteps(rb *rulebook.Rulebook, got score.ComputeResponse) []explain.Step {
	more := words.Enough(0, func(more int) bool { return addsUp(rb, got, more) })
	var steps []explain.Step
	var sum []string
	for _, p := range got.Breakdown {
		label := p.Key
		if d, known := rb.Dimension(p.Key); known {
			label = d.Label
		}
		steps = append(steps, explain.Step{Label: label, Formula: partFormula(rb, p), Value: explain.Points(rb, p.Weighted)})
		sum = append(sum, explain.PointsTo(rb, p.Weighted, more))
	}
	if len(sum) > 1 || rb.Composite.Rounding == rulebook.RoundFloorTotal {
		formula := strings.Join(sum, " + ")
		if rb.Composite.Rounding == rulebook.RoundFloorTotal {
			formula = "⌊" + formula + "⌋ = ⌊" + words.Within(unfloored(got), 2+more) + "⌋"
		}
		steps = append(steps, explain.Step{Label: "Total", Formula: formula, Value: explain.Total(rb, got.Score) +
			trailing(explain.Unit(rb))})
	}
	if got.Result != "" {
		steps = append(steps, explain.Step{Label: "Result", Formula: resultFormula(rb, got),
			Value: words.Capital(explain.ResultName(rb, got.Result))})
	}
	return steps
}

// partFormula is 88.2 · 40 %. A product whose rounding the last bits of floating point
// decide is written out: round(730 · 35 %) = round(255.49999999999997).
func partFormula(rb *rulebook.Rulebook, p score.NamedPart) string {
	rounded := rb.Composite.Rounding == rulebook.RoundParts
	product := func(more int) float64 {
		x := float64(explain.ShownPoints(rb, p.Score, more)*words.Shown(100*p.Weight, 2+more)) / 100
		if rounded {
			x = fmath.RoundHalfUp(words.Shown(x, 9)) // a half without the last bits
		}
		return x
	}
	more := words.Enough(0, func(more int) bool { return isPoints(rb, product(more), p.Weighted) })
	formula := fmt.Sprintf("%s · %s", explain.PointsTo(rb, p.Score, more), words.PercentTo(p.Weight, 2+more))
	if !rounded {
		return formula
	}
	formula = "round(" + formula + ")"
	if product(more) != p.Weighted {
		formula += " = round(" + words.Number(p.Score*p.Weight) + ")"
	}
	return formula
}

// isPoints reports whether a reader who has computed x rounds it to the text of y.
func isPoints(rb *rulebook.Rulebook, x, y float64) bool {
	if rb.Scale == 1 {
		return words.Rounds(100*x, 100*y, 1)
	}
	return words.Rounds(x, y, 2)
}

// addsUp reports whether the parts give the total, if they have so many decimals more
// than usual.
func addsUp(rb *rulebook.Rulebook, got score.ComputeResponse, more int) bool {
	sum := 0.0
	for _, p := range got.Breakdown {
		sum += explain.ShownPoints(rb, p.Weighted, more)
	}
	if rb.Composite.Rounding == rulebook.RoundFloorTotal {
		whole := unfloored(got)
		shown := words.Shown(whole, 2+more)
		return words.Shown(sum, 2+more) == shown && math.Floor(shown) == math.Floor(whole)
	}
	return rb.Composite.Cap && sum > rb.Scale || isPoints(rb, sum, got.Score)
}

// unfloored returns a total before it is rounded down, without the last bits of floating
// point.
func unfloored(got score.ComputeResponse) float64 {
	sum := 0.0
	for _, p := range got.Breakdown {
		sum += p.Weighted
	}
	return words.Shown(sum, 9)
}

// resultFormula writes the comparison that decides a result.
func resultFormula(rb *rulebook.Rulebook, got score.ComputeResponse) string {
	own, above := words.Within(got.Score, 2+explain.TotalDecimals(rb, got.Score)), ""
	if rb.Scale == 1 {
		own = explain.Total(rb, got.Score)
	}
	for _, r := range rb.Results {
		if r.ID == got.Result {
			if above == "" {
				return fmt.Sprintf("%s ≥ %s", own, threshold(rb, r.Min))
			}
			return fmt.Sprintf("%s ≤ %s < %s", threshold(rb, r.Min), own, above)
		}
		above = threshold(rb, r.Min)
	}
	return own
}

// threshold returns a score from which on a result holds, as it was written.
func threshold(rb *rulebook.Rulebook, x float64) string {
	if rb.Scale == 1 {
		return words.Percent(x)
	}
	return words.Number(x)
}
