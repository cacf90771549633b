package prose

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// A formula is written on one line, as it would be typed, and becomes
// presentation MathML with that line as the alternative text:
//
//	speed = max(0, 100 − (time / fastest − 1) · 50)
//	E = 1 / (1 + 10^((R_opponent − R) / 400))
//	Δ_i = K_i / (n − 1) · Σ_{j ≠ i} (S_ij − E_ij)
//
// A fraction binds tighter than a product, and a power tighter than both.
// Parentheses around a whole numerator, denominator or exponent are needed only
// on the line, and are not shown. Quotation marks make several words one name.
// Braces hold an index or exponent that is longer than a name.
func formula(line string) (markup.FormulaView, error) {
	math, err := mathML(line, "block")
	return markup.FormulaView{Math: math, Wide: utf8.RuneCountInString(line) > phoneWidth}, err
}

// phoneWidth is the longest line whose formula fits a phone, whatever its font.
const phoneWidth = 26

// mathML returns a formula as a math element, "block" or "inline".
func mathML(line, display string) (string, error) {
	p := &mathParser{tokens: mathTokens(line)}
	row, err := p.relation()
	if err == nil && p.at < len(p.tokens) {
		err = fmt.Errorf("%q is left over", strings.Join(p.tokens[p.at:], " "))
	}
	if err != nil {
		return "", fmt.Errorf("formula %q: %w", line, err)
	}
	alt := strings.NewReplacer(`"`, "", "{", "", "}", "").Replace(line)
	return fmt.Sprintf(`<math display="%s" alttext="%s">%s</math>`, display, html.EscapeString(alt), row), nil
}

// mathTokens splits a line into names, numbers, quoted names and signs.
func mathTokens(line string) []string {
	var tokens []string
	text := []rune(line)
	for i := 0; i < len(text); {
		start := i
		in := func(class func(rune) bool) {
			for i < len(text) && class(text[i]) {
				i++
			}
		}
		switch r := text[i]; {
		case unicode.IsSpace(r):
			i++
			continue
		case isName(r):
			in(isName)
		case unicode.IsDigit(r):
			in(func(r rune) bool { return unicode.IsDigit(r) || r == '.' })
		case r == '"':
			i++
			in(func(r rune) bool { return r != '"' })
			i = min(i+1, len(text))
		default:
			i++
		}
		tokens = append(tokens, string(text[start:i]))
	}
	return tokens
}

func isName(r rune) bool { return unicode.IsLetter(r) && r != 'Σ' }

type mathParser struct {
	tokens []string
	at     int
}

func (p *mathParser) peek() string {
	if p.at == len(p.tokens) {
		return ""
	}
	return p.tokens[p.at]
}

func (p *mathParser) take(want string) bool {
	if p.peek() != want {
		return false
	}
	p.at++
	return true
}

// node is a piece of MathML: always one element.
type node struct {
	ml    string
	inner string // without the parentheses around it, if it has some
	sum   bool   // whether limits stand under and over it
}

// bare returns the node without parentheses that are needed only on the line.
func (n node) bare() string {
	if n.inner != "" {
		return n.inner
	}
	return n.ml
}

func row(parts ...string) string { return "<mrow>" + strings.Join(parts, "") + "</mrow>" }

func sign(s string) string { return "<mo>" + html.EscapeString(s) + "</mo>" }

// Signs, weakest first.
const (
	relations = "=≠<>≤≥→"
	additions = "+−"
	products  = "·×"
)

var spelled = map[string]string{"·": "⋅"} // MathML's own dot

// applied is the invisible sign between a function and its arguments.
const applied = "\u2061"

func (p *mathParser) relation() (string, error) { return p.chain(relations, p.addition) }

func (p *mathParser) addition() (string, error) { return p.chain(additions, p.product) }

func (p *mathParser) product() (string, error) { return p.chain(products, p.fraction) }

