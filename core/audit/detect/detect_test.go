package detect

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/testdata"
)

// The deployed arena's own answers are recognised, bare or in their envelope,
// turned into a request, and agree with the rules in every value.
func TestSamples(t *testing.T) {
	tests := map[string]struct{ kind, prefill string }{
		"head_challenge.json":                               {"clawdiators-challenge", "score.compute"},
		"head_get_agent.json":                               {"clawdiators-agent", "standing.evaluate"},
		"head_get_agents_me.json":                           {"clawdiators-agent", "standing.evaluate"},
		"head_get_match.json":                               {"clawdiators-match", "score.compute"},
		"head_leaderboard.json":                             {"clawdiators-leaderboard", ""},
		"head_leaderboard_verified.json":                    {"clawdiators-leaderboard", ""},
		"head_list_matches.json":                            {"clawdiators-matches", "explain.replay"},
		"head_submit_response_verified_first.json":          {"clawdiators-submit", "elo.update"},
		"head_submit_response_unverified_loss.json":         {"clawdiators-submit", "elo.update"},
		"head_submit_response_invalid_trajectory_draw.json": {"clawdiators-submit", "elo.update"},
		"head_error_already_completed.json":                 {"clawdiators-error", ""},
		"head_enter_response.json":                          {"clawdiators-enter", ""},
		"head_feed.json":                                    {"clawdiators-feed", ""},
		"head_home.json":                                    {"clawdiators-home", "standing.evaluate"},
	}
	paths, err := fs.Glob(testdata.FS, "vectors/clawdiators/samples/*.json")
	if err != nil || len(paths) != len(tests) {
		t.Fatalf("%d samples (%v), want %d", len(paths), err, len(tests))
	}
	for _, file := range paths {
		name := path.Base(file)
		want, ok := tests[name]
		if !ok {
			t.Errorf("%s is not in the table", name)
			continue
		}
		text, err := testdata.FS.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var envelope struct{ Data json.RawMessage }
		if err := json.Unmarshal(text, &envelope); err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string]string{"envelope": string(text), "bare": string(envelope.Data)} {
			if form == "bare" && want.kind == "clawdiators-error" {
				continue // without its envelope it is just an object with a member "error"
			}
			t.Run(name+"/"+form, func(t *testing.T) {
				got, err := Detect(DetectRequest{Text: text})
				if err != nil {
					t.Fatal(err)
				}
				operation := ""
				if got.Prefill != nil {
					operation = got.Prefill.Operation
				}
				if got.Kind != want.kind || operation != want.prefill {
					t.Errorf("kind %q turned into %q, want %q and %q", got.Kind, operation, want.kind, want.prefill)
				}
				for _, f := range got.Findings {
					if f.Severity == audit.Difference {
						t.Errorf("difference: %+v", f)
					}
				}
			})
		}
	}
}

// Every reported value that is changed is found, and the finding names the
// rule: the paste box must catch a forged screenshot's numbers.
func TestEveryChangeIsFound(t *testing.T) {
	text, err := testdata.FS.ReadFile("vectors/clawdiators/samples/head_submit_response_verified_first.json")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, from, to, field, rule string }{
		{"score", `"score": 800`, `"score": 801`, "/data/score", "the score is the breakdown's total"},
		{"total", `"total": 800,`, `"total": 810,`, "/data/score_breakdown/total", "each rounded"},
		{"result", `"result": "win"`, `"result": "draw"`, "/data/result", "win from 700"},
		{"change", `"elo_change": 29`, `"elo_change": 26`, "/data/elo_change", "the bonus of a verified match, at K = 32"},
		{"change without its bonus", `"elo_change": 29`, `"elo_change": 24`, "/data/elo_change", "the one without the bonus, at K = 32"},
		{"change of a veteran", `"elo_change": 29`, `"elo_change": 12`, "/data/elo_change", "the one without the bonus, at K = 16"},
		{"a loss's change", `"elo_change": 29`, `"elo_change": -8`, "/data/elo_change", "that of a loss, at K = 32"},
		{"an impossible change", `"elo_change": 29`, `"elo_change": 500`, "/data/elo_change", "no K-factor, bonus or result"},
		{"rating after", `"elo_after": 1029`, `"elo_after": 1030`, "/data/elo_after", "never below 100"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forged := strings.Replace(string(text), tt.from, tt.to, 1)
			if forged == string(text) {
				t.Fatalf("the sample does not hold %s", tt.from)
			}
			got, err := Detect(DetectRequest{Text: forged})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range got.Findings {
				if f.Severity == audit.Difference && f.Field == tt.field && strings.Contains(f.Rule, tt.rule) {
					return
				}
			}
			t.Errorf("no difference at %s by the rule %q: %+v", tt.field, tt.rule, got.Findings)
		})
	}
}

