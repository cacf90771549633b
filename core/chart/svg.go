// Package chart draws SVG from numbers and texts: shapes, real text, and a title
// for whoever does not see them. It knows nothing of arenas and proofs.
package chart

import (
	"strconv"
	"strings"
)

// Canvas collects the text of an SVG. Its zero value is empty.
type Canvas struct{ text []byte }

// String is the SVG so far.
func (c *Canvas) String() string { return string(c.text) }

// Open starts an element. Attributes are names, each with its value, which is
// escaped.
func (c *Canvas) Open(name string, attributes ...string) {
	c.start(name, attributes)
	c.text = append(c.text, '>')
}

// Close ends an element.
func (c *Canvas) Close(name string) {
	c.text = append(c.text, "</"+name+">"...)
}

// Shape is an element without content.
func (c *Canvas) Shape(name string, attributes ...string) {
	c.start(name, attributes)
	c.text = append(c.text, "/>"...)
}

// Words is an element with a text, which is escaped.
func (c *Canvas) Words(name, text string, attributes ...string) {
	c.Open(name, attributes...)
	c.text = appendEscaped(c.text, text)
	c.Close(name)
}

func (c *Canvas) start(name string, attributes []string) {
	c.text = append(c.text, '<')
	c.text = append(c.text, name...)
	for i, text := range attributes {
		if i%2 == 0 {
			c.text = append(c.text, ' ')
			c.text = append(c.text, text...)
			continue
		}
		c.text = append(c.text, '=', '"')
		c.text = appendEscaped(c.text, text)
		c.text = append(c.text, '"')
	}
}

// appendEscaped appends a text as XML content or as an attribute's value.
// Characters that XML cannot hold (XML 1.0 section 2.2) become U+FFFD.
func appendEscaped(dst []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r == '&':
			dst = append(dst, "&amp;"...)
		case r == '<':
			dst = append(dst, "&lt;"...)
		case r == '>':
			dst = append(dst, "&gt;"...)
		case r == '"':
			dst = append(dst, "&#34;"...)
		case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
			dst = append(dst, "\ufffd"...)
		default:
			dst = append(dst, string(r)...)
		}
	}
	return dst
}

// Fixed is a number with at most that many decimals, and no zeros at their end.
func Fixed(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}
