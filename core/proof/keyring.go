package proof

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// keyring is the keys somebody lists, in the order listed: an arena's
// /.well-known/arena-keys.json, a JWKS, a visitor's pins. Whether it is believed
// is for who reads it to say: see [trusted] and [brought].
type keyring struct {
	keys []listedKey
	at   map[string]int // where a key of those bytes is
	ids  map[string]int // where the key of an id is
}

// trusted is what the caller of an operation trusts: the keyring of a host, and
// what the visitor pinned. Only trustedKeys makes it.
type trusted struct{ keyring }

// brought is keys that came with a link, a document or a file. They are tried,
// and say nothing about whose a key is.
type brought struct{ keyring }

// knownKey is a key as far as statements can name it.
type knownKey struct {
	bytes  []byte // 32 bytes
	number string // of minisign and signify, in hex; "" if it is not known
}

// listedKey is one key of a keyring.
type listedKey struct {
	knownKey
	id           string // kid or id; "" if there is none
	owner, arena string // whose it is and where it signs; "" if not said
	source       string // address where its owner published it; "" if not said
	from, to     string // RFC 3339 times as written: valid from the first until before the second; "" is open
	fromAt, toAt instant.Instant
	status       string   // "active", "revoked" or ""
	layout       *Layout  // how its flat records are signed; nil if not said
	namespaces   []string // of SSH signatures that it makes; nil if not said
	payloadTypes []string // of DSSE envelopes that it signs; nil if not said
	entry        string   // JSON Pointer of the entry in the request
}

// mostKeys is how many keys a keyring may have.
const mostKeys = 10_000

// lookup is the key of those bytes, or nil.
func (k *keyring) lookup(key []byte) *listedKey {
	if i, found := k.at[string(key)]; found {
		return &k.keys[i]
	}
	return nil
}

// other is the first key of that owner or arena with other bytes, or nil: what a
// document signed by key is held against, so that an owner whose key has changed
// is noticed. Without a name there is none.
func (k *trusted) other(who string, key []byte) *listedKey {
	for i := range k.keys {
		if who != "" && (k.keys[i].owner == who || k.keys[i].arena == who) && !bytes.Equal(k.keys[i].bytes, key) {
			return &k.keys[i]
		}
	}
	return nil
}

// named is the key with that id, a document's hint at its key, or nil.
func (k *keyring) named(id string) *listedKey {
	if i, found := k.ids[id]; found {
		return &k.keys[i]
	}
	return nil
}

// add lists a key that is not there yet, nor another of its id.
func (k *keyring) add(key listedKey) {
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
// {id?, owner?, arena?, source?, public_key, key_number?, valid_from?, valid_to?,
// status?, layout?, namespaces?, payload_types?}. A problem's message begins with
// a JSON Pointer.
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
	if why := refuseName(k.id); why != "" {
		return r.refuse(v, pointer, "a kid of "+why)
	}
	return r.add(&listedKey{knownKey: k.known(), id: k.id}, v, i)
}

func (r *ringReader) readKey(v *jcs.Value, i int) bool {
	if v.Kind != jcs.Object {
		return r.refuse(v, op.Pointer("keys", i), "an object")
	}
	var key listedKey
	for j := range v.Items {
		if !r.readMember(&key, &v.Items[j], i) {
			return false
		}
	}
	spelled := v.Get("public_key")
	if spelled == nil {
		return r.refuse(v, op.Pointer("keys", i, "public_key"), "a public key, found none")
	}
	return r.window(&key, v, i) && r.key(&key, spelled, i) && r.add(&key, v, i)
}

// readMember reads one member of an entry.
func (r *ringReader) readMember(key *listedKey, member *jcs.Value, i int) bool {
	pointer := op.Pointer("keys", i, member.Key)
	switch member.Key {
	case "public_key":
		return true
	case "layout":
		return r.layout(key, member, pointer)
	case "namespaces":
		return r.texts(&key.namespaces, member, pointer)
	case "payload_types":
		return r.texts(&key.payloadTypes, member, pointer)
	case "id", "owner", "arena":
		if why := refuseName(member.Str); why != "" {
			return r.refuse(member, pointer, why)
		}
	}
	into := key.text(member.Key)
	switch {
	case into == nil:
		return r.unknown(member, op.Pointer("keys", i)+": ")
	case member.Str == "":
		return r.refuse(member, pointer, "a text")
	case member.Key == "source" && !strings.HasPrefix(member.Str, "https://"):
		return r.refuse(member, pointer, "an address that begins with https://, found "+op.Quote(member.Str))
	case member.Key == "key_number" && !isKeyNumber(member.Str):
		return r.refuse(member, pointer, "a key number of minisign or signify: 16 hexadecimal digits in upper case")
	case member.Key == "status" && member.Str != "active" && member.Str != "revoked":
		return r.refuse(member, pointer, "\"active\" or \"revoked\"")
	}
	*into = member.Str
	return true
}

