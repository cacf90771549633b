package score

import (
	"cmp"
	"time"
)

// instant is when a submission came in. Its zero value, for a submission that
// does not say, is later than any other.
type instant struct {
	known bool
	nanos int64 // since 1970, in UTC
}

// instantOf reads an RFC 3339 time with a zone, between 1970 and 2200.
func instantOf(text string) (at instant, ok bool) {
	if text == "" {
		return instant{}, true
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		return instant{}, false
	}
	return instant{true, t.UnixNano()}, true
}

func (a instant) compare(b instant) int {
	if a.known != b.known {
		if a.known {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.nanos, b.nanos)
}
