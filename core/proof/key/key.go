// Package key reads public keys and keyrings, and tells keys that are trusted
// from keys that were brought.
package key

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// IsEdDSA reports whether JOSE uses the name for Ed25519.
func IsEdDSA(alg string) bool { return alg == "EdDSA" || alg == "Ed25519" }

// Public is an Ed25519 public key as somebody spelled it.
type Public struct {
	Bytes []byte // 32 bytes, not looked at: whether they are a point is the verifier's to say
	// what the spelling calls the key: kid, did:key, key number in hex, name+hash of a note; "" if it does
	// not
	ID     string
	number string // key number of minisign and signify in hex, or ""
	// name in the spelling: comment or principal of an SSH key, name of a note's key, or
	// ""
	Name string
	jwk  *jcs.Value // that spells it, or nil
	// what a line of allowed_signers allows: the namespaces, nil for any, and RFC 3339 times or ""
	namespaces []string
	from, to   string
	// "hex", "base64", "base58", "DER", "PEM", "JWK", "JWKS", "did:key", "Multikey", "SSH", "minisign", "signify" or
	// "note"
	Spelling string
}

// Parse reads an Ed25519 public key in any of the usual spellings, which is
// recognised by its form. A private key is refused. Messages never quote the text:
// what was meant to be public may not be.
func Parse(str string) (Public, *text.Problem) {
	if p := refuseKey(str); p != nil {
		return Public{}, p
	}
	trimmed := strings.TrimSpace(str)
	begin := strings.Index(str, trimmed)
	var k Public
	switch wanted := k.Read(trimmed); wanted {
	case "":
		return k, nil
	case Secret:
		return Public{}, RefuseSecret(str)
	default:
		return Public{}, text.ProblemAt(str, begin, "expected "+wanted)
	}
}

// Read fills in the key, or returns what was wanted of the text instead.
func (k *Public) Read(str string) string {
	switch {
	case str == "":
		return "a public key, found an empty text"
	case str[0] == '{':
		return k.readJSON(str)
	case strings.HasPrefix(str, "-----BEGIN "):
		return k.readPEM(str)
	case strings.HasPrefix(str, text.CommentMark):
		return k.ReadCommented(str)
	case strings.HasPrefix(str, DidKey):
		return k.ReadDIDKey(str)
	case isMultikey(str):
		return k.readMultikey(str)
	case hasPrefixFold(str, namedKey):
		return k.readNamed(str[len(namedKey):])
	case hasPrefixFold(str, "sha256:"), hasPrefixFold(str, "md5:"):
		return "a public key, found the fingerprint of one: give the key itself"
	}
	if name, hash, key, ok := cutVerifierKey(str); ok {
		return k.readVerifierKey(name, hash, key)
	}
	if strings.Contains(str, "ssh-") || strings.Contains(str, "ecdsa-sha2-") {
		return k.readSSH(str)
	}
	return k.readBytes(str)
}

// spki is the DER of an Ed25519 public key (RFC 8410 section 4) up to the key.
const spki = "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"

// set fills in what was read, and wants nothing else.
func (k *Public) set(bytes []byte, id, spelling string) string {
	k.Bytes, k.ID, k.Spelling = bytes, id, spelling
	return ""
}

// setNumbered fills in a key of minisign or signify.
func (k *Public) setNumbered(data []byte, spelling string) string {
	k.number = KeyNumber(data[2:10])
	return k.set(data[10:], k.number, spelling)
}

// Known returns the key as statements look at it.
func (k *Public) Known() Known {
	known := Known{Bytes: k.Bytes, Number: k.number}
	if k.Spelling == spellingOfNotes {
		known.Name = k.Name
	}
	return known
}

// spellingOfNotes is the spelling name+hash+key, in which the name is part of the key.
const spellingOfNotes = "note"

// pkcs8 is the DER of a private key between length and version, five bytes, and the key
// (RFC 8410 section 7).
const pkcs8 = "\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20"

const anyKey = "a public key in hex, base64, PEM, JWK, did:key, Multikey, SSH, minisign, signify or note spelling"

