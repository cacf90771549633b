package proof

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// Small operations refuse what they cannot read, with the member's name.
func TestOperationRefusals(t *testing.T) {
	long := base64.StdEncoding.EncodeToString(make([]byte, 65))
	const suite = `"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022"`
	tests := []struct{ name, operation, request, field, message string }{
		{"ed25519, key", "proof.ed25519", `{"public_key": "AA", "message": "", "signature": ""}`, "/public_key", "1 bytes: want 32"},
		{"ed25519, message", "proof.ed25519", `{"public_key": "` + strings.Repeat("A", 43) + `=", "message": "?", "signature": ""}`, "/message", `"?": want base64`},
		{"ed25519, signature", "proof.ed25519", `{"public_key": "` + strings.Repeat("A", 43) + `=", "message": "", "signature": "` + long + `"}`, "/signature", "65 bytes: want 64"},
		{"canonicalize, not UTF-8", "proof.canonicalize", `{"data": "Iv8i"}`, "/data", "line 1, column 2 (byte 1): expected UTF-8 text"},
		{"canonicalize, both", "proof.canonicalize", `{"data": "Iv8i", "text": "1"}`, "/data", "give either text or data, not both"},
		{"canonicalize, nothing", "proof.canonicalize", `{}`, "/text", "line 1, column 1 (byte 0): expected a JSON value"},
		{"hash", "proof.hash", `{"data": "A"}`, "/data", `"A": want base64`},
		{"find_layout, no record", "proof.find_layout", `{"text": "[]"}`, "/text", `line 1, column 1 (byte 0): expected a record with a member "evaluator_signature"`},
		{"find_layout, no signature", "proof.find_layout", `{"text": "{\"evaluator_signature\": \"ab\"}"}`, "/text", "expected evaluator_signature to be a signature of 64 bytes"},
		{"find_layout, both", "proof.find_layout", `{"text": "{}", "document": {}}`, "/document", "give either text or document, not both"},
		{"statement, suite", "proof.statement", `{"document": {"proof": {"type": "DataIntegrityProof", "cryptosuite": "x"}}}`, "/document/proof/cryptosuite", `"x": want "eddsa-jcs-2022"`},
		{"statement, no record", "proof.statement", `{"document": 5}`, "/document", "5: want an object"},
		{"statement, a proof that is none", "proof.statement", `{"document": {"proof": [1]}}`, "/document/proof", "an array: want an object"},
		{"statement, a long number for a proof", "proof.statement", `{"document": {"proof": 0.` + strings.Repeat("1", 60) + `}}`, "/document/proof", "0." + strings.Repeat("1", 38) + "…: want an object"},
		{"statement, type", "proof.statement", `{"document": {"proof": {"type": "Ed25519Signature2020"}}}`, "/document/proof/type", `"Ed25519Signature2020": want "DataIntegrityProof"`},
		{"statement, no type", "proof.statement", `{"document": {"proof": {}}}`, "/document/proof/type", `missing: want "DataIntegrityProof"`},
		{"statement, purpose", "proof.statement", `{"document": {"proof": {` + suite + `, "verificationMethod": "k", "proofPurpose": 7}}}`, "/document/proof/proofPurpose", "7: want a text"},
		{"statement, context", "proof.statement", `{"document": {"@context": "a", "proof": {` + suite + `, "verificationMethod": "k", "proofPurpose": "p", "@context": "b"}}}`, "/document/proof/@context", `"b": want what the record's @context starts with`},
		{"statement, no context of the record", "proof.statement", `{"document": {"proof": {` + suite + `, "verificationMethod": "k", "proofPurpose": "p", "@context": ["b"]}}}`, "/document/proof/@context", "an array: want what the record's @context starts with"},
		{"keyring, a text", "proof.keyring", `{"keyrings": [{"keys": [{"id": 7}]}]}`, "/keyrings/0/keys/0/id", "expected a text, found 7"},
		{"keyring, a member", "proof.keyring", `{"keyrings": [{"keys": [{"zz": 7}]}]}`, "/keyrings/0/keys/0", `there is no member "zz": want one of public_key, layout, `},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			for i := range Ops {
				if Ops[i].Name != c.operation {
					continue
				}
				_, refusal := Ops[i].Answer([]byte(c.request))
				if refusal == nil || refusal.Code != op.Invalid || refusal.Field != c.field || !strings.Contains(refusal.Message, c.message) {
					t.Errorf("%+v: want %s: %s", refusal, c.field, c.message)
				}
				return
			}
			t.Errorf("no operation %s", c.operation)
		})
	}
}
