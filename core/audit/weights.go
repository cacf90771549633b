package audit

import (
	"math"

	"github.com/tallyproof/tallyproof/core/ranking/recover"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostWeights is the number of dimensions up to which weights are looked for.
const mostWeights = 64

// Fits counts the claimed scores of submissions, and how many of them weights give by the
// rules. Without weights, the rulebook's own count.
func (a *Audit) Fits(weights map[string]float64, rows []Claims) (fits, of int) {
	for i := range rows {
		if rows[i].Score == nil {
			continue
		}
		res, err := a.under(weights, &rows[i])
		if err != nil {
			continue
		}
		of++
		if words.Agrees(*rows[i].Score, res.Score) {
			fits++
		}
	}
	return fits, of
}

// under scores a submission under weights.
func (a *Audit) under(weights map[string]float64, c *Claims) (score.ComputeResponse, error) {
	row := auditRow{Claims: c}
	return score.Compute(score.ComputeRequest{Rulebook: a.rules, Weights: weights, Verified: c.Verified,
		Measurements: row.measurements(false)})
}

// Recover returns the weights that made most claimed scores of some submissions, or nil if
// there are so few, or so much alike, that many weights would, or if no weights did.
func (a *Audit) Recover(rows []Claims) map[string]float64 {
	keys := Weighed(a.rb, rows)
	if len(keys) < 2 || len(keys) > mostWeights {
		return nil
	}
	found := recover.Find(a.table(keys, rows))
	if found.Few() || !found.Offered() || !found.Determined || len(found.Free) > 0 {
		return nil
	}
	weights := make(map[string]float64, len(keys))
	for k, key := range keys {
		weights[key] = found.Weights[k]
	}
	return weights
}

// Weighed returns the dimensions that weights are of: those of the rulebook's own weights, or
// those that submissions have.
func Weighed(rb *rulebook.Rulebook, rows []Claims) (keys []string) {
	own := rb.OwnWeights()
	for i := range rb.Dimensions {
		key := rb.Dimensions[i].Key
		if _, weighs := own[key]; weighs || len(own) == 0 && given(key, rows) {
			keys = append(keys, key)
		}
	}
	return keys
}

func given(key string, rows []Claims) bool {
	for i := range rows {
		_, claimed := rows[i].Dimensions[key]
		_, measured := rows[i].Measurements[key]
		if claimed || measured {
			return true
		}
	}
	return false
}

// table returns the dimension scores by the rules, and the claimed scores. A floor is half a
// point below what is nearest.
func (a *Audit) table(keys []string, rows []Claims) recover.Table {
	t := recover.Table{Values: make([][]float64, len(keys)), Scale: a.rb.Scale}
	even := make(map[string]float64, len(keys))
	for _, key := range keys {
		even[key] = 1 / float64(len(keys))
	}
	for i := range rows {
		c := &rows[i]
		res, err := a.under(even, c)
		if err != nil || c.Score == nil {
			continue
		}
		total := *c.Score
		if a.rb.Composite.Rounding == rulebook.RoundFloorTotal && total == math.Floor(total) {
			total += 0.5
		}
		t.Totals, t.Decimals = append(t.Totals, total), append(t.Decimals, words.Decimals(*c.Score))
		for k, key := range keys {
			part, _ := res.Breakdown.Get(key)
			t.Values[k] = append(t.Values[k], part.Score)
		}
	}
	return t
}
