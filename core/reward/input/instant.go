package input

import (
	"cmp"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
)

// Instant is when a submission came in: an RFC 3339 time with a zone, or any
// counter that grows, such as a block number or seconds since 1970.
type Instant struct {
	time    string
	counter int64
	text    bool // whether the time counts, not the counter
}

// InstantText returns an RFC 3339 time.
func InstantText(s string) *Instant { return &Instant{time: s, text: true} }

// InstantCounter returns a counter.
func InstantCounter(n int64) *Instant { return &Instant{counter: n} }

// OpShapes lists the JSON shapes of an instant.
func (*Instant) OpShapes() []any { return []any{new(string), new(int64)} }

// OpTake receives the decoded shape.
func (i *Instant) OpTake(shape any) {
	switch v := shape.(type) {
	case *string:
		*i = *InstantText(*v)
	case *int64:
		*i = *InstantCounter(*v)
	}
}

// OpShape returns the shape the instant holds.
func (i Instant) OpShape() any {
	if i.text {
		return i.time
	}
	return i.counter
}

// Moment is an [Instant] that was read. The zero value, for a submission that
// does not say, is later than any other.
type Moment struct {
	Known   bool
	Timed   bool // whether it is a time, not a counter
	time    instant.Instant
	Counter int64
}

// Read returns the moment that a member of a request names, or refuses it. A
// member that is absent is not known.
func (i *Instant) Read(field string) (Moment, *op.Error) {
	if i == nil {
		return Moment{}, nil
	}
	if !i.text {
		return Moment{Known: true, Counter: i.counter}, nil
	}
	at, ok := instant.Parse(i.time)
	if !ok || !at.Known {
		return Moment{}, Refuse(field, op.Quote(i.time)+": want "+instant.Want+", or a whole number")
	}
	return Moment{Known: true, Timed: true, time: at}, nil
}

// Compare orders moments: known ones first, then the earlier first.
func (m Moment) Compare(n Moment) int {
	if m.Known != n.Known {
		if m.Known {
			return -1
		}
		return 1
	}
	if m.Timed {
		return m.time.Compare(n.time)
	}
	return cmp.Compare(m.Counter, n.Counter)
}
