package metrics

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// PrimitivesRequest is one call of a scoring function of the deployed arena.
type PrimitivesRequest struct {
	Fn   string   `json:"fn" op:"enum=exact_match|exact_match_ratio|numeric_tolerance|fuzzy_string|time_decay|speed_score|api_call_efficiency|coverage_ratio|set_overlap" doc:"Name of the function."`
	Args []op.Raw `json:"args" op:"max=3" doc:"Its arguments in order. numeric_tolerance: answer, expected, tolerance; time_decay, speed_score: used, limit; api_call_efficiency: calls, good, most; coverage_ratio: found, all; others: answer, expected."`
}

// PrimitivesResponse is its answer.
type PrimitivesResponse struct {
	Value float64 `json:"value" doc:"0 to 1; of speed_score, 0 to 1000."`
}

// Kinds of arguments, by function: any value, list, number, string.
var primitiveArgs = map[string]string{
	"exact_match": "aa", "exact_match_ratio": "ll", "numeric_tolerance": "nnn", "fuzzy_string": "ss", "time_decay": "nn",
	"speed_score": "nn", "api_call_efficiency": "nnn", "coverage_ratio": "nn", "set_overlap": "ll",
}

// Primitives calls a function that the deployed arena's community challenges
// score with. They are JavaScript's: text is compared in lower case, its
// length is in UTF-16 units, members of sets are compared as text.
func Primitives(req PrimitivesRequest) (*PrimitivesResponse, error) {
	kinds := primitiveArgs[req.Fn]
	if len(req.Args) != len(kinds) {
		return nil, op.Invalidf("/args", "%d arguments: %s wants %d", len(req.Args), req.Fn, len(kinds))
	}
	var a [3]jcs.Value
	for i, text := range req.Args {
		v, err := jcs.Parse(text)
		if err != nil {
			return nil, err // never: it was parsed before
		}
		a[i] = v
		switch kind := v.Kind; {
		case kinds[i] == 'l' && kind != jcs.Array, kinds[i] == 'n' && kind != jcs.Number, kinds[i] == 's' && kind != jcs.String:
			return nil, op.Invalidf(op.Pointer("args", i), "of type %s: want %s", kind.String(), map[byte]string{'l': "array", 'n': "number", 's': "string"}[kinds[i]])
		case kinds[i] == 's' && len(v.Str) > longestText:
			return nil, op.Invalidf(op.Pointer("args", i), "%d bytes of text: want at most %d", len(v.Str), longestText)
		}
	}
	return &PrimitivesResponse{primitive(req.Fn, a[0], a[1], a[2])}, nil
}

// longestText keeps fuzzy_string, which takes time as the product of two
// lengths, below a second.
const longestText = 8192

func primitive(fn string, a, b, c jcs.Value) float64 {
	x, y := a.Num, b.Num
	switch fn {
	case "exact_match":
		if equal(&a, &b) {
			return 1
		}
		return 0
	case "exact_match_ratio":
		same := 0
		for i := range min(len(a.Items), len(b.Items)) {
			if equal(&a.Items[i], &b.Items[i]) {
				same++
			}
		}
		return share(same, len(b.Items), len(a.Items))
	case "numeric_tolerance": // 1 within the tolerance, 0 from five times it
		off, most := math.Abs(x-y), c.Num
		switch {
		case off <= most:
			return 1
		case most <= 0:
			return 0
		}
		return max(0, 1-(off-most)/float64(4*most))
	case "fuzzy_string":
		s, t := utf16.Encode(lower(a.Str)), utf16.Encode(lower(b.Str))
		if longest := max(len(s), len(t)); longest > 0 {
			return 1 - float64(edits(s, t))/float64(longest)
		}
		return 1
	case "time_decay":
		return fraction(1-x/y, y)
	case "speed_score":
		return fmath.RoundHalfUp(float64(1000 * fmath.Pow(fraction(1-x/y, y), 1.5)))
	case "api_call_efficiency": // 1 up to the good number of calls, 0 from the most
		if x <= y {
			return 1
		}
		return fraction(1-(x-y)/(c.Num-y), c.Num-y)
	case "coverage_ratio":
		return fraction(x/y, y)
	}
	both, all := 0, texts(a.Items)
	expected := texts(b.Items)
	for _, t := range expected {
		if slices.Contains(all, t) {
			both++
		} else {
			all = append(all, t)
		}
	}
	return share(both, len(all), 0)
}

// share is part/whole; of nothing it is 1 when nothing was answered either.
func share(part, whole, answered int) float64 {
	switch {
	case whole > 0:
		return float64(part) / float64(whole)
	case answered > 0:
		return 0
	}
	return 1
}

// fraction is x from 0 to 1, and 0 where what it is a fraction of is not
// positive.
func fraction(x, of float64) float64 {
	if !(of > 0) {
		return 0
	}
	return max(0, min(1, x))
}

// equal compares text in lower case, other plain values strictly; lists and
// objects are never equal to anything.
func equal(a, b *jcs.Value) bool {
	if a.Kind != b.Kind || a.Kind >= jcs.Array {
		return false
	}
	return a.Bool == b.Bool && a.Num == b.Num && slices.Equal(lower(a.Str), lower(b.Str))
}

// lower is JavaScript's toLowerCase: İ becomes two characters, and Σ is ς
// after a letter and before none. (Unicode looks past marks and apostrophes
// for those letters; this does not.)
func lower(s string) []rune {
	var out []rune
	text := []rune(s)
	for i, r := range text {
		switch {
		case r == 'İ':
			out = append(out, 'i', '\u0307')
		case r == 'Σ' && i > 0 && unicode.IsLetter(text[i-1]) && (i+1 == len(text) || !unicode.IsLetter(text[i+1])):
			out = append(out, 'ς')
		default:
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// edits is the Levenshtein distance.
func edits(s, t []uint16) int {
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range t {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, change)
		}
	}
	return row[len(t)]
}

// texts are a list's different members as JavaScript's String makes them.
func texts(items []jcs.Value) []string {
	var all []string
	for i := range items {
		if t := textOf(&items[i]); !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

func textOf(v *jcs.Value) string {
	switch v.Kind {
	case jcs.Null:
		return "null"
	case jcs.Bool:
		if v.Bool {
			return "true"
		}
		return "false"
	case jcs.Number:
		return op.Show(v.Num)
	case jcs.String:
		return v.Str
	case jcs.Object:
		return "[object Object]"
	}
	parts := make([]string, len(v.Items))
	for i := range v.Items {
		if v.Items[i].Kind != jcs.Null {
			parts[i] = textOf(&v.Items[i])
		}
	}
	return strings.Join(parts, ",")
}
