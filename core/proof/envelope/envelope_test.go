package envelope

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/testdata"
)

// holds reports whether a statement's signatures are those of the key.
func holds(s *Statement, k []byte) bool {
	if s == nil {
		return true
	}
	return len(s.Signature) == ed25519.SignatureSize && ed25519.Verify(k, s.Message, s.Signature) &&
		(s.fits == nil || s.fits(key.Known{Bytes: k})) && (s.Log == nil || s.Log.Included) && holds(s.Also, k)
}

// anyHolds is the first statement that holds under the key, or nil.
func anyHolds(statements []Statement, key []byte) *Statement {
	for i := range statements {
		if holds(&statements[i], key) {
			statements[i].Record()
			return &statements[i]
		}
	}
	return nil
}

// readEither is what the two readers have in common: message nil means that the text
// carries what it signs.
func readEither(text, message []byte) ([]Statement, *text.Problem) {
	if message == nil {
		return Read(string(text))
	}
	return ReadBeside(string(text), message)
}

// envelopes are the records of vectors/proofs/formats, made by the tools that
// PROVENANCE.md names, with the keys beside them.
var envelopes = []struct {
	file, over, key string // over is the file a signature file is over
	format, keyID   string
	record          string // file with the same record
	created         string
}{
	{file: "vc-eddsa-jcs-2022.json", key: "pubkey.multibase", format: "data-integrity", record: "record.json", created: "2026-03-01T12:00:00Z",
		keyID: "did:key:z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU#z6Mkq6y4KgpUMyaaa1cS4mAG8gwjCnwkpRtJqRU8zj7KeQsU"},
	{file: "dsse-intoto.json", key: "pubkey.hex", format: "dsse", keyID: "runner-1", record: "record.json"},
	{file: "jws-compact.txt", key: "pubkey.jwk.json", format: "jws", keyID: "runner-1", record: "record.json"},
	{file: "jws-flattened.json", key: "pubkey.pem", format: "jws", keyID: "runner-1", record: "record.json"},
	{file: "a2a-jws-over-jcs.json", key: "pubkey.hex", format: "jws", keyID: "runner-1", record: "record.json"},
	{file: "jws-detached-over-jcs.txt", over: "record.jcs.json", key: "pubkey.hex", format: "jws", keyID: "runner-1", record: "record.json"},
	{file: "jws-detached-over-jcs.txt", over: "record.json", key: "pubkey.hex", format: "jws", keyID: "runner-1", record: "record.json"},
	{file: "record.json.minisig", over: "record.json", key: "minisign.pub", format: "minisign", keyID: "DF7F01F5749AB94C", record: "record.json"},
	{file: "record.json.signify", over: "record.json", key: "signify.pub", format: "signify", keyID: "7576E17036DD6183", record: "record.json"},
	{file: "record.json.sshsig", over: "record.json", key: "sshsig.pub", format: "sshsig", record: "record.json"},
	{file: "record.json.sshsig", over: "record.json", key: "sshsig.allowed_signers", format: "sshsig", record: "record.json"},
	{file: "record.note", key: "note.vkey", format: "note", keyID: "arena.example/scores+87c5c822", record: "record.json"},
	{file: "checkpoint.note", key: "note.vkey", format: "note", keyID: "arena.example/scores+87c5c822"},
	{file: "record.tlog-proof", over: "record.jcs.json", key: "note.vkey", format: "tlog-proof", keyID: "arena.example/scores+87c5c822", record: "record.json"},
	{file: "record.tlog-proof", over: "record.json", key: "note.vkey", format: "tlog-proof", keyID: "arena.example/scores+87c5c822", record: "record.json"},
}

func TestEnvelopesVerify(t *testing.T) {
	for _, e := range envelopes {
		t.Run(e.file+" "+e.over, func(t *testing.T) {
			key, p := key.Parse(string(prooftest.FormatFile(t, e.key)))
			if p != nil {
				t.Fatal(p)
			}
			var over []byte
			if e.over != "" {
				over = prooftest.FormatFile(t, e.over)
			}
			statements, p := readEither(prooftest.FormatFile(t, e.file), over)
			if p != nil {
				t.Fatal(p)
			}
			s := anyHolds(statements, key.Bytes)
			if s == nil {
				t.Fatalf("no statement of %d holds", len(statements))
			}
			if s.Format != e.format || s.KeyID != e.keyID || s.Created != e.created || s.Dated != (e.created != "") || s.Layout == "" {
				t.Errorf("format %q, keyID %q, created %q, layout %q", s.Format, s.KeyID, s.Created, s.Layout)
			}
			sameRecord(t, s, e.record)
			other := bytes.Clone(key.Bytes)
			other[0] ^= 1
			if anyHolds(statements, other) != nil {
				t.Error("holds under another key")
			}
		})
	}
}

