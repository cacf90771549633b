//go:build js && wasm

package main

import (
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// share is how much of an instance heavy requests get, if strangers share it. It
// works on one request at a time: whoever asks for much makes all others wait.
type share struct {
	free float64 // milliseconds since 1970 from which the next heavy request is taken
}

const (
	lightWork = 30_000 // microseconds up to which a request is light, natively
	asWasm    = 3      // times as long as natively
	partOf    = 50     // heavy requests get a fiftieth of the time
)

var heavy share

// admit takes a heavy request if the last one was long enough ago, and refuses it
// otherwise, before the work.
func (s *share) admit(now float64, c op.Cost) *op.Error {
	if c.Work <= lightWork {
		return nil
	}
	if now < s.free {
		return &op.Error{Code: engine.Busy}
	}
	s.free = now + float64(c.Work/1000*asWasm*partOf)
	return nil
}
