package score

import (
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
		got, ok := instantOf(text)
		if !ok || got.seconds != want.Unix() || got.nanos != int64(want.Nanosecond()) {
			t.Fatalf("%s: %+v %t, want %d.%09d", text, got, ok, want.Unix(), want.Nanosecond())
		}
	}
}

func TestInstantRefuses(t *testing.T) {
	for _, text := range []string{
		"yesterday", "2026-03-01", "2026-03-01T12:00:00", "2026-03-01 12:00:00Z", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z",
		"2026-03-00T12:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z", "2026-03-01T12:00:61Z", "2026-03-01T12:00:00.Z",
		"2026-03-01T12:00:00.1234567890Z", "2026-03-01T12:00:00+1:00", "2026-03-01T12:00:00+24:00", "1969-12-31T23:59:59Z",
		"2026-03-01T12:00:00Zx", "+026-03-01T12:00:00Z", "2026-03-01T12:00:00+-1:00", "2026-+3-01T12:00:00Z",
	} {
		if at, ok := instantOf(text); ok {
			t.Errorf("%q was read as %+v", text, at)
		}
	}
	if at, ok := instantOf("2028-02-29T23:59:60z"); !ok || at.seconds != time.Date(2028, 3, 1, 0, 0, 0, 0, time.UTC).Unix() {
		t.Errorf("a leap second: %+v %t", at, ok)
	}
}
