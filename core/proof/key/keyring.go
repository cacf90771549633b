package key

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Ring is a list of keys in the order listed: an arena's /.well-known/arena-keys.json, a
// JWKS, a visitor's pins. Its reader decides whether to believe it: see [Trusted] and
// [Brought].
type Ring struct {
	Keys []Listed
	at   map[string]int // place of a key by its bytes
	ids  map[string]int // where the key of an id is
}

// Known is a key as far as statements can name it.
type Known struct {
	Bytes  []byte // 32 bytes
	Number string // of minisign and signify, in hex; "" if it is not known
	Name   string // under which it signs notes; "" if it may be any
}

// Listed is one key of a keyring.
type Listed struct {
	Known
	ID           string // kid or id, or ""
	Owner, Arena string // whose it is and where it signs; "" if not given
	Source       string // address where its owner published it; "" if not given
	From, To     string // RFC 3339 times as written: valid from the first until before the second; "" is open
	FromAt, ToAt instant.Instant
	status       string         // "active", "revoked" or ""
	Layout       *layout.Layout // how its flat records are signed; nil if not given
	namespaces   []string       // of SSH signatures that it makes; nil if not given
	payloadTypes []string       // of DSSE envelopes that it signs; nil if not given
	Entry        string         // JSON Pointer of the entry in the request
}

// Most is the number of keys that a keyring may have.
const Most = 10_000

// lookup returns the entry with the bytes of key, or nil.
func (k *Ring) lookup(key []byte) *Listed {
	if i, found := k.at[string(key)]; found {
		return &k.Keys[i]
	}
	return nil
}

// named returns the key with that id, a document's hint at its key, or nil.
func (k *Ring) named(id string) *Listed {
	if i, found := k.ids[id]; found {
		return &k.Keys[i]
	}
	return nil
}

// add lists a key that is not there yet, nor another of its id.
func (k *Ring) add(key Listed) {
	if k.at == nil {
		k.at, k.ids = map[string]int{}, map[string]int{}
	}
	k.at[string(key.Bytes)] = len(k.Keys)
	if key.ID != "" {
		k.ids[key.ID] = len(k.Keys)
	}
	k.Keys = append(k.Keys, key)
}

// ParseKeyring reads {"keys": […]} whose members are JWKs or
// {id?, owner?, arena?, source?, public_key, key_number?, key_name?, valid_from?, valid_to?,
// status?, layout?, namespaces?, payload_types?}. A problem's message begins with
// a JSON Pointer.
func ParseKeyring(str []byte) (Ring, *text.Problem) {
	t := string(str)
	if p := refuseKey(t); p != nil {
		return Ring{}, p
	}
	v, p := text.ParseJSON(t)
	if p != nil { // what was found may be a secret
		p.Message, _, _ = strings.Cut(p.Message, ", found ")
		return Ring{}, p
	}
	r := ringReader{text: t}
	if !r.read(&v) {
		return Ring{}, r.problem
	}
	return r.ring, nil
}

// ringReader makes a pass over a keyring. Its methods report success and keep the first
// problem.
type ringReader struct {
	text    string
	ring    Ring
	members []int // which member of the list a key was
	problem *text.Problem
}

func (r *ringReader) refuse(at *jcs.Value, pointer, wanted string) bool {
	if pointer != "" {
		pointer += ": "
	}
	r.problem = text.ProblemAt(r.text, at.Start, pointer+"expected "+wanted)
	return false
}

