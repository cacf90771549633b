package table

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// span is a value in a text of JSON that is not read yet.
type span struct{ start, end int }

// doc is a text of JSON.
type doc struct{ text string }

// kind returns the first byte of a value.
func (d *doc) kind(v span) byte { return d.text[v.start] }

// read reads a value strictly. A refusal names its place in the whole text.
func (d *doc) read(v span) (jcs.Value, *op.Error) {
	value, err := jcs.ParseString(d.text[v.start:v.end])
	if err != nil {
		return value, d.refusal(v.start, err)
	}
	return value, nil
}

// refusal returns what is wrong with JSON from a place on.
func (d *doc) refusal(start int, err error) *op.Error {
	at, message := len(d.text), err.Error()
	if e, ok := err.(*jcs.Error); ok {
		at, message = min(start+e.Offset, len(d.text)), e.Msg
	}
	before := d.text[:at]
	line, column := 1+strings.Count(before, "\n"), 1+utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	rest := d.text[at:]
	for _, word := range []string{"NaN", "nan", "Infinity", "-Infinity", "-NaN", "None"} {
		if strings.HasPrefix(rest, word) {
			message = word + " is no JSON: write null for a missing score"
		}
	}
	if trimSpace(rest) == "" {
		message = "this JSON breaks off: paste all of it"
	}
	return op.Refuse("/text", "line %d, column %d: %s", line, column, message)
}

// each calls f for the members or elements of a value, until it returns false. It reports
// whether their list is well-formed as far as it was read; a member's value may not be.
func (d *doc) each(v span, f func(key string, item span) bool) bool {
	object := d.kind(v) == '{'
	closing := byte(']')
	if object {
		closing = '}'
	}
	at := d.space(v.start + 1)
	if at < v.end && d.text[at] == closing {
		return true
	}
	for at < v.end {
		key := ""
		if object {
			end := ValueEnd(d.text, at)
			name, err := jcs.ParseString(d.text[at:end])
			at = d.space(end)
			if err != nil || name.Kind != jcs.String || at >= v.end || d.text[at] != ':' {
				return false
			}
			key, at = name.Str, d.space(at+1)
		}
		end := ValueEnd(d.text, at)
		if end == at || end > v.end || !f(key, span{at, end}) {
			return end > at && end <= v.end
		}
		at = d.space(end)
		if at >= v.end || d.text[at] != ',' {
			return at < v.end && d.text[at] == closing
		}
		at = d.space(at + 1)
	}
	return false
}

// space returns the place behind white space.
func (d *doc) space(at int) int {
	for at < len(d.text) && strings.IndexByte(" \t\r\n", d.text[at]) >= 0 {
		at++
	}
	return at
}

// ValueEnd returns the end of the JSON value at a place. It looks at brackets and strings
// only.
func ValueEnd(text string, at int) int {
	depth, quoted := 0, false
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
			if !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case c == '{' || c == '[':
			depth++
		case depth == 0 && strings.IndexByte(",:]} \t\r\n", c) >= 0:
			return i
		case c == '}' || c == ']':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// notesOf names the tables of several rows beside the one that is read.
func notesOf(places []place, read place) []Problem {
	others := slices.DeleteFunc(slices.Clone(places), func(p place) bool {
		return p.form.weak() || p.rows < 2 || p.pointer == read.pointer
	})
	if len(others) == 0 {
		return nil
	}
	return []Problem{{Message: "not read: " + pointers(others) + ", beside " + op.Quote(read.pointer)}}
}

// jsonTable reads a text that begins as JSON.
func jsonTable(text, list string) (*grid, *op.Error) {
	d := &doc{text}
	root := span{start: d.space(0)}
	root.end = ValueEnd(text, root.start)
	if rest := d.space(root.end); rest < len(text) && text[rest-1] == '\n' && (text[rest] == '{' || text[rest] == '[') && list == "" {
		return d.lines(root.start)
	}
	places, wellFormed := d.places(root)
	if !wellFormed || d.space(root.end) < len(text) {
		_, err := jcs.ParseString(text)
		if err == nil {
			err = &jcs.Error{Offset: len(text)}
		}
		return nil, d.refusal(0, err)
	}
	p, refusal := d.choose(places, root, list)
	if refusal != nil {
		return nil, refusal
	}
	// What stands around the table is read strictly too.
	if _, err := jcs.ParseString(text[:p.at.start] + "0" + text[p.at.end:]); err != nil {
		_, whole := jcs.ParseString(text)
		if whole == nil {
			whole = err
		}
		return nil, d.refusal(0, whole)
	}
	b := &builder{doc: d, grid: &grid{form: "json", bytes: len(text), notes: notesOf(places, p)}}
	return b.finish(b.table(p))
}

// lines reads JSON Lines.
func (d *doc) lines(at int) (*grid, *op.Error) {
	b := &builder{doc: d, grid: &grid{form: "json-lines", bytes: len(d.text)}}
	line := 0
	for at < len(d.text) {
		line++
		end := len(d.text)
		if n := strings.IndexByte(d.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		if trimSpace(d.text[at:end]) != "" {
			if refusal := b.item(span{at, end}, ""); refusal != nil {
				return nil, refusal
			}
		}
		at = end + 1
	}
	return b.finish(nil)
}
