package measure

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each measure is named once and says what readers ask of it.
func TestMeasuresAreComplete(t *testing.T) {
	seen := map[ID]bool{}
	for _, m := range All {
		if seen[m.ID] || m.ID == "" {
			t.Errorf("%q: want each id once", m.ID)
		}
		seen[m.ID] = true
		if m.Rule.Line == "" || m.Rule.Reads == "" || m.Rule.Words == "" || len(m.Inputs) == 0 {
			t.Errorf("%s: want its inputs, and its rule in a line, in words and with what it reads", m.ID)
		}
		if (m.score == nil) != (m.lever == nil) || (m.score == nil) != (m.formula == nil) {
			t.Errorf("%s: want score, lever and formula, or none of them", m.ID)
		}
	}
	if Of("no such measure") != All[0] || !All[0].Direct() {
		t.Error("an unknown measure must take scores as they are given")
	}
}

// The members of a measurement name the measures that read them.
func TestMembersNameTheirMeasures(t *testing.T) {
	list := regexp.MustCompile(`\(([a-z, -]+)\)\.$`)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Measurement]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		var want []string
		for _, m := range All {
			if m.reads(name) && !m.Direct() {
				want = append(want, string(m.ID))
			}
		}
		var got []string
		if m := list.FindStringSubmatch(f.Tag.Get("doc")); m != nil {
			got = strings.Split(m[1], ", ")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is read by %v, its doc says %v", name, want, got)
		}
	}
}

// A relative time score tells its time, and what it becomes after a faster answer, as
// the measure has it.
func TestTimesFastest(t *testing.T) {
	for _, row := range []struct{ times, score float64 }{{1, 1000}, {1.5, 750}, {2, 500}, {2.5, 250}, {3, 0}, {4, 0}} {
		for _, faster := range []float64{1, 1.25, 2, 3} {
			got, refusal := Of("relative-time").Score(&Case{Measurement: &Measurement{TimeMs: new(row.times * 80), FastestMs: new(80 / faster)}, Scale: 1000})
			after := AfterFaster(row.score, 1000, faster)
			if refusal != nil || math.Abs(got.Float-after) > 1e-9 || faster == 1 && got.Float != row.score {
				t.Errorf("%v times the fastest, then %v times faster: %v by the measure (%v), %v told by the score", row.times, faster, got.Float, refusal, after)
			}
		}
		if back := TimesFastest(row.score, 1000); back != min(row.times, TimesForNothing) {
			t.Errorf("%v points: %v times the fastest, want %v", row.score, back, row.times)
		}
	}
}
