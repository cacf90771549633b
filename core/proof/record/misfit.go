package record

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// Misfit returns the first signed member whose name has a meaning, in any case, for
// example [MeansScore], but whose value has another kind: a number in a text is a text.
// All but the total may be null, a rank may be a word like Gold, and weights a text that
// is not a list.
func (s Signed) Misfit(means string) (field string, found bool) {
	m := meaningOf(means)
	if m == nil || s.value == nil {
		return "", false
	}
	for _, name := range m.names {
		for i := range s.value.Items {
			if v := &s.value.Items[i]; sameFolded(v.Key, name) && !m.fits(v) && !isNone(means, v) {
				return v.Key, true
			}
		}
	}
	return "", false
}

// sameFolded reports whether two names are the same as [Folded], of which it makes no
// copies: every member of every record is compared with every name of a number.
func sameFolded(a, b string) bool {
	for {
		for a != "" && isJoint(a[0]) {
			a = a[1:]
		}
		for b != "" && isJoint(b[0]) {
			b = b[1:]
		}
		if a == "" || b == "" {
			return a == b
		}
		if a[0] != b[0] && (a[0]|0x20 != b[0]|0x20 || a[0]|0x20 < 'a' || a[0]|0x20 > 'z') {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// isNone reports whether nobody takes a value for what is meant.
func isNone(means string, v *jcs.Value) bool {
	switch {
	case means == MeansScore:
		return false
	case v.Kind == jcs.Null:
		return true
	case means == MeansWeights: // the file of a model, or the name of a list
		return v.Kind == jcs.String && !strings.ContainsAny(v.Str, "{[")
	}
	return means == MeansRank && v.Kind == jcs.String && !strings.ContainsAny(v.Str, "0123456789")
}

// MisfitNumber returns the first signed total, rating or rank that is not a number.
func (s Signed) MisfitNumber() (field, means string, found bool) {
	for i := range meanings {
		m := &meanings[i]
		if m.kind != kindNumber {
			continue
		}
		if field, found := s.Misfit(m.means); found {
			return field, m.means, true
		}
	}
	return "", "", false
}
