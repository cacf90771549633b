// Package verifier lists the operations of the smaller of two programs, which is for
// pages that check proofs, keys and badges. It is a package of its own, because a program
// links all operations of the packages that it imports.
package verifier

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Catalogue lists the verifier's operations: proofs, keys and badges. Each is an operation of
// the engine, and they have the same order.
var Catalogue op.Catalogue = slices.Concat(
	proof.Ops,
	badge.Ops,
)
