package web

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// part finds the proofs of a list: those that count behind one of them, and those
// that do not.
type part struct {
	count func(ring store.Ring, after *store.Proof) (store.History, error)
	apart func(ring store.Ring, after *store.Proof, counted, limit int) (store.History, error)
}

// mostRounds limits how often a list is read again if some of its proofs turn out
// not to count.
const mostRounds = 4

// fill fills a list with the requested part. It verifies every proof in it;
// their number does not depend on how many are stored.
func (a *App) fill(ctx context.Context, r *http.Request, l *List, p part) (entries []*shown, _ *Problem) {
	after, problem := a.after(ctx, r, "after")
	if problem != nil {
		return nil, problem
	}
	afterApart, problem := a.after(ctx, r, "apart")
	if problem != nil {
		return nil, problem
	}
	a.rereadIfPossible(ctx)
	ring, problem := a.ring(ctx)
	if problem != nil {
		return nil, problem
	}
	entries, found, problem := a.counted(ctx, ring, after, p)
	if problem != nil {
		return nil, problem
	}
	l.Count, l.Entries = found.Count, []Entry{}
	for _, s := range entries {
		l.Entries = append(l.Entries, s.entry())
	}
	if found.More && len(found.Proofs) > 0 {
		l.Next = continued("?after=", found.Proofs)
	}
	return entries, a.fillApart(ctx, l, ring, p, afterApart, after == nil)
}

// counted returns the proofs of a part that count. The store selects them by their
// keys and dates; nothing else changes with time. If one of them is not authentic
// for another reason, the store records that, and is read again.
func (a *App) counted(ctx context.Context, ring store.Ring, after *store.Proof,
	p part) (entries []*shown, found store.History, _ *Problem) {
	for range mostRounds {
		var err error
		if found, err = p.count(ring, after); err != nil {
			return nil, found, a.failed(err)
		}
		all, problem := a.allVerified(ctx, found.Proofs)
		if problem != nil {
			return nil, found, problem
		}
		entries = entries[:0]
		apart := map[store.Good][]string{}
		for _, s := range all {
			if good := s.good(); good != store.Authentic {
				apart[good] = append(apart[good], s.ID)
			} else {
				entries = append(entries, s)
			}
		}
		for good, ids := range apart {
			if err := a.store.SetGood(ctx, good, ids...); err != nil {
				return nil, found, a.failed(err)
			}
		}
		if len(apart) == 0 {
			break
		}
	}
	return entries, found, nil
}

// good is what the store keeps of a proof whose key counts, since only showing it tells.
func (s *shown) good() store.Good {
	switch {
	case s.differs || !isID(s.ID):
		return store.Differing
	case s.res.Verdict != "authentic":
		return store.NotAuthentic
	}
	return store.Authentic
}

// fillApart adds the number of the proofs that do not count, and on the first page of
// a list these proofs.
func (a *App) fillApart(ctx context.Context, l *List, ring store.Ring, p part, after *store.Proof,
	isFirst bool) *Problem {
	limit := 0
	if isFirst {
		limit = pageSize
	}
	found, err := p.apart(ring, after, l.Count, limit)
	if err != nil {
		return a.failed(err)
	}
	l.Others, l.Differing = found.Count, found.Differing
	shown, problem := a.inList(ctx, ring, found.Proofs)
	if problem != nil {
		return problem
	}
	for _, s := range shown {
		if !isID(s.ID) { // it has no page
			continue
		}
		e, problem := a.apart(ctx, s)
		if problem != nil {
			return problem
		}
		l.Apart = append(l.Apart, e)
	}
	if found.More {
		l.NextApart = continued("?apart=", found.Proofs)
	}
	return nil
}

// continued returns the query by which a list continues after its last proof that has a page.
func continued(query string, proofs []store.Proof) string {
	for _, p := range slices.Backward(proofs) {
		if isID(p.ID) {
			return query + p.ID
		}
	}
	return ""
}

// onDay returns the day of a time in a sentence, with a space before it; "" if it is not known.
func onDay(text string) string {
	if text == "" {
		return ""
	}
	return " on " + date(text)
}

// apart returns a proof that did not count when the list was read.
func (a *App) apart(ctx context.Context, s *shown) (Entry, *Problem) {
	e := s.entry()
	switch {
	case s.differs:
		e.Heading, e.State = differing, "differs"
	case s.counts(): // once it was not authentic, and now it is again
		if err := a.store.SetGood(ctx, store.Authentic, s.ID); err != nil {
			return Entry{}, a.failed(err)
		}
		e.Heading = "Not ranked yet: the proof will be checked again"
	}
	return e, nil
}

// entry returns a proof in a list. Its names are those of the claims of its proof, with which
// <arena-board> compares them.
func (s *shown) entry() Entry {
	e := Entry{
		ID: s.own(), URL: s.address, Challenge: s.Challenge,
		Title: proofrecord.Cut(cmp.Or(signedText(s.signed, proofrecord.MeansTitle), s.Challenge)), Agent: s.Agent,
		Name:  proofrecord.Cut(s.Name),
		Total: s.Total, Rating: s.Rating, Verdict: s.res.Verdict, Heading: s.res.Heading, State: s.state,
		SubmittedAt: signedText(s.signed, proofrecord.MeansSubmitted),
		EvaluatedAt: signedText(s.signed, proofrecord.MeansTime),
	}
	e.Note = noteOf(s.Name, s.Agent, e.Title, s.Challenge)
	_, _, e.placed = s.signed.Number(proofrecord.MeansRank)
	if s.state == "" {
		return e
	}
	_, e.Heading = s.verdict()
	for _, event := range s.events {
		if event.Counts {
			e.Heading += onDay(event.On)
			if event.Reason != "" {
				e.Heading += ": " + event.Reason
			}
			break
		}
	}
	return e
}

