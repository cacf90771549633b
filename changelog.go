// Package tallyproof holds what the whole module has one of: its changelog.
package tallyproof

import _ "embed"

// Changelog is CHANGELOG.md.
//
//go:embed CHANGELOG.md
var Changelog string
