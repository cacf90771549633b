package proof

import (
	"crypto/sha256"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("proof.verify", "What a score proof proves: the signature, the key, the code, the sum, the dates, and "+
		"what is not signed.", Verify).Bulk().Costs(Cost),
	op.Define("proof.verify_batch", "Verdicts on many proofs at once; one bad row never hides the rest.",
		VerifyBatch).Bulk().Costs(BatchCost),
	op.Define("proof.ed25519", "One Ed25519 signature by the strict rule and by ZIP-215, and the properties of its key.",
		signature.Ed25519),
	op.Define("proof.keyring", "One keyring of several: every key once, spelled alike.", key.Keyring).Costs(keyringCost),
	op.Define("proof.find_layout", "Which bytes of a record are signed, when the record does not say.", FindLayout).Costs(
		findCost),
	op.Define("proof.canonicalize", "A JSON text in its canonical form (RFC 8785), read strictly.", Canonicalize).Costs(
		canonicalizeCost),
	op.Define("proof.hash", "SHA-256 of bytes, such as of a submission's code.", Hash).Bulk(),
	op.Define("proof.statement", "The exact bytes an evaluator signs for a record.", Statement),
	op.Define("proof.unpack", "The proof that a short address carries.", Unpack).Costs(unpackCost),
}

// StatementRequest is a record about to be signed.
type StatementRequest struct {
	Document op.Raw `json:"document" doc:"The record. With a member proof, an object with type DataIntegrityProof and cryptosuite eddsa-jcs-2022 but no proofValue yet; or with version tallyproof-score/1, and then evaluator_pubkey but no evaluator_signature yet."`
}

// StatementResponse is what to sign.
type StatementResponse struct {
	Message string `json:"message" doc:"The bytes to sign with Ed25519, in base64."`
	Layout  string `json:"layout" doc:"How they are made from the record, in words."`
}

// Statement gives the bytes that an evaluator signs, so that its key never has
// to come near. A signature the record has already is left out.
//
// Errors: a record that says neither how it is going to be signed, nor holds
// only integers that every reader reads alike.
func Statement(req StatementRequest) (StatementResponse, error) {
	if len(req.Document) > text.MaxText {
		return StatementResponse{}, op.Refuse("/document", "%d bytes: want at most %d", len(req.Document), text.MaxText)
	}
	root, err := jcs.Parse(req.Document)
	if err != nil {
		return StatementResponse{}, op.Refuse("/document", "%s", text.OfJSON(err).Where())
	}
	if root.Kind != jcs.Object {
		return StatementResponse{}, op.Refuse("/document", "%s: want an object", op.Written(req.Document, &root))
	}
	if at := jcs.Inexact(&root, string(req.Document)); at != nil {
		return StatementResponse{}, op.Refuse("/document", "the integer %s: want one within ±9007199254740991, which every "+
			"reader holds exactly", string(req.Document[at.Start:at.End]))
	}
	if root.Get("proof") != nil {
		return nativeStatement(req.Document, &root)
	}
	if version := root.Get("version"); version == nil || version.Str != layout.Declared {
		return StatementResponse{}, op.Refuse("/document",
			"no member proof, and version is not %q: want one of them, since it says how the record is signed", layout.Declared)
	}
	l := layout.OfVersion(record.SignatureNames[0])
	signed, missing := l.Bytes(layout.NewSpeller(string(req.Document), &root))
	if missing != "" {
		return StatementResponse{}, op.Refuse("/document", "no member %s", missing)
	}
	return StatementResponse{Message: string(text.AppendBase64(nil, signed)), Layout: l.Words()}, nil
}