// chain reads operands joined by signs of one strength.
func (p *mathParser) chain(signs string, operand func() (string, error)) (string, error) {
	var parts []string
	for {
		part, err := operand()
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
		next := p.peek()
		if next == "" || !strings.Contains(signs, next) {
			break
		}
		p.at++
		if s, ok := spelled[next]; ok {
			next = s
		}
		parts = append(parts, sign(next))
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return row(parts...), nil
}

func (p *mathParser) fraction() (string, error) {
	over, err := p.power()
	if err != nil || !p.take("/") {
		return over.ml, err
	}
	under, err := p.power()
	return "<mfrac>" + over.bare() + under.bare() + "</mfrac>", err
}

func (p *mathParser) power() (node, error) {
	base, err := p.atom()
	if err != nil {
		return base, err
	}
	below, above := "", ""
	if p.take("_") {
		if below, err = p.script(); err != nil {
			return base, err
		}
	}
	if p.take("^") {
		if above, err = p.script(); err != nil {
			return base, err
		}
	}
	base = base.with(below, above)
	if !base.sum {
		return base, nil
	}
	of, err := p.product()
	return node{ml: row(base.ml, of)}, err
}

// with adds what stands below and above, if it is not empty.
func (n node) with(below, above string) node {
	name := map[bool][3]string{false: {"msub", "msup", "msubsup"}, true: {"munder", "mover", "munderover"}}[n.sum]
	switch {
	case below != "" && above != "":
		n = node{ml: element(name[2], n.ml, below, above), sum: n.sum}
	case below != "":
		n = node{ml: element(name[0], n.ml, below), sum: n.sum}
	case above != "":
		n = node{ml: element(name[1], n.ml, above), sum: n.sum}
	}
	return n
}

func element(name string, children ...string) string {
	return "<" + name + ">" + strings.Join(children, "") + "</" + name + ">"
}

// script returns an index or an exponent: an atom, two indices as in S_ij, or
// anything in braces.
func (p *mathParser) script() (string, error) {
	if index := []rune(p.peek()); len(index) == 2 && isName(index[0]) {
		p.at++
		return row(element("mi", string(index[0])), element("mi", string(index[1]))), nil
	}
	if !p.take("{") {
		n, err := p.atom()
		return n.bare(), err
	}
	inner, err := p.relation()
	if err == nil && !p.take("}") {
		err = fmt.Errorf("want } before %q", p.peek())
	}
	return inner, err
}

var brackets = map[string]string{"(": ")", "⌊": "⌋", "|": "|"}

func (p *mathParser) atom() (node, error) {
	token := p.peek()
	p.at = min(p.at+1, len(p.tokens))
	switch r := firstRune(token); {
	case token == "Σ":
		return node{ml: "<mo>∑</mo>", sum: true}, nil
	case token == "−":
		n, err := p.power()
		return node{ml: row(`<mo form="prefix">−</mo>`, n.ml)}, err
	case brackets[token] != "":
		return p.bracketed(token)
	case isName(r):
		return p.name(token)
	case unicode.IsDigit(r):
		return node{ml: element("mn", token)}, nil
	case r == '"':
		return node{ml: element("mtext", html.EscapeString(strings.Trim(token, `"`)))}, nil
	}
	return node{}, fmt.Errorf("want a name, a number or a bracket, found %q", token)
}

// name returns a variable, or a function and its arguments.
func (p *mathParser) name(token string) (node, error) {
	ml := element("mi", token)
	if utf8.RuneCountInString(token) == 1 || p.peek() != "(" {
		return node{ml: ml}, nil
	}
	p.at++
	arguments, err := p.bracketed("(")
	return node{ml: row(ml, sign(applied), arguments.ml)}, err
}

// bracketed is what an opening bracket begins, with commas between its parts.
func (p *mathParser) bracketed(open string) (node, error) {
	var parts []string
	for {
		part, err := p.relation()
		if err != nil {
			return node{}, err
		}
		parts = append(parts, part)
		if !p.take(",") {
			break
		}
		parts = append(parts, sign(","))
	}
	if !p.take(brackets[open]) {
		return node{}, fmt.Errorf("want %s before %q", brackets[open], p.peek())
	}
	inner := strings.Join(parts, "")
	n := node{ml: row(fence(open, "prefix"), inner, fence(brackets[open], "postfix"))}
	if open == "(" && len(parts) == 1 {
		n.inner = row(inner)
	}
	return n, nil
}

func fence(bracket, form string) string {
	return `<mo form="` + form + `" fence="true">` + bracket + `</mo>`
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
