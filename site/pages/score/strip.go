package score

import (
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

// dials returns the answers that the pages of weighted scores share.
func dials(answer breakdown.ScoreResponse, target markup.TargetView, levers markup.LeversView,
	beside markup.RivalsView) []parts.Dial {
	return []parts.Dial{
		{Of: "score", Label: "This score", Value: answer.Brief},
		{Of: target.Calc.ID, Label: "To reach the target", Value: target.Answer.Brief},
		{Of: levers.Calc.ID, Label: "Worth most now", Value: levers.Answer.Brief},
		{Of: beside.Calc.ID, Label: "Beside others", Value: beside.Answer.Brief},
	}
}
