// Package examples holds the programs that the documentation shows, for the
// pages that show them and the tests that run them.
package examples

import "embed"

// Issue are the programs that issue score proofs, and the record they sign.
//
//go:embed issue/issue.go issue/issue.py issue/issue.mjs issue/issue.sh issue/record.json
var Issue embed.FS
