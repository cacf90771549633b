package serve

import (
	"net/http"
	"slices"
	"strings"
)

// Twin returns the address of a page in another form, with ".md" or ".json" as its
// ending: /score/airena/ has /score/airena.md, and the home page /index.md.
func Twin(page, ending string) string {
	if page == "/" {
		return "/index" + ending
	}
	return strings.TrimSuffix(page, "/") + ending
}

// forms lists the forms of a page at its own address; the first is the page.
// hosts/worker/negotiate.mjs has the same.
var forms = []struct{ kind, ending string }{
	{"text/html", ""},
	{"text/markdown", ".md"},
	{"application/json", ".json"},
}

// unnamed is the place of a form that Accept does not name.
const unnamed = 1 << 20

// wanted is a client's preference for a form.
type wanted struct {
	q     int // in thousandths
	place int // among the members of Accept
}

// Ending returns the ending of the available form that a client prefers; "" for the page.
// Of equal preferences, the first named wins. A form that it does not name is only for a
// client that does not take the page.
func Ending(accept []string, there ...string) string {
	members := strings.Split(strings.Join(accept, ","), ",")
	best, chosen := want(members, forms[0].kind), ""
	for _, form := range forms[1:] {
		if !slices.Contains(there, form.ending) {
			continue
		}
		w := want(members, form.kind)
		if w.q > 0 && (best.q == 0 || w.place < unnamed && (w.q > best.q || w.q == best.q && w.place < best.place)) {
			best, chosen = w, form.ending
		}
	}
	return chosen
}

// want reads how much a kind is wanted, by the narrowest range that has it (RFC
// 9110 section 12.5.1). A member that breaks the grammar is ignored.
func want(members []string, kind string) wanted {
	whole, _, _ := strings.Cut(kind, "/")
	ranges := []string{kind, whole + "/*", "*/*"}
	found, narrowest := wanted{0, unnamed}, len(ranges)
	for place, member := range members {
		named, params, _ := strings.Cut(member, ";")
		q, ok := weight(params)
		for i, r := range ranges[:narrowest] {
			if ok && isASCII(named) && strings.EqualFold(strings.Trim(named, " \t"), r) {
				found, narrowest = wanted{q, unnamed}, i
				if i == 0 {
					found.place = place
				}
				break
			}
		}
	}
	return found
}

// weight returns the q among the parameters of a member.
func weight(params string) (thousandths int, ok bool) {
	for _, param := range strings.Split(params, ";") {
		if param = strings.Trim(param, " \t"); len(param) > 1 && (param[0] == 'q' || param[0] == 'Q') && param[1] == '=' {
			return quality(param)
		}
	}
	return 1000, true
}

// twin returns the file of a page in the form that a client wants, or nil.
func (s *site) twin(page string, r *http.Request) (address string, f *file) {
	if !strings.HasSuffix(page, "/") {
		return "", nil
	}
	end := Ending(r.Header.Values("Accept"), ".md")
	if end == "" {
		return "", nil
	}
	address = Twin(page, end)
	return address, s.files[address]
}

// isASCII reports whether a text is of the letters that HTTP compares.
func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7F })
}
