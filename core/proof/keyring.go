package proof

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// keyring is the keys somebody vouches for, in the order listed: an arena's
// /.well-known/arena-keys.json, a JWKS, a visitor's pins.
type keyring struct {
	keys []pinnedKey
	at   map[string]int // where a key of those bytes is
	ids  map[string]int // where the key of an id is
}

// pinnedKey is one key of a keyring.
type pinnedKey struct {
	bytes        []byte // 32 bytes
	id           string // kid or id; "" where there is none
	owner, arena string // whose it is and where it signs; "" where not said
	source       string // address where its owner published it; "" where not said
	from, to     string // RFC 3339 times as written: valid from the first until before the second; "" is open
	fromAt, toAt instant.Instant
	revoked      bool
}

// mostKeys is how many keys a keyring may have.
const mostKeys = 10_000

// lookup is the key of those bytes, or nil.
func (k *keyring) lookup(key []byte) *pinnedKey {
	if i, found := k.at[string(key)]; found {
		return &k.keys[i]
	}
	return nil
}

// other is the first key of that owner or arena with other bytes, or nil: what a
// document signed by key is held against, so that an owner whose key has changed
// is noticed. Without a name there is none.
func (k *keyring) other(who string, key []byte) *pinnedKey {
	for i := range k.keys {
		if who != "" && (k.keys[i].owner == who || k.keys[i].arena == who) && !bytes.Equal(k.keys[i].bytes, key) {
			return &k.keys[i]
		}
	}
	return nil
}

// named is the key with that id, a document's hint at its key, or nil.
func (k *keyring) named(id string) *pinnedKey {
	if i, found := k.ids[id]; found {
		return &k.keys[i]
	}
	return nil
}

// add lists a key that is not there yet, nor another of its id.
func (k *keyring) add(key pinnedKey) {
	if k.at == nil {
		k.at, k.ids = map[string]int{}, map[string]int{}
	}
	k.at[string(key.bytes)] = len(k.keys)
	if key.id != "" {
		k.ids[key.id] = len(k.keys)
	}
	k.keys = append(k.keys, key)
}

// parseKeyring reads {"keys": […]} whose members are JWKs or
// {id?, owner?, arena?, source?, public_key, valid_from?, valid_to?, status?}. A problem's
// message begins with a JSON Pointer.
func parseKeyring(text []byte) (keyring, *problem) {
	t := string(text)
	if p := refuseKey(t); p != nil {
		return keyring{}, p
	}
	v, p := parseJSON(t)
	if p != nil { // what was found may be a secret
		p.message, _, _ = strings.Cut(p.message, ", found ")
		return keyring{}, p
	}
	r := ringReader{text: t}
	if !r.read(&v) {
		return keyring{}, r.problem
	}
	return r.ring, nil
}

// ringReader is one pass over a keyring. Its methods report whether all was
// well, and leave the first problem behind.
type ringReader struct {
	text    string
	ring    keyring
	members []int // which member of the list a key was
	problem *problem
}

func (r *ringReader) refuse(at *jcs.Value, pointer, wanted string) bool {
	if pointer != "" {
		pointer += ": "
	}
	r.problem = problemAt(r.text, at.Start, pointer+"expected "+wanted)
	return false
}

func (r *ringReader) read(v *jcs.Value) bool {
	if v.Kind != jcs.Object {
		return r.refuse(v, "", "an object with the member \"keys\"")
	}
	if isPrivateJWK(v) {
		r.problem = secret(r.text)
		return false
	}
	list := v.Get("keys")
	if list == nil || list.Kind != jcs.Array {
		return r.refuse(v, "/keys", "a list of keys")
	}
	if len(list.Items) > mostKeys {
		return r.refuse(list, "/keys", "at most "+strconv.Itoa(mostKeys)+" keys, found "+strconv.Itoa(len(list.Items)))
	}
	jwks := len(list.Items) > 0
	for i := range list.Items {
		jwk := list.Items[i].Get("kty") != nil
		jwks = jwks && jwk
		if jwk && !r.readJWK(&list.Items[i], i) || !jwk && !r.readKey(&list.Items[i], i) {
			return false
		}
	}
	if jwks { // a JWKS may carry members and kinds of keys that we do not know
		return len(r.ring.keys) > 0 || r.refuse(list, "/keys", "an Ed25519 key among the JWKs, found none")
	}
	for i := range v.Items {
		if v.Items[i].Key != "keys" {
			return r.unknown(&v.Items[i], "")
		}
	}
	return true
}

