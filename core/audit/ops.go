// Package audit recomputes everything that a challenge's report claims. Below it,
// detect does so for documents that someone pasted.
//
// Submissions are recomputed singly, so that a long report is never whole in memory.
// Ranks and ratings, which depend on all, come at the end. Proofs are checked many at a
// time, and signed scores, names, ranks and ratings are compared with the claimed ones.
package audit

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("audit.challenge", "Recompute everything a challenge's report claims, and list every difference with the "+
		"rule that explains it.", Challenge).Bulk().Costs(challengeCost),
}

// challengeCost estimates the signatures of [Challenge], which are checked as a batch, and
// reading the proofs that are texts.
func challengeCost(req ChallengeRequest) op.Cost {
	values := op.Quoted(req.Keys)
	var proofs strings.Builder
	for i := range req.Challenge.Submissions {
		given := req.Challenge.Submissions[i].Proof
		if len(given) == 0 {
			continue
		}
		proofs.WriteString(",")
		proofs.Write(given)
		if given[0] == '"' {
			values += op.Quoted(given) + op.Encoded(string(given))
		}
	}
	c := op.Reading(0, values)
	c.Field, c.Fewer = "/challenge/submissions", "fewer proofs"
	if proofs.Len() == 0 {
		return c
	}
	checked := proof.BatchCost(proof.VerifyBatchRequest{Text: "[" + proofs.String()[1:] + "]", Keys: req.Keys})
	c.Work, c.Memory = c.Work+checked.Work, c.Memory+checked.Memory
	return c
}
