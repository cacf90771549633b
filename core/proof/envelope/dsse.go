package envelope

import (
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// inTotoType is the payload type of an in-toto statement.
const inTotoType = "application/vnd.in-toto+json"

// readDSSE reads a Dead Simple Signing Envelope, version 1. Members it does not
// know are not signed and are passed over, as its specification asks, and named.
func (r *reader) readDSSE(doc *jcs.Value) bool {
	kind, ok := r.textOf(doc, "the envelope", "payloadType")
	if !ok {
		return false
	}
	payload, ok := r.bytesOf(doc, "the envelope", "payload", text.Base64Any)
	if !ok {
		return false
	}
	s := Statement{
		Format:  "dsse",
		Layout:  "DSSE version 1: the payload behind its type and both lengths",
		Message: PreAuthenticated(kind, payload),
		Use:     key.Use{PayloadType: kind},
		Beside:  others(doc, "payloadType", "payload", "signatures"),
	}
	s.content = r.covered(doc.Get("payload").Start, s.Message[len(s.Message)-len(payload):])
	s.content.carried, s.content.inToto = true, kind == inTotoType
	signatures, ok := r.signatureList(doc)
	if !ok {
		return false
	}
	s.Beside = append(s.Beside, besideIn(signatures, "sig", "keyid")...)
	for i := range signatures {
		if s.Signature, ok = r.bytesOf(&signatures[i], "a signature", "sig", text.Base64Any); !ok {
			return false
		}
		if len(s.Signature) != signature.Size {
			r.unread = append(r.unread, "a signature of "+strconv.Itoa(len(s.Signature))+" bytes: Ed25519's have 64")
			continue
		}
		s.KeyID = text.Member(&signatures[i], "keyid")
		r.add(&s)
	}
	if len(r.statements) == 0 {
		return r.want(signatures[0].Start, "a signature of 64 bytes, found only others: they are not Ed25519")
	}
	return true
}

// PreAuthenticated is PAE(type, body) of the DSSE protocol:
// "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body.
func PreAuthenticated(kind string, body []byte) []byte {
	pae := "DSSEv1 " + strconv.Itoa(len(kind)) + " " + kind + " " + strconv.Itoa(len(body)) + " "
	return slices.Concat([]byte(pae), body)
}

// signatureList returns the member "signatures", objects and at least one of them.
func (r *reader) signatureList(doc *jcs.Value) ([]jcs.Value, bool) {
	v := doc.Get("signatures")
	if v == nil {
		return nil, r.want(doc.Start, "a member \"signatures\", found none")
	}
	if v.Kind != jcs.Array || len(v.Items) == 0 {
		return nil, r.want(v.Start, "a list with at least one signature")
	}
	if len(v.Items) > MostSignatures {
		return nil, r.want(v.Start, tooMany(len(v.Items)))
	}
	for i := range v.Items {
		if v.Items[i].Kind != jcs.Object {
			return nil, r.want(v.Items[i].Start, "an object for a signature")
		}
	}
	return v.Items, true
}

func tooMany(found int) string {
	return "at most " + strconv.Itoa(MostSignatures) + " signatures, found " + strconv.Itoa(found)
}

// MostSignatures is the number of signatures that a document may have. Each may need
// another copy of the document in memory. Notes have up to 16 (c2sp.org/signed-note).
const MostSignatures = 32
