package web

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// A frame that is as wide as its place, [snippet.Fluid], is whole from the narrowest width on.
const narrowest = 240

// oneLine is the width below which a card is one line, and lineHeight its height then, as
// templates/stored/slip.sheet.css has them.
const oneLine, lineHeight = 200, 36

// cardSizes are the measures of a card from a width on, in pixels: its sides, what a digit of
// the total takes, and the heights of its edges, a line of the name, the total and the bar.
type cardSizes struct{ from, sides, digit, edges, name, total, bar int }

var cardSteps = []cardSizes{{400, 42, 28, 36, 26, 58, 32}, {300, 34, 23, 28, 24, 52, 20}, {0, 26, 19, 24, 24, 46, 16}}

// The rest of a card, in pixels: its gaps, lines and letters, the seal with the link, and the
// stub with its edges.
const (
	cardGap, cardLine, wordLine               = 10, 20, 22
	nameLetter, smallLetter, wordLetter       = 14, 10, 11
	longDigit, longLine, claimLine, mostLines = 13, 28, 36, 2
	sealAndLink, smallSeal, linkBelow         = 124, 36, 30
	stub, stubEdges                           = 56, 26
)

// cardHeight returns the height that holds a card of that width.
func cardHeight(v *stored.CardView, width int) (height int) {
	if width == snippet.Fluid {
		for _, each := range []int{narrowest, 260, 300, 400} {
			height = max(height, cardHeight(v, each))
		}
		return height
	}
	if width < oneLine {
		return lineHeight
	}
	at := cardSteps[slices.IndexFunc(cardSteps, func(s cardSizes) bool { return width >= s.from })]
	inner := width - at.sides
	height = at.edges + headHeight(v, inner, at)
	if len(v.Parts) > 0 {
		height += cardGap + at.bar
	}
	if v.By != "" || v.On != "" {
		height += cardGap + cardLine
		if width < 260 && v.By != "" {
			height += cardLine
		}
	}
	room := inner - sealAndLink
	if width < cardSteps[1].from { // the link stands below the words
		room = inner - smallSeal
		height += linkBelow
	}
	return height + max(stub, stubEdges+wordLine*lines(v.Heading, room/wordLetter))
}

// headHeight returns the height of a card's name, challenge and total.
func headHeight(v *stored.CardView, inner int, at cardSizes) int {
	room, below, total := inner, 0, 0
	switch {
	case v.Total == "":
	case v.IsLong():
		below = cardGap + claimLine + longLine*lines(v.Total, inner/longDigit)
	default:
		room -= 12 + max(at.digit*len(v.Total), smallLetter*len(v.What))
		total = at.total
	}
	who := at.name*min(mostLines, lines(v.Name, max(1, room/nameLetter))) +
		cardLine*min(mostLines, lines(v.In, max(1, room/smallLetter)))
	return max(who, total) + below
}

// A score of more characters than these has more lines in a row of a leaderboard.
const scoreLetters, rowLine = 7, 24

// The parts of a leaderboard, in pixels: edges and heads, the widths of the columns beside the
// name, and the width from which on a bar stands beside its name.
const boardEdges, boardColumns, barBeside = 44, 120, 340

// boardHeight returns the height that holds so many rows of a leaderboard. In a frame that is
// as wide as its place, lines of names are not counted.
func (a *App) boardHeight(l *List, rows, width int) int {
	height := snippet.BoardHeight
	row := snippet.BoardRow
	if width != snippet.Fluid {
		v := a.framedView(l, rows)
		inner := width - cardSteps[1].sides
		height = boardEdges + rowLine*lines(v.Name, max(1, (inner-smallLetter*len(v.In))/nameLetter)) +
			max(stub, stubEdges+wordLine*lines(v.Heading, max(1, (inner-sealAndLink)/wordLetter)))
		if width < cardSteps[1].from {
			height += linkBelow
		}
		if width >= barBeside {
			row -= 9
		}
	}
	for i := range l.Entries[:min(rows, len(l.Entries))] {
		height += row + rowLine*(rowLines(&l.Entries[i], width)-1)
	}
	return height
}

// rowLines returns how many lines a row of a leaderboard has.
func rowLines(e *Entry, width int) int {
	count := max(1, lines(number(e.Total), scoreLetters))
	if width == snippet.Fluid {
		return count
	}
	room := width - cardSteps[1].sides - boardColumns
	if width >= barBeside {
		room = room * 2 / 5
	}
	return max(count, lines(named(e.Name), max(1, room/smallLetter)))
}

// lines returns the most lines that a text takes: words that do not fit begin a line, and
// break if they are longer. Capitals are wider than other letters, and those of East
// Asia are twice as wide.
func lines(text string, letters int) int {
	count, left := 0, 0 // of half letters
	for _, word := range strings.Fields(text) {
		wide := 0
		for _, c := range word {
			wide += halves(c)
		}
		if wide+2 <= left { // after a space
			left -= wide + 2
			continue
		}
		count, left = count+1, 2*letters
		for _, c := range word {
			if halves(c) > left {
				count, left = count+1, 2*letters
			}
			left -= halves(c)
		}
	}
	return count
}

// halves returns the greatest width of a character, in half letters.
func halves(c rune) int {
	switch {
	case c >= '\u1100':
		return 4
	case unicode.IsUpper(c) || strings.ContainsRune("mw@%", c):
		return 3
	}
	return 2
}
