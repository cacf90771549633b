package proof

import (
	"cmp"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// KeyringRequest is keys from several places.
type KeyringRequest struct {
	Keyrings []op.Raw `json:"keyrings" op:"max=16" doc:"Each a keyring {\"keys\": […]}, a JWKS, one JWK, or a text with one of them or with one public key in any spelling."`
}

// KeyringResponse is one keyring, which proof.verify takes as keys.
type KeyringResponse struct {
	Keys []ListedKey `json:"keys" doc:"Every key once, in the order given."`
}

// ListedKey is one key of a keyring.
type ListedKey struct {
	ID        string `json:"id,omitempty" doc:"Name of the key."`
	Owner     string `json:"owner,omitempty" doc:"Whose it is."`
	Arena     string `json:"arena,omitempty" doc:"Where it signs."`
	Source    string `json:"source,omitempty" doc:"Where its owner published it."`
	PublicKey string `json:"public_key" doc:"32 bytes in hexadecimal."`
	ValidFrom string `json:"valid_from,omitempty" doc:"Since when it is valid."`
	ValidTo   string `json:"valid_to,omitempty" doc:"Until when it is valid."`
	Status    string `json:"status,omitempty" doc:"revoked, or nothing."`

	KeyNumber    string   `json:"key_number,omitempty" doc:"Its number as a key of minisign or signify: signatures with another one are not its own."`
	Layout       *Layout  `json:"layout,omitempty" doc:"How flat records are signed with it."`
	Namespaces   []string `json:"namespaces,omitempty" doc:"Of SSH signatures that it makes; any if absent."`
	PayloadTypes []string `json:"payload_types,omitempty" doc:"Of DSSE envelopes that it signs; any if absent."`
}

// Keyring makes one keyring of several. Where two list the same key, what the
// first says of it holds, the second adds what the first leaves out, and a key
// that one of them revokes is revoked. Where two give different keys the same
// id, the first keeps it.
//
// Errors: a keyring that cannot be read.
func Keyring(req KeyringRequest) (KeyringResponse, error) {
	var all keyring
	for i, raw := range req.Keyrings {
		ring, p := readKeyring(string(raw))
		if p != nil {
			return KeyringResponse{}, ofKeyring(op.Pointer("keyrings", i), p)
		}
		all.join(&ring)
	}
	if len(all.keys) > mostKeys {
		return KeyringResponse{}, op.Invalidf("/keyrings", "%d keys: want at most %d", len(all.keys), mostKeys)
	}
	res := KeyringResponse{Keys: make([]ListedKey, len(all.keys))}
	for i := range all.keys {
		k := &all.keys[i]
		res.Keys[i] = ListedKey{ID: k.id, Owner: k.owner, Arena: k.arena, Source: k.source, PublicKey: hexOf(k.bytes), ValidFrom: k.from, ValidTo: k.to,
			KeyNumber: k.number, Layout: k.layout, Namespaces: k.namespaces, PayloadTypes: k.payloadTypes}
		if k.revoked() {
			res.Keys[i].Status = "revoked"
		}
	}
	return res, nil
}

// readKeyring reads a keyring, or one key as a keyring of its own.
func readKeyring(text string) (keyring, *problem) {
	v, p := parseJSON(text)
	if p == nil && v.Kind == jcs.String {
		text = v.Str
		v, p = parseJSON(text)
	}
	if p == nil && v.Get("kty") == nil || strings.HasPrefix(strings.TrimSpace(text), "{") && p != nil {
		return parseKeyring([]byte(text))
	}
	k, p := parseKey(text)
	if p != nil {
		return keyring{}, p
	}
	var ring keyring
	if why := refuseName(k.id); why != "" {
		return keyring{}, problemAt(text, 0, "expected a name of "+why)
	}
	ring.add(listedKey{knownKey: k.known(), id: k.id})
	return ring, nil
}

// join adds the keys of another keyring that are not there yet, and of the
// others what was not said of them.
func (k *keyring) join(other *keyring) {
	for i := range other.keys {
		key := other.keys[i]
		if k.named(key.id) != nil {
			key.id = ""
		}
		at, found := k.at[string(key.bytes)]
		if !found {
			k.add(key)
			continue
		}
		known := &k.keys[at]
		if known.id == "" && key.id != "" {
			known.id, k.ids[key.id] = key.id, at
		}
		known.owner, known.arena, known.source = cmp.Or(known.owner, key.owner), cmp.Or(known.arena, key.arena), cmp.Or(known.source, key.source)
		known.number = cmp.Or(known.number, key.number)
		if known.layout == nil {
			known.layout = key.layout
		}
		if known.namespaces == nil {
			known.namespaces = key.namespaces
		}
		if known.payloadTypes == nil {
			known.payloadTypes = key.payloadTypes
		}
		if known.from == "" && known.to == "" {
			known.from, known.fromAt, known.to, known.toAt = key.from, key.fromAt, key.to, key.toAt
		}
		if key.revoked() {
			known.status = key.status
		}
	}
}

// trustedKeys is what a request trusts: the keys of its keyring, and the pins
// that are not among them. What the keyring says of a key holds, whatever the
// pins say of it.
func trustedKeys(host, pins keyring) trusted {
	var all trusted
	for _, from := range []struct {
		ring  keyring
		entry string
	}{{host, "/keys"}, {pins, "/pins"}} {
		for _, key := range from.ring.keys {
			if all.lookup(key.bytes) != nil {
				continue
			}
			if all.named(key.id) != nil {
				key.id = ""
			}
			key.entry = from.entry + key.entry
			all.add(key)
		}
	}
	return all
}
