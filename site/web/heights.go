package web

import (
	"strings"
	"unicode"

	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// A frame that is as wide as its place, [snippet.Fluid], is whole from the narrowest width on.
const narrowest = 240

// oneLine is the width below which a card is one line, and lineHeight its height then, as
// templates/stored/card.css has them.
const oneLine, lineHeight = 200, 34

// The lines of a card at 240 pixels, its narrowest: letters that surely fit, also in
// the wide DejaVu Sans, and pixels. The rest is its edges.
const (
	nameLetters, nameLine   = 15, 24
	smallLetters, smallLine = 22, 21
	boldLetters, boldLine   = 20, 24
	totalDigits, totalLine  = 10, 36
	linkLine                = 24
	cardEdges               = 48
	cardSides               = 34
)

// From 289 pixels on, a short total stands beside the name and the challenge, which have
// so many pixels less for each digit.
const (
	besideFrom, besideGap   = 289, 51
	digitWidth              = 20
	nameLetter, smallLetter = 14, 10
	totalHeight             = 52
)

// fitting returns how many letters surely fit on a line of a frame of that width, if so many
// do at its narrowest.
func fitting(letters, width int) int {
	if width == snippet.Fluid {
		return letters
	}
	return max(1, letters*(width-cardSides)/(narrowest-cardSides))
}

// cardHeight returns the height that holds a card of that width.
func cardHeight(v *stored.CardView, width int) int {
	if width != snippet.Fluid && width < oneLine {
		return lineHeight
	}
	verdict := "00 " + v.Heading // the mark is as wide as two digits
	if v.By != "" {
		verdict += " · " + stored.SaysSigned + " " + v.By
	}
	return cardEdges + headHeight(v, width) + boldLine*lines(verdict, fitting(boldLetters, width)) +
		smallLine*lines(v.As, fitting(smallLetters, width)) + linkLine*lines(v.Check(), fitting(smallLetters, width))
}

// headHeight returns the height of a card's name, challenge and total.
func headHeight(v *stored.CardView, width int) int {
	height := nameLine*lines(v.Name, fitting(nameLetters, width)) + smallLine*lines(v.In, fitting(smallLetters, width))
	if v.Total == "" {
		return height
	}
	height += totalLine * lines(v.Total, fitting(totalDigits, width))
	if !v.IsShort() { // what it is may have a line of its own
		return height + totalLine
	}
	room := max(width, besideFrom) - besideGap - digitWidth*len(v.Total)
	beside := max(totalHeight, nameLine*lines(v.Name, room/nameLetter)+smallLine*lines(v.In, room/smallLetter))
	switch {
	case width == snippet.Fluid:
		return max(height, beside)
	case width < besideFrom:
		return height
	}
	return beside
}

// A score of more characters than these has more lines in a leaderboard of 240 pixels.
const scoreLetters, scoreLine = 8, 23

// Of the rows of a leaderboard: their head, the widths of the rank, of a digit and of a letter
// of a name, in pixels.
const boardHead, rankWidth, scoreDigit, rowLetter = 40, 48, 9, 10

// boardHeight returns the height that holds so many rows of a leaderboard. In a frame that is
// as wide as its place, lines of names are not counted.
func (a *App) boardHeight(l *List, rows, width int) int {
	height := snippet.BoardHeight
	if width != snippet.Fluid {
		v := a.framedView(l, rows)
		height = cardEdges + boardHead + nameLine*lines(v.Name, fitting(nameLetters, width)) +
			smallLine*lines(v.In, fitting(smallLetters, width)) +
			boldLine*lines("00 "+v.Sure, fitting(boldLetters, width)) +
			smallLine*lines(v.As, fitting(smallLetters, width)) + linkLine*lines(v.Link, fitting(smallLetters, width))
	}
	for i := range l.Entries[:min(rows, len(l.Entries))] {
		height += snippet.BoardRow + scoreLine*(rowLines(&l.Entries[i], width)-1)
	}
	return height
}

// rowLines returns how many lines a row of a leaderboard has.
func rowLines(e *Entry, width int) int {
	total := number(e.Total)
	if width == snippet.Fluid {
		return max(1, lines(total, scoreLetters))
	}
	score := min(scoreDigit*len(total)+12, width*2/5)
	room := max(1, (width-cardSides-rankWidth-score)/rowLetter)
	return max(1, lines(total, max(1, scoreLetters*width/narrowest)), lines(named(e.Name), room))
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
