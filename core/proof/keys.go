package proof

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// publicKey is an Ed25519 public key as somebody spelled it.
type publicKey struct {
	bytes    []byte // 32 bytes, not looked at: whether they are a point is the verifier's to say
	id       string // what the spelling calls the key: kid, did:key, key number in hex, name+hash of a note; "" if it does not
	number   string // key number of minisign and signify in hex; "" if the spelling has none
	name     string // whom or what the spelling names: comment or principal of an SSH key, name of a note's key; "" where it does not
	spelling string // "hex", "base64", "DER", "PEM", "JWK", "JWKS", "did:key", "Multikey", "SSH", "minisign", "signify" or "note"
}

// parseKey reads an Ed25519 public key in any of the usual spellings, which is
// told by its form. A private key is refused. Messages never quote the text:
// what was meant to be public may not be.
func parseKey(text string) (publicKey, *problem) {
	if p := refuseKey(text); p != nil {
		return publicKey{}, p
	}
	trimmed := strings.TrimSpace(text)
	begin := strings.Index(text, trimmed)
	var k publicKey
	switch wanted := k.read(trimmed); wanted {
	case "":
		return k, nil
	case aSecret:
		return publicKey{}, secret(text)
	default:
		return publicKey{}, problemAt(text, begin, "expected "+wanted)
	}
}

// read fills in the key, or returns what was wanted of the text instead.
func (k *publicKey) read(text string) string {
	switch {
	case text == "":
		return "a public key, found an empty text"
	case text[0] == '{':
		return k.readJSON(text)
	case strings.HasPrefix(text, "-----BEGIN "):
		return k.readPEM(text)
	case strings.HasPrefix(text, commentMark):
		return k.readCommented(text)
	case strings.HasPrefix(text, didKey):
		return k.readDIDKey(text)
	case isMultikey(text):
		return k.readMultikey(text)
	}
	if name, hash, key, ok := cutVerifierKey(text); ok {
		return k.readVerifierKey(name, hash, key)
	}
	if strings.Contains(text, "ssh-") || strings.Contains(text, "ecdsa-sha2-") {
		return k.readSSH(text)
	}
	return k.readBytes(text)
}

// spki is the DER of an Ed25519 public key (RFC 8410 section 4) up to the key.
const spki = "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"

// set fills in what was read, and wants nothing else.
func (k *publicKey) set(bytes []byte, id, spelling string) string {
	k.bytes, k.id, k.spelling = bytes, id, spelling
	return ""
}

// setNumbered fills in a key of minisign or signify.
func (k *publicKey) setNumbered(data []byte, spelling string) string {
	k.number = keyNumber(data[2:10])
	return k.set(data[10:], k.number, spelling)
}

// known is the key as statements look at it.
func (k *publicKey) known() knownKey { return knownKey{k.bytes, k.number} }

// pkcs8 is what stands between length and version, five bytes, and the key in the
// DER of a private key (RFC 8410 section 7).
const pkcs8 = "\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20"

const anyKey = "a public key in hex, base64, PEM, JWK, did:key, Multikey, SSH, minisign, signify or note spelling"

// readBytes reads hexadecimal, optionally behind 0x, or base64. The number of
// bytes says what they are.
func (k *publicKey) readBytes(text string) string {
	data, ok := decodeHex(strings.TrimPrefix(text, "0x"))
	spelling := "hex"
	if !ok {
		data, ok = decodeBase64(text)
		spelling = "base64"
	}
	switch {
	case !ok:
		return anyKey
	case len(data) == keySize:
		return k.set(data, "", spelling)
	case len(data) == len(spki)+keySize && strings.HasPrefix(string(data), spki):
		return k.set(data[len(spki):], "", "DER")
	case len(data) > 5 && strings.HasPrefix(string(data[5:]), pkcs8):
		return aSecret
	case len(data) == numberedKey && string(data[:2]) == "Ed":
		return k.setNumbered(data, "minisign")
	case strings.HasPrefix(string(data), sshPrefix):
		return k.readSSHBlob(data)
	case len(data) == signatureSize:
		return "a public key of 32 bytes, found 64: a signature, or a private key, which nobody but its owner may see"
	}
	return "a public key of " + sized(keySize, len(data))
}