// sameRecord compares the record of a statement with that of a file, "" for
// none.
func sameRecord(t *testing.T, s *Statement, file string) {
	t.Helper()
	if file == "" {
		if s.says() != nil {
			t.Errorf("record %s, want none", s.says())
		}
		return
	}
	got, err := jcs.Canonicalize(s.says())
	if err != nil {
		t.Fatalf("record %q: %v", s.says(), err)
	}
	want, err := jcs.Canonicalize(prooftest.FormatFile(t, file))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("record\n%s\nwant\n%s", got, want)
	}
}

// TestEnvelopesClaimed fails for a file of formats/ that no test reads.
func TestEnvelopesClaimed(t *testing.T) {
	claimed := map[string]bool{
		"cose-sign1.cbor": true, // TestRecognized
		"code.py":         true, // what code_hash is the hash of
		// flat records: read, verified and refused by the tests of flat.go
		"flat-jcs.json": true, "pos-number-respelled.json": true,
		"neg-duplicate-key.json": true, "neg-self-signed-forgery.json": true, "neg-tampered-score.json": true,
	}
	for _, e := range envelopes {
		for _, file := range []string{e.file, e.over, e.key, e.record} {
			claimed[file] = true
		}
	}
	files, err := testdata.FS.ReadDir("vectors/proofs/formats")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		if !claimed[file.Name()] {
			t.Errorf("no test reads %s", file.Name())
		}
	}
}

// TestTampered flips each bit of the lowest two of each byte of each envelope.
// What still holds must say the same: only what is not signed was changed.
func TestTampered(t *testing.T) {
	for _, e := range envelopes {
		key, p := key.Parse(string(prooftest.FormatFile(t, e.key)))
		if p != nil {
			t.Fatal(p)
		}
		text := prooftest.FormatFile(t, e.file)
		var over []byte
		if e.over != "" {
			over = prooftest.FormatFile(t, e.over)
		}
		statements, _ := readEither(text, over)
		want := anyHolds(statements, key.Bytes)
		check := func(text, over []byte, what string, at int) {
			t.Helper()
			changed, p := readEither(text, over)
			if p != nil {
				prooftest.CheckProblem(t, text, p)
				return
			}
			got := anyHolds(changed, key.Bytes)
			if got != nil && (!bytes.Equal(got.Message, want.Message) || !bytes.Equal(canonicalRecord(t, got.says()), canonicalRecord(t, want.says())) || got.Created != want.Created) {
				t.Errorf("%s: byte %d of the %s changed: still holds, and says\n%q", e.file, at, what, got.says())
			}
		}
		for i := range text {
			for _, bit := range []byte{1, 2} {
				changed := bytes.Clone(text)
				changed[i] ^= bit
				check(changed, over, "text", i)
			}
		}
		for i := range over {
			changed := bytes.Clone(over)
			changed[i] ^= 1
			check(text, changed, "message", i)
		}
		for i := range text {
			check(text[:i], over, "text, cut", i)
		}
	}
}

func canonicalRecord(t *testing.T, record []byte) []byte {
	t.Helper()
	if record == nil {
		return nil
	}
	c, err := jcs.Canonicalize(record)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// brokenText is a text that is refused, and the words that say why.
type brokenText struct{ name, text, over, wanted string }

func checkRefused(t *testing.T, cases []brokenText) {
	t.Helper()
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var over []byte
			if c.over != "" {
				over = []byte(c.over)
			}
			statements, p := readEither([]byte(c.text), over)
			if p == nil {
				_, p = statements[0].Record() // of what holds
			}
			if p == nil {
				t.Fatalf("read: %d statements, %+v", len(statements), statements)
			}
			if !strings.Contains(p.Message, c.wanted) {
				t.Errorf("message %q, want %q in it", p.Message, c.wanted)
			}
			prooftest.CheckProblem(t, []byte(c.text), p)
		})
	}
}

