package jcs_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// TestAppendStringEscapes holds each ASCII character to RFC 8785 section
// 3.2.2.2.
func TestAppendStringEscapes(t *testing.T) {
	named := map[byte]string{
		'\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`, '"': `\"`, '\\': `\\`,
		0: `\u0000`, 0x0b: `\u000b`, 0x0e: `\u000e`, 0x1b: `\u001b`, 0x1f: `\u001f`,
	}
	for c := range byte(utf8.RuneSelf) {
		got := string(jcs.AppendString(nil, string(rune(c))))
		want, special := named[c]
		if c >= ' ' && !special {
			want = string(rune(c))
		}
		if want != "" && got != `"`+want+`"` {
			t.Errorf("%#x: got %s, want %q", c, got, want)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != string(rune(c)) {
			t.Errorf("%#x: %s reads back as %q (%v)", c, got, back, err)
		}
	}
}

func TestAppendStringKeeps(t *testing.T) {
	for _, s := range []string{"", "<script>&", "\u007f", "\u2028\u2029", "e\u0301", "é", "\ufeff", "\uffff", "😀", "\U0010ffff"} {
		if got := string(jcs.AppendString([]byte("x"), s)); got != `x"`+s+`"` {
			t.Errorf("%q: got %q", s, got)
		}
	}
}

func TestAppendStringPanics(t *testing.T) {
	expectPanic(t, `jcs: string is not valid UTF-8: "a\xff"`, func() { jcs.AppendString(nil, "a\xff") })
	expectPanic(t, `jcs: string is not valid UTF-8: "\xed\xa0\x80"`, func() { jcs.AppendString(nil, "\xed\xa0\x80") })
}