// readBytes reads hexadecimal, optionally behind 0x or with colons, or base64. The number
// of bytes describes what they are.
func (k *Public) readBytes(str string) string {
	str = withoutColons(str)
	data, ok := text.DecodeHex(strings.TrimPrefix(str, "0x"))
	spelling := "hex"
	if !ok {
		data, ok = text.DecodeBase64(str)
		spelling = "base64"
	}
	switch {
	case !ok && text.Encoding(str) != "":
		return "a public key, found " + text.Encoding(str)
	case !ok:
		return anyKey
	case len(data) == signature.KeySize:
		return k.set(data, "", spelling)
	case len(data) == len(spki)+signature.KeySize && strings.HasPrefix(string(data), spki):
		return k.set(data[len(spki):], "", "DER")
	case len(data) > 5 && strings.HasPrefix(string(data[5:]), pkcs8):
		return Secret
	case len(data) == numberedKey && string(data[:2]) == "Ed":
		return k.setNumbered(data, "minisign")
	case strings.HasPrefix(string(data), sshPrefix):
		return k.ReadSSHBlob(data)
	case len(data) == signature.Size:
		return "a public key of 32 bytes, found 64: a signature, or a private key, which nobody but its owner may see"
	}
	return "a public key of " + text.Sized(signature.KeySize, len(data))
}

// readPEM reads a SubjectPublicKeyInfo (RFC 8410).
func (k *Public) readPEM(str string) string {
	const label = "PUBLIC KEY"
	if found := text.ArmourLabel(str); found != label {
		return "a PEM text that begins with -----BEGIN PUBLIC KEY-----, found the label " + op.Quote(found)
	}
	data, p := text.DecodeArmour(str, label)
	if p != nil {
		return strings.TrimPrefix(p.Message, "expected ")
	}
	if len(data) != len(spki)+signature.KeySize || !strings.HasPrefix(string(data), spki) {
		return "an Ed25519 public key in PEM, found one of another kind"
	}
	return k.set(data[len(spki):], "", "PEM")
}

// readJSON reads a JWK, or a JWKS with one key of ours.
func (k *Public) readJSON(str string) string {
	v, p := text.ParseJSON(str)
	if p != nil {
		return "a JWK in strict JSON (line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Column) + ")"
	}
	list := v.Get("keys")
	if list == nil || list.Kind != jcs.Array {
		return k.ReadJWK(&v)
	}
	count := 0
	for i := range list.Items {
		jwk := &list.Items[i]
		if IsPrivateJWK(jwk) {
			return Secret
		}
		if isEd25519JWK(jwk) {
			if wanted := k.ReadJWK(jwk); wanted != "" {
				return wanted
			}
			k.Spelling = "JWKS"
			count++
		}
	}
	if count != 1 {
		return "a JWKS with one Ed25519 key, found " + strconv.Itoa(count) + ": several belong in a keyring"
	}
	return ""
}

// isEd25519JWK reports whether a JWK is of the kind of RFC 8037 section 2.
func isEd25519JWK(jwk *jcs.Value) bool {
	return text.Member(jwk, "kty") == "OKP" && text.Member(jwk, "crv") == "Ed25519"
}

// IsPrivateJWK reports whether a JWK of any kind has a private part: RFC 7518
// section 6 and RFC 8037 section 2 call it d, or k if the key is symmetric.
func IsPrivateJWK(jwk *jcs.Value) bool {
	return jwk.Get("kty") != nil && (jwk.Get("d") != nil || jwk.Get("k") != nil)
}

// ReadJWK reads a JWK (RFC 7517, RFC 8037). Members without a meaning here are
// passed over, as there.
func (k *Public) ReadJWK(jwk *jcs.Value) string {
	switch {
	case jwk.Kind != jcs.Object:
		return "a JWK, which is a JSON object"
	case IsPrivateJWK(jwk):
		return Secret
	case !isEd25519JWK(jwk):
		return "a JWK with kty \"OKP\" and crv \"Ed25519\", found " + op.Quote(text.Member(jwk, "kty")) + " and " +
			op.Quote(text.Member(jwk, "crv"))
	case jwk.Get("alg") != nil && !IsEdDSA(text.Member(jwk, "alg")):
		return "a JWK with alg \"EdDSA\" or \"Ed25519\""
	case jwk.Get("use") != nil && text.Member(jwk, "use") != "sig":
		return "a JWK with use \"sig\""
	case jwk.Get("key_ops") != nil && !verifies(jwk.Get("key_ops")):
		return "a JWK with \"verify\" among its key_ops"
	}
	data, wanted := text.Base64URL.Decode(text.Member(jwk, "x"))
	if wanted != "" {
		return "the JWK's x in " + wanted
	}
	if len(data) != signature.KeySize {
		return "a JWK whose x has " + text.Sized(signature.KeySize, len(data))
	}
	k.jwk = jwk
	return k.set(data, text.Member(jwk, "kid"), "JWK")
}

func verifies(ops *jcs.Value) bool {
	for i := range ops.Items {
		if ops.Items[i].Str == "verify" {
			return true
		}
	}
	return false
}

