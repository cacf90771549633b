//go:build js && wasm

package main

import (
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// share limits the part of an instance that requests get which take longer than most, if
// strangers share it. An instance runs one request at a time: each makes all others wait,
// and 200 that take 5 ms natively would make the next one wait for 3 s.
type share struct {
	free  float64 // milliseconds since 1970 from which the next heavy request is taken
	owed  [len(parts)]debt
	again float64 // from when the last request that was refused would be taken
}

// debt is milliseconds of requests, at a time.
type debt struct{ owed, since float64 }

const (
	heavyWork   = 30_000   // microseconds from which a request is heavy, natively
	lightMemory = 16 << 20 // bytes
	asWasm      = 3        // times as long as natively
	partOf      = 50       // heavy requests get a fiftieth of the time
)

// parts are what requests get that are not heavy: over so many microseconds, one part of so
// many of the time, or so many milliseconds at once. What comes at once is what others wait
// for at each step of an answer that has several, as one from a database has.
var parts = [...]struct{ over, of, most float64 }{
	{over: 5_000, of: 3, most: 150},
	{over: 500, of: 2, most: 200},
}

var shared share

// admit accepts a request that takes longer than most if those before it were long enough
// ago; otherwise it refuses the request before the work.
func (s *share) admit(now float64, c op.Cost) *op.Error {
	if c.Work > heavyWork || c.Memory > lightMemory {
		if now < s.free {
			s.again = s.free
			return &op.Error{Code: engine.Busy}
		}
		s.free = now + float64(max(c.Work, heavyWork)/1000*asWasm*partOf)
		return nil
	}
	for i, part := range parts {
		if c.Work <= part.over {
			continue
		}
		d := &s.owed[i]
		owed := max(0, d.owed-max(0, now-d.since)/part.of)
		if owed > part.most {
			s.again = now + float64((owed-part.most)*part.of)
			return &op.Error{Code: engine.Busy}
		}
		d.owed, d.since = owed+float64(c.Work/1000*asWasm), now
		break
	}
	return nil
}
