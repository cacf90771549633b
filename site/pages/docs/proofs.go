package docs

import (
	"encoding/base64"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/docs/examples"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// proofs documents what a score proof is and how an evaluator issues one.
func (d *docsWriter) proofs() build.Page {
	s := &prose.Writer{}
	s.Section("what", "What a proof is")
	s.Text("A score proof is a record of a score together with a signature over exactly its bytes. Whoever has the evaluator’s public key can tell that the key’s holder signed this record and that nothing in it was changed since. It cannot tell that the tests were fair, or that it is the latest score.")
	s.Text("For that a verifier must know two things which a record cannot say of itself: **which bytes** are signed, and **whose** the key is. The first is a matter of the format, the second of [a list of keys](/docs/keys/).")
	verdictRows(s)
	nativeFormats(s)
	issuePrograms(s)
	signAtKey(s)
	s.Section("check", "Check what you issue")
	s.Text(strings.Join([]string{
		"- Paste it [into the page](/verify/), with your key in the keyring. Every check should pass, or say why it has nothing to check.",
		"- Or call [`proof.verify`](" + frame.OperationPath("proof.verify") + "); for many, one a line, [`proof.verify_batch`](" + frame.OperationPath("proof.verify_batch") + ").",
		"- Publish your key, and [have it listed](/docs/keys/#listed).",
	}, "\n"))
	s.Text("What a record should hold, so that all checks have something to check: the agent, the challenge and the arena; `final_score`, the scores of its dimensions and `scoring_weights`, so that the total can be recomputed; `code_hash`, the SHA-256 of the submitted bytes in hexadecimal; `evaluator`, as the keyring names the owner; and `evaluated_at` with a time zone. Integers beyond ±9007199254740991 are refused, since not every reader keeps them: write an id as a text.")
	return d.page(markup.View{
		Layout:   d.frame.Layout("/docs/proofs/", "Issue a score proof", "What a score proof is, the two native formats, what each verdict means, and complete programs in Go, Python and Node that issue one."),
		Up:       []parts.LinkView{docsHome},
		H1:       "How do I issue a score proof?",
		Answer:   "Write the record in canonical JSON, sign it with Ed25519, and publish your public key: about a hundred lines in Go, Python or Node.",
		Contents: true,
	}, s)
}

// verdictRows shows what the engine says of one demonstration record, and of
// what can be done to it.
func verdictRows(s *prose.Writer) {
	record := demo.Flat("nova")
	altered := strings.Replace(record, `"final_score": 94.25`, `"final_score": 95.25`, 1)
	t := markup.TableView{Caption: "Verdicts", Titled: true, Wide: true, Head: prose.Cells("What is checked", "Verdict", "Why")}
	for _, row := range []struct {
		what string
		req  proof.VerifyRequest
	}{
		{"Nova’s record, with the keys listed here", proof.VerifyRequest{Text: record, Keys: keys.JSON}},
		{"the same, with a file that is not Nova’s program", proof.VerifyRequest{Text: record, Keys: keys.JSON, Code: base64.StdEncoding.EncodeToString([]byte("print()\n"))}},
		{"the same, without any keys", proof.VerifyRequest{Text: record}},
		{"with the score changed to 95.25", proof.VerifyRequest{Text: altered, Keys: keys.JSON}},
		{"without the member that names the format, and with the score changed", proof.VerifyRequest{Text: strings.Replace(altered, `"version": "tallyproof-score/1",`, "", 1), Keys: keys.JSON, Limit: 100}},
		{"cut off after 300 characters", proof.VerifyRequest{Text: record[:300], Keys: keys.JSON}},
	} {
		got, err := proof.Verify(row.req)
		s.Fail(err)
		said := got.Sentence
		if got.Key != nil {
			said = strings.ReplaceAll(said, got.Key.PublicKey, shortened(got.Key.PublicKey))
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "verdict-" + got.Verdict, Cells: []markup.CellView{{Text: row.what}, {Text: got.Heading, Strong: true}, {Text: said}}})
	}
	s.Section("verdicts", "What the verdicts mean")
	s.Text("There is no single green tick. The rows are what the engine says of a demonstration record, whose arena and agents do not exist:")
	s.Table(t)
	s.Text("A seventh, *contested*, is for signatures that some verifiers accept and others refuse, which no honest program makes. [Every check behind a verdict](" + frame.OperationPath("proof.verify") + ") is in the answer.")
}