const (
	DidKey    = "did:key:" // begins a DID that is a key
	multicode = "\xed\x01" // multicodec ed25519-pub, 0xed, as a varint
	multiSize = 48         // letters of an Ed25519 Multikey
)

// ReadDIDKey reads did:key:z6Mk…, alone or with a fragment, which repeats the
// key (did:key method, W3C CCG).
func (k *Public) ReadDIDKey(text string) string {
	key, fragment, found := strings.Cut(strings.TrimPrefix(text, DidKey), "#")
	if found && fragment != key {
		return "a did:key whose fragment repeats the key"
	}
	wanted := k.readMultikey(key)
	k.ID, k.Spelling = text, "did:key"
	return wanted
}

// isMultikey distinguishes a Multikey from base64, which has 43 or 44 letters for
// a key.
func isMultikey(text string) bool {
	return text[0] == 'z' && len(text) >= multiSize-2 && !strings.ContainsAny(text, " +/-_=")
}

// readMultikey reads z6Mk…, the multibase of the multicodec of a key
// (Controlled Identifiers section 2.2.2).
func (k *Public) readMultikey(str string) string {
	digits, ok := strings.CutPrefix(str, "z")
	if !ok {
		return "a Multikey in base58btc, which begins with z"
	}
	data, ok := text.DecodeBase58(digits)
	if !ok {
		return "a Multikey in base58btc"
	}
	if strings.HasPrefix(string(data), "\x80\x26") { // multicodec ed25519-priv
		return Secret
	}
	if len(data) != len(multicode)+signature.KeySize || !strings.HasPrefix(string(data), multicode) {
		return "an Ed25519 Multikey, which begins with z6Mk and has 48 letters"
	}
	return k.set(data[len(multicode):], str, "Multikey")
}

// ReadCommented reads the .pub file of minisign or signify: a comment and a
// line of base64.
func (k *Public) ReadCommented(str string) string {
	rows := text.Lines(str)
	if len(rows) != 2 {
		return "a key file of two lines, found " + strconv.Itoa(len(rows))
	}
	data, wanted := text.Base64Std.Decode(rows[1])
	if wanted != "" {
		return "a second line in " + wanted
	}
	if len(data) != numberedKey || string(data[:2]) != "Ed" {
		return "a key of minisign or signify in the second line"
	}
	comment := strings.TrimSpace(strings.TrimPrefix(rows[0], text.CommentMark))
	spelling := "signify"
	if strings.HasPrefix(comment, "minisign public key") {
		spelling = "minisign"
	}
	k.Name = comment
	return k.setNumbered(data, spelling)
}

// numberedKey is the length of a key of minisign and signify: "Ed", a key
// number of 8 bytes that signatures repeat, the key.
const numberedKey = 2 + 8 + signature.KeySize

// KeyNumber writes a key number as minisign prints it: 64 bits, the first byte
// the least significant, in upper case.
func KeyNumber(data []byte) string {
	number := make([]byte, 0, 8)
	for i := range data {
		number = append(number, data[len(data)-1-i])
	}
	return strings.ToUpper(string(text.AppendHex(nil, number)))
}

// cutVerifierKey takes name+hash+key of a signed note apart, and reports whether
// the text has that form.
func cutVerifierKey(str string) (name, hash, key string, ok bool) {
	name, rest, ok := strings.Cut(str, "+")
	if !ok || len(rest) < 9 || rest[8] != '+' {
		return "", "", "", false
	}
	_, ok = text.DecodeHex(rest[:8])
	return name, rest[:8], rest[9:], ok
}

// readVerifierKey reads the parts of a key of c2sp.org/signed-note.
func (k *Public) readVerifierKey(name, hash, key string) string {
	data, why := text.Base64Std.Decode(key)
	switch {
	case why != "":
		return "a verifier key whose last part is " + why
	case len(data) == 0:
		return "a verifier key with a key in its last part"
	case !IsKeyName(name):
		return "a verifier key with a name without spaces"
	case data[0] != noteEd25519:
		return "a verifier key of type 1, Ed25519, found type " + strconv.Itoa(int(data[0]))
	case len(data) != 1+signature.KeySize:
		return "a verifier key of " + text.Sized(signature.KeySize, len(data)-1)
	case hash != string(text.AppendHex(nil, []byte(NoteHash(name, data[1:])))):
		return "a verifier key whose hash is that of its name and key, in lower case"
	}
	k.Name = name
	return k.set(data[1:], name+"+"+hash, spellingOfNotes)
}

// Short returns a key's first and last two bytes, to recognize it by.
func Short(key []byte) string {
	text := text.HexOf(key)
	if len(text) < 8 {
		return text
	}
	return text[:4] + "…" + text[len(text)-4:]
}
