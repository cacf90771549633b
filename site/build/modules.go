package build

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// moduleReferences finds, in a script, the relative URLs in import "…",
// from "…", import("…") and new URL("…", import.meta.url); new Worker takes
// the last. Bare names such as node:fs are not ours to resolve.
func moduleReferences(s source) ([]reference, error) {
	tokens, err := scan(s)
	if err != nil {
		return nil, err
	}
	var found []reference
	for i, t := range tokens {
		if (t.kind != js.StringToken && t.kind != js.TemplateToken) || !namesFile(tokens[:i], tokens[i+1:]) {
			continue
		}
		url, _, _ := strings.Cut(t.text[1:len(t.text)-1], "?")
		url, _, _ = strings.Cut(url, "#")
		if strings.HasPrefix(url, "./") || strings.HasPrefix(url, "../") {
			found = append(found, reference{t.start + 1, t.start + 1 + len(url), url, endWith(tokens[:i], "import", "(")})
		}
	}
	return found, nil
}

// namesFile reports whether a string between these tokens names another file.
func namesFile(before, after []token) bool {
	return endWith(before, "import") || endWith(before, "from") || endWith(before, "import", "(") ||
		endWith(before, "new", "URL", "(") && startWith(after, ",", "import", ".", "meta", ".", "url")
}

func endWith(tokens []token, texts ...string) bool {
	return len(tokens) >= len(texts) && startWith(tokens[len(tokens)-len(texts):], texts...)
}

func startWith(tokens []token, texts ...string) bool {
	return len(tokens) >= len(texts) &&
		slices.EqualFunc(tokens[:len(texts)], texts, func(t token, text string) bool { return t.text == text })
}

// token of a script that is neither space nor comment.
type token struct {
	kind  js.TokenType
	text  string
	start int
}

// scan splits a script into tokens.
func scan(s source) ([]token, error) {
	input := parse.NewInputBytes(bytes.Clone(s.data)) // it writes behind the end
	lexer := js.NewLexer(input)
	var tokens []token
	var heads heads
	for {
		kind, text := lexer.Next()
		if (kind == js.DivToken || kind == js.DivEqToken) && startsRegExp(tokens, heads) {
			kind, text = lexer.RegExp()
		}
		start := input.Offset() - len(text)
		switch kind {
		case js.ErrorToken:
			if lexer.Err() == io.EOF {
				return tokens, nil
			}
			return nil, fmt.Errorf("%s: this is not JavaScript: %w", s.at(start), lexer.Err())
		case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
		default:
			heads.see(tokens, kind)
			tokens = append(tokens, token{kind, string(text), start})
		}
	}
}

// startsRegExp decides what a slash after these tokens is: a division follows a
// value, a regular expression anything else. A closing brace ends a block far
// more often than an object that somebody divides.
func startsRegExp(tokens []token, h heads) bool {
	if len(tokens) == 0 {
		return true
	}
	switch last := tokens[len(tokens)-1]; last.kind {
	case js.CloseParenToken:
		return h.closed
	case js.CloseBracketToken, js.StringToken, js.TemplateToken, js.TemplateEndToken, js.RegExpToken,
		js.PrivateIdentifierToken, js.IncrToken, js.DecrToken,
		js.ThisToken, js.SuperToken, js.NullToken, js.TrueToken, js.FalseToken:
		return false
	default:
		return !js.IsNumeric(last.kind) && !js.IsIdentifier(last.kind)
	}
}

// heads follows parentheses, to know those of if (…) and its kind, after which
// a statement begins and not a division.
type heads struct {
	open   []bool // for each parenthesis not yet closed: is it a head
	closed bool   // was the last one closed a head
}

func (h *heads) see(before []token, kind js.TokenType) {
	switch kind {
	case js.OpenParenToken:
		head := endWith(before, "if") || endWith(before, "while") || endWith(before, "for") ||
			endWith(before, "for", "await") || endWith(before, "with")
		h.open = append(h.open, head)
	case js.CloseParenToken:
		if n := len(h.open); n > 0 {
			h.open, h.closed = h.open[:n-1], h.open[n-1]
		}
	}
}
