package explain_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/changes"
	"github.com/tallyproof/tallyproof/core/explain/compare"
	"github.com/tallyproof/tallyproof/core/explain/difficulty"
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/explain/standings"
	"github.com/tallyproof/tallyproof/core/op"
)

// all are the operations of the packages below this one.
var all = slices.Concat(breakdown.Ops, scores.Ops, changes.Ops, ratings.Ops, forecasts.Ops, standings.Ops, difficulty.Ops, compare.Ops, rewards.Ops)

// answer asks one of the operations; a refusal is its message.
func answer(t *testing.T, name, request string) string {
	t.Helper()
	for _, o := range all {
		if o.Name == name {
			return string(o.Call([]byte(request)))
		}
	}
	t.Fatalf("no operation %q", name)
	return ""
}

const (
	// 82.8 points by AiRENA docs, Scoring System.
	journey = `"measurements":{"correctness":{"passed":97,"total":100},"speed":{"time_ms":1800,"fastest_ms":1000},"quality":{"items":[16,16,16,16,16]},"process":{"items":[16,16,16,16,16]}}`
	// 88 points, which a bystander lowers.
	trap = `"measurements":{"correctness":{"passed":9,"total":10},"speed":{"time_ms":1000,"fastest_ms":1000},"quality":{"score":80},"process":{"score":80}}`
	rest = `"quality":{"score":80},"process":{"score":80}`
)

// worded is a request and texts that its answer must hold.
type worded struct {
	Name, Op, Request string
	Want              []string
}

func checkWords(t *testing.T, tests []worded) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			got := answer(t, tt.Op, tt.Request)
			for _, want := range tt.Want {
				if !strings.Contains(got, want) {
					t.Errorf("the answer lacks %s:\n%s", want, got)
				}
			}
		})
	}
}

