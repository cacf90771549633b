package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tallyproof/tallyproof/core/engine"
)

const airenaRequest = `{"measurements": {"correctness": {"passed": 9, "total": 10}, "speed": {"time_ms": 1000, "fastest_ms": 1000}, "quality": {"score": 80}, "process": {"score": 80}}}`

// TestAnswers: the commands show what the operations answer, of a file, of
// standard input and of options.
func TestAnswers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	write(t, file, airenaRequest)
	for _, row := range []struct {
		name, in string
		args     []string
		status   int
		want     []string
	}{
		{"score of a file", "", []string{"score", file}, 0, []string{"This submission scores 88.00 of 100.", "Correctness  100 · 9/10", "88.00 of 100"}},
		{"score of input", airenaRequest, []string{"score"}, 0, []string{"88.00 of 100."}},
		{"score with a change", airenaRequest, []string{"score", "-set", "/measurements/speed/time_ms=1800", "-"}, 0, []string{"80.00 of 100."}},
		{"score of options alone", "", []string{"score", "-set", "/measurements/correctness/score=90", "-set", "/measurements/speed/score=80", "-set", "/measurements/quality/score=85", "-set", "/measurements/process/score=80"}, 0, []string{"85.00 of 100."}},
		{"elo", "", []string{"elo", "-rating", "1050", "-matches", "9", "-difficulty", "veteran", "-outcome", "win", "-verified"}, 0, []string{"from 1050 to 1075 (+24.76)", "Loss      −9.49    1041", "Clawdiators (live code)"}},
		{"forecast", "", []string{"forecast", "-rating", "1000", "-strength", "1150", "-draws", "20", "-plan", "newcomer,contender,veteran,legendary", "-repeat", "15", "-target", "1150"}, 0, []string{"median 1116", "790 possible ratings", "  1150  31.2 %"}},
		{"forecast against ratings", "", []string{"forecast", "-rulebook", "airena", "-rating", "1200", "-strength", "1300", "-plan", "1200:2,1350"}, 0, []string{"After 3 matches"}},
		{"forecast of one match", "", []string{"forecast", "-rating", "1000", "-strength", "1000", "-plan", "newcomer"}, 0, []string{"no simulation.\n\nRules "}},
		{"rank", `{"submissions": [{"id": "b", "dimensions": {"pass_rate": 0.5}}, {"id": "a", "dimensions": {"pass_rate": 0.8}}]}`, []string{"rank", "-rulebook", "term"}, 0, []string{"1  a             0.8\n2  b             0.5\n"}},
		{"rank with a change of one of a list", `{"submissions": [{"id": "b", "dimensions": {"pass_rate": 0.5}}, {"id": "a", "dimensions": {"pass_rate": 0.8}}]}`, []string{"rank", "-rulebook", "term", "-set", "/submissions/1/dimensions/pass_rate=0.4", "-set", `/submissions/0={"id":"c","dimensions":{"pass_rate":0.6}}`, "-"}, 0, []string{"1  c             0.6\n2  a             0.4\n"}},
		{"audit without a difference", `{"challenge": {"submissions": [{"id": "a", "dimensions": {"correctness": 90, "speed": 80, "quality": 85, "process": 80}, "score": 85}]}}`, []string{"audit"}, 0, []string{"agrees with the rules"}},
		{"audit with a difference", `{"challenge": {"submissions": [{"id": "a", "dimensions": {"correctness": 90, "speed": 80, "quality": 85, "process": 80}, "score": 86}]}}`, []string{"audit"}, 1, []string{"difference", "86", "85"}},
		{"audit of CSV", "agent;place;total;correctness;speed;quality;process;model\nA;1;88;90;100;80;80;m1\nB;2;83,8;97;60;80;80;m2\n", []string{"audit"}, 1, []string{"1 of 4 values differs from the rules of AiRENA: 1 score.", "B           Score     83.8        82.8  score = ", "\n1 difference.\n"}},
		{"audit of CSV that agrees", "agent,total,correctness,speed,quality,process\nA,88,90,100,80,80\n", []string{"audit", "-rulebook", "airena", "-"}, 0, []string{"agrees with the rules"}},
		{"audit of CSV with other columns", "a,b\n1,2\n", []string{"audit"}, 1, []string{"Nothing in it can be recomputed by the rules of AiRENA.\n\nLimit: Not used: a and b."}},
		{"audit of an array", `[{"id": "a", "dimensions": {"correctness": 90, "speed": 80, "quality": 85, "process": 80}, "score": 86}]`, []string{"audit"}, 1, []string{"1 score"}},
		{"audit of submissions with their rules", `{"rulebook": "term", "submissions": [{"id": "a", "dimensions": {"pass_rate": 0.5}, "score": 0.4}]}`, []string{"audit"}, 1, []string{"from the rules of Term Challenge (document): 1 score."}},
		{"audit of submissions that name their rules", `{"rulebook": "term", "submissions": [{"id": "a", "dimensions": {"pass_rate": 0.5}, "score": 0.5}]}`, []string{"audit"}, 0, []string{"agrees with the rules of Term Challenge (document)."}},
		{"name that turns the line around", `{"submissions": [{"id": "\u202eb", "dimensions": {"pass_rate": 0.5}}]}`, []string{"rank", "-rulebook", "term"}, 0, []string{`\u202eb`}},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, row.args...)
			if status != row.status || errs != "" || strings.ContainsRune(out, '\u202e') || strings.Contains(out, "\x1b") {
				t.Errorf("got %d, %q, %q", status, out, errs)
			}
			for _, want := range row.want {
				if !strings.Contains(out, want) {
					t.Errorf("want %q in\n%s", want, out)
				}
			}
		})
	}
}

