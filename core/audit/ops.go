// Package audit recomputes everything that a challenge's report claims. Below it,
// detect does so for documents that someone pasted.
//
// Submissions are recomputed singly, so that a long report is never whole in memory.
// Ranks and ratings, which depend on all, come at the end. Proofs are checked many at a
// time, and signed scores, names, ranks and ratings are compared with the claimed ones.
package audit

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("audit.challenge", "Recompute everything a challenge's report claims, and list every difference with the "+
		"rule that explains it.", Challenge).Bulk().Costs(challengeCost),
}

// Microseconds of a submission, of a value of it, of one that is long in decimals, and how
// much more it is to look for the way to a score.
const (
	rowWork   = 2.5
	valueWork = 2
	longWork  = 25
	tries     = 3.5
	longValue = 1e-18
)

// challengeCost estimates the scores of [Challenge], its signatures, which are checked as a
// batch, and reading the proofs that are texts.
func challengeCost(req ChallengeRequest) op.Cost {
	values, scores := op.Quoted(req.Keys), 0.0
	var proofs strings.Builder
	for i := range req.Challenge.Submissions {
		s := &req.Challenge.Submissions[i]
		work := op.Product(float64(len(s.Dimensions)+len(s.Measurements)), valueWork)
		if long(s) {
			work += longWork
		}
		if s.Score != nil {
			work = op.Product(work, tries)
		}
		scores += rowWork + work
		given := s.Proof
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
	c.Work += scores
	c.Field, c.Fewer = "/challenge/submissions", "fewer proofs"
	if proofs.Len() == 0 {
		return c
	}
	checked := proof.BatchCost(proof.VerifyBatchRequest{Text: "[" + proofs.String()[1:] + "]", Keys: req.Keys})
	c.Work, c.Memory = c.Work+checked.Work, c.Memory+checked.Memory
	return c
}

// long reports whether a submission has a score that is long in decimals.
func long(s *Claims) bool {
	is := func(x float64) bool { return x != 0 && math.Abs(x) < longValue }
	for _, x := range s.Dimensions {
		if is(x) {
			return true
		}
	}
	for _, m := range s.Measurements {
		if m.Score != nil && is(*m.Score) {
			return true
		}
	}
	return false
}
