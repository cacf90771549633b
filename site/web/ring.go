package web

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// listed are the keys of the deployment by their bytes in hexadecimal.
type listed map[string]key.ListedKey

// list reads the keyring.
func list(ring []byte) (listed, error) {
	res, err := key.Keyring(key.KeyringRequest{Keyrings: []op.Raw{ring}})
	if err != nil {
		return nil, err
	}
	keys := listed{}
	for _, k := range res.Keys {
		keys[k.PublicKey] = k
	}
	return keys, nil
}

// signsFor is the arena that a key is listed for, and whether its proofs can be
// stored: they cannot if the arena is not a valid id.
func signsFor(k *key.ListedKey) (arena string, ok bool) {
	return k.Arena, k.Arena == "" || refuseID(k.Arena) == ""
}

// ringOf is the keys that can count.
func ringOf(all listed) store.Ring {
	var keys []store.Key
	for _, name := range slices.Sorted(maps.Keys(all)) {
		k := all[name]
		if arena, ok := signsFor(&k); ok && k.Status != "revoked" {
			keys = append(keys, store.Key{Key: k.PublicKey, Arena: arena, From: moment(k.ValidFrom, ""), To: moment(k.ValidTo, store.Never)})
		}
	}
	return store.NewRing(keys, "")
}

// ring has the keys that count at this moment, ready for lists.
func (a *App) ring(ctx context.Context) (store.Ring, *Problem) {
	ring := a.keys.At(ofTime(a.Now()))
	return ring, a.failed(a.store.Use(ctx, ring))
}

// moment is a time in a form that sorts, or the replacement for a missing time.
func moment(text, otherwise string) string {
	at, ok := instant.Parse(text)
	if !ok || !at.Known {
		return otherwise
	}
	return spelled(at.Seconds, at.Nanos)
}

func ofTime(t time.Time) string { return spelled(t.Unix(), int64(t.Nanosecond())) }

func spelled(seconds, nanos int64) string { return fmt.Sprintf("%011d.%09d", seconds, nanos) }

// ownerOf is the listed owner of a key, else the key itself.
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
