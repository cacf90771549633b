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

// Microseconds of checking a signature, and bytes of the shortest proof with one.
const (
	proofWork = 90
	proofText = 100
)

// challengeCost estimates the signatures of [Challenge].
func challengeCost(req ChallengeRequest) op.Cost {
	proofs := 0
	for i := range req.Challenge.Submissions {
		if len(req.Challenge.Submissions[i].Proof) >= proofText {
			proofs++
		}
	}
	return op.Cost{Work: op.Product(float64(proofs), proofWork), Field: "/challenge/submissions", Fewer: "fewer proofs"}
}
