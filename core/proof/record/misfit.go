package record

// Misfit is the first signed member whose name stands for a meaning, such as
// [MeansScore], and whose value is not of its kind: a number in a text is none.
func (s Signed) Misfit(means string) (field string, found bool) {
	m := meaningOf(means)
	if m == nil {
		return "", false
	}
	for _, name := range m.names {
		if v := s.member(name); v != nil && !m.fits(v) {
			return name, true
		}
	}
	return "", false
}
