package web

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// idChars are the characters of ids besides letters, digits and spaces.
const idChars = ".-_~:@+"

// mostID is how many characters an id may have.
const mostID = 128

// refuseID returns what is wrong with an id of an arena, challenge or agent,
// which becomes part of an address; "" if it is valid.
func refuseID(id string) string {
	switch {
	case strings.Contains(id, "..") || id == ".":
		return "want no dots that a URL could read as a parent folder"
	case strings.TrimSpace(id) != id || strings.Contains(id, "  "):
		return "want no space at the start or the end, and no two spaces in a row"
	}
	for _, c := range id {
		if c != ' ' && !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) && !strings.ContainsRune(idChars, c) {
			return fmt.Sprintf("%s: want letters, digits, spaces and %s only", op.Quote(string(c)), idChars)
		}
	}
	return refuseHidden(id)
}

// refuseHidden returns what is wrong with an id that is not part of an address,
// such as the id of a submission. Two different ids that it accepts never look
// the same, if their letters are of one script.
func refuseHidden(id string) string {
	switch {
	case id == "":
		return "want at least one character"
	case !utf8.ValidString(id):
		return "want UTF-8"
	case utf8.RuneCountInString(id) > mostID:
		return "want at most " + strconv.Itoa(mostID) + " characters"
	}
	on := false // whether a mark has something to stand on
	for _, c := range id {
		if c != ' ' && !words.Visible(c) {
			return fmt.Sprintf("%s: want visible characters", op.Quote(string(c)))
		}
		if unicode.IsMark(c) && !on {
			return fmt.Sprintf("%s: want a letter before a combining mark", op.Quote(string(c)))
		}
		on = unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c)
	}
	if !norm.NFKC.IsNormalString(id) {
		return "want letters in their normal form (Unicode NFKC), such as " + op.Quote(words.Plain(norm.NFKC.String(id)))
	}
	if scripts := words.Scripts(id); len(scripts) > 2 || len(scripts) == 2 && scripts[0] != "Latin" && scripts[1] != "Latin" {
		return "want letters of one script, or of Latin and one other script, not of " + strings.Join(scripts, ", ")
	}
	return ""
}