// TestAuditByRulesOfAStranger: a file that chooses the rules it agrees with does not pass,
// unless the user chooses them too. Nor does one that chooses none, if the usual ones leave
// a value out.
func TestAuditByRulesOfAStranger(t *testing.T) {
	const own = `{"id":"airena","name":"AiRENA","source":"","arithmetic":"exact","scale":100,"dimensions":[{"key":"quality","label":"Quality","weight":1,"measure":"direct"}],"composite":{"rounding":"none"}}`
	const rows = `"submissions":[{"id":"cheat","score":95,"dimensions":{"correctness":50,"speed":95,"quality":95,"process":95},"rank":1}]`
	const fromOwn, fromText = `agree with the rules named "AiRENA", which are not the built-in ones.`, `agree with the rules that the text itself brings, named "AiRENA", which are not the built-in ones.`
	const before = `,"rating_before":1200,"competitions":3`
	const pairs = `{"id":"a","score":90` + before + `,"rating_after":1240},{"id":"b","score":60` + before + `},{"id":"c","score":30` + before + `}`
	for _, row := range []struct {
		name, in string
		args     []string
		status   int
		want     string
	}{
		{"no rules, a score that they miss", `{"submissions":[{"id":"cheat","score":95,"rank":1}]}`, nil, 1, "agrees with the rules of AiRENA. Not compared: 1 score."},
		{"no rules, a result that they miss", `{"submissions":[{"id":"cheat","result":"win","score":95,"dimensions":{"correctness":95,"speed":95,"quality":95,"process":95}}]}`, nil, 1, "agrees with the rules of AiRENA. Not compared: 1 result."},
		{"no rules, in JSON Lines", `{"id":"cheat","score":95,"rank":1}` + "\n" + `{"id":"b","score":90}`, nil, 1, "agrees with the rules of AiRENA. Not compared: 2 scores."},
		{"no rules, in a request", `{"challenge":{"submissions":[{"id":"cheat","score":95,"rank":1}]}}`, nil, 1, "agrees with the rules of AiRENA. Not compared: 1 score."},
		{"no rules, the usual ones chosen", `{"submissions":[{"id":"cheat","score":95,"rank":1}]}`, []string{"-rulebook", "airena"}, 0, "agrees with the rules of AiRENA. Not compared: 1 score."},
		{"no rules, others set", `{"submissions":[{"id":"cheat","score":95,"rank":1}]}`, []string{"-set", "/rulebook=term"}, 0, "agrees with the rules of Term Challenge (document). Not compared: 1 score."},
		{"its own", `{"rulebook":` + own + `,"submissions":[{"id":"cheat","score":95,"quality":95,"rank":1}]}`, nil, 1, fromText},
		{"its own, as JSON", `{"rulebook":` + own + `,"submissions":[{"id":"cheat","score":95,"quality":95,"rank":1}]}`, []string{"-json"}, 1, `"rules":"the rules that the text itself brings, named \"AiRENA\", `},
		{"its own in a request", `{"rulebook":` + own + `,"challenge":{"submissions":[{"id":"cheat","score":95,"dimensions":{"quality":95},"rank":1}]}}`, nil, 1, fromOwn},
		{"its own, also chosen", `{"submissions":[{"id":"cheat","score":95,"quality":95,"rank":1}]}`, []string{"-set", "/rulebook=" + own}, 0, fromOwn},
		{"its own, others chosen", `{"rulebook":` + own + `,` + rows + `}`, []string{"-rulebook", "airena"}, 1, "1 of 2 values differs from the rules of AiRENA: 1 score."},
		{"its own, inside what is read", `{"data":{"rulebook":` + own + `},` + rows + `}`, nil, 1, "1 of 2 values differs from the rules of AiRENA: 1 score."},
		{"its own mode, as its own weights", `{"rulebook":"airena","mode":"sum","submissions":[` + pairs + `]}`, []string{"-rulebook", "airena"}, 0, "agrees with the rules of AiRENA, with the report’s own rating mode."},
		{"those of another arena", `{"rulebook":"term","submissions":[{"id":"cheat","score":95,"quality":95,"rank":1}]}`, nil, 1, "agrees with the rules of Term Challenge (document). Not compared: 1 score."},
		{"those of another arena in a request", `{"rulebook":"term","challenge":{"submissions":[{"id":"cheat","score":95,"rank":1}]}}`, nil, 1, "agrees with the rules of Term Challenge (document). Not compared: 1 score."},
		{"those of another arena, also chosen", `{"rulebook":"term","submissions":[{"id":"cheat","score":95,"quality":95,"rank":1}]}`, []string{"-rulebook", "term"}, 0, "agrees with the rules of Term Challenge (document). Not compared: 1 score."},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, append(append([]string{"audit"}, row.args...), "-")...)
			differs := strings.Contains(row.want, "differs")
			if status != row.status || !strings.Contains(out, row.want) || (errs != "") != (status == 1 && !differs) {
				t.Errorf("got %d, %q, %q; want %d, %q", status, out, errs, row.status, row.want)
			}
			why := "it agrees with the rules that it brings itself"
			switch {
			case strings.HasPrefix(row.name, "no rules"):
				why = "not all of it is compared with the usual rules"
			case strings.HasPrefix(row.name, "those of another"):
				why = "not all of it is compared with the rules that it names"
			}
			if errs != "" && errs != "tallyproof: -: "+why+": choose rules with -rulebook\n" {
				t.Errorf("said %q", errs)
			}
		})
	}
}

