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
	s.Text("A score proof is a record of a score together with a signature over exactly its bytes. With the evaluator’s " +
		"public key, anybody can check that the key’s holder signed this record and that it was not changed since then. A " +
		"proof does not show that the tests were fair, or that this is the latest score.")
	s.Text("A verifier must know two things that a record cannot prove itself: **which bytes** are signed, and " +
		"**whose** key signed them. The format defines the first. [A list of keys](/docs/keys/) defines the second.")
	verdictRows(s)
	nativeFormats(s)
	issuePrograms(s)
	signAtKey(s)
	s.Section("check", "Check what you issue")
	s.Text(strings.Join([]string{
		"- Paste it [into the page](/verify/), with your key in the keyring. Every check should pass, or state why there " +
			"is nothing to check.",
		"- Or call [`proof.verify`](" + frame.OperationPath("proof.verify") +
			"). For many proofs, one per line, call [`proof.verify_batch`](" + frame.OperationPath("proof.verify_batch") + ").",
		"- Publish your key, and [add it to the list](/docs/keys/#listed).",
	}, "\n"))
	s.Text("To make all checks possible, a record should contain: the agent, the challenge and the arena; " +
		"`final_score`, the scores of its dimensions and `scoring_weights`, so that the total can be recomputed; " +
		"`code_hash`, the SHA-256 of the submitted bytes in hexadecimal; `evaluator`, with the owner’s name in the " +
		"keyring; and `evaluated_at` with a time zone. Integers beyond ±9007199254740991 are refused, because some " +
		"programs cannot represent them. Write a long id as a text.")
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/proofs/", "Issue a score proof",
			"What a score proof is, the two native formats, the meaning of each verdict, and complete programs in Go, Python "+
				"and Node that issue a proof."),
		Up: []parts.LinkView{docsHome},
		H1: "How do I issue a score proof?",
		Answer: "Write the record in canonical JSON, sign it with Ed25519, and publish your public key. This takes 70 to " +
			"170 lines in Node, Python or Go.",
		Contents: true,
	}, s)
}

// verdictExample is a record to verify, and what was done to it.
type verdictExample struct {
	what string
	req  proof.VerifyRequest
}

// verdictExamples returns a demonstration record and changed copies of it.
func verdictExamples() []verdictExample {
	record := demo.Flat("nova")
	altered := strings.Replace(record, `"final_score": 94.25`, `"final_score": 95.25`, 1)
	return []verdictExample{
		{"Nova’s record, with the keys listed here", proof.VerifyRequest{Text: record, Keys: keys.JSON}},
		{"the same, with a file that is not Nova’s program", proof.VerifyRequest{Text: record, Keys: keys.JSON,
			Code: base64.StdEncoding.EncodeToString([]byte("print()\n"))}},
		{"the same, without any keys", proof.VerifyRequest{Text: record}},
		{"with the score changed to 95.25", proof.VerifyRequest{Text: altered, Keys: keys.JSON}},
		{"without the member that names the format, and with the score changed",
			proof.VerifyRequest{Text: strings.Replace(altered, `"version": "tallyproof-score/1",`, "", 1), Keys: keys.JSON,
				Limit: 100}},
		{"cut off after 300 characters", proof.VerifyRequest{Text: record[:300], Keys: keys.JSON}},
	}
}

// verdictRows shows the engine's verdicts on a demonstration record and on
// changed copies of it.
func verdictRows(s *prose.Writer) {
	t := markup.TableView{Caption: "Verdicts", Titled: true, Wide: true, Head: prose.Cells("What is checked", "Verdict",
		"Why")}
	for _, row := range verdictExamples() {
		got, err := proof.Verify(row.req)
		s.Fail(err)
		said := got.Sentence
		if got.Key != nil {
			said = strings.ReplaceAll(said, got.Key.PublicKey, shortened(got.Key.PublicKey))
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "verdict-" + got.Verdict, Cells: []markup.CellView{{Text: row.what},
			{Text: got.Heading, Strong: true}, {Text: said}}})
	}
	s.Section("verdicts", "The meaning of the verdicts")
	s.Text("There is more than one kind of success. Each row is the engine’s answer for a demonstration record. The " +
		"arena and the agents in it do not exist:")
	s.Table(t)
	s.Text("A seventh verdict, *contested*, is for signatures that some verifiers accept and others refuse. No honest " +
		"program makes such signatures. The answer contains [every check behind a verdict](" + frame.OperationPath(
		"proof.verify") + ").")
}

