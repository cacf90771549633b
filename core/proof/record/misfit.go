package record

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// Misfit is the first signed member whose name stands for a meaning, such as
// [MeansScore], and whose value is not of its kind: a number in a text is none. A
// rating or a rank may be null, and a rank may be a word, such as Gold.
func (s Signed) Misfit(means string) (field string, found bool) {
	m := meaningOf(means)
	if m == nil {
		return "", false
	}
	for _, name := range m.names {
		if v := s.member(name); v != nil && !m.fits(v) && !(m.kind == kindNumber && isNone(means, v)) {
			return name, true
		}
	}
	return "", false
}

// isNone reports whether nobody takes a value in the place of a number for one.
func isNone(means string, v *jcs.Value) bool {
	switch {
	case means == MeansScore:
		return false
	case v.Kind == jcs.Null:
		return true
	}
	return means == MeansRank && v.Kind == jcs.String && !strings.ContainsAny(v.Str, "0123456789")
}

// MisfitNumber is the first signed member that should be a number, as the total, the
// rating or the rank, and is none.
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
