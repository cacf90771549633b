package words

import (
	"strconv"
	"strings"
)

// Counted returns a number with its noun.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(int64(n)) + " " + many
}

// Spelled writes small numbers as words: two, twelve, 13.
func Spelled(n int) string {
	small := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(small) {
		return small[n]
	}
	return Grouped(int64(n))
}

// Change returns a signed change with its noun: +16 points, +1 point.
func Change(x float64, noun string) string {
	text := Signed(x)
	if text != "+1" && text != "−1" {
		noun += "s"
	}
	return text + " " + noun
}

// Join lists texts: a, b and c.
func Join(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// Ordinal is 1st, 2nd, 3rd, 4th, …
func Ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// Capital writes the first letter large, if it is one from a to z.
func Capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// Plural returns a noun for that many.
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case noun == "match":
		return "matches"
	}
	return noun + "s"
}
