// Package keys holds the keys that the site vouches for: a keyring as
// core/proof reads it, published at /.well-known/arena-keys.json.
//
// An arena's key is listed once the arena has published it itself, at an address
// that the entry's source names. On 2026-11-21 none had: AiRENA's documents say
// that scores are signed but not by which keys, Clawdiators signs nothing, and
// Term Challenge's validators sign with sr25519. What is listed is the key of
// the demonstration records in site/demo.
package keys

import (
	_ "embed"
	"encoding/json"
)

// JSON is the keyring, as it is published.
//
//go:embed arena-keys.json
var JSON []byte

// Keyring is the shape of the file, from which its JSON Schema is made. The
// engine reads more: JWKs beside these, and JWKS.
type Keyring struct {
	Keys []Key `json:"keys" op:"max=10000" doc:"The keys, each once."`
}

// Key is a key and whose it is.
type Key struct {
	PublicKey string `json:"public_key" op:"maxlen=65536" doc:"Ed25519 public key in any common spelling: hexadecimal, base64, PEM, Multikey, did:key, an SSH or minisign line."`
	ID        string `json:"id,omitempty" op:"maxlen=200" doc:"A name for the key that no other has."`
	Owner     string `json:"owner,omitempty" op:"maxlen=200" doc:"Whose key it is: the evaluator, as its records name it."`
	Arena     string `json:"arena,omitempty" op:"maxlen=200" doc:"For which arena it signs, as its records name it."`
	Source    string `json:"source,omitempty" doc:"https address where the owner published it. Nothing fetches it."`
	ValidFrom string `json:"valid_from,omitempty" op:"maxlen=64" doc:"RFC 3339 time from which it is valid."`
	ValidTo   string `json:"valid_to,omitempty" op:"maxlen=64" doc:"RFC 3339 time from which it is no longer valid; after valid_from."`
	Status    string `json:"status,omitempty" op:"enum=active|revoked" doc:"active (the default) or revoked: then nothing signed with it is authentic any more."`
}

// Demo returns the key of the demonstration records.
func Demo() string {
	var ring Keyring
	if err := json.Unmarshal(JSON, &ring); err != nil || len(ring.Keys) == 0 {
		panic("keys: the keyring has no key")
	}
	return ring.Keys[0].PublicKey
}
