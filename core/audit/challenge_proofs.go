package audit

import (
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// proofs are those of submissions: objects wait to be checked together.
type proofs struct {
	keys   op.Raw
	rows   []int     // with a proof that waits
	text   []byte    // the proofs that wait, each behind a comma
	part   many.Part // layouts of the proofs before
	valid  int
	unread int
	why    string // the first of these cannot be checked
	first  string // its place
}

// keepProof keeps a row's proof until it is checked.
func (a *Audit) keepProof(row *auditRow) {
	p := &a.proofs
	v, err := jcs.Parse(row.Proof)
	switch {
	case row.Proof == nil || err == nil && v.Kind == jcs.Null:
		return
	case err != nil || v.Kind != jcs.String:
		p.rows = append(p.rows, row.index)
		p.text = append(append(p.text, ','), row.Proof...)
	default: // a text of several lines is no row of a batch
		res, err := proof.Verify(proof.VerifyRequest{Text: v.Str, Keys: p.keys, Limit: 1})
		if err != nil {
			a.unread(row, err.Error())
			return
		}
		a.checkProof(row, res.Row())
	}
}

// CheckProofs checks the proofs that wait: many together take less time.
func (a *Audit) CheckProofs() *op.Error {
	p := &a.proofs
	if len(p.rows) == 0 {
		return nil
	}
	p.text[0] = '['
	res, err := proof.VerifyBatch(proof.VerifyBatchRequest{Text: string(append(p.text, ']')), Keys: p.keys, Part: &p.part})
	if refusal := refusalOf(err); refusal != nil {
		return refusal
	}
	for n, i := range p.rows {
		a.checkProof(&a.rows[i], res.Results[n])
	}
	p.part.Layouts = res.Next.Layouts
	p.rows, p.text = p.rows[:0], p.text[:0]
	return nil
}

// checkProof compares a signature with its bytes, and what these bytes say with what is
// claimed. A proof without the claimed score says nothing about it.
func (a *Audit) checkProof(row *auditRow, got proof.Row) {
	switch got.Verdict {
	case many.Unreadable, many.Unmatched:
		a.unread(row, got.Reason)
		return
	case many.NotAuthentic, many.Contested:
		a.differs(proofRule, row, "/proof", "Signature", "signed", got.Verdict, got.Reason)
		return
	}
	if !got.Sealed() { // no key is known that could have made it
		a.unread(row, got.Reason)
		return
	}
	if row.Score != nil && got.Score == nil {
		a.unread(row, "The signed bytes have no score to compare with the claimed one.")
		return
	}
	a.proofs.valid++
	if row.Score != nil && got.Score != nil && *row.Score != *got.Score {
		a.differs(proofRule, row, "/proof", "Signed score", op.Show(*row.Score), op.Show(*got.Score), "the score inside the signed bytes, whose signature is valid")
		return
	}
	if row.Name != "" && got.Name != "" && got.Name != row.Name && got.Name != row.ID {
		a.differs(proofRule, row, "/proof", "Signed name", op.Quote(row.Name), op.Quote(got.Name), "whose score is inside the signed bytes: this is the proof of another submission")
		return
	}
	for _, claim := range signedClaims(row) {
		if _, x, ok := got.Signed().Number(claim.means); ok && !written(claim.value, x) && !(claim.or != nil && written(*claim.or, x)) {
			a.differs(proofRule, row, "/proof", "Signed "+claim.means, op.Show(claim.value), op.Show(x), "the "+claim.means+" inside the signed bytes, whose signature is valid")
			return
		}
	}
	a.agrees(proofRule)
}

// signedClaims are the numbers beside the score that a row claims and its proof may sign.
func signedClaims(row *auditRow) (claims []signedClaim) {
	if row.Rank != nil {
		claims = append(claims, signedClaim{record.MeansRank, float64(*row.Rank), nil})
	}
	if row.RatingAfter != nil {
		claims = append(claims, signedClaim{record.MeansRating, *row.RatingAfter, row.RatingBefore})
	}
	return claims
}

type signedClaim struct {
	means string
	value float64
	or    *float64 // a record may have the rating before the challenge
}

func (a *Audit) unread(row *auditRow, why string) {
	if a.proofs.unread == 0 {
		a.proofs.why, a.proofs.first = why, row.at()+"/proof"
	}
	a.proofs.unread++
}

// noteProofs tells what was not checked of proofs.
func (a *Audit) noteProofs() {
	p := &a.proofs
	if p.unread > 0 {
		a.note(p.first, "Proofs", words.Counted(p.unread, "proof", "proofs"), "not checked, the first because: "+p.why)
	}
	if p.valid > 0 {
		a.note("", "Signatures", words.Counted(p.valid, "signature is valid", "signatures are valid"), "a valid signature shows who signed which bytes, not that the score is right; proof.verify tells whose key it is")
	}
}