// unknown refuses a member of the object that pointer, which ends in ": " or is
// empty, leads to.
func (r *ringReader) unknown(member *jcs.Value, pointer string) bool {
	r.problem = problemAt(r.text, member.KeyStart, pointer+"there is no member "+op.Quote(member.Key))
	return false
}

func (r *ringReader) readJWK(v *jcs.Value, i int) bool {
	pointer := op.Pointer("keys", i)
	if isPrivateJWK(v) {
		r.problem = secret(r.text)
		return false
	}
	if !isEd25519JWK(v) {
		return true
	}
	var k publicKey
	if wanted := k.readJWK(v); wanted != "" {
		return r.refuse(v, pointer, wanted)
	}
	return r.add(&pinnedKey{bytes: k.bytes, id: k.id}, v, i)
}

func (r *ringReader) readKey(v *jcs.Value, i int) bool {
	if v.Kind != jcs.Object {
		return r.refuse(v, op.Pointer("keys", i), "an object")
	}
	var key pinnedKey
	for j := range v.Items {
		member := &v.Items[j]
		switch member.Key {
		case "public_key":
		case "id":
			key.id = member.Str
		case "owner":
			key.owner = member.Str
		case "arena":
			key.arena = member.Str
		case "source":
			key.source = member.Str
			if member.Str != "" && !strings.HasPrefix(member.Str, "https://") {
				return r.refuse(member, op.Pointer("keys", i, "source"), "an address that begins with https://, found "+op.Quote(member.Str))
			}
		case "valid_from":
			key.from = member.Str
		case "valid_to":
			key.to = member.Str
		case "status":
			key.revoked = member.Str == "revoked"
			if !key.revoked && member.Str != "active" {
				return r.refuse(member, op.Pointer("keys", i, "status"), "\"active\" or \"revoked\"")
			}
		default:
			return r.unknown(member, op.Pointer("keys", i)+": ")
		}
		if member.Str == "" && member.Key != "public_key" {
			return r.refuse(member, op.Pointer("keys", i, member.Key), "a text")
		}
	}
	spelled := v.Get("public_key")
	if spelled == nil {
		return r.refuse(v, op.Pointer("keys", i, "public_key"), "a public key, found none")
	}
	return r.window(&key, v, i) && r.key(&key, spelled, i) && r.add(&key, v, i)
}

// key reads the member public_key: a text in any spelling, or a JWK.
func (r *ringReader) key(key *pinnedKey, v *jcs.Value, i int) bool {
	pointer := op.Pointer("keys", i, "public_key")
	var k publicKey
	var wanted string
	switch v.Kind {
	case jcs.String:
		if p := refuseKey(v.Str); p != nil {
			r.problem = secret(r.text)
			return false
		}
		wanted = k.read(strings.TrimSpace(v.Str))
	case jcs.Object:
		wanted = k.readJWK(v)
	default:
		wanted = anyKey
	}
	if wanted == aSecret {
		r.problem = secret(r.text)
		return false
	}
	if wanted != "" {
		return r.refuse(v, pointer, wanted)
	}
	key.bytes = k.bytes
	if key.id == "" {
		key.id = k.id
	}
	return true
}

// window reads the times of a key.
func (r *ringReader) window(key *pinnedKey, v *jcs.Value, i int) bool {
	var ok bool
	if key.fromAt, ok = instant.Parse(key.from); !ok {
		return r.noTime(v, i, "valid_from")
	}
	if key.toAt, ok = instant.Parse(key.to); !ok {
		return r.noTime(v, i, "valid_to")
	}
	if key.fromAt.Known && key.toAt.Known && key.fromAt.Compare(key.toAt) >= 0 {
		return r.refuse(v.Get("valid_to"), op.Pointer("keys", i, "valid_to"), "a time after valid_from, "+key.from+", found "+key.to)
	}
	return true
}

func (r *ringReader) noTime(v *jcs.Value, i int, member string) bool {
	at := v.Get(member)
	return r.refuse(at, op.Pointer("keys", i, member), instant.Want+", found "+op.Quote(at.Str))
}

// add lists a key, each of which must be there once, and so must each id.
func (r *ringReader) add(key *pinnedKey, v *jcs.Value, i int) bool {
	if first, found := r.ring.at[string(key.bytes)]; found {
		return r.refuse(v, op.Pointer("keys", i), "each key once, found the key of /keys/"+strconv.Itoa(r.members[first])+" again")
	}
	if first, found := r.ring.ids[key.id]; found {
		return r.refuse(v, op.Pointer("keys", i), "each id once, found the id of /keys/"+strconv.Itoa(r.members[first])+" again")
	}
	r.ring.add(*key)
	r.members = append(r.members, i)
	return true
}
