package input

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/words"
)

// Refuse returns a refusal at the pointer.
func Refuse(field, text string) *op.Error {
	return &op.Error{Code: op.Invalid, Field: field, Message: text}
}

// Once refuses the second of two equal ids and notes the first.
func Once(seen map[string]int, field, kind, id string, i int) *op.Error {
	if first, taken := seen[id]; taken {
		return Refuse(field, op.Quote(id)+" is also "+kind+" "+Itoa(first)+": want each "+kind+" once")
	}
	seen[id] = i
	return nil
}

// Below refuses a number that is under the least that makes sense.
func Below(field string, n, least int64, what string) *op.Error {
	return Refuse(field, Long(n)+": want at least "+what+", "+Long(least))
}

// TooSmall refuses a number so close to 0 that it can only be a mistake: exact
// sums of such numbers have hundreds of digits.
func TooSmall(field string, x, least float64) *op.Error {
	if 0 < x && x < least {
		return Refuse(field, op.Show(x)+": want 0, or at least "+op.Show(least))
	}
	return nil
}

// Notes collects what is worth knowing about an answer.
type Notes struct{ Warnings []op.Warning }

// Warn adds a warning at the pointer.
func (n *Notes) Warn(code, field, text string) {
	n.Warnings = append(n.Warnings, op.Warning{Code: code, Field: field, Message: text})
}

// Ignored warns of a member that does not count.
func (n *Notes) Ignored(field, why string) { n.Warn("ignored", field, why+": ignored") }

// Item points to one item of a list.
func Item(list string, i int) string { return list + "/" + Itoa(i) }

// Itoa writes a place in a list.
func Itoa(i int) string { return strconv.Itoa(i) }

// Long writes a whole number.
func Long(i int64) string { return strconv.FormatInt(i, 10) }

// Show returns a number as its shortest decimal.
func Show(x number.Number) string { return op.Show(x.Float()) }

// Percent shows a share in percent, as [words.Percent].
func Percent(share number.Number) string { return words.Percent(share.Float()) }

// Override replaces a default with the values of the request.
func Override[V int | int64 | float64](value *V, with *V) {
	if with != nil {
		*value = *with
	}
}

// Replace is override for texts, of which "" says nothing.
func Replace(value *string, with string) {
	if with != "" {
		*value = with
	}
}
