package forecasts

import (
	"net/url"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/op"
)

// career is the plan of testdata/ops/elo.project.
const career = "rating=1000&matches=0&strength=1150&draws=20&"

func parsed(t *testing.T, query string) url.Values {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// A query is the request that it stands for.
func TestRead(t *testing.T) {
	const before = `","rating":1000,"matches":0,"strength":1150,`
	for _, row := range []struct{ name, rules, query, request string }{
		{"a schedule", "clawdiators", career + "schedule=even&length=60&targets=1150,1200.5", `"draws":20,"schedule":"even","length":60,"targets":[1150,1200.5]}`},
		{"a plan", "clawdiators-live", career + "plan=veteran*10,legendary&repeat=2&targets=1", `"draws":20,"plan":[{"difficulty":"veteran","count":10},{"difficulty":"legendary"}],"repeat":2,"targets":[1]}`},
		{"a plan of opponents", "airena", career + "plan=1200.5*10,-3&targets=1", `"draws":20,"plan":[{"opponent":1200.5,"count":10},{"opponent":-3}],"targets":[1]}`},
		{"conditions", "clawdiators", career + "schedule=level&verified=true&memoryless=false&first_attempt=true&targets=1", `"draws":20,"schedule":"level","verified":true,"first_attempt":true,"targets":[1]}`},
		{"numbers in other spellings", "clawdiators", "rating=1e3&matches=-0&strength=1150.0&draws=2E1&schedule=level&targets=1", `"draws":20,"schedule":"level","targets":[1]}`},
		{"the theme is for the host", "clawdiators", career + "schedule=level&theme=dark&targets=1", `"draws":20,"schedule":"level","targets":[1]}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, _, refusal := read(Rules(row.rules), parsed(t, row.query))
			if refusal != nil {
				t.Fatal(refusal)
			}
			var want forecasts.ForecastRequest
			if err := op.SchemaOf[forecasts.ForecastRequest]().Decode([]byte(`{"rulebook":"`+row.rules+before+row.request), &want); err != nil {
				t.Fatal(err)
			}
			one, _ := op.Encode(got)
			other, _ := op.Encode(want)
			if string(one) != string(other) {
				t.Errorf("got %s, want %s", one, other)
			}
		})
	}
}

