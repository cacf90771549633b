package jcs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	oracle "github.com/gowebpki/jcs"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// seed adds all the data we have, and texts near the rules.
func seed(f *testing.F) {
	for _, p := range pairs(f) {
		f.Add(p.input)
		f.Add(p.output)
	}
	for _, e := range edges(f) {
		f.Add(e.InputBase64)
	}
	for _, text := range []string{
		`{"a":[1,{"b":null,"a":true}],"\ud83d\ude00":"\u0000\"\\\/\b\f\n\r\t"}`,
		`[1.7976931348623157e308,5e-324,-0,1e21,1e-7,123456789012345678,0.1,1E+2]`,
		`"\ud83d\ud83d\ude00"`, `{"a":1,"b":2,"\u0061":3}`, "\ufeff1", "[1e309]", "\"\xed\xa0\x80\"", " \t\r\n0 ",
		strings.Repeat(`{"a":[`, 32) + "1" + strings.Repeat("]}", 32),
		strings.Repeat("[", 65) + strings.Repeat("]", 65),
	} {
		f.Add([]byte(text))
	}
}

// FuzzCanonicalize compares with an independent implementation. What we accept
// it must accept, with the same bytes; what we refuse must not be JSON, or
// break one of the rules of the package comment, found here by other means.
func FuzzCanonicalize(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := jcs.Canonicalize(text)
		if err != nil {
			if json.Valid(text) && !excused(t, text, err) {
				t.Fatalf("refused %q: %v", text, err)
			}
			return
		}
		if !json.Valid(text) || !utf8.Valid(text) {
			t.Fatalf("accepted %q", text)
		}
		want, err := oracle.Transform(text)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("text %q\ngot    %s\noracle %s (%v)", text, got, want, err)
		}
		if again, err := jcs.Canonicalize(got); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("not a fixed point: %q, then %q (%v)", got, again, err)
		}
	})
}

// excused reports whether a text that encoding/json calls valid breaks the
// rule that the error names.
func excused(t *testing.T, text []byte, err error) bool {
	e, ok := errors.AsType[*jcs.Error](err)
	if !ok {
		t.Fatalf("got %T, want *jcs.Error", err)
	}
	switch msg := e.Msg; {
	case strings.HasPrefix(msg, "expected UTF-8 text, found"):
		return !utf8.Valid(text) && utf8.Valid(text[:e.Offset])
	case strings.HasPrefix(msg, "expected a surrogate pair"):
		return bytes.HasPrefix(bytes.ToLower(text[e.Offset:]), []byte(`\ud`)) && replaced(text)
	case strings.HasPrefix(msg, "expected each member name once"):
		return text[e.Offset] == '"' && repeats(text)
	case strings.HasPrefix(msg, "expected at most 64 levels"):
		return depth(text[:e.Offset+1]) == jcs.MaxDepth+1
	case strings.HasPrefix(msg, "expected a number within"):
		var v any
		_, overflow := errors.AsType[*json.UnmarshalTypeError](json.Unmarshal(text, &v))
		return overflow
	}
	return false
}

// escaped matches escapes, so that what follows a backslash is not misread.
var escaped = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\.`)

// replaced reports whether a valid JSON text holds half a surrogate pair.
func replaced(text []byte) bool {
	for _, m := range escaped.FindAll(text, -1) {
		if len(m) == 6 {
			return true
		}
	}
	return false
}

// repeats reports whether an object of a valid JSON text repeats a name.
func repeats(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	type level struct {
		names map[string]bool // nil for an array
		value bool            // a name has been read, its value is next
	}
	var open []level
	for {
		token, err := d.Token()
		if err != nil {
			return false
		}
		if s, ok := token.(string); ok && len(open) > 0 {
			if top := &open[len(open)-1]; top.names != nil && !top.value {
				if top.names[s] {
					return true
				}
				top.names[s], top.value = true, true
				continue
			}
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{names: map[string]bool{}})
			continue
		case json.Delim('['):
			open = append(open, level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			open[len(open)-1].value = false
		}
	}
}

// depth is how many brackets are open at the end of the start of a JSON text.
func depth(text []byte) int {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	n := 0
	for {
		switch token, err := d.Token(); {
		case err != nil:
			return n
		case token == json.Delim('{') || token == json.Delim('['):
			n++
		case token == json.Delim('}') || token == json.Delim(']'):
			n--
		}
	}
}

// FuzzParse holds that errors point into the text, that values say what
// encoding/json says, and that each value's own text means that value.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := jcs.Parse(text)
		if err != nil {
			checkPlace(t, text, err)
			return
		}
		var want any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if got := toAny(&v); !reflect.DeepEqual(got, want) {
			t.Fatalf("text %q\ngot  %#v\nwant %#v", text, got, want)
		}
		checkOffsets(t, text, &v)
	})
}

func checkPlace(t *testing.T, text []byte, err error) {
	e, ok := errors.AsType[*jcs.Error](err)
	if !ok || e.Offset < 0 || e.Offset > len(text) || len(e.Msg) > 200 {
		t.Fatalf("text %q: %#v", text, err)
	}
	lines := bytes.SplitAfter(text[:e.Offset], []byte("\n"))
	if e.Line != len(lines) || e.Column != 1+utf8.RuneCount(lines[len(lines)-1]) {
		t.Fatalf("text %q: %#v", text, e)
	}
	if ended := strings.Contains(e.Msg, "unexpected end of text"); ended && e.Offset != len(text) {
		t.Fatalf("text %q: %#v", text, e)
	}
	if !utf8.ValidString(e.Msg) || strings.ContainsAny(e.Msg, "\n\r\t\x1b") {
		t.Fatalf("text %q: message %q", text, e.Msg)
	}
}

func checkOffsets(t *testing.T, text []byte, v *jcs.Value) {
	own := text[v.Start:v.End]
	if len(own) == 0 || len(bytes.TrimSpace(own)) != len(own) {
		t.Fatalf("own text %q of %q", own, text)
	}
	again, err := jcs.Parse(own)
	if err != nil {
		t.Fatalf("own text %q of %q: %v", own, text, err)
	}
	if a, b := again.AppendCanonical(nil), v.AppendCanonical(nil); !bytes.Equal(a, b) {
		t.Fatalf("own text %q of %q: %s, not %s", own, text, a, b)
	}
	for i := range v.Items {
		item := &v.Items[i]
		if item.Start <= v.Start || item.End >= v.End || i > 0 && item.Start <= v.Items[i-1].End {
			t.Fatalf("item %d of %q at %d to %d", i, own, item.Start, item.End)
		}
		if v.Kind == jcs.Object {
			checkName(t, text, item)
		}
		checkOffsets(t, text, item)
	}
}

func checkName(t *testing.T, text []byte, member *jcs.Value) {
	token, err := json.NewDecoder(bytes.NewReader(text[member.KeyStart:member.Start])).Token()
	if err != nil && err != io.EOF || token != member.Key {
		t.Fatalf("name %q of %q: %q (%v)", member.Key, text, token, err)
	}
}

// toAny is what json.Unmarshal makes of the same value.
func toAny(v *jcs.Value) any {
	switch v.Kind {
	case jcs.Bool:
		return v.Bool
	case jcs.Number:
		return v.Num
	case jcs.String:
		return v.Str
	case jcs.Array:
		list := []any{}
		for i := range v.Items {
			list = append(list, toAny(&v.Items[i]))
		}
		return list
	case jcs.Object:
		members := map[string]any{}
		for i := range v.Items {
			members[v.Items[i].Key] = toAny(&v.Items[i])
		}
		return members
	}
	return nil
}
