package explain_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/compare"
	"github.com/tallyproof/tallyproof/core/explain/difficulty"
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/standings"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
)

func read[T any](t *testing.T, op string, text string) T {
	t.Helper()
	for _, o := range slices.Concat(score.Ops, rating.Ops, standing.Ops, ratings.Ops, forecasts.Ops, standings.Ops, difficulty.Ops) {
		if o.Name == op {
			var req T
			if err := o.Request().Decode([]byte(text), &req); err != nil {
				t.Fatal(err)
			}
			return req
		}
	}
	t.Fatalf("no operation %q", op)
	panic("unreachable")
}

// The documents' worked examples, in words.
func TestScoreSentences(t *testing.T) {
	tests := []struct{ name, request, sentence, note string }{
		{"by hand: 88", `{"rulebook":"airena","measurements":{"correctness":{"passed":9,"total":10},"speed":{"time_ms":1000,"fastest_ms":1000},"quality":{"items":[16,16,16,16,16]},"process":{"items":[16,16,16,16,16]}}}`,
			"This submission scores 88.00 of 100.", "If someone posts 500 ms, even with a wrong answer, this score falls to 78.00."},
		{"half of 1.0 s", `{"rulebook":"airena","measurements":{"correctness":{"passed":97,"total":100},"speed":{"time_ms":1280,"fastest_ms":1000},"quality":{"score":80},"process":{"score":80}}}`,
			"This submission scores 88.00 of 100.", "If someone posts 500 ms, even with a wrong answer, this score falls to 75.20."},
		{"001: 823", `{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.2,"methodology":0.15,"completeness":0.15},"measurements":{"correctness":{"score":900},"speed":{"score":780},"methodology":{"score":690},"completeness":{"score":760}}}`,
			"This submission scores 823 of 1000: a win.", ""},
		{"001: late, 99 % of the limit", `{"rulebook":"clawdiators","weights":{"correctness":0.7,"speed":0.3},"measurements":{"correctness":{"score":1000},"speed":{"used":594,"limit":600}}}`,
			"This submission scores 703 of 1000: a win.", "At 534 of 600 the same work scores 733. The time since then costs 30 points: work in it must add more."},
		{"a minute that costs the win", `{"rulebook":"clawdiators","weights":{"correctness":0.7,"speed":0.3},"measurements":{"correctness":{"score":950},"speed":{"used":540,"limit":600}}}`,
			"This submission scores 695 of 1000: a draw.", "At 480 of 600 the same work scores 725, a win. The time since then costs 30 points"},
		{"a second is worth a point", `{"rulebook":"clawdiators-live","weights":{"correctness":0.95,"speed":0.05},"measurements":{"correctness":{"score":1000},"speed":{"used":93,"limit":100}}}`,
			"This submission scores 951 of 1000: a win.", "At 83 of 100 the same work scores 954. The time since then costs 3 points"},
		{"one point below a win", `{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":699},"speed":{"score":699.5}}}`,
			"This submission scores 699 of 1000: a draw.", "1 more point makes it a win, which begins at 700."},
		{"004: 73 of 91", `{"rulebook":"term","measurements":{"pass_rate":{"passed":73,"total":91}}}`, "73 of 91 tasks passed: a pass rate of 80.2 %.", ""},
		{"a rate as given", `{"rulebook":"term","measurements":{"pass_rate":{"score":0.5}}}`, "The score is 50.0 %.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := breakdown.Score(read[score.ComputeRequest](t, "score.compute", tt.request))
			if err != nil {
				t.Fatal(err)
			}
			if got.Sentence != tt.sentence {
				t.Errorf("sentence %q, want %q", got.Sentence, tt.sentence)
			}
			wantNote(t, got.Notes, tt.note)
		})
	}
}

func wantNote(t *testing.T, notes []explain.Note, want string) {
	t.Helper()
	if want == "" {
		return
	}
	for _, n := range notes {
		if strings.Contains(n.Text, want) {
			return
		}
	}
	t.Errorf("notes %+v, want %q", notes, want)
}

