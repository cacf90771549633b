//go:build unix

package engine

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// TestAttacks asks what once took 1.4 GB and 12 s, or a second for each of 3 KB: an envelope
// with 32 signatures that nobody made over a long payload, and records that do not say how
// they were signed under keys that did not sign them.
func TestAttacks(t *testing.T) {
	for _, attack := range []struct{ name, operation, body string }{
		{"envelope of 30 KB", "proof.verify", fmt.Sprintf(`{"text":%q}`, junk(19_000))},
		{"envelope of 1 MiB", "proof.verify", fmt.Sprintf(`{"text":%q}`, junk(740_000))},
		{"envelope as a badge", "badge.render", fmt.Sprintf(`{"kind":"score","text":%q}`, junk(740_000))},
		{"record", "proof.verify", fmt.Sprintf(`{"limit":1500,"text":%q,"keys":{"keys":[%s]}}`, unsaid(0), someKeys(12))},
		{"records", "proof.verify_batch", fmt.Sprintf(`{"text":%q,"keys":{"keys":[%s]}}`, unsaid(0)+"\n"+unsaid(1)+"\n"+unsaid(2), someKeys(16))},
	} {
		t.Run(attack.name, func(t *testing.T) {
			body := []byte(attack.body)
			if len(body) > mostBytes {
				t.Fatalf("%d bytes", len(body))
			}
			s := spend(attack.operation, body)
			for range 4 {
				if s.MS > mostMS {
					s.MS = min(s.MS, paced(attack.operation, body))
				}
			}
			if s.MS > mostMS {
				t.Errorf("%d bytes take %.0f ms, want at most %d", len(body), s.MS, mostMS)
			}
			if s.Memory > mostMemory && peak(attack.operation, body) > mostMemory {
				t.Errorf("%d bytes take over 64 MiB", len(body))
			}
		})
	}
}

// junk is an envelope with 32 signatures that nobody made over so many bytes.
func junk(size int) string {
	payload := `{"credentialSubject":{"final_score":1},"a":[` + strings.Repeat("0,", size/2) + "0]}"
	sig := `{"sig":"` + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", 64))) + `"},`
	return fmt.Sprintf(`{"payloadType":"a","payload":%q,"signatures":[%s]}`,
		base64.StdEncoding.EncodeToString([]byte(payload)), strings.TrimSuffix(strings.Repeat(sig, 32), ","))
}

// unsaid is a flat record that does not say how it was signed.
func unsaid(i int) string {
	return fmt.Sprintf(`{"agent_name":"x%d","final_score":81.5,"correctness":80,"speed":90,"quality":70,"process":60,"challenge_id":"c",`+
		`"evaluated_at":"2026-11-10T00:00:00Z","code_hash":%q,"evaluator_signature":%q}`, i, strings.Repeat("ab", 32), strings.Repeat("6e", 63)+"08")
}

func someKeys(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"id":"k%d","owner":"x","public_key":%q}`, i, publicKeys()[i]))
	}
	return strings.Join(list, ",")
}