// A refusal names the parameter, the value and what is wanted.
func TestRefusals(t *testing.T) {
	const even = career + "schedule=even&targets=1150&"
	for _, row := range []struct{ name, query, field, say string }{
		{"nothing", "", "/rating", "missing: want a number from -100000 to 100000"},
		{"no matches", "rating=1000", "/matches", "missing: want a whole number"},
		{"no strength", "rating=1000&matches=0&schedule=even&targets=1", "/strength", "missing: want it with a schedule"},
		{"no target", career + "schedule=even", "/targets", "missing: want at least one rating"},
		{"no plan", career + "targets=1150", "/plan", "want either a plan, or a schedule with its length"},
		{"both plans", even + "plan=veteran", "/plan", "want either a plan, or a schedule with its length"},
		{"a word", "rating=high&matches=0", "/rating", `"high": want a number`},
		{"nothing for a number", "rating=&matches=0", "/rating", `"": want a number`},
		{"a list for a number", "rating=1,2&matches=0", "/rating", `"1,2": want a number`},
		{"JSON for a number", "rating=1%7D,%22seed%22:1&matches=0", "/rating", `"1},\"seed\":1": want a number`},
		{"null", "rating=null&matches=0", "/rating", `"null": want a number`},
		{"a space", "rating=+1&matches=0", "/rating", `" 1": want a number`},
		{"a plus sign", "rating=%2B1&matches=0", "/rating", `"+1": want a number`},
		{"hexadecimal", "rating=0x10&matches=0", "/rating", `"0x10": want a number`},
		{"a zero in front", "rating=01&matches=0", "/rating", `"01": want a number`},
		{"infinite", "rating=1e999&matches=0", "/rating", `"1e999": want a number`},
		{"not a number", "rating=NaN&matches=0", "/rating", `"NaN": want a number`},
		{"long", "rating=" + strings.Repeat("1", 9999) + "&matches=0", "/rating", `1111"…: want a number`},
		{"over the end", "rating=100001&matches=0", "/rating", "100001: want a number from -100000 to 100000"},
		{"part of a match", "rating=1000&matches=0.5", "/matches", "0.5: want a whole number"},
		{"a rating that is not whole", "rating=1000.5&matches=0&strength=1&schedule=even&targets=1", "/rating", "1000.5: want a whole number"},
		{"other schedule", career + "schedule=%3Cb%3E", "/schedule", `"<b>": want one of even, level`},
		{"no length", even + "length=0", "/length", "0: want a whole number from 1"},
		{"too much work", even + "length=100000", "/length", `"100000": about `},
		{"too much work of a plan", career + "targets=1&plan=veteran*100000", "/plan", `"veteran*100000": about `},
		{"more draws than matches", "rating=1000&matches=0&draws=101", "/draws", "101: want a number from 0 to 100"},
		{"yes", even + "verified=yes", "/verified", `"yes": want true or false`},
		{"a target that is none", career + "schedule=even&targets=1150,", "/targets/1", `"": want a number`},
		{"nine targets", career + "schedule=even&targets=1,2,3,4,5,6,7,8,9", "/targets", `"1,2,3,4,5,6,7,8,9", a list of 9: want at most 8`},
		{"a million targets", career + "schedule=even&targets=" + strings.Repeat(",", 999_999), "/targets", "a list of 1000000: want at most 8"},
		{"11 rows", career + "plan=" + strings.Repeat("veteran,", 10) + "veteran", "/plan", "a list of 11: want at most 10"},
		{"an opponent where there are difficulties", career + "targets=1&plan=1200*5", "/plan/0/difficulty", `unknown difficulty "1200": want one of newcomer`},
		{"other difficulty", career + "targets=1&plan=veteran,%E2%80%AEhard*2", "/plan/1/difficulty", `unknown difficulty "\u202ehard": want one of newcomer`},
		{"a row without an opponent", career + "targets=1&plan=veteran,*2", "/plan/1/difficulty", "missing: want one of newcomer"},
		{"a row without matches", career + "targets=1&plan=veteran*", "/plan/0/count", `"": want a whole number from 1`},
		{"twice", even + "rating=1000", "/rating", `"1000" and 1 more: want it once`},
		{"two themes", even + "theme=dark&theme=light", "/theme", `"dark" and 1 more: want it once`},
		{"other name", even + "drws=20", "", `"drws" is no parameter: want rating, matches`},
		{"a hostile name", even + "%3Cscript%3E%E2%80%AE=1", "", `"<script>\u202e" is no parameter: want`},
		{"no name", even + "=1", "", `"" is no parameter: want`},
		{"rules of its own", even + "rulebook=airena", "", `"rulebook" is no parameter: want`},
		{"sample careers", even + "careers=true", "", `"careers" is no parameter: want`},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, refusal := View(Rules("clawdiators"), parsed(t, row.query), nil)
			if refusal == nil || refusal.Code != op.Invalid || refusal.Field != row.field || !strings.Contains(refusal.Message, row.say) {
				t.Errorf("got %v: want %s %s", refusal, row.field, row.say)
			}
		})
	}
}

