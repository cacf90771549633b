package detect

import (
	"math"
	"strconv"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// document is a parsed object or array and where it sits in the pasted text.
type document struct {
	value *jcs.Value
	base  string // JSON Pointer of value
}

// at returns the pointer of a member.
func (d document) at(key string) string { return d.base + op.Pointer(key) }

func (d document) get(key string) *jcs.Value {
	if d.value == nil || d.value.Kind != jcs.Object {
		return nil
	}
	return d.value.Get(key)
}

// has reports whether the document is an object with all these members.
func (d document) has(keys ...string) bool {
	for _, key := range keys {
		if d.get(key) == nil {
			return false
		}
	}
	return true
}

// known reports whether the document has a member that is not null.
func (d document) known(key string) bool {
	v := d.get(key)
	return v != nil && v.Kind != jcs.Null
}

func (d document) child(key string) document {
	return document{d.get(key), d.at(key)}
}

func (d document) item(i int) document {
	return document{&d.value.Items[i], d.base + "/" + itoa(i)}
}

// number returns the value of a member that is a number.
func (d document) number(key string) (float64, bool) {
	v := d.get(key)
	if v == nil || v.Kind != jcs.Number {
		return 0, false
	}
	return v.Num, true
}

// anyNumber returns the first of several spellings of a member that is a number.
func (d document) anyNumber(keys ...string) (key string, x float64, ok bool) {
	for _, key := range keys {
		if x, ok := d.number(key); ok {
			return key, x, true
		}
	}
	return "", 0, false
}

// count returns a member that is a whole number of at least 0.
func (d document) count(keys ...string) (int, bool) {
	_, x, ok := d.anyNumber(keys...)
	if !ok || x < 0 || x != math.Trunc(x) || x > 1e9 {
		return 0, false
	}
	return int(x), true
}

func (d document) text(key string) string {
	v := d.get(key)
	if v == nil || v.Kind != jcs.String {
		return ""
	}
	return v.Str
}

func (d document) flag(key string) bool {
	v := d.get(key)
	return v != nil && v.Kind == jcs.Bool && v.Bool
}

// shown is any value for a findings table.
func (d document) shown(key string) string {
	switch v := d.get(key); {
	case v == nil:
		return ""
	case v.Kind == jcs.String:
		return short(v.Str)
	case v.Kind == jcs.Number:
		return op.Show(v.Num)
	case v.Kind == jcs.Bool:
		return strconv.FormatBool(v.Bool)
	case v.Kind == jcs.Null:
		return "null"
	}
	return "…"
}

// short returns a text of the arena's, cut if it is long.
func short(text string) string {
	const most = 200
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

func itoa(n int) string { return strconv.Itoa(n) }

func given[T any](x T, ok bool) *T {
	if !ok {
		return nil
	}
	return &x
}
