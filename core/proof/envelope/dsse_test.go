package envelope

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// The example of the DSSE protocol: PAE("http://example.com/HelloWorld", "hello world")
// (secure-systems-lab/dsse, protocol.md).
func TestPreAuthenticated(t *testing.T) {
	const want = "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
	if got := string(PreAuthenticated("http://example.com/HelloWorld", []byte("hello world"))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDSSE(t *testing.T) {
	text := string(prooftest.FormatFile(t, "dsse-intoto.json"))
	const sig = `"keyid": "runner-1",`
	key, _ := key.Parse(string(prooftest.FormatFile(t, "pubkey.hex")))
	for _, c := range []struct {
		name, text string
		statements int
		unread     int
	}{
		{"two signatures, one not Ed25519", prooftest.SwapOnce(t, text, `"signatures": [`, `"signatures": [{"sig":"MEUC"},`), 1, 1},
		{"members that are not signed", prooftest.SwapOnce(t, text, `"payload"`, `"score": 100, "payload"`), 1, 0},
		{"signature without keyid", prooftest.SwapOnce(t, text, sig, ""), 1, 0},
		{"payload in base64url", strings.NewReplacer("+json", "+json", "==", "").Replace(text), 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			statements, p := Read(c.text)
			if p != nil || len(statements) != c.statements || len(statements[0].Unread) != c.unread {
				t.Fatalf("%+v, %+v", statements, p)
			}
			if anyHolds(statements, key.Bytes) == nil {
				t.Error("does not hold")
			}
			sameRecord(t, &statements[0], "record.json")
		})
	}
}

func TestDSSERefused(t *testing.T) {
	text := string(prooftest.FormatFile(t, "dsse-intoto.json"))
	const payload = `"payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEi`
	envelope := func(kind, body string) string {
		return `{"payloadType":"` + kind + `","payload":"` + prooftest.StdBase64(body) + `","signatures":[{"sig":"` + prooftest.StdBase64(strings.Repeat("s", 64)) + `"}]}`
	}
	checkRefused(t, []brokenText{
		{"truncated", text[:len(text)-8], "", "unexpected end of text"},
		{"trailing data", text + "x", "", "expected the end of the text"},
		{"no payload", prooftest.SwapOnce(t, text, `"payload"`, `"body"`), "", `expected a member "payload" in the envelope`},
		{"payload is no base64", prooftest.SwapOnce(t, text, payload, `"payload": "%`), "", "expected a payload in base64"},
		{"payload with bits left over", prooftest.SwapOnce(t, text, "fQ==", "fR=="), "", "expected a payload in base64 whose unused bits are zero"},
		{"type is no text", prooftest.SwapOnce(t, text, `"application/vnd.in-toto+json"`, `1`), "", `expected a text for "payloadType"`},
		{"no signatures", prooftest.SwapOnce(t, text, `"signatures"`, `"sigs"`), "", `expected a member "signatures"`},
		{"empty signatures", envelope("x", "y")[:strings.Index(envelope("x", "y"), "[")] + "[]}", "", "at least one signature"},
		{"signature is no object", envelope("x", "y")[:strings.Index(envelope("x", "y"), "[")] + "[1]}", "", "an object for a signature"},
		{"signature cut", prooftest.SwapOnce(t, text, "1/VaFR3pjYECvSrQ0u", ""), "", "expected a sig in base64"},
		{"only ECDSA", `{"payloadType":"x","payload":"eQ==","signatures":[{"sig":"MEUC"}]}`, "", "found only others: they are not Ed25519"},
		{"in-toto without an object", envelope(inTotoType, "hello"), "", "expected an in-toto statement, a JSON object"},
		{"in-toto of another version", envelope(inTotoType, `{"_type":"https://in-toto.io/Statement/v9"}`), "", "version 1 or 0.1, found the type"},
		{"payload with a byte order mark", envelope("x", "\ufeff{\"score\":1}"), "", "in the signed text, line 1, column 1: expected UTF-8 text without a byte order mark"},
		{"payload with a duplicate member", envelope("x", `{"score":1,"score":2}`), "", "in the signed text, line 1, column 12: expected each member name once"},
		{"too many signatures", envelope("x", "y")[:strings.Index(envelope("x", "y"), "[")] + "[" + strings.Repeat("{},", 32) + "{}]}", "", "at most 32 signatures, found 33"},
	})
}
