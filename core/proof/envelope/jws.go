package envelope

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// IsCompactJWS reports whether the text has the shape of a compact JWS (RFC
// 7515 section 7.1): three parts of base64url, of which the first begins as
// {" does.
func IsCompactJWS(str string) bool {
	if !strings.HasPrefix(str, "ey") || strings.Count(str, ".") != 2 {
		return false
	}
	for i := range len(str) {
		if _, ok := text.Base64Digit(str[i]); !ok && str[i] != '.' && str[i] != '=' {
			return false
		}
	}
	return true
}

// readCompactJWS reads header.payload.signature, or header..signature with a separate
// payload.
func (r *reader) readCompactJWS(over []byte) bool {
	parts := strings.Split(strings.TrimSpace(r.text), ".")
	begin := strings.Index(r.text, parts[0])
	payloadAt := begin + len(parts[0]) + 1
	s := Statement{Format: "jws"}
	if !r.header(&s, begin, parts[0], nil) || !r.signature(&s, payloadAt+len(parts[1])+1, parts[2]) {
		return false
	}
	switch {
	case parts[1] == "" && over == nil:
		return r.want(payloadAt, "a payload, found none: this JWS is detached, so give the signed text too")
	case parts[1] != "" && over != nil:
		return r.want(payloadAt, "no payload in a JWS that stands beside its message")
	case parts[1] == "":
		return r.overDetached(&s, parts[0], r.detached(over))
	}
	return r.overPayload(&s, r.payload(payloadAt, parts[1]), parts[0], parts[1])
}

// IsJWS reports whether an object is a JWS in JSON: a payload in base64url, and
// one signature or several with headers.
func IsJWS(doc *jcs.Value) bool {
	payload := doc.Get("payload")
	return payload != nil && payload.Kind == jcs.String && (doc.Get("protected") != nil || doc.Get("signatures") != nil)
}

// ofSignature lists the members of a signature in JSON, and ofHeader the members of its
// unprotected header: they say how to check it, and no page shows them.
var (
	ofSignature = []string{"protected", "header", "signature"}
	ofHeader    = []string{"alg", "kid", "typ", "cty", "jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256"}
)

// readJWS reads the JSON serializations of a JWS, general and flattened (RFC
// 7515 section 7.2). Members it does not know are passed over, as there, and named.
func (r *reader) readJWS(doc *jcs.Value) bool {
	payload, ok := r.textOf(doc, "the JWS", "payload")
	if !ok {
		return false
	}
	said := r.payload(doc.Get("payload").Start, payload)
	if doc.Get("signature") == nil {
		return r.eachJWS(doc, func(s *Statement, protected string) bool {
			s.Beside = append(s.Beside, others(doc, "payload", "signatures")...)
			return r.overPayload(s, said, protected, payload)
		})
	}
	if both := doc.Get("signatures"); both != nil {
		return r.want(both.KeyStart, "either signature or signatures in a JWS, found both")
	}
	s := Statement{Format: "jws", Beside: besideIn([]jcs.Value{*doc}, append(ofSignature, "payload")...)}
	protected, ok := r.jws(&s, doc)
	return ok && r.overPayload(&s, said, protected, payload)
}

// isDetachedJWS reports whether the text is a JWS in JSON without its payload,
// which RFC 7515 appendix F allows.
func (r *reader) isDetachedJWS() bool {
	doc, p := text.ParseJSON(r.text)
	return p == nil && doc.Get("payload") == nil && doc.Get("payloadType") == nil &&
		(doc.Get("protected") != nil && doc.Get("signature") != nil || isSignatures(doc.Get("signatures")))
}

