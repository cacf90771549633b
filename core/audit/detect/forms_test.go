package detect

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
)

// Members of a verified win over a veteran challenge, and of a draw.
const (
	win    = `"match_id":"m","result":"win","score":800,"score_breakdown":{"correctness":650,"token_efficiency":150,"total":800},"elo_before":1000,"elo_after":1029,"elo_change":29,"opponent_elo":1200,"attempt_number":1,"verified":true`
	draw   = `"match_id":"n","result":"draw","score":500,"score_breakdown":{"correctness":500,"total":500},"elo_before":984,"elo_after":985,"elo_change":1,"opponent_elo":1000,"attempt_number":2,"verified":false`
	listed = `"challenge_slug":"reef","status":"completed","result":"win","score":800,"elo_change":29,"attempt_number":1,"verified":true`
	event  = `"type":"match_completed","agent":{"name":"a","elo":1048},"challenge":{"slug":"reef"},"result":"loss","score":51,"elo_before":null,"elo_after":null,"elo_change":null,"verified":true`
)

// without is win without some members.
func without(names ...string) string {
	text := "{" + win + "}"
	for _, name := range names {
		start := strings.Index(text, `"`+name+`":`)
		end := start + strings.IndexAny(text[start:], ",}")
		if name == "score_breakdown" {
			end = start + strings.Index(text[start:], "}") + 1
		}
		text = text[:start] + strings.TrimPrefix(text[end:], ",")
	}
	return strings.Replace(text, ",}", "}", 1)
}