// readPEM reads a SubjectPublicKeyInfo (RFC 8410).
func (k *publicKey) readPEM(text string) string {
	const label = "PUBLIC KEY"
	if found := armourLabel(text); found != label {
		return "a PEM text that begins with -----BEGIN PUBLIC KEY-----, found the label " + op.Quote(found)
	}
	data, p := decodeArmour(text, label)
	if p != nil {
		return strings.TrimPrefix(p.message, "expected ")
	}
	if len(data) != len(spki)+keySize || !strings.HasPrefix(string(data), spki) {
		return "an Ed25519 public key in PEM, found one of another kind"
	}
	return k.set(data[len(spki):], "", "PEM")
}

// readJSON reads a JWK, or a JWKS with one key of ours.
func (k *publicKey) readJSON(text string) string {
	v, p := parseJSON(text)
	if p != nil {
		return "a JWK in strict JSON (line " + strconv.Itoa(p.line) + ", column " + strconv.Itoa(p.column) + ")"
	}
	list := v.Get("keys")
	if list == nil || list.Kind != jcs.Array {
		return k.readJWK(&v)
	}
	count := 0
	for i := range list.Items {
		jwk := &list.Items[i]
		if isPrivateJWK(jwk) {
			return aSecret
		}
		if isEd25519JWK(jwk) {
			if wanted := k.readJWK(jwk); wanted != "" {
				return wanted
			}
			k.spelling = "JWKS"
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
	return optional(jwk, "kty") == "OKP" && optional(jwk, "crv") == "Ed25519"
}

// isPrivateJWK reports whether a JWK of any kind has a private part: RFC 7518
// section 6 and RFC 8037 section 2 call it d, or k where the key is symmetric.
func isPrivateJWK(jwk *jcs.Value) bool {
	return jwk.Get("kty") != nil && (jwk.Get("d") != nil || jwk.Get("k") != nil)
}

// readJWK reads a JWK (RFC 7517, RFC 8037). Members without a meaning here are
// passed over, as there.
func (k *publicKey) readJWK(jwk *jcs.Value) string {
	switch {
	case jwk.Kind != jcs.Object:
		return "a JWK, which is a JSON object"
	case isPrivateJWK(jwk):
		return aSecret
	case !isEd25519JWK(jwk):
		return "a JWK with kty \"OKP\" and crv \"Ed25519\", found " + op.Quote(optional(jwk, "kty")) + " and " + op.Quote(optional(jwk, "crv"))
	case jwk.Get("alg") != nil && !isEdDSA(optional(jwk, "alg")):
		return "a JWK with alg \"EdDSA\" or \"Ed25519\""
	case jwk.Get("use") != nil && optional(jwk, "use") != "sig":
		return "a JWK with use \"sig\""
	case jwk.Get("key_ops") != nil && !verifies(jwk.Get("key_ops")):
		return "a JWK with \"verify\" among its key_ops"
	}
	data, wanted := base64URL.decode(optional(jwk, "x"))
	if wanted != "" {
		return "the JWK's x in " + wanted
	}
	if len(data) != keySize {
		return "a JWK whose x has " + sized(keySize, len(data))
	}
	return k.set(data, optional(jwk, "kid"), "JWK")
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
	didKey    = "did:key:"
	multicode = "\xed\x01" // multicodec ed25519-pub, 0xed, as a varint
	multiSize = 48         // letters of an Ed25519 Multikey
)

// readDIDKey reads did:key:z6Mk…, alone or with a fragment, which repeats the
// key (did:key method, W3C CCG).
func (k *publicKey) readDIDKey(text string) string {
	key, fragment, found := strings.Cut(strings.TrimPrefix(text, didKey), "#")
	if found && fragment != key {
		return "a did:key whose fragment repeats the key"
	}
	wanted := k.readMultikey(key)
	k.id, k.spelling = text, "did:key"
	return wanted
}

// isMultikey tells a Multikey from base64, which has 43 or 44 letters for a key.
func isMultikey(text string) bool {
	return text[0] == 'z' && len(text) >= multiSize-2 && !strings.ContainsAny(text, " +/-_=")
}

// readMultikey reads z6Mk…, the multibase of the multicodec of a key
// (Controlled Identifiers section 2.2.2).
func (k *publicKey) readMultikey(text string) string {
	digits, ok := strings.CutPrefix(text, "z")
	if !ok {
		return "a Multikey in base58btc, which begins with z"
	}
	data, ok := decodeBase58(digits)
	if !ok {
		return "a Multikey in base58btc"
	}
	if strings.HasPrefix(string(data), "\x80\x26") { // multicodec ed25519-priv
		return aSecret
	}
	if len(data) != len(multicode)+keySize || !strings.HasPrefix(string(data), multicode) {
		return "an Ed25519 Multikey, which begins with z6Mk and has 48 letters"
	}
	return k.set(data[len(multicode):], text, "Multikey")
}

// readCommented reads the .pub file of minisign or signify: a comment and a
// line of base64.
func (k *publicKey) readCommented(text string) string {
	rows := lines(text)
	if len(rows) != 2 {
		return "a key file of two lines, found " + strconv.Itoa(len(rows))
	}
	data, wanted := base64Std.decode(rows[1])
	if wanted != "" {
		return "a second line in " + wanted
	}
	if len(data) != numberedKey || string(data[:2]) != "Ed" {
		return "a key of minisign or signify in the second line"
	}
	comment := strings.TrimSpace(strings.TrimPrefix(rows[0], commentMark))
	spelling := "signify"
	if strings.HasPrefix(comment, "minisign public key") {
		spelling = "minisign"
	}
	k.name = comment
	return k.setNumbered(data, spelling)
}

// numberedKey is the length of a key of minisign and signify: "Ed", a key
// number of 8 bytes that signatures repeat, the key.
const numberedKey = 2 + 8 + keySize

// keyNumber writes a key number as minisign prints it: 64 bits, the first byte
// the least significant, in upper case.
func keyNumber(data []byte) string {
	number := make([]byte, 0, 8)
	for i := range data {
		number = append(number, data[len(data)-1-i])
	}
	return strings.ToUpper(string(appendHex(nil, number)))
}

// cutVerifierKey takes name+hash+key of a signed note apart, and reports whether
// the text has that form.
func cutVerifierKey(text string) (name, hash, key string, ok bool) {
	name, rest, ok := strings.Cut(text, "+")
	if !ok || len(rest) < 9 || rest[8] != '+' {
		return "", "", "", false
	}
	_, ok = decodeHex(rest[:8])
	return name, rest[:8], rest[9:], ok
}

// readVerifierKey reads the parts of a key of c2sp.org/signed-note.
func (k *publicKey) readVerifierKey(name, hash, key string) string {
	data, why := base64Std.decode(key)
	switch {
	case why != "":
		return "a verifier key whose last part is " + why
	case len(data) == 0:
		return "a verifier key with a key in its last part"
	case !isKeyName(name):
		return "a verifier key with a name without spaces"
	case data[0] != noteEd25519:
		return "a verifier key of type 1, Ed25519, found type " + strconv.Itoa(int(data[0]))
	case len(data) != 1+keySize:
		return "a verifier key of " + sized(keySize, len(data)-1)
	case hash != string(appendHex(nil, []byte(noteHash(name, data[1:])))):
		return "a verifier key whose hash is that of its name and key, in lower case"
	}
	k.name = name
	return k.set(data[1:], name+"+"+hash, "note")
}
