package op

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTagPart(t *testing.T) {
	for _, tag := range []reflect.StructTag{
		"",
		`json:"name"`,
		`json:"name,omitempty" op:"min=0 max=1; enum=a|b" doc:"A \"word\", a \\ and json:none."`,
		`doc:"Nothing else."`,
		`op:""`,
	} {
		for _, key := range []string{"json", "op", "doc", "other"} {
			if got, want := tagPart(tag, key), tag.Get(key); got != want {
				t.Errorf("%s of %s: %q, want %q", key, tag, got, want)
			}
		}
	}
}

// What an optional member leaves out is what reflect calls zero, and lists and
// maps without items.
func TestEmpty(t *testing.T) {
	type inner struct {
		_    NotCompared
		Name string
		List []int
		Next *int
	}
	one, minus := 1, math.Copysign(0, -1)
	for _, v := range []any{
		"", "a", 0, 1, int64(0), int64(1), 0.0, 0.5, minus, false, true,
		(*int)(nil), &one, inner{}, inner{Name: "a"}, inner{List: []int{}}, inner{Next: &one},
	} {
		if value := reflect.ValueOf(v); empty(value) != value.IsZero() {
			t.Errorf("%#v is empty: %v", v, empty(value))
		}
	}
	for _, v := range []any{[]int(nil), []int{}, map[string]int{}} {
		if !empty(reflect.ValueOf(v)) {
			t.Errorf("%#v is not empty", v)
		}
	}
}

// Fields are those of the library, of texts whose blanks are ASCII.
func TestFields(t *testing.T) {
	for _, text := range []string{"", " ", "a", " a ", "a b", "min=0  max=1\t\r\n x", "é ü", "40 20 20 20"} {
		if got, want := Fields(text), strings.Fields(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSameFolded(t *testing.T) {
	for _, pair := range [][2]string{{"score", "score"}, {"score", "Score"}, {"score", "scare"}, {"a_b", "a\x7fb"}, {"@", "`"}, {"[", "{"}, {"é1", "É1"}, {"é1", "è1"}, {"", ""}, {"aé", "AÉ"}} {
		if got, want := sameFolded(pair[0], pair[1]), strings.EqualFold(pair[0], pair[1]); got != want {
			t.Errorf("%q and %q: %v, want %v", pair[0], pair[1], got, want)
		}
	}
}