func TestRatingSentences(t *testing.T) {
	tests := []struct{ name, request, sentence, note string }{
		{"002: plain", `{"rulebook":"clawdiators","rating":1050,"matches":9,"difficulty":"veteran","outcome":"win"}`, "A win moves the rating from 1050 to 1073 (+22.51).", ""},
		{"002: verified", `{"rulebook":"clawdiators","rating":1050,"matches":9,"difficulty":"veteran","outcome":"win","verified":true}`, "A win moves the rating from 1050 to 1075 (+24.76).", ""},
		{"a draw among equals", `{"rulebook":"clawdiators","rating":1000,"matches":9,"difficulty":"contender","outcome":"draw"}`, "A draw leaves the rating at 1000.", ""},
		{"a loss", `{"rulebook":"clawdiators-live","rating":1000,"matches":9,"difficulty":"contender","outcome":"loss","verified":true}`, "A loss moves the rating from 1000 to 984 (−16).", "The bonus multiplies gains only"},
		{"an unknown category", `{"rulebook":"clawdiators","rating":1000,"matches":9,"difficulty":"contender","outcome":"win","category":"codng"}`, "A win moves the rating from 1000 to 1016 (+16).", `"codng": want one of the categories coding, reasoning, context`},
		{"the floor", `{"rulebook":"clawdiators","rating":101,"matches":9,"opponent":100,"outcome":"loss"}`, "A loss moves the rating from 101 to 100 (−1).", "A rating cannot fall below 100: the formula alone gives −16.05."},
		{"a bonus worth nothing", `{"rulebook":"clawdiators-live","rating":1165,"matches":5,"difficulty":"newcomer","outcome":"win","verified":true}`, "A win moves the rating from 1165 to 1168 (+3).", "The bonus has no effect here: 3 · 1.1 rounds back to 3."},
		{"a score maps to a result", `{"rulebook":"clawdiators","rating":1000,"matches":9,"difficulty":"contender","score":700}`, "A win moves the rating from 1000 to 1016 (+16).", "every score with this result does the same"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ratings.Rating(read[rating.UpdateRequest](t, "elo.update", tt.request))
			if err != nil {
				t.Fatal(err)
			}
			if got.Sentence != tt.sentence {
				t.Errorf("sentence %q, want %q", got.Sentence, tt.sentence)
			}
			wantNote(t, got.Notes, tt.note)
		})
	}
}

