package build

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/html"
	"github.com/tdewolff/parse/v2/xml"

	"github.com/tallyproof/tallyproof/site/serve"
)

// inspect finds the assets that a page's attributes name. An asset that does
// not exist is an error. So is everything that browsers would ignore without a
// message because of the Content-Security-Policy: style attributes and sheets,
// event handlers, and scripts in the page whose digest is not in the policy of its path.
func inspect(page []byte, path string, m *Manifest) ([]*asset, error) {
	in := &inspector{manifest: m, path: path}
	lexer := html.NewLexer(parse.NewInputBytes(bytes.Clone(page)))
	for in.err == nil {
		kind, data := lexer.Next()
		switch kind {
		case html.ErrorToken:
			return in.refers, endOf(lexer)
		case html.StartTagToken:
			in.element(string(lexer.Text()))
		case html.AttributeToken:
			in.attribute(string(lexer.AttrKey()), lexer.AttrVal())
		case html.TextToken:
			in.text(data)
		case html.EndTagToken:
			in.tag = ""
		case html.SVGToken, html.MathToken:
			in.foreign(data)
		}
	}
	return nil, in.err
}

// endOf is why a lexer ended, nil at the end of the text.
func endOf(lexer *html.Lexer) error {
	if err := lexer.Err(); err != io.EOF {
		return err
	}
	return nil
}

type inspector struct {
	manifest *Manifest
	path     string
	refers   []*asset
	err      error

	tag   string // whose attributes are being read
	loads bool   // the script has a src, or a type that does not run
}

func (in *inspector) element(name string) { in.tag, in.loads = strings.ToLower(name), false }

func (in *inspector) attribute(name string, value []byte) {
	text := unquote(value)
	switch {
	case name == "style" || strings.HasPrefix(name, "on"):
		in.refuse("<%s %s=%q>: the policy forbids this attribute", in.tag, name, text)
	case strings.HasPrefix(text, "/assets/"):
		in.refer(text)
	}
	if in.tag == "script" && (name == "src" || name == "type" && strings.Contains(text, "json")) {
		in.loads = true
	}
}

func (in *inspector) text(data []byte) {
	if len(bytes.TrimSpace(data)) == 0 {
		return
	}
	if in.tag == "style" || in.tag == "script" && !in.loads && !in.allows(data) {
		in.refuse("<%s> with content: the policy wants a file", in.tag)
	}
}

// allows reports whether the policy of the page's path has the digest of a script.
func (in *inspector) allows(script []byte) bool {
	h := http.Header{}
	serve.SetHeaders(h, in.path)
	return strings.Contains(h.Get("Content-Security-Policy"), serve.HashSource(string(script)))
}

// foreign inspects SVG and MathML, which the lexer returns as a whole.
func (in *inspector) foreign(data []byte) {
	lexer := xml.NewLexer(parse.NewInputBytes(bytes.Clone(data)))
	for in.err == nil {
		switch kind, _ := lexer.Next(); kind {
		case xml.ErrorToken:
			if !errors.Is(lexer.Err(), io.EOF) {
				in.err = lexer.Err()
			}
			return
		case xml.StartTagToken:
			in.element(string(lexer.Text()))
		case xml.AttributeToken:
			in.attribute(string(lexer.Text()), lexer.AttrVal())
		case xml.TextToken, xml.CDATAToken:
			in.text(lexer.Text())
		case xml.EndTagToken:
			in.tag = ""
		}
	}
}

func (in *inspector) refer(url string) {
	url, _, _ = strings.Cut(url, "#")
	if a := in.manifest.byURL(url); a != nil {
		in.refers = append(in.refers, a)
		return
	}
	in.refuse("<%s>: there is no asset at %s", in.tag, url)
}

func (in *inspector) refuse(format string, args ...any) {
	if in.err == nil {
		in.err = fmt.Errorf(format, args...)
	}
}

func unquote(value []byte) string {
	if n := len(value); n >= 2 && (value[0] == '"' || value[0] == '\'') {
		value = value[1 : n-1]
	}
	return string(value)
}
