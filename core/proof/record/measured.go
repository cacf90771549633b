package record

import (
	"math"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Names of what was measured in a run, likeliest first.
var (
	PassedNames  = []string{"passed_tests", "tests_passed", "passed"}
	TotalNames   = []string{"total_tests", "tests_total", "total"}
	TimeNames    = []string{"execution_time_ms", "your_time_ms", "time_ms", "runtime_ms"}
	FastestNames = []string{"fastest_time_ms", "fastest_ms"}
)

// Measured returns the signed inputs of the dimensions that count passed tests or time
// against the fastest, by dimension.
func (s Signed) Measured(rb *rulebook.Rulebook) map[string]measure.Measurement {
	all := map[string]measure.Measurement{}
	for i := range rb.Dimensions {
		d := &rb.Dimensions[i]
		switch kind := measure.Of(d.Measure); {
		case kind.Relative:
			time, timed := s.numberOf(TimeNames)
			fastest, known := s.numberOf(FastestNames)
			if timed && known {
				all[d.Key] = measure.Measurement{TimeMs: &time, FastestMs: &fastest}
			}
		case kind.Tests:
			passed, counted := s.countOf(PassedNames)
			total, known := s.countOf(TotalNames)
			if counted && known {
				all[d.Key] = measure.Measurement{Passed: &passed, Total: &total}
			}
		}
	}
	return all
}

// numberOf returns the first signed number of these names.
func (s Signed) numberOf(names []string) (x float64, ok bool) {
	for _, name := range names {
		if v := s.member(name); v != nil && v.Kind == jcs.Number {
			return v.Num, true
		}
	}
	return 0, false
}

// countOf returns the first signed number of these names, if it is a count.
func (s Signed) countOf(names []string) (n int, ok bool) {
	x, ok := s.numberOf(names)
	return int(x), ok && x >= 0 && x == math.Trunc(x) && x <= 1e9
}
