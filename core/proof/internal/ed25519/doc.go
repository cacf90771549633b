// Package ed25519 verifies Ed25519 signatures (RFC 8032) fast if 64-bit
// products are the widest there are, as in wasm.
//
// One signature gets two answers, see [Verdict]. With key A, signature R ‖ S,
// base point B, group order L and k = SHA-512(R ‖ A ‖ M) mod L:
//
// Strict, the rule of WebCrypto's specification and of libsodium:
//   - the key has 32 bytes, the signature 64, and S < L
//   - A is the canonical encoding of a point whose order does not divide 8
//   - R is no encoding, canonical or not, of a point whose order divides 8
//   - the canonical encoding of [S]B − [k]A is R, byte by byte
//
// ZIP 215 (https://zips.z.cash/zip-0215), which accepts all of these and more:
//   - the key has 32 bytes, the signature 64, and S < L
//   - A and R encode points, canonically or not
//   - [8][S]B = [8]R + [8][k]A
//
// Only public data is handled: times and branches depend on the input. Nothing
// here may sign.
package ed25519
