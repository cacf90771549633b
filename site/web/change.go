package web

import (
	"cmp"
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// The states of a stored proof besides its verdict.
const (
	withdrawn = "withdrawn"
	replaced  = "replaced"
)

// request is a signed withdrawal or replacement, before it is known whether its
// signer has the right to it.
type request struct {
	store.Change
	arena, by string // as it was signed: by is an id or a content
}

// ofChange is what a change is authentic by. changeOf wants more, and names it.
var ofChange = []string{"type"}

// isChange reports whether a record is a withdrawal or a replacement, not a
// score record.
func isChange(res *proof.VerifyResponse) bool {
	kind := member(res, "type")
	return kind == store.Withdrawal || kind == store.Replacement
}

// member returns a signed member that is a text, or "".
func member(res *proof.VerifyResponse, name string) string {
	for _, c := range res.Claims {
		if c.Field == name && c.Signed && c.Kind == "text" {
			return c.Value
		}
	}
	return ""
}

// mostReason limits the characters of a reason.
const mostReason = 200

// changeOf reads a change, or returns what is wrong with it.
func (a *App) changeOf(text string, res *proof.VerifyResponse) (*request, *Problem) {
	if problem := refuseUnsigned(res); problem != nil {
		return nil, problem
	}
	p := store.Proof{Arena: member(res, "arena")}
	if why := refuseID(p.Arena); p.Arena != "" && why != "" {
		return nil, invalid("arena", "%s: %s", op.Quote(p.Arena), why)
	}
	if problem := setArena(&p, res.Key); problem != nil {
		return nil, problem
	}
	c := &request{arena: p.Arena, by: member(res, "by"), Change: store.Change{
		ID: idOf("change", contentOf(text, res)), Of: member(res, "of"), Kind: member(res, "type"),
		Reason: member(res, "reason"),
		Text:   text, StoredAt: a.Now().UTC().Format(time.RFC3339), Signer: a.signerOf(res),
	}}
	switch {
	case c.Of == "":
		return nil, invalid("of", "missing: want the id of a proof, or its content")
	case c.Reason == "" || utf8.RuneCountInString(c.Reason) > mostReason:
		return nil, invalid("reason", "want a reason of 1 to %d characters", mostReason)
	case (c.by == "") != (c.Kind == store.Withdrawal):
		return nil, invalid("by", "%s: want the id of the replacing proof in a replacement, and no id in a withdrawal",
			op.Quote(c.by))
	}
	return c, nil
}

// keepChange stores a change if its signer may make it: the key belongs to the
// owner and the arena of the proof, and is current.
func (a *App) keepChange(ctx context.Context, c *request) (Kept, *Problem) {
	p, problem := a.named(ctx, "of", c.Of)
	if problem != nil {
		return Kept{}, problem
	}
	known, err := a.store.HasChange(ctx, c.ID)
	if err != nil || known { // also if its key has ended since
		return a.kept(p, p.ID, false), a.failed(err)
	}
	if p, problem = a.ownClaim(ctx, c, p); problem != nil {
		return Kept{}, problem
	}
	if problem := a.refuseSigner(c, p); problem != nil {
		return Kept{}, problem
	}
	c.Of = p.ID
	if problem := a.setReplacing(ctx, c, p); problem != nil {
		return Kept{}, problem
	}
	ctx = context.WithoutCancel(ctx) // see [App.add]
	day, problem := a.spend(ctx, c.Key, len(c.Text))
	if problem != nil {
		return Kept{}, problem
	}
	created, err := a.store.AddChange(ctx, &c.Change)
	if err == nil && !created { // another request was first
		a.refund(ctx, c.Key, day, len(c.Text))
	}
	return a.kept(p, p.ID, created), a.failed(err)
}

// ownClaim is what a change is about: if it names a submission of which others have stored
// a proof first, the proof of its own owner.
func (a *App) ownClaim(ctx context.Context, c *request, p *store.Proof) (*store.Proof, *Problem) {
	if c.Of != p.Slot || !p.Rivalled || a.sameOwner(c.Key, p) {
		return p, nil
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return nil, problem
	}
	all, err := a.store.Earliest(ctx, ring, p.Slot)
	return cmp.Or(a.ofOwner(c.Key, all), p), a.failed(err)
}

// refuseSigner returns why the signer of a change may not change a proof.
func (a *App) refuseSigner(c *request, p *store.Proof) *Problem {
	switch {
	case p.Arena != c.arena:
		return invalid("arena", "%s: the proof is of the arena %s", op.Quote(c.arena), op.Quote(p.Arena))
	case !a.sameOwner(c.Key, p):
		return invalid("of", "the signing key does not belong to the owner of this proof: want a key of the owner")
	case !a.isCurrent(c.Key):
		return invalid("of", "the signing key is no longer valid: want a key that is listed, active and valid now")
	case c.SignedAt != "" && c.SignedAt < p.SignedAt: // of what had the id on another host, before
		return invalid("of", "the change was signed before this proof: want one that is later")
	}
	return nil
}

// setReplacing finds the proof that replaces p, if a change names one.
func (a *App) setReplacing(ctx context.Context, c *request, p *store.Proof) *Problem {
	if c.by == "" {
		return nil
	}
	by, problem := a.named(ctx, "by", c.by)
	if problem != nil {
		return problem
	}
	if by.ID == p.ID || by.Arena != p.Arena || !a.sameOwner(c.Key, by) {
		return invalid("by", "%s: want another proof of the same owner and arena", op.Quote(c.by))
	}
	if c.SignedAt != "" && c.SignedAt < by.SignedAt {
		return invalid("by", "the change was signed before the replacing proof: want one that is later")
	}
	c.By = by.ID
	return nil
}

// named returns the stored proof that a member of a change names, as it was signed.
func (a *App) named(ctx context.Context, member, idOrContent string) (*store.Proof, *Problem) {
	p, err := a.store.Find(ctx, idOrContent)
	if errors.Is(err, store.ErrNotFound) {
		return nil, invalid(member, "%s: want the id or the content of a proof that is stored here", op.Quote(idOrContent))
	}
	if err != nil {
		return nil, a.failed(err)
	}
	return a.asSigned(p)
}

// asSigned returns a row with what its signed bytes say.
func (a *App) asSigned(p *store.Proof) (*store.Proof, *Problem) {
	s, problem := a.verified(p)
	if problem != nil {
		return nil, problem
	}
	return s.Proof, nil
}

// Event is a change of a stored proof.
type Event struct {
	Kind   string `json:"kind" op:"enum=withdrawal|replacement|reissue" doc:"withdrawal and replacement were signed as such; a reissue is the same submission, signed anew with another key of the owner."`
	On     string `json:"on" doc:"When it was stored, RFC 3339; empty if that is not known."`
	Reason string `json:"reason,omitempty" doc:"Why, as it was signed."`
	By     string `json:"by,omitempty" doc:"Page of the proof that replaces it."`
	Counts bool   `json:"counts" doc:"Whether it is authentic now: a change signed with a key that was revoked since does not count."`
	Text   string `json:"text" doc:"What was signed."`
}

// standing has the changes of a stored proof, the latest first, and its state
// by those that count now: "", withdrawn or replaced.
type standing struct {
	state  string
	newest string // when the latest that counts was signed; sorts as [store.Signer].SignedAt does
	events []Event
}

// standing finds the changes of a proof under a ring.
func (a *App) standing(ctx context.Context, ring store.Ring, p *store.Proof) (as standing, _ *Problem) {
	changes, err := a.store.Changes(ctx, ring, p.ID)
	if err != nil {
		return as, a.failed(err)
	}
	later, err := a.store.Later(ctx, ring, p.ID)
	if err != nil {
		return as, a.failed(err)
	}
	as.addAll(ctx, a, p, changes, later)
	return as, nil
}

// decided finds the event alone that decides the state of a proof: lists have many
// proofs, and each event is verified.
func (a *App) decided(ctx context.Context, ring store.Ring, p *store.Proof) (as standing, _ *Problem) {
	changes, err := a.store.LastChange(ctx, ring, p.ID)
	if err != nil {
		return as, a.failed(err)
	}
	var later []store.Proof
	if len(changes) == 0 {
		if later, err = a.store.LastLater(ctx, ring, p.ID); err != nil {
			return as, a.failed(err)
		}
	}
	as.addAll(ctx, a, p, changes, later)
	if len(changes)+len(later) > 0 && as.state == "" { // it does not count for another reason: another one may
		return a.standing(ctx, ring, p)
	}
	return as, nil
}

// addAll adds changes of a proof, and then later proofs of the same submission: those
// that were signed as such.
func (as *standing) addAll(ctx context.Context, a *App, p *store.Proof, changes []store.Change, later []store.Proof) {
	for _, c := range changes {
		signed, authentic, ok := a.signedChange(&c, p)
		if !ok {
			continue
		}
		state := withdrawn
		if signed.Kind == store.Replacement {
			state = replaced
		}
		as.add(Event{
			Kind: signed.Kind, On: storedAt(c.StoredAt), Reason: signed.Reason, By: a.pageOf(ctx, signed.by), Text: c.Text,
			Counts: authentic,
		}, state, signed.SignedAt)
	}
	for _, l := range later {
		s, problem := a.verified(&l)
		if problem != nil || s.Slot == "" || s.Slot != p.Slot || s.Content == p.Content || !isID(l.ID) {
			continue
		}
		e := Event{Kind: "reissue", On: s.StoredAt, By: s.address, Text: l.Text, Counts: s.res.Verdict == "authentic"}
		if e.Counts && !a.mayFollow(&s.Signer, p) {
			continue
		}
		as.add(e, replaced, s.SignedAt)
	}
}

// add adds an event.
func (as *standing) add(e Event, state, signed string) {
	if e.Counts {
		as.state, as.newest = cmp.Or(as.state, state), max(as.newest, signed)
	}
	as.events = append(as.events, e)
}