func TestWords(t *testing.T) {
	tests := []worded{
		// +16 from 1000, +24 from 1016, nothing, −26 from 1040.
		{"a task that resets the decay", "explain.tasks", `{"rulebook":"term","measurements":{"pass_rate":{"passed":73,"total":91}},"top_percent":80}`, []string{"One more task = +1.1 points: 74 of 91. The decay of a top score of 80.0 % resets at 75: 2 more.", "A task adds 1.1 points if every test passes in time."}},
		{"a run that resets it", "explain.tasks", `{"rulebook":"term","measurements":{"pass_rate":{"passed":8,"total":10}},"top_percent":50}`, []string{"This run resets the decay of a top score of 50.0 %."}},
		{"a top score of all tasks", "explain.tasks", `{"rulebook":"term","measurements":{"pass_rate":{"passed":9,"total":10}},"top_percent":100}`, []string{"No number of tasks resets the decay of a top score of 100.0 %.", "equal to the top score: the earlier submission ranks first; all tasks"}},
		{"the code keeps the order given", "explain.tasks", `{"rulebook":"term-live","measurements":{"pass_rate":{"passed":9,"total":10}},"top_percent":100}`, []string{"equal to the top score: the order given decides"}},
		{"tests of one dimension, and no rewards", "explain.tasks", `{"rulebook":"airena","measurements":{"correctness":{"passed":9,"total":10},"speed":{"score":50},"quality":{"score":50},"process":{"score":50}},"top_percent":67}`, []string{`"sentence":"One more test = +4.00: 10 of 10."`, `"meaning":"above the top score; all tests; one more test"`}},
		{"a target in percent", "explain.target", `{"rulebook":"term","target_percent":85,"measurements":{"pass_rate":{"passed":73,"total":91}}}`, []string{"1 way to reach 85 %", `"strong":"78","after":"of 91 tasks"`}},
		{"a target in percent of 1000", "explain.target", `{"rulebook":"clawdiators","target_percent":90,"weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":800},"speed":{"score":800}}}`, []string{"800 → 900 (+100)"}},
		{"answers in envelopes, line by line", "explain.replay", `{"rulebook":"clawdiators-live","text":"{\"ok\":true,\"data\":{\"agent\":{\"name\":\"nova\"},\"challenge\":{\"slug\":\"reef\"},\"result\":\"win\",\"opponent_elo\":1000}}\n{\"ok\":true,\"data\":{\"agent\":{\"name\":\"nova\"},\"challenge\":{\"slug\":\"reef\"},\"result\":\"loss\",\"opponent_elo\":1000}}\n"}`, []string{"2 matches of nova: 1000 → ", `"label":"reef · `}},
		{"the arena's list, the latest first and without difficulties", "explain.replay", `{"rulebook":"clawdiators-live","text":"{\"ok\": true, \"data\": [{\"challenge_slug\": \"maze\", \"status\": \"completed\", \"result\": \"loss\", \"elo_change\": -26, \"attempt_number\": 1, \"started_at\": \"2026-03-03T09:00:00Z\", \"expires_at\": \"2026-03-03T09:10:00Z\", \"completed_at\": \"2026-03-03T09:05:00Z\"}, {\"challenge_slug\": \"reef\", \"status\": \"expired\", \"elo_change\": null, \"started_at\": \"2026-03-02T11:00:00Z\", \"expires_at\": \"2026-03-02T11:10:00Z\", \"completed_at\": null}, {\"challenge_slug\": \"blueprint-audit\", \"status\": \"completed\", \"result\": \"win\", \"score\": 810, \"elo_change\": 24, \"attempt_number\": 1, \"started_at\": \"2026-03-02T09:00:00Z\", \"expires_at\": \"2026-03-02T09:10:00Z\", \"completed_at\": \"2026-03-02T09:05:00Z\"}, {\"challenge_slug\": \"maze-two\", \"status\": \"completed\", \"result\": \"win\", \"elo_change\": 16, \"attempt_number\": 1, \"started_at\": \"2026-03-01T09:00:00Z\", \"expires_at\": \"2026-03-01T09:10:00Z\", \"completed_at\": \"2026-03-01T09:05:00Z\"}]}"}`, []string{
			"4 matches of this agent: 1000 → 1014. Every claim agrees with the rules.", "The list has no difficulty for 3 matches. It is taken from the arena’s list of challenges for 1 and from the rating change for 2, which fits only one difficulty.",
			"The list was not in the order of its times.", "Veteran, 1200", `"label":"maze-two`}},
		{"entrants of a challenge stay together, whenever each of them ended", "explain.replay", `{"rulebook":"airena","text":"agent,challenge,score,completed_at\na,x,80,2026-01-01T00:00:00Z\nb,x,70,2026-01-01T02:00:00Z\na,y,80,2026-01-01T01:00:00Z\nb,y,60,2026-01-01T03:00:00Z\n"}`, []string{"2 matches of a: 1200 → ", `"notes":[{"kind":"limit","field":"/agent"`}},
		{"the challenge that ended first is replayed first", "explain.replay", `{"rulebook":"airena","text":"agent,challenge,score,completed_at\na,y,80,2026-01-01T01:00:00Z\na,x,80,2026-01-01T00:00:00Z\nb,y,60,2026-01-01T03:00:00Z\nb,x,90,2026-01-01T02:00:00Z\n"}`, []string{"The list was not in the order of its times.", `"label":"x · 2nd","outcome":"Loss","k":"40","before":"1200","change":"−20","after":"1180"`}},
		{"three ways", "explain.target", `{"rulebook":"airena","target":88,` + journey + `}`, []string{"3 ways to reach 88", `"1800 →","strong":"1280","after":"ms"`, `"leads":"82.80 → 88.00 (+5.20)"`, `"gap":"5.20 short","goal":"of 88"`, `"title":"Quality and process","before":"","strong":"+13 each"`, `"97 →","strong":"100","after":"of 100 tests","leads":"","score":"84.00","lacking":true`, "If someone runs 500 ms, this falls to 75.20."}},
		{"reached exactly", "explain.target", `{"rulebook":"airena","target":82.8,` + journey + `}`, []string{"82.8 is reached."}},
		{"reached already", "explain.target", `{"rulebook":"airena","target":80,` + journey + `}`, []string{"You are past 80.", `"gap":"2.80 above","goal":"your target of 80"`}},
		{"beyond reach: no trajectory, so efficiency gives nothing", "explain.target", `{"rulebook":"clawdiators","target":800,"weights":{"correctness":0.25,"completeness":0.25,"token_efficiency":0.5},"measurements":{"correctness":{"score":600},"completeness":{"score":600},"token_efficiency":{"score":900}}}`, []string{"800 is out of reach: at most 500."}},
		{"beyond reach by what rounding hides", "explain.target", `{"rulebook":"airena","target":100,"weights":{"correctness":0.33333,"speed":0.33333,"quality":0.33333,"process":0},"measurements":{"correctness":{"score":50},"speed":{"score":50},"quality":{"score":50},"process":{"score":50}}}`, []string{"100 is out of reach: at most 99.999."}},
		// 102·(90 − 84.80907)/10 = 52.95: with two decimals of the average it would be 53.04, and one more.
		{"an average as it is given", "explain.plan", `{"rulebook":"airena","challenges":102,"wins":25,"average_score":84.80907,"target":"champion"}`, []string{"102·(90 − 84.80907)/(100 − 90) = 52.95", "53 more"}},
		{"an average of nothing", "explain.plan", `{"rulebook":"airena","challenges":0,"wins":0,"average_score":0,"target":"gold"}`, []string{"first scores of 100"}},
		{"a time in thousandths", "explain.target", `{"rulebook":"airena","target":87.99,` + journey + `}`, []string{`"strong":"1281","after":"ms"`}},
		{"below a second", "explain.target", `{"rulebook":"airena","target":88,` + strings.NewReplacer("1800", "180", "1000", "100").Replace(journey) + `}`, []string{`"180 →","strong":"128","after":"ms"`}},
		// 0.2 · 5 + 0.2 · 26 = 6.2 points: quality ends at 100, process at 96.
		{"unequal room", "explain.target", `{"rulebook":"airena","target":90,"measurements":{"correctness":{"score":97},"speed":{"score":60},"quality":{"score":95},"process":{"score":70}}}`, []string{"83.80 → 90.00 (+6.20)", `"up to +26 each"`}},
		{"one more test", "explain.levers", `{"rulebook":"airena",` + journey + `}`, []string{"One more test adds 0.40. Speed has the most left: 8.00."}},
		{"nothing left", "explain.levers", `{"rulebook":"term","measurements":{"pass_rate":{"passed":5,"total":5}}}`, []string{"Nothing can raise 100.0 %"}},
		{"row 10, below", "explain.cliff", `{"rulebook":"clawdiators","rating":1000,"matches":9,"difficulty":"contender","weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":690},"speed":{"score":690}}}`, []string{"699 → 700 = +16 rating points at K 32. Yours, 690, is 10 below.", `"heard":"A draw: 1000 → 1000 (0)."`}},
		{"the lower cliff is nearer", "explain.cliff", `{"rulebook":"clawdiators","rating":1000,"matches":30,"difficulty":"contender","weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":410},"speed":{"score":410}}}`, []string{"399 → 400 = +8 rating points at K 16. Yours, 410, is 10 above."}},
		{"the example of Clawdiators docs", "explain.diff", `{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.2,"methodology":0.15,"completeness":0.15},"measurements":{"correctness":{"score":900},"speed":{"score":780},"methodology":{"score":690},"completeness":{"score":760}}}`, []string{"The readings differ in 2 of 6 values: docs 823 · code 824."}},
		{"one task", "explain.interval", `{"rulebook":"term","measurements":{"pass_rate":{"passed":1,"total":1}}}`, []string{"With 1 task, the true rate may be anything from 20.7 to 100.0 %"}},
		{"all told apart", "explain.interval", `{"rulebook":"term","tasks":1000,"submissions":[{"id":"a","dimensions":{"pass_rate":0.9}},{"id":"b","dimensions":{"pass_rate":0.1}}]}`, []string{"1,000 tasks are enough", `"next":"over 99.9 %"`}},
		{"clearly first, one tie", "explain.interval", `{"rulebook":"term","tasks":100,"submissions":[{"id":"a","dimensions":{"pass_rate":0.9}},{"id":"b","dimensions":{"pass_rate":0.1}},{"id":"c","dimensions":{"pass_rate":0.1}}]}`, []string{"With 100 tasks, a is clearly first; 1 further tie."}},
		{"a bystander decides", "explain.rivals", `{"rulebook":"airena",` + trap + `,"rivals":[{"id":"B","measurements":{"correctness":{"score":97},"speed":{"time_ms":1800},` + rest + `}}],"posted_ms":300}`, []string{"You lead with 88.00. If someone runs 300 ms, B leads: 70.80 against 68.00.", "You set the pace: everyone’s speed counts against your 1000 ms.", "If someone runs 300 ms, you lose 20.00."}},
		{"a rival is faster than what the form calls the fastest", "explain.rivals", `{"rulebook":"airena",` + trap + `,"rivals":[{"id":"B","measurements":{"correctness":{"score":0},"speed":{"time_ms":300},` + rest + `}}]}`, []string{"You lead with 68.00.", "B sets the pace: everyone’s speed counts against 300 ms."}},
		{"given scores have no fastest, and two lead", "explain.rivals", `{"rulebook":"airena","measurements":{"correctness":{"score":90},"speed":{"score":100},` + rest + `},"rivals":[{"id":"B","measurements":{"correctness":{"score":90},"speed":{"score":100},` + rest + `}}]}`, []string{"You and B share the lead with 88.00.", `"id":"B","yours":false,"rank":"1"`, `"notes":[]`}},
		{"results of a win and a draw, and no fastest time that moves anyone", "explain.rivals", `{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":690},"speed":{"score":700}},"rivals":[{"id":"B","measurements":{"correctness":{"score":900},"speed":{"score":500}}}],"posted_ms":300}`, []string{`"sentence":"B leads with 700."`, `"id":"B","yours":false,"rank":"1","total":"700","result":"Win"`, `"id":"You","yours":true,"rank":"2","total":"695","result":"Draw"`, `"then":"","then_rank":""`, `"notes":[]`}},
	}
	checkWords(t, tests)
}