// A sum that is rounded down does not look like the whole number above it, and a time
// before is the decimal that a reader computes.
func TestFloorsAndTimesByHand(t *testing.T) {
	got, err := breakdown.Score(read[score.ComputeRequest](t, "score.compute", `{"rulebook":"clawdiators","weights":{"correctness":0.7,"speed":0.3},"measurements":{"correctness":{"score":571.428},"speed":{"used":0.00001,"limit":1}}}`))
	if err != nil || got.Answer != "699" || got.Steps[2].Formula != "⌊400 + 299.997⌋ = ⌊699.997⌋" {
		t.Errorf("%s by %q, %v", got.Answer, got.Steps[2].Formula, err)
	}
	got, err = breakdown.Score(read[score.ComputeRequest](t, "score.compute", `{"rulebook":"clawdiators","weights":{"correctness":0.6,"speed":0.4},"measurements":{"correctness":{"score":700},"speed":{"used":0.3,"limit":1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	wantNote(t, got.Notes, "At 0.2 of 1 the same work scores 740.")
}

// The steps of a rating give the values beside them, at the floor too and where two
// decimals would round to another whole number.
func TestRatingStepsGiveTheirValues(t *testing.T) {
	for _, tt := range []struct{ request, label, formula, value string }{
		{`{"rulebook":"clawdiators-live","rating":110,"matches":3,"opponent":100,"outcome":"loss"}`, "Rounded first", "max(100, round(110 − 16.46)) − 110", "−10"},
		{`{"rulebook":"clawdiators-live","rating":927,"matches":3,"opponent":1200,"outcome":"win"}`, "Rounded first", "round(927 + 26.496) − 927", "+26"},
		{`{"rulebook":"clawdiators","rating":927,"matches":3,"opponent":1200,"outcome":"win"}`, "New rating", "max(100, round(927 + 26.496))", "953"},
		{`{"rulebook":"clawdiators","rating":1229,"matches":3,"opponent":800,"outcome":"loss"}`, "New rating", "max(100, round(1229 − 29.503))", "1199"},
		{`{"rulebook":"clawdiators","rating":1050,"matches":9,"opponent":1200,"outcome":"win"}`, "New rating", "max(100, round(1050 + 22.51))", "1073"},
	} {
		got, err := ratings.Rating(read[rating.UpdateRequest](t, "elo.update", tt.request))
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range got.Steps {
			if step.Label == tt.label && (step.Formula != tt.formula || step.Value != tt.value) {
				t.Errorf("%s: %s = %s, want %s = %s", tt.request, step.Formula, step.Value, tt.formula, tt.value)
			}
		}
	}
}

// What is not enough does not look as if it were.
func TestNearlyEnough(t *testing.T) {
	const record = `{"rulebook":"airena","challenges":30,"wins":5,"average_score":69.996,"rating":1300}`
	stands, err := standings.Standing(read[standing.EvaluateRequest](t, "standing.evaluate", record))
	if err != nil || stands.Steps[0].Formula != "69.99 of 70" || stands.Steps[0].Value != "an average 0.01 higher (70)" {
		t.Errorf("%+v, %v", stands.Steps, err)
	}
	plan, err := standings.Plan(read[standing.PlanRequest](t, "standing.plan", record))
	if err != nil {
		t.Fatal(err)
	}
	if want := "You have 30, 69.99, 5."; !strings.Contains(plan.Sentence, want) || plan.Needs[1].Have != "69.99" {
		t.Errorf("%q with %+v, want %q", plan.Sentence, plan.Needs[1], want)
	}
	if want := "m ≥ n·(A − a)/(b − A) = 30·(70 − 69.996)/(100 − 70) = 0.01"; plan.Steps[0].Formula != want {
		t.Errorf("%q, want %q", plan.Steps[0].Formula, want)
	}
}

// 700 beating 800 verified is 723 by the document, 722 live.
func TestReadingsDiffer(t *testing.T) {
	got, err := ratings.Rating(read[rating.UpdateRequest](t, "elo.update", `{"rulebook":"clawdiators","rating":700,"matches":0,"difficulty":"newcomer","outcome":"win","verified":true}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []explain.Reading{
		{Rulebook: "clawdiators", Name: "Clawdiators (document)", Answer: "723 (+22.53)"},
		{Rulebook: "clawdiators-live", Name: "Clawdiators (live code)", Answer: "722 (+22)", Differs: true},
	}
	for i, r := range got.Readings {
		if r.Why == "" {
			t.Errorf("%s does not say why", r.Rulebook)
		}
		if r.Why = ""; !reflect.DeepEqual(r, want[i]) {
			t.Errorf("reading %+v, want %+v", r, want[i])
		}
	}
	if len(got.Readings) != len(want) {
		t.Errorf("%d readings, want %d", len(got.Readings), len(want))
	}
}

func TestChallengeSentences(t *testing.T) {
	tests := []struct{ name, request, sentence string }{
		{"a gain", `{"rulebook":"airena","entrants":[{"id":"a","rating":1200,"competitions":0,"score":90},{"id":"b","rating":1200,"competitions":0,"score":80}]}`, "a comes 1st of 2 and gains 20 points: 1200 → 1220."},
		{"a loss", `{"rulebook":"airena","entrants":[{"id":"a","rating":1200,"competitions":40,"score":70},{"id":"b","rating":1200,"competitions":0,"score":80}]}`, "a comes 2nd of 2 and loses 8 points: 1200 → 1192."},
		{"a tie", `{"rulebook":"airena","entrants":[{"id":"<b>","rating":1200,"competitions":0,"score":80},{"id":"b","rating":1200,"competitions":0,"score":80}]}`, "“<b>” comes 1st of 2 and stays at 1200."},
		{"alone", `{"rulebook":"airena","entrants":[{"id":"a","rating":1200,"competitions":0,"score":80}]}`, "a is alone in the challenge: the rating does not change."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ratings.Challenge(read[ratings.ChallengeRequest](t, "explain.challenge", tt.request))
			if err != nil {
				t.Fatal(err)
			}
			if got.Sentence != tt.sentence {
				t.Errorf("sentence %q, want %q", got.Sentence, tt.sentence)
			}
		})
	}
}

func TestStandingSentences(t *testing.T) {
	tests := []struct{ name, request, sentence string }{
		{"silver", `{"rulebook":"airena","challenges":14,"wins":2,"average_score":63.1,"rating":1302}`, "Silver. Gold needs 11 more challenges, an average 6.9 higher (70) and 1 more win."},
		{"at the top", `{"rulebook":"airena","challenges":100,"wins":25,"average_score":90}`, "Champion: nothing is above it."},
		{"a title", `{"rulebook":"clawdiators-live","challenges":5,"wins":2,"rating":1000}`, "Seasoned Scuttler. Claw Proven needs 1 more win."},
		{"a title for a rating before the first match", `{"rulebook":"clawdiators-live","challenges":0,"rating":1250}`, "Bronze Carapace. Silver Pincer needs a rating of 1400 after at least one challenge."},
		{"a title for what is not known", `{"rulebook":"clawdiators-live","challenges":30,"wins":5}`, "Claw Proven. Arena Architect needs 1 approved challenge written; unknown in the record."},
		{"a title for a challenge written", `{"rulebook":"clawdiators-live","challenges":30,"wins":5,"rating":1000,"authored":0}`, "Claw Proven. Arena Architect needs 1 more approved challenge written."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := standings.Standing(read[standing.EvaluateRequest](t, "standing.evaluate", tt.request))
			if err != nil {
				t.Fatal(err)
			}
			if got.Sentence != tt.sentence {
				t.Errorf("sentence %q, want %q", got.Sentence, tt.sentence)
			}
		})
	}
}

