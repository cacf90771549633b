package record

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Integers that a double tells from their neighbours are read, at both ends.
func TestInexact(t *testing.T) {
	for number, want := range map[string]string{
		"9007199254740991": "", "-9007199254740991": "", "9007199254740992": "9007199254740992", "-9007199254740992": "-9007199254740992",
		"9007199254740993.0": "", "9.007199254740993e15": "", "1E300": "", "[1, {\"a\": 9007199254740993}]": "9007199254740993",
	} {
		v, p := text.ParseJSON(number)
		if p != nil {
			t.Fatal(p)
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

// A proof that signs no record, and shows none, has no score and no text.
func TestNothingInIt(t *testing.T) {
	r, p := Read(nil, "", nil)
	if p != nil {
		t.Fatal(p)
	}
	if name, x, ok := r.Score(); name != "" || x != 0 || ok {
		t.Errorf("score %s %v %t", name, x, ok)
	}
	if name, said := r.TextOf(CodeNames); name != "" || said != "" {
		t.Errorf("text %s %q", name, said)
	}
}
