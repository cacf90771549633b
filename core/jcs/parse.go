package jcs

import (
	"strconv"
	"strings"
)

// MaxDepth is the number of arrays and objects that can be open at once.
const MaxDepth = 64

const byteOrderMark = "\xef\xbb\xbf"

// Parse reads a text that holds exactly one JSON value, with optional white
// space around it. A failure is an [*Error] and the zero Value.
func Parse(text []byte) (Value, error) { return ParseString(string(text)) }

// ParseString is [Parse] for a text that is a string, which it does not copy.
func ParseString(text string) (Value, error) {
	p := parser{text: text}
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
	open  []Value // the document, then the items, so far, of all arrays and objects open now
	spare []Value // memory for the items of arrays and objects that will be closed
	batch int     // how much of it was made last
	buf   []byte  // scratch for strings with escapes
}

func (p *parser) document() (Value, *Error) {
	if p.text == "" {
		return Value{}, p.errorAt(0, "expected a JSON value, found an empty text")
	}
	if strings.HasPrefix(p.text, byteOrderMark) {
		return Value{}, p.errorAt(0, `expected UTF-8 text without a byte order mark, found "\ufeff"`)
	}
	p.open = make([]Value, 1, min(8+len(p.text)/64, fewItems))
	if err := p.value(0, "a value"); err != nil {
		return Value{}, err
	}
	if p.space(); p.i < len(p.text) {
		return Value{}, p.unexpected("the end of the text after the value")
	}
	return p.open[0], nil
}

// value reads one value and the white space before it into p.open[at], the last
// one there. What was wanted is worded for the error message.
func (p *parser) value(at int, wanted string) (err *Error) {
	p.space()
	v := &p.open[at]
	v.Start = p.i
	switch c := p.peek(); c {
	case '{':
		v.Kind = Object
		err = p.object(at)
	case '[':
		v.Kind = Array
		err = p.array(at)
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
	p.open[at].End = p.i // if items were read, p.open may have moved
	return err
}

func (p *parser) array(at int) *Error {
	if err := p.enter(); err != nil {
		return err
	}
	if p.space(); p.peek() == ']' {
		p.leave(at)
		return nil
	}
	for wanted := "a value or ]"; ; wanted = "a value after the comma" {
		if err := p.value(p.push(), wanted); err != nil {
			return err
		}
		p.space()
		switch p.peek() {
		case ',':
			p.i++
		case ']':
			p.leave(at)
			return nil
		default:
			return p.unexpected("a comma or ] after the element")
		}
	}
}

func (p *parser) object(at int) *Error {
	if err := p.enter(); err != nil {
		return err
	}
	if p.space(); p.peek() == '}' {
		p.leave(at)
		return nil
	}
	var seen names
	for wanted := "a member name in double quotes or }"; ; wanted = "a member name in double quotes after the comma" {
		if err := p.member(at, wanted, &seen); err != nil {
			return err
		}
		p.space()
		switch p.peek() {
		case ',':
			p.i++
		case '}':
			p.leave(at)
			return nil
		default:
			return p.unexpected("a comma or } after the member")
		}
	}
}

// member reads a member of the object p.open[of].
func (p *parser) member(of int, wanted string, seen *names) *Error {
	p.space()
	if p.peek() != '"' {
		return p.unexpected(wanted)
	}
	start := p.i
	key, err := p.str()
	if err != nil {
		return err
	}
	if seen.repeated(key, p.open[of+1:]) {
		return p.errorAt(start, "expected each member name once, found "+excerpt(key)+" again")
	}
	p.space()
	if p.peek() != ':' {
		return p.unexpected("a colon after the member name")
	}
	p.i++
	at := p.push()
	p.open[at].Key, p.open[at].KeyStart = key, start
	return p.value(at, "a value after the colon")
}

// enter reads an opening bracket.
func (p *parser) enter() *Error {
	if p.depth == MaxDepth {
		return p.errorAt(p.i, "expected at most "+strconv.Itoa(MaxDepth)+" levels of nesting, found another "+excerpt(
			p.text[p.i:p.i+1]))
	}
	p.depth++
	p.i++
	return nil
}

// leave reads a closing bracket and gives p.open[at] the items behind it.
func (p *parser) leave(at int) {
	p.depth--
	p.i++
	base := at + 1
	items := p.open[base:]
	switch n := len(items); {
	case n == 0:
		return
	case at == 0 && (cap(p.open) <= fewItems || n >= manyItems && n >= cap(p.open)/4*3):
		p.open[at].Items = items[:n:n]
		p.open = p.open[:base:base]
		return
	}
	p.open[at].Items = p.keep(items)
	p.open = p.open[:base]
}

// manyItems is the number of items from which giving p.open away is cheaper than copying.
// Up to fewItems that holds even if most of p.open is empty.
const (
	manyItems = 256
	fewItems  = 24
)

// keep copies items to memory of their own. Short lists get theirs from larger
// pieces, each twice the one before, as making it would cost more than filling
// it.
func (p *parser) keep(items []Value) []Value {
	n := len(items)
	if n > len(p.spare) {
		if n >= manyItems/4 {
			return append(make([]Value, 0, n), items...)
		}
		p.batch = max(n, min(2*p.batch, manyItems))
		p.spare = make([]Value, p.batch)
	}
	kept := p.spare[:n:n]
	p.spare = p.spare[n:]
	copy(kept, items)
	return kept
}

// push opens one more item and returns where. It makes room in a full p.open
// for as many items as there will be if the text goes on as it began, but at
// most for twice as many as there are. A long array then ends in memory of its
// own size, copied a few times on the way; append, growing by a quarter at a
// time, would copy it four times over.
func (p *parser) push() int {
	n := len(p.open)
	if n == cap(p.open) {
		guess := int(float64(n) * float64(len(p.text)-p.i) / float64(p.i))
		p.open = append(p.open, make([]Value, max(8, min(n, max(guess+guess/32, n/4))))...)
	}
	p.open = p.open[:n+1]
	p.open[n] = Value{}
	return n
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

// peek returns the next byte, or 0 at the end. A NUL in the text is as unwelcome
// everywhere as the end, and unexpected tells them apart.
func (p *parser) peek() byte {
	if p.i < len(p.text) {
		return p.text[p.i]
	}
	return 0
}