// readDetachedJWS reads a JWS in JSON with a separate payload.
func (r *reader) readDetachedJWS(over []byte) bool {
	doc, _ := text.ParseJSON(r.text)
	message := r.detached(over)
	if doc.Get("signature") == nil {
		return r.eachJWS(&doc, func(s *Statement, protected string) bool {
			s.Beside = append(s.Beside, others(&doc, "signatures")...)
			if len(r.statements) > 0 && r.statements[0].unencoded != s.unencoded { // RFC 7797 section 3
				return r.want(doc.Get("signatures").Start, "the same \"b64\" in all signatures of a JWS")
			}
			return r.overDetached(s, protected, message)
		})
	}
	s := Statement{Format: "jws", Beside: besideIn([]jcs.Value{doc}, ofSignature...)}
	protected, ok := r.jws(&s, &doc)
	return ok && r.overDetached(&s, protected, message)
}

// isSignatures reports whether the member "signatures" holds JWS signatures.
func isSignatures(v *jcs.Value) bool {
	return v != nil && v.Kind == jcs.Array && len(v.Items) > 0 && v.Items[0].Get("protected") != nil
}

// readOverJCS reads a document with JWS signatures inside, which sign the
// canonical JSON of the document without them, as in A2A agent cards.
func (r *reader) readOverJCS(doc *jcs.Value) bool {
	unsigned := Without(doc, "signatures")
	record := unsigned.AppendCanonical(nil)
	said := r.covered(unsigned.Start, record)
	said.token = true
	return r.eachJWS(doc, func(s *Statement, protected string) bool {
		if s.unencoded {
			return r.want(doc.Start, onlyDetached)
		}
		s.Layout = "JWS over the canonical JSON of the document without its signatures"
		s.Message = text.AppendBase64URL([]byte(protected+"."), record)
		s.content = said
		return r.add(s)
	})
}

// eachJWS completes each signature of the member "signatures" that is Ed25519.
func (r *reader) eachJWS(doc *jcs.Value, complete func(s *Statement, protected string) bool) bool {
	signatures, ok := r.signatureList(doc)
	if !ok {
		return false
	}
	read, beside := 0, besideIn(signatures, ofSignature...)
	for i := range signatures {
		if alg := algOf(&signatures[i]); alg != "" && !key.IsEdDSA(alg) && len(signatures) > 1 {
			r.unread = append(r.unread, "a signature with the algorithm "+op.Quote(alg)+": only EdDSA with Ed25519 is checked")
			continue
		}
		s := Statement{Format: "jws", Beside: slices.Clip(beside)}
		protected, ok := r.jws(&s, &signatures[i])
		if !ok || !complete(&s, protected) {
			return false
		}
		read++
	}
	if read == 0 {
		return r.unsupported(signatures[0].Start, "this is a JWS with other algorithms than EdDSA, which are "+unchecked)
	}
	return true
}

// algOf returns the algorithm of a signature object, as far as it can be read.
func algOf(signature *jcs.Value) string {
	header, wanted := text.Base64URL.Decode(text.Member(signature, "protected"))
	if wanted != "" {
		return ""
	}
	v, err := jcs.Parse(header)
	if err != nil {
		return ""
	}
	return text.Member(&v, "alg")
}

// jws reads the members protected, header and signature of an object.
func (r *reader) jws(s *Statement, object *jcs.Value) (protected string, ok bool) {
	if protected, ok = r.textOf(object, "the JWS", "protected"); !ok {
		return "", false
	}
	signature, ok := r.textOf(object, "the JWS", "signature")
	ok = ok && r.header(s, object.Get("protected").Start, protected, object.Get("header")) &&
		r.signature(s, object.Get("signature").Start, signature)
	return protected, ok
}

func (r *reader) signature(s *Statement, at int, encoded string) bool {
	var wanted string
	if s.Signature, wanted = text.Base64URL.Decode(encoded); wanted != "" {
		return r.want(at, "a signature in "+wanted)
	}
	if len(s.Signature) != signature.Size {
		return r.want(at, "a signature of "+text.Sized(signature.Size, len(s.Signature)))
	}
	return true
}