// The parts of the bar lie side by side and end at the score.
func TestPartsAddUp(t *testing.T) {
	for _, rb := range rulebook.BuiltIn() {
		req := score.ComputeRequest{Rulebook: rulebook.ID(rb.ID), Measurements: map[string]measure.Measurement{}}
		for i, d := range rb.Dimensions[:min(4, len(rb.Dimensions))] {
			x := rb.Scale * float64(i+1) / 5
			req.Measurements[d.Key] = measure.Measurement{Score: &x}
		}
		if rb.Dimensions[0].Weight == nil {
			req.Weights = map[string]float64{}
			for _, d := range rb.Dimensions[:4] {
				req.Weights[d.Key] = 0.25
			}
		}
		got, err := breakdown.Score(req)
		if err != nil {
			t.Fatal(err)
		}
		at := 0.0
		for _, p := range got.Parts {
			if p.Start != at || p.Width < 0 {
				t.Errorf("%s: %s begins at %v, want %v", rb.ID, p.Key, p.Start, at)
			}
			at = p.Start + p.Width
		}
		if at > 100+1e-9 {
			t.Errorf("%s: the bar ends at %v", rb.ID, at)
		}
		if _, err := json.Marshal(got.Steps); err != nil || len(got.Steps) == 0 {
			t.Errorf("%s: steps %+v", rb.ID, got.Steps)
		}
	}
}

