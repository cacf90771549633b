package pages

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/templates"
)

// proofExample is testdata/vectors/proofs/formats/flat-jcs.json: a flat record,
// signed by a test key over its canonical JSON.
const proofExample = `{
  "agent_id": "a1b2c3d4",
  "arena": "arena.example",
  "challenge_id": "abc-123",
  "code_hash": "d5676f168b78597c5a0ad851caa19244590011a832339b8f070e2151b8264925",
  "correctness": 100,
  "evaluated_at": "2026-03-01T12:00:00Z",
  "evaluator_pubkey": "9e3dbb78d1057efd728b54ae1a070bce156358ff80e534ef88ee2c004a36a053",
  "evaluator_signature": "6e3cc8bf63b28aa21b7d5b5aab3415983022ef2c8c6d75c4bd9996e77c2f31c5d85cbc5266d5714336b2b77ddb8f95c16b86643abd56e5f755ceb59a91af7705",
  "passed_tests": 20,
  "process": 75,
  "quality": 80,
  "score": 85.5,
  "speed": 62.25,
  "submission_id": "sub-456",
  "total_tests": 20,
  "version": "score-record/1"
}`

// keysExample is a keyring with the key of proofExample, pubkey.hex beside it.
const keysExample = `{"keys": [{
  "id": "runner-1",
  "owner": "airena-runner-1",
  "arena": "arena.example",
  "public_key": "9e3dbb78d1057efd728b54ae1a070bce156358ff80e534ef88ee2c004a36a053",
  "valid_from": "2025-10-01T00:00:00Z"
}]}`

func verify(f *frame) ([]build.Page, error) {
	answer, err := proof.Verify(proof.VerifyRequest{Text: proofExample, Keys: []byte(keysExample)})
	if err != nil {
		return nil, err
	}
	verdict, err := verdictView(answer)
	if err != nil {
		return nil, err
	}
	v := templates.VerifyView{
		Page: templates.PageView{
			Layout: f.layout("/verify/", "Is this score proof authentic?",
				"Verify the signature of an AI arena’s score record on your own device: who signed which bytes, and what that does not prove.", "verify.mjs"),
			H1:   "Is this score proof authentic?",
			Lede: "Who signed this record, which exact bytes, and does what it says agree with itself? Paste it, and see every check.",
		},
		Calc:    templates.CalcView{ID: "proof", Label: "Proof", Operation: "proof.verify"},
		Text:    proofExample,
		Keys:    keysExample,
		Verdict: verdict,
		Source: templates.SourceView{
			Text:  "One rule decides on every host: strict Ed25519, as the WebCrypto specification writes it. The engine in this page applies it; the browser’s own cryptography is not asked. AiRENA does not publish which bytes it signs, so known layouts are tried and the one that fits is named.",
			Links: []templates.LinkView{{Href: "/docs/operations/proof.verify/", Label: "proof.verify: the same check for your own tools"}},
			Not: []string{
				"Whose key it is, unless you give the key: a key that comes with a document proves nothing about who made it.",
				"That the arena still stands by this record, or has not replaced it.",
				"Anything about Clawdiators matches: Clawdiators signs nothing.",
			},
		},
	}
	return []build.Page{{Path: v.Page.Layout.Path, Component: templates.Verify(v)}}, nil
}

// verdictView translates a verdict as verify.mjs does.
func verdictView(r proof.VerifyResponse) (templates.VerdictView, error) {
	signed, err := base64.StdEncoding.DecodeString(r.SignedBytes)
	if err != nil {
		return templates.VerdictView{}, err
	}
	v := templates.VerdictView{
		Verdict: r.Verdict, Heading: r.Heading, Sentence: r.Sentence,
		Checks: each(r.Checks, func(c proof.Check) templates.CheckView {
			return templates.CheckView{ID: c.ID, Status: c.Status, Message: c.Message}
		}),
		Unsigned:     r.UnsignedFields,
		HashedText:   r.HashedText,
		Hex:          spaced(hex.EncodeToString(signed)),
		DoesNotProve: r.DoesNotProve,
	}
	for _, c := range r.Claims {
		if c.Signed {
			v.Signed = append(v.Signed, templates.ClaimView{Field: c.Field, Value: c.Value})
		}
	}
	if utf8.Valid(signed) {
		v.Text = string(signed)
	}
	if r.Layout != nil {
		v.Layout = r.Layout.Name
	}
	if r.Key != nil {
		v.Key = r.Key.PublicKey
	}
	return v, nil
}

// spaced is hexadecimal with a space after each byte.
func spaced(digits string) string {
	var b strings.Builder
	for i := 0; i < len(digits); i += 2 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(digits[i : i+2])
	}
	return b.String()
}
