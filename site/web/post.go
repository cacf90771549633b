package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// mostText limits the size in bytes of a posted text, and mostRecord the part of it
// that is stored: ten times what a record needs.
const (
	mostText   = 64 << 10
	mostRecord = 16 << 10
)

// usualQuota limits what a key stores in a day, unless [Config].Quota says.
var usualQuota = store.Quota{Proofs: 5_000, Bytes: 16 << 20}

// Kept is the answer to a proof that is stored.
type Kept struct {
	ID        string `json:"id" doc:"The proof's id."`
	Created   bool   `json:"created" doc:"Whether it is new; false if it was stored before."`
	URL       string `json:"url" doc:"Its page."`
	JSON      string `json:"json" doc:"The same as JSON, for programs."`
	Card      string `json:"card" doc:"A card for an <iframe>."`
	Challenge string `json:"challenge,omitempty" doc:"The challenge's leaderboard, if the record names a challenge."`
	Agent     string `json:"agent,omitempty" doc:"The agent's history, if the record names an agent."`
}

// post stores the proof that is the request's body.
func (a *App) post(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	text, err := io.ReadAll(io.LimitReader(r.Body, mostText+1)) // one byte more is refused
	if err != nil {
		return refuse(codeMalformed, "the body ended early, after %d bytes: want a proof", len(text))
	}
	kept, problem := a.Keep(ctx, string(text))
	if problem != nil {
		if problem.Code == codeQuota {
			w.Header().Set("Retry-After", strconv.Itoa(secondsLeft(a.Now())))
		}
		return problem
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Location", strings.TrimPrefix(kept.URL, a.Base))
	status := http.StatusOK
	if kept.Created {
		status = http.StatusCreated
	}
	w.WriteHeader(status)
	w.Write(encode(kept))
	return nil
}

// secondsLeft returns the seconds until the day ends in UTC.
func secondsLeft(now time.Time) int {
	today := now.UTC().Truncate(24 * time.Hour)
	return int(today.Add(24*time.Hour).Sub(now)/time.Second) + 1
}

// Keep stores a proof if it is authentic now, or a change of one.
func (a *App) Keep(ctx context.Context, text string) (Kept, *Problem) {
	if len(text) <= mostText { // a longer one is refused anyway; this one is verified, made minimal, and verified
		if problem := a.admit(ctx, op.OverHTTP(), 3, text); problem != nil {
			return Kept{}, problem
		}
	}
	found, problem := a.examine(text)
	if problem != nil {
		return Kept{}, problem
	}
	if found.change != nil {
		return a.keepChange(ctx, found.change)
	}
	return a.keepProof(ctx, found.proof)
}

// admitStored asks the gate for the time to verify stored texts. What was small enough to be
// stored is not too large to be shown.
func (a *App) admitStored(ctx context.Context, texts ...string) *Problem {
	return a.admit(ctx, op.Limits{}, 1, texts...)
}

// admit asks the gate for the time to verify texts, so many times.
func (a *App) admit(ctx context.Context, limits op.Limits, times float64, texts ...string) *Problem {
	cost := proof.CostAll(a.request(""), texts)
	cost.Work *= times
	limits.Admit = limit.Gate(ctx)
	switch refusal := limits.Allow(cost); {
	case refusal == nil:
		return nil
	case refusal.Code == codeBusy:
		return refuse(codeBusy, "%s", refusal.Message)
	default:
		return refuse(codeTooLarge, "%s", refusal.Message)
	}
}

// mostTries limits how often a proof is placed again if others take its place.
const mostTries = 5

// keepProof stores a row where it belongs, unless its content is stored.
func (a *App) keepProof(ctx context.Context, p *store.Proof) (Kept, *Problem) {
	id, err := a.store.Holder(ctx, p.Content)
	if err == nil {
		return a.kept(p, id, false), nil
	}
	if !errors.Is(err, store.ErrNotFound) {
		return Kept{}, a.failed(err)
	}
	if !a.isCurrent(p.Key) {
		return Kept{}, refuse(codeRefused, "the signing key is not valid now: want a key that is listed, active and valid "+
			"now, because whoever got hold of an old key could name any time")
	}
	id, created, problem := a.add(ctx, p)
	if problem != nil && problem.Code == codeConflict {
		// What is in its place may be the same, stored by another request in the meantime.
		if id, err = a.store.Holder(ctx, p.Content); err == nil {
			return a.kept(p, id, false), nil
		}
	}
	if problem != nil {
		return Kept{}, problem
	}
	return a.kept(p, id, created), nil
}

// add stores a row in its place, and counts it against the quota of its key if it is
// new: anybody may post a proof many times at once, and its key pays for one.
func (a *App) add(ctx context.Context, p *store.Proof) (id string, created bool, problem *Problem) {
	replaces, problem := a.place(ctx, p)
	if problem == nil && !replaces {
		problem = a.refuseFull(ctx, p)
	}
	if problem != nil {
		return "", false, problem
	}
	ctx = context.WithoutCancel(ctx) // a client that leaves in between would have the key pay for nothing
	day, problem := a.spend(ctx, p.Key, len(p.Text))
	if problem != nil {
		return "", false, problem
	}
	id, created, problem = a.put(ctx, p)
	if !created && (problem == nil || problem.Code == codeConflict) { // a store that fails may have stored it
		a.refund(ctx, p.Key, day, len(p.Text))
	}
	return id, created, problem
}

// mostOnBoard is how many proofs that count a leaderboard has at most, but for a few that
// are stored at the same moment: they are counted one by one for each of its readers.
const mostOnBoard = 10_000

// refuseFull refuses a proof of a full leaderboard.
func (a *App) refuseFull(ctx context.Context, p *store.Proof) *Problem {
	if p.Total == nil {
		return nil
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return problem
	}
	full, err := a.store.IsFull(ctx, ring, p.Arena, p.Challenge, mostOnBoard)
	if err == nil && full {
		return refuse(codeFull, "the challenge %s of the arena %s has %d proofs: want another challenge, or one of them "+
			"withdrawn", op.Quote(p.Challenge), op.Quote(p.Arena), mostOnBoard)
	}
	return a.failed(err)
}

// put stores a row, in another place if others take the one that it has.
func (a *App) put(ctx context.Context, p *store.Proof) (id string, created bool, _ *Problem) {
	for range mostTries {
		id, created, err := a.store.Put(ctx, p)
		if !errors.Is(err, store.ErrConflict) {
			return id, created, a.failed(err)
		}
		if _, problem := a.place(ctx, p); problem != nil { // another was first: it may be one that this replaces, or not
			return "", false, problem
		}
	}
	return "", false, a.failed(store.ErrConflict)
}

// place gives a proof its id and its place behind the proofs of the same submission, and
// reports whether it replaces one; or it returns why it cannot. Proofs of other owners, and
// those whose key no longer counts, are not in its way. The latest one of the same owner is
// replaced if it was signed with another key, or withdrawn, and neither it nor a change of it
// that counts was signed later.
func (a *App) place(ctx context.Context, p *store.Proof) (replaces bool, _ *Problem) {
	next, err := a.store.NextGeneration(ctx, p.Slot)
	if err != nil {
		return false, a.failed(err)
	}
	p.ID, p.Generation, p.Owner = p.Slot, next, a.ownerOf(p.Key)
	if next == 0 {
		return false, nil
	}
	p.ID = idOf("again", p.Slot, p.Content)
	ring, problem := a.ring(ctx)
	if problem != nil {
		return false, problem
	}
	all, err := a.store.Latest(ctx, ring, p.Slot)
	if err != nil {
		return false, a.failed(err)
	}
	last := a.ofOwner(p.Key, all)
	if last == nil {
		return false, nil
	}
	p.Owner = last.Owner
	if last, problem = a.asSigned(last); problem != nil {
		return true, problem
	}
	return true, a.refuseReplacing(ctx, ring, p, last)
}

// ofOwner returns the last proof in a list that is of the owner of a key, or nil.
func (a *App) ofOwner(public string, all []store.Proof) *store.Proof {
	for i := range slices.Backward(all) {
		if a.sameOwner(public, &all[i]) {
			return &all[i]
		}
	}
	return nil
}

// refuseReplacing returns why a proof cannot replace another one of its owner.
func (a *App) refuseReplacing(ctx context.Context, ring store.Ring, p, last *store.Proof) *Problem {
	as, problem := a.standing(ctx, ring, last)
	if problem != nil {
		return problem
	}
	if p.Key == last.Key && as.state != withdrawn || p.SignedAt < max(last.SignedAt, as.newest) {
		url := a.Base + "/p/" + own(last, true)
		problem := refuse(codeConflict, "%s has another score of the same submission: its owner replaces it by a record of "+
			"the same time or later that is signed with another current key, or withdraws it first; after a change that "+
			"counts, by one that was signed no earlier than the change", url)
		problem.URL = url
		return problem
	}
	return nil
}

// spend counts a record against what its key may store today, before it is stored: so
// requests at the same time cannot store more.
func (a *App) spend(ctx context.Context, key string, bytes int) (day string, _ *Problem) {
	day = a.Now().UTC().Format(time.DateOnly)
	ok, err := a.store.Spend(ctx, key, day, bytes, a.Quota)
	if err != nil {
		return day, a.failed(err)
	}
	if !ok {
		return day, refuse(codeQuota, "this key has reached its limit of %d records and %d KiB a day: want the next proof "+
			"after 0:00 UTC", a.Quota.Proofs, a.Quota.Bytes>>10)
	}
	return day, nil
}

// refund takes back what was spent on a record that was not stored.
func (a *App) refund(ctx context.Context, key, day string, bytes int) {
	a.failed(a.store.Refund(ctx, key, day, bytes)) // if it fails, the key has less until the day ends
}

// kept returns the answer for a stored proof.
func (a *App) kept(p *store.Proof, id string, created bool) Kept {
	url := a.Base + "/p/" + id
	kept := Kept{ID: id, Created: created, URL: url, JSON: url + ".json", Card: a.Base + "/embed/card/" + id}
	if path := pathTo("challenges", p.Arena, p.Challenge); path != "" {
		kept.Challenge = a.Base + path
	}
	if path := pathTo("agents", p.Arena, p.Agent); path != "" {
		kept.Agent = a.Base + path
	}
	return kept
}

// examined is the meaning of a text: a proof to store, or a change of one.
type examined struct {
	proof  *store.Proof
	change *request
}

// examine reads a posted text, or returns why it is not stored. It does not use
// the database.
func (a *App) examine(text string) (found examined, _ *Problem) {
	switch {
	case len(text) > mostText:
		return found, refuse(codeTooLarge, "the proof is over %d KiB: want at most %[1]d KiB", mostText>>10)
	case !utf8.ValidString(text) || strings.Contains(text, "\x00"):
		return found, refuse(codeMalformed, "the proof is not UTF-8 text, or contains the character U+0000")
	case strings.TrimSpace(text) == "":
		return found, refuse(codeMalformed, "the body is empty: want a proof, byte for byte as it was published")
	}
	minimal, res, problem := a.minimal(text)
	if problem != nil {
		return found, problem
	}
	if len(minimal) > mostRecord {
		return found, refuse(codeTooLarge, "the signed bytes and their signature are over %d KiB: want at most %[1]d KiB",
			mostRecord>>10)
	}
	if len(res.Claims) == 0 {
		return found, refuse(codeInvalid, "the signed bytes are not a record: want the text of a JSON object")
	}
	if isChange(res) {
		found.change, problem = a.changeOf(minimal, res)
		return found, problem
	}
	found.proof, problem = a.rowOf(minimal, res)
	return found, problem
}

// minimal returns the signature that counts and what it signs, without anything that
// somebody else may have added, and what proof.verify answers for it.
func (a *App) minimal(text string) (string, *proof.VerifyResponse, *Problem) {
	first, problem := a.authentic(text)
	if problem != nil {
		return "", nil, problem
	}
	if problem := refuseUnsigned(first); problem != nil {
		return "", nil, problem
	}
	req := a.request(text)
	if isChange(first) {
		req.Want = ofChange
	}
	minimal, err := proof.Minimal(req)
	if err != nil {
		return "", nil, refuse(codeInvalid, "%v", err)
	}
	res, problem := a.authentic(minimal)
	if problem != nil {
		return "", nil, problem
	}
	return minimal, res, nil
}

// authentic returns the answer of proof.verify for a text that it finds authentic.
func (a *App) authentic(text string) (*proof.VerifyResponse, *Problem) {
	res, err := a.verify(text)
	switch {
	case err != nil:
		return nil, refusedBy(err)
	case res.Verdict == "unreadable":
		return nil, ofVerdict(codeMalformed, &res)
	case res.Verdict == "qualified":
		if problem := setNumbers(&store.Proof{}, res.Signed()); problem != nil {
			return nil, problem // it names the member
		}
		return nil, ofVerdict(codeRefused, &res)
	case res.Verdict == "unmatched": // elsewhere another layout may be found that fits
		problem := refuse(codeRefused, "the record does not say which bytes are signed, or they are others than its key’s "+
			"entry says: want the version tallyproof-score/1, or a layout that is listed with the key")
		problem.Verdict = res.Verdict
		return nil, problem
	case res.Verdict != "authentic":
		return nil, ofVerdict(codeRefused, &res)
	}
	return &res, nil
}

// ofVerdict returns a refusal with what proof.verify says of the text.
func ofVerdict(code string, res *proof.VerifyResponse) *Problem {
	problem := refuse(code, "%s. %s", res.Heading, res.Sentence)
	problem.Verdict = res.Verdict
	return problem
}

// refusedBy returns a refusal of the request by the engine.
func refusedBy(err error) *Problem {
	var e *op.Error
	if errors.As(err, &e) {
		return refuse(codeInvalid, "%s", e.Message)
	}
	return fault()
}
