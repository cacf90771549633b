package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

const logName = "open.example/log"

// logged is the tlog-proof of the only entry of a log, whose checkpoint that key signs.
func logged(leaf string, public ed25519.PublicKey, private ed25519.PrivateKey) string {
	root := sha256.Sum256([]byte("\x00" + leaf))
	checkpoint := logName + "\n1\n" + base64.StdEncoding.EncodeToString(root[:]) + "\n"
	signature := append([]byte(key.NoteHash(logName, public)), ed25519.Sign(private, []byte(checkpoint))...)
	return "c2sp.org/tlog-proof@v1\nextra " + base64.StdEncoding.EncodeToString([]byte(leaf)) + "\nindex 0\n\n" +
		checkpoint + "\n— " + logName + " " + base64.StdEncoding.EncodeToString(signature) + "\n"
}

// TestASignedEntryIsJudgedByItsOwnSignature: the log says where a record stands. A log
// that takes everybody's records vouches for no score.
func TestASignedEntryIsJudgedByItsOwnSignature(t *testing.T) {
	arena, arenaPrivate := prooftest.TestKey('a')
	public, private := prooftest.TestKey('l')
	_, other := prooftest.TestKey('o')
	const unsigned = `{"agent":"nova","score":88,"evaluated_at":"2026-03-01T00:00:00Z"}`
	sign := func(record string) string {
		compact := prooftest.UrlBase64(`{"alg":"EdDSA"}`) + "." + prooftest.UrlBase64(record)
		return compact + "." + prooftest.UrlBase64(string(ed25519.Sign(arenaPrivate, []byte(compact))))
	}
	signedBy := func(members string) string { return strings.TrimSuffix(unsigned, "}") + "," + members + "}" }
	signed, signedRecord := sign(unsigned), sign(signedBy(`"arena":"open"`))
	forged := signed[:strings.LastIndexByte(signed, '.')] + "." + prooftest.UrlBase64(strings.Repeat("\x00", 64))
	flat := fmt.Sprintf(`{"agent_id":"eve","challenge_id":"c","evaluated_at":"2026-03-01T00:00:00Z","evaluator_pubkey":"%x","evaluator_signature":"%s","final_score":100,"version":"tallyproof-score/1"}`, arena, strings.Repeat("00", 64))
	entry := func(public ed25519.PublicKey, more string) string {
		return `{"owner":"whoever","public_key":"` + hex.EncodeToString(public) + `"` + more + `}`
	}
	evaluator, log := entry(arena, ""), entry(public, "")
	for _, row := range []struct {
		name, text string
		keys       []string
		verdict    string
		log        string // status of that check, "" if there is none
	}{
		{"both listed", logged(signed, public, private), []string{evaluator, log}, authentic, pass},
		{"the log is not listed", logged(signed, public, private), []string{evaluator}, authentic, unknown},
		{"the log's key is revoked", logged(signed, public, private), []string{evaluator, entry(public, `,"status":"revoked"`)}, authentic, unknown},
		{"the log's key has ended", logged(signed, public, private), []string{evaluator, entry(public, `,"valid_to":"2026-10-01T00:00:00Z"`)}, authentic, unknown},
		{"the log's key is listed for another arena", logged(signedRecord, public, private), []string{evaluator, entry(public, `,"arena":"closed"`)}, authentic, unknown},
		{"the log's key is listed for this arena", logged(signedRecord, public, private), []string{evaluator, entry(public, `,"arena":"open"`)}, authentic, pass},
		{"the checkpoint is signed by another", logged(signed, public, other), []string{evaluator, log}, qualified, fail},
		{"the evaluator is not listed", logged(signed, public, private), []string{log}, unknownKey, ""},
		{"the evaluator's key is revoked", logged(signed, public, private), []string{entry(arena, `,"status":"revoked"`), log}, qualified, pass},
		{"a false signature, of whichever key", logged(forged, public, private), []string{evaluator, log}, unknownKey, ""},
		{"a false signature in a flat record", logged(flat, public, private), []string{evaluator, log}, notAuthentic, ""},
		{"a signature that cannot be read", logged(strings.Replace(flat, `"evaluator_signature":"00`, `"evaluator_signature":"zz`, 1), public, private), []string{evaluator, log}, unreadable, ""},
		{"not what the log holds", strings.Replace(logged(signed, public, private), "index 0", "index 1", 1), []string{evaluator, log}, notAuthentic, ""},
		{"a signature by a method that is not read", logged(signedBy(`"proof":{"type":"DataIntegrityProof","cryptosuite":"ecdsa-jcs-2019","proofValue":"z1"}`), public, private), []string{log}, unreadable, ""},
		{"a proof that is no base58", logged(signedBy(`"proof":{"type":"DataIntegrityProof","cryptosuite":"eddsa-jcs-2022","proofPurpose":"assertionMethod","verificationMethod":"x","proofValue":"z0"}`), public, private), []string{log}, unreadable, ""},
		{"a list of signatures of another kind", logged(signedBy(`"signatures":[{"alg":"ES256","signature":"AAAA"}]`), public, private), []string{log}, unreadable, ""},
		{"an envelope whose signature is no base64", logged(signedBy(`"payloadType":"a","payload":"e30=","signatures":[{"sig":"!"}]`), public, private), []string{log}, unreadable, ""},
		{"a signature by another name", logged(signedBy(`"evaluatorSignature":"00"`), public, private), []string{log}, unreadable, ""},
		{"a signature by a short name", logged(signedBy(`"sig":"00"`), public, private), []string{log}, unreadable, ""},
		{"no proof, and keys", logged(signedBy(`"proof":null,"keys":[]`), public, private), []string{log}, authentic, pass},
		{"a sigstore bundle", logged(signedBy(`"verificationMaterial":{}`), public, private), []string{log}, unreadable, ""},
		{"a stored proof that is none", logged(signedBy(`"text":"nova has 88","answer":{}`), public, private), []string{log}, unreadable, ""},
		{"a stored proof of another log, which does not hold it", logged(fmt.Sprintf(`{"answer":{},"text":%q}`, strings.Replace(logged(signed, public, private), "index 0", "index 1", 1)), public, private), []string{evaluator, log}, unreadable, ""},
		{"no signature of its own", logged(unsigned, public, private), []string{log}, authentic, pass},
		{"a proof of another log", logged(logged(signed, public, private), public, private), []string{evaluator, log}, unreadable, ""},
		{"a JWS that cannot be read", logged("eyJ"+signed[3:len(signed)-4], public, private), []string{evaluator, log}, unreadable, ""},
		{"a JWS of another algorithm", logged(prooftest.UrlBase64(`{"alg":"ES256"}`)+signed[strings.IndexByte(signed, '.'):], public, private), []string{log}, unreadable, ""},
		{"a list of signed records", logged("["+flat+"]", public, private), []string{evaluator, log}, unreadable, ""},
		{"a list", logged("["+unsigned+"]", public, private), []string{log}, unreadable, ""},
		{"plain text", logged("nova has 88", public, private), []string{log}, unreadable, ""},
		{"a hash", logged(strings.Repeat("5e", 32), public, private), []string{log}, unreadable, ""},
		{"a number", logged("88", public, private), []string{log}, unreadable, ""},
		{"nothing", logged("", public, private), []string{log}, unreadable, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			req := VerifyRequest{Text: row.text, Keys: op.Raw(`{"keys":[` + strings.Join(row.keys, ",") + `]}`), At: "2026-11-01T00:00:00Z"}
			res, err := Verify(req)
			if err != nil || res.Verdict != row.verdict {
				t.Fatalf("%s %s, %v; want %s", res.Verdict, res.Sentence, err, row.verdict)
			}
			if got := checkOf(res, "log").Status; row.log != "" && got != row.log {
				t.Errorf("the check of the log is %q: want %q", got, row.log)
			}
			if minimal, err := Minimal(req); row.verdict == authentic && res.Format != "tlog-proof" && minimal != signed && minimal != signedRecord {
				t.Errorf("minimal %q, %v; want the record alone", minimal, err)
			}
		})
	}
}