func (r *ringReader) read(v *jcs.Value) bool {
	if v.Kind != jcs.Object {
		return r.refuse(v, "", "an object with the member \"keys\"")
	}
	if IsPrivateJWK(v) {
		r.problem = RefuseSecret(r.text)
		return false
	}
	list := v.Get("keys")
	if list == nil || list.Kind != jcs.Array {
		return r.refuse(v, "/keys", "a list of keys")
	}
	if len(list.Items) > Most {
		return r.refuse(list, "/keys", "at most "+strconv.Itoa(Most)+" keys, found "+strconv.Itoa(len(list.Items)))
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
		return len(r.ring.Keys) > 0 || r.refuse(list, "/keys", "an Ed25519 key among the JWKs, found none")
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
	wanted := "keys"
	if pointer != "" {
		wanted = "one of public_key, layout, namespaces, payload_types, " + strings.Join(textMembers[:], ", ")
	}
	r.problem = text.ProblemAt(r.text, member.KeyStart, pointer+"there is no member "+op.Quote(
		member.Key)+": want "+wanted)
	return false
}

func (r *ringReader) readKey(v *jcs.Value, i int) bool {
	if v.Kind != jcs.Object {
		return r.refuse(v, op.Pointer("keys", i), "an object")
	}
	var key Listed
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
func (r *ringReader) readMember(key *Listed, member *jcs.Value, i int) bool {
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
	case "id", "owner", "arena", "key_name":
		if why := refuseName(member.Str); why != "" {
			return r.refuse(member, pointer, why)
		}
	case "valid_from", "valid_to":
		if n := len(member.Str); n > mostTime {
			return r.refuse(member, pointer, "a time of at most "+text.Sized(mostTime, n))
		}
	}
	into := key.text(member.Key)
	switch {
	case into == nil:
		return r.unknown(member, op.Pointer("keys", i)+": ")
	case member.Str == "":
		return r.noText(member, pointer)
	case member.Key == "source" && !strings.HasPrefix(member.Str, "https://"):
		return r.refuse(member, pointer, "an address that begins with https://, found "+op.Quote(member.Str))
	case member.Key == "key_number" && !isKeyNumber(member.Str):
		return r.refuse(member, pointer, "a key number of minisign or signify: 16 hexadecimal digits in upper case")
	case member.Key == "key_name" && !IsKeyName(member.Str):
		return r.refuse(member, pointer, "the name of a key of signed notes, without spaces and plus signs")
	case member.Key == "status" && member.Str != "active" && member.Str != "revoked":
		return r.refuse(member, pointer, "\"active\" or \"revoked\"")
	}
	*into = member.Str
	return true
}

// textMembers are the members of an entry that are texts.
var textMembers = [...]string{"id", "owner", "arena", "source", "key_number", "key_name", "valid_from", "valid_to",
	"status"}

// text returns the field for a text member, or nil for other members.
func (k *Listed) text(member string) *string {
	if i := slices.Index(textMembers[:], member); i >= 0 {
		return [...]*string{&k.ID, &k.Owner, &k.Arena, &k.Source, &k.Number, &k.Name, &k.From, &k.To, &k.status}[i]
	}
	return nil
}

func (r *ringReader) noText(at *jcs.Value, pointer string) bool {
	return r.refuse(at, pointer, "a text, found "+op.Written([]byte(r.text), at))
}

// layout reads how the key's flat records are signed.
func (r *ringReader) layout(key *Listed, v *jcs.Value, pointer string) bool {
	key.Layout = &layout.Layout{}
	refusal := layoutSchema().Decode([]byte(r.text[v.Start:v.End]), key.Layout)
	if refusal == nil {
		if refusal = key.Layout.Check(); refusal != nil {
			refusal.Field = strings.TrimPrefix(refusal.Field, "/layout")
		}
	}
	if refusal != nil {
		r.problem = text.ProblemAt(r.text, v.Start, pointer+refusal.Field+": "+refusal.Message)
		return false
	}
	key.Layout.Name = key.Layout.Words()
	return true
}

var layoutSchema = op.LazySchema[layout.Layout]()

// mostTexts is the number of namespaces or payload types that an entry may list.
const mostTexts = 32

// texts reads a list of texts.
func (r *ringReader) texts(into *[]string, v *jcs.Value, pointer string) bool {
	if v.Kind != jcs.Array || len(v.Items) == 0 || len(v.Items) > mostTexts {
		return r.refuse(v, pointer, "a list of 1 to "+strconv.Itoa(mostTexts)+" texts")
	}
	for i := range v.Items {
		if v.Items[i].Kind != jcs.String || v.Items[i].Str == "" {
			return r.noText(&v.Items[i], pointer+op.Pointer(i))
		}
		*into = append(*into, v.Items[i].Str)
	}
	return true
}

// Lengths of what an answer may repeat with each row of a list.
const (
	mostName = 200 // characters
	mostTime = 64  // bytes
)

// refuseName describes what is wrong with a name of a keyring, which answers
// show; "" if nothing is.
func refuseName(name string) string {
	if n := utf8.RuneCountInString(name); n > mostName {
		return "at most " + strconv.Itoa(mostName) + " characters, found " + strconv.Itoa(n)
	}
	for _, c := range name {
		if c < ' ' || c == 0x7F || unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return "visible characters, found " + op.Quote(string(c))
		}
	}
	return ""
}