// header reads a protected header, and the unprotected header if present. alg must be
// protected; crit and b64, which change what is signed, are refused unless the payload is
// not encoded (RFC 7797); a key inside, or its address, does not identify the signer.
func (r *reader) header(s *Statement, at int, encoded string, beside *jcs.Value) bool {
	protected, wanted := text.Base64URL.Decode(encoded)
	if wanted != "" {
		return r.want(at, "a header in "+wanted)
	}
	header, err := jcs.Parse(protected)
	if err != nil {
		return r.fail(at, "in the header, "+err.Error())
	}
	if header.Kind != jcs.Object {
		return r.want(at, "an object in the header")
	}
	if beside != nil && beside.Kind != jcs.Object {
		return r.want(beside.Start, "an object for the unprotected header")
	}
	if header.Get("enc") != nil {
		return r.unsupported(at, "this is a JWE, which is encrypted and not signed, and is "+unchecked)
	}
	if alg := text.Member(&header, "alg"); isOtherAlgorithm(alg) {
		return r.unsupported(at, "this is a JWS with the algorithm "+op.Quote(alg)+", which is "+unchecked+
			": only EdDSA with Ed25519 is")
	}
	if wanted := bothHeaders(&header, beside); wanted != "" {
		return r.want(at, wanted)
	}
	// which RFC 7515 lets it leave out
	kind := strings.TrimPrefix(strings.ToLower(text.Member(&header, "typ")), "application/")
	s.isJWT = kind == "jwt" || strings.HasSuffix(kind, "+jwt")
	if s.unencoded = header.Get("b64") != nil; s.unencoded && s.isJWT { // RFC 7797 section 7
		return r.want(at, "a JSON Web Token without \"b64\"")
	}
	if s.KeyID = text.Member(&header, "kid"); s.KeyID == "" {
		s.KeyID = text.Member(beside, "kid")
	}
	if jwk := header.Get("jwk"); jwk != nil {
		var k key.Public
		if wanted := k.ReadJWK(jwk); wanted != "" {
			return r.fail(at, "in the header, expected "+wanted)
		}
		s.Key = k.Bytes
	}
	return true
}

// bothHeaders returns what was wanted of the two headers of a signature, or "".
func bothHeaders(header, beside *jcs.Value) string {
	for _, name := range []string{"crit", "b64"} {
		if header.Get(name) != nil && !isUnencoded(header) || beside.Get(name) != nil {
			return "a header without \"" + name + "\", which changes what is signed, but for \"b64\": false with " +
				"\"crit\": [\"b64\"], both protected"
		}
	}
	if alg := text.Member(header, "alg"); !key.IsEdDSA(alg) {
		return "the algorithm EdDSA or Ed25519 in the protected header, found " + op.Quote(alg)
	}
	if beside == nil {
		return ""
	}
	for i := range beside.Items {
		if name := beside.Items[i].Key; header.Get(name) != nil {
			return op.Quote(name) + " in one of the two headers, found it in both"
		}
		if beside.Items[i].Key == "jwk" {
			return "a jwk in the protected header only"
		}
	}
	return ""
}

// isUnencoded reports whether a protected header says, and says no more, that the payload
// is signed as it is: "b64": false with "crit": ["b64"] (RFC 7797).
func isUnencoded(header *jcs.Value) bool {
	crit, b64 := header.Get("crit"), header.Get("b64")
	return crit != nil && crit.Kind == jcs.Array && len(crit.Items) == 1 && crit.Items[0].Str == "b64" &&
		b64 != nil && b64.Kind == jcs.Bool && !b64.Bool
}

// onlyDetached is wanted of a JWS whose payload is not encoded.
const onlyDetached = "a detached JWS, as its header says \"b64\": false: give the payload beside it"