// The breakdown of Clawdiators docs, Scoring: 450 + 156 + 103.5 + 114 is 823 by
// the document, and 824 live.
const documentedText = `"score":823,"score_breakdown":{"correctness":{"score":900,"weight":0.5,"weighted":450},"speed":{"score":780,"weight":0.2,"weighted":156},"methodology":{"score":690,"weight":0.15,"weighted":103.5},"completeness":{"score":760,"weight":0.15,"weighted":114}}`

func TestDocumentedBreakdown(t *testing.T) {
	rated := `"match_id":"m","result":"win","elo_before":1050,"elo_after":1073,"elo_change":23,"opponent_elo":1200,"attempt_number":2,"verified":false,`
	tests := []struct {
		name, text, sentence string
		rulebook             string   // of the score that the answer computes
		prefills             []string // operations
		different            []string // fields
		note                 string
	}{
		{"bare, as documented", "{" + documentedText + "}", "A Clawdiators submit response: all 5 values compared agree with the rules of Clawdiators.",
			"clawdiators", []string{"score.compute"}, nil, "Clawdiators (live code) gives 824: score = Σ round(dimension · weight)"},
		{"in a response", `{"ok":true,"data":{` + rated + documentedText + "}}", "A Clawdiators submit response: all 8 values compared agree with the rules of Clawdiators.",
			"clawdiators", []string{"score.compute", "elo.update"}, nil, "Clawdiators (live code) gives 824"},
		{"as the code rounds", "{" + strings.NewReplacer("823", "824", "103.5", "104").Replace(documentedText) + "}", "A Clawdiators submit response: all 5 values compared agree with the rules of Clawdiators (live code).",
			"clawdiators-live", []string{"score.compute"}, nil, "Clawdiators (document) gives 823: score = ⌊Σ dimension · weight⌋, at most 1000"},
		{"a forged score", "{" + strings.Replace(documentedText, "823", "900", 1) + "}", "A Clawdiators submit response: 1 of 5 values differs from the rules of Clawdiators.",
			"clawdiators", []string{"score.compute"}, []string{"/score"}, ""},
		{"a forged part", "{" + strings.Replace(documentedText, `"weighted":156`, `"weighted":166`, 1) + "}", "A Clawdiators submit response: 1 of 5 values differs from the rules of Clawdiators.",
			"clawdiators", []string{"score.compute"}, []string{"/score_breakdown/speed/weighted"}, ""},
		{"weights that do not sum to 1", "{" + strings.Replace(documentedText, `"weight":0.5`, `"weight":0.4`, 1) + "}", "A Clawdiators submit response: it has no value to compare; values that it lacks are computed.",
			"", nil, nil, "cannot be recomputed: /weights: weights sum to 0.9: want 1 (or 100 in percent)"},
		{"a dimension the document does not know", `{"score":600,"score_breakdown":{"speed":{"score":700,"weight":0.5,"weighted":350},"luck":{"score":500,"weight":0.5,"weighted":250}}}`, "A Clawdiators submit response: all 3 values compared agree with the rules of Clawdiators (live code).",
			"clawdiators-live", []string{"score.compute"}, nil, ""},
		{"a rating change alone", `{"score":800,"score_breakdown":{"total":800,"speed":800},"elo_change":29,"result":"win"}`, "A Clawdiators submit response: all 3 values compared agree with the rules of Clawdiators (live code).",
			"", nil, nil, `elo_before is not in the response: the rating change is not recomputed`},
		{"a rating in quotes is not 0", `{"score":800,"score_breakdown":{"total":800,"speed":800},"elo_before":"1000","elo_change":29,"result":"win"}`, "A Clawdiators submit response: all 3 values compared agree with the rules of Clawdiators (live code).",
			"", nil, nil, `elo_before is not a number: the rating change is not recomputed`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Detect(DetectRequest{Text: tt.text})
			if err != nil || got.Kind != "clawdiators-submit" || got.Sentence != tt.sentence {
				t.Errorf("%s %q %v, want %q", got.Kind, got.Sentence, err, tt.sentence)
			}
			var operations, different []string
			for _, p := range allPrefills(got) {
				operations = append(operations, p.Operation)
				if p.Operation == "score.compute" && !strings.Contains(string(p.Request), `"rulebook":"`+tt.rulebook+`"`) {
					t.Errorf("%s, want %s", p.Request, tt.rulebook)
				}
			}
			noted := tt.note == ""
			for _, f := range got.Findings {
				if f.Severity == audit.Difference {
					different = append(different, f.Field)
				}
				noted = noted || f.Severity == audit.Noted && strings.HasPrefix(f.Rule, tt.note)
			}
			if !slices.Equal(operations, tt.prefills) || !slices.Equal(different, tt.different) || !noted {
				t.Errorf("requests %v, want %v; differences %v, want %v; findings %+v, want the note %q", operations, tt.prefills, different, tt.different, got.Findings, tt.note)
			}
		})
	}
}

