package measure

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
	Items     []float64 `json:"items,omitempty" op:"min=5 max=5; min=0 max=20" doc:"The five rubric items, 0 to 20 each (rubric)."`
}

// either is the measurement with a time as what was used, or the other way round.
func (m *Measurement) either() *Measurement {
	both := *m
	if both.TimeMs == nil {
		both.TimeMs = m.Used
	} else if both.Used == nil {
		both.Used = m.TimeMs
	}
	return &both
}

// mostGiven is the number of members of a [Measurement].
const mostGiven = 10

// given adds the names of the members present to a list.
func (m *Measurement) given(names []string) []string {
	for _, input := range [mostGiven]struct {
		name    string
		present bool
	}{
		{"exit_codes", m.ExitCodes != nil}, {"fastest_ms", m.FastestMs != nil}, {"items", m.Items != nil},
		{"limit", m.Limit != nil},
		{"passed", m.Passed != nil}, {"score", m.Score != nil}, {"time_ms", m.TimeMs != nil},
		{"timed_out", m.TimedOut != nil}, {"total", m.Total != nil}, {"used", m.Used != nil},
	} {
		if input.present {
			names = append(names, input.name)
		}
	}
	return names
}

// Copy is another map with the same measurements. It stands in for maps.Clone, which
// would make the engine 1,000 bytes larger.
func Copy(all map[string]Measurement) map[string]Measurement {
	same := make(map[string]Measurement, len(all))
	for key, m := range all {
		same[key] = m
	}
	return same
}
