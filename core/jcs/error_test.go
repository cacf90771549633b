package jcs_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
)

func TestErrors(t *testing.T) {
	deep := strings.Repeat("[", 64)
	for _, c := range []struct {
		name, text           string
		offset, line, column int
		msg                  string
	}{
		{"empty", "", 0, 1, 1, `expected a JSON value, found an empty text`},
		{"white space", " \n ", 3, 2, 2, `unexpected end of text: expected a value`},
		{"byte order mark", "\ufeff{}", 0, 1, 1, `expected UTF-8 text without a byte order mark, found "\ufeff"`},
		{"byte order mark later", " \ufeff{}", 1, 1, 2, `expected a value, found "\ufeff"`},
		{"UTF-16", "\xff\xfe{\x00", 0, 1, 1, `expected UTF-8 text, found "\xff"`},
		{"NUL", "[\x00]", 1, 1, 2, `expected a value or ], found "\x00"`},
		{"form feed", "[1,\f2]", 3, 1, 4, `expected a value after the comma, found "\f"`},
		{"vertical tab", "{\v}", 1, 1, 2, `expected a member name in double quotes or }, found "\v"`},
		{"line separator", "1\u2028", 1, 1, 2, `expected the end of the text after the value, found "\u2028"`},
		{"no-break space", "[1,\u00a02]", 3, 1, 4, `expected a value after the comma, found "\u00a0"`},

		{"capital literal", "[True]", 1, 1, 2, `expected a value or ], found "True"`},
		{"literal cut short", "tru", 0, 1, 1, `expected a value, found "tru"`},
		{"literal too long", "[nulls]", 1, 1, 2, `expected a value or ], found "nulls"`},
		{"NaN", `{"a":NaN}`, 5, 1, 6, `expected a value after the colon, found "NaN"`},
		{"Infinity", `-Infinity`, 1, 1, 2, `expected a digit after the minus sign, found "Infinity"`},
		{"single quotes", `['a']`, 1, 1, 2, `expected a value or ], found "'"`},
		{"comment", "[1, // one\n2]", 4, 1, 5, `expected a value after the comma, found "/"`},

		{"leading zero", `[01]`, 2, 1, 3, `expected no digit after a leading 0, found "1"`},
		{"negative leading zero", `-00.5`, 2, 1, 3, `expected no digit after a leading 0, found "0.5"`},
		{"plus", `[+1]`, 1, 1, 2, `expected a value or ], found "+1"`},
		{"no digit before the point", `.5`, 0, 1, 1, `expected a value, found ".5"`},
		{"no digit after the point", `[5.]`, 3, 1, 4, `expected a digit after the decimal point, found "]"`},
		{"no digit after the point, exponent", `5.e1`, 2, 1, 3, `expected a digit after the decimal point, found "e1"`},
		{"no digit in the exponent", `[1e+]`, 4, 1, 5, `expected a digit in the exponent, found "]"`},
		{"minus alone", `-`, 1, 1, 2, `unexpected end of text: expected a digit after the minus sign`},
		{"hexadecimal", `[0x1F]`, 2, 1, 3, `expected a comma or ] after the element, found "x1F"`},
		{"underscore", `1_000`, 1, 1, 2, `expected the end of the text after the value, found "_000"`},
		{"overflow", `[1, -1e400]`, 4, 1, 5, `expected a number within ±1.7976931348623157e308, found "-1e400"`},
		{"overflow by rounding", `1.7976931348623159e308`, 0, 1, 1, `expected a number within ±1.7976931348623157e308, found "1.7976931348623159e308"`},
		{"overflow, long exponent", `1e+99999999999999999999999`, 0, 1, 1, `expected a number within ±1.7976931348623157e308, found "1e+999999999999999999999"…`},

		{"unclosed string", `"abc`, 4, 1, 5, `unexpected end of text: expected the closing quote of a string`},
		{"unclosed string after an escape", `"a\nb`, 5, 1, 6, `unexpected end of text: expected the closing quote of a string`},
		{"control character", "{\"a\": \"b\nc\"}", 8, 1, 9, `expected control characters to be escaped in a string, found "\n"`},
		{"control character in a name", "{\"\x1f\": 1}", 2, 1, 3, `expected control characters to be escaped in a string, found "\x1f"`},
		{"bad escape", `"\x41"`, 2, 1, 3, `expected one of "\/bfnrtu after the backslash, found "x41"`},
		{"escaped quote of Go and JS", `"\'"`, 2, 1, 3, `expected one of "\/bfnrtu after the backslash, found "'"`},
		{"backslash at the end", `"\`, 2, 1, 3, "unexpected end of text: expected one of \"\\/bfnrtu after the backslash"},
		{"short hex", `"\u12"`, 5, 1, 6, `expected four hexadecimal digits after \u, found "\""`},
		{"not hex", `"\u00g0"`, 5, 1, 6, `expected four hexadecimal digits after \u, found "g0"`},
		{"hex at the end", `"\u00`, 5, 1, 6, `unexpected end of text: expected four hexadecimal digits after \u`},
		{"lone high surrogate", `["\ud83dx"]`, 2, 1, 3, `expected a surrogate pair, found a lone \ud83d`},
		{"lone high surrogate, then an escape", `["\ud83d\n"]`, 2, 1, 3, `expected a surrogate pair, found a lone \ud83d`},
		{"lone low surrogate", `["ab\uDE00"]`, 4, 1, 5, `expected a surrogate pair, found a lone \uDE00`},
		{"low surrogate first", `"\ude00\ud83d"`, 1, 1, 2, `expected a surrogate pair, found a lone \ude00`},
		{"two high surrogates", `"\ud83d\ud83d"`, 1, 1, 2, `expected a surrogate pair, found a lone \ud83d`},
		{"surrogate, then short hex", `"\ud83d\ude"`, 11, 1, 12, `expected four hexadecimal digits after \u, found "\""`},
		{"surrogate at the end", `"\ud83d`, 1, 1, 2, `expected a surrogate pair, found a lone \ud83d`},
		{"invalid UTF-8", "[\"é\xff\"]", 4, 1, 4, `expected UTF-8 text, found "\xff"`},
		{"overlong UTF-8", "\"\xc0\xaf\"", 1, 1, 2, `expected UTF-8 text, found "\xc0"`},
		{"surrogate as UTF-8", "\"\xed\xa0\x80\"", 1, 1, 2, `expected UTF-8 text, found "\xed"`},
		{"UTF-8 cut short", "\"\xe2\x82", 1, 1, 2, `expected UTF-8 text, found "\xe2"`},

		{"unclosed array", `[1`, 2, 1, 3, `unexpected end of text: expected a comma or ] after the element`},
		{"array just opened", `[`, 1, 1, 2, `unexpected end of text: expected a value or ]`},
		{"array, trailing comma", `[1,]`, 3, 1, 4, `expected a value after the comma, found "]"`},
		{"array, comma first", `[,1]`, 1, 1, 2, `expected a value or ], found ","`},
		{"array, no comma", `[1 2]`, 3, 1, 4, `expected a comma or ] after the element, found "2"`},
		{"array closed as object", `[1}`, 2, 1, 3, `expected a comma or ] after the element, found "}"`},

		{"unclosed object", `{"a":1`, 6, 1, 7, `unexpected end of text: expected a comma or } after the member`},
		{"object just opened", `{`, 1, 1, 2, `unexpected end of text: expected a member name in double quotes or }`},
		{"object, trailing comma", `{"a":1,}`, 7, 1, 8, `expected a member name in double quotes after the comma, found "}"`},
		{"object, bare name", `{a:1}`, 1, 1, 2, `expected a member name in double quotes or }, found "a"`},
		{"object, number as name", `{"a":1,2:3}`, 7, 1, 8, `expected a member name in double quotes after the comma, found "2"`},
		{"object, no colon", `{"a" 1}`, 5, 1, 6, `expected a colon after the member name, found "1"`},
		{"object, equals", `{"a"=1}`, 4, 1, 5, `expected a colon after the member name, found "="`},
		{"object, no value", `{"a":}`, 5, 1, 6, `expected a value after the colon, found "}"`},
		{"object, no comma", "{\n  \"name\": \"Zoë\",\n  \"note\": \"é😀\" x\n}", 39, 3, 16, `expected a comma or } after the member, found "x"`},
		{"object, value cut off", `{"a":`, 5, 1, 6, `unexpected end of text: expected a value after the colon`},

		{"repeated name", `{"a":1, "b":2, "a":3}`, 15, 1, 16, `expected each member name once, found "a" again`},
		{"repeated name, escaped", "{\"a\":1,\n\"\\u0061\":2}", 8, 2, 1, `expected each member name once, found "a" again`},
		{"repeated empty name", `[{"":1,"":1}]`, 7, 1, 8, `expected each member name once, found "" again`},
		{"repeated long name", `{"abcdefghijklmnopqrstuvwxyz":1,"abcdefghijklmnopqrstuvwxyz":1}`, 32, 1, 33, `expected each member name once, found "abcdefghijklmnopqrstuvwx"… again`},
		{"repeated name is refused before its value", `{"a":1,"a":x`, 7, 1, 8, `expected each member name once, found "a" again`},

		{"trailing data", "{} x", 3, 1, 4, `expected the end of the text after the value, found "x"`},
		{"trailing value", "1\r\n2", 3, 2, 1, `expected the end of the text after the value, found "2"`},
		{"trailing bracket", `[]]`, 2, 1, 3, `expected the end of the text after the value, found "]"`},
		{"level 65, array", deep + "[", 64, 1, 65, `expected at most 64 levels of nesting, found another "["`},
		{"level 65, object", deep + "{", 64, 1, 65, `expected at most 64 levels of nesting, found another "{"`},
		{"level 64 is allowed", deep + "1", 65, 1, 66, `unexpected end of text: expected a comma or ] after the element`},
		{"closed levels do not count", "[" + deep[1:] + strings.Repeat("]", 63) + "," + deep[1:] + " [", 192, 1, 193, `expected at most 64 levels of nesting, found another "["`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := jcs.Parse([]byte(c.text))
			e, ok := errors.AsType[*jcs.Error](err)
			if !ok {
				t.Fatalf("got %v, want a *jcs.Error", err)
			}
			if want := (jcs.Error{Offset: c.offset, Line: c.line, Column: c.column, Msg: c.msg}); !reflect.DeepEqual(*e, want) {
				t.Errorf("\ngot  %+v\nwant %+v", *e, want)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	err := &jcs.Error{Offset: 90, Line: 7, Column: 22, Msg: `expected a comma or } after the member, found "x"`}
	if got, want := err.Error(), `line 7, column 22: expected a comma or } after the member, found "x"`; got != want {
		t.Errorf("got %s", got)
	}
}
