package inputs

import (
	"slices"
	"strings"
	"testing"
)

func TestPaired(t *testing.T) {
	for _, row := range []struct{ name, names, want string }{
		{"none", "", ""},
		{"documents", "a.json b.json", "a.json b.json"},
		{"each ending", "a a.sig b b.minisig c c.sshsig d d.tlog-proof", "a+a.sig b+b.minisig c+c.sshsig d+d.tlog-proof"},
		{"the signature first", "a.sig b a", "b a+a.sig"},
		{"a signature alone", "a.sig b", "a.sig b"},
		{"in another folder", "x/a.sig a", "x/a.sig a"},
		{"two signatures of one document", "a a.sig a.minisig", "a a.sig a.minisig"},
		{"a signature of a signature", "a a.sig a.sig.sig", "a+a.sig a.sig.sig"},
		{"a document twice", "a a a.sig", "a a a.sig"},
		{"a signature twice", "a a.sig a.sig", "a a.sig a.sig"},
		{"standard input", "- -.sig", "- -.sig"},
		{"an ending alone", ".sig a", ".sig a"},
	} {
		var got []string
		for _, in := range Paired(strings.Fields(row.names)) {
			if in.Signature != "" {
				in.Document += "+" + in.Signature
			}
			got = append(got, in.Document)
		}
		if want := strings.Fields(row.want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", row.name, got, want)
		}
	}
}