// An answer is read for what it has; what is missing is named, and what follows
// from the rest is computed. What is recognised, but has nothing to check, says
// what is wanted.
func TestPartialAnswers(t *testing.T) {
	tests := []struct {
		name, text, kind, sentence string
		prefills                   []string // operations
		findings                   []string // severity field claimed recomputed rule, each begins so
	}{
		{"no breakdown", without("score_breakdown"), "clawdiators-submit", "all 3 values compared agree", []string{"elo.update"},
			[]string{"note| Not in the document|score_breakdown|"}},
		{"points in the log of the evaluation", `{"match_id":"m","score":700,"evaluation_log":{"finalScores":{"speed":700}}}`, "clawdiators-submit", "the one value compared agrees", nil,
			[]string{"match|/score Score|700|700", "note|/result Result|not reported|win"}},
		{"no ratings", without("elo_before", "elo_after", "elo_change"), "clawdiators-submit", "all 3 values compared agree", nil,
			[]string{"note| Not in the document|elo_before, elo_after, elo_change|"}},
		{"no rating before", without("elo_before"), "clawdiators-submit", "all 5 values", []string{"elo.update"},
			[]string{"note|/elo_before Rating before|||elo_before is not in the response: taken as elo_after − elo_change, 1000", "match|/elo_change Rating change|+29|+29"}},
		{"the change is what two ratings make", without("elo_change"), "clawdiators-submit", "all 4 values", []string{"elo.update"},
			[]string{"match|/elo_after Rating after|1029|1029|max(100", "note| Not in the document|elo_change|"}},
		{"a forged rating after, alone", strings.Replace(without("elo_change"), "1029", "1030", 1), "clawdiators-submit", "1 of 4 values", []string{"elo.update"},
			[]string{"difference|/elo_after Rating after|1030|1029|max(100"}},
		{"the rating before alone", without("elo_after", "elo_change"), "clawdiators-submit", "all 3 values", []string{"elo.update"},
			[]string{"note|/elo_change Rating change|not reported|+29, or +14|", "note|/elo_after Rating after|not reported|1029, or 1014|"}},
		{"the rating before, and no opponent", without("elo_after", "elo_change", "opponent_elo"), "clawdiators-submit", "all 3 values", nil,
			[]string{"note|/opponent_elo Rating change|not reported||neither opponent_elo nor a difficulty"}},
		{"no opponent: it is inferred", without("opponent_elo"), "clawdiators-submit", "all 5 values", []string{"elo.update"},
			[]string{"note| Difficulty|not reported||the rating change fits a veteran challenge (opponent 1200)"}},
		{"no bonus is said: it is inferred", without("verified", "attempt_number"), "clawdiators-submit", "all 5 values", []string{"elo.update"},
			[]string{"note|/verified Verified|not reported||the rating change fits a verified match, first attempt"}},
		{"no result", without("result"), "clawdiators-submit", "all 4 values", []string{"elo.update"},
			[]string{"note|/result Result|not reported|win|win from 700", "match|/elo_change Rating change|+29|+29"}},
		{"no score", without("score"), "clawdiators-submit", "all 4 values", []string{"elo.update"},
			[]string{"note|/score Score|not reported|800|"}},
		{"neither result nor points", without("score", "result", "score_breakdown"), "clawdiators-submit", "nothing in it can be recomputed", nil,
			[]string{"note|/elo_change Rating change|29||neither result nor score is in the response"}},
		{"a change in quotes is not 0", strings.Replace("{"+win+"}", `"elo_change":29`, `"elo_change":"29"`, 1), "clawdiators-submit", "all 4 values", []string{"elo.update"},
			[]string{`note|/elo_change Rating change|29||elo_change is not a number: it is not compared`}},
		{"a match of a list", "{" + listed + "}", "clawdiators-match", "the one value compared agrees", nil,
			[]string{"note| Not in the document|score_breakdown, elo_before, elo_after, scoring_dimensions|", "note|/elo_change Rating change|29||elo_before is not in the response"}},
		{"a match on a challenge of the arena's list", `{"challenge_slug":"cipher-forge","result":"win","elo_before":1000}`, "clawdiators-match", "it has no value to compare", []string{"elo.update"},
			[]string{"note|/elo_change Rating change|not reported|+16, or +8|", "note| Difficulty|not reported||the arena's list of challenges has contender (opponent 1000)"}},

		{"an array of answers", "[{" + win + "},{" + draw + "}]", "clawdiators-matches", "A list of 2 Clawdiators matches: all 10 values compared agree with the rules of Clawdiators (live code).", []string{"explain.replay"},
			[]string{"match|/1/elo_change Rating change of match 2|+1|+1|"}},
		{"JSON Lines in envelopes", `{"ok":true,"data":{` + win + "}}\n\n" + `{"ok":true,"data":{` + draw + "}}\r\n", "clawdiators-matches", "A list of 2 Clawdiators matches: all 10 values", []string{"explain.replay"},
			[]string{"match|/0/data/elo_after Rating after of match 1|1029|1029|"}},
		{"a forged one among them", "[{" + win + "},{" + strings.Replace(draw, `"elo_after":985`, `"elo_after":995`, 1) + "}]", "clawdiators-matches", "1 of 10 values differs", []string{"explain.replay"},
			[]string{"difference|/1/elo_after Rating after of match 2|995|985|"}},
		{"a list with something else", "[5,{" + listed + `},{"hello":1}]`, "clawdiators-matches", "A list of 1 Clawdiators match: the one value compared agrees with the rules of Clawdiators (live code). Not read: 2 elements of another kind.", nil,
			[]string{"note| Replay|||the matches cannot be replayed: line 1: expected a match, found number"}},
		{"JSON Lines, one of them broken", "{" + win + "}\n{oops\n", "unreadable", "This is JSON Lines, but line 2 cannot be read as JSON: ", nil, nil},
		{"JSON Lines of nobody", "{\"a\":1}\n{\"a\":2}\n", "json", "This is JSON Lines of 2 documents, but not of an arena that we know: want a Clawdiators match", nil, nil},
		{"an event of the feed", "{" + event + "}", "clawdiators-feed", `A Clawdiators event on "reef": the one value compared agrees with the rules of Clawdiators (live code).`, nil, []string{"match|/result Result|loss|loss"}},
		{"a feed", "[{" + event + "},{" + strings.Replace(event, "51", "510", 1) + "}]", "clawdiators-feed", "A feed of 2 Clawdiators events: 1 of 2 values differs", nil,
			[]string{"difference|/1/result Result of event 2|loss|draw|", "note| Replay|||the matches cannot be replayed: line 1: difficulty: missing"}},
		{"agents without ranks", `[{"name":"a","elo":2600,"match_count":41,"win_count":3,"title":"Leviathan"},{"name":"b","elo":2600,"match_count":6,"win_count":3,"title":"Fresh Hatchling"}]`, "clawdiators-agents", "A list of 2 Clawdiators agents: 1 of 2 values differs", nil,
			[]string{`difference|/1/title Title of "b"|Fresh Hatchling|Leviathan|`}},
		{"a match that was entered", `{"match_id":"m","challenge":{"slug":"cipher-forge"},"time_limit_secs":420,"started_at":"2026-11-21T10:58:00.704Z","expires_at":"2026-11-21T11:08:00.704Z"}`, "clawdiators-enter", `A Clawdiators match on "cipher-forge" that has begun: it has no score yet. Paste the answer to its submission.`, []string{"score.compute"},
			[]string{"difference|/time_limit_secs Time limit|420 s|600 s|"}},
		{"a start page", `{"your_agent":{"name":"a","elo":1029,"match_count":1,"win_count":1,"title":"Arena Initiate"},"recent_results":[{"match_id":"m","result":"loss","score":800}]}`, "clawdiators-home", `The start page of the Clawdiators agent "a": 1 of 2 values differs`, []string{"standing.evaluate"},
			[]string{"difference|/recent_results/0/result Result of result 1|loss|win|"}},

		{"AiRENA, measured alone", `{"passed_tests":18,"total_tests":20,"your_time_ms":1800,"fastest_time_ms":1000}`, "airena-submission", "An AiRENA submission without quality and process: it has no value to compare; values that it lacks are computed.", nil,
			[]string{"note|/correctness Correctness|not reported|90|passed/total", "note|/speed Speed|not reported|60|max(0", "note|/final_score Final score|not reported|48 to 88|", "note| Not in the document|quality, process|"}},
		{"AiRENA, measured and judged", `{"passed_tests":18,"total_tests":20,"execution_time_ms":1800,"fastest_time_ms":1000,"quality":80,"process":80,"final_score":81}`, "airena-submission", "An AiRENA submission: the one value compared differs from the rules of AiRENA.", []string{"score.compute"},
			[]string{"difference|/final_score Final score|81|80|", "note|/speed Speed|not reported|60|"}},
		{"AiRENA, a dimension that its measurement does not give, in a sum of what is reported", `{"passed_tests":16,"total_tests":20,"correctness":90,"speed":60,"quality":80,"process":80,"final_score":80}`, "airena-submission", "An AiRENA submission: 1 of 2 values differs from the rules of AiRENA.", []string{"score.compute"},
			[]string{"difference|/correctness Correctness|90|80|", "match|/final_score Final score|80|80|"}},
		{"AiRENA, a total so small that it is shown with an exponent", `{"agent_id":"a","passed_tests":0,"total_tests":20,"correctness":0,"speed":0,"quality":0,"process":2,"score":1e-7}`, "airena-submission", "An AiRENA submission: 1 of 2 values differs from the rules of AiRENA.", []string{"score.compute"},
			[]string{"difference|/score Final score|1e-7|0.4|"}},
		{"AiRENA, a score that no judge can give", `{"passed_tests":18,"total_tests":20,"speed":60,"quality":80,"final_score":99}`, "airena-submission", "An AiRENA submission without process: the one value", nil,
			[]string{"difference|/final_score Final score|99|64 to 84|"}},
		{"AiRENA, a score that a judge can give", `{"passed_tests":18,"total_tests":20,"speed":60,"quality":80,"final_score":70}`, "airena-submission", "An AiRENA submission without process: it has no value", nil,
			[]string{"note|/final_score Final score|70||possible: 64 to 84, "}},
		{"AiRENA, the most that a judge can give", `{"passed_tests":18,"total_tests":20,"speed":60,"quality":80,"final_score":84}`, "airena-submission", "An AiRENA submission without process: it has no value", nil,
			[]string{"note|/final_score Final score|84||possible: 64 to 84, "}},
		{"AiRENA, the least that a judge can give", `{"passed_tests":18,"total_tests":20,"speed":60,"quality":80,"final_score":64}`, "airena-submission", "An AiRENA submission without process: it has no value", nil,
			[]string{"note|/final_score Final score|64||possible: 64 to 84, "}},
		{"a list of AiRENA submissions", `[{"correctness":90,"speed":60,"quality":80,"process":80,"final_score":80},{"correctness":90,"speed":60,"quality":80,"process":80,"final_score":81}]`, "airena-submissions", "A list of 2 AiRENA submissions: 1 of 2 values differs", nil,
			[]string{"difference|/1/final_score Final score of submission 2|81|80|"}},

		// By hand: 0.4·95 + 0.2·88 = 55.6, and at most 40 more.
		{"AiRENA results", `[{"agent_name":"a","rank":1,"score":95,"correctness_score":95,"speed_score":88},{"agent_name":"b","rank":2,"score":82}]`, "airena-results", "A list of 2 AiRENA results: all 2 values compared agree", nil,
			[]string{"match|/0/rank Rank of result 1|1|1|", "match|/1/rank Rank of result 2|2|2|", "note|/0/score Score|95||possible: 55.6 to 95.6, "}},
		{"AiRENA results, a score too high and a wrong rank", `[{"agent_name":"a","rank":2,"score":96,"correctness_score":95,"speed_score":88},{"agent_name":"b","rank":2,"score":82}]`, "airena-results", "A list of 2 AiRENA results: 2 of 3 values differ", nil,
			[]string{"difference|/0/score Score of result 1|96|55.6 to 95.6|", "difference|/0/rank Rank of result 1|2|1|"}},
		{"an AiRENA result with all dimensions", `{"agent_name":"a","rank":1,"score":80,"correctness_score":90,"speed_score":60,"quality_score":80,"process_score":80}`, "airena-result", "An AiRENA result: the one value compared agrees", nil,
			[]string{"match|/score Score|80|80|"}},

		{"Term, as the documents name it", `{"tasks_passed":73,"total_tasks":91,"score":0.802}`, "term-submission", "A Term Challenge pass rate: the one value compared agrees with the rules of Term Challenge (document).", []string{"score.compute"},
			[]string{"match|/score Score|0.802|0.802|tasks passed / total tasks = 73/91"}},
		{"Term, a list of which one is as the code rates it", `[{"tasks_passed":7,"tasks_failed":1,"total_tasks":9,"pass_rate":0.875},{"tasks_passed":1,"total_tasks":2,"pass_rate":0.5}]`, "term-leaderboard", "all 2 values compared agree with the rules of Term Challenge.", []string{"score.rank"}, nil},
		{"Term, in percent and wrong", `{"tasks_passed":73,"total_tasks":91,"percentage":80.3}`, "term-submission", "the one value compared differs", []string{"score.compute"},
			[]string{"difference|/percentage Percentage|80.3|80.21978|"}},
		{"Term, without a rate", `{"tasks_passed":8,"total_tasks":10}`, "term-submission", "it has no value to compare; values that it lacks are computed", []string{"score.compute"},
			[]string{"note|/pass_rate Pass rate|not reported|0.8|"}},
		{"Term, the code drops a task without a result", `{"tasks_passed":7,"tasks_failed":1,"total_tasks":9,"pass_rate":0.875}`, "term-submission", "the one value compared agrees with the rules of Term Challenge.", []string{"score.compute"},
			[]string{"match|/pass_rate Pass rate|0.875|0.875|tasks passed / tasks with a result = 7/8 (Term Challenge, live code); by the documents 7/9", "note|/tasks_failed Tasks without a result|1||"}},
		{"Term, more failed than there are", `{"tasks_passed":7,"tasks_failed":3,"total_tasks":9}`, "term-submission", "the one value compared differs", []string{"score.compute"}, []string{"difference|/tasks_failed Tasks failed|3|2|"}},
		{"Term, a rate alone", `{"pass_rate":0.802}`, "term-submission", "nothing in it can be recomputed", []string{"score.compute"}, []string{"note| Not in the document|tasks_passed, total_tasks|"}},
		{"Term, no tasks", `{"tasks_passed":0,"total_tasks":0}`, "term-submission", "that the rules refuse: /measurements/pass_rate/total: 0: want at least 1.", nil, nil},
		{"Term, a list", `[{"agent":"a","tasks_passed":73,"total_tasks":91,"rank":1},{"agent":"b","tasks_passed":74,"total_tasks":91,"rank":1}]`, "term-leaderboard", "A list of 2 Term Challenge pass rates: 1 of 2 values differs", []string{"score.rank"},
			[]string{`difference|/0/rank Rank of "a"|1|2|`, `match|/1/rank Rank of "b"|1|1|`}},
		{"Term, an agent twice", `[{"agent":"a","tasks_passed":73,"total_tasks":91},{"agent":"a","tasks_passed":74,"total_tasks":91}]`, "term-leaderboard", "A list of 2", nil, []string{"note| Ranking|||cannot be ranked: "}},

		{"matches of our own names", `[{"agent":"a","difficulty":"veteran","outcome":"win"}]`, "matches", "A list of matches, which can be replayed.", []string{"explain.replay"}, nil},
		{"matches of challenges", "agent,rating,challenge,difficulty,result\na,1000,maze,veteran,win\na,1010,maze,veteran,expired\n", "matches", "Matches against challenges, which say how hard those are.", []string{"explain.difficulty"}, nil},
		{"the same, all finished", "Agent;Rating;Difficulty;Result\na;1000;veteran;win\n", "matches", "Matches against challenges", []string{"explain.difficulty", "explain.replay"}, nil},
		{"matches as CSV", "\ufeffagent,difficulty,outcome\na,veteran,win\n", "matches", "A list of matches, which can be replayed.", []string{"explain.replay"}, nil},
		{"CSV without a result", "agent,difficulty,outcome\na,veteran,\n", "matches", "A list of matches that cannot be replayed: line 2: outcome: missing: want win, draw or loss", nil, nil},
		{"JSON of nobody", `{"a":{},"b":{},"c":{},"d":{},"e":{},"f":{}}`, "json", `This is JSON with "a", "b", "c", "d", "e" and 1 more, but not of an arena that we know: want a Clawdiators match, submission, agent or challenge, an AiRENA submission or agent, a Term Challenge pass rate (tasks_passed and total_tasks), a list of them, or a table of agents.`, nil, nil},
		{"numbers by name", `{"a":1,"b":2}`, "table", "A table of 2 agents and 1 dimension.", []string{"explain.weights", "explain.audit", "explain.stress"}, nil},
		{"a leaderboard with a place", "Place,Miner,Elo\n1,a,1300\n2,b,1200\n", "table", "A table of 2 agents and 1 dimension.", []string{"explain.weights", "explain.audit", "explain.stress"}, nil},
		{"a private key", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----", "key", "A private key. It was not read: nobody but its owner may see it.", nil, nil},
		{"a list of nobody", `[1,2]`, "json", "This is a JSON list of 2 elements, but not", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Detect(DetectRequest{Text: tt.text})
			if err != nil || got.Kind != tt.kind || !strings.Contains(got.Sentence, tt.sentence) {
				t.Errorf("%s %q %v, want %s %q", got.Kind, got.Sentence, err, tt.kind, tt.sentence)
			}
			if operations := accepted(t, got); !slices.Equal(operations, tt.prefills) {
				t.Errorf("requests %v, want %v", operations, tt.prefills)
			}
			lacks(t, got, tt.findings)
		})
	}
}

