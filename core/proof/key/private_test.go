package key

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// A public JWK may be called d or k.
func TestPublicKeysThatLookPrivate(t *testing.T) {
	public, _ := prooftest.TestKey('v')
	x := base64.RawURLEncoding.EncodeToString(public)
	for _, kid := range []string{"d", "k"} {
		text := fmt.Sprintf(`{"kty": "OKP", "crv": "Ed25519", "kid": %q, "x": %q}`, kid, x)
		if key, p := Parse(text); p != nil || key.ID != kid {
			t.Errorf("%s: %+v", kid, p)
		}
		if _, p := ParseKeyring([]byte(`{"keys": [` + text + `]}`)); p != nil {
			t.Errorf("%s in a JWKS: %+v", kid, p)
		}
	}
	for _, text := range []string{`{"kty": "OKP", "crv": "Ed25519", "d" : "x", "x": "` + x + `"`, `{"kty":"oct","k":"x"`} {
		if _, p := Parse(text); p == nil || !strings.Contains(p.Message, "private key") {
			t.Errorf("%s: %+v: want a private key to be refused", text, p)
		}
	}
}
