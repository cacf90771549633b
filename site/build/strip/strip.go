// Package strip removes from Go source what only readers of a program need.
package strip

import (
	"bytes"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

var docTag = regexp.MustCompile(` *\bdoc:"([^"\\]|\\.)*"`)

// Go returns a Go file that compiles to the same program, without what only its
// readers need: every token is in line 1 of a file with no name, so that tables
// from instructions to lines are short, and struct tags have no doc. Only
// directives (//go:…) keep a line of their own.
func Go(src []byte) ([]byte, error) {
	var out bytes.Buffer
	var bad scanner.ErrorList
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(src)), src, bad.Add, scanner.ScanComments)
	out.WriteString(line)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return out.Bytes(), bad.Err()
		}
		out.WriteString(stripped(tok, text))
	}
}

// line gives the rest of a file the place line 1 of a file with no name.
const line = "//line :1\n"

// stripped returns the remainder of a token.
func stripped(tok token.Token, text string) string {
	switch {
	case tok == token.SEMICOLON: // the text of an implied semicolon is a line feed
		return ";"
	case tok == token.COMMENT && strings.HasPrefix(text, "//go:"):
		return "\n" + text + "\n" + line
	case tok == token.COMMENT:
		return ""
	case tok == token.STRING && text[0] == '`':
		return docTag.ReplaceAllString(text, "") + " "
	case text != "":
		return text + " "
	}
	return tok.String() + " "
}