func nativeFormats(s *prose.Writer) {
	s.Section("formats", "The two native formats")
	s.Text("Many envelopes are read: Data Integrity, DSSE, JWS, minisign, signify, SSH, signed notes, transparency logs. To issue proofs, choose one of two. Both sign canonical JSON ([RFC 8785](https://www.rfc-editor.org/rfc/rfc8785)): members sorted, no spaces, one spelling of every number. So white space and order may change on the way; a value may not.")
	s.Part("flat", "Flat: tallyproof-score/1")
	s.Text("The record carries its own signature, beside its other members, as AiRENA’s documents describe it. Signed is the line `tallyproof-score/1`, a line feed, and the canonical JSON of the record without `evaluator_signature`. The key `evaluator_pubkey` is inside the signed bytes; key and signature are in hexadecimal.")
	s.Put(markup.Code(markup.CodeView{Label: "A flat record", Text: strings.TrimSpace(demo.Flat("nova"))}))
	s.Part("record-1", "record/1: a Data Integrity proof")
	s.Text("The record carries a member `proof`, as W3C’s [Data Integrity EdDSA Cryptosuites](https://www.w3.org/TR/vc-di-eddsa/) define it (`eddsa-jcs-2022`), which other tools read too. Signed is the SHA-256 of the canonical JSON of `proof` without `proofValue`, followed by the SHA-256 of the canonical JSON of the record without `proof`.")
	s.Put(markup.Code(markup.CodeView{Label: "A record/1", Text: strings.TrimSpace(demo.Record1("nova"))}))
}

// issuePrograms shows the example programs as they are.
func issuePrograms(s *prose.Writer) {
	file := func(name string) string {
		text, err := examples.Issue.ReadFile("issue/" + name)
		s.Fail(err)
		return strings.TrimSpace(string(text))
	}
	s.Section("issue", "Issue one")
	s.Text("Each of these programs is complete: it reads a record, signs it in either format and writes the proof. All three write the same flat proof, byte for byte. Make a key once, and keep it where only the evaluator reads it:")
	s.Put(markup.Code(markup.CodeView{Text: "openssl genpkey -algorithm ed25519 -out key.pem\nopenssl pkey -in key.pem -pubout   # the public key, for the keyring"}))
	s.Put(markup.Code(markup.CodeView{Label: "record.json", Text: file("record.json")}))
	for _, p := range []struct{ id, title, run, file, needs string }{
		{"go", "In Go", "go run issue.go flat key.pem < record.json > proof.json", "issue.go", "It needs the standard library alone."},
		{"python", "In Python", "python3 issue.py flat key.pem < record.json > proof.json", "issue.py", "It needs the package [cryptography](https://pypi.org/project/cryptography/). Numbers that Python and JavaScript write differently it refuses: below 0.0001, or from 2⁵³ on."},
		{"node", "In Node", "node issue.mjs flat key.pem < record.json > proof.json", "issue.mjs", "It needs nothing but Node 20."},
	} {
		s.Part(p.id, p.title)
		s.Text(p.needs + " Instead of `flat`, `record-1` issues a record/1.")
		s.Put(markup.Code(markup.CodeView{Label: "Run it", Text: p.run}))
		s.Put(markup.Code(markup.CodeView{Label: p.file, Text: file(p.file)}))
	}
}

// signAtKey is for keys that no program of ours may read.
func signAtKey(s *prose.Writer) {
	s.Section("elsewhere", "Sign where the key is")
	s.Part("statement", "The bytes to sign")
	s.Text("A key in an HSM, in WebCrypto or behind an agent signs bytes. [`proof.statement`](" + frame.OperationPath("proof.statement") + ") gives them, for a record that says how it is going to be signed: with `version` and `evaluator_pubkey`, or with a `proof` that lacks only `proofValue`. No private key ever comes near the engine.")
	s.Put(markup.Code(markup.CodeView{Text: `const { message } = engine.call("proof.statement", { document: record });
const bytes = Uint8Array.from(atob(message), (c) => c.charCodeAt(0));
const signature = await crypto.subtle.sign("Ed25519", key, bytes);
record.evaluator_signature = Array.from(new Uint8Array(signature), (b) => b.toString(16).padStart(2, "0")).join("");`}))
	s.Part("ssh", "With an SSH key")
	s.Text("`ssh-keygen` signs any file, with a key in a file or behind `ssh-agent`. The signature stays in a file of its own, so publish both: the record byte for byte.")
	s.Put(markup.Code(markup.CodeView{Text: `ssh-keygen -t ed25519 -f evaluator
ssh-keygen -Y sign -f evaluator -n tallyproof-score record.json
# writes record.json.sig`}))
	s.Text("To verify, give the record as `text`, the `.sig` file as `signature`, and the line of `evaluator.pub` as a `public_key` of the keyring.")
}