// key reads the member public_key: a text in any spelling, or a JWK.
func (r *ringReader) key(key *Listed, v *jcs.Value, i int) bool {
	pointer := op.Pointer("keys", i, "public_key")
	var k Public
	var wanted string
	switch v.Kind {
	case jcs.String:
		if p := refuseKey(v.Str); p != nil {
			r.problem = RefuseSecret(r.text)
			return false
		}
		wanted = k.Read(strings.TrimSpace(v.Str))
	case jcs.Object:
		wanted = k.ReadJWK(v)
	default:
		wanted = anyKey
	}
	if wanted == Secret {
		r.problem = RefuseSecret(r.text)
		return false
	}
	if wanted == "" {
		wanted = key.limited(&k)
	}
	if wanted != "" {
		return r.refuse(v, pointer, wanted)
	}
	spelled := k.Known()
	key.Bytes, key.ID = k.Bytes, cmp.Or(key.ID, k.ID)
	key.Number, key.Name = cmp.Or(key.Number, spelled.Number), cmp.Or(key.Name, spelled.Name)
	return true
}

// isKeyNumber reports whether a text is a key number as minisign prints it.
func isKeyNumber(str string) bool {
	data, ok := text.DecodeHex(str)
	return ok && len(data) == 8 && str == strings.ToUpper(str)
}

// Revoked reports whether the entry revokes the key.
func (k *Listed) Revoked() bool { return k.status == "revoked" }

// window reads the times of a key.
func (r *ringReader) window(key *Listed, v *jcs.Value, i int) bool {
	var ok bool
	if key.FromAt, ok = instant.Parse(key.From); !ok {
		return r.noTime(v, i, "valid_from")
	}
	if key.ToAt, ok = instant.Parse(key.To); !ok {
		return r.noTime(v, i, "valid_to")
	}
	if key.FromAt.Known && key.ToAt.Known && key.FromAt.Compare(key.ToAt) >= 0 {
		return r.refuse(v.Get("valid_to"), op.Pointer("keys", i, "valid_to"),
			"a time after valid_from, "+key.From+", found "+key.To)
	}
	return true
}

func (r *ringReader) noTime(v *jcs.Value, i int, member string) bool {
	at := v.Get(member)
	return r.refuse(at, op.Pointer("keys", i, member), instant.Want+", found "+op.Quote(at.Str))
}

// add lists a key, each of which must be there once, and so must each id.
func (r *ringReader) add(key *Listed, v *jcs.Value, i int) bool {
	if first, found := r.ring.at[string(key.Bytes)]; found {
		return r.refuse(v, op.Pointer("keys", i), "each key once, found the key of /keys/"+strconv.Itoa(
			r.members[first])+" again")
	}
	if first, found := r.ring.ids[key.ID]; found {
		return r.refuse(v, op.Pointer("keys", i), "each id once, found the id of /keys/"+strconv.Itoa(
			r.members[first])+" again")
	}
	key.Entry = op.Pointer("keys", i)
	r.ring.add(*key)
	r.members = append(r.members, i)
	return true
}
