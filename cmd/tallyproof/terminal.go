package main

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

// isTerminal reports whether somebody reads what is written there as it comes.
func isTerminal(w any) bool {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// Colours of a terminal, by what they say.
const (
	good    = "\x1b[32m"
	bad     = "\x1b[31m"
	unsure  = "\x1b[33m"
	strong  = "\x1b[1m"
	noStyle = "\x1b[0m"
)

// paints reports whether colours may be written: on a terminal that has some, if
// the environment does not forbid it (https://no-color.org).
func paints(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// painted is a text in a colour, if there may be any.
func painted(yes bool, style, text string) string {
	if !yes {
		return text
	}
	return style + text + noStyle
}

// verdictStyle is the colour of a verdict.
func verdictStyle(verdict string) string {
	switch verdict {
	case "authentic":
		return good
	case "not-authentic", "unreadable":
		return bad
	}
	return unsure
}

// progress counts on a terminal how much is done, and takes it away in the end.
type progress struct {
	to   io.Writer
	on   bool
	last time.Time
	wide int
}

const progressEvery = 100 * time.Millisecond

func newProgress(to io.Writer) *progress { return &progress{to: to, on: isTerminal(to)} }

// show replaces the line, ten times a second at most.
func (p *progress) show(line string) {
	if !p.on || time.Since(p.last) < progressEvery {
		return
	}
	p.last = time.Now()
	fmt.Fprintf(p.to, "\r%-*s", p.wide, line)
	p.wide = len(line)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.wide > 0 {
		fmt.Fprintf(p.to, "\r%*s\r", p.wide, "")
		p.wide = 0
	}
}

// table writes rows below heads. A head that ends with a space is that of a column
// of numbers, which are aligned at their right. Texts may be of strangers, so that
// every character is made one that can be seen.
func table(w io.Writer, heads []string, rows [][]string) error {
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

// columns is how many columns of a terminal a text takes: wide letters, such as those
// of Korean, take two, and marks on letters none.
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