// lacks fails for each finding that an answer does not have.
func lacks(t *testing.T, got DetectResponse, want []string) {
	t.Helper()
	var lines []string
	for _, f := range got.Findings {
		lines = append(lines, f.Severity+"|"+strings.Join([]string{f.Field + " " + f.Label, f.Claimed, f.Recomputed, f.Rule}, "|"))
	}
	for _, w := range want {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, w) }) {
			t.Errorf("no finding %s in\n%s", w, strings.Join(lines, "\n"))
		}
	}
	if !slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(w, audit.Difference) }) {
		for _, line := range lines {
			if strings.HasPrefix(line, audit.Difference) {
				t.Errorf("an accusation: %s", line)
			}
		}
	}
}

// accepted are the operations of an answer's requests. Each must take its request.
func accepted(t *testing.T, got DetectResponse) (operations []string) {
	t.Helper()
	for _, p := range allPrefills(got) {
		operations = append(operations, p.Operation)
		for _, o := range slices.Concat(score.Ops, rating.Ops, standing.Ops, ratings.Ops, proof.Ops) {
			if o.Name != p.Operation {
				continue
			}
			if answer := string(o.Call(p.Request)); strings.HasPrefix(answer, `{"error"`) {
				t.Errorf("%s refuses %s: %s", p.Operation, p.Request, answer)
			}
		}
	}
	return operations
}

