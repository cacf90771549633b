package build

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// styleReferences finds the relative URLs in a style sheet: url(…) and the
// string of @import. Unlike those of a module they need no leading dot.
func styleReferences(s source) ([]reference, error) {
	tokens, err := scanStyle(s.data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	var found []reference
	importing := false
	for _, t := range tokens {
		switch t.kind {
		case css.WhitespaceToken, css.CommentToken:
			continue
		case css.URLToken:
			found = appendLocal(found, t, inURL)
		case css.StringToken:
			if importing {
				found = appendLocal(found, t, inString)
			}
		}
		importing = t.kind == css.AtKeywordToken && strings.EqualFold(t.text, "@import")
	}
	return found, nil
}

// A URL up to its query or fragment, within its token.
var (
	inURL    = regexp.MustCompile(`^[uU][rR][lL]\(\s*["']?([^"'?#)\s]*)`)
	inString = regexp.MustCompile(`^["']([^"'?#]*)`)

	elsewhere = regexp.MustCompile(`^(/|[a-zA-Z][a-zA-Z0-9+.-]*:|$)`) // from the root, with a scheme, or only a fragment
)

func appendLocal(found []reference, t styleToken, pattern *regexp.Regexp) []reference {
	at := pattern.FindStringSubmatchIndex(t.text)
	if at == nil {
		return found
	}
	url := t.text[at[2]:at[3]]
	if elsewhere.MatchString(url) {
		return found
	}
	return append(found, reference{t.start + at[2], t.start + at[3], url, false})
}

type styleToken struct {
	kind  css.TokenType
	text  string
	start int
}

// scanStyle splits a style sheet into tokens; together they are the text.
func scanStyle(text []byte) ([]styleToken, error) {
	lexer := css.NewLexer(parse.NewInputBytes(bytes.Clone(text))) // it writes behind the end
	var tokens []styleToken
	start := 0
	for {
		kind, part := lexer.Next()
		switch kind {
		case css.ErrorToken:
			if lexer.Err() == io.EOF {
				return tokens, nil
			}
			return nil, lexer.Err()
		case css.BadStringToken, css.BadURLToken:
			return nil, errors.New("this is not CSS: " + string(part))
		}
		tokens = append(tokens, styleToken{kind, string(part), start})
		start += len(part)
	}
}

// minifyStyle leaves out comments and needless space, and nothing else. The
// minifier of tdewolff saves some bytes more, but inside an @media that is
// nested in a rule it turns calc(1rem + 2px) into calc(1rem+2px), which browsers
// ignore (v2.24.25).
func minifyStyle(text []byte) ([]byte, error) {
	tokens, err := scanStyle(text)
	if err != nil {
		return nil, err
	}
	var out []byte
	gap := "" // stands before the next token, unless one of its neighbours makes it needless
	for _, t := range tokens {
		switch t.kind {
		case css.WhitespaceToken:
			gap = " "
			continue
		case css.CommentToken:
			if gap == "" {
				gap = "/**/" // a/**/.b is not a .b
			}
			continue
		case css.RightBraceToken:
			out = bytes.TrimSuffix(out, []byte(";"))
		}
		if len(out) > 0 && !strings.ContainsAny(t.text[:1], "{};,)") && !bytes.ContainsAny(out[len(out)-1:], "{};,(") {
			out = append(out, gap...)
		}
		out = append(out, t.text...)
		gap = ""
	}
	return out, nil
}
