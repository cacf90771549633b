package translog

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"testing"
)

// TestWitnessNames: the name of a witness is printed, so all of it must be seen.
func TestWitnessNames(t *testing.T) {
	public := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	for _, row := range []struct {
		name string
		want bool
	}{
		{"witness.example", true},
		{"witness.example/é", true},
		{"witness\u009b2J.example", false},
		{"witness\u202e.example", false},
		{"witness\u00a0.example", false},
		{"", false},
	} {
		key := fmt.Sprintf("%s+%08x+%s", row.name, hashOf(row.name, public), base64.StdEncoding.EncodeToString(append([]byte{timed}, public...)))
		if _, err := NewWitness(key); (err == nil) != row.want {
			t.Errorf("%q: %v", row.name, err)
		}
	}
}