// By hand: 1.80 s score 82.8, 1.28 s score 88.0; the swap turns every sign.
func TestCompareTurnsAroundWhenSwapped(t *testing.T) {
	answer := func(ms string) op.Raw {
		got, err := breakdown.Score(read[score.ComputeRequest](t, "score.compute", `{"rulebook":"airena","measurements":{"correctness":{"passed":97,"total":100},"speed":{"time_ms":`+ms+`,"fastest_ms":1000},"quality":{"score":80},"process":{"score":80}}}`))
		if err != nil {
			t.Fatal(err)
		}
		text, err := op.Encode(got)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	slow, fast := answer("1800"), answer("1280")
	there, err := compare.Compare(compare.CompareRequest{Before: slow, After: fast})
	if err != nil {
		t.Fatal(err)
	}
	back, err := compare.Compare(compare.CompareRequest{Before: fast, After: slow})
	if err != nil {
		t.Fatal(err)
	}
	if want := "82.80 → 88.00 (+5.20)"; there.Sentence != want {
		t.Errorf("sentence %q, want %q", there.Sentence, want)
	}
	if want := "88.00 → 82.80 (−5.20)"; back.Sentence != want {
		t.Errorf("swapped, sentence %q, want %q", back.Sentence, want)
	}
	if len(there.Changes) < 8 || len(there.Changes) != len(back.Changes) {
		t.Fatalf("%d changes there and %d back: want the same, at least 8", len(there.Changes), len(back.Changes))
	}
	turn := strings.NewReplacer("+", "−", "−", "+")
	for i, c := range there.Changes {
		if b := back.Changes[i]; b.Field != c.Field || b.Change != turn.Replace(c.Change) {
			t.Errorf("%s %s, swapped %s %s", c.Field, c.Change, b.Field, b.Change)
		}
	}
}

func TestCompareTexts(t *testing.T) {
	tests := []struct{ name, before, after, sentence, change string }{
		{"decimals that both share are kept", `"82.80"`, `"88.00"`, "82.80 → 88.00 (+5.20)", "+5.20"},
		{"whole points", `"700"`, `"716"`, "700 → 716 (+16)", "+16"},
		{"the more decimals count", `"1050"`, `"1072.51"`, "1050 → 1072.51 (+22.51)", "+22.51"},
		{"no dust of a float64", `"0.1"`, `"0.3"`, "0.1 → 0.3 (+0.2)", "+0.2"},
		{"percentage points", `"80.2 %"`, `"81.3 %"`, "80.2 % → 81.3 % (+1.1 points)", "+1.1"},
		{"a real minus", `"−3.25"`, `"1.75"`, "−3.25 → 1.75 (+5.00)", "+5.00"},
		{"a signed change", `"+24.76"`, `"−16"`, "+24.76 → −16 (−40.76)", "−40.76"},
		{"thousands", `"2,431"`, `"1,931"`, "2,431 → 1,931 (−500)", "−500"},
		{"out of something", `"14 of 25"`, `"20 of 25"`, "14 of 25 → 20 of 25 (+6)", "+6"},
		{"out of something else", `"14 of 25"`, `"14 of 50"`, "14 of 25 → 14 of 50", ""},
		{"other units", `"500 ms"`, `"2 s"`, "500 ms → 2 s", ""},
		{"two numbers", `"1075 (+24.76)"`, `"1073 (+22.51)"`, "1075 (+24.76) → 1073 (+22.51)", ""},
		{"a formula", `"100 · 9/10"`, `"100 · 8/10"`, "100 · 9/10 → 100 · 8/10", ""},
		{"words", `"Silver"`, `"Gold"`, "Silver → Gold", ""},
		{"the same", `"82.80"`, `"82.80"`, "82.80 (no change)", ""},
		{"no texts", `1`, `2.5`, "1 number differs", "+1.5"},
		{"another kind", `1`, `"1"`, "no number differs", ""},
		{"too long to be told apart", `"1234567890.123456"`, `"1234567890.123457"`, "1234567890.123456 → 1234567890.123457", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := compare.Compare(compare.CompareRequest{Before: op.Raw(`{"answer":` + tt.before + `}`), After: op.Raw(`{"answer":` + tt.after + `}`)})
			if err != nil {
				t.Fatal(err)
			}
			change := ""
			for _, c := range got.Changes {
				change = c.Change
			}
			if got.Sentence != tt.sentence || change != tt.change {
				t.Errorf("%q and %q, want %q and %q", got.Sentence, change, tt.sentence, tt.change)
			}
		})
	}
}