func TestRecognized(t *testing.T) {
	checkRefused(t, []brokenText{
		{"empty", "", "", "found an empty text"},
		{"blank", " \n\t", "", "found an empty text"},
		{"prose", "hello", "", "expected a proof: a JSON record, a JWS"},
		{"number", "17", "", "expected a proof: a JSON record"},
		{"array", "[{}]", "", "found an array: its rows are checked one by one"},
		{"truncated JSON", `{"score": 85.5, "proof": {`, "", "unexpected end of text"},
		{"unsigned JSON", `{"score": 85.5}`, "", "found JSON without a signature"},
		{"proof of its own kind", `{"score": 85.5, "proof": "see below"}`, "", "found JSON without a signature"},
		{"too long", strings.Repeat(" ", text.MaxText+1), "", "of at most 1048576 bytes, found 1048577"},
		{"COSE_Sign1", string(prooftest.FormatFile(t, "cose-sign1.cbor")), "", "a COSE signature, which is recognized but not checked"},
		{"COSE_Sign1 in base64", prooftest.StdBase64(string(prooftest.FormatFile(t, "cose-sign1.cbor"))), "", "a COSE signature"},
		{"sigstore bundle", `{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","verificationMaterial":{},"dsseEnvelope":{}}`, "", "this is a sigstore bundle, which is recognized but not checked"},
		{"cosign bundle", `{"base64Signature":"","cert":"","rekorBundle":{}}`, "", "this is a sigstore bundle"},
		{"Open Badge with an RDF proof", `{"@context":["https://www.w3.org/ns/credentials/v2","https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"],"proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-rdfc-2022"}}`, "", `this Open Badge is signed with "eddsa-rdfc-2022", which is recognized but not checked`},
		{"Ed25519Signature2020", `{"proof":{"type":"Ed25519Signature2020","proofValue":"z"}}`, "", `"Ed25519Signature2020", which is recognized but not checked`},
		{"OpenPGP", "-----BEGIN PGP SIGNATURE-----\n\n=AAAA\n-----END PGP SIGNATURE-----\n", "", "an OpenPGP signature"},
		{"certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "", "a certificate"},
		{"other armour", "-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----\n", "", `an armoured text with the label "RSA PUBLIC KEY"`},
		{"PEM beside a message", string(prooftest.FormatFile(t, "pubkey.pem")), "m", "expected a minisign, signify or SSH signature"},
		{"message too long", strings.Repeat("ab", 64), strings.Repeat(" ", text.MaxText+1), "expected the signed message of at most 1048576 bytes, found 1048577"},
		{"byte order mark", "\ufeff{}", "", "found JSON without a signature"},
		{"two byte order marks and no proof", "\ufeff\ufeffhello", "", "expected a proof: a JSON record"},
		{"UTF-16, the other order of bytes", "\xfe\xff\x00{\x00}", "", "UTF-16, as some shells of Windows write files: save the text as UTF-8"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "", "UTF-16, as some shells of Windows write files: save the text as UTF-8"},
		{"PNG", "\x89PNG\r\n\x1a\n", "", "a PNG that carries no proof"},
		{"SVG", "<svg/>", "", "an image or XML"},
		{"minisign alone", string(prooftest.FormatFile(t, "record.json.minisig")), "", "a signature of minisign or signify alone"},
		{"signify alone", string(prooftest.FormatFile(t, "record.json.signify")), "", "a signature of minisign or signify alone"},
		{"SSHSIG alone", string(prooftest.FormatFile(t, "record.json.sshsig")), "", "an SSH signature alone"},
		{"raw signature alone", strings.Repeat("ab", 64), "", "64 bytes, perhaps a signature"},
		{"tlog-proof alone", string(prooftest.FormatFile(t, "record.tlog-proof")), "", "expected the logged record beside its tlog-proof"},
		{"detached JWS alone", string(prooftest.FormatFile(t, "jws-detached-over-jcs.txt")), "", "this JWS is detached"},
		{"JWK", string(prooftest.FormatFile(t, "pubkey.jwk.json")), "", "found a key or a keyring"},
		{"PEM", string(prooftest.FormatFile(t, "pubkey.pem")), "", "found a public key"},
		{"hex key", string(prooftest.FormatFile(t, "pubkey.hex")), "", "found a public key"},
		{"minisign key", string(prooftest.FormatFile(t, "minisign.pub")), "", "found a public key of minisign"},
		{"note beside a message", string(prooftest.FormatFile(t, "record.note")), "{}", "found a text that carries what it signs"},
		{"JSON beside a message", string(prooftest.FormatFile(t, "jws-flattened.json")), "{}", "found a text that carries what it signs"},
		{"prose beside a message", "hello", "{}", "expected a minisign, signify or SSH signature"},
		{"message that readers may read in two ways", strings.Repeat("ab", 64), `{"a":1,"a":2}`, "in the signed text, line 1, column 8: expected each member name once"},
		{"message with a byte order mark before an object", strings.Repeat("ab", 64), "\ufeff{\"a\":1,\"a\":2}", "in the signed text, line 1, column 1: expected UTF-8 text without a byte order mark"},
		{"message with a byte order mark behind a line feed", strings.Repeat("ab", 64), "\n\ufeff{}", "in the signed text, line 2, column 1: expected a value"},
		{"message with a blank that binds before an object", strings.Repeat("ab", 64), "\u00a0{\"a\":1}", "in the signed text, line 1, column 1: expected a value"},
		{"message with a line separator before an object", strings.Repeat("ab", 64), " \u2028\t{}", "in the signed text, line 1, column 2: expected a value"},
		{"message of a token whose header has a byte order mark", strings.Repeat("ab", 64), prooftest.UrlBase64("\ufeff{}") + ".e30", "begin as those of a JSON Web Signature"},
		{"private key as a proof", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n", "", "found a private key"},
		{"private key beside a message", "-----BEGIN OPENSSH PRIVATE KEY-----\n", "x", "found a private key"},
	})
}

// TestSeveralKinds reads a document signed in three ways at once: every
// signature of the whole document counts, the flat one is only mentioned.
func TestSeveralKinds(t *testing.T) {
	text := prooftest.SwapOnce(t, string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json")), `"proof": {`, `"evaluator_signature": "", "signatures": [{"protected": "`+prooftest.UrlBase64(`{"alg":"EdDSA"}`)+`", "signature": "`+prooftest.UrlBase64(strings.Repeat("s", 64))+`"}], "proof": {`)
	statements, p := Read(string(text))
	if p != nil || len(statements) != 2 || statements[0].Format != "data-integrity" || statements[1].Format != "jws" {
		t.Fatalf("%+v, %+v", statements, p)
	}
	if unread := statements[0].Unread; len(unread) != 1 || !strings.HasPrefix(unread[0], "evaluator_signature: ") {
		t.Errorf("unread %q", unread)
	}
	broken := prooftest.SwapOnce(t, text, prooftest.UrlBase64(`{"alg":"EdDSA"}`), prooftest.UrlBase64(`{"alg":"HS256"}`))
	if _, p := Read(broken); p == nil || !strings.Contains(p.Message, `a JWS with the algorithm "HS256"`) {
		t.Errorf("one kind is broken: %+v", p)
	}
}

// TestDetachedWithoutMessage gives a signature alone as one that stands beside
// its message: what carries what it signs is read, other texts are refused.
func TestDetachedWithoutMessage(t *testing.T) {
	key, _ := key.Parse(prooftest.TheKey)
	if statements, p := ReadBeside(string(prooftest.FormatFile(t, "jws-compact.txt")), nil); p != nil || anyHolds(statements, key.Bytes) == nil {
		t.Errorf("compact JWS: %+v, %+v", statements, p)
	}
	for _, file := range []string{"record.json.minisig", "record.json.signify", "record.json.sshsig", "jws-detached-over-jcs.txt", "record.tlog-proof"} {
		if _, p := ReadBeside(string(prooftest.FormatFile(t, file)), nil); p == nil {
			t.Errorf("%s: read", file)
		}
	}
}

// TestRecordLikeJWK reads a record in which a public JWK stands beside members
// that are named as the private parts of a JWK are.
func TestRecordLikeJWK(t *testing.T) {
	text := prooftest.SwapOnce(t, string(prooftest.FormatFile(t, "a2a-jws-over-jcs.json")), `"quality": 80`, `"quality": 80, "k": 10, "d": 2, "key": `+string(prooftest.FormatFile(t, "pubkey.jwk.json")))
	if statements, p := Read(string(text)); p != nil || len(statements) != 1 {
		t.Errorf("%d statements, %+v", len(statements), p)
	}
}

// TestNoObject reads messages that no reader takes for an object: they say no record.
func TestNoObject(t *testing.T) {
	for _, message := range []string{"", " \n", "\ufeff", "\ufeff[{}]", "\u200b{}", "\u2066{}", "\x12{}", "x{}", "\"{}\"", "\xff\xfe{\x00}\x00", "\xa0{}"} {
		statements, p := ReadBeside(strings.Repeat("ab", 64), []byte(message))
		if p != nil || len(statements) != 1 || statements[0].says() != nil {
			t.Errorf("%q: %+v, %+v", message, statements, p)
		}
	}
}

func TestRaw(t *testing.T) {
	public, private, err := ed25519.GenerateKey(bytes.NewReader(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	message := []byte(`{"score": 85.5}`)
	signature := ed25519.Sign(private, message)
	for name, text := range map[string]string{
		"hex":       string(text.AppendHex(nil, signature)),
		"upper hex": strings.ToUpper(string(text.AppendHex(nil, signature))),
		"base64":    base64.StdEncoding.EncodeToString(signature) + "\n",
		"base64url": base64.RawURLEncoding.EncodeToString(signature),
	} {
		statements, p := ReadBeside(string(text), message)
		if p != nil || len(statements) != 1 || !holds(&statements[0], public) || statements[0].Format != "raw" {
			t.Errorf("%s: %+v, %+v", name, statements, p)
		}
	}
}

// says is the JSON text of the record that the signed bytes say; nil if they say none.
func (s *Statement) says() []byte {
	v, p := s.open()
	if v == nil || p != nil {
		return nil
	}
	return s.content.text[v.Start:v.End]
}