// What surrounds a document does not hide it, and a number in quotes is not 0.
func TestPastedForms(t *testing.T) {
	const bare = "{" + documentedText + "}"
	quoted := `{"match_id":"m","result":"win","score":"800","score_breakdown":{"correctness":"650","speed":150,"total":800},"elo_before":1000,"elo_change":"29","opponent_elo":1200}`
	tests := []struct{ name, text, kind, note string }{
		{"a byte order mark", "\ufeff" + bare, "clawdiators-submit", ""},
		{"the head of curl -i", "HTTP/2 200 \r\ncontent-type: application/json\r\n\r\n" + bare, "clawdiators-submit", ""},
		{"a redirect before it", "HTTP/1.1 301 Moved\nlocation: /x\n\nHTTP/1.1 200 OK\n\n" + bare, "clawdiators-submit", ""},
		{"a head alone", "HTTP/2 200\r\nserver: x\r\n\r\n", "unreadable", ""},
		{"numbers in quotes", quoted, "clawdiators-submit", "correctness is not a number: the total is not recomputed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Detect(DetectRequest{Text: tt.text})
			if err != nil || got.Kind != tt.kind {
				t.Fatalf("%s %v, want %s", got.Kind, err, tt.kind)
			}
			noted := tt.note == ""
			for _, f := range got.Findings {
				if f.Severity == audit.Difference {
					t.Errorf("an accusation: %+v", f)
				}
				noted = noted || f.Rule == tt.note
			}
			if !noted {
				t.Errorf("%+v, want the note %q", got.Findings, tt.note)
			}
		})
	}
}

func allPrefills(res DetectResponse) []Prefill {
	if res.Prefill == nil {
		return res.Also
	}
	return append([]Prefill{*res.Prefill}, res.Also...)
}

func TestTally(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"all agree", `{"passed_tests":16,"total_tests":20,"correctness":80,"speed":60,"quality":80,"process":80,"final_score":76}`, "2 of 2 values agree"},
		{"one differs", `{"passed_tests":16,"total_tests":20,"correctness":80,"speed":60,"quality":80,"process":80,"final_score":80}`, "1 of 2 values agree"},
		{"none agrees", `{"correctness":80,"speed":60,"quality":80,"process":80,"final_score":80}`, "0 of 1 value agrees"},
		{"one remark", `{"tasks_passed":8,"total_tasks":10}`, "1 remark"},
		{"remarks", `{"passed_tests":18,"total_tests":20,"your_time_ms":1800,"fastest_time_ms":1000}`, "4 remarks"},
		{"nothing", `[1,2]`, ""},
		{"no text", " ", ""},
	} {
		got, err := Detect(DetectRequest{Text: tt.text})
		if err != nil || got.Tally != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got.Tally, err, tt.want)
		}
	}
}