func nativeFormats(s *prose.Writer) {
	s.Section("formats", "The two native formats")
	s.Text("The engine reads many envelopes: Data Integrity, DSSE, JWS, minisign, signify, SSH, signed notes, " +
		"transparency logs. To issue proofs, choose one of these two formats. Both sign canonical JSON ([RFC " +
		"8785](https://www.rfc-editor.org/rfc/rfc8785)): members are sorted, there are no spaces, and every number has one " +
		"spelling. So white space and order may change in transport, but values may not.")
	s.Part("flat", "Flat: tallyproof-score/1")
	s.Text("The record contains its own signature as a member, as AiRENA’s documents describe. The signed bytes are the " +
		"line `tallyproof-score/1`, a line feed, and the canonical JSON of the record without `evaluator_signature`. The " +
		"key `evaluator_pubkey` is inside the signed bytes. Key and signature are in hexadecimal.")
	s.Put(markup.Code(markup.CodeView{Label: "A flat record", Text: strings.TrimSpace(demo.Flat("nova"))}))
	s.Part("record-1", "record/1: a Data Integrity proof")
	s.Text("The record has a member `proof`, as W3C’s [Data Integrity EdDSA " +
		"Cryptosuites](https://www.w3.org/TR/vc-di-eddsa/) define it (`eddsa-jcs-2022`). Other tools read this format too. " +
		"The signed bytes are the SHA-256 of the canonical JSON of `proof` without `proofValue`, followed by the SHA-256 " +
		"of the canonical JSON of the record without `proof`.")
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
	s.Part("quick", "With the command")
	s.Text("The command `tallyproof` makes a key and [its keyring](/docs/keys/#own), signs a record as a flat proof, " +
		"and checks it. Give `-from` a date that is not later than the first `evaluated_at`, because the key is valid from then on.")
	s.Put(markup.Code(markup.CodeView{Label: "In a terminal", Text: strings.TrimSpace(file("issue.sh"))}))
	s.Part("programs", "With a program")
	s.Text("Each of these programs is complete. It reads a record, signs it in either format and writes the proof. All " +
		"three write the same flat proof, byte for byte. Make a key once, and keep it in a place that only the evaluator can read:")
	s.Put(markup.Code(markup.CodeView{Text: "openssl genpkey -algorithm ed25519 -out key.pem\nopenssl pkey -in key.pem " +
		"-pubout   # the public key, for the keyring"}))
	s.Put(markup.Code(markup.CodeView{Label: "record.json", Text: file("record.json")}))
	for _, p := range []struct{ id, title, run, file, needs string }{
		{"go", "In Go", "go run issue.go flat key.pem < record.json > proof.json", "issue.go",
			"It needs only the standard library."},
		{"python", "In Python", "python3 issue.py flat key.pem < record.json > proof.json", "issue.py",
			"It needs the package [cryptography](https://pypi.org/project/cryptography/). It refuses numbers that Python and " +
				"JavaScript write differently: numbers below 0.0001, and numbers from 2⁵³."},
		{"node", "In Node", "node issue.mjs flat key.pem < record.json > proof.json", "issue.mjs", "It needs only Node 20."},
	} {
		s.Part(p.id, p.title)
		s.Text(p.needs + " Instead of `flat`, `record-1` issues a record/1.")
		s.Put(markup.Code(markup.CodeView{Label: "Run it", Text: p.run}))
		s.Put(markup.Code(markup.CodeView{Label: p.file, Text: file(p.file)}))
	}
}

// signAtKey is for keys that our programs may not read.
func signAtKey(s *prose.Writer) {
	s.Section("elsewhere", "Sign with a key in another place")
	s.Part("statement", "The bytes to sign")
	s.Text("A key in an HSM, in WebCrypto or in an agent signs bytes. [`proof.statement`](" + frame.OperationPath(
		"proof.statement") + ") returns these bytes for a record that names its format: a record with `version` and " +
		"`evaluator_pubkey`, or with a `proof` without `proofValue`. The engine never needs a private key.")
	s.Put(markup.Code(markup.CodeView{Text: `const { message } = engine.call("proof.statement", { document: record });
const bytes = Uint8Array.from(atob(message), (c) => c.charCodeAt(0));
const signature = await crypto.subtle.sign("Ed25519", key, bytes);
record.evaluator_signature = Array.from(new Uint8Array(signature), (b) => b.toString(16).padStart(2, "0")).join("");`}))
	s.Part("ssh", "With an SSH key")
	s.Text("`ssh-keygen` signs any file, with a key in a file or in `ssh-agent`. The signature is in a separate file, " +
		"so publish both files, and do not change a byte of the record.")
	s.Put(markup.Code(markup.CodeView{Text: `ssh-keygen -t ed25519 -f evaluator
ssh-keygen -Y sign -f evaluator -n tallyproof-score record.json
# writes record.json.sig`}))
	s.Text("To verify, give the record as `text`, the `.sig` file as `signature`, and the line of `evaluator.pub` as a " +
		"`public_key` of the keyring.")
}
