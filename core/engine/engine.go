// Package engine is the catalogue: every operation of every package, callable
// by name with JSON in and JSON out, and the HTTP semantics of doing so.
//
// The same request gives the same response bytes natively, in a browser and in
// a Cloudflare Worker.
package engine

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// Version of the contract: the operations' names, shapes and meanings.
const Version = op.Version

// Call runs the named operation on a JSON request and answers the envelope
// {"ok": …} or {"error": {"code", "field", "message"}}. It never panics.
func Call(name string, request []byte) []byte { return Catalogue.Call(name, request) }

// Find returns the operation of that name.
func Find(name string) (op.Op, bool) { return Catalogue.Find(name) }
