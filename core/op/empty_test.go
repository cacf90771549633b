package op

import (
	"math"
	"reflect"
	"testing"
)

// What an optional member leaves out is what reflect calls zero, and lists and
// maps without items.
func TestEmpty(t *testing.T) {
	type inner struct {
		Name string
		List []int
		Next *int
	}
	one, minus := 1, math.Copysign(0, -1)
	for _, v := range []any{
		"", 0, int64(0), 0.0, minus, false, (*int)(nil), inner{}, []int(nil), []int{}, map[string]int{},
	} {
		if !empty(reflect.ValueOf(v)) {
			t.Errorf("%#v is not empty", v)
		}
	}
	for _, v := range []any{
		"a", 1, int64(1), 0.5, true, &one, inner{Name: "a"}, inner{List: []int{}}, inner{Next: &one}, []int{0},
	} {
		if empty(reflect.ValueOf(v)) {
			t.Errorf("%#v is empty", v)
		}
	}
}
