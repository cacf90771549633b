package schematest

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Mutant changes a JSON value in one to three places, at random.
func Mutant(r *rand.Rand, text []byte) []byte {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		panic(err)
	}
	for range 1 + r.IntN(3) {
		v = mutate(r, v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// mutate goes down a random way and changes what it finds at its end.
func mutate(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && r.IntN(5) > 0 {
			name := slices.Sorted(maps.Keys(v))[r.IntN(len(v))]
			v[name] = mutate(r, v[name])
			return v
		}
		return mutateObject(r, v)
	case []any:
		if len(v) > 0 && r.IntN(5) > 0 {
			i := r.IntN(len(v))
			v[i] = mutate(r, v[i])
			return v
		}
		return mutateList(r, v)
	case float64:
		return []any{-v, finite(v * 10), v + 0.5, v + 1, finite(v * 1e9), 1 - v, "1", nil}[r.IntN(8)]
	case string:
		long := 1 + r.IntN(2*op.SchemaOf[string]().MaxLen)
		return []any{"", v + " ", strings.ToUpper(v), strings.Repeat("x", long), strings.Repeat("ä", long),
			strings.Repeat("x", 60), "win", 1.0, nil}[r.IntN(9)]
	}
	return other(r)
}

// finite is x, or the largest number on its side: JSON has no infinity.
func finite(x float64) float64 { return min(max(x, -math.MaxFloat64), math.MaxFloat64) }

func mutateObject(r *rand.Rand, v map[string]any) any {
	names := slices.Sorted(maps.Keys(v))
	name := "a/~b"
	if len(names) > 0 {
		name = names[r.IntN(len(names))]
	}
	switch r.IntN(5) {
	case 0:
		delete(v, name)
	case 1:
		v["x"+name] = v[name]
	case 2:
		v[name] = other(r)
	case 3: // of the members that rulebooks and requests have
		v[[]string{"id", "name", "weight", "rating", "tiers", "needs", "floor", "category"}[r.IntN(8)]] = other(r)
	default:
		return other(r)
	}
	return v
}

func mutateList(r *rand.Rand, v []any) any {
	switch n := len(v); {
	case n == 0 || r.IntN(4) == 0:
		return other(r)
	case r.IntN(3) == 0:
		return v[:r.IntN(n)]
	case r.IntN(2) == 0:
		return append(slices.Clone(v), v[r.IntN(n)])
	default:
		return slices.Repeat(v, 1+70/n)
	}
}

// other returns a value of any kind.
func other(r *rand.Rand) any {
	return []any{
		nil, true, false, 0.0, 1.0, -1.0, 0.5, 1e200, 0x1p53, 0x1p53 + 2, "", "win", "exact",
		strings.Repeat("x", op.SchemaOf[string]().MaxLen+1),
		[]any{}, []any{1.0}, map[string]any{}, map[string]any{"start": 1.0}, map[string]any{"": nil},
	}[r.IntN(19)]
}
