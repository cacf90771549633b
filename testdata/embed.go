// Package testdata holds what tests compare with, as a part of their programs: Go then
// knows when a test must run again, and its cache of results serves every checkout of
// this machine.
package testdata

import "embed"

//go:embed decimals.json markdown.json scripts.json ops tables vectors
var FS embed.FS