// In JSON the answer is that of the operation, byte for byte.
func TestAnswersAsJSON(t *testing.T) {
	want := engine.Call("explain.score", []byte(strings.Replace(airenaRequest, "{", `{"rulebook": "airena", `, 1)))
	status, out, errs := try(t.Context(), airenaRequest, "score", "-json")
	if status != 0 || errs != "" || `{"ok":`+strings.TrimSuffix(out, "\n")+"}" != string(want) {
		t.Errorf("got %d, %s, %s; want %s", status, out, errs, want)
	}
	var v any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Error(err)
	}
}

// What an arena answers turns into the request of the command.
func TestAnswersOfArenas(t *testing.T) {
	for _, row := range []struct{ name, command, want, said string }{
		{"clawdiators-match", "score", "This submission scores 800 of 1000", "tallyproof: -: A Clawdiators match on "},
		{"clawdiators-match", "elo", "from 1000 to 10", "agree"},
		{"clawdiators-submit-tampered", "elo", "from 1000 to 1029", "tallyproof: -: A Clawdiators submit response: 3 of 5 values differ from the rules of Clawdiators (live code).\n"},
		{"clawdiators-submit-tampered", "elo", "from 1000 to 1029", "\ntallyproof: -: Rating after: the file claims 1032, the rules give 1029\n"},
		{"airena-submission", "score", "This submission scores ", "An AiRENA submission"},
		{"term-leaderboard", "rank", "# ", "tallyproof: -: "},
	} {
		archive, err := txtar.ParseFile("../../testdata/ops/import.detect/" + row.name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		var pasted struct{ Text string }
		if err := json.Unmarshal(archive.Files[0].Data, &pasted); err != nil {
			t.Fatal(err)
		}
		if status, out, errs := try(t.Context(), pasted.Text, row.command); status != 0 || !strings.Contains(out, row.want) || !strings.Contains(errs, row.said) {
			t.Errorf("%s of %s: %d, %q, %q", row.command, row.name, status, out, errs)
		}
	}
}

// A request that is refused names its member, and nothing is shown.
func TestAnswersRefuse(t *testing.T) {
	for _, row := range []struct {
		name, in string
		args     []string
		say      string
	}{
		{"engine", airenaRequest, []string{"score", "-set", "/measurements/correctness/passed=11", "-"}, "/measurements/correctness"},
		{"rulebook", airenaRequest, []string{"score", "-rulebook", "chess"}, "-rulebook: "},
		{"no JSON", "{", []string{"score"}, "-: "},
		{"no object", "[1]", []string{"score"}, "want a JSON object"},
		{"table without a header", "1;2", []string{"audit"}, "tallyproof: -: "},
		{"null", "null", []string{"score", "-set", "/rulebook=airena", "-"}, "want a JSON object"},
		{"twice the same member", `{"a": 1, "a": 2}`, []string{"score"}, "-: "},
		{"a bracket after a value", airenaRequest, []string{"score", "-set", "/measurements/correctness/passed=9]", "-"}, `/measurements/correctness/passed: "9]"`},
		{"twice the same member of a value", airenaRequest, []string{"score", "-set", `/measurements/correctness={"passed":9,"passed":10,"total":10}`, "-"}, "/measurements/correctness: "},
		{"place in what is no object", airenaRequest, []string{"score", "-set", "/measurements/speed/time_ms/x=1", "-"}, "time_ms is no object"},
		{"place behind a list", `{"submissions": [{"id": "a"}]}`, []string{"rank", "-set", "/submissions/1/id=b", "-"}, "1: want an index below 1"},
		{"place before a list", `{"submissions": [{"id": "a"}]}`, []string{"rank", "-set", "/submissions/-1/id=b", "-"}, "-1: want an index below 1"},
		{"name in a list", `{"submissions": [{"id": "a"}]}`, []string{"rank", "-set", "/submissions/id=b", "-"}, "id: want an index below 1"},
		{"place in an element that is no object", `{"submissions": ["a"]}`, []string{"rank", "-set", "/submissions/0/id=b", "-"}, "element 0 is no object"},
		{"file that is not there", "", []string{"score", "none.json"}, "none.json"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, row.args...)
			if status == 0 || out != "" || !strings.Contains(errs, row.say) {
				t.Errorf("got %d, %q, %q; want %q", status, out, errs, row.say)
			}
		})
	}
}
