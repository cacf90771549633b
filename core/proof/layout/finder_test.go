package layout

import (
	"reflect"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/jcs"
)

// newTestFinder is a finder of a flat record.
func newTestFinder(t *testing.T) *finder {
	t.Helper()
	_, private := prooftest.TestKey('f')
	text := prooftest.FlatRecord(private, "")
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return NewFinder(NewSpeller(text, &root))
}

// The likeliest layouts are tried first.
func TestFinderOrder(t *testing.T) {
	f := newTestFinder(t)
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

// Candidates have the same positions whether all of them are made at once or when a
// search gets to them.
func TestFinderGrows(t *testing.T) {
	all, f := newTestFinder(t), newTestFinder(t)
	first := f.Total
	all.Complete()
	var sizes []int
	for position := range all.Total {
		if position == f.Total {
			sizes = append(sizes, position)
			if !f.grow() {
				t.Fatalf("%d candidates, want %d", f.Total, all.Total)
			}
		}
		pick, style := f.at(position)
		wanted, styled := all.at(position)
		if !reflect.DeepEqual(pick, wanted) || !reflect.DeepEqual(style, styled) {
			t.Fatalf("position %d: %v %v, want %v %v", position, pick, style, wanted, styled)
		}
	}
	if len(sizes) != 2 || sizes[0] != first || f.Total != all.Total || f.grow() {
		t.Errorf("grew at %v to %d, want at %d and once more to %d", sizes, f.Total, first, all.Total)
	}
}
