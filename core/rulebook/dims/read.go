package dims

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// reader reads a call of dims() with literals as its arguments. It stops at the
// first fault.
type reader struct {
	text string
	at   int
	err  error
}

// call reads the first call of dims() in the text.
func (r *reader) call() (weights map[string]float64, descriptions map[string]string, err error) {
	const name = "dims("
	start := strings.Index(r.text, name)
	for start > 0 && named(r.text[start-1]) {
		next := strings.Index(r.text[start+1:], name)
		if next < 0 {
			start = -1
			break
		}
		start += 1 + next
	}
	if start < 0 {
		return nil, nil, op.Refuse("/text", "no call of dims(): want dims({ correctness: 0.4, … })")
	}
	r.at = start + len(name)
	weights = map[string]float64{}
	r.object(func(key string) {
		if _, twice := weights[key]; twice {
			r.fail("%s twice: want each dimension once", op.Quote(key))
		}
		weights[key] = r.number()
	})
	if r.took(',') && r.peek() == '{' {
		descriptions = map[string]string{}
		r.object(func(key string) {
			if _, twice := descriptions[key]; twice {
				r.fail("%s twice: want each dimension once", op.Quote(key))
			}
			r.object(func(member string) {
				if member != "description" {
					r.fail("%s: want description, which alone can be replaced", op.Quote(member))
				}
				descriptions[key] = r.string()
			})
		})
		r.took(',')
	}
	r.want(')')
	return weights, descriptions, r.err
}

// object reads an object; value reads the value of each key.
func (r *reader) object(value func(key string)) {
	r.want('{')
	for r.err == nil && !r.took('}') {
		key := r.key()
		r.want(':')
		if r.err == nil {
			value(key)
		}
		if !r.took(',') && r.peek() != '}' {
			r.fail("want a comma or }")
		}
	}
}

func (r *reader) key() string {
	if c := r.peek(); c == '"' || c == '\'' {
		return r.string()
	}
	start := r.at
	for r.at < len(r.text) && named(r.text[r.at]) {
		r.at++
	}
	if r.at == start {
		r.fail("want the key of a dimension")
	}
	return r.text[start:r.at]
}

func (r *reader) number() float64 {
	r.space()
	start := r.at
	for r.at < len(r.text) && (named(r.text[r.at]) || strings.IndexByte("+-.", r.text[r.at]) >= 0) {
		r.at++
	}
	x, err := strconv.ParseFloat(r.text[start:r.at], 64)
	if word := r.text[start:r.at]; err != nil || strings.Trim(word, "0123456789.eE+-") != "" {
		r.at = start
		r.fail("%s: want a number", op.Quote(word))
	}
	return x
}

// string reads a text in quotation marks of any kind.
func (r *reader) string() string {
	r.space()
	if r.at >= len(r.text) || strings.IndexByte("\"'`", r.text[r.at]) < 0 {
		r.fail("want a text in quotation marks")
		return ""
	}
	mark, start := r.text[r.at], r.at
	var b strings.Builder
	for r.at++; r.at < len(r.text); r.at++ {
		c := r.text[r.at]
		switch {
		case c == mark:
			r.at++
			return b.String()
		case c == '\\':
			r.escape(&b)
		case c == '$' && mark == '`' && strings.HasPrefix(r.text[r.at:], "${"):
			r.fail("${: want a text without expressions")
		case c == '\n' && mark != '`':
			r.fail("a text that does not end on its line")
		default:
			b.WriteByte(c)
		}
		if r.err != nil {
			return ""
		}
	}
	r.at = start
	r.fail("a text that does not end")
	return ""
}

// escape reads what follows a backslash, up to its last byte.
func (r *reader) escape(b *strings.Builder) {
	r.at++
	rest := r.text[r.at:]
	if rest != "" {
		if i := strings.IndexByte("nrtbf", rest[0]); i >= 0 {
			b.WriteByte("\n\r\t\b\f"[i])
			return
		}
		if strings.IndexByte("\\\"'`$/", rest[0]) >= 0 {
			b.WriteByte(rest[0])
			return
		}
	}
	if len(rest) >= 5 && rest[0] == 'u' {
		if code, err := strconv.ParseUint(rest[1:5], 16, 32); err == nil && utf8.ValidRune(rune(code)) {
			b.WriteRune(rune(code))
			r.at += 4
			return
		}
	}
	r.fail("an escape that is not read: want one of JSON, or an escaped quotation mark")
}

// space goes past white space and comments.
func (r *reader) space() {
	for r.at < len(r.text) {
		rest := r.text[r.at:]
		end := 0
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			end = 1
		case strings.HasPrefix(rest, "//"):
			end = ends(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			end = ends(rest, "*/")
		default:
			return
		}
		r.at += end
	}
}

// ends returns the place after a mark, or after the whole text.
func ends(text, mark string) int {
	if i := strings.Index(text[1:], mark); i >= 0 {
		return 1 + i + len(mark)
	}
	return len(text)
}

// peek returns the next byte that counts, 0 at the end.
func (r *reader) peek() byte {
	r.space()
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *reader) took(c byte) bool {
	if r.peek() != c || r.err != nil {
		return false
	}
	r.at++
	return true
}

func (r *reader) want(c byte) {
	if !r.took(c) {
		r.fail("want %s", string(rune(c)))
	}
}

// fail notes the first fault, with its place.
func (r *reader) fail(format string, args ...any) {
	if r.err != nil {
		return
	}
	before := r.text[:r.at]
	line := 1 + strings.Count(before, "\n")
	column := 1 + utf8.RuneCountInString(before[1+strings.LastIndexByte(before, '\n'):])
	refusal := op.Refuse("/text", format, args...)
	refusal.Message = "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ": " + refusal.Message
	r.err = refusal
}

// named reports whether a byte may be in a name or a number.
func named(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// quoted writes a text as a literal, which JSON and JavaScript share.
func quoted(text string) string { return string(jcs.AppendString(nil, text)) }
