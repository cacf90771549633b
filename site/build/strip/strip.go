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
	const line = "//line :1\n"
	var out bytes.Buffer
	var bad scanner.ErrorList
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(src)), src, bad.Add, scanner.ScanComments)
	out.WriteString(line)
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return out.Bytes(), bad.Err()
		case tok == token.SEMICOLON: // the text of an implied semicolon is a line feed
			out.WriteByte(';')
		case tok == token.COMMENT:
			if strings.HasPrefix(text, "//go:") {
				out.WriteString("\n" + text + "\n" + line)
			}
		case tok == token.STRING && text[0] == '`':
			out.WriteString(docTag.ReplaceAllString(text, "") + " ")
		case text != "":
			out.WriteString(text + " ")
		default:
			out.WriteString(tok.String() + " ")
		}
	}
}
