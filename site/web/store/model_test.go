package store

import (
	"cmp"
	"slices"
	"testing"
)

// model asks each proof of a store whether it counts.
type model struct {
	proofs  []Proof
	good    map[string]bool
	differ  map[string]bool
	changes []Change
	keys    map[string]Key
	now     string
}

// read reads all rows of a store.
func (w *world) read(t *testing.T, keys []Key, now string) *model {
	t.Helper()
	m := &model{good: map[string]bool{}, differ: map[string]bool{}, keys: map[string]Key{}, now: now}
	for _, k := range keys {
		m.keys[k.Key] = k
	}
	var err error
	if m.proofs, err = w.store.list(t.Context(), ``); err != nil {
		t.Fatal(err)
	}
	good, err := w.store.list(t.Context(), `WHERE good = 1`)
	for _, p := range good {
		m.good[p.ID] = true
	}
	differ, wrong := w.store.list(t.Context(), `WHERE good = -1`)
	for _, p := range differ {
		m.differ[p.ID] = true
	}
	if err = cmp.Or(err, wrong); err == nil {
		m.changes, err = w.store.changes(t.Context(), `SELECT id, of, kind, by, reason, text, key, signed_at, expires, stored_at FROM changes`)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// holds reports whether a signature under an arena holds.
func (m *model) holds(arena string, by Signer) bool {
	k, ok := m.keys[by.Key]
	signed := cmp.Or(by.SignedAt, m.now)
	return ok && by.Expires > m.now && (k.Arena == "" || k.Arena == arena) && k.From <= signed && signed < k.To
}

func (m *model) counts(p *Proof) bool {
	if !m.good[p.ID] || !m.holds(p.Arena, p.Signer) {
		return false
	}
	return !slices.ContainsFunc(m.changes, func(c Change) bool { return c.Of == p.ID && m.holds(p.Arena, c.Signer) }) &&
		!slices.ContainsFunc(m.proofs, func(n Proof) bool {
			return n.Slot == p.Slot && n.Slot != "" && n.Owner == p.Owner && n.Generation > p.Generation && m.holds(p.Arena, n.Signer)
		})
}

// before orders proofs as rankings do.
func before(a, b *Proof) int {
	return cmp.Or(cmp.Compare(*b.Total, *a.Total), cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID))
}

// ranking returns the proofs of a challenge that count, best first, and the others.
func (m *model) ranking(arena, challenge string) (ranked, apart []Proof) {
	for _, p := range m.proofs {
		switch {
		case p.Arena != arena || p.Challenge != challenge || p.Total == nil:
		case *p.Total >= 0 && *p.Total <= 1e9 && m.counts(&p):
			ranked = append(ranked, p)
		default:
			apart = append(apart, p)
		}
	}
	for _, all := range [][]Proof{ranked, apart} {
		slices.SortFunc(all, func(a, b Proof) int { return before(&a, &b) })
	}
	return ranked, apart
}

// page returns a part of some proofs in order.
func page(all []Proof, after *Proof, limit int) ([]Proof, bool) {
	if after != nil && after.Total != nil {
		all = all[countIf(all, func(p *Proof) bool { return before(p, after) <= 0 }):]
	}
	if len(all) == 0 {
		return nil, false
	}
	return cut(all, limit)
}

func countIf(all []Proof, is func(*Proof) bool) (n int) {
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	return n
}

// board is the page of a challenge that follows from the model.
func (m *model) board(arena, challenge string, after *Proof, limit int) (b Board, apart History) {
	ranked, others := m.ranking(arena, challenge)
	b.Count, apart.Count = len(ranked), len(others)
	b.Proofs, b.More = page(ranked, after, limit)
	apart.Proofs, apart.More = page(others, after, limit)
	apart.Differing = countIf(others, func(p *Proof) bool { return m.differ[p.ID] })
	if len(b.Proofs) == 0 {
		return b, apart
	}
	first := &b.Proofs[0]
	b.Better = countIf(ranked, func(p *Proof) bool { return *p.Total > *first.Total || *p.Total == *first.Total && p.At < first.At })
	b.Before = countIf(ranked, func(p *Proof) bool { return before(p, first) < 0 })
	b.Tied = countIf(ranked, func(p *Proof) bool { return *p.Total == *first.Total && p.At == first.At })
	return b, apart
}

// challenges are those that follow one.
func (m *model) challenges(after ChallengeID, limit int) (found []Challenge, more bool) {
	seen := map[ChallengeID]bool{}
	for _, p := range m.proofs {
		id := ChallengeID{p.Arena, p.Challenge}
		if seen[id] || p.Arena == "" || p.Challenge == "" || cmp.Or(cmp.Compare(p.Arena, after.Arena), cmp.Compare(p.Challenge, after.Challenge)) <= 0 {
			continue
		}
		seen[id] = true
		if ranked, _ := m.ranking(p.Arena, p.Challenge); len(ranked) > 0 {
			found = append(found, Challenge{ChallengeID: id, Count: len(ranked), Best: ranked[0]})
		}
	}
	slices.SortFunc(found, func(a, b Challenge) int {
		return cmp.Or(cmp.Compare(a.Arena, b.Arena), cmp.Compare(a.Challenge, b.Challenge))
	})
	if len(found) > limit {
		return found[:limit], true
	}
	return found, false
}