// An answer without one main number has it in brief, if that is one.
func TestCompareBrief(t *testing.T) {
	for _, tt := range []struct{ name, before, after, want string }{
		{"a number", `{"brief":"1116","x":1}`, `{"brief":"1228","x":2}`, "1116 → 1228 (+112)"},
		{"words", `{"brief":"One claim does not match","x":1}`, `{"brief":"2 claims do not match","x":2}`, "1 number differs"},
		{"the answer comes first", `{"answer":"5","brief":"1"}`, `{"answer":"6","brief":"1"}`, "5 → 6 (+1)"},
	} {
		got, err := compare.Compare(compare.CompareRequest{Before: op.Raw(tt.before), After: op.Raw(tt.after)})
		if err != nil || got.Sentence != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got.Sentence, err, tt.want)
		}
	}
}

// A plan of many equal matches warns once.
func TestNotesSayEachWarningOnce(t *testing.T) {
	got := explain.Notes([]op.Warning{{Field: "/plan/0", Message: "draws are too many"}, {Field: "/plan/1", Message: "draws are too many"}, {Field: "/plan/1", Message: "another"}})
	if len(got) != 2 || got[0].Field != "/plan/0" || got[0].Text != "Draws are too many." || got[1].Text != "Another." {
		t.Errorf("%+v", got)
	}
}

func TestCompareMatchesElements(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"by key, in another order", `[{"key":"a","x":1},{"key":"b","x":2}]`, `[{"key":"b","x":3},{"key":"a","x":1}]`, "/l/0/x +1"},
		{"one that is new", `[{"id":"a","x":1}]`, `[{"id":"new","x":9},{"id":"a","x":2}]`, "/l/1/x +1"},
		{"by place where a name occurs twice", `[{"key":"a","x":1},{"key":"a","x":2}]`, `[{"key":"a","x":1},{"key":"a","x":3}]`, "/l/1/x +1"},
		{"by place where there is no name", `[1,2,3]`, `[1,4]`, "/l/1 +2"},
		{"by the second name", `[{"key":"a","label":"A","x":1},{"key":"a","label":"B","x":2}]`, `[{"key":"a","label":"B","x":3},{"key":"a","label":"A","x":1}]`, "/l/0/x +1"},
		{"odd names", `{"a/b~":1}`, `{"a/b~":2}`, "/l/a~1b~0 +1"},
		{"no list any more", `[1]`, `{"0":2}`, ""},
		{"rows of a table by their number", `[{"score":"699","change":"0"},{"score":"700","change":"+24.76"},{"score":"823","change":"+24.76"}]`, `[{"score":"699","change":"0"},{"score":"623","change":"0"},{"score":"700","change":"+24.76"}]`, ""},
		{"times by when they are", `[{"at":"0","x":1},{"at":"10","x":2}]`, `[{"at":"0","x":1},{"at":"11","x":1},{"at":"10","x":3}]`, "/l/2/x +1"},
		{"places show themselves", `[{"id":"a","rank":1,"then_rank":1,"x":1},{"id":"b","rank":2,"then_rank":2,"x":1}]`, `[{"id":"b","rank":1,"then_rank":1,"x":1},{"id":"a","rank":2,"then_rank":2,"x":2}]`, "/l/1/x +1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := compare.Compare(compare.CompareRequest{Before: op.Raw(`{"l":` + tt.before + `}`), After: op.Raw(`{"l":` + tt.after + `}`)})
			if err != nil {
				t.Fatal(err)
			}
			var list []string
			for _, c := range got.Changes {
				list = append(list, c.Field+" "+c.Change)
			}
			if text := strings.Join(list, ", "); text != tt.want {
				t.Errorf("%q, want %q", text, tt.want)
			}
		})
	}
}
