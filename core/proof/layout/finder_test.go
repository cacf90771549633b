package layout

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/jcs"
)

// The likeliest layouts are tried first.
func TestFinderOrder(t *testing.T) {
	_, private := prooftest.TestKey('f')
	text := prooftest.FlatRecord(private, "")
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := NewFinder(NewSpeller(text, &root))
	for position, want := range []string{
		"canonical JSON (RFC 8785) of every member but evaluator_signature",
		"canonical JSON (RFC 8785) of every member but evaluator_pubkey and evaluator_signature",
		"canonical JSON (RFC 8785) of code_hash",
		"compact JSON of every member but evaluator_signature, in the record's order",
	} {
		if got := f.layout(position).Name; got != want {
			t.Errorf("position %d: %q, want %q", position, got, want)
		}
	}
}
