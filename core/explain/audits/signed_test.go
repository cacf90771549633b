package audits

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestVersionsOfAProof: with trusted keys, a true, a tampered and a forged proof have three
// answers.
func TestVersionsOfAProof(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../../site/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	own, keys := read("demo/flat/nova.json"), read("keys/arena-keys.json")
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	members := `"agent_name":"Nova","correctness":97.5,"speed":96.25,"quality":92,"process":88,"final_score":94.25`
	forged := fmt.Sprintf(`{%s,"evaluator_pubkey":"%x","evaluator_signature":"%x"}`, members, private.Public(), ed25519.Sign(private, []byte("{"+members+"}")))
	for _, tt := range []struct {
		name, text            string
		agree, differ, missed string // proofs
	}{
		{"true", own, "1", "0", "0"},
		{"tampered", strings.Replace(own, `"quality": 92`, `"quality": 93`, 1), "0", "1", "0"},
		{"forged", forged, "0", "0", "1"},
	} {
		res := explained(t, Request{Text: tt.text, Rulebook: airena(), Keys: []byte(keys)})
		c := res.Counts[6]
		missed := "0"
		if strings.Contains(res.Sentence, "1 proof.") && strings.Contains(res.Sentence, "Not compared: ") && c.Differ == "0" {
			missed = "1"
		}
		if c.Agree != tt.agree || c.Differ != tt.differ || missed != tt.missed {
			t.Errorf("%s: %+v, %q", tt.name, c, res.Sentence)
		}
	}
}

// TestSignedTwice: of two members that may say one thing, the audit claims what the
// proof is read by. Else an honest record contradicts itself.
func TestSignedTwice(t *testing.T) {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	for name, members := range map[string]string{
		"two scores":  `"agent_name":"Nova","final_score":38,"score":40`,
		"two names":   `"submission_id":"s1","agent_name":"Nova","name":"run 7","final_score":38`,
		"two ratings": `"agent_name":"Nova","rating_after":1210,"elo_after":1200,"final_score":38`,
	} {
		text := fmt.Sprintf(`[{%s,"evaluator_pubkey":"%x","evaluator_signature":"%x"}]`, members, private.Public(), ed25519.Sign(private, []byte("{"+members+"}")))
		res := explained(t, Request{Text: text, Rulebook: airena()})
		if c := res.Counts[6]; c.Checked != "1" || c.Agree != "1" {
			t.Errorf("%s: %+v, %q", name, c, places(res))
		}
	}
}