// TestStoredAnswer: what a host answers for a stored proof is read as the proof in it, and
// what the host says of it counts for nothing.
func TestStoredAnswer(t *testing.T) {
	public, private := prooftest.TestKey('a')
	compact := prooftest.UrlBase64(`{"alg":"EdDSA"}`) + "." + prooftest.UrlBase64(`{"agent":"nova","score":88}`)
	signed := compact + "." + prooftest.UrlBase64(string(ed25519.Sign(private, []byte(compact))))
	for _, row := range []struct{ name, text, verdict string }{
		{"a proof", `{"id":"x","url":"https://a.example/p/x","agent":"https://a.example/agents/a/nova","text":"` + signed + `","answer":{"verdict":"not-authentic"}}`, authentic},
		{"a score beside it", `{"text":"` + signed + `","answer":{},"score":99}`, qualified},
		{"an object for a state", `{"text":"` + signed + `","answer":{},"state":{"score":99}}`, qualified},
		{"an object for an id", `{"text":"` + signed + `","answer":{},"id":{"score":99}}`, qualified},
		{"an agent that is no address beside it", `{"text":"` + signed + `","answer":{},"agent":"eve https://a.example"}`, qualified},
		{"an agent beside it", `{"text":"` + signed + `","answer":{},"agent":"eve"}`, qualified},
		{"no proof", `{"text":"nova has 99","answer":{}}`, unreadable},
		{"no text", `{"text":1,"answer":{}}`, unreadable},
		{"another object with a text", `{"text":"` + signed + `"}`, unreadable},
	} {
		res, err := Verify(VerifyRequest{Text: row.text, Keys: pin(public, "")})
		if err != nil || res.Verdict != row.verdict {
			t.Fatalf("%s: %s %s, %v; want %s", row.name, res.Verdict, res.Sentence, err, row.verdict)
		}
		if row.verdict == authentic && (len(res.Claims) != 2 || len(res.UnsignedFields) > 0) {
			t.Errorf("%s: it claims %+v, and %q", row.name, res.Claims, res.UnsignedFields)
		}
	}
}

// checkOf is a check of an answer, empty if it has none.
func checkOf(res VerifyResponse, id string) Check {
	for _, c := range res.Checks {
		if c.ID == id {
			return c
		}
	}
	return Check{}
}