// Whatever is pasted gets a kind and a sentence: never an error, never a panic,
// and markup stays text.
func TestHostileTexts(t *testing.T) {
	tests := []struct{ name, text, kind string }{
		{"empty", "", "unreadable"},
		{"spaces", " \n\t", "unreadable"},
		{"prose", "my score was 88", "unreadable"},
		{"HTML", "<html><script>alert(1)</script>", "unreadable"},
		{"nested too deep", strings.Repeat(`{"a":`, 5000), "unreadable"},
		{"lone surrogate", `{"name":"\udc00"}`, "unreadable"},
		{"binary", "\x89PNG\r\n\x1a\n\x00", "unreadable"},
		{"scalar", "88", "json"},
		{"empty object", "{}", "json"},
		{"empty list", "[]", "json"},
		{"envelope around nothing", `{"ok":true,"data":null}`, "json"},
		{"right names, wrong kinds", `{"match_id":[],"score_breakdown":"x","elo_before":{}}`, "clawdiators-submit"},
		{"no tests at all", `{"agent_id":"a","correctness":100,"passed_tests":0,"total_tests":0,"quality":80,"score":20,"speed":4,"process":20}`, "airena-submission"},
		{"numbers as text", `{"match_id":"a","score":"800","score_breakdown":{"total":"800"},"elo_before":"1000","elo_change":"x","opponent_elo":null}`, "clawdiators-submit"},
		{"off every scale", `{"match_id":"a","score":1e300,"score_breakdown":{"total":-1e300},"elo_before":1e300,"elo_change":1,"opponent_elo":-1e300,"result":"win"}`, "clawdiators-submit"},
		{"dimensions of the wrong kind", `{"challenge_slug":"a","status":"completed","elo_before":1,"scoring_dimensions":{"a":1},"score_breakdown":{"x":1},"result":"win","elo_change":0.5}`, "clawdiators-match"},
		{"an agent of contradictions", `{"elo":1,"match_count":1,"win_count":9,"titles":"x"}`, "clawdiators-agent"},
		{"a submission without numbers", `{"correctness":null,"speed":[],"quality":{},"process":"x"}`, "airena-submission"},
		{"a submission off the scale", `{"correctness":1e9,"speed":1,"quality":1,"process":1,"score":1}`, "airena-submission"},
		{"an agent with a strange badge list", `{"challenges":3,"trust_tier":"Bronze","badges":[1,null,{"name":5},"First Win"]}`, "airena-agent"},
		{"markup in names", `{"elo":1000,"match_count":1,"win_count":0,"titles":[],"title":"<img src=x onerror=alert(1)>","name":"<b>"}`, "clawdiators-agent"},
		{"a leaderboard of nulls", `[{"rank":null,"elo":null,"match_count":null},null,5]`, "clawdiators-leaderboard"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Detect(DetectRequest{Text: tt.text})
			if err != nil {
				t.Fatal(err)
			}
			if got.Kind != tt.kind || got.Sentence == "" {
				t.Errorf("kind %q, sentence %q, want %q and a sentence", got.Kind, got.Sentence, tt.kind)
			}
		})
	}
}

func FuzzDetect(f *testing.F) {
	paths, err := fs.Glob(testdata.FS, "vectors/clawdiators/samples/*.json")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no samples: %v", err)
	}
	for _, file := range paths {
		text, err := testdata.FS.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{"correctness":100,"speed":1,"quality":1,"process":1,"score":1,"passed_tests":1,"total_tests":2}`)
	f.Add(`{"challenges":3,"avg_score":50,"trust_tier":"Bronze","badges":["First Win"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Detect(DetectRequest{Text: text})
		if err != nil || got.Kind == "" || got.Sentence == "" {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if got.Prefill != nil && !json.Valid(got.Prefill.Request) {
			t.Errorf("%q: request is not JSON: %s", text, got.Prefill.Request)
		}
	})
}
