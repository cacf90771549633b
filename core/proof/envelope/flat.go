package envelope

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// ReadFlat reads a flat record. With version tallyproof-score/1 the signed
// bytes are declared; else message is nil and the finder has to look.
func ReadFlat(str string, root *jcs.Value) ([]Statement, *text.Problem) {
	name := record.MemberOf(root, record.SignatureNames)
	if root.Kind != jcs.Object || name == "" {
		return nil, text.ProblemAt(str, root.Start, fmt.Sprintf("expected a record with a member %q",
			record.SignatureNames[0]))
	}
	s := Statement{Format: "flat", root: root, rootText: str}
	member := root.Get(name)
	var ok bool
	if s.Signature, ok = flatSignature(member); !ok {
		return nil, text.ProblemAt(str, member.Start,
			fmt.Sprintf("expected %s to be a signature of 64 bytes in hexadecimal or base64", name))
	}
	if name := record.MemberOf(root, record.KeyNames); name != "" {
		member := root.Get(name)
		key, p := key.Parse(member.Str)
		if p != nil || member.Kind != jcs.String {
			return nil, text.ProblemAt(str, member.Start, fmt.Sprintf("expected %s to be an Ed25519 public key", name))
		}
		s.Key, s.KeyID = key.Bytes, key.ID
	}
	if version := root.Get("version"); version != nil && version.Kind == jcs.String && version.Str == layout.Declared {
		if missing := s.Lay(layout.OfVersion(name)); missing != "" {
			return nil, text.ProblemAt(str, root.Start, "expected a record with a member "+missing)
		}
		s.ReadBack(layout.FromVersion)
	}
	return []Statement{s}, nil
}

// flatSignature reads 64 bytes in hexadecimal or either base64, with or without
// the prefix ed25519: before them.
func flatSignature(v *jcs.Value) ([]byte, bool) {
	if v.Kind != jcs.String {
		return nil, false
	}
	str := strings.TrimPrefix(v.Str, "ed25519:")
	data, ok := text.DecodeHex(strings.TrimPrefix(str, "0x"))
	if !ok || len(data) != signature.Size {
		data, ok = text.DecodeBase64(str)
	}
	return data, ok && len(data) == signature.Size
}

// Lay makes the message of a flat statement by a layout, and nothing more: most
// layouts are only tried. It answers the name of a member that the layout wants and
// the record has not, or "". [Statement.ReadBack] reads what the message says.
func (s *Statement) Lay(l *layout.Layout) (missing string) {
	signed, missing := s.LaidOut(l, s.Spelled())
	if missing == "" {
		s.Message, s.layout = signed, l
	}
	return missing
}

// ReadBack reads what is signed from the message that the layout made, if one did.
func (s *Statement) ReadBack(from layout.Source) {
	l, plain := s.layout, s.Message
	if l == nil {
		return
	}
	if l.Hash != "" || l.Encoding != "" {
		unhashed := *l
		unhashed.Hash, unhashed.Encoding = "", ""
		plain, _ = unhashed.Bytes(s.Spelled())
		s.Readable = plain
	}
	var inside []byte
	if inside, s.Open = l.Inside(plain, from); inside != nil {
		s.content = &content{host: s.rootText, at: s.root.Start, text: inside, flat: true}
	}
}

// Spelled returns the flat record, ready to be laid out.
func (s *Statement) Spelled() *layout.Speller {
	if s.speller == nil {
		s.speller = layout.NewSpeller(s.rootText, s.root)
	}
	return s.speller
}

// LaidOut returns the bytes that the layout signs of the record, or the name of a missing
// member.
func (s *Statement) LaidOut(l *layout.Layout, sp *layout.Speller) (signed []byte, missing string) {
	if s.Laid != nil && s.LaidBy == l {
		return s.Laid, ""
	}
	return l.Bytes(sp)
}
