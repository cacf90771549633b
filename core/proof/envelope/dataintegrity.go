package envelope

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// JcsSuite is the cryptosuite that is checked: vc-di-eddsa section 3.3.
const JcsSuite = "eddsa-jcs-2022"

// isProof reports whether the member "proof" is a Data Integrity proof or a set
// of them, and not something of the record's own.
func isProof(v *jcs.Value) bool {
	if v != nil && v.Kind == jcs.Array && len(v.Items) > 0 {
		v = &v.Items[0]
	}
	return v.Get("type") != nil
}

// ofProof are the options that a proof may have: Verifiable Credential Data Integrity 1.0
// section 2.1.
var ofProof = []string{"@context", "id", "type", "cryptosuite", "created", "expires", "verificationMethod",
	"proofPurpose", "proofValue", "previousProof", "domain", "challenge", "nonce"}

// readDataIntegrity reads the proofs of a document, which each sign all of it
// but the proofs (vc-di-eddsa section 3.3, W3C Recommendation of 2025).
func (r *reader) readDataIntegrity(doc *jcs.Value) bool {
	unsecured := Without(doc, "proof")
	proofs := []jcs.Value{*doc.Get("proof")}
	if proofs[0].Kind == jcs.Array {
		proofs = proofs[0].Items
	}
	if len(proofs) > MostSignatures {
		return r.want(doc.Get("proof").Start, tooMany(len(proofs)))
	}
	var apart []string
	if len(proofs) > 1 {
		apart = besideIn(proofs, ofProof...)
	}
	for i := range proofs {
		proof := &proofs[i]
		if proof.Kind != jcs.Object {
			return r.want(proof.Start, "an object for a proof")
		}
		if suite := suiteOf(proof); suite != JcsSuite {
			r.unread = append(r.unread, "a proof of the kind "+op.Quote(suite)+": only "+JcsSuite+" is checked")
			continue
		}
		if !r.readProof(&unsecured, proof, apart) {
			return false
		}
	}
	if len(r.statements) > 0 {
		return true
	}
	what := "this proof"
	if isOpenBadge(doc) {
		what = "this Open Badge"
	}
	return r.unsupported(proofs[0].Start, what+" is signed with "+op.Quote(suiteOf(&proofs[0]))+", which is "+unchecked+
		": only "+JcsSuite+" is, as other suites sign RDF or use other keys")
}

// suiteOf returns the cryptosuite of a proof, or its type if the type is the
// suite, as in Ed25519Signature2020.
func suiteOf(proof *jcs.Value) string {
	if kind := text.Member(proof, "type"); kind != "DataIntegrityProof" {
		return kind
	}
	return text.Member(proof, "cryptosuite")
}

func isOpenBadge(doc *jcs.Value) bool {
	context := doc.Get("@context")
	return context != nil && strings.Contains(string(context.AppendCanonical(nil)), "purl.imsglobal.org/spec/ob/")
}

// readProof follows "Verify Proof (eddsa-jcs-2022)", vc-di-eddsa section 3.3.2,
// up to the comparison. Apart is [Statement.Apart].
func (r *reader) readProof(document, proof *jcs.Value, apart []string) bool {
	if chain := proof.Get("previousProof"); chain != nil {
		return r.want(chain.KeyStart, "a proof that stands alone, found previousProof: chains of proofs are not read")
	}
	value, ok := r.textOf(proof, "the proof", "proofValue")
	if !ok {
		return false
	}
	digits, multibase := strings.CutPrefix(value, "z")
	sig, ok := text.DecodeBase58(digits)
	if !multibase || !ok || len(sig) != signature.Size {
		return r.want(proof.Get("proofValue").Start, "a proofValue of 64 bytes in base58btc after the letter z")
	}
	purpose, ok := r.textOf(proof, "the proof", "proofPurpose")
	if !ok {
		return false
	}
	if purpose != "assertionMethod" {
		return r.want(proof.Get("proofPurpose").Start, "the proofPurpose \"assertionMethod\", found "+op.Quote(purpose))
	}
	s := Statement{
		Format: "data-integrity",
		Layout: "SHA-256 of the proof's options, then SHA-256 of the document without its proof, both in canonical JSON " +
			"(" + JcsSuite + ")",
		Signature: sig,
		Apart:     apart,
	}
	if !r.method(&s, proof) || !r.timeOf(&s.Created, proof, "created") || !r.timeOf(&s.Expires, proof, "expires") {
		return false
	}
	s.Dated = s.Created != ""
	options := Without(proof, "proofValue")
	context := options.Get("@context")
	if context != nil {
		if !StartsWith(document.Get("@context"), context) {
			return r.want(context.KeyStart, "the document's @context to start with the proof's @context")
		}
		if len(contexts(document.Get("@context"))) > len(contexts(context)) {
			s.Beside = []string{"@context"} // the values behind the proof's are not signed
		}
	}
	if document.Get("credentialSubject") != nil {
		if at, wanted := s.validity(document); wanted != "" {
			return r.want(at, wanted)
		}
	}
	signed := options.AppendCanonical(nil)
	s.Message = bothHashes(signed, secured(document, context))
	s.options = append(signed, '\n')
	s.content = r.covered(document.Start, nil)
	// once more: 32 would fill the memory
	s.content.make = func() ([]byte, string) { return secured(document, context), "" }
	return r.add(&s)
}

