package instant

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// Every time that time.Parse reads between 1970 and 2200 is the same instant.
func TestInstantEqualsTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	layouts := []string{time.RFC3339, time.RFC3339Nano, "2006-01-02T15:04:05.000Z07:00"}
	for range 20_000 {
		zone := time.FixedZone("", (rng.IntN(2*14*60)-14*60)*60)
		want := time.Unix(rng.Int64N(7_200_000_000)+86_400, rng.Int64N(1e9)).In(zone)
		text := want.Format(layouts[rng.IntN(len(layouts))])
		want, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := Parse(text)
		if !ok || got.Seconds != want.Unix() || got.Nanos != int64(want.Nanosecond()) {
			t.Fatalf("%s: %+v %t, want %d.%09d", text, got, ok, want.Unix(), want.Nanosecond())
		}
	}
}

// Seconds are written as package time writes them, for every day that can be read.
func TestTextEqualsTime(t *testing.T) {
	for seconds := int64(0); seconds < 7_289_654_400; seconds += 86_399 {
		if got, want := Text(float64(seconds)+0.75), time.Unix(seconds, 0).UTC().Format(time.RFC3339); got != want {
			t.Fatalf("%d: %s, want %s", seconds, got, want)
		}
	}
	for seconds, want := range map[float64]string{-5: "1970-01-01T00:00:00Z", 1e300: "2200-12-31T23:59:59Z", math.Inf(-1): "1970-01-01T00:00:00Z", 7_289_654_399: "2200-12-31T23:59:59Z"} {
		if got := Text(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
}

func TestInstantRefuses(t *testing.T) {
	for _, text := range []string{
		"yesterday", "2026-03-01", "2026-03-01T12:00:00", "2026-03-01 12:00:00Z", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z",
		"2026-03-00T12:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z", "2026-03-01T12:00:61Z", "2026-03-01T12:00:00.Z",
		"2026-03-01T12:00:00,5Z", "2026-03-01T1:00:00Z", "2026-03-01T12:00:00+12:60", "2026-03-01T12:00:00+1:00", "2026-03-01T12:00:00+24:00", "1969-12-31T23:59:59Z",
		"2026-03-01T12:00:00Zx", "+026-03-01T12:00:00Z", "2026-03-01T12:00:00+-1:00", "2026-+3-01T12:00:00Z",
	} {
		if at, ok := Parse(text); ok {
			t.Errorf("%q was read as %+v", text, at)
		}
	}
	for _, never := range []string{"9999-12-31T23:59:59Z", "2201-01-01T00:00:00.5+14:00"} {
		if at, ok := Parse(never); !ok || at != (Instant{true, time.Date(2200, 12, 31, 23, 59, 59, 0, time.UTC).Unix(), 0}) {
			t.Errorf("%s: %+v %t", never, at, ok)
		}
	}
	if at, ok := Parse("2026-03-01T12:00:00.1234567899Z"); !ok || at.Nanos != 123456789 {
		t.Errorf("ten digits: %+v %t", at, ok)
	}
	if at, ok := Parse("2028-02-29T23:59:60z"); !ok || at.Seconds != time.Date(2028, 3, 1, 0, 0, 0, 0, time.UTC).Unix() {
		t.Errorf("a leap second: %+v %t", at, ok)
	}
}

func TestCompare(t *testing.T) {
	early, _ := Parse("2026-03-01T12:00:00+01:00")
	late, _ := Parse("2026-03-01T11:00:00.000000001Z")
	if early.Compare(late) != -1 || late.Compare(early) != 1 || early.Compare(early) != 0 {
		t.Error("an hour's zone and a nanosecond are not told apart")
	}
	if late.Compare(Instant{}) != -1 || (Instant{}).Compare(late) != 1 || (Instant{}).Compare(Instant{}) != 0 {
		t.Error("an unknown time is not last")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2026-03-01T12:00:00.5+01:00")
	f.Add("2028-02-29T23:59:60Z")
	f.Fuzz(func(t *testing.T, text string) {
		at, ok := Parse(text)
		want, err := time.Parse(time.RFC3339Nano, text)
		if ok && err == nil && want.Year() <= 2200 && (at.Seconds != want.Unix() || at.Nanos != int64(want.Nanosecond())) && at.Known {
			t.Errorf("%q: %+v, time.Parse says %d.%09d", text, at, want.Unix(), want.Nanosecond())
		}
	})
}
