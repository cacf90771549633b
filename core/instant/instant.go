// Package instant reads RFC 3339 times as proofs need them: strictly, with leap
// seconds, and with an order in which an unknown time is last.
package instant

import (
	"cmp"
	"strings"
	"time"
)

// Instant is a point in time. Its zero value, for something that does not say
// when, is later than any other.
type Instant struct {
	Known   bool
	Seconds int64 // since 1970, in UTC
	Nanos   int64
}

// Compare is −1, 0 or +1 as a is before, at or after b.
func (a Instant) Compare(b Instant) int {
	if a.Known != b.Known {
		if a.Known {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(a.Seconds, b.Seconds); c != 0 {
		return c
	}
	return cmp.Compare(a.Nanos, b.Nanos)
}

// Place returns the instant of the i-th of several things, for rules by which the
// order in which they are listed counts and no time does.
func Place(i int) Instant { return Instant{Known: true, Seconds: int64(i)} }

// Want describes what a time must look like, for messages.
const Want = "an RFC 3339 time such as 2026-03-01T12:00:00Z"

// last is the last second of the year 2200.
const last = 7_289_654_399

// Parse reads an RFC 3339 time with a zone, from the year 1970 on:
// 2026-03-01T12:00:00.5+01:00. A leap second counts as the second after it. An
// empty text is the zero Instant. A time after 2200, as of what never ends, is the last
// one before 2201.
func Parse(text string) (at Instant, ok bool) {
	if text == "" {
		return Instant{}, true
	}
	text, leap := withoutLeap(strings.ToUpper(text)) // package time reads no t and no z
	t, err := time.ParseInLocation(time.RFC3339, text, time.UTC)
	if err != nil || !strict(text, t) || t.Year() < 1970 {
		return Instant{}, false
	}
	if t.Year() > 2200 {
		return Instant{Known: true, Seconds: last}, true
	}
	return Instant{Known: true, Seconds: t.Unix() + leap, Nanos: int64(t.Nanosecond())}, true
}

// withoutLeap replaces a leap second, which package time does not read, with the second
// before it. leap is the number of seconds taken off.
func withoutLeap(text string) (before string, leap int64) {
	const at = len("2006-01-02T15:04:")
	if len(text) > at+2 && text[at:at+2] == "60" {
		return text[:at] + "59" + text[at+2:], 1
	}
	return text, 0
}

// strict reports whether a text that package time has read is RFC 3339: an hour has two
// digits, a fraction a point, and a zone less than 24 hours and 60 minutes.
func strict(text string, t time.Time) bool {
	_, zone := t.Zone()
	minutes := text[len(text)-2:]
	return text[len("2006-01-02T15")] == ':' && !strings.Contains(text, ",") &&
		-24*3600 < zone && zone < 24*3600 && minutes != "60"
}

// Text returns the time that many seconds after the beginning of 1970, as RFC 3339 writes
// it in UTC; the first or the last that [Parse] tells apart if it is outside of these.
func Text(seconds float64) string {
	s := int64(last)
	switch {
	case !(seconds >= 0): // or no number
		s = 0
	case seconds < last:
		s = int64(seconds)
	}
	return time.Unix(s, 0).UTC().Format(time.RFC3339)
}

// Said returns an RFC 3339 time as readers see it: "17 Nov 2026, 18:00 UTC". Another text
// stays as it is.
func Said(text string) string {
	at, ok := Parse(text)
	if !ok || !at.Known {
		return text
	}
	return time.Unix(at.Seconds, 0).UTC().Format("2 Jan 2006, 15:04 UTC")
}
