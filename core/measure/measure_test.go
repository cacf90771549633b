package measure

import (
	"cmp"
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

// A refusal names what a measure reads, each member once.
func TestRefusalsNameTheInputs(t *testing.T) {
	for id, want := range map[ID]string{
		"direct":     `missing: want score`,
		"pass-ratio": `missing: want passed, total, or score alone`,
	} {
		if _, err := Of(id).Score(&Case{Scale: 100, Measurement: &Measurement{}}); err == nil || err.Message != want {
			t.Errorf("%s: %v, want %s", id, err, want)
		}
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
// the measure has it: 1000 less 10 times the decay for each fastest time more.
func TestTimesFastest(t *testing.T) {
	for _, decay := range []float64{50, 0, 20, 125} {
		m := Of("relative-time").Falls(decay)
		for _, times := range []float64{1, 1.5, 1.75, 2, 2.5, 3, 4, 7} {
			score := max(0, 1000-10*cmp.Or(decay, 50)*(times-1))
			for _, faster := range []float64{1, 1.25, 2, 3} {
				got, refusal := Of("relative-time").Score(&Case{Measurement: &Measurement{TimeMs: new(times * 80), FastestMs: new(80 / faster)}, Scale: 1000, Shape: Shape{Decay: decay}})
				after := m.AfterFaster(score, 1000, faster)
				if refusal != nil || score > 0 && math.Abs(got.Float-after) > 1e-9 || faster == 1 && got.Float != score {
					t.Errorf("decay %v, %v times the fastest, then %v times faster: %v by the measure (%v), %v told by the score", decay, times, faster, got.Float, refusal, after)
				}
			}
			if back := m.TimesFastest(score, 1000); math.Abs(back-min(times, 1+100/cmp.Or(decay, 50))) > 1e-12 {
				t.Errorf("decay %v, %v points: %v times the fastest, want %v", decay, score, back, times)
			}
		}
	}
}

// Only the measures that have a decay take another, and tell it in their formula.
func TestDecay(t *testing.T) {
	for _, row := range []struct{ decay, want float64 }{{0, 512}, {0.5, 800}, {2, 410}} { // 0.64^1.5, 0.64^0.5, 0.64^2 = 0.4096
		got, refusal := Of("time-curve").Score(&Case{Measurement: &Measurement{Used: new(36.0), Limit: new(100.0)}, Scale: 1000, Shape: Shape{Decay: row.decay}})
		if refusal != nil || got.Float != row.want {
			t.Errorf("0.64 to the power %v of 1000: %v (%v), want %v", row.decay, got.Float, refusal, row.want)
		}
	}
	for _, m := range All {
		if told := m.Tell(m.Rule.Line, 7); m.Decay != 0 && (!strings.Contains(told, "7") || told == m.Rule.Line) {
			t.Errorf("%s with a decay of 7 is %q", m.ID, told)
		}
	}
}
