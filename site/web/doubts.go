package web

import (
	"context"
	"errors"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// doubts are the leaderboards of a replay that hang on entries under keys that the
// keyring does not list. A replay does not store such an entry, and nobody can tell
// whose it was. But what was signed later may name it, or stand in its place.
type doubts struct {
	entries int64                       // how many were replayed
	names   map[string]lacked           // by the ids and contents that the host has and the replay lacks, or has for another proof
	slots   map[string]int64            // by the slots that such an entry is in: the entry
	changed map[string]int64            // by the names of proofs that such a change is about: the change
	hidden  int64                       // the first such entry that shows neither its key nor its arena, and may be anywhere; -1 for none
	boards  map[store.ChallengeID]int64 // the leaderboards, each with the entry on which it hangs
	lacking map[store.ChallengeID]int64 // the leaderboards that count more, or less, where the key of that entry is listed
}

// lacked is why a replay lacks a name: because of an entry under a key that is not
// listed. The board is that of the proof, if it may count.
type lacked struct {
	entry int64
	board store.ChallengeID
}

func newDoubts() *doubts {
	return &doubts{names: map[string]lacked{}, slots: map[string]int64{}, changed: map[string]int64{}, hidden: -1, boards: map[store.ChallengeID]int64{}, lacking: map[store.ChallengeID]int64{}}
}

// Doubt is the entry, under a key that is not listed, on which a leaderboard of a replay
// hangs. ok is false if there is none.
func (a *App) Doubt(arena, challenge string) (entry int64, ok bool) {
	entry, ok = a.doubts.boards[store.ChallengeID{Arena: arena, Challenge: challenge}]
	return entry, ok
}

// Lacks is the first entry, under a key that is not listed, that may decide a leaderboard
// of a replay where the key is listed. ok is false if there is none.
func (a *App) Lacks(arena, challenge string) (entry int64, ok bool) {
	entry, ok = a.doubts.lacking[store.ChallengeID{Arena: arena, Challenge: challenge}]
	if hidden := a.doubts.hidden; hidden >= 0 && !(ok && entry < hidden) {
		return hidden, true
	}
	return entry, ok
}

// doubt notes what hangs on the next entry, or the entry on which that hangs. id is that
// of the proof that was stored or changed; "" if the entry was refused.
func (a *App) doubt(ctx context.Context, text, id string) error {
	d := a.doubts
	defer func() { d.entries++ }()
	if id != "" && len(d.names)+len(d.slots)+len(d.changed) == 0 && d.hidden < 0 {
		return nil
	}
	res, err := a.verify(text)
	if err != nil {
		return nil // no host has stored that
	}
	if res.Verdict == "unknown-key" || res.Verdict == "unmatched" {
		return a.lack(ctx, text, &res)
	}
	found, problem := a.examine(text)
	switch {
	case problem != nil:
		return nil
	case found.change != nil:
		return a.doubtChange(ctx, found.change, id)
	}
	return a.doubtProof(ctx, found.proof, id)
}

// lack notes an entry under a key that is not listed.
func (a *App) lack(ctx context.Context, text string, res *proof.VerifyResponse) error {
	d := a.doubts
	isKnown := res.Verdict == "unknown-key" && res.Key != nil
	if isKnown && isChange(res) {
		of := member(res, "of")
		setFirst(d.changed, of, d.entries)
		p, err := a.store.Find(ctx, of)
		if err == nil {
			setFirst(d.lacking, boardOf(p), d.entries)
		}
		return ignoreMissing(err)
	}
	var p *store.Proof
	if isKnown && len(res.Claims) > 0 {
		p, _ = a.rowOf(text, res)
	}
	if p == nil || p.Arena == "" { // the key may have been listed for any arena
		if d.hidden < 0 {
			d.hidden = d.entries
		}
		return nil
	}
	setFirst(d.lacking, boardOf(p), d.entries)
	setFirst(d.slots, p.Slot, d.entries)
	names := []string{p.Content, againOf(p)}
	if _, err := a.store.Get(ctx, p.Slot); errors.Is(err, store.ErrNotFound) {
		names = append(names, p.Slot)
	} else if err != nil {
		return err
	}
	for _, name := range names {
		setFirst(d.names, name, lacked{entry: d.entries})
	}
	return nil
}

// doubtProof notes what hangs on the place of a proof under a listed key.
func (a *App) doubtProof(ctx context.Context, p *store.Proof, id string) error {
	d := a.doubts
	entry, hangs := d.slots[p.Slot]
	if !hangs && d.hidden >= 0 && p.Slot != idOf("content", p.Content) {
		entry, hangs = d.hidden, true
	}
	if id == "" && !hangs {
		last, err := a.store.Latest(ctx, p.Slot)
		if err != nil {
			return ignoreMissing(err)
		}
		if entry, hangs = d.changed[last.ID]; !hangs {
			entry, hangs = d.changed[last.Content]
		}
	}
	if !hangs {
		return nil
	}
	lacks := lacked{entry, boardOf(p)}
	switch id {
	case "": // the host stored it, and something in between made that possible
		setFirst(d.boards, lacks.board, entry)
		for _, name := range []string{p.Content, againOf(p)} {
			setFirst(d.names, name, lacks)
		}
	case p.Slot: // on the host another proof may have this id
		setFirst(d.names, againOf(p), lacks)
		if _, known := d.slots[p.Slot]; !known {
			setFirst(d.names, p.Slot, lacks)
		}
	}
	return nil
}

// doubtChange notes the leaderboard of the proof that a change under a listed key is
// about, if on the host it may be about another, or about this one only there.
func (a *App) doubtChange(ctx context.Context, c *request, id string) error {
	d := a.doubts
	if id != "" {
		p, err := a.store.Get(ctx, id)
		if err != nil {
			return err
		}
		if lacks, ok := d.names[c.Of]; ok && c.Of == p.Slot {
			setFirst(d.boards, boardOf(p), lacks.entry)
		}
		return nil
	}
	p, err := a.store.Find(ctx, c.Of)
	if errors.Is(err, store.ErrNotFound) {
		if lacks, ok := d.names[c.Of]; ok && lacks.board != (store.ChallengeID{}) {
			setFirst(d.boards, lacks.board, lacks.entry)
		}
		return nil
	}
	if err != nil || c.by == "" {
		return err
	}
	if lacks, ok := d.names[c.by]; ok {
		setFirst(d.boards, boardOf(p), lacks.entry)
	} else if _, err := a.store.Find(ctx, c.by); d.hidden >= 0 && errors.Is(err, store.ErrNotFound) {
		setFirst(d.boards, boardOf(p), d.hidden)
	} else {
		return ignoreMissing(err)
	}
	return nil
}

// againOf is the id of a proof that is not the first of its submission.
func againOf(p *store.Proof) string { return idOf("again", p.Slot, p.Content) }

func boardOf(p *store.Proof) store.ChallengeID {
	return store.ChallengeID{Arena: p.Arena, Challenge: p.Challenge}
}

func setFirst[K comparable, V any](m map[K]V, k K, v V) {
	if _, ok := m[k]; !ok {
		m[k] = v
	}
}

func ignoreMissing(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}