// unreadable replaces the key of a text which an earlier version stored and which
// is not a proof any more: it never counts.
const unreadable = "-"

// RereadAll derives the columns that lists need for all proofs of earlier
// versions, which stored fewer columns. Hosts that cannot do it at their start
// leave it to the lists: each list reads a few proofs.
func (a *App) RereadAll(ctx context.Context) error {
	for {
		if n, err := a.rereadSome(ctx); n == 0 || err != nil {
			return err
		}
	}
}

// rereadIfPossible does that for a few proofs. A row that the store does not let it change
// counts nowhere, and is no reason to show no other.
func (a *App) rereadIfPossible(ctx context.Context) {
	if _, err := a.rereadSome(ctx); err != nil {
		a.failed(err)
	}
}

// rereadSome does that for a few proofs, and returns their number.
func (a *App) rereadSome(ctx context.Context) (n int, err error) {
	old, err := a.store.Unread(ctx)
	if err != nil {
		return 0, err
	}
	for i := range old {
		if err := a.store.Reread(ctx, a.reread(&old[i])); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// reread returns a row of an earlier version as it would be stored now, in its place.
func (a *App) reread(old *store.Proof) *store.Proof {
	p := *old
	p.Slot = old.ID
	p.Key, p.SignedAt, p.Expires = unreadable, "", store.Never
	found, problem := a.examine(old.Text)
	if problem == nil && found.proof != nil {
		q := found.proof
		p.Content, p.Text, p.Name, p.Total, p.Rating, p.At, p.Signer = q.Content, q.Text, q.Name, q.Total, q.Rating, q.At,
			q.Signer
		return &p
	}
	// It may count again when its key does.
	res, err := a.verify(old.Text)
	if err != nil || problem == nil || problem.Code != codeRefused || res.Key == nil || len(res.Claims) == 0 {
		return &p
	}
	if setNumbers(&store.Proof{}, res.Signed()) == nil {
		q := a.fromBytes(old, &res)
		p.Name, p.Total, p.Rating, p.At, p.Signer = q.Name, q.Total, q.Rating, q.At, a.signerOf(&res)
	}
	return &p
}

// listed are the keys of the deployment by their bytes in hexadecimal.
type listed map[string]key.ListedKey

// list reads the keyring.
func list(ring []byte) (listed, []key.ListedKey, error) {
	res, err := key.Keyring(key.KeyringRequest{Keyrings: []op.Raw{ring}})
	if err != nil {
		return nil, nil, err
	}
	keys := listed{}
	for _, k := range res.Keys {
		keys[k.PublicKey] = k
	}
	return keys, res.Keys, nil
}

// signsFor returns the arena that a key is listed for, and whether its proofs can be
// stored: they cannot if the arena is not a valid id.
func signsFor(k *key.ListedKey) (arena string, ok bool) {
	return k.Arena, k.Arena == "" || refuseID(k.Arena) == ""
}

// ringOf returns the keys that can count.
func ringOf(all listed) store.Ring {
	var keys []store.Key
	for _, name := range slices.Sorted(maps.Keys(all)) {
		k := all[name]
		if arena, ok := signsFor(&k); ok && k.Status != "revoked" {
			keys = append(keys, store.Key{Key: k.PublicKey, Arena: arena, From: moment(k.ValidFrom, ""),
				To: moment(k.ValidTo, store.Never)})
		}
	}
	return store.NewRing(keys, "")
}

// ring returns the keys that count at this moment, ready for lists.
func (a *App) ring(ctx context.Context) (store.Ring, *Problem) {
	ring := a.keys.At(ofTime(a.Now()))
	return ring, a.failed(a.store.Use(ctx, ring))
}

// moment returns a time in a form that sorts, or the replacement for a missing time.
func moment(text, otherwise string) string {
	at, ok := instant.Parse(text)
	if !ok || !at.Known {
		return otherwise
	}
	return spelled(at.Seconds, at.Nanos)
}

func ofTime(t time.Time) string { return spelled(t.Unix(), int64(t.Nanosecond())) }

func spelled(seconds, nanos int64) string { return fmt.Sprintf("%011d.%09d", seconds, nanos) }

// ownerOf returns the listed owner of a key, else the key itself.
func (a *App) ownerOf(public string) string {
	return cmp.Or(a.listed[public].Owner, "key "+public)
}

// isCurrent reports whether a key is listed, active and valid at this moment:
// an owner needs such a key to change what is stored.
func (a *App) isCurrent(public string) bool {
	k, ok := a.listed[public]
	now := ofTime(a.Now())
	return ok && k.Status != "revoked" && moment(k.ValidFrom, "") <= now && now < moment(k.ValidTo, store.Never)
}

// sameOwner reports whether a key is of the owner of a stored proof: of its key as
// that is listed now, or as it was when the proof was stored.
func (a *App) sameOwner(public string, p *store.Proof) bool {
	if k, ok := a.listed[p.Key]; ok && k.Owner != "" {
		return a.ownerOf(public) == k.Owner
	}
	return a.ownerOf(public) == p.Owner
}
