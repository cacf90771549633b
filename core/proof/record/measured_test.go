package record

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

func TestMeasured(t *testing.T) {
	rb, err := rulebook.ID("airena").Resolve()
	if err != nil {
		t.Fatal(err)
	}
	s, p := ReadSigned([]byte(`{"passed_tests":97,"total_tests":100,"execution_time_ms":1280,"fastest_time_ms":1000,"quality":80}`))
	if p != nil {
		t.Fatal(p)
	}
	got := s.Measured(rb)
	if len(got) != 2 || *got["correctness"].Passed != 97 || *got["correctness"].Total != 100 ||
		*got["speed"].TimeMs != 1280 || *got["speed"].FastestMs != 1000 {
		t.Errorf("%+v", got)
	}
	s, _ = ReadSigned([]byte(`{"passed_tests":9.5,"total_tests":10,"execution_time_ms":"1280","fastest_time_ms":1000}`))
	if got := s.Measured(rb); len(got) != 0 {
		t.Errorf("half a test and a time as text: %+v", got)
	}
}
