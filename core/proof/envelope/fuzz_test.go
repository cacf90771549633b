package envelope

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// FuzzEnvelopes holds that a text is read or refused with a place, and that
// what is read is whole.
func FuzzEnvelopes(f *testing.F) {
	prooftest.SeedFiles(f, func(data []byte) { f.Add(data) }, "formats", "w3c-eddsa-jcs-2022", "signed-note")
	f.Add([]byte("c2sp.org/tlog-proof@v1\nextra aGVsbG8=\nindex 0\n\na\n1\nAAAA\n\n— a AAAA\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		statements, p := Read(string(text))
		checkStatements(t, text, statements, p)
	})
}

// FuzzDetached is FuzzEnvelopes for signatures beside their message.
func FuzzDetached(f *testing.F) {
	record := []byte(`{"b": 1, "a": 2}`)
	prooftest.SeedFiles(f, func(data []byte) { f.Add(data, record) }, "formats")
	f.Fuzz(func(t *testing.T, text, message []byte) {
		statements, p := ReadBeside(string(text), message)
		checkStatements(t, text, statements, p)
	})
}

func checkStatements(t *testing.T, text []byte, statements []Statement, p *text.Problem) {
	if p != nil {
		prooftest.CheckProblem(t, text, p)
		return
	}
	if len(statements) == 0 {
		t.Fatalf("%q: no statement and no problem", text)
	}
	for _, s := range statements {
		if s.Format == "flat" {
			continue // the finder's
		}
		if len(s.Signature) != signature.Size || s.Layout == "" || s.Format == "" || s.Key != nil && len(s.Key) != signature.KeySize {
			t.Fatalf("%q: %+v", text, s)
		}
		if s.Also != nil && len(s.Also.Signature) != signature.Size {
			t.Fatalf("%q: also %+v", text, s.Also)
		}
		if s.says() != nil {
			if v, err := jcs.Parse(s.says()); err != nil || v.Kind != jcs.Object {
				t.Fatalf("%q: record %q: %v", text, s.says(), err)
			}
		}
	}
}