// secured returns the canonical JSON of the document with the context of its proof, if
// the proof has one.
func secured(document, context *jcs.Value) []byte {
	if context != nil {
		replaced := Replaced(*document, context)
		document = &replaced
	}
	return document.AppendCanonical(nil)
}

// DataIntegrityMessage returns the 64 bytes that eddsa-jcs-2022 signs for a record
// without its proof and the proof's options, which are the proof without proofValue:
// SHA-256(JCS(options)) ‖ SHA-256(JCS(record)).
func DataIntegrityMessage(record, options *jcs.Value) []byte {
	return bothHashes(options.AppendCanonical(nil), record.AppendCanonical(nil))
}

func bothHashes(options, record []byte) []byte {
	o, r := sha256.Sum256(options), sha256.Sum256(record)
	return append(o[:], r[:]...)
}

// method reads whose key the proof names: the key itself if it is a did:key,
// else only its address, which is never fetched.
func (r *reader) method(s *Statement, proof *jcs.Value) (ok bool) {
	if s.KeyID, ok = r.textOf(proof, "the proof", "verificationMethod"); !ok {
		return false
	}
	if !strings.HasPrefix(s.KeyID, key.DidKey) {
		return true
	}
	var k key.Public
	if wanted := k.ReadDIDKey(s.KeyID); wanted != "" {
		return r.want(proof.Get("verificationMethod").Start, wanted)
	}
	s.Key = k.Bytes
	return true
}

// timeOf reads a member that is a time or absent.
func (r *reader) timeOf(into *string, object *jcs.Value, member string) bool {
	str, at, wanted := timeIn(object, member)
	if *into = str; wanted != "" {
		return r.want(at, wanted)
	}
	return true
}

// timeIn returns a member that is a time, "" if it is absent; and if it is another value,
// where it stands and what was wanted.
func timeIn(object *jcs.Value, member string) (str string, at int, wanted string) {
	v := object.Get(member)
	if v == nil {
		return "", 0, ""
	}
	if _, ok := instant.Parse(v.Str); v.Str == "" || !ok {
		return "", v.Start, instant.Want + " for \"" + member + "\""
	}
	return v.Str, 0, ""
}

// validity reads from when to when a credential is valid by its own words, in Verifiable
// Credentials 2.0 and 1.1, or says where which time was wanted.
func (s *Statement) validity(credential *jcs.Value) (at int, wanted string) {
	var times [4]string
	for i, member := range [4]string{"validFrom", "issuanceDate", "validUntil", "expirationDate"} {
		if times[i], at, wanted = timeIn(credential, member); wanted != "" {
			return at, wanted
		}
	}
	s.Revocable = s.Revocable || credential.Get("credentialStatus") != nil
	s.beginsAt(cmp.Or(times[0], times[1]))
	s.endsAt(cmp.Or(times[2], times[3]))
	return 0, ""
}

// StartsWith reports whether the values of the document's context begin with the values
// of the proof's, in the same order. A context is a value or a list.
func StartsWith(document, proof *jcs.Value) bool {
	if document == nil {
		return false
	}
	long, short := contexts(document), contexts(proof)
	if len(long) < len(short) {
		return false
	}
	for i := range short {
		if !bytes.Equal(long[i].AppendCanonical(nil), short[i].AppendCanonical(nil)) {
			return false
		}
	}
	return true
}

func contexts(v *jcs.Value) []jcs.Value {
	if v.Kind == jcs.Array {
		return v.Items
	}
	return []jcs.Value{*v}
}

// Replaced returns the document with another value for a member it has, of the
// other's name.
func Replaced(document jcs.Value, other *jcs.Value) jcs.Value {
	document.Items = append([]jcs.Value(nil), document.Items...)
	*document.Get(other.Key) = *other
	return document
}
