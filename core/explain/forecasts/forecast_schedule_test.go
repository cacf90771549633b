package forecasts

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// A schedule is the plan that it stands for, cut at its length.
func TestSchedules(t *testing.T) {
	const before = `{"rulebook":"clawdiators","rating":1120,"matches":0,"strength":1150,"draws":20,"targets":[1150],`
	const tiers = `{"difficulty":"newcomer"},{"difficulty":"contender"},{"difficulty":"veteran"},{"difficulty":"legendary"}`
	tests := []struct{ name, schedule, plan string }{
		{"whole rounds", `"schedule":"even","length":8`, `"plan":[` + tiers + `],"repeat":2`},
		{"a round that is cut", `"schedule":"even","length":6`, `"plan":[` + tiers + `,{"difficulty":"newcomer"},{"difficulty":"contender"}]`},
		{"less than a round", `"schedule":"even","length":2`, `"plan":[{"difficulty":"newcomer"},{"difficulty":"contender"}]`},
		{"one match by default", `"schedule":"even"`, `"plan":[{"difficulty":"newcomer"}]`},
		{"the nearest tier", `"schedule":"level","length":30`, `"plan":[{"difficulty":"veteran","count":30}]`},
	}
	for _, tt := range tests {
		got, want := forecastOf(t, before+tt.schedule+"}"), forecastOf(t, before+tt.plan+"}")
		if got.Sentence != want.Sentence || got.Chart != want.Chart || len(got.Plan) > 4 {
			t.Errorf("%s: %q and %d rows of the plan, want %q", tt.name, got.Sentence, len(got.Plan), want.Sentence)
		}
	}
	const rated = `{"rulebook":"airena","rating":1302,"matches":14,"strength":1400,`
	for _, tt := range []struct{ name, schedule, plan, cells string }{
		{"an own level", `"schedule":"level","length":3`, `"plan":[{"opponent":1302,"count":3}]`, "..."},
		{"a climb", `"schedule":"climb","length":4`, `"plan":[{"opponent":1302},{"opponent":1352},{"opponent":1402},{"opponent":1452}]`, ".bcd"},
		{"painted", `"schedule":"painted","cells":"S.iA"`, `"plan":[{"opponent":900},{"opponent":1302},{"opponent":1700},{"opponent":0}]`, "S.iA"},
		{"painted, in turn", `"schedule":"painted","cells":"Sa","length":3`, `"plan":[{"opponent":900},{"opponent":1300},{"opponent":900}]`, "SaS"},
	} {
		got, want := forecastOf(t, rated+tt.schedule+"}"), forecastOf(t, rated+tt.plan+"}")
		if got.Sentence != want.Sentence || got.Fan.Cells != tt.cells || want.Fan.Cells != tt.cells || got.Fan.Tiers[0] != want.Fan.Tiers[0] {
			t.Errorf("%s: %q as %q, want %q as %q", tt.name, got.Sentence, got.Fan.Cells, want.Sentence, tt.cells)
		}
	}
	if far := forecastOf(t, rated+`"plan":[{"opponent":2700}]}`); far.Fan.Cells != "" || far.Fan.Tiers[0].Path == "" {
		t.Errorf("an opponent beyond all letters: cells %q, drawn as %q", far.Fan.Cells, far.Fan.Tiers[0].Path)
	}
	level := forecastOf(t, `{"rulebook":"airena","rating":1302,"matches":14,"strength":1400,"schedule":"level","length":3}`)
	if len(level.Plan) != 1 || level.Plan[0].Opponent != "1302" {
		t.Errorf("without tiers: %+v, want an opponent rated 1302", level.Plan)
	}
}

func TestRefusedSchedules(t *testing.T) {
	tests := []struct{ request, field, message string }{
		{`"rulebook":"clawdiators"`, "/plan", "want either a plan, or a schedule with its length"},
		{`"rulebook":"clawdiators","strength":1000,"length":3,"plan":[{"difficulty":"veteran"}]`, "/plan", "want either a plan, or a schedule with its length"},
		{`"rulebook":"clawdiators","strength":1000,"schedule":"even","plan":[{"difficulty":"veteran"}]`, "/plan", "want either a plan, or a schedule with its length"},
		{`"rulebook":"clawdiators","strength":1000,"schedule":"level","repeat":2`, "/plan", "want either a plan, or a schedule with its length"},
		{`"rulebook":"clawdiators","schedule":"even"`, "/strength", "missing: want it with a schedule"},
		{`"rulebook":"airena","strength":1000,"schedule":"even"`, "/schedule", "even: these rules have no difficulty tiers, want level, climb or painted"},
		{`"rulebook":"airena","strength":1000,"schedule":"level","length":100000,"targets":[1,2,3,4,5,6,7,8]`, "/length", ""},
	}
	for _, tt := range tests {
		var req ForecastRequest
		if err := op.SchemaOf[ForecastRequest]().Decode([]byte(`{"rating":1000,"matches":0,`+tt.request+`}`), &req); err != nil {
			t.Fatal(err)
		}
		_, err := Forecast(req)
		refusal, _ := err.(*op.Error)
		if refusal == nil || refusal.Field != tt.field || tt.message != "" && refusal.Message != tt.message {
			t.Errorf("%s: %v, want %s %s", tt.request, err, tt.field, tt.message)
		}
	}
}
