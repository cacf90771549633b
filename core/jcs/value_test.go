package jcs

import "testing"

// Integers that a double tells from their neighbours are read, at both ends.
func TestInexact(t *testing.T) {
	for number, want := range map[string]string{
		"9007199254740991": "", "-9007199254740991": "", "9007199254740992": "9007199254740992", "-9007199254740992": "-9007199254740992",
		"9007199254740993.0": "", "9.007199254740993e15": "", "1E300": "", "[1, {\"a\": 9007199254740993}]": "9007199254740993",
	} {
		v, err := ParseString(number)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if at := Inexact(&v, number); at != nil {
			got = number[at.Start:at.End]
		}
		if got != want {
			t.Errorf("%s: found %q, want %q", number, got, want)
		}
	}
}
