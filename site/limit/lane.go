package limit

import (
	"context"
	"sync/atomic"
)

// lane runs a number of requests at a time. A number of others may wait.
type lane struct {
	turns   chan struct{}
	waiting atomic.Int32
	most    int32 // that may wait
}

func newLane(turns, most int) *lane {
	return &lane{turns: make(chan struct{}, turns), most: int32(most)}
}

// enter waits for a turn. It is false if too many wait already, or if ctx ends
// before there is one.
func (l *lane) enter(ctx context.Context) bool {
	select {
	case l.turns <- struct{}{}:
		return true
	default:
	}
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.most {
		return false
	}
	select {
	case l.turns <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if ctx.Err() != nil { // both were ready
		l.leave()
		return false
	}
	return true
}

func (l *lane) leave() { <-l.turns }
