package proof

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// What a proof is estimated to cost does not depend on how names are spelled.
func TestVerifyCost(t *testing.T) {
	entry := `{"public_key":"` + strings.Repeat("A", 43) + `"},`
	ring := func(entry string) op.Raw {
		return op.Raw(`{"keys":[` + strings.TrimSuffix(strings.Repeat(entry, 5_000), ",") + `]}`)
	}
	plain := verifyCost(VerifyRequest{Text: "{}", Keys: ring(entry)}).Work
	escaped := verifyCost(VerifyRequest{Text: "{}", Keys: ring(strings.Replace(entry, "public_key", `public\u005fkey`, 1))}).Work
	if plain < 5_000*signatureWork || escaped < plain {
		t.Errorf("%g µs, escaped %g: want at least %d", plain, escaped, 5_000*signatureWork)
	}
	if few := verifyCost(VerifyRequest{Text: "{}", Keys: op.Raw(`{"keys":[` + strings.TrimSuffix(entry, ",") + `]}`)}).Work; few > 1_000 {
		t.Errorf("one key: %g µs", few)
	}
	flat := `{"score": 1, "signature": "x"}`
	for _, text := range []string{flat, `{"note": "tallyproof-score/1", "signature": "x"}`, strings.Replace(flat, "signature", `\u0073ignature`, 1)} {
		if got := verifyCost(VerifyRequest{Text: text}).Work; got < layoutLimit*layoutWork {
			t.Errorf("%s: %g µs: want at least %d", text, got, layoutLimit*layoutWork)
		}
	}
	if got := verifyCost(VerifyRequest{Text: `{"version": "tallyproof-score/1", "signature": "x"}`}).Work; got > 0 {
		t.Errorf("a declared layout: %g µs, want none to try", got)
	}
}
