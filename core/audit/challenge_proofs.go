package audit

import (
	"bytes"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// proofs collects the proofs of submissions. Objects wait, and are then checked together.
type proofs struct {
	keys    op.Raw
	rows    []int     // with a proof that waits
	text    []byte    // the proofs that wait, each behind a comma
	part    many.Part // layouts of the proofs before
	before  *Checked  // from another audit
	checked *Checked  // the first that were checked together
	valid   int
	unread  int
	why     string // the first of these cannot be checked
	first   string // its place
}

// keepProof keeps a row's proof until it is checked.
func (a *Audit) keepProof(row *auditRow) {
	p := &a.proofs
	given := []byte(row.Proof)
	v, err := jcs.Parse(given)
	if err == nil && v.Kind == jcs.String { // an object's text is that object
		if inner, err := jcs.ParseString(v.Str); err == nil && inner.Kind == jcs.Object {
			v, given = inner, []byte(v.Str)
		}
	}
	switch {
	case row.Proof == nil || err == nil && v.Kind == jcs.Null:
		return
	case err != nil || v.Kind != jcs.String:
		p.rows = append(p.rows, row.index)
		p.text = append(append(p.text, ','), given...)
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
	res, refusal := p.verify(string(append(p.text, ']')))
	if refusal != nil {
		return refusal
	}
	for n, i := range p.rows {
		a.checkProof(&a.rows[i], res.Results[n])
	}
	p.part.Layouts = res.Next.Layouts
	p.rows, p.text = p.rows[:0], p.text[:0]
	return nil
}

// Checked has the verdicts of proofs that were checked together. An audit of the same
// proofs under the same keys takes them over: other weights change no signature.
type Checked struct {
	text string
	keys op.Raw
	proof.VerifyBatchResponse
}

// Checked returns the verdicts of the audit's first proofs; nil if it has none.
func (a *Audit) Checked() *Checked { return a.proofs.checked }

// verify verifies the proofs in a text.
func (p *proofs) verify(text string) (res proof.VerifyBatchResponse, refusal *op.Error) {
	if len(p.part.Layouts) > 0 { // what is tried depends on the proofs before
		res, err := proof.VerifyBatch(proof.VerifyBatchRequest{Text: text, Keys: p.keys, Part: &p.part})
		return res, refusalOf(err)
	}
	if c := p.before; c != nil && c.text == text && bytes.Equal(c.keys, p.keys) {
		res = c.VerifyBatchResponse
	} else {
		var err error
		if res, err = proof.VerifyBatch(proof.VerifyBatchRequest{Text: text, Keys: p.keys, Part: &p.part}); err != nil {
			return res, refusalOf(err)
		}
	}
	if p.checked == nil {
		p.checked = &Checked{text, p.keys, res}
	}
	return res, nil
}

// checkProof compares a signature with its bytes, and what these bytes say with what is
// claimed. A proof that does not sign the claimed score, or nothing that is claimed, is
// not checked.
func (a *Audit) checkProof(row *auditRow, got proof.Row) {
	switch got.Verdict {
	case many.Unreadable, many.Unmatched:
		a.unread(row, got.Reason)
		return
	case many.NotAuthentic, many.Contested:
		a.differs(proofRule, row, "/proof", "Signature", "signed", got.Verdict, got.Reason)
		a.because(got.Reason)
		return
	}
	if !got.Sealed() { // no key is known that could have made it
		a.unread(row, got.Reason)
		return
	}
	if got.Verdict == many.UnknownKey && a.proofs.keys != nil {
		a.unread(row, "Its key is not among those that you trust.")
		return
	}
	claims, why := signedClaims(row, &got)
	if why != "" {
		a.unread(row, why)
		return
	}
	a.proofs.valid++
	for _, claim := range claims {
		if !claim.agrees {
			a.differs(proofRule, row, "/proof", "Signed "+claim.what, claim.claimed, claim.signed, claim.why)
			a.because("Its signed record says " + cmpOr(claim.says, claim.signed) + ".")
			return
		}
	}
	a.counts[proofRule].Matches++
	a.keep(proofRule, row, "Signed "+claims[0].what, claims[0].claimed)
}

// signedClaim is a value that a row claims and its proof signs.
type signedClaim struct {
	what, claimed, signed, why string
	agrees                     bool
	says                       string // what is signed, for readers, if it is a number
}

// signedClaims returns the values that a row claims and its proof signs, or why they
// cannot be compared: a claimed score is not signed, a number is signed as a text, or
// nothing is claimed.
func signedClaims(row *auditRow, got *proof.Row) (claims []signedClaim, why string) {
	says := got.Signed()
	add := func(what, claimed, signed string, agrees bool) {
		claims = append(claims, signedClaim{what: what, claimed: claimed, signed: signed,
			why: "the " + what + " inside the signed bytes, whose signature is valid", agrees: agrees})
	}
	number := func(what string, claimed *float64, agrees func(x float64) bool) {
		if claimed == nil {
			return
		}
		if field, found := says.Misfit(what); found && why == "" {
			why = "The signed member " + field + " is no JSON number."
		}
		if _, x, ok := says.Number(what); ok {
			add(what, op.Show(*claimed), op.Show(x), agrees(x))
			if what != record.MeansRank {
				claims[len(claims)-1].says = hundredths(x)
			}
		}
	}
	if row.Score != nil && got.Score == nil {
		return nil, "The signed bytes have no score to compare with the claimed one."
	}
	number(record.MeansScore, row.Score, func(x float64) bool { return x == *row.Score })
	if row.Name != "" && got.Name != "" || got.Name == row.ID {
		claims = append(claims, signedClaim{what: "name", claimed: op.Quote(row.Name), signed: op.Quote(got.Name),
			why:    "whose score is inside the signed bytes: this is the proof of another submission",
			agrees: got.Name == row.Name || got.Name == row.ID})
	}
	if row.Rank != nil {
		rank := float64(*row.Rank)
		number(record.MeansRank, &rank, func(x float64) bool { return x == rank })
	}
	number(record.MeansRating, row.RatingAfter, func(x float64) bool { // a record may have the rating before the challenge
		return words.Agrees(*row.RatingAfter, x) || row.RatingBefore != nil && words.Agrees(*row.RatingBefore, x)
	})
	_, either := says.Text(record.MeansResult)
	for _, c := range []struct{ field, claimed string }{{"result", row.Result}, {"outcome", row.Outcome}} {
		signed := cmpOr(says.TextOf(c.field), either) // a record that has both may say two things
		if c.claimed != "" && (signed == "win" || signed == "draw" || signed == "loss") {
			add(c.field, c.claimed, signed, c.claimed == signed)
		}
	}
	if why == "" && len(claims) == 0 {
		why = "The signed bytes say nothing of what is claimed."
	}
	return claims, why
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
		a.note("", "Signatures", words.Counted(p.valid, "signature is valid", "signatures are valid"),
			"a valid signature shows who signed which bytes, not that the score is right; proof.verify tells whose key it is")
	}
}
