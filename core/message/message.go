// Package message formats the texts of the engine: the few verbs of fmt that
// messages need, without what else fmt brings along. Leaving fmt out of the
// engine saves about 80 KB of its 1,000 KB budget (docs/decisions/0006).
package message

import (
	"strconv"
	"strings"
)

// Sprintf formats like fmt.Sprintf with the verbs %s, %v, %d, %t (the text of
// a string, int, int64, float64, bool, error or Stringer), %q (that text,
// quoted) and %%, without flags. Anything else is a programmer's mistake and
// panics.
func Sprintf(format string, args ...any) string {
	var b strings.Builder
	next := 0
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			b.WriteString(format)
			break
		}
		b.WriteString(format[:at])
		if at+1 == len(format) {
			panic("message: a format ends in %")
		}
		verb := format[at+1]
		format = format[at+2:]
		if verb == '%' {
			b.WriteByte('%')
			continue
		}
		if next == len(args) {
			panic("message: more verbs than arguments")
		}
		b.WriteString(verbed(verb, args[next]))
		next++
	}
	if next != len(args) {
		panic("message: more arguments than verbs")
	}
	return b.String()
}

func verbed(verb byte, arg any) string {
	switch verb {
	case 's', 'v', 'd', 't':
		return Of(arg)
	case 'q':
		return strconv.Quote(Of(arg))
	}
	panic("message: unknown verb %" + string(rune(verb)))
}

// Of is the text of one value. Floats are written as their shortest decimal.
func Of(arg any) string {
	switch x := arg.(type) {
	case string:
		return x
	case int:
		return strconv.Itoa(x)
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case bool:
		return strconv.FormatBool(x)
	case error:
		return x.Error()
	case interface{ String() string }:
		return x.String()
	}
	panic("message: a value of a kind no message carries")
}

// Fill puts texts where a format has %s. Unlike [Sprintf] it takes texts only,
// and knows no other verb, which spares the engine a few KB.
func Fill(format string, texts ...string) string {
	said := ""
	for _, text := range texts {
		before, after, _ := strings.Cut(format, "%s")
		said, format = said+before+text, after
	}
	return said + format
}
