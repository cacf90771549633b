package jcs_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
)

func TestParse(t *testing.T) {
	text := ` {"a": [1, -2.5e1, "x\n\u00e9"],
 "\u0062" : {"c": null}, "d": true, "e": false, "f": [], "g": {}} `
	v := parse(t, text)
	for _, c := range []struct {
		got  *jcs.Value
		kind jcs.Kind
		key  string
		own  string // its own text
	}{
		{&v, jcs.Object, "", strings.TrimSpace(text)},
		{v.Get("a"), jcs.Array, "a", `[1, -2.5e1, "x\n\u00e9"]`},
		{&v.Get("a").Items[0], jcs.Number, "", `1`},
		{&v.Get("a").Items[1], jcs.Number, "", `-2.5e1`},
		{&v.Get("a").Items[2], jcs.String, "", `"x\n\u00e9"`},
		{v.Get("b"), jcs.Object, "b", `{"c": null}`},
		{v.Get("b").Get("c"), jcs.Null, "c", `null`},
		{v.Get("d"), jcs.Bool, "d", `true`},
		{v.Get("e"), jcs.Bool, "e", `false`},
		{v.Get("f"), jcs.Array, "f", `[]`},
		{v.Get("g"), jcs.Object, "g", `{}`},
	} {
		if c.got.Kind != c.kind || c.got.Key != c.key || text[c.got.Start:c.got.End] != c.own {
			t.Errorf("got %v %q %s, want %v %q %s", c.got.Kind, c.got.Key, text[c.got.Start:c.got.End], c.kind, c.key, c.own)
		}
	}
	a := v.Get("a").Items
	if a[0].Num != 1 || a[1].Num != -25 || a[2].Str != "x\né" {
		t.Errorf("array: got %v %v %q", a[0].Num, a[1].Num, a[2].Str)
	}
	if !v.Get("d").Bool || v.Get("e").Bool || v.Get("f").Items != nil || v.Get("g").Items != nil {
		t.Error("d, e, f, g: want true, false, nil, nil")
	}
	if got := text[v.Get("b").KeyStart:][:8]; got != `"\u0062"` {
		t.Errorf("KeyStart of b: %s", got)
	}
}

func TestGetMisses(t *testing.T) {
	v := parse(t, `{"a": ["", ""], "n": 1}`)
	for name, got := range map[string]*jcs.Value{
		"absent":      v.Get("A"),
		"of nil":      v.Get("x").Get("y"),
		"of a number": v.Get("n").Get("n"),
		"of an array": v.Get("a").Get(""),
	} {
		if got != nil {
			t.Errorf("%s: got %v, want nil", name, got.Kind)
		}
	}
}

