package envelope

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// readStored reads what a host answers for a stored proof, a JSON object with the proof
// as its text. What the host says of it counts for nothing, and what no host says is not
// signed: a challenge or an agent there is an address.
func (r *reader) readStored(doc *jcs.Value) bool {
	stored := doc.Get("text")
	statements, p := readBare(stored.Str)
	if p != nil {
		return r.within(stored.Start, "in the proof that is stored, ", p)
	}
	known := []string{"url", "stored_at", "state", "history", "log", "text", "answer"}
	for _, name := range []string{"id", "challenge", "agent"} {
		is := text.Member(doc, name)
		if !strings.Contains(is, " ") && (name == "id" || strings.HasPrefix(is, "https://") ||
			strings.HasPrefix(is, "http://")) {
			known = append(known, name)
		}
	}
	for i := range statements {
		statements[i].Beside = append(statements[i].Beside, others(doc, known...)...)
	}
	r.statements, r.unread = statements, statements[0].Unread
	return true
}

// readJSON reads the signatures of a JSON object, in whichever members its
// format puts them.
func (r *reader) readJSON() bool {
	doc, p := text.ParseJSON(r.text)
	if p != nil {
		if r.problem = p; key.LooksLikePrivateJWK(r.text) {
			r.problem = key.RefuseSecret(r.text)
		}
		return false
	}
	switch {
	case doc.Kind != jcs.Object:
		return r.want(doc.Start, "one JSON object, found an array: its rows are checked one by one")
	case key.IsPrivateJWK(&doc):
		r.problem = key.RefuseSecret(r.text)
		return false
	case bundle(&doc):
		return r.unsupported(doc.Start, "this is a sigstore bundle, which is "+unchecked+": its certificates and log "+
			"entries need sigstore's roots of trust (cosign verify-blob does it)")
	case doc.Get("payloadType") != nil:
		return r.readDSSE(&doc)
	case IsJWS(&doc):
		return r.readJWS(&doc)
	}
	whole, each := isProof(doc.Get("proof")), isSignatures(doc.Get("signatures"))
	flat := record.MemberOf(&doc, record.SignatureNames)
	if whole || each || flat != "" { // in canonical JSON, integers that differ may be one
		if r.problem = record.RefuseInexact(&doc, r.text); r.problem != nil {
			return false
		}
	}
	if whole && !r.readDataIntegrity(&doc) || each && !r.readOverJCS(&doc) {
		return false
	}
	switch {
	case len(r.statements) > 0:
		if flat != "" {
			r.unread = append(r.unread, flat+": not read, as the document is signed as a whole")
		}
		return true
	case flat != "":
		r.statements, r.problem = ReadFlat(r.text, &doc)
		return r.problem == nil
	case doc.Get("answer") != nil && doc.Get("text") != nil:
		return r.readStored(&doc)
	}
	wanted := "a signed document, found JSON without a signature: no proof, signatures, payload or evaluator_signature"
	if doc.Get("kty") != nil || doc.Get("keys") != nil {
		wanted = "a proof, found a key or a keyring"
	}
	r.want(doc.Start, wanted)
	r.problem.Unsigned = !slices.ContainsFunc(doc.Items, namesSignature)
	return false
}

// namesSignature reports whether some reader may take a member for a signature.
func namesSignature(member jcs.Value) bool {
	name := record.Folded(member.Key)
	return member.Kind != jcs.Null && (strings.Contains(name, "signature") || name == "proof" || name == "sig" ||
		name == "jws")
}

// bundle reports whether an object is a sigstore bundle, new or old.
func bundle(doc *jcs.Value) bool {
	return strings.HasPrefix(text.Member(doc, "mediaType"), "application/vnd.dev.sigstore.bundle") ||
		doc.Get("verificationMaterial") != nil ||
		doc.Get("base64Signature") != nil && doc.Get("rekorBundle") != nil
}

// Without returns the object less one member. It shares the other members.
func Without(object *jcs.Value, member string) jcs.Value {
	rest := *object
	rest.Items = make([]jcs.Value, 0, len(object.Items))
	for i := range object.Items {
		if object.Items[i].Key != member {
			rest.Items = append(rest.Items, object.Items[i])
		}
	}
	return rest
}

// others returns the names of an object's members outside its format, and of members
// inside an object where the format has a text or a list of texts.
func others(object *jcs.Value, known ...string) (names []string) {
	for i := range object.Items {
		switch v := &object.Items[i]; {
		case object.Kind == jcs.Object && !slices.Contains(known, v.Key):
			names = append(names, v.Key)
		case v.Key == "header":
			names = append(names, others(v, ofHeader...)...)
		case !slices.Contains(ofObjects, v.Key):
			names = append(names, others(v)...)
		}
	}
	return names
}

// ofObjects lists the members in which a format has objects: signatures, whose reader
// looks into them, and what a host says beside a proof, which no answer shows.
var ofObjects = []string{"signatures", "history", "log", "answer"}

// besideIn returns the names of what stands in signatures, and in their headers if these are
// known, and is not signed, each once: also in one that holds for nobody, as a page may
// show it.
func besideIn(signatures []jcs.Value, known ...string) (names []string) {
	has := map[string]bool{} // a search in the list takes seconds in a text of 1 MiB
	for i := range signatures {
		for _, name := range others(&signatures[i], known...) {
			if !has[name] {
				has[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// textOf returns the member of that name, which must be a text that is not empty.
// Owner names the object in messages.
func (r *reader) textOf(object *jcs.Value, owner, member string) (string, bool) {
	v := object.Get(member)
	if v == nil {
		return "", r.want(object.Start, "a member \""+member+"\" in "+owner+", found none")
	}
	if v.Kind != jcs.String || v.Str == "" {
		return "", r.want(v.Start, "a text for \""+member+"\" of "+owner)
	}
	return v.Str, true
}

// bytesOf is textOf in base64.
func (r *reader) bytesOf(object *jcs.Value, owner, member string, rule text.Base64Rule) ([]byte, bool) {
	text, ok := r.textOf(object, owner, member)
	if !ok {
		return nil, false
	}
	data, wanted := rule.Decode(text)
	if wanted != "" {
		return nil, r.want(object.Get(member).Start, "a "+member+" in "+wanted)
	}
	return data, true
}
