//go:build js && wasm

package main

import (
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// share limits the part of an instance that requests get which take longer than others, if
// strangers share it. An instance runs one request at a time: each makes all others wait,
// and 200 light ones make the next wait for 3 s.
type share struct {
	free  float64 // milliseconds since 1970 from which the next heavy request is taken
	owed  float64 // milliseconds of longer requests, at the time since
	since float64 // of the last
	again float64 // from when the last request that was refused would be taken
}

const (
	lightWork   = 5_000    // microseconds up to which a request is light, natively
	heavyWork   = 30_000   // above which it is heavy
	lightMemory = 16 << 20 // bytes
	asWasm      = 3        // times as long as natively
	partOf      = 50       // heavy requests get a fiftieth of the time
	longPart    = 3        // those that are neither light nor heavy a third,
	mostOwed    = 300      // or so many milliseconds of it at once
)

var shared share

// admit accepts a request that is not light if those before it were long enough ago;
// otherwise it refuses the request before the work.
func (s *share) admit(now float64, c op.Cost) *op.Error {
	switch {
	case c.Work <= lightWork && c.Memory <= lightMemory:
		return nil
	case c.Work <= heavyWork && c.Memory <= lightMemory:
		owed := max(0, s.owed-max(0, now-s.since)/longPart)
		if owed > mostOwed {
			s.again = now + float64((owed-mostOwed)*longPart)
			return &op.Error{Code: engine.Busy}
		}
		s.owed, s.since = owed+float64(c.Work/1000*asWasm), now
		return nil
	}
	if now < s.free {
		s.again = s.free
		return &op.Error{Code: engine.Busy}
	}
	s.free = now + float64(max(c.Work, heavyWork)/1000*asWasm*partOf)
	return nil
}
