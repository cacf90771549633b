package proof

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

func TestRecognize(t *testing.T) {
	for _, c := range []struct {
		file, words string
		alone       bool
	}{
		{"flat-jcs.json", "A flat record", false},
		{"vc-eddsa-jcs-2022.json", "A W3C Data Integrity proof", false},
		{"dsse-intoto.json", "A DSSE envelope", false},
		{"jws-compact.txt", "A JSON Web Signature", false},
		{"jws-flattened.json", "A JSON Web Signature", false},
		{"a2a-jws-over-jcs.json", "A JSON Web Signature", false},
		{"jws-detached-over-jcs.txt", "A JSON Web Signature", true},
		{"record.note", "A signed note", false},
		{"record.json.minisig", "A minisign signature", true},
		{"record.json.signify", "A signify signature", true},
		{"record.json.sshsig", "An SSH signature", true},
		{"record.json", "", false},
		{"pubkey.pem", "", false},
		{"pubkey.jwk.json", "", false},
		{"neg-duplicate-key.json", "", false},
		{"code.py", "", false},
	} {
		t.Run(c.file, func(t *testing.T) {
			text := string(prooftest.FormatFile(t, c.file))
			words, alone := Recognize(text)
			if !strings.HasPrefix(words, c.words) || (words == "") != (c.words == "") || alone != c.alone {
				t.Errorf("%q, alone %t", words, alone)
			}
			if !c.alone {
				return
			}
			got, err := Verify(VerifyRequest{Signature: text})
			if err != nil || got.Verdict != unreadable {
				t.Errorf("without what it signs: %s, %v", got.Verdict, err)
			}
			t.Log(got.Sentence)
		})
	}
}
