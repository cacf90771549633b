package key

import (
	"cmp"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/text"
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

	KeyNumber    string         `json:"key_number,omitempty" doc:"Its number as a key of minisign or signify: signatures with another number are not by this key."`
	KeyName      string         `json:"key_name,omitempty" doc:"Its name as a key of signed notes: notes under another name are not by this key."`
	Layout       *layout.Layout `json:"layout,omitempty" doc:"How flat records are signed with it."`
	Namespaces   []string       `json:"namespaces,omitempty" doc:"Namespaces of the SSH signatures that it may make; any if absent."`
	PayloadTypes []string       `json:"payload_types,omitempty" doc:"Payload types of the DSSE envelopes that it may sign; any if absent."`
}

// Keyring makes one keyring of several. If two list the same key, what the
// first says of it holds, the second adds what the first leaves out, and a key
// that one of them revokes is revoked. If two give different keys the same
// id, the first keeps it.
//
// Errors: a keyring that cannot be read.
func Keyring(req KeyringRequest) (KeyringResponse, error) {
	var all Ring
	for i, raw := range req.Keyrings {
		ring, p := ReadAny(string(raw))
		if p != nil {
			return KeyringResponse{}, Refusal(op.Pointer("keyrings", i), p)
		}
		all.join(&ring)
	}
	if len(all.Keys) > Most {
		return KeyringResponse{}, op.Refuse("/keyrings", "%d keys: want at most %d", len(all.Keys), Most)
	}
	res := KeyringResponse{Keys: make([]ListedKey, len(all.Keys))}
	for i := range all.Keys {
		k := &all.Keys[i]
		res.Keys[i] = ListedKey{ID: k.ID, Owner: k.Owner, Arena: k.Arena, Source: k.Source, PublicKey: text.HexOf(k.Bytes),
			ValidFrom: k.From, ValidTo: k.To,
			KeyNumber: k.Number, KeyName: k.Name, Layout: k.Layout, Namespaces: k.namespaces, PayloadTypes: k.payloadTypes}
		if k.Revoked() {
			res.Keys[i].Status = "revoked"
		}
	}
	return res, nil
}

// ReadAny reads a keyring, or one key as a keyring of its own.
func ReadAny(str string) (Ring, *text.Problem) {
	v, p := text.ParseJSON(str)
	if p == nil && v.Kind == jcs.String {
		str = v.Str
		v, p = text.ParseJSON(str)
	}
	if p == nil && v.Get("kty") == nil || strings.HasPrefix(strings.TrimSpace(str), "{") && p != nil {
		return ParseKeyring([]byte(str))
	}
	k, p := Parse(str)
	if p != nil {
		return Ring{}, p
	}
	var ring Ring
	if why := refuseName(k.ID); why != "" {
		return Ring{}, text.ProblemAt(str, 0, "expected a name of "+why)
	}
	own := Listed{Known: k.Known(), ID: k.ID}
	if wanted := own.limited(&k); wanted != "" {
		return Ring{}, text.ProblemAt(str, 0, "expected "+wanted)
	}
	ring.add(own)
	return ring, nil
}

// endsBefore reports whether the first window of a key is over when the second begins.
func endsBefore(a, b *Listed) bool {
	return a.To != "" && b.From != "" && a.ToAt.Compare(b.FromAt) <= 0
}

// join adds the keys of another keyring that are not there yet, and of the
// others what was not said of them.
func (k *Ring) join(other *Ring) {
	for i := range other.Keys {
		key := other.Keys[i]
		if k.named(key.ID) != nil {
			key.ID = ""
		}
		at, found := k.at[string(key.Bytes)]
		if !found {
			k.add(key)
			continue
		}
		known := &k.Keys[at]
		if known.ID == "" && key.ID != "" {
			known.ID, k.ids[key.ID] = key.ID, at
		}
		known.Owner, known.Arena, known.Source = cmp.Or(known.Owner, key.Owner), cmp.Or(known.Arena, key.Arena),
			cmp.Or(known.Source, key.Source)
		known.Number, known.Name = cmp.Or(known.Number, key.Number), cmp.Or(known.Name, key.Name)
		if known.Layout == nil {
			known.Layout = key.Layout
		}
		if known.namespaces == nil {
			known.namespaces = key.namespaces
		}
		if known.payloadTypes == nil {
			known.payloadTypes = key.payloadTypes
		}
		if endsBefore(known, &key) || endsBefore(&key, known) {
			known.status = "revoked" // no time is valid by both
		}
		if known.From == "" && (known.To == "" || key.FromAt.Compare(known.ToAt) < 0) {
			known.From, known.FromAt = key.From, key.FromAt
		}
		if known.To == "" && (known.From == "" || known.FromAt.Compare(key.ToAt) < 0) {
			known.To, known.ToAt = key.To, key.ToAt
		}
		if key.Revoked() {
			known.status = key.status
		}
	}
}

// Refusal returns the refusal of the keyring that stands in a member of the
// request. A problem with one of its own members begins with that one's pointer.
func Refusal(field string, p *text.Problem) *op.Error {
	if pointer, said, ok := strings.Cut(p.Message, ": "); ok && strings.HasPrefix(pointer, "/") {
		return op.Refuse(field+pointer, "%s", said)
	}
	return op.Refuse(field, "%s", p.Where())
}
