package serve

import "strings"

// weights are the client's preferences for the codings we have, in thousandths
// as RFC 9110 section 12.4.2 limits them: 0 refuses, -1 means not given.
type weights struct{ br, gzip, identity int }

// parseAcceptEncoding reads the values of Accept-Encoding (RFC 9110 section
// 12.5.3). A member that breaks the grammar is ignored.
func parseAcceptEncoding(values []string) weights {
	w, other := weights{-1, -1, -1}, -1
	for _, member := range strings.Split(strings.Join(values, ","), ",") {
		coding, params, _ := strings.Cut(member, ";")
		q, ok := quality(strings.Trim(params, " \t"))
		if !ok {
			continue
		}
		switch strings.ToLower(strings.Trim(coding, " \t")) {
		case "br":
			w.br = q
		case "gzip", "x-gzip":
			w.gzip = q
		case "identity":
			w.identity = q
		case "*":
			other = q
		}
	}
	for _, q := range []*int{&w.br, &w.gzip, &w.identity} {
		if *q < 0 {
			*q = other
		}
	}
	return w
}

// quality reads "q=0.5" as 500; an empty text is 1000.
func quality(param string) (thousandths int, ok bool) {
	if param == "" {
		return 1000, true
	}
	if len(param) < 3 || (param[0] != 'q' && param[0] != 'Q') || param[1] != '=' {
		return 0, false
	}
	whole, decimals, dot := strings.Cut(param[2:], ".")
	if (whole != "0" && whole != "1") || len(decimals) > 3 || (dot && strings.Trim(decimals, "0123456789") != "") {
		return 0, false
	}
	for _, digit := range whole + (decimals + "000")[:3] {
		thousandths = thousandths*10 + int(digit-'0')
	}
	return thousandths, thousandths <= 1000
}

// choose picks the best copy of a file: of equally welcome ones Brotli, then
// gzip. The plain file is always possible. It is also the answer if the client
// accepts no encoding, which the RFC prefers to a refusal.
func (w weights) choose(f *file) *variant {
	best, most := f.plain, w.identity
	if f.gzip != nil && w.gzip > 0 && w.gzip >= most {
		best, most = f.gzip, w.gzip
	}
	if f.br != nil && w.br > 0 && w.br >= most {
		best = f.br
	}
	return best
}