// A forecast has the numbers and the chart of the engine, its inputs in words, and a link
// with all of them.
func TestView(t *testing.T) {
	for _, row := range []struct{ name, rules, query, sentence, inputs, as, link string }{
		{"a schedule", "clawdiators", career + "schedule=even&length=60&targets=1150",
			"After 60 matches: median 1116; 90\u00a0% of outcomes lie between 1057 and 1177.", "60 matches, each difficulty in turn, from 1000 after 0 matches. True strength 1150, 20\u00a0% draws.", "These inputs are not signed.",
			`/rating/clawdiators/#1;op=explain.forecast;json={"rulebook":"clawdiators","rating":1000,"matches":0,"strength":1150,"draws":20,"schedule":"even","length":60,"targets":[1150]};end`},
		{"a plan, of which a page shows another", "clawdiators-live", "rating=1000&matches=1&strength=1100&plan=veteran,contender*2&verified=true&memoryless=true&targets=1,1200",
			"After 3 matches: ", "Plan: veteran\u00a0×\u00a01, contender\u00a0×\u00a02, from 1000 after 1 match. True strength 1100. Every match is verified and memoryless.", "Rules as of 2026-03-18. These inputs are not signed.",
			`/rating/clawdiators/#1;op=explain.forecast;json={"rulebook":"clawdiators-live","rating":1000,"matches":1,"strength":1100,"draws":0,"plan":[{"difficulty":"veteran","count":1},{"difficulty":"contender","count":2}],"repeat":1,"verified":true,"memoryless":true,"targets":[1,1200]};end`},
		{"no tiers", "airena", "rating=1302&matches=14&strength=1400&schedule=level&targets=1400",
			"After 1 match: ", "1 match at the agent’s level, from 1302 after 14 matches. True strength 1400.", "These inputs are not signed.",
			`/rating/airena/#1;op=explain.forecast;json={"rulebook":"airena","rating":1302,"matches":14,"strength":1400,"draws":0,"schedule":"level","length":1,"targets":[1400]};end`},
		{"a plan that is repeated", "clawdiators", career + "plan=newcomer*2&repeat=30&targets=1",
			"After 60 matches: ", "Plan: newcomer\u00a0×\u00a02, all 30 times, from 1000 after 0 matches. True strength 1150, 20\u00a0% draws.", "These inputs are not signed.", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, refusal := View(Rules(row.rules), parsed(t, row.query), nil)
			if refusal != nil {
				t.Fatal(refusal)
			}
			link, err := url.PathUnescape(got.Href)
			if !strings.HasPrefix(got.Sentence, row.sentence) || strings.Contains(got.Sentence, "You") || !strings.Contains(got.Sentence, got.Key) || got.Inputs != row.inputs || got.As != row.as || err != nil || row.link != "" && link != row.link {
				t.Errorf("got %+v", got)
			}
			if !strings.HasPrefix(got.Chart, `<svg xmlns="http://www.w3.org/2000/svg" class="plot fan"`) || !strings.HasSuffix(got.Chart, "</svg>") || strings.Contains(got.Chart, "<g") || strings.Count(got.Chart, `class="band`) != 3 {
				t.Errorf("the chart is %s", got.Chart)
			}
		})
	}
}

// The table has the same numbers as the answer of the engine, for a few matches.
func TestSteps(t *testing.T) {
	for _, row := range []struct{ length, matches string }{
		{"1", "1"}, {"2", "1 2"}, {"4", "1 2 3 4"}, {"5", "2 4 5"}, {"9", "5 9"}, {"60", "20 40 60"}, {"61", "20 40 60 61"}, {"100", "50 100"}, {"241", "100 200 241"}, {"999", "500 999"}, {"1201", "500 1000 1201"},
	} {
		got, refusal := View(Rules("clawdiators"), parsed(t, career+"schedule=even&targets=1&length="+row.length), nil)
		if refusal != nil {
			t.Fatal(refusal)
		}
		var matches []string
		for _, s := range got.Steps {
			matches = append(matches, s.Match)
		}
		if strings.Join(matches, " ") != row.matches {
			t.Errorf("%s matches: %v, want %s", row.length, matches, row.matches)
		}
		if last := got.Steps[len(got.Steps)-1]; !strings.Contains(got.Sentence, last.P50) || !strings.Contains(got.Sentence, last.P05) || !strings.Contains(got.Sentence, last.P95) {
			t.Errorf("%s matches: %+v is not %s", row.length, last, got.Sentence)
		}
	}
}

// A host that is busy refuses before the work.
func TestBusy(t *testing.T) {
	busy := &op.Error{Code: "busy"}
	if _, refusal := View(Rules("airena"), parsed(t, "rating=1&matches=1&strength=1&schedule=level&targets=1"), func(op.Cost) *op.Error { return busy }); refusal != busy {
		t.Errorf("got %v", refusal)
	}
}

func TestRules(t *testing.T) {
	if got := strings.Join(IDs(), " "); got != "airena clawdiators clawdiators-live" || Rules("term") != nil || Rules("") != nil {
		t.Errorf("forecasts by the rules of %s", got)
	}
}
