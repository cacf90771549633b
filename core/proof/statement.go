package proof

import (
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

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
		return StatementResponse{}, op.Invalidf("/document", "%d bytes: want at most %d", len(req.Document), text.MaxText)
	}
	root, err := jcs.Parse(req.Document)
	if err != nil {
		return StatementResponse{}, op.Invalidf("/document", "%s", text.OfJSON(err).Where())
	}
	if root.Kind != jcs.Object {
		return StatementResponse{}, op.Invalidf("/document", "%s: want an object", root.Kind.String())
	}
	if at := record.Inexact(&root, string(req.Document)); at != nil {
		return StatementResponse{}, op.Invalidf("/document", "the integer %s: want one within ±9007199254740991, which every reader holds exactly", string(req.Document[at.Start:at.End]))
	}
	if root.Get("proof") != nil {
		return nativeStatement(&root)
	}
	if version := root.Get("version"); version == nil || version.Str != layout.Declared {
		return StatementResponse{}, op.Invalidf("/document", "no member proof, and version is not %q: want one of them, since it says how the record is signed", layout.Declared)
	}
	l := layout.OfVersion(record.SignatureNames[0])
	signed, missing := l.Bytes(layout.NewSpeller(string(req.Document), &root))
	if missing != "" {
		return StatementResponse{}, op.Invalidf("/document", "no member %s", missing)
	}
	return StatementResponse{string(text.AppendBase64(nil, signed)), l.Words()}, nil
}

// nativeStatement is the statement of a record/1: SHA-256 of the proof's
// options, then of the record without its proof.
func nativeStatement(root *jcs.Value) (StatementResponse, error) {
	proof := root.Get("proof")
	if proof.Kind != jcs.Object {
		return StatementResponse{}, op.Invalidf("/document/proof", "%s: want an object", proof.Kind.String())
	}
	for _, want := range []struct{ name, value string }{{"type", "DataIntegrityProof"}, {"cryptosuite", "eddsa-jcs-2022"}} {
		if v := proof.Get(want.name); v == nil || v.Str != want.value {
			return StatementResponse{}, op.Invalidf(op.Pointer("document", "proof", want.name), "want %q", want.value)
		}
	}
	for _, name := range []string{"verificationMethod", "proofPurpose"} {
		if v := proof.Get(name); v == nil || v.Str == "" {
			return StatementResponse{}, op.Invalidf(op.Pointer("document", "proof", name), "missing: want a text")
		}
	}
	options, record := envelope.Without(proof, "proofValue"), envelope.Without(root, "proof")
	if context := options.Get("@context"); context != nil {
		if !envelope.StartsWith(record.Get("@context"), context) {
			return StatementResponse{}, op.Invalidf("/document/proof/@context", "want what the record's @context starts with")
		}
		record = envelope.Replaced(record, context)
	}
	signed := envelope.DataIntegrityMessage(&record, &options)
	return StatementResponse{string(text.AppendBase64(nil, signed)), "SHA-256 of the proof's options, then SHA-256 of the record without its proof, both in canonical JSON (" + envelope.JcsSuite + ")"}, nil
}
