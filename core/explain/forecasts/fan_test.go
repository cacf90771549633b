package forecasts

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// The fan has the numbers of the answer: its cursor and its ends say what the table says, and
// the odds at or above a rating are those of the distribution.
func TestFanEqualsTheTable(t *testing.T) {
	for _, request := range []string{
		`{"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1150,"draws":20,"schedule":"even","length":60,"targets":[1150]}`,
		`{"rulebook":"clawdiators","rating":1310,"matches":40,"strength":900,"schedule":"climb","length":241,"targets":[1200]}`,
		`{"rulebook":"airena","rating":1302,"matches":14,"strength":1400,"schedule":"level","length":4,"targets":[1400]}`,
	} {
		got := forecastOf(t, request)
		whole := func(rating string) string { // as the picture writes it, where ratings are not exact
			if x, _ := words.Read(rating); strings.Contains(request, "airena") {
				return words.Fixed(x, 0)
			}
			return rating
		}
		if len(got.Fan.Points) != len(got.Steps) {
			t.Fatalf("%s: %d points, %d steps", request, len(got.Fan.Points), len(got.Steps))
		}
		for i, p := range got.Fan.Points {
			if s := got.Steps[i]; p.P05 != whole(s.P05) || p.P50 != whole(s.P50) || p.P95 != whole(s.P95) {
				t.Errorf("%s: point %d is %v, the step %v", request, i, p, s)
			}
			if p.High > p.Mid || p.Mid > p.Low || p.High < 0 || p.Low > 100 {
				t.Errorf("%s: point %d is at %v, %v, %v", request, i, p.High, p.Mid, p.Low)
			}
		}
		last := got.Steps[len(got.Steps)-1]
		for i, want := range []string{last.P95, last.P75, last.P50, last.P25, last.P05} {
			if e := got.Fan.Ends[i]; e.Label != whole(want) || i > 0 && e.At-got.Fan.Ends[i-1].At < fanText-0.02 {
				t.Errorf("%s: end %d is %q at %v, want %q apart from the one before", request, i, e.Label, e.At, want)
			}
		}
		if got.Fan.Low != float64(fanStep*math.Floor(got.Fan.Low/fanStep)) || got.Fan.High <= got.Fan.Low {
			t.Errorf("%s: the axis is from %v to %v", request, got.Fan.Low, got.Fan.High)
		}
	}
}

// Which lines, bars and cells there are.
func TestFanParts(t *testing.T) {
	const journey = `"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1150,"draws":20`
	tests := []struct {
		name, request string
		want          func(f ForecastFan) bool
	}{
		{"a target through a bar", `{` + journey + `,"schedule":"even","length":60,"targets":[1150]}`, func(f ForecastFan) bool {
			return f.Target.Says == "31.2 % touch it" && f.Share == (explain.FanMark{At: f.Share.At, Label: "18 %", Kind: "end above"}) && f.Past != "" && f.Bars != ""
		}},
		{"a target below", `{` + journey + `,"schedule":"even","length":60,"targets":[990]}`, func(f ForecastFan) bool {
			return strings.HasSuffix(f.Target.Says, " fall to it") && f.Share.Kind == "end below"
		}},
		{"a target far above", `{` + journey + `,"schedule":"even","length":4,"targets":[2000]}`, func(f ForecastFan) bool {
			return f.Target.At == 0 && f.Target.Label == "2000 ▲" && f.Target.Side == "below" && f.Share.Label == "" && f.Past == ""
		}},
		{"a target at the start", `{` + journey + `,"schedule":"even","length":4,"targets":[1000]}`, func(f ForecastFan) bool { return f.Target.Says == "you are there" }},
		{"no target", `{` + journey + `,"schedule":"even","length":4}`, func(f ForecastFan) bool { return f.Target.Label == "" && f.Past == "" && f.Share.Label == "" }},
		{"K falls", `{` + journey + `,"schedule":"even","length":60}`, func(f ForecastFan) bool {
			return len(f.Kinks) == 1 && f.Kinks[0] == FanKink{At: 50, Before: "K 32", After: "K 16"}
		}},
		{"the cells of an even mix", `{` + journey + `,"schedule":"even","length":6}`, func(f ForecastFan) bool {
			return f.Cells == "123412" && f.Tiers[0].Label == "Legendary" && f.Tiers[0].Count == "1" && f.Tiers[3].Path == "M0 4V3H1V4zM4 4V3H5V4z"
		}},
		{"a climb", `{` + journey + `,"schedule":"climb","length":8}`, func(f ForecastFan) bool { return f.Cells == "11223344" }},
		{"painted, and longer", `{` + journey + `,"schedule":"painted","cells":"41","length":3}`, func(f ForecastFan) bool { return f.Cells == "414" }},
		{"rows of one's own", `{` + journey + `,"plan":[{"difficulty":"veteran","count":2},{"opponent":800}],"repeat":2}`, func(f ForecastFan) bool { return f.Cells == "331331" }},
		{"an opponent of no tier", `{` + journey + `,"plan":[{"opponent":1300}]}`, func(f ForecastFan) bool { return f.Cells == "" && f.Points[1].Head == "match 1" }},
		{"a long plan", `{` + journey + `,"schedule":"even","length":1000}`, func(f ForecastFan) bool {
			return f.Cells == "" && f.Seams == "" && strings.Count(f.Tiers[0].Path, "M") == stripColumns
		}},
		{"a part of it", `{` + journey + `,"schedule":"even","length":8,"first":2}`, func(f ForecastFan) bool {
			return f.Length == 8 && f.Cells == "12341234" && len(f.Points) == 3 && f.Points[2].At == 25
		}},
		{"a scale", `{` + journey + `,"schedule":"even","length":8,"scale":[500,1500]}`, func(f ForecastFan) bool {
			return f.Low == 500 && f.High == 1500 && f.Start.At == 50 && f.View == "0 -1500 8 1000"
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := forecastOf(t, tt.request).Fan; !tt.want(got) {
				text, _ := json.Marshal(got)
				t.Errorf("%s", text)
			}
		})
	}
}

// What a schedule, cells or a scale may not be.
func TestForecastRefusals(t *testing.T) {
	for _, tt := range []struct{ request, field string }{
		{`{"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1000,"schedule":"painted"}`, "/cells"},
		{`{"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1000,"schedule":"even","cells":"1"}`, "/cells"},
		{`{"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1000,"schedule":"painted","cells":"15"}`, "/cells"},
		{`{"rulebook":"airena","rating":1000,"matches":0,"strength":1000,"schedule":"painted","cells":"A1"}`, "/cells"},
		{`{"rulebook":"airena","rating":1000,"matches":0,"strength":1000,"schedule":"even"}`, "/schedule"},
		{`{"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1000,"schedule":"even","scale":[2,1]}`, "/scale"},
		{`{"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1000,"plan":[{"difficulty":"veteran","count":100000}],"repeat":100000,"first":1}`, "/repeat"},
	} {
		var req ForecastRequest
		if err := op.SchemaOf[ForecastRequest]().Decode([]byte(tt.request), &req); err != nil {
			t.Fatal(err)
		}
		_, err := Forecast(req)
		if refusal, ok := err.(*op.Error); !ok || refusal.Field != tt.field {
			t.Errorf("%s: %v, want a refusal of %s", tt.request, err, tt.field)
		}
	}
}
