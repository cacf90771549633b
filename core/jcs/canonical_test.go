package jcs_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// TestNameOrder sorts every ordering of awkward names as UTF-16 would: those
// at the edges of UTF-8 and UTF-16 lengths, and prefixes of each other.
func TestNameOrder(t *testing.T) {
	edges := []string{"", "\x00", "a", "\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ufb33", "\uffff", "\U00010000", "\U0001f600", "\U0010ffff"}
	var all []string
	for _, a := range edges {
		for _, b := range edges {
			all = append(all, a+b, a+b+"z")
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	want := slices.Clone(all)
	slices.SortFunc(want, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	for _, turn := range []int{0, 1, len(all) / 3, len(all) / 2} {
		given := slices.Concat(all[turn:], all[:turn])
		v := jcs.Value{Kind: jcs.Object}
		for _, name := range given {
			v.Items = append(v.Items, jcs.Value{Key: name})
		}
		if got := names(t, v.AppendCanonical(nil)); !slices.Equal(got, want) {
			t.Errorf("turn %d: got %q", turn, got)
		}
		if !slices.EqualFunc(v.Items, given, func(v jcs.Value, name string) bool { return v.Key == name }) {
			t.Errorf("turn %d: AppendCanonical moved the members", turn)
		}
	}
}

// names reads an object's member names in the order of the text.
func names(t *testing.T, text []byte) []string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(text)))
	var list []string
	for d.Token(); d.More(); {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, name.(string))
		d.Token()
	}
	return list
}

func TestAppendCanonicalAppends(t *testing.T) {
	v, err := jcs.Parse([]byte(` { "b" : [ ] , "a" : { } } `))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(v.AppendCanonical([]byte("tallyproof-score/1\n"))); got != "tallyproof-score/1\n"+`{"a":{},"b":[]}` {
		t.Errorf("got %q", got)
	}
}

func TestZeroValueIsNull(t *testing.T) {
	if got := string(new(jcs.Value).AppendCanonical(nil)); got != "null" {
		t.Errorf("got %q", got)
	}
}

func TestUnknownKind(t *testing.T) {
	v := jcs.Value{Kind: 9}
	expectPanic(t, "jcs: unknown kind of value", func() { v.AppendCanonical(nil) })
	if got := cmp.Or(v.Kind.String(), "empty"); got != "unknown" {
		t.Errorf("Kind(9) is %q", got)
	}
}
