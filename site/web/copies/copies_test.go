package copies

import (
	"strings"
	"testing"
	"time"
)

func TestMemory(t *testing.T) {
	m := NewMemory(30)
	put := func(key, text string) { m.Put(t.Context(), key, Copy{time.Unix(1, 0), []byte(text)}) }
	want := func(when string, keys ...string) {
		t.Helper()
		var found []string
		for _, key := range []string{"a", "b", "c", "d"} {
			if c, is := m.Get(t.Context(), key); is {
				found = append(found, key+"="+string(c.Text))
			}
		}
		if got := strings.Join(found, " "); got != strings.Join(keys, " ") {
			t.Errorf("%s it has %q, want %q", when, got, keys)
		}
	}
	put("a", "123456789")
	put("b", "123456789")
	want("with room", "a=123456789", "b=123456789")
	put("a", "1")
	want("one that is put again has one place", "a=1", "b=123456789")
	put("c", "12345678901234567")
	want("with just enough room", "a=1", "b=123456789", "c=12345678901234567")
	put("c", "123456789012345678")
	want("without room the one that was put first is dropped", "a=1", "c=123456789012345678")
	put("d", strings.Repeat("x", 31))
	want("one that is too long leaves nothing")
	if m.bytes != 0 || len(m.at) != 0 || m.order.Len() != 0 {
		t.Errorf("it counts %d bytes, %d keys and %d copies", m.bytes, len(m.at), m.order.Len())
	}
}

func TestAgo(t *testing.T) {
	for _, row := range []struct {
		since time.Duration
		want  string
	}{
		{-time.Second, "less than a minute ago"},
		{59 * time.Second, "less than a minute ago"},
		{time.Minute, "1 minute ago"},
		{59 * time.Minute, "59 minutes ago"},
		{time.Hour, "1 hour ago"},
		{24*time.Hour - 1, "23 hours ago"},
		{24 * time.Hour, "1 day ago"},
		{8 * 24 * time.Hour, "8 days ago"},
	} {
		if got := Ago(row.since); got != row.want {
			t.Errorf("%v: %q, want %q", row.since, got, row.want)
		}
	}
}
