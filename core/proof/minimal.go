package proof

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Minimal returns the shortest text that proves what a proof does: one signature that
// holds under a key of the request's keyring, what it signs, and nothing that
// somebody else could have added. Further signatures, hints at keys, comments,
// members that are not signed, white space and pictures around the proof are gone.
//
// Two texts of the same signed bytes by the same key have the same minimal text,
// or one each for as many spellings as their format signs.
//
// Errors: what [Verify] refuses, a proof that is not authentic, and one whose
// signature stands in a text of its own.
func Minimal(req VerifyRequest) (text string, err error) {
	if req.Signature != "" || len(req.Document) > 0 {
		return "", errors.New("want a text that carries its signature")
	}
	whole, err := Verify(req)
	if err != nil {
		return "", err
	}
	if whole.Verdict != authentic || whole.Key == nil || len(whole.Ed25519) == 0 {
		return "", errors.New("want an authentic proof, found the verdict " + whole.Verdict)
	}
	text = strings.TrimSpace(envelope.Bare(req.Text))
	if whole.Format != "tlog-proof" && strings.HasPrefix(text, tlogMark) {
		text = leafOf(text) // which proves it without its place in a log
	}
	if whole.Format == "badge" {
		if text, err = carriedText(text); err != nil {
			return "", err
		}
	}
	var candidates []string
	if unmarked, found := strings.CutPrefix(text, "\ufeff"); found { // a note, whose mark may not be signed
		candidates = candidatesOf(unmarked, &whole)
	}
	for _, candidate := range append(candidates, candidatesOf(text, &whole)...) {
		alone := req
		alone.Text = candidate
		res, err := Verify(alone)
		if err == nil && res.Verdict == authentic && res.Key.PublicKey == whole.Key.PublicKey && sameClaims(&whole, &res) {
			return candidate, nil
		}
	}
	return "", errors.New("no signature of this text proves by itself what the text does")
}

// sameClaims reports whether two answers have the same signed claims, in any order.
func sameClaims(a, b *VerifyResponse) bool {
	signed := func(claims []record.Claim) []record.Claim {
		claims = slices.DeleteFunc(slices.Clone(claims), func(c record.Claim) bool { return !c.Signed })
		slices.SortFunc(claims, func(a, b record.Claim) int { return strings.Compare(a.Field, b.Field) })
		return claims
	}
	same := func(a, b record.Claim) bool { return a.Field == b.Field && a.Value == b.Value && a.Kind == b.Kind }
	return a.SignedBytes == b.SignedBytes && slices.EqualFunc(signed(a.Claims), signed(b.Claims), same)
}

// carriedText returns the proof that a badge carries, which [Verify] has read.
func carriedText(svg string) (string, error) {
	_, after, _ := strings.Cut(svg, "<metadata>")
	metadata, _, _ := strings.Cut(after, "<")
	words := strings.Split(metadata, " ")
	text, err := base64.StdEncoding.DecodeString(words[len(words)-1])
	return strings.TrimSpace(string(text)), err
}

// tlogMark begins a tlog-proof.
const tlogMark = text.TlogMark

// leafOf returns the record in the extra data of a tlog-proof, or "".
func leafOf(str string) string {
	_, extra, _ := strings.Cut(str, "\nextra ")
	encoded, _, _ := strings.Cut(extra, "\n")
	leaf, _ := base64.StdEncoding.DecodeString(encoded)
	return strings.TrimSpace(string(leaf))
}

// candidatesOf returns the texts with one signature each that a text may be reduced
// to, those without unneeded spelling first.
func candidatesOf(text string, whole *VerifyResponse) []string {
	switch {
	case strings.HasPrefix(text, tlogMark):
		return logTexts(text)
	case strings.Contains(text, "\n\n— "):
		return append(namedTexts(text, whole), noteTexts(text)...)
	case strings.HasPrefix(text, "untrusted comment:"):
		_, rest, _ := strings.Cut(text, "\n")
		return []string{"untrusted comment: signature\n" + rest + "\n", "untrusted comment: signature\n" + rest}
	case !strings.HasPrefix(text, "{"):
		return []string{text} // a compact JWS
	}
	doc, err := jcs.Parse([]byte(text))
	if err != nil || doc.Kind != jcs.Object {
		return nil
	}
	switch {
	case doc.Get("payloadType") != nil:
		return envelopeTexts(&doc)
	case envelope.IsJWS(&doc):
		return compactTexts(&doc)
	}
	var all []string
	for _, member := range []string{"proof", "signatures"} {
		all = append(all, wholeTexts(&doc, member)...)
	}
	return append(all, flatTexts(text, &doc, whole)...)
}

// logTexts returns a tlog-proof with the canonical or the given record and one
// signature under its checkpoint.
func logTexts(text string) (all []string) {
	head, checkpoint, _ := strings.Cut(text, "\n\n")
	heads := []string{head}
	if first, extra, found := strings.Cut(head, "\nextra "); found {
		encoded, rest, _ := strings.Cut(extra, "\n")
		record, err := base64.StdEncoding.DecodeString(encoded)
		if canonical, err2 := jcs.Canonicalize(record); err == nil && err2 == nil {
			heads = []string{first + "\nextra " + base64.StdEncoding.EncodeToString(canonical) + "\n" + rest, head}
		}
	}
	for _, head := range heads {
		for _, note := range noteTexts(checkpoint) {
			all = append(all, head+"\n\n"+note)
		}
	}
	return all
}

// noteTexts returns a note with one of its signature lines each.
func noteTexts(text string) (all []string) {
	split := strings.LastIndex(text, "\n\n") + 2
	for line := range strings.SplitSeq(strings.TrimSuffix(text[split:], "\n"), "\n") {
		all = append(all, text[:split]+line+"\n")
	}
	return all
}

