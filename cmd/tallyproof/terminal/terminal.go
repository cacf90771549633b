// Package terminal writes what somebody reads as it comes: colours where they may be,
// tables whose columns line up, and how much is done.
package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/mattn/go-isatty"
	"golang.org/x/text/width"

	"github.com/tallyproof/tallyproof/core/words"
)

// Is reports whether somebody reads what is written there as it comes. What is around a
// file unwraps to it.
func Is(w any) bool {
	if o, ok := w.(interface{ Unwrap() io.Writer }); ok {
		w = o.Unwrap()
	}
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// Colours of a terminal, by what they say.
const (
	good    = "\x1b[32m"
	bad     = "\x1b[31m"
	unsure  = "\x1b[33m"
	Strong  = "\x1b[1m" // what counts most
	noStyle = "\x1b[0m"
)

// Paints reports whether colours may be written: on a terminal that has some, if
// the environment does not forbid it (https://no-color.org).
func Paints(w io.Writer) bool {
	return Is(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Painted returns a text in a colour, if there may be any.
func Painted(yes bool, style, text string) string {
	if !yes {
		return text
	}
	return style + text + noStyle
}

// VerdictStyle returns the colour of a verdict.
func VerdictStyle(verdict string) string {
	switch verdict {
	case "authentic":
		return good
	case "not-authentic", "unreadable":
		return bad
	}
	return unsure
}

// Progress counts on a terminal how much is done, and takes it away in the end.
type Progress struct {
	to   io.Writer
	on   bool
	last time.Time
	wide int
}

const progressEvery = 100 * time.Millisecond

// NewProgress returns a Progress that only writes to terminals.
func NewProgress(to io.Writer) *Progress { return &Progress{to: to, on: Is(to)} }

// Show replaces the line, ten times a second at most.
func (p *Progress) Show(line string) {
	if !p.on || time.Since(p.last) < progressEvery {
		return
	}
	p.last = time.Now()
	fmt.Fprintf(p.to, "\r%-*s", p.wide, line)
	p.wide = len(line)
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.wide > 0 {
		fmt.Fprintf(p.to, "\r%*s\r", p.wide, "")
		p.wide = 0
	}
}

// Table writes rows below heads. A head that ends with a space marks a column of numbers,
// aligned right. Texts may come from strangers, so every character is made visible.
func Table(w io.Writer, heads []string, rows [][]string) error {
	wide := make([]int, len(heads))
	all := append([][]string{heads}, rows...)
	for i, row := range all {
		for j, cell := range row {
			if i > 0 {
				row[j] = words.Plain(cell)
			}
			wide[j] = max(wide[j], columns(strings.TrimRight(row[j], " ")))
		}
	}
	for _, row := range all {
		var line strings.Builder
		for j, cell := range row {
			cell = strings.TrimRight(cell, " ")
			blank := strings.Repeat(" ", wide[j]-columns(cell))
			if strings.HasSuffix(heads[j], " ") {
				cell, blank = blank+cell, ""
			}
			line.WriteString(cell + blank + "  ")
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// columns returns the number of terminal columns of a text: wide letters, for example
// Korean, take two, and marks on letters zero.
func columns(text string) int {
	n := 0
	for _, r := range text {
		kind := width.LookupRune(r).Kind()
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
