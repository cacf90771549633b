// Package audit recomputes everything that a challenge's report claims. Below it,
// detect does so for documents that someone pasted.
//
// Submissions are recomputed singly, so that a long report is never whole in memory.
// Ranks and ratings, which depend on all, come at the end. Proofs are checked many at a
// time, and signed scores, names, ranks and ratings are compared with the claimed ones.
package audit

import "github.com/tallyproof/tallyproof/core/op"

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("audit.challenge", "Recompute everything a challenge's report claims, and list every difference with the "+
		"rule that explains it.", Challenge).Bulk().Costs(challengeCost),
}

// Microseconds of checking a signature and of a byte that may be signed in several
// spellings, and bytes of the shortest proof.
const (
	proofWork = 90
	byteWork  = 0.06
	proofText = 100
)

// challengeCost estimates the signatures of [Challenge], and reading the proofs that are texts.
func challengeCost(req ChallengeRequest) op.Cost {
	proofs, bytes, values := 0, 0, op.Quoted(req.Keys)
	for i := range req.Challenge.Submissions {
		given := req.Challenge.Submissions[i].Proof
		if len(given) >= proofText {
			proofs++
			bytes += len(given)
		}
		if len(given) > 0 && given[0] == '"' {
			values += op.Quoted(given) + op.Encoded(string(given))
		}
	}
	c := op.Reading(0, values)
	c.Work += op.Product(float64(proofs), proofWork) + op.Product(float64(bytes), byteWork)
	c.Field, c.Fewer = "/challenge/submissions", "fewer proofs"
	return c
}
