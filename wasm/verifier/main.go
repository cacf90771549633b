//go:build js && wasm

// Command verifier is the smaller program: proofs, keys and badges.
package main

import (
	"github.com/tallyproof/tallyproof/core/engine/verifier"
	"github.com/tallyproof/tallyproof/wasm/boundary"
)

func main() { boundary.Serve(verifier.Catalogue) }