func TestKindString(t *testing.T) {
	for text, want := range map[string]string{"null": "null", "true": "bool", "1": "number", `""`: "string", "[]": "array", "{}": "object"} {
		if got := parse(t, text).Kind.String(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestParseKeepsNothing holds that a Value survives its text, and that Items
// of one value can grow without touching another's.
func TestParseKeepsNothing(t *testing.T) {
	text := []byte(`[["abc"],["def"]]`)
	v, err := jcs.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	clear(text)
	for i := range v.Items {
		v.Items[i].Items = append(v.Items[i].Items, jcs.Value{})
	}
	if got := string(v.AppendCanonical(nil)); got != `[["abc",null],["def",null]]` {
		t.Errorf("got %s", got)
	}
}

// TestListsDoNotOverlap holds that long and short lists do not run into each other,
// wherever they stand.
func TestListsDoNotOverlap(t *testing.T) {
	for _, n := range []int{1, 7, 255, 256, 257, 1000, 5000} {
		a, b := list(n, 1), list(n, 2)
		for _, text := range []string{
			"[" + a + "," + b + "]",
			"[0," + a + "," + b + ",[3]]",
			`{"a":` + a + `,"b":` + b + `,"c":[3]}`,
			`[{"a":` + a + `,"b":{"a":` + b + `}},` + a + `]`,
			"[[[" + a + "]],[" + b + "]]",
		} {
			v := parse(t, text)
			if got := string(v.AppendCanonical(nil)); got != text {
				t.Errorf("%d items: got %.60s…, want %.60s…", n, got, text)
			}
		}
	}
}

func list(n, from int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strconv.Itoa(from + i)
	}
	return "[" + strings.Join(items, ",") + "]"
}

// TestHostile feeds large texts of the worst shapes. What they must do is
// finish: anything quadratic here takes minutes.
func TestHostile(t *testing.T) {
	const mega = 1 << 20
	const many = 200_000
	object := func(names int, last string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := range names {
			b.WriteString(`"k` + strconv.Itoa((i*7919)%names) + `":0,`)
		}
		return b.String() + `"` + last + `":0}`
	}
	for _, c := range []struct {
		name, text string
		refused    string // "" if accepted
	}{
		{"brackets", strings.Repeat("[", mega), "line 1, column 65: expected at most 64 levels of nesting, found another \"[\""},
		{"braces", strings.Repeat(`{"a":`, mega/5), "line 1, column 321: expected at most 64 levels of nesting, found another \"{\""},
		{"64 levels", strings.Repeat("[", 64) + strings.Repeat("]", 64), ""},
		{"64 levels, many times", "[" + strings.Repeat(strings.Repeat("[", 63)+strings.Repeat("]", 63)+",", mega/128) + "0]", ""},
		{"names", object(many, "last"), ""},
		{"names, the last repeated", object(many, "k0"), `expected each member name once, found "k0" again`},
		{"many objects of many names", "[" + strings.Repeat(object(30, "last")+",", many/100) + "0]", ""},
		{"long names alike", longNames(64, mega/64), ""},
		{"elements", "[" + strings.Repeat("1,", many) + "1]", ""},
		{"digits", strings.Repeat("1", mega), `expected a number within ±1.7976931348623157e308, found "111111111111111111111111"…`},
		{"fraction digits", "0." + strings.Repeat("1", mega), ""},
		{"exponent digits", "1e-" + strings.Repeat("1", mega), ""},
		{"escapes", `"` + strings.Repeat(`\n`, mega/2) + `"`, ""},
		{"unicode escapes", `"` + strings.Repeat(`\ud83d\ude00`, mega/12) + `"`, ""},
		{"unclosed string", `"` + strings.Repeat("a", mega), "unexpected end of text: expected the closing quote of a string"},
		{"white space", strings.Repeat(" \n", mega/2), "line 524289, column 1: unexpected end of text: expected a value"},
		{"letters", strings.Repeat("t", mega), `expected a value, found "tttttttttttttttttttttttt"…`},
		{"three-byte characters", `"` + strings.Repeat("€", mega/3) + `"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := jcs.Canonicalize([]byte(c.text))
			if c.refused != "" {
				if err == nil || !strings.HasSuffix(err.Error(), c.refused) {
					t.Errorf("got %v, want %s", err, c.refused)
				}
				return
			}
			if err != nil || len(got) == 0 {
				t.Errorf("got %d bytes, %v", len(got), err)
			}
		})
	}
}

// longNames is an object whose names differ only in their last characters.
func longNames(count, length int) string {
	var members []string
	for i := range count {
		members = append(members, `"`+strings.Repeat("a", length)+strconv.Itoa(i)+`":0`)
	}
	slices.Reverse(members)
	return "{" + strings.Join(members, ",") + "}"
}

func TestParseFailure(t *testing.T) {
	v, err := jcs.Parse([]byte(`{"a":1`))
	if v.Kind != jcs.Null || v.Items != nil || v.End != 0 {
		t.Errorf("got a value with the error: %+v", v)
	}
	if _, ok := errors.AsType[*jcs.Error](err); !ok {
		t.Errorf("got %T, want *jcs.Error", err)
	}
}

func parse(t testing.TB, text string) jcs.Value {
	t.Helper()
	v, err := jcs.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
