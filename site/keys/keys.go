// Package keys holds the keys that the site vouches for: a keyring as
// core/proof reads it, published at /.well-known/arena-keys.json.
//
// An arena's key is listed once the arena has published it itself, at an address
// that the entry's source names. On 2026-11-21 none had: AiRENA's documents say
// that scores are signed but not by which keys, Clawdiators signs nothing, and
// Term Challenge's validators sign with sr25519. What is listed is the key of
// the demonstration records in site/demo.
package keys

import _ "embed"

// Ring is the keyring.
//
//go:embed arena-keys.json
var Ring []byte
