package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
)

// number is a cell that reads as a number, in parts.
type number struct {
	minus       bool
	digits      string // with separators and exponent, without the sign
	over        string // the digits below a fraction bar, or ""
	unit        string // %, a currency or a unit, before or behind
	uncertainty string // how an uncertainty follows: ± or brackets
	tens        int    // zeros of k, M or B
}

// isMissing reports whether a cell stands for a missing value.
func isMissing(cell string) bool {
	if len(cell) > 5 {
		return false
	}
	switch strings.ToLower(cell) {
	case "", "-", "--", "–", "—", "?", "n/a", "#n/a", "n.a.", "na", "null", "none", "nan":
		return true
	}
	return false
}

// isInfinite reports whether a cell is an infinity, as programs write it.
func isInfinite(cell string) bool {
	switch strings.ToLower(strings.TrimLeft(cell, "+-−")) {
	case "inf", "infinity", "∞", "1.#inf":
		return true
	}
	return false
}

// hasDigit reports whether a cell holds a digit.
func hasDigit(cell string) bool {
	for i := range len(cell) {
		if isDigit(cell[i]) {
			return true
		}
	}
	return western(cell) != cell
}

// western returns a cell with digits 0 to 9 and ASCII signs for those of other scripts. A
// cell without such digits stays.
func western(cell string) string {
	ascii := true
	for i := range len(cell) {
		ascii = ascii && cell[i] < utf8.RuneSelf
	}
	if ascii || !strings.ContainsFunc(cell, func(c rune) bool { return c >= utf8.RuneSelf && unicode.IsDigit(c) }) {
		return cell
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c >= utf8.RuneSelf && unicode.IsDigit(c):
			zero := c
			for unicode.IsDigit(zero-1) && c-zero < 9 {
				zero--
			}
			return '0' + c - zero
		case c == '٫' || c == '．':
			return '.'
		case c == '٬' || c == '，':
			return ','
		case c == '٪' || c == '％':
			return '%'
		case c == '－':
			return '-'
		}
		return c
	}, cell)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isPlain reports whether a cell is written like 12 or 97.5, with a point or a comma.
func isPlain(cell string) bool {
	signs, digits := 0, 0
	for i := range len(cell) {
		switch c := cell[i]; {
		case isDigit(c):
			digits++
		case c == '.' || c == ',':
			signs++
		default:
			return false
		}
	}
	return digits > 0 && signs < 2 && isDigit(cell[len(cell)-1])
}

// readNumber takes a cell apart.
func readNumber(cell string) (n number, ok bool) {
	if isPlain(cell) {
		return number{digits: cell}, true
	}
	rest := n.before(western(cell))
	end := digitsEnd(rest)
	if end == 0 {
		return n, false
	}
	n.digits, rest = strings.TrimSuffix(rest[:end], "."), trimSpace(rest[end:]) // 3. is a place, or 3
	for rest != "" {
		if isDigit(rest[0]) {
			return n, n.spans(rest)
		}
		if rest, ok = n.behind(rest); !ok {
			return n, false
		}
		rest = trimSpace(rest)
	}
	return n, true
}

// before reads a sign, a currency or a number sign in front of the digits.
func (n *number) before(cell string) (rest string) {
	for signs := 0; ; {
		switch {
		case signs == 0 && (strings.HasPrefix(cell, "-") || strings.HasPrefix(cell, "−") || strings.HasPrefix(cell, "–")):
			n.minus = true
			signs++
		case signs == 0 && strings.HasPrefix(cell, "+"):
			signs++
		case n.unit == "" && strings.HasPrefix(cell, "#"):
			n.unit = "#"
		default:
			unit := currencyAt(cell)
			if n.unit != "" || unit == "" {
				return cell
			}
			n.unit = unit
			cell = trimSpace(cell[len(unit):])
			continue
		}
		_, size := utf8.DecodeRuneInString(cell)
		cell = cell[size:]
	}
}

