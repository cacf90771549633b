package envelope

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// mostWraps is the number of wrappings around a proof that are taken off.
const mostWraps = 4

// wrapped is a proof inside what came along when it was copied.
type wrapped struct {
	inner  string
	at     int    // where inner begins; 0 if its characters are spelled otherwise
	around string // what stands around it, for problems; "" if the place says enough
}

// unwrap finds a proof behind a byte order mark, in a fence of Markdown, in the quotes of a
// string of JSON, or behind the word Bearer. Nothing that it takes off can be the beginning
// of a proof in any format.
func unwrap(str string) (w wrapped, ok bool) {
	trimmed := strings.TrimSpace(str)
	begin := strings.Index(str, trimmed)
	switch {
	case strings.HasPrefix(str, byteOrderMark):
		return wrapped{inner: str[len(byteOrderMark):], at: len(byteOrderMark)}, true
	case trimmed == "":
	case trimmed[0] == '"':
		if v, p := text.ParseJSON(trimmed); p == nil && v.Kind == jcs.String {
			return wrapped{inner: v.Str, around: "in the string, "}, true
		}
	case trimmed[0] == '`' || trimmed[0] == '~':
		if from, to := fenced(trimmed); to > 0 {
			return wrapped{inner: trimmed[from:to], at: begin + from}, true
		}
	default:
		if from := behindBearer(trimmed); from > 0 {
			return wrapped{inner: trimmed[from:], at: begin + from}, true
		}
	}
	return wrapped{}, false
}

const byteOrderMark = "\ufeff"

// fenced returns from where to where the code in a fence of Markdown is, or in single
// backticks on one line; 0, 0 if the text is no fence.
func fenced(str string) (from, to int) {
	mark := str[:1]
	width := len(str) - len(strings.TrimLeft(str, mark))
	first := strings.IndexByte(str, '\n')
	switch {
	case width == 1 && mark == "`" && first < 0 && len(str) > 2 && strings.HasSuffix(str, mark):
		return 1, len(str) - 1
	case width < 3 || first < 0 || strings.Contains(str[width:first], mark):
		return 0, 0
	}
	last := strings.LastIndexByte(str, '\n')
	if end := strings.TrimSpace(str[last:]); last <= first || len(end) < width || strings.Trim(end, mark) != "" {
		return 0, 0
	}
	return first + 1, last + 1
}

// behindBearer returns where the JWS of an HTTP header begins, "Bearer " or with the name of
// the header before it; 0 if the text is no such header.
func behindBearer(str string) int {
	const name, scheme = "authorization:", "bearer "
	at := 0
	if len(str) > len(name) && strings.EqualFold(str[:len(name)], name) {
		at = len(name)
	}
	at += len(str[at:]) - len(strings.TrimLeft(str[at:], " \t"))
	if len(str) < at+len(scheme) || !strings.EqualFold(str[at:at+len(scheme)], scheme) {
		return 0
	}
	at += len(scheme)
	at += len(str[at:]) - len(strings.TrimLeft(str[at:], " \t"))
	if !IsCompactJWS(str[at:]) {
		return 0
	}
	return at
}

// Bare returns a text without what stands around its proof, as [Read] takes it off.
func Bare(str string) string {
	for range mostWraps {
		w, ok := unwrap(str)
		if !ok || len(str) > text.MaxText || IsNote(str) && strings.HasPrefix(str, byteOrderMark) {
			break
		}
		str = w.inner
	}
	return str
}

// unwrapped reads a text without what stands around its proof, or reports that nothing
// does.
func unwrapped(str string, depth int, read func(inner string, depth int) ([]Statement, *text.Problem)) (
	statements []Statement, p *text.Problem, ok bool) {
	w, ok := unwrap(str)
	if !ok || depth == mostWraps || len(str) > text.MaxText {
		return nil, nil, false
	}
	statements, p = read(w.inner, depth+1)
	if p == nil {
		return statements, nil, true
	}
	if w.around != "" {
		r := reader{text: str}
		r.within(0, w.around, p)
		r.problem.Unsigned = p.Unsigned
		return nil, r.problem, true
	}
	outer := text.ProblemAt(str, w.at+p.Offset, p.Message)
	outer.Unsigned, outer.Unsupported = p.Unsigned, p.Unsupported
	return nil, outer, true
}

// readMarkedNote reads a signed note behind a byte order mark. Whether the mark is part of
// the signed text or was added when the note was saved, only the signature can tell.
func (r *reader) readMarkedNote() bool {
	bare := reader{text: r.text[len(byteOrderMark):]}
	if !r.readNote() || !bare.readNote() {
		return false
	}
	var both []Statement
	for i := range r.statements {
		other := bare.statements[i]
		other.Alternative = true
		both = append(both, r.statements[i], other)
	}
	r.statements = both
	return true
}