func TestRefusals(t *testing.T) {
	tests := []struct{ name, op, request, field, message string }{
		{"a number for an answer", "explain.compare", `{"before":5,"after":{}}`, "/before", "5: want an object, the answer of an operation"},
		{"a target beyond the scale", "explain.target", `{"rulebook":"airena","target":101,` + journey + `}`, "/target", "101: want a score from 0 to 100"},
		{"no results", "explain.cliff", `{"rulebook":"airena","rating":1200,"matches":0,` + journey + `}`, "/rulebook", "does not map scores to results"},
		{"no match", "explain.cliff", `{"rulebook":"clawdiators","rating":1000,"matches":0,"weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":1},"speed":{"score":1}}}`, "/", "difficulty"},
		{"nothing was counted", "explain.interval", `{"rulebook":"term","measurements":{"pass_rate":{"score":0.5}}}`, "/measurements", "passed and total"},
		{"a rival's time", "explain.rivals", `{"rulebook":"airena",` + trap + `,"rivals":[{"id":"B","measurements":{"correctness":{"score":197},"speed":{"time_ms":1},` + rest + `}}]}`, "/rivals/0/measurements/correctness/score", "197: want a score from 0 to 100"},
		{"a time of nothing", "explain.rivals", `{"rulebook":"airena",` + trap + `,"rivals":[{"id":"B","measurements":{"correctness":{"score":97},"speed":{"time_ms":0},` + rest + `}}]}`, "/rivals/0/measurements/speed/time_ms", "0: want a time above 0"},
		{"a fastest time of nothing", "explain.rivals", `{"rulebook":"airena","measurements":{"correctness":{"score":97},"speed":{"time_ms":10,"fastest_ms":0},` + rest + `},"rivals":[]}`, "/measurements/speed/fastest_ms", "0: want a time above 0"},
		{"a time where none is measured", "explain.rivals", `{"rulebook":"airena","measurements":{"correctness":{"time_ms":10},"speed":{"time_ms":10},` + rest + `},"rivals":[]}`, "/measurements/correctness/time_ms", "does not read it"},
		{"no target", "explain.target", `{"rulebook":"term","measurements":{"pass_rate":{"passed":73,"total":91}}}`, "/target", `missing: want the score to reach, or target_percent`},
		{"two targets", "explain.target", `{"rulebook":"term","target":0.85,"target_percent":85,"measurements":{"pass_rate":{"passed":73,"total":91}}}`, "/target_percent", `give either target or target_percent, not both`},
		{"more than all", "explain.target", `{"rulebook":"term","target_percent":101,"measurements":{"pass_rate":{"passed":73,"total":91}}}`, "/target_percent", `101: want a number from 0 to 100`},
		{"no brace at a line's end", "explain.replay", `{"rulebook":"clawdiators","text":"{\"outcome\":\"win\",\"opponent\":1000}\n{\"outcome\":\"win\"\n"}`, "/text", `line 2: column 17`},
		{"a match of many in one line", "explain.replay", `{"rulebook":"clawdiators","text":"[{\"outcome\":\"win\",\"opponent\":1000},{\"opponent\":1000}]"}`, "/text", "line 1: match 2: outcome: missing"},
		{"a value of many in one line", "explain.replay", `{"rulebook":"clawdiators","text":"[{\"outcome\":\"win\",\"opponent\":1000},{\"outcome\":\"won\"}]"}`, "/text", `line 1: match 2: outcome \"won\"`},
		{"a comma that may mean a thousand", "explain.replay", `{"rulebook":"clawdiators","text":"opponent,outcome\n\"1,200\",win"}`, "/text", `row 1, column \"opponent\": \"1,200\" is 1200 or 1.2`},
		{"a challenge in two parts", "explain.replay", `{"rulebook":"airena","text":"agent,challenge,score\na,x,80\na,y,80\nb,x,60\n"}`, "/text", `line 4: challenge: \"x\" was finalized at match 1: want`},
		{"an agent twice in a challenge", "explain.replay", `{"rulebook":"airena","text":"agent,challenge,score\nc,at match 7,90\na,at match 7,80\na,at match 7,80\n"}`, "/text", `line 4: agent: \"a\" is also match 2 of this challenge`},
		{"its place in the text, not in the order of times", "explain.replay", `{"rulebook":"airena","text":"agent,challenge,score,completed_at\na,x,80,2026-01-01T02:00:00Z\nb,y,80,2026-01-01T01:00:00Z\nb,z,80,2026-01-01T00:00:00Z\na,x,60,2026-01-01T03:00:00Z\n"}`, "/text", `line 5: agent: \"a\" is also match 1 of this challenge`},
		{"two columns of one name", "explain.replay", `{"rulebook":"clawdiators","text":"opponent,outcome,opponent\n1200,win,1000"}`, "/text", `columns 1 and 3 are both \"opponent\": rename one`},
		{"the submission's own name", "explain.rivals", `{"rulebook":"airena",` + trap + `,"rivals":[{"id":"You","measurements":{}}]}`, "/rivals/0/id", "want each name once"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := answer(t, tt.op, tt.request)
			if !strings.Contains(got, `"field":"`+tt.field) || !strings.Contains(got, tt.message) {
				t.Errorf("%s: want %s at %s", got, op.Quote(tt.message), tt.field)
			}
		})
	}
}