// nativeStatement returns the statement of a record/1: SHA-256 of the proof's
// options, then of the record without its proof.
func nativeStatement(document []byte, root *jcs.Value) (StatementResponse, error) {
	proof := root.Get("proof")
	if proof.Kind != jcs.Object {
		return StatementResponse{}, op.Refuse("/document/proof", "%s: want an object", op.Written(document, proof))
	}
	for _, want := range []struct{ name, value string }{{"type", "DataIntegrityProof"},
		{"cryptosuite", "eddsa-jcs-2022"}} {
		if v := proof.Get(want.name); v == nil || v.Str != want.value {
			return StatementResponse{}, op.Refuse(op.Pointer("document", "proof", want.name), "%s: want \"%s\"",
				op.Written(document, v), want.value)
		}
	}
	for _, name := range []string{"verificationMethod", "proofPurpose"} {
		if v := proof.Get(name); v == nil || v.Str == "" {
			return StatementResponse{}, op.Refuse(op.Pointer("document", "proof", name), "%s: want a text",
				op.Written(document, v))
		}
	}
	options, record := envelope.Without(proof, "proofValue"), envelope.Without(root, "proof")
	if context := options.Get("@context"); context != nil {
		if !envelope.StartsWith(record.Get("@context"), context) {
			return StatementResponse{}, op.Refuse("/document/proof/@context", "%s: want what the record's @context starts with",
				op.Written(document, context))
		}
		record = envelope.Replaced(record, context)
	}
	signed := envelope.DataIntegrityMessage(&record, &options)
	return StatementResponse{Message: string(text.AppendBase64(nil, signed)),
		Layout: "SHA-256 of the proof's options, then SHA-256 of the record without its proof, both in canonical JSON (" +
			envelope.JcsSuite + ")"}, nil
}

// CanonicalizeRequest is a JSON text.
type CanonicalizeRequest struct {
	Text string `json:"text,omitempty" op:"maxlen=1048576" doc:"A JSON text, at most 1 MiB."`
	Data string `json:"data,omitempty" op:"maxlen=1398104" doc:"The text's bytes in base64 instead, for a text that is not UTF-8."`
}

// CanonicalizeResponse is its canonical form.
type CanonicalizeResponse struct {
	Canonical string `json:"canonical" doc:"The canonical form (RFC 8785)."`
	SHA256    string `json:"sha256" doc:"SHA-256 of its UTF-8 bytes, in hexadecimal."`
}

// Canonicalize writes a JSON text in its canonical form (RFC 8785).
//
// Errors: a text that is not strict JSON, with line, column and byte offset of
// what is wrong.
func Canonicalize(req CanonicalizeRequest) (CanonicalizeResponse, error) {
	field, str := "/text", []byte(req.Text)
	if req.Data != "" {
		if req.Text != "" {
			return CanonicalizeResponse{}, op.Refuse("/data", "give either text or data, not both")
		}
		var refusal *op.Error
		if str, refusal = signature.Base64Of("/data", req.Data, -1); refusal != nil {
			return CanonicalizeResponse{}, refusal
		}
		field = "/data"
	}
	canonical, err := jcs.Canonicalize(str)
	if err != nil {
		return CanonicalizeResponse{}, op.Refuse(field, "%s", text.OfJSON(err).Where())
	}
	sum := sha256.Sum256(canonical)
	return CanonicalizeResponse{Canonical: string(canonical), SHA256: text.HexOf(sum[:])}, nil
}

// HashRequest is any bytes.
type HashRequest struct {
	Data string `json:"data" op:"maxlen=89478488" doc:"The bytes in base64, at most 64 MiB."`
}

// HashResponse is their hash.
type HashResponse struct {
	SHA256 string `json:"sha256" doc:"SHA-256 of the bytes, in hexadecimal."`
}

// Hash returns the SHA-256 of bytes, such as of a submission's code.
func Hash(req HashRequest) (HashResponse, error) {
	data, refusal := signature.Base64Of("/data", req.Data, -1)
	if refusal != nil {
		return HashResponse{}, refusal
	}
	sum := sha256.Sum256(data)
	return HashResponse{text.HexOf(sum[:])}, nil
}
