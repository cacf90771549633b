package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// CompareRequest is two answers of one operation.
type CompareRequest struct {
	Before op.Raw `json:"before" doc:"An answer of any explain operation."`
	After  op.Raw `json:"after" doc:"An answer of the same operation to other inputs."`
}

// CompareResponse lists the differences between two answers.
type CompareResponse struct {
	Lead     string   `json:"lead" doc:"How the member answer moved: ▲ 5.20, ▼ 5.20, or no change; empty without one."`
	Sentence string   `json:"sentence" doc:"The member answer, else brief if that is a number, before and after, with the change; without one, how many numbers differ."`
	Changes  []Change `json:"changes" doc:"Every number of the second answer that differs from the first, in the order of the members' names."`
}

// Change is one number that differs.
type Change struct {
	Field  string `json:"field" doc:"JSON Pointer into the second answer."`
	Change string `json:"change" doc:"Signed difference, with the decimals that are shown; of a percentage, in percentage points."`
}

// matchBy are the members that name an element of a list, the first that all
// elements of both lists have and that no two of a list share. A row of a table of
// thresholds or times has no other name than its number.
var matchBy = [...]string{"key", "id", "rulebook", "outcome", "label", "name", "at", "passed", "score"}

// Compare answers what changed from one answer to another. Elements of lists
// are matched by what names them, else by their place; what only one of the
// answers has is left out.
func Compare(req CompareRequest) (CompareResponse, error) {
	before, err := answerOf("/before", req.Before)
	if err != nil {
		return CompareResponse{}, err
	}
	after, err := answerOf("/after", req.After)
	if err != nil {
		return CompareResponse{}, err
	}
	c := comparison{changes: []Change{}}
	c.values("", before, after)
	was, is := headline(before), headline(after)
	return CompareResponse{Lead: lead(was, is), Sentence: c.sentence(was, is), Changes: c.changes}, nil
}

func answerOf(field string, text []byte) (*jcs.Value, error) {
	v, err := jcs.Parse(text)
	if err != nil || v.Kind != jcs.Object {
		return nil, op.Refuse(field, "%s: want an object, the answer of an operation", op.Written(text, &v))
	}
	return &v, nil
}

// headline returns the main number of an answer, or nil.
func headline(v *jcs.Value) *jcs.Value {
	if answer := member(v, "answer"); answer != nil && answer.Str != "" {
		return answer
	}
	if brief := member(v, "brief"); brief != nil && quantityOf(brief.Str).ok {
		return brief
	}
	return nil
}

type comparison struct{ changes []Change }

func (c *comparison) values(at string, before, after *jcs.Value) {
	if before.Kind != after.Kind {
		return
	}
	switch after.Kind {
	case jcs.Object:
		c.members(at, before, after)
	case jcs.Array:
		c.elements(at, before, after)
	case jcs.Number:
		if by := minus(after.Num, before.Num); by != 0 && !math.IsInf(by, 0) {
			c.add(at, words.SignedNumber(by))
		}
	case jcs.String:
		a, b := quantityOf(before.Str), quantityOf(after.Str)
		if change := b.since(a); change != "" {
			c.add(at, change)
		}
	}
}

