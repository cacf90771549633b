package measure

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Measurement holds the observations of one dimension: its score, or the inputs of its
// measure.
type Measurement struct {
	Score     *float64  `json:"score,omitempty" doc:"The dimension's score as the arena gave it, 0 to the rulebook's scale; replaces the inputs of any measure."`
	Passed    *int      `json:"passed,omitempty" op:"min=0" doc:"Tests or tasks passed (pass-ratio, all-or-nothing)."`
	Total     *int      `json:"total,omitempty" op:"min=1" doc:"All tests or tasks (pass-ratio, all-or-nothing, exit-codes)."`
	ExitCodes []int     `json:"exit_codes,omitempty" op:"min=1 max=1000; min=0 max=255" doc:"Exit code of each task's tests; 0 passes (exit-codes)."`
	TimedOut  *bool     `json:"timed_out,omitempty" doc:"Whether the time ran out (all-or-nothing)."`
	TimeMs    *float64  `json:"time_ms,omitempty" op:"min=0" doc:"Execution time in milliseconds (relative-time)."`
	FastestMs *float64  `json:"fastest_ms,omitempty" op:"min=0" doc:"Fastest submission's execution time in milliseconds, above 0 (relative-time)."`
	Used      *float64  `json:"used,omitempty" op:"min=0" doc:"Time, tokens or calls used, in the unit of limit (time-budget, time-curve, budget)."`
	Limit     *float64  `json:"limit,omitempty" op:"min=0" doc:"Time, tokens or calls allowed, in the unit of used (time-budget, time-curve, budget)."`
	Value     *float64  `json:"value,omitempty" op:"min=-1000000000 max=1000000000" doc:"What was measured, in the unit of the dimension's target and limit (target-limit)."`
	Items     []float64 `json:"items,omitempty" op:"min=5 max=5; min=0 max=20" doc:"The five rubric items, 0 to 20 each (rubric)."`
}

// either returns the measurement with a time as what was used, or the other way round, and
// as a value.
func (m *Measurement) either() *Measurement {
	both := *m
	if both.TimeMs == nil {
		both.TimeMs = m.Used
	} else if both.Used == nil {
		both.Used = m.TimeMs
	}
	if both.Value == nil {
		both.Value = both.TimeMs
	}
	return &both
}

// member is a member of a [Measurement], by its name and its place in the struct.
type member struct {
	name  string
	field int
}

// members lists the members of a measurement, by name.
var members = membersOf(reflect.TypeFor[Measurement]())

func membersOf(t reflect.Type) (all []member) {
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		all = append(all, member{name, i})
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return all
}

// given adds the names of the members present to a list.
func (m *Measurement) given(names []string) []string {
	value := reflect.ValueOf(m).Elem()
	for _, member := range members {
		if !value.Field(member.field).IsNil() {
			names = append(names, member.name)
		}
	}
	return names
}

// put gives a member that is a number a value.
func (m *Measurement) put(name string, to float64) {
	for _, member := range members {
		if member.name != name {
			continue
		}
		switch field := reflect.ValueOf(m).Elem().Field(member.field).Addr().Interface().(type) {
		case **float64:
			*field = &to
		case **int:
			*field = new(int(to))
		}
	}
}

// Copy returns a map of its own with the same measurements, never nil.
func Copy(all map[string]Measurement) map[string]Measurement {
	same := make(map[string]Measurement, len(all))
	maps.Copy(same, all)
	return same
}
