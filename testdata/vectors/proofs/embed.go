// Package proofs holds the published test vectors of Ed25519, for programs that
// show them. PROVENANCE.md says where they come from.
package proofs

import "embed"

//go:embed wycheproof/ed25519_test.json cctv/ed25519vectors.json speccheck/cases.json acceptance-matrix.json
var FS embed.FS
