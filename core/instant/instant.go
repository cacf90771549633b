// Package instant reads RFC 3339 times. time.Parse does the same and more for
// 25 KB of the engine (docs/decisions/0006).
package instant

import (
	"cmp"
	"strconv"
	"strings"
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

// Place is the instant of the i-th of several things, for rules by which the
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
	if len(text) < len("2006-01-02T15:04:05Z") || text[10] != 'T' && text[10] != 't' {
		return Instant{}, false
	}
	year, month, day, ok1 := fields(text[:10], '-')
	hour, minute, second, ok2 := fields("00"+text[11:19], ':')
	if !ok1 || !ok2 || year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) ||
		hour > 23 || minute > 59 || second > 60 {
		return Instant{}, false
	}
	nanos, zone, ok := fraction(text[19:])
	if !ok {
		return Instant{}, false
	}
	offset, ok := offsetOf(zone)
	if !ok {
		return Instant{}, false
	}
	if year > 2200 {
		return Instant{true, last, 0}, true
	}
	seconds := ((daysSince1970(year, month, day)*24+hour)*60+minute)*60 + second - offset
	return Instant{true, seconds, nanos}, true
}

// Text is the time that many seconds after the beginning of 1970, as RFC 3339 writes
// it in UTC; the first or the last that [Parse] tells apart if it is outside of these.
func Text(seconds float64) string {
	s := int64(last)
	switch {
	case !(seconds >= 0): // or no number
		s = 0
	case seconds < last:
		s = int64(seconds)
	}
	year, month, day := int64(1970), int64(1), s/86_400
	for ; day >= 365 && (day > 365 || !leap(year)); year++ {
		day -= 365
		if leap(year) {
			day--
		}
	}
	for ; day >= daysIn(year, month); month++ {
		day -= daysIn(year, month)
	}
	text := strconv.FormatInt(year, 10)
	for i, part := range []int64{month, day + 1, s / 3600 % 24, s / 60 % 60, s % 60} {
		text += "--T::"[i:i+1] + strconv.FormatInt(100+part, 10)[1:]
	}
	return text + "Z"
}

// fields reads dddd?dd?dd.
func fields(text string, mark byte) (a, b, c int64, ok bool) {
	if len(text) != 10 || text[4] != mark || text[7] != mark {
		return 0, 0, 0, false
	}
	a, ok1 := digits(text[:4])
	b, ok2 := digits(text[5:7])
	c, ok3 := digits(text[8:])
	return a, b, c, ok1 && ok2 && ok3
}

func digits(text string) (int64, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	return int64(n), err == nil && text[0] != '+'
}

// fraction reads .d to .ddddddddd, if there is one, and what follows.
func fraction(text string) (nanos int64, rest string, ok bool) {
	after, found := strings.CutPrefix(text, ".")
	if !found {
		return 0, text, true
	}
	n := 0
	for n < len(after) && after[n] >= '0' && after[n] <= '9' {
		n++
	}
	if n == 0 || n > 9 {
		return 0, "", false
	}
	nanos, ok = digits((after[:n] + "00000000")[:9])
	return nanos, after[n:], ok
}

// offsetOf reads Z or ±hh:mm, in seconds.
func offsetOf(zone string) (int64, bool) {
	if zone == "Z" || zone == "z" {
		return 0, true
	}
	if len(zone) != 6 || zone[3] != ':' || zone[0] != '+' && zone[0] != '-' {
		return 0, false
	}
	hour, ok1 := digits(zone[1:3])
	minute, ok2 := digits(zone[4:])
	if !ok1 || !ok2 || hour > 23 || minute > 59 {
		return 0, false
	}
	offset := (hour*60 + minute) * 60
	if zone[0] == '-' {
		return -offset, true
	}
	return offset, true
}

func leap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysIn(year, month int64) int64 {
	switch month {
	case 2:
		if leap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func daysSince1970(year, month, day int64) int64 {
	days := day - 1
	for y := int64(1970); y < year; y++ {
		days += 365
		if leap(y) {
			days++
		}
	}
	for m := int64(1); m < month; m++ {
		days += daysIn(year, m)
	}
	return days
}
