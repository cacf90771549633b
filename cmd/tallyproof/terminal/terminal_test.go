package terminal

import (
	"os"
	"strings"
	"testing"
	"time"
)

// Colours are for terminals that allow them.
func TestColours(t *testing.T) {
	if got := Painted(true, good, "Authentic"); got != "\x1b[32mAuthentic\x1b[0m" {
		t.Errorf("got %q", got)
	}
	if got := Painted(false, good, "Authentic"); got != "Authentic" {
		t.Errorf("got %q", got)
	}
	if Paints(os.Stdout) && os.Getenv("NO_COLOR") != "" {
		t.Error("NO_COLOR is set, and colours are written")
	}
	if Paints(&strings.Builder{}) {
		t.Error("colours are written into what is no terminal")
	}
}

// Columns are below each other, whatever the width of letters.
func TestTableOfWideLetters(t *testing.T) {
	var b strings.Builder
	if err := Table(&b, []string{"Name", "Score "}, [][]string{{"가나다", "7"}, {"Cafe\u0301", "10"}, {"ｱA", "1"}}); err != nil {
		t.Fatal(err)
	}
	want := "Name    Score\n가나다      7\nCafe\u0301       10\nｱA          1\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// A line takes the place of the one before, not too often, and nothing is left of the
// last one.
func TestProgress(t *testing.T) {
	var b strings.Builder
	p := &Progress{to: &b, on: true}
	p.Show("10 of 20")
	p.last = time.Now().Add(time.Hour) // no machine is that slow
	p.Show("too soon")
	p.last = time.Time{}
	p.Show("done")
	p.Clear()
	p.Clear()
	if want := "\r10 of 20\rdone    \r    \r"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	b.Reset()
	p = NewProgress(&b)
	p.Show("10 of 20")
	p.Clear()
	if b.Len() > 0 {
		t.Errorf("got %q where nobody reads along", b.String())
	}
}