// members compares in the order of names, so that the order of the texts' own
// members does not matter.
func (c *comparison) members(at string, before, after *jcs.Value) {
	old, now := places(before, ""), places(after, "")
	names := make([]string, 0, len(now))
	for name := range now {
		if name != "rank" && name != "then_rank" { // a place that falls is a better one: lists show places by their order
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if i, known := old[name]; known {
			c.values(at+op.Pointer(name), &before.Items[i], &after.Items[now[name]])
		}
	}
}

func (c *comparison) elements(at string, before, after *jcs.Value) {
	by := naming(before, after)
	var old map[string]int
	if by != "" {
		old = places(before, by)
	}
	for i := range after.Items {
		j, known := i, i < len(before.Items)
		if by != "" {
			j, known = old[member(&after.Items[i], by).Str]
		}
		if known {
			c.values(at+op.Pointer(i), &before.Items[j], &after.Items[i])
		}
	}
}

// places returns the positions of a value's items by the text of that member of
// theirs, or by their own name.
func places(v *jcs.Value, by string) map[string]int {
	at := make(map[string]int, len(v.Items))
	for i := range v.Items {
		name := v.Items[i].Key
		if by != "" {
			name = member(&v.Items[i], by).Str
		}
		at[name] = i
	}
	return at
}

func (c *comparison) add(field, change string) {
	c.changes = append(c.changes, Change{Field: field, Change: change})
}

// sentence returns the main number before and after, and their difference.
func (c *comparison) sentence(before, after *jcs.Value) string {
	if before == nil || after == nil {
		switch len(c.changes) {
		case 0:
			return "no number differs"
		case 1:
			return "1 number differs"
		}
		return fmt.Sprintf("%d numbers differ", len(c.changes))
	}
	if before.Str == after.Str {
		return after.Str + " (no change)"
	}
	a, b := quantityOf(before.Str), quantityOf(after.Str)
	change := b.since(a)
	if change == "" {
		return fmt.Sprintf("%s → %s", before.Str, after.Str)
	}
	unit := ""
	if strings.HasSuffix(b.rest, "%") {
		unit = " points"
	}
	return fmt.Sprintf("%s%s → %s%s (%s%s)", a.text, a.rest, b.text, b.rest, change, unit)
}

// lead returns a triangle and by how much the main number moved.
func lead(before, after *jcs.Value) string {
	if before == nil || after == nil {
		return ""
	}
	change := quantityOf(after.Str).since(quantityOf(before.Str))
	if less, falls := strings.CutPrefix(change, "−"); falls {
		return "▼ " + less
	}
	if change != "" {
		return "▲ " + strings.TrimPrefix(change, "+")
	}
	return "no change"
}

// naming returns the member that names the elements of both lists, or "".
func naming(before, after *jcs.Value) string {
	for _, by := range matchBy {
		if names(before, by) && names(after, by) {
			return by
		}
	}
	return ""
}

func names(list *jcs.Value, by string) bool {
	for i := range list.Items {
		if name := member(&list.Items[i], by); name == nil || name.Kind != jcs.String {
			return false
		}
	}
	return len(places(list, by)) == len(list.Items)
}

// member returns the member of v called name, or nil.
func member(v *jcs.Value, name string) *jcs.Value {
	if v.Kind != jcs.Object {
		return nil
	}
	for i := range v.Items {
		if v.Items[i].Key == name {
			return &v.Items[i]
		}
	}
	return nil
}

// quantity is a text with a number and its unit or total: 36.00, +24.76, 80.2 %, 14 of
// 25, 1,116 points.
type quantity struct {
	ok       bool
	text     string // the number as it is shown
	value    float64
	decimals int
	rest     string // what follows the number
}

const (
	mostDigits = 15 // that a float64 tells apart
	longest    = 24 // bytes after a number; more is a sentence
)

func quantityOf(text string) quantity {
	digits, negative := strings.CutPrefix(text, "−")
	digits = strings.TrimPrefix(digits, "+")
	end := 0
	for end < len(digits) && (digits[end] >= '0' && digits[end] <= '9' || end > 0 &&
		(digits[end] == '.' || digits[end] == ',')) {
		end++
	}
	rest := digits[end:]
	plain := strings.ReplaceAll(digits[:end], ",", "")
	value, err := strconv.ParseFloat(plain, 64)
	signed := negative || strings.HasPrefix(text, "+")
	if err != nil || len(plain) > mostDigits || !isUnit(rest) || signed && rest != "" && rest != " %" &&
		rest != " points" {
		return quantity{} // "+13 each" is itself a change
	}
	if negative {
		value = -value
	}
	decimals := 0
	if at := strings.IndexByte(plain, '.'); at >= 0 {
		decimals = len(plain) - at - 1
	}
	return quantity{true, strings.TrimSuffix(text, rest), value, decimals, rest}
}

// isUnit reports whether what follows a number leaves it the only one: "of 25"
// says what it is out of.
func isUnit(rest string) bool {
	if rest == "" {
		return true
	}
	whole := strings.TrimPrefix(rest, " of ")
	if len(whole) < len(rest) {
		whole = strings.TrimLeft(whole, "0123456789")
	}
	return len(rest) <= longest && rest[0] == ' ' && !strings.ContainsAny(whole, "0123456789·→−+(")
}

// since returns the signed difference to an earlier quantity of the same unit, with the
// decimals of the longer text, or "".
func (q quantity) since(before quantity) string {
	if !q.ok || !before.ok || q.rest != before.rest || q.value == before.value {
		return ""
	}
	by := minus(q.value, before.value)
	text := words.Fixed(by, max(q.decimals, before.decimals))
	if by > 0 {
		return "+" + text
	}
	return text
}

// minus returns a − b as decimals, without the dust of a float64.
func minus(a, b float64) float64 { return exact.Of(a).Sub(exact.Of(b)).Float() }
