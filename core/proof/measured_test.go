package proof

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// What was measured goes along only if it makes the signed score of its dimension.
func TestMeasuredMakesTheSignedScore(t *testing.T) {
	rb, err := rulebook.ID("airena").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	signed, p := record.ReadSigned([]byte(`{"passed_tests":97,"total_tests":100,"execution_time_ms":1280,"fastest_time_ms":1000}`))
	if p != nil {
		t.Fatal(p)
	}
	made, err := recompute(rb, map[string]float64{"correctness": 97, "speed": 60, "quality": 80, "process": 80}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := measuredOf(rb, &record.Record{Signed: signed}, made)
	if _, speed := got["speed"]; speed || got["correctness"].Passed == nil {
		t.Errorf("%+v: want the tests, which make 97, and no times, which make 86", got)
	}
}
