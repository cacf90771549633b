package jcs

import (
	"slices"
	"strconv"
	"strings"
)

// MaxDepth is how many arrays and objects may be open at once.
const MaxDepth = 64

const byteOrderMark = "\xef\xbb\xbf"

// Parse reads a text that holds exactly one JSON value, with optional white
// space around it. A failure is an [*Error] and the zero Value.
func Parse(text []byte) (Value, error) {
	p := parser{text: string(text)}
	v, err := p.document()
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

// parser is one pass over the text. Each method reads from p.i on and leaves
// p.i behind what it read.
type parser struct {
	text  string
	i     int
	depth int     // arrays and objects open now
	open  []Value // items, so far, of all arrays and objects open now
	buf   []byte  // scratch for strings with escapes
}

func (p *parser) document() (v Value, err *Error) {
	if p.text == "" {
		return v, p.errorAt(0, "expected a JSON value, found an empty text")
	}
	if strings.HasPrefix(p.text, byteOrderMark) {
		return v, p.errorAt(0, `expected UTF-8 text without a byte order mark, found "\ufeff"`)
	}
	if err := p.value(&v, "a value"); err != nil {
		return v, err
	}
	if p.space(); p.i < len(p.text) {
		return v, p.unexpected("the end of the text after the value")
	}
	return v, nil
}

// value reads one value and the white space before it. What was wanted is
// worded for the error message.
func (p *parser) value(v *Value, wanted string) (err *Error) {
	p.space()
	v.Start = p.i
	switch c := p.peek(); c {
	case '{':
		err = p.object(v)
	case '[':
		err = p.array(v)
	case '"':
		v.Kind = String
		v.Str, err = p.str()
	case 't', 'f', 'n':
		err = p.literal(v, wanted)
	default:
		if c != '-' && !digit(c) {
			return p.unexpected(wanted)
		}
		v.Kind = Number
		v.Num, err = p.number()
	}
	v.End = p.i
	return err
}

func (p *parser) array(v *Value) *Error {
	v.Kind = Array
	base := len(p.open)
	if err := p.enter(); err != nil {
		return err
	}
	if p.space(); p.peek() == ']' {
		p.leave(v, base)
		return nil
	}
	var element Value // out here, or each one would go to the heap
	for wanted := "a value or ]"; ; wanted = "a value after the comma" {
		element = Value{}
		if err := p.value(&element, wanted); err != nil {
			return err
		}
		p.push(&element)
		p.space()
		switch p.peek() {
		case ',':
			p.i++
		case ']':
			p.leave(v, base)
			return nil
		default:
			return p.unexpected("a comma or ] after the element")
		}
	}
}

func (p *parser) object(v *Value) *Error {
	v.Kind = Object
	base := len(p.open)
	if err := p.enter(); err != nil {
		return err
	}
	if p.space(); p.peek() == '}' {
		p.leave(v, base)
		return nil
	}
	var seen names
	var member Value
	for wanted := "a member name in double quotes or }"; ; wanted = "a member name in double quotes after the comma" {
		member = Value{}
		if err := p.member(&member, wanted, &seen, base); err != nil {
			return err
		}
		p.push(&member)
		p.space()
		switch p.peek() {
		case ',':
			p.i++
		case '}':
			p.leave(v, base)
			return nil
		default:
			return p.unexpected("a comma or } after the member")
		}
	}
}

func (p *parser) member(v *Value, wanted string, seen *names, base int) (err *Error) {
	p.space()
	if p.peek() != '"' {
		return p.unexpected(wanted)
	}
	v.KeyStart = p.i
	if v.Key, err = p.str(); err != nil {
		return err
	}
	if seen.repeated(v.Key, p.open[base:]) {
		return p.errorAt(v.KeyStart, "expected each member name once, found "+excerpt(v.Key)+" again")
	}
	p.space()
	if p.peek() != ':' {
		return p.unexpected("a colon after the member name")
	}
	p.i++
	return p.value(v, "a value after the colon")
}

// enter reads an opening bracket.
func (p *parser) enter() *Error {
	if p.depth == MaxDepth {
		return p.errorAt(p.i, "expected at most "+strconv.Itoa(MaxDepth)+" levels of nesting, found another "+excerpt(p.text[p.i:p.i+1]))
	}
	p.depth++
	p.i++
	return nil
}

// leave reads a closing bracket and gives v the items opened since base.
func (p *parser) leave(v *Value, base int) {
	p.depth--
	p.i++
	switch n := len(p.open) - base; {
	case n == 0:
	case base == 0 && n >= manyItems && n >= cap(p.open)/4*3:
		v.Items, p.open = p.open[:n:n], nil
	default:
		v.Items = append(make([]Value, 0, n), p.open[base:]...)
		p.open = p.open[:base]
	}
}

// manyItems is from how many items on it pays to give p.open away and start a
// new one rather than to copy its items.
const manyItems = 256

// push makes room in a full p.open for as many items as there will be if the
// text goes on as it began, but at most for twice as many as there are. A long
// array then ends in memory of its own size, copied a few times on the way;
// append, growing by a quarter at a time, would copy it four times over.
func (p *parser) push(v *Value) {
	if n := len(p.open); n == cap(p.open) {
		guess := int(float64(n) * float64(len(p.text)-p.i) / float64(p.i))
		p.open = slices.Grow(p.open, max(8, min(n, max(guess+guess/32, n/4))))
	}
	p.open = append(p.open, *v)
}

func (p *parser) literal(v *Value, wanted string) *Error {
	switch rest := p.text[p.i:]; rest[:token(rest)] {
	case "null":
		v.Kind = Null
		p.i += len("null")
	case "true":
		v.Kind, v.Bool = Bool, true
		p.i += len("true")
	case "false":
		v.Kind = Bool
		p.i += len("false")
	default:
		return p.unexpected(wanted)
	}
	return nil
}

// space skips the four characters RFC 8259 calls white space.
func (p *parser) space() {
	for p.i < len(p.text) {
		switch p.text[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		default:
			return
		}
	}
}

// peek is the next byte, or 0 at the end. A NUL in the text is as unwelcome
// everywhere as the end, and unexpected tells them apart.
func (p *parser) peek() byte {
	if p.i < len(p.text) {
		return p.text[p.i]
	}
	return 0
}
