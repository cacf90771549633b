package proof

import (
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
)

// candidates holds the keys that may have made a signature: named has the keys that the
// document carries or names or that were given for it, others the remaining known keys.
type candidates struct {
	named, others [][]byte
	more          bool // there are others still
}

func (c candidates) all() [][]byte { return append(c.named[:len(c.named):len(c.named)], c.others...) }

func (v *verifier) candidates(s *envelope.Statement) candidates {
	if s.Key != nil {
		return candidates{named: [][]byte{s.Key}}
	}
	var c candidates
	if v.pasted != nil && v.mayBe(s, v.pasted.Known()) {
		c.named = append(c.named, v.pasted.Bytes)
	}
	for _, ring := range []key.Source{&v.ring, &v.brought} {
		if hinted := ring.Named(s.KeyID); hinted != nil && v.mayBe(s, hinted.Known) {
			c.named = append(c.named, hinted.Bytes)
		}
	}
	for _, ring := range []key.Source{&v.ring, &v.brought} {
		v.addOthers(&c, s, ring)
	}
	return c
}

// mayBe reports whether a key may be the one that the document names, by what a
// trusted keyring says of the key if one lists it.
func (v *verifier) mayBe(s *envelope.Statement, k key.Known) bool {
	if entry := v.ring.Lookup(k.Bytes); entry != nil {
		k = entry.Known
	}
	return s.MayBe(k)
}

// addOthers adds the keys of a keyring that the document does not name by their
// id: those with the hash or number it gives as named ones.
func (v *verifier) addOthers(c *candidates, s *envelope.Statement, ring key.Source) {
	hinted := ring.Named(s.KeyID)
	keys := ring.Keys()
	for i := range keys {
		key := &keys[i]
		switch {
		case key == hinted || !v.mayBe(s, key.Known):
		case v.work <= 0 && len(c.named)+len(c.others) > 0: // no other would be tried
			c.more = true
			return
		case s.Hashed || key.Number != "" && key.Number == s.KeyID:
			c.named = append(c.named, key.Bytes)
		default:
			c.others = append(c.others, key.Bytes)
		}
	}
}

// One request may take about a second, however many keys, layouts and signatures it has.
// Work is counted in checks of one signature that share their key's tables, about 25 µs
// in a browser. The first check of every signature is free: the length of the text limits
// their number.
const (
	mostWork    = signature.Alone * key.Most
	workPerText = 64 // a text has one more for so many bytes
)

// spend takes a check over that many bytes from the work that is left, and
// reports whether there was enough.
func (v *verifier) spend(check, size int) bool {
	v.work -= check + size/signature.SizedWork
	return v.work >= 0
}

// prepare returns a key to check with, each prepared once.
func (v *verifier) prepare(k []byte) *signature.Prepared {
	if v.prepared == nil {
		v.prepared = map[string]*signature.Prepared{}
	}
	p, ok := v.prepared[string(k)]
	if !ok {
		p = signature.Prepare(k)
		p.Many = v.documents / (1 + len(v.prepared)) // tables for many keys would fill the memory
		if len(v.prepared) < key.Most {
			v.prepared[string(k)] = p
		}
	}
	return p
}

func (v *verifier) prepareAll(keys [][]byte) []*signature.Prepared {
	all := make([]*signature.Prepared, len(keys))
	for i, key := range keys {
		all[i] = v.prepare(key)
	}
	return all
}
