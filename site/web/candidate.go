package web

import (
	"context"
	"slices"
	"time"

	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// A row of the store is a candidate, like a link: its columns serve to find it and to sort
// it. What a reader sees is read from the signed bytes of the row whenever it is shown.

// differing is the heading of a row whose columns say something else than its proof.
const differing = "Differs from its proof"

// fromBytes returns a row with what its signed bytes say in place of its columns. Of these
// it keeps what nobody signs.
func (a *App) fromBytes(p *store.Proof, res *proof.VerifyResponse) *store.Proof {
	s := res.Signed()
	q := &store.Proof{
		ID: p.ID, Text: p.Text, StoredAt: storedAt(p.StoredAt), Generation: p.Generation,
		Name: signedText(s, proofrecord.MeansName), At: moment(turn(s), unknownTime),
	}
	q.Owner = p.Owner // who may change what an unlisted key signed
	if !saysSomething(res) {
		return q
	}
	q.Total, q.Rating = numberOf(s, proofrecord.MeansScore), numberOf(s, proofrecord.MeansRating)
	submission, problem := setIDs(q, s)
	if problem != nil { // they are no part of an address
		q.Arena, q.Challenge, q.Agent = "", "", ""
	}
	if res.Key == nil {
		return q
	}
	if setArena(q, res.Key) != nil {
		q.Arena = ""
	}
	q.Signer = a.signerOf(res)
	q.Owner = p.Owner
	if q.Content = contentOf(p.Text, res); q.Content == p.Content { // by which it is found
		q.Followed, q.Rivalled = p.Followed, p.Rivalled
	}
	q.Slot = slotOf(q, submission)
	return q
}

// saysSomething reports whether a signature holds, so that the text says something.
func saysSomething(res *proof.VerifyResponse) bool {
	return slices.ContainsFunc(res.Claims, func(c proofrecord.Claim) bool { return c.Signed })
}

func numberOf(s proofrecord.Signed, means string) *float64 {
	if _, x, ok := s.Number(means); ok {
		return &x
	}
	return nil
}

// storedAt returns when a row was stored, "" if that is no time.
func storedAt(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// differs reports whether the columns of a row say something else than its signed bytes.
// The arena may be that of the entry of its key, which may be gone.
func differs(p, signed *store.Proof, res *proof.VerifyResponse) bool {
	if !saysSomething(res) {
		return false
	}
	noArena := signed.Arena == "" && res.Verdict != "authentic"
	return p.Arena != signed.Arena && !noArena || p.Challenge != signed.Challenge ||
		p.Agent != signed.Agent || p.Name != signed.Name ||
		!sameNumber(p.Total, signed.Total) || !sameNumber(p.Rating, signed.Rating) || p.At != signed.At ||
		p.Key != signed.Key || p.SignedAt != signed.SignedAt || p.Expires != signed.Expires
}

func sameNumber(a, b *float64) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// shownText returns the text of a proof that its page may show: what is signed, and its
// signature, or "" if no signature in it holds.
func (a *App) shownText(s *shown) string {
	if s.res.Verdict != "authentic" {
		if saysSomething(&s.res) {
			return s.Text
		}
		return ""
	}
	text, err := proof.Minimal(a.request(s.Text))
	if err != nil {
		return ""
	}
	return text
}

// signedChange returns a change of a proof as it was signed; false if it is none of this
// proof.
func (a *App) signedChange(c *store.Change, p *store.Proof) (change *request, authentic, ok bool) {
	res, problem := a.authentic(c.Text)
	authentic = problem == nil
	if !authentic {
		answer, err := a.verify(c.Text)
		if err != nil || answer.Key == nil {
			return nil, false, false
		}
		res = &answer
	}
	if !isChange(res) {
		return nil, false, false
	}
	if change, problem = a.changeOf(c.Text, res); problem != nil {
		return nil, false, false
	}
	mine := change.Of == p.ID || change.Of == p.Content || p.Slot != "" && change.Of == p.Slot
	return change, authentic, mine && (!authentic || change.arena == p.Arena && a.mayFollow(&change.Signer, p))
}

// mayFollow reports whether a signer may change a proof, or sign its submission anew: it is
// of the same owner, and signed no earlier.
func (a *App) mayFollow(by *store.Signer, p *store.Proof) bool {
	return a.sameOwner(by.Key, p) && (by.SignedAt == "" || by.SignedAt >= p.SignedAt)
}

// pageOf returns the page of the proof that a change names by its id or its content, ""
// if there is none.
func (a *App) pageOf(ctx context.Context, named string) string {
	if named == "" || isID(named) {
		return a.absolute(pagePath(named))
	}
	p, err := a.store.Find(ctx, named)
	if err != nil || !isID(p.ID) {
		return ""
	}
	if s, problem := a.verified(p); problem != nil || s.Content != named {
		return ""
	}
	return a.absolute(pagePath(p.ID))
}

// pagePath returns the path of a proof's page; "" stays.
func pagePath(id string) string {
	if id == "" {
		return ""
	}
	return "/p/" + id
}
