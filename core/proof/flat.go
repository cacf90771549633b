package proof

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/message"
)

// A flat record carries its signature as one of its own members, as AiRENA
// publishes it. Other arenas name the two members otherwise.
var (
	signatureNames = []string{"evaluator_signature", "signature"}
	keyNames       = []string{"evaluator_pubkey", "evaluator_public_key", "public_key", "pubkey"}
)

// memberOf is the first of several names that the object has, or "".
func memberOf(record *jcs.Value, names []string) string {
	for _, name := range names {
		if record.Get(name) != nil {
			return name
		}
	}
	return ""
}

// readFlat reads a flat record. With version tallyproof-score/1 the signed
// bytes are declared; else message is nil and the finder has to look.
func readFlat(text []byte, root *jcs.Value) ([]statement, *problem) {
	name := memberOf(root, signatureNames)
	if root.Kind != jcs.Object || name == "" {
		return nil, problemAt(string(text), root.Start, message.Sprintf("expected a record with a member %q", signatureNames[0]))
	}
	s := statement{format: "flat", root: root, rootText: text}
	member := root.Get(name)
	var ok bool
	if s.signature, ok = flatSignature(member); !ok {
		return nil, problemAt(string(text), member.Start, message.Sprintf("expected %s to be a signature of 64 bytes in hexadecimal or base64", name))
	}
	if name := memberOf(root, keyNames); name != "" {
		member := root.Get(name)
		key, p := parseKey(member.Str)
		if p != nil || member.Kind != jcs.String {
			return nil, problemAt(string(text), member.Start, message.Sprintf("expected %s to be an Ed25519 public key", name))
		}
		s.key, s.keyID = key.bytes, key.id
	}
	if version := root.Get("version"); version != nil && version.Kind == jcs.String && version.Str == declared {
		if missing := s.lay(declaredLayout(name), s.spelled(), fromVersion); missing != "" {
			return nil, problemAt(string(text), root.Start, "expected a record with a member "+missing)
		}
	}
	return []statement{s}, nil
}

// flatSignature reads 64 bytes in hexadecimal or either base64, with or without
// the prefix ed25519: before them.
func flatSignature(v *jcs.Value) ([]byte, bool) {
	if v.Kind != jcs.String {
		return nil, false
	}
	text := strings.TrimPrefix(v.Str, "ed25519:")
	data, ok := decodeHex(strings.TrimPrefix(text, "0x"))
	if !ok || len(data) != signatureSize {
		data, ok = decodeBase64(text)
	}
	return data, ok && len(data) == signatureSize
}

// lay makes the message of a flat statement by a layout, and reads from it what
// is signed. It answers the name of a member that the layout wants and the record
// has not, or "".
func (s *statement) lay(l *Layout, sp *speller, from source) (missing string) {
	signed, missing := s.laidOut(l, sp)
	if missing != "" {
		return missing
	}
	s.message, s.layout, s.readable = signed, l.words(), nil
	plain := signed
	if l.Hash != "" || l.Encoding != "" {
		unhashed := *l
		unhashed.Hash, unhashed.Encoding = "", ""
		plain, _ = unhashed.bytes(sp)
		s.readable = plain
	}
	s.inside, s.open = l.inside(plain, from)
	return ""
}

// spelled is the flat record, ready to be laid out.
func (s *statement) spelled() *speller {
	if s.speller == nil {
		s.speller = newSpeller(s.rootText, s.root)
	}
	return s.speller
}

// namesBut are the names that are not of a kind.
func namesBut(names []string, kind func(string) bool) []string {
	var rest []string
	for _, name := range names {
		if !kind(name) {
			rest = append(rest, name)
		}
	}
	return rest
}

func isKeyMember(name string) bool { return slices.Contains(keyNames, name) }

// isSignatureName says whether a member is the signature itself, which is never
// inside what is signed.
func isSignatureName(name string) bool { return slices.Contains(signatureNames, name) }
