package reward

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
)

// What refusals and warnings are built with. Texts are concatenated, not
// formatted: with as many as there are here, boxing their arguments would be a
// tenth of this package's code (docs/decisions/0006).

// refuse is a refusal at the pointer.
func refuse(field, text string) *op.Error {
	return &op.Error{Code: op.Invalid, Field: field, Message: text}
}

// once refuses the second of two equal ids and notes the first.
func once(seen map[string]int, field, kind, id string, i int) *op.Error {
	if first, taken := seen[id]; taken {
		return refuse(field, op.Quote(id)+" is also "+kind+" "+itoa(first)+": want each "+kind+" once")
	}
	seen[id] = i
	return nil
}

// below refuses a number that is under the least that makes sense.
func below(field string, n, least int64, what string) *op.Error {
	return refuse(field, long(n)+": want at least "+what+", "+long(least))
}

// tooSmall refuses a number so close to 0 that it can only be a mistake: exact
// sums of such numbers have hundreds of digits.
func tooSmall(field string, x, least float64) *op.Error {
	if 0 < x && x < least {
		return refuse(field, op.Show(x)+": want 0, or at least "+op.Show(least))
	}
	return nil
}

// notes collects what is worth knowing about an answer.
type notes struct{ warnings []op.Warning }

func (n *notes) warn(code, field, text string) {
	n.warnings = append(n.warnings, op.Warning{Code: code, Field: field, Message: text})
}

// ignored warns of a member that does not count.
func (n *notes) ignored(field, why string) { n.warn("ignored", field, why+": ignored") }

// item points to one item of a list.
func item(list string, i int) string { return list + "/" + itoa(i) }

func itoa(i int) string { return strconv.Itoa(i) }

func long(i int64) string { return strconv.FormatInt(i, 10) }

// show is a number as its shortest decimal.
func show(x number) string { return op.Show(x.Float()) }

// percent shows a share in percent, with two decimals at most.
func percent(share number) string {
	return show(share.Mul(integer(10000)).Round().Quo(hundred)) + " %"
}

// override replaces a default with what the request says.
func override[V int | int64 | float64](value *V, with *V) {
	if with != nil {
		*value = *with
	}
}

// replace is override for texts, of which "" says nothing.
func replace(value *string, with string) {
	if with != "" {
		*value = with
	}
}
