package ed25519

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"testing"
)

// A search answers as ZIP 215 does, for all vectors and for messages it finds
// among others.
func TestSearch(t *testing.T) {
	found := 0
	for i, c := range edgeVectors(t) {
		key, ok := Parse(c.key)
		if !ok {
			continue
		}
		want := key.Verify(c.message, c.signature).ZIP215
		search, ok := key.Search(c.signature, 1)
		if got := ok && search.Holds(c.message); got != want {
			t.Errorf("vector %d: %t, want %t", i, got, want)
		}
		if want {
			found++
		}
	}
	if found == 0 {
		t.Error("no vector holds")
	}
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	key, _ := Parse(private.Public().(ed25519.PublicKey))
	search, ok := key.Search(ed25519.Sign(private, []byte("message 123")), 1000)
	if !ok {
		t.Fatal("the signature holds for no message")
	}
	for i := range 200 {
		if got := search.Holds(fmt.Appendf(nil, "message %d", i)); got != (i == 123) {
			t.Errorf("message %d: %t", i, got)
		}
	}
}