// What the arena remarks beside the numbers is listed, in any form.
func TestRemarks(t *testing.T) {
	tests := []struct{ name, member, want string }{
		{"a warning", `"submission_warnings":[{"severity":"warning","field":"methodology","message":"short"}]`, "note|/submission_warnings/0 Submission warning|methodology: short||advisory"},
		{"an error", `"submission_warnings":[{"severity":"error","field":"speed","message":"late"}]`, "note|/submission_warnings/0 Submission warning|speed: late||of severity error: by the documents the dimension scores 0"},
		{"a warning inside the submission", `"submission":{"warnings":[{"severity":"warning","field":"speed","message":"late"}]}`, "note|/submission/warnings/0 Submission warning|speed: late||advisory"},
		{"violations", `"constraint_violations":["maxToolCalls exceeded: 2 > 1","x"]`, "note|/constraint_violations/1 Constraint violation|x||no rule takes points for it"},
		{"one violation as a text", `"constraint_violations":"maxToolCalls"`, "note|/constraint_violations Constraint violation|maxToolCalls||no rule"},
		{"a violation as a number", `"constraint_violations":[7]`, "note|/constraint_violations/0 Constraint violation|||it is no text"},
		{"a harness warning", `"harness_warning":"differs"`, "note|/harness_warning Harness warning|differs||it changes neither the score nor the rating"},
		{"an invalid trajectory", `"trajectory_validation":{"valid":false}`, "note|/trajectory_validation/valid Trajectory|not valid||the match is not verified"},
		{"a long text is cut", `"harness_warning":"` + strings.Repeat("é", 300) + `"`, "note|/harness_warning Harness warning|" + strings.Repeat("é", 200) + "…||it changes"},
	}
	for _, tt := range tests {
		for _, document := range []string{win, draw} {
			t.Run(tt.name, func(t *testing.T) {
				got, err := Detect(DetectRequest{Text: "{" + document + "," + tt.member + "}"})
				if err != nil || !strings.HasSuffix(got.Sentence, "all 5 values compared agree with the rules of Clawdiators (live code).") {
					t.Errorf("%q, %v", got.Sentence, err)
				}
				lacks(t, got, []string{tt.want})
			})
		}
	}
	plain, _ := Detect(DetectRequest{Text: "{" + win + "}"})
	for _, none := range []string{"null", "[]"} {
		got, _ := Detect(DetectRequest{Text: "{" + win + `,"constraint_violations":` + none + `,"harness_warning":null}`})
		if n := len(got.Findings); n != len(plain.Findings) {
			t.Errorf("%s: %d findings, want %d, those of the numbers", none, n, len(plain.Findings))
		}
	}
}