// text is where a member that is a text goes; nil if there is no such member.
func (k *listedKey) text(member string) *string {
	switch member {
	case "id":
		return &k.id
	case "owner":
		return &k.owner
	case "arena":
		return &k.arena
	case "source":
		return &k.source
	case "key_number":
		return &k.number
	case "valid_from":
		return &k.from
	case "valid_to":
		return &k.to
	case "status":
		return &k.status
	}
	return nil
}

// layout reads how the key's flat records are signed.
func (r *ringReader) layout(key *listedKey, v *jcs.Value, pointer string) bool {
	key.layout = &Layout{}
	refusal := layoutSchema().Decode([]byte(r.text)[v.Start:v.End], key.layout)
	if refusal == nil {
		if refusal = key.layout.check(); refusal != nil {
			refusal.Field = strings.TrimPrefix(refusal.Field, "/layout")
		}
	}
	if refusal != nil {
		r.problem = problemAt(r.text, v.Start, pointer+refusal.Field+": "+refusal.Message)
		return false
	}
	key.layout.Name = key.layout.words()
	return true
}

var layoutSchema = op.LazySchema[Layout]()

// mostTexts is how many namespaces or payload types an entry may list.
const mostTexts = 32

// texts reads a list of texts.
func (r *ringReader) texts(into *[]string, v *jcs.Value, pointer string) bool {
	if v.Kind != jcs.Array || len(v.Items) == 0 || len(v.Items) > mostTexts {
		return r.refuse(v, pointer, "a list of 1 to "+strconv.Itoa(mostTexts)+" texts")
	}
	for i := range v.Items {
		if v.Items[i].Kind != jcs.String || v.Items[i].Str == "" {
			return r.refuse(&v.Items[i], pointer+op.Pointer(i), "a text")
		}
		*into = append(*into, v.Items[i].Str)
	}
	return true
}

// refuseName says what is wrong with a name of a keyring, which answers show; ""
// if nothing is.
func refuseName(name string) string {
	for _, c := range name {
		if c < ' ' || c == 0x7F || unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return "visible characters, found " + op.Quote(string(c))
		}
	}
	return ""
}

// key reads the member public_key: a text in any spelling, or a JWK.
func (r *ringReader) key(key *listedKey, v *jcs.Value, i int) bool {
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
	if key.number == "" {
		key.number = k.number
	}
	if key.id == "" {
		key.id = k.id
	}
	return true
}

// isKeyNumber tells a key number as minisign prints it.
func isKeyNumber(text string) bool {
	data, ok := decodeHex(text)
	return ok && len(data) == 8 && text == strings.ToUpper(text)
}

// revoked says whether the entry revokes the key.
func (k *listedKey) revoked() bool { return k.status == "revoked" }

// window reads the times of a key.
func (r *ringReader) window(key *listedKey, v *jcs.Value, i int) bool {
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
func (r *ringReader) add(key *listedKey, v *jcs.Value, i int) bool {
	if first, found := r.ring.at[string(key.bytes)]; found {
		return r.refuse(v, op.Pointer("keys", i), "each key once, found the key of /keys/"+strconv.Itoa(r.members[first])+" again")
	}
	if first, found := r.ring.ids[key.id]; found {
		return r.refuse(v, op.Pointer("keys", i), "each id once, found the id of /keys/"+strconv.Itoa(r.members[first])+" again")
	}
	key.entry = op.Pointer("keys", i)
	r.ring.add(*key)
	r.members = append(r.members, i)
	return true
}

// forbids says why the entry does not allow what the key was used for, in a
// sentence and in a few words, or answers "". Page, list, badge, card, board and
// store all ask here, through the check of the key.
func (k *listedKey) forbids(s *statement, signed Signed) (said, brief string) {
	_, arena := signed.Text(MeansArena)
	switch {
	case k.arena != "" && signed.has("arena") && arena != k.arena:
		return say("The key %s is listed for the arena %s, and the record is of %s.", shortKey(k.bytes), k.arena, op.Quote(arena)), "the key is of another arena"
	case len(k.namespaces) > 0 && s.namespace != "" && !slices.Contains(k.namespaces, s.namespace):
		return say("The key %s is not listed for SSH signatures of the namespace %s.", shortKey(k.bytes), op.Quote(s.namespace)), "the key is not for this namespace"
	case len(k.payloadTypes) > 0 && s.payloadType != "" && !slices.Contains(k.payloadTypes, s.payloadType):
		return say("The key %s is not listed for payloads of the type %s.", shortKey(k.bytes), op.Quote(s.payloadType)), "the key is not for this type"
	}
	return "", ""
}