// isOtherAlgorithm reports whether JOSE has a signature algorithm or MAC of that name
// that is not checked here (RFC 7518, 8037 and 8812).
func isOtherAlgorithm(alg string) bool {
	if len(alg) == 5 && slices.Contains([]string{"HS", "RS", "PS", "ES"}, alg[:2]) {
		return slices.Contains([]string{"256", "384", "512"}, alg[2:])
	}
	return alg == "ES256K" || alg == "Ed448" || strings.HasPrefix(alg, "ML-DSA-")
}

// payload returns the content that signatures over a payload in base64url cover.
func (r *reader) payload(at int, encoded string) *content {
	c := r.covered(at, nil)
	c.carried, c.token = true, true
	c.make = func() ([]byte, string) {
		body, wanted := text.Base64URL.Decode(encoded)
		if wanted != "" {
			wanted = "a payload in " + wanted
		}
		return body, wanted
	}
	return c
}

// overPayload completes a signature over a payload in base64url.
func (r *reader) overPayload(s *Statement, said *content, protected, payload string) bool {
	if s.unencoded {
		return r.want(said.at, onlyDetached)
	}
	s.Layout = "JWS: header and payload in base64url, joined by a dot"
	s.Message, s.content = []byte(protected+"."+payload), said
	return r.add(s)
}

// claims reads from when to when a payload is valid by its own words, the exp and nbf of
// a JSON Web Token (RFC 7519), and iat, when it was signed. A payload is a token
// if its header says so. It is taken for one if it has another claim of tokens: exp may
// be a game's experience.
func (s *Statement) claims(payload *jcs.Value) *text.Problem {
	if payload == nil || !s.isJWT && !hasAny(payload, "iat", "iss", "nbf", "aud", "jti") {
		return nil
	}
	begins, p := s.date(payload, "nbf")
	if p != nil {
		return p
	}
	ends, p := s.date(payload, "exp")
	if p != nil {
		return p
	}
	s.beginsAt(begins)
	s.endsAt(ends)
	s.Created, p = s.date(payload, "iat")
	s.Dated = s.Created != ""
	s.issuedBy(payload.Get("iss"))
	return p
}

// date returns a claim in seconds since 1970 as an RFC 3339 time, or "". A claim of
// another kind is refused if the header declares a token; otherwise it counts as an
// unrelated member.
func (s *Statement) date(payload *jcs.Value, claim string) (string, *text.Problem) {
	switch v := payload.Get(claim); {
	case v == nil:
	case v.Kind == jcs.Number:
		return instant.Text(v.Num), nil
	case s.isJWT:
		return "", s.content.fail("expected seconds since 1970 for \"" + claim + "\" in the signed text")
	}
	return "", nil
}

// hasAny reports whether an object has a member of one of the names.
func hasAny(object *jcs.Value, names ...string) bool {
	for _, name := range names {
		if object.Get(name) != nil {
			return true
		}
	}
	return false
}

// detached is a signed text apart from its signatures: its exact bytes, and the canonical
// JSON if that differs.
type detached struct {
	said      *content
	canonical []byte // nil if there is no other reading
}

func (r *reader) detached(over []byte) detached {
	d := detached{said: r.covered(0, over)}
	d.said.carried, d.said.token = true, true
	if canonical, err := jcs.Canonicalize(over); err == nil && text.BeginsObject(over) && string(canonical) != string(
		over) {
		d.canonical = canonical
	}
	return d
}

// overDetached completes a signature over separate bytes.
func (r *reader) overDetached(s *Statement, protected string, over detached) bool {
	signed, how := text.AppendBase64URL, ""
	if s.unencoded {
		signed, how = func(begin, message []byte) []byte { return append(begin, message...) }, ", not encoded (RFC 7797)"
	}
	s.Layout = "detached JWS over the exact bytes of the message" + how
	s.Message, s.content = signed([]byte(protected+"."), over.said.text), over.said
	r.add(s)
	if over.canonical == nil {
		return true
	}
	s.Layout = "detached JWS over the canonical JSON of the message" + how
	s.Message = signed([]byte(protected+"."), over.canonical)
	s.Alternative = true
	return r.add(s)
}