// behind reads one thing that may stand behind the digits.
func (n *number) behind(rest string) (string, bool) {
	switch c := rest[0]; {
	case c == '%':
		return rest[1:], n.takeUnit("%")
	case strings.HasPrefix(rest, "±") || strings.HasPrefix(rest, "+/-") || strings.HasPrefix(rest, "+-"):
		inner := trimSpace(strings.TrimLeft(rest, "±+/-"))
		end := digitsEnd(inner)
		n.uncertainty = "±"
		return inner[end:], end > 0
	case c == '+' && strings.Contains(rest, "/"):
		n.uncertainty = "±"
		return "", isMargin(rest)
	case c == '(' || c == '[':
		end := strings.IndexAny(rest, ")]")
		n.uncertainty = "brackets"
		if end < 0 || !isMargin(rest[1:end]) {
			return "", false
		}
		return rest[end+1:], true
	case c == '/' || strings.HasPrefix(rest, "of ") || strings.HasPrefix(rest, "out of "):
		inner := trimSpace(strings.TrimLeft(rest, "/outf "))
		if end := digitsEnd(inner); end > 0 && n.over == "" && n.unit == "" {
			n.over = inner[:end]
			return inner[end:], true
		}
	case rest == "*" || rest == "†" || rest == "‡":
		return "", true
	}
	if unit := currencyAt(rest); unit != "" {
		return rest[len(unit):], n.takeUnit(unit)
	}
	end := unitEnd(rest)
	return rest[end:], end > 0 && n.takeUnit(strings.TrimRight(rest[:end], " "))
}

// spans reads what follows a span of time: 1 h 20 min is 80 min.
func (n *number) spans(rest string) bool {
	sum, unit, last := spanOf(n.digits, n.unit), n.unit, spanOf("1", n.unit)
	for rest != "" {
		end := digitsEnd(rest)
		digits, behind := rest[:end], trimSpace(rest[end:])
		if end = unitEnd(behind); end == 0 {
			return false
		}
		unit, rest = strings.TrimRight(behind[:end], " "), trimSpace(behind[end:])
		one := spanOf("1", unit)
		if n.tens != 0 || n.over != "" || n.uncertainty != "" || one.Sign() <= 0 || one.Cmp(last) >= 0 {
			return false
		}
		sum, last = sum.Add(spanOf(digits, unit)), one
	}
	if unit == "m" {
		unit = "min"
	}
	n.digits, n.unit = op.Show(sum.Quo(spanOf("1", unit)).Float()), unit
	return sum.Sign() >= 0 && !strings.ContainsAny(n.digits, ".e")
}

// spanOf returns whole digits of a unit of time in milliseconds, of d and m too; less than
// 0 for others.
func spanOf(digits, unit string) exact.Num {
	of := secondsOf(unit)
	switch unit {
	case "d", "day", "days":
		of = exact.Int(86_400_000)
	case "m":
		of = secondsOf("min")
	}
	if of.Sign() == 0 || digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return exact.Int(-1 << 60)
	}
	return of.Mul(exact.Of(plainValue(digits, point)))
}

// takeUnit notes a unit, of which a cell has one; k, M and B make a number larger.
func (n *number) takeUnit(unit string) bool {
	if first, of, _ := strings.Cut(unit, " "); n.tens == 0 && n.over == "" {
		switch first {
		case "k", "K":
			n.tens, unit = 3, of
		case "M", "mn", "million":
			n.tens, unit = 6, of
		case "B", "bn", "billion":
			n.tens, unit = 9, of
		case "st", "nd", "rd", "th":
			unit = "#"
		}
	}
	if n.unit != "" && unit != "" && n.unit != unit {
		return false
	}
	if unit != "" {
		n.unit = unit
	}
	return true
}

// isMargin reports whether a text is an uncertainty or an interval.
func isMargin(text string) bool {
	for _, c := range text {
		if !strings.ContainsRune("0123456789.,;:+-−–±/% ", c) {
			return false
		}
	}
	return hasDigit(text)
}

// digitsEnd returns the end of the digits, their separators and an exponent that a text
// begins with.
func digitsEnd(text string) int {
	i := 0
	for i < len(text) {
		if isDigit(text[i]) {
			i++
			continue
		}
		size := separatorAt(text[i:])
		if size == 0 || i == 0 && text[0] != '.' && text[0] != ',' {
			break
		}
		i += size
	}
	if i > 0 && i == len(text)-1 && text[i] == '.' {
		return i + 1 // 97.
	}
	if i > 0 && i < len(text) && text[i]|0x20 == 'e' {
		at := i + 1
		if at < len(text) && (text[at] == '+' || text[at] == '-') {
			at++
		}
		end := at
		for end < len(text) && isDigit(text[end]) {
			end++
		}
		if end > at {
			return end
		}
	}
	return i
}

