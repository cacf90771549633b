package twin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/site/markdown"
)

// markdown writes a paragraph, or a cell of a table.
func (t Text) markdown(cell bool) string {
	var b strings.Builder
	for i := 0; i < len(t); {
		end := t.linkEnd(i)
		if href := t[i].Href; href != "" {
			text := t[i:end].styled("", "", cell)
			inner := strings.TrimSpace(text)
			left, right, _ := strings.Cut(text, inner)
			b.WriteString(left + "[" + inner + "](" + destination(href) + ")" + right)
		} else {
			b.WriteString(t[i:end].styled(b.String(), t[end:].Plain(), cell))
		}
		i = end
	}
	return b.String()
}

// linkEnd is where the runs end that lead to the same address as that one, or
// nowhere as it does.
func (t Text) linkEnd(i int) int {
	end := i + 1
	for end < len(t) && t[end].Href == t[i].Href {
		end++
	}
	return end
}

// styled writes runs between other texts.
func (t Text) styled(before, after string, cell bool) string {
	var b strings.Builder
	for i, r := range t {
		b.WriteString(r.markdown(before+b.String(), t[i+1:].Plain()+after, cell))
	}
	return b.String()
}

// markdown writes a run between others. Space at its ends stays outside of its
// marks, which would not be marks otherwise. A bar in the code of a cell would end
// the cell.
func (r Run) markdown(before, after string, cell bool) string {
	inner := strings.TrimSpace(r.Text)
	if inner == "" {
		return r.Text
	}
	left, right, _ := strings.Cut(r.Text, inner)
	out := markdown.Escape(inner)
	if r.Code {
		out = span(inner)
	}
	if r.Code && cell {
		out = strings.ReplaceAll(out, "|", `\|`)
	}
	if r.Bold && !r.Code && marks(before+left, inner, right+after) {
		out = "**" + out + "**"
	}
	return left + out + right
}

// marks reports whether asterisks around a text make it bold: they do not, if it
// begins or ends with punctuation where a word goes on.
func marks(before, inner, after string) bool {
	first, _ := utf8.DecodeRuneInString(inner)
	last, _ := utf8.DecodeLastRuneInString(inner)
	previous, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return (isWord(first) || before == "" || unicode.IsSpace(previous)) &&
		(isWord(last) || after == "" || unicode.IsSpace(next))
}

func isWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// span is code in a line, between marks that do not occur in it.
func span(code string) string {
	mark := strings.Repeat("`", longest(code, '`')+1)
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		code = " " + code + " "
	}
	return mark + code + mark
}

// destination returns the address of a link, without characters that end it.
func destination(href string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "").Replace(
		href)
}