// namedTexts returns a note under the name that the keyring gives its key: the name on
// the signature line is not signed, and a note's key in the keyring has its own name.
func namedTexts(str string, whole *VerifyResponse) []string {
	name := whole.Key.ID
	if !key.IsKeyName(name) {
		name = "key"
	}
	pub, known := text.DecodeHex(whole.Key.PublicKey)
	signature, err := base64.StdEncoding.DecodeString(whole.Ed25519[0].Signature)
	if err != nil || !known {
		return nil
	}
	split := strings.LastIndex(str, "\n\n") + 2
	data := append([]byte(key.NoteHash(name, pub)), signature...)
	return []string{str[:split] + text.NoteMark + name + " " + base64.StdEncoding.EncodeToString(data) + "\n"}
}

// envelopeTexts returns a DSSE envelope with one of its signatures each.
func envelopeTexts(doc *jcs.Value) (all []string) {
	payload, ok := respelled(doc.Get("payload"))
	for _, s := range itemsOf(doc.Get("signatures")) {
		if sig, ok2 := respelled(s.Get("sig")); ok && ok2 {
			signature := objectOf(textMember("sig", sig))
			all = append(all, spell(objectOf(textMember("payload", payload), *doc.Get("payloadType"),
				listOf("signatures", signature))))
		}
	}
	return all
}

// respelled returns a text in base64 of any alphabet in the standard one.
func respelled(v *jcs.Value) (string, bool) {
	if !isJSONText(v) {
		return "", false
	}
	plain := strings.NewReplacer("-", "+", "_", "/", "=", "").Replace(v.Str)
	data, err := base64.RawStdEncoding.DecodeString(plain)
	return base64.StdEncoding.EncodeToString(data), err == nil
}

// compactTexts returns a JWS in JSON as compact ones, one for each signature.
func compactTexts(doc *jcs.Value) (all []string) {
	for _, s := range append(itemsOf(doc.Get("signatures")), *doc) {
		protected, signature := s.Get("protected"), s.Get("signature")
		if isJSONText(protected) && isJSONText(signature) {
			all = append(all, protected.Str+"."+doc.Get("payload").Str+"."+signature.Str)
		}
	}
	return all
}

// wholeTexts returns a document that is signed but for a member, with one of the
// signatures in that member each.
func wholeTexts(doc *jcs.Value, member string) (all []string) {
	list := doc.Get(member)
	proofs := itemsOf(list)
	if list != nil && list.Kind == jcs.Object {
		proofs = []jcs.Value{*list}
	}
	rest := lacking(doc, member)
	for _, one := range proofs {
		if member == "signatures" { // an unprotected header is not signed
			one.Items = slices.DeleteFunc(slices.Clone(one.Items), func(m jcs.Value) bool {
				return m.Key != "protected" &&
					m.Key != "signature"
			})
			all = append(all, spell(with(rest, listOf(member, one))))
			continue
		}
		one.Key = member
		all = append(all, spell(with(rest, one)))
	}
	return all
}

// flatTexts returns a flat record in canonical JSON, and, since the signed bytes may
// spell it otherwise, in its own spelling without white space around members. Of
// what is not signed only the signature and the key stay, in hexadecimal.
func flatTexts(source string, doc *jcs.Value, whole *VerifyResponse) (all []string) {
	signature, err := base64.StdEncoding.DecodeString(whole.Ed25519[0].Signature)
	if err != nil {
		return nil
	}
	for _, name := range []string{"evaluator_signature", "signature"} {
		if doc.Get(name) == nil {
			continue
		}
		var members []string
		plain := jcs.Value{Kind: jcs.Object}
		for _, m := range doc.Items {
			spelled := source[m.KeyStart:m.End]
			switch {
			case m.Key == name:
				m = textMember(name, text.HexOf(signature))
				spelled = memberText(m)
			case !slices.Contains(whole.UnsignedFields, m.Key):
			case m.Key == record.MemberOf(doc, record.KeyNames):
				m = textMember(m.Key, whole.Key.PublicKey)
				spelled = memberText(m)
			default:
				continue
			}
			plain.Items, members = append(plain.Items, m), append(members, spelled)
		}
		all = append(all, spell(plain), "{"+strings.Join(members, ",")+"}")
	}
	return all
}

// memberText returns a member in canonical JSON.
func memberText(m jcs.Value) string {
	whole := spell(objectOf(m))
	return whole[1 : len(whole)-1]
}

func isJSONText(v *jcs.Value) bool { return v != nil && v.Kind == jcs.String }

func itemsOf(v *jcs.Value) []jcs.Value {
	if v == nil || v.Kind != jcs.Array {
		return nil
	}
	return slices.Clone(v.Items)
}

// lacking returns an object without a member.
func lacking(v *jcs.Value, member string) jcs.Value {
	return objectOf(slices.DeleteFunc(slices.Clone(v.Items), func(m jcs.Value) bool { return m.Key == member })...)
}

func with(v, member jcs.Value) jcs.Value { return objectOf(append(slices.Clone(v.Items), member)...) }

func objectOf(members ...jcs.Value) jcs.Value { return jcs.Value{Kind: jcs.Object, Items: members} }

func listOf(key string, items ...jcs.Value) jcs.Value {
	return jcs.Value{Key: key, Kind: jcs.Array, Items: items}
}

func textMember(key, value string) jcs.Value {
	return jcs.Value{Key: key, Kind: jcs.String, Str: value}
}

func spell(v jcs.Value) string { return string(v.AppendCanonical(nil)) }