// separatorAt returns the length of what may stand between two digits.
func separatorAt(text string) int {
	size := 1
	switch {
	case text[0] == '.' || text[0] == ',' || text[0] == '\'' || text[0] == '_':
	case text[0] == ' ':
		return spaceAt(text, 1)
	case strings.HasPrefix(text, "’"):
		size = len("’")
	case strings.HasPrefix(text, "\u00a0"):
		return spaceAt(text, len("\u00a0"))
	case strings.HasPrefix(text, "\u202f") || strings.HasPrefix(text, "\u2009"):
		return spaceAt(text, len("\u202f"))
	default:
		return 0
	}
	if size < len(text) && isDigit(text[size]) {
		return size
	}
	return 0
}

// spaceAt returns the length of a space if exactly three digits follow.
func spaceAt(text string, size int) int {
	if len(text) < size+3 || !isDigit(text[size]) || !isDigit(text[size+1]) || !isDigit(text[size+2]) ||
		len(text) > size+3 && isDigit(text[size+3]) {
		return 0
	}
	return size
}

const longestUnit = 24 // bytes

// unitEnd returns the end of the letters that a text begins with.
func unitEnd(text string) int {
	end, letters := 0, false
	for i, c := range text {
		if i > longestUnit {
			return 0
		}
		letter := unicode.IsLetter(c)
		if !letter && (i == 0 || c != ' ') && !strings.ContainsRune("/°²³·", c) {
			break
		}
		letters, end = letters || letter, i+utf8.RuneLen(c)
	}
	if !letters {
		return 0
	}
	return end
}

// currencies lists codes and signs of money.
var currencies = []string{"US$", "A$", "C$", "R$", "S$", "HK$", "NT$", "MX$", "¥", "￥", "₺", "₫", "₴", "฿", "₪", "₱", "$", "€", "£", "₹", "₩", "₽", "¢", "₿", "τ", "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR",
	"AUD", "CAD", "SEK", "NOK", "DKK", "PLN", "BRL", "KRW", "USDT", "USDC", "BTC", "ETH", "TAO"}

// currencyAt returns the currency that a text begins with, or "".
func currencyAt(text string) string {
	if text == "" || isDigit(text[0]) || text[0] >= 'a' && text[0] <= 'z' || text[0] == '%' {
		return ""
	}
	for _, c := range currencies {
		if strings.HasPrefix(text, c) {
			after, _ := utf8.DecodeRuneInString(text[len(c):])
			if c[len(c)-1] > 'Z' || c[len(c)-1] < 'A' || !unicode.IsLetter(after) {
				return c
			}
		}
	}
	return ""
}

func isCurrency(unit string) bool { return unit != "" && currencyAt(unit) == unit }

// trimSpace removes the spaces around a cell: all of Unicode, and two marks without width.
func trimSpace(s string) string {
	if s == "" || s[0] > ' ' && s[0] < utf8.RuneSelf && s[len(s)-1] > ' ' && s[len(s)-1] < utf8.RuneSelf {
		return s
	}
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' })
}

// readClock reads a duration written 1:23 or 0:01:23.5, in seconds. ok is false for other
// texts.
func readClock(cell string, sign signs) (seconds float64, ok bool) {
	if cell == "" || !isDigit(cell[0]) || strings.IndexByte(cell, ':') < 0 {
		return 0, false
	}
	parts := strings.Split(cell, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	sum := exact.Int(0)
	for i, part := range parts {
		whole := i < len(parts)-1
		if len(part) > 9 || !isPlain(part) || !isDigit(part[0]) || whole && strings.Trim(part, "0123456789") != "" ||
			i > 0 && (len(part) < 2 || part[0] > '5' || !isDigit(part[1])) {
			return 0, false
		}
		if fit, _ := signsOf(part); fit&sign == 0 {
			return 0, false
		}
		sum = sum.Mul(exact.Int(60)).Add(exact.Of(plainValue(part, sign)))
	}
	return sum.Float(), true
}