// Long lists are read in part, and say so. A note that rows share is one.
func TestLongLists(t *testing.T) {
	row := "{" + win + `,"harness_warning":"differs"}`
	got, err := Detect(DetectRequest{Text: "[" + strings.Repeat(row+",", maxRows) + row + "]"})
	if err != nil || !strings.HasSuffix(got.Sentence, "Not read: 1 more, because the first 500 are enough for one answer.") {
		t.Errorf("%q, %v", got.Sentence, err)
	}
	lacks(t, got, []string{"note|/0/harness_warning Harness warning|differs, and 499 more||"})
	if n := len(got.Findings); n != 5*maxRows+2 {
		t.Errorf("%d findings, want 5 a row, and 2 notes", n)
	}
}

// Whatever is offered is a request that its operation takes.
func FuzzOffers(f *testing.F) {
	for _, text := range []string{"{" + win + "}", "[{" + win + "},{" + draw + "}]", `{"tasks_passed":73,"total_tasks":91}`, `{"passed_tests":18,"total_tests":20,"speed":60,"quality":80,"process":1}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, _ := Detect(DetectRequest{Text: text})
		accepted(t, got)
	})
}

// The request that an answer offers has a dimension's measurement if that gives what is
// reported, and else what is reported.
func TestOffersWhatAgrees(t *testing.T) {
	for claimed, want := range map[string]string{"80": `"correctness":{"passed":16,"total":20}`, "90": `"correctness":{"score":90}`} {
		got, err := Detect(DetectRequest{Text: `{"passed_tests":16,"total_tests":20,"correctness":` + claimed + `,"speed":60,"quality":80,"process":80}`})
		if err != nil || got.Prefill == nil || !strings.Contains(string(got.Prefill.Request), want) {
			t.Errorf("%s: %v, %+v, want %s", claimed, err, got.Prefill, want)
		}
	}
}
