//go:build js && wasm

package main

import (
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// share limits the part of an instance that heavy requests get, if strangers
// share it. An instance runs one request at a time: a heavy request makes all
// others wait.
type share struct {
	free float64 // milliseconds since 1970 from which the next heavy request is taken
}

const (
	lightWork   = 30_000   // microseconds up to which a request is light, natively
	lightMemory = 16 << 20 // bytes
	asWasm      = 3        // times as long as natively
	partOf      = 50       // heavy requests get a fiftieth of the time
)

var heavy share

// admit accepts a heavy request if the last one was long enough ago; otherwise it
// refuses the request before the work.
func (s *share) admit(now float64, c op.Cost) *op.Error {
	if c.Work <= lightWork && c.Memory <= lightMemory {
		return nil
	}
	if now < s.free {
		return &op.Error{Code: engine.Busy}
	}
	s.free = now + float64(max(c.Work, lightWork)/1000*asWasm*partOf)
	return nil
}
