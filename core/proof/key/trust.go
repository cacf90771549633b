package key

import "bytes"

// Trusted holds the keys that the caller of an operation trusts: the keyring of a host,
// and the visitor's pins. Only [Trust] makes a non-empty value.
type Trusted struct{ ring Ring }

// Brought is keys that came with a link, a document or a file. They are tried,
// and say nothing about whose a key is. Only [Bring] makes one that is not empty.
type Brought struct{ ring Ring }

// Source looks up keys: [Trusted] or [Brought].
type Source interface {
	Keys() []Listed          // all of them, in the order listed
	Named(id string) *Listed // the one with that id, or nil
}

// Trust returns the keys that a request trusts: its keyring, and the pins that the
// keyring lacks. What the keyring says of a key holds, whatever the pins say of it.
func Trust(host, pins Ring) Trusted {
	var all Trusted
	for _, from := range []struct {
		ring  Ring
		entry string
	}{{host, "/keys"}, {pins, "/pins"}} {
		for _, key := range from.ring.Keys {
			if all.Lookup(key.Bytes) != nil {
				continue
			}
			if all.Named(key.ID) != nil {
				key.ID = ""
			}
			key.Entry = from.entry + key.Entry
			all.ring.add(key)
		}
	}
	return all
}

// Bring is keys that nobody vouches for.
func Bring(ring Ring) Brought { return Brought{ring} }

// Keys returns all trusted keys, in the order listed.
func (t *Trusted) Keys() []Listed { return t.ring.Keys }

// Named returns the trusted key with that id, or nil.
func (t *Trusted) Named(id string) *Listed { return t.ring.named(id) }

// Lookup returns the trusted entry of a key, or nil: the key is pinned if there is
// one.
func (t *Trusted) Lookup(key []byte) *Listed { return t.ring.lookup(key) }

// Other returns the first key of an owner or arena whose bytes differ from key, or nil.
// It reveals a changed key. Without a name it returns nil.
func (t *Trusted) Other(who string, key []byte) *Listed {
	for i := range t.ring.Keys {
		k := &t.ring.Keys[i]
		if who != "" && (k.Owner == who || k.Arena == who) && !bytes.Equal(k.Bytes, key) {
			return k
		}
	}
	return nil
}

// Keys returns all keys that were brought, in the order listed.
func (b *Brought) Keys() []Listed { return b.ring.Keys }

// Named returns the key with that id among those that were brought, or nil.
func (b *Brought) Named(id string) *Listed { return b.ring.named(id) }

// CallsIt returns the name that an untrusted keyring gives key, or "".
func (b *Brought) CallsIt(key []byte) string {
	entry := b.ring.lookup(key)
	if entry == nil {
		return ""
	}
	for _, name := range []string{entry.Owner, entry.ID, entry.Arena} {
		if name != "" {
			return name
		}
	}
	return ""
}
