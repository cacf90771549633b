package audit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// readRequest decodes a request as the operation does.
func readRequest(t testing.TB, text string) ChallengeRequest {
	t.Helper()
	var req ChallengeRequest
	if err := op.SchemaOf[ChallengeRequest]().Decode([]byte(text), &req); err != nil {
		t.Fatal(err)
	}
	return req
}

func auditOf(t testing.TB, req ChallengeRequest) ChallengeResponse {
	t.Helper()
	res, err := Challenge(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Two submissions and a third as slow as the rule allows: 88.0, 82.8 and 40·0.5 +
// 20·0 + 32 = 52. Ratings are those of the example of elo.pairwise: everyone at
// 1200, K 40, 32 and 16, so +20, and with b and c not equal 32/2·(½ − ½) = 0 and
// 16/2·(0 − 1) = −8.
const airenaReport = `{"rulebook":"airena","challenge":{"weights":{"correctness":40,"speed":20,"quality":20,"process":20},"submissions":[
{"id":"a","measurements":{"correctness":{"passed":90,"total":100},"speed":{"time_ms":1000,"fastest_ms":1000},"quality":{"items":[16,16,16,16,16]},"process":{"items":[16,16,16,16,16]}},
 "dimensions":{"correctness":90,"speed":100,"quality":80,"process":80},"score":88,"rank":1,"rating_before":1200,"competitions":0,"rating_after":1220,"rating_change":20},
{"id":"b","measurements":{"correctness":{"passed":97,"total":100},"speed":{"time_ms":1800,"fastest_ms":1000},"quality":{"items":[16,16,16,16,16]},"process":{"items":[16,16,16,16,16]}},
 "dimensions":{"correctness":97,"speed":60,"quality":80,"process":80},"score":82.8,"rank":2,"rating_before":1200,"competitions":12,"rating_after":1200,"rating_change":0},
{"id":"c","dimensions":{"correctness":50,"speed":0,"quality":80,"process":80},"score":52.0,"rank":3,"rating_before":1200,"competitions":40,"rating_after":1192,"rating_change":-8,"proof":{"sig":"x"}}]}}`

func TestChallengeAgrees(t *testing.T) {
	res := auditOf(t, readRequest(t, airenaReport))
	want := Summary{
		Sentence: "A challenge of 3 submissions: all 21 values compared agree with the rules of AiRENA. Not compared: 1 proof.", Rules: "the rules of AiRENA", Submissions: 3, Checked: 21, Matches: 21, Missed: 1, left: []string{"1 proof"},
		ByRule: []RuleCount{{Rule: "weights", Matches: 1, Differences: 0}, {Rule: "dimension", Matches: 8, Differences: 0}, {Rule: "score", Matches: 3, Differences: 0}, {Rule: "result", Matches: 0, Differences: 0}, {Rule: "rank", Matches: 3, Differences: 0}, {Rule: "rating", Matches: 6, Differences: 0}, {Rule: "proof", Matches: 0, Differences: 0}},
	}
	if !reflect.DeepEqual(res.Summary, want) {
		t.Errorf("summary %+v\nwant    %+v", res.Summary, want)
	}
	if len(res.Findings) != 1 || res.Findings[0].Severity != Noted || res.Findings[0].Field != "/challenge/submissions/2/proof" || !strings.HasPrefix(res.Findings[0].Rule, "not checked, the first because: Line 1, column 1: ") {
		t.Errorf("findings %+v, want the proof's note", res.Findings)
	}
}

// A single forged value is found where it is, and nowhere else: what follows
// from it is recomputed from the right one.
func TestChallengeForgeries(t *testing.T) {
	tests := []struct{ name, from, to, field, recomputed, rule string }{
		{"dimension", `"correctness":97,"speed":60`, `"correctness":98,"speed":60`, "/challenge/submissions/1/dimensions/correctness", "97", "scale · passed/total; no reading of these rules gives the claim: off by +1"},
		{"score", `"score":82.8`, `"score":83.8`, "/challenge/submissions/1/score", "82.8", "score = Σ dimension · weight; no reading of these rules gives the claim: off by +1"},
		{"score cut off", `"score":82.8`, `"score":82`, "/challenge/submissions/1/score", "82.8", "the claim is cut off instead of rounded"},
		{"rank", `"rank":2`, `"rank":1`, "/challenge/submissions/1/rank", "2", "no usual ranking gives the claim"},
		{"rank from below", `"rank":3`, `"rank":1`, "/challenge/submissions/2/rank", "3", "the claim fits a ranking counted from the lowest score"},
		{"rating after", `"rating_after":1192`, `"rating_after":1193`, "/challenge/submissions/2/rating_after", "1192", "rating_change is right, and rating_after is not rating_before plus rating_change"},
		{"rating change", `"rating_change":20`, `"rating_change":21`, "/challenge/submissions/0/rating_change", "20", "rating_after is right, and rating_change is not rating_after minus rating_before"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forged := strings.Replace(airenaReport, tt.from, tt.to, 1)
			if forged == airenaReport {
				t.Fatalf("the report does not hold %s", tt.from)
			}
			res := auditOf(t, readRequest(t, forged))
			f := res.Findings[0]
			if res.Summary.Differences != 1 || res.Summary.Checked != 21 || f.Severity != Difference || f.Field != tt.field || f.Recomputed != tt.recomputed || !strings.HasSuffix(f.Rule, tt.rule) {
				t.Errorf("%+v\nwant one difference at %s, %q, by %q", res, tt.field, tt.recomputed, tt.rule)
			}
		})
	}
}

// What explains a difference.
func TestChallengeExplains(t *testing.T) {
	claw := func(rb, rest string) string {
		return `{"rulebook":"` + rb + `","challenge":{"difficulty":"veteran","weights":{"correctness":0.5,"speed":0.2,"methodology":0.15,"completeness":0.15},"submissions":[{"id":"a",
			"dimensions":{"correctness":900,"speed":780,"methodology":690,"completeness":760},` + rest + `}]}}`
	}
	two := func(rest1, rest2 string) string {
		return `{"rulebook":"term","challenge":{"submissions":[{"id":"a","dimensions":{"pass_rate":0.8},` + rest1 + `},{"id":"b","dimensions":{"pass_rate":0.8},` + rest2 + `}]}}`
	}
	tests := []struct{ name, text, field, recomputed, rule string }{
		// Clawdiators docs, Scoring: 450 + 156 + 103.5 + 114 = 823.5: 823 by the
		// document, 824 live.
		{"the live reading", claw("clawdiators", `"score":824`), "score", "823", "score = ⌊Σ dimension · weight⌋, at most 1000; the claim is right under another reading of the rules: Clawdiators (live code)"},
		{"the document's reading", claw("clawdiators-live", `"score":823`), "score", "824", "score = Σ round(dimension · weight); the claim is right under another reading of the rules: Clawdiators (document)"},
		{"before rounding", claw("clawdiators", `"score":823.5`), "score", "823", "the claim is the sum before it is rounded"},
		{"result", claw("clawdiators", `"score":823,"result":"draw"`), "result", "win", "win from 700, draw from 400, loss from 0, compared without rounding"},
		{"result of the claimed score", claw("clawdiators", `"score":690,"result":"draw"`), "result", "win", "the claim fits the claimed score"},
		{"outcome", claw("clawdiators", `"outcome":"loss"`), "outcome", "win", "win from 700, draw from 400, loss from 0, compared without rounding"},
		// Clawdiators docs, Elo: 1050 beats 1200 on match 10: 1073, verified 1075.
		{"rating without its bonus", claw("clawdiators", `"verified":true,"rating_before":1050,"matches":9,"rating_after":1073`), "rating_after", "1075", "the claim fits the change without the bonus verified ×1.1"},
		{"a rating against an opponent of its own", claw("clawdiators", `"opponent":1050,"rating_before":1050,"matches":9,"rating_after":1073`), "rating_after", "1066", "the claim fits"},
		{"rating on another K", claw("clawdiators", `"rating_before":1050,"matches":30,"rating_after":1073`), "rating_after", "1061", "the claim fits K 32, which holds from match 1 on, instead of 16: this is match 31"},
		{"an efficiency dimension of an unverified match", `{"rulebook":"clawdiators","challenge":{"weights":{"correctness":0.25,"completeness":0.25,"token_efficiency":0.5},"submissions":[{"id":"a","dimensions":{"correctness":800,"completeness":800,"token_efficiency":600},"score":400}]}}`,
			"dimensions/token_efficiency", "0", "efficiency counts only in a verified match"},
		{"a score as if verified", `{"rulebook":"clawdiators","challenge":{"weights":{"correctness":0.25,"completeness":0.25,"token_efficiency":0.5},"submissions":[{"id":"a","dimensions":{"correctness":800,"completeness":800},"measurements":{"token_efficiency":{"used":40,"limit":100}},"score":700}]}}`,
			"score", "400", "the claim is right for a verified match"},
		{"the sum of the claimed dimensions", `{"rulebook":"airena","challenge":{"weights":{"correctness":0.5,"speed":0.5},"submissions":[{"id":"a","dimensions":{"correctness":100,"speed":80},"measurements":{"correctness":{"passed":9,"total":10}},"score":90}]}}`,
			"score", "85", "the claim is the weighted sum of the claimed dimension scores"},
		{"the rulebook's own weights", `{"rulebook":"airena","challenge":{"weights":{"correctness":0.1,"speed":0.3,"quality":0.3,"process":0.3},"submissions":[{"id":"a","dimensions":{"correctness":100,"speed":50,"quality":50,"process":50},"score":70}]}}`,
			"score", "55", "the claim is right under the rulebook's own weights"},
		{"another measure", `{"rulebook":"clawdiators","challenge":{"weights":{"correctness":0.5,"speed":0.5},"submissions":[{"id":"a","dimensions":{"correctness":0,"speed":354},"measurements":{"speed":{"used":150,"limit":300}}}]}}`,
			"dimensions/speed", "500", "scale · (1 − used/limit); the claim is right under another reading of the rules: Clawdiators (live code)"},
		{"the earlier first", two(`"rank":1,"submitted_at":"2026-03-02T00:00:00Z"`, `"submitted_at":"2026-03-01T00:00:00Z"`), "rank", "2", "the claim fits a ranking with a shared rank for equal scores at any time"},
		{"ordinal ranks", two(`"rank":1,"submitted_at":"2026-03-01T00:00:00Z"`, `"rank":2,"submitted_at":"2026-03-01T00:00:00Z"`), "rank", "1", "the claim fits a ranking with equal submissions ranked in the order of the report"},
		{"the lower of shared places", two(`"rank":2`, `"rank":2`), "rank", "1", "the claim fits a ranking with the lower of the shared places (1, 3, 3, 4)"},
		{"dense ranks", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","dimensions":{"pass_rate":1}},{"id":"b","dimensions":{"pass_rate":1}},{"id":"c","dimensions":{"pass_rate":0.5},"rank":2}]}}`,
			"rank", "3", "the claim fits a ranking without a gap after equal ranks (1, 2, 2, 3)"},
		{"ranks of the claimed scores", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rank":2,"dimensions":{"pass_rate":1},"score":1},{"id":"b","dimensions":{"pass_rate":0.5},"score":1.5},{"id":"c","dimensions":{"pass_rate":0.75},"score":0.75}]}}`,
			"rank", "1", "the claim fits a ranking by the claimed scores"},
		{"pairs summed", `{"rulebook":"airena","challenge":{"weights":{"correctness":1},"submissions":[{"id":"a","dimensions":{"correctness":90},"rating_before":1200,"competitions":0,"rating_change":40},{"id":"b","dimensions":{"correctness":80},"rating_before":1200,"competitions":12},{"id":"c","dimensions":{"correctness":80},"rating_before":1200,"competitions":40}]}}`,
			"rating_change", "20", `the claim fits pairs added up as "sum" instead of "mean"`},
		{"no rating scheme needed to add", claw("clawdiators", `"rating_before":1000,"rating_after":1030,"rating_change":20`), "rating_after", "1020", "rating_before plus rating_change"},
		{"off the scale", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","dimensions":{"pass_rate":1.5}}]}}`, "dimensions/pass_rate", "", "1.5: want a score from 0 to 1; the composite is not recomputed"},
		{"a dimension without a score", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","dimensions":{"speed":1}}]}}`, "dimensions/correctness", "", "missing: Correctness has a weight of 0.4, want its score or measurement; the composite is not recomputed"},
		{"the largest claim", claw("clawdiators", `"score":1.797e308`), "score", "823", "no reading of these rules gives the claim: off by +1.797e+308"},
		{"the lowest claim", claw("clawdiators", `"score":-1.797e308`), "score", "823", "no reading of these rules gives the claim: off by −1.797e+308"},
		{"expired", `{"rulebook":"clawdiators","challenge":{"weights":{"correctness":0.5,"speed":0.5},"submissions":[{"id":"a","dimensions":{"correctness":0},"measurements":{"speed":{"used":301,"limit":300}},"score":100}]}}`,
			"measurements/speed/used", "", "301 used of 300: the submission has expired, want at most the limit; the composite is not recomputed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := auditOf(t, readRequest(t, tt.text))
			for _, f := range res.Findings {
				if f.Severity == Difference && strings.HasSuffix(f.Field, "/"+tt.field) {
					if f.Recomputed != tt.recomputed || !strings.Contains(f.Rule, tt.rule) {
						t.Errorf("recomputed %q by %q\nwant       %q by %q", f.Recomputed, f.Rule, tt.recomputed, tt.rule)
					}
					return
				}
			}
			t.Errorf("no difference at %s: %+v", tt.field, res.Findings)
		})
	}
}

// What cannot be recomputed is said once.
func TestChallengeNotes(t *testing.T) {
	tests := []struct{ name, text, label, rule string }{
		{"no weights", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"a","dimensions":{"speed":1},"score":1}]}}`, "Weights", "not in the report, and the rulebook has no weights: scores are not recomputed"},
		{"ranks without scores", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rank":1},{"id":"b","rank":2},{"id":"c","score":1}]}}`, "Ranks", "not recomputed: 2 submissions have no score"},
		{"ranks that a time decides", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rank":3,"score":1},{"id":"b","rank":1,"score":2},{"id":"c","rank":2,"score":1},{"id":"d","rank":4,"score":0.5}]}}`, "Ranks", "not compared: the scores are equal, and the report has no time of submission, which decides"},
		{"ratings of rules that do not rate", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","rating_after":1}]}}`, "Ratings", "not recomputed: the rulebook does not rate agents"},
		{"one entrant without a rating", `{"rulebook":"airena","challenge":{"weights":{"speed":1},"submissions":[{"id":"a","score":1,"rating_before":1200,"competitions":1,"rating_after":1300},{"id":"b","score":1}]}}`, "Ratings", "not recomputed: 1 entrant has no score, rating_before or competitions, and every pair is compared"},
		{"a rating and a change, but not the rating before", `{"rulebook":"airena","challenge":{"weights":{"speed":1},"submissions":[{"id":"a","score":2,"competitions":1,"rating_after":1220,"rating_change":20},{"id":"b","score":1,"rating_before":1200,"competitions":1}]}}`, "Ratings", "not recomputed: 1 entrant has no score, rating_before or competitions, and every pair is compared"},
		{"a solo rating out of nowhere", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"a","rating_after":1000}]}}`, "Ratings", "not recomputed: that needs rating_before, matches, a difficulty or opponent, and a score or outcome"},
		{"proofs", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","proof":null},{"id":"b","proof":"x"}]}}`, "Proofs", "not checked, the first because: Line 1, column 1: expected a proof: a JSON record, a JWS, a signed note, a tlog-proof, or a signature file and what it signs."},
		{"weights that do not hold", `{"rulebook":"airena","challenge":{"weights":{"speed":0.9},"submissions":[{"id":"a","dimensions":{"speed":1},"score":50}]}}`, "Scores", "not recomputed, because the weights are invalid"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := auditOf(t, readRequest(t, tt.text))
			notes := 0
			for _, f := range res.Findings {
				if f.Severity == Noted && f.Label == tt.label && f.Rule == tt.rule {
					notes++
				}
			}
			if notes != 1 {
				t.Errorf("%d notes %q of %q: %+v", notes, tt.rule, tt.label, res.Findings)
			}
		})
	}
}

// TestChallengeNamesItsRules: only built-in rules are called by their name alone, and the
// sentence tells what they were not asked about.
func TestChallengeNamesItsRules(t *testing.T) {
	const own = `{"id":"airena","name":"NAME","source":"","arithmetic":"exact","scale":100,"dimensions":[{"key":"speed","label":"Speed","weight":1,"measure":"direct"}],"composite":{"rounding":"none"}}`
	const rows = `"submissions":[{"id":"a","dimensions":{"correctness":90,"speed":80,"quality":85,"process":80},"score":85,"rank":1}]`
	const before = `"rating_before":1200,"competitions":3`
	const pairs = `"submissions":[{"id":"a","score":90,` + before + `,"rating_after":1240},{"id":"b",` + before + `,"score":60},{"id":"c",` + before + `,"score":30,"rating_after":1160}]`
	for _, tt := range []struct{ name, request, want string }{
		{"built in", `{"rulebook":"airena","challenge":{` + rows + `}}`, `all 2 values compared agree with the rules of AiRENA.`},
		{"the same weights in percent", `{"rulebook":"airena","challenge":{"weights":{"correctness":40,"speed":20,"quality":20,"process":20},` + rows + `}}`, `all 3 values compared agree with the rules of AiRENA.`},
		{"other weights", `{"rulebook":"airena","challenge":{"weights":{"quality":1},` + rows + `}}`, `all 3 values compared agree with the rules of AiRENA, with the report’s own weights.`},
		{"another mode", `{"rulebook":"airena","challenge":{"mode":"sum",` + pairs + `}}`, `all 2 values compared agree with the rules of AiRENA, with the report’s own rating mode. Not compared: 3 scores.`},
		{"other weights and another mode", `{"rulebook":"airena","challenge":{"weights":{"quality":1},"mode":"sum",` + pairs + `}}`, `all 3 values compared agree with the rules of AiRENA, with the report’s own weights and rating mode. Not compared: 3 scores.`},
		{"the same mode", `{"rulebook":"airena","challenge":{"mode":"mean",` + pairs + `}}`, `2 of 2 values differ from the rules of AiRENA. Not compared: 3 scores.`},
		{"a mode that nothing is compared by", `{"rulebook":"airena","challenge":{"mode":"sum",` + rows + `}}`, `all 2 values compared agree with the rules of AiRENA.`},
		{"no such dimensions", `{"rulebook":"term","challenge":{` + rows + `}}`, `1 of 2 values differs from the rules of Term Challenge (document). Not compared: 1 score.`},
		{"scores alone", `{"rulebook":"term","challenge":{"submissions":[{"id":"a","score":0.8,"rank":1},{"id":"b","score":0.7}]}}`, `the one value compared agrees with the rules of Term Challenge (document). Not compared: 2 scores.`},
		{"nothing", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a"}]}}`, `nothing in it can be recomputed by the rules of AiRENA.`},
		{"with that name and id", `{"rulebook":` + strings.Replace(own, "NAME", "AiRENA", 1) + `,"challenge":{"submissions":[{"id":"a","dimensions":{"speed":80},"score":80,"rank":1}]}}`, `all 2 values compared agree with the rules named "AiRENA", which are not the built-in ones.`},
		{"with a name that ends the sentence", `{"rulebook":` + strings.Replace(own, "NAME", `of AiRENA\". \u202e`, 1) + `,"challenge":{"submissions":[{"id":"a","rank":1,"score":1}]}}`, `the one value compared agrees with the rules named "of AiRENA\". \u202e", which are not the built-in ones. Not compared: 1 score.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := auditOf(t, readRequest(t, tt.request)).Summary
			if _, said, _ := strings.Cut(got.Sentence, ": "); said != tt.want || !strings.Contains(said, got.Rules) {
				t.Errorf("%q, %q\nwant %q", said, got.Rules, tt.want)
			}
		})
	}
}

// Weights that do not hold are a difference of their own.
func TestChallengeWeights(t *testing.T) {
	res := auditOf(t, readRequest(t, `{"rulebook":"airena","challenge":{"weights":{"speed":0.6,"correctness":0.5},"submissions":[{"id":"a","dimensions":{"speed":1},"score":50,"rank":1}]}}`))
	want := Finding{Severity: Difference, Field: "/challenge/weights", Label: "Weights", Claimed: "correctness 0.5, speed 0.6", Recomputed: "", Rule: "weights sum to 1.1: want 1 (or 100 in percent)"}
	if !reflect.DeepEqual(res.Findings[0], want) || res.Summary.Differences != 1 || res.Summary.ByRule[weightsRule].Differences != 1 {
		t.Errorf("%+v\nwant %+v", res, want)
	}
	if res.Summary.ByRule[rankRule].Matches != 1 {
		t.Errorf("%+v: the rank by the claimed score should be checked still", res.Summary)
	}
}

func TestChallengeRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"unknown rulebook", `{"rulebook":"x","challenge":{"submissions":[{"id":"a"}]}}`, `/rulebook: unknown rulebook "x"`},
		{"unknown dimension in weights", `{"rulebook":"airena","challenge":{"weights":{"luck":1},"submissions":[{"id":"a"}]}}`, `/challenge/weights/luck: unknown dimension "luck"`},
		{"an id twice", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a"},{"id":"a"}]}}`, `/challenge/submissions/1/id: "a" is also submission 0`},
		{"no time", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","submitted_at":"noon"}]}}`, `/challenge/submissions/0/submitted_at: "noon"`},
		{"unknown difficulty", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"z"},{"id":"a","difficulty":"easy","rating_before":1,"matches":1,"outcome":"win","rating_after":1}]}}`, `/challenge/submissions/1/difficulty: unknown difficulty "easy"`},
		{"unknown difficulty of the challenge", `{"rulebook":"clawdiators","challenge":{"difficulty":"easy","submissions":[{"id":"a","rating_before":1,"matches":1,"outcome":"win","rating_after":1}]}}`, `/challenge/difficulty: unknown difficulty "easy"`},
		{"both an opponent and a difficulty", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"a","difficulty":"veteran","opponent":1,"rating_before":1,"matches":1,"outcome":"win","rating_after":1}]}}`, `/challenge/submissions/0/difficulty: give either difficulty or opponent, not both`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Challenge(readRequest(t, tt.text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// Ranks that no times lead to are differences, also without any.
func TestRanksThatNoTimeDecides(t *testing.T) {
	for _, tt := range []struct {
		name, ranks string
		differences int
	}{
		{"shared by all", "1 1 1 4", 0}, {"shared by two, then one", "1 1 3 4", 0}, {"one, then shared by two", "1 2 2 4", 0}, {"one after the other", "3 1 2 4", 0}, {"only some", "- 3 - 4", 0},
		{"nobody first", "2 2 3 4", 3}, {"a gap too early", "1 3 3 4", 2}, {"before somebody better", "1 2 4 3", 3}, {"two of three last", "- 3 3 4", 2}, {"behind somebody worse", "4 1 1 4", 1},
	} {
		var list []string
		for i, rank := range strings.Fields(tt.ranks) {
			score := 1
			if i == 3 {
				score = 0
			}
			row := fmt.Sprintf(`{"id":"%d","score":%d`, i, score)
			if rank != "-" {
				row += `,"rank":` + rank
			}
			list = append(list, row+"}")
		}
		got := auditOf(t, readRequest(t, `{"rulebook":"term","challenge":{"submissions":[`+strings.Join(list, ",")+`]}}`))
		if got.Summary.Differences != tt.differences {
			t.Errorf("%s: %d differences, want %d: %+v", tt.name, got.Summary.Differences, tt.differences, got.Findings)
		}
	}
}

// Equal scores in five kinds of ranking, against Wikipedia's table of "1224",
// "1334", "1223" and "1234" (Ranking, "Strategies for handling ties").
func TestPlaces(t *testing.T) {
	scores := []int{4, 3, 3, 1}
	order := func(i, j int) int { return scores[j] - scores[i] }
	for _, tt := range []struct {
		name   string
		number numbering
		want   []int
	}{
		{"gapped", gapped, []int{1, 2, 2, 4}}, {"lowest", lowest, []int{1, 3, 3, 4}}, {"dense", dense, []int{1, 2, 2, 3}}, {"ordinal", ordinal, []int{1, 2, 3, 4}},
	} {
		if got := places(4, order, tt.number); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// A report made by the operations themselves holds no difference.
func TestOwnReportHasNoDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 18))
	for range 100 {
		n := 1 + rng.IntN(20)
		rank := score.RankRequest{Rulebook: rulebook.ID("airena")}
		req := ChallengeRequest{Rulebook: rank.Rulebook}
		for i := range n {
			d := map[string]float64{}
			for _, key := range []string{"correctness", "speed", "quality", "process"} {
				d[key] = float64(rng.IntN(5) * 25)
			}
			rank.Submissions = append(rank.Submissions, score.Submission{ID: fmt.Sprint(i), Dimensions: d, SubmittedAt: fmt.Sprintf("2026-03-0%dT00:00:00Z", 1+rng.IntN(3))})
		}
		res, err := score.Rank(rank)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range rank.Submissions {
			at := slices.IndexFunc(res.Standings, func(st score.Standing) bool { return st.ID == s.ID })
			st := res.Standings[at]
			req.Challenge.Submissions = append(req.Challenge.Submissions, Claims{ID: s.ID, SubmittedAt: s.SubmittedAt, Dimensions: s.Dimensions, Score: &st.Score, Rank: &st.Rank})
		}
		if got := auditOf(t, req); got.Summary.Differences != 0 || got.Summary.Checked != 2*n || len(got.Findings) != 0 {
			t.Fatalf("%+v", got)
		}
	}
}

func FuzzChallenge(f *testing.F) {
	f.Add(airenaReport)
	f.Add(`{"rulebook":"clawdiators-live","challenge":{"difficulty":"veteran","weights":{"correctness":0.5,"speed":0.5},"submissions":[{"id":"a","dimensions":{"correctness":800},"measurements":{"speed":{"used":150,"limit":300}},"score":577,"result":"draw","rating_before":1050,"matches":9,"rating_after":1073,"rating_change":-1e5,"verified":true}]}}`)
	f.Add(`{"rulebook":"term","challenge":{"submissions":[{"id":"a","dimensions":{"pass_rate":1e-300},"rank":7,"score":-1e308,"proof":[1]},{"id":"b","rank":1,"rating_before":0,"rating_after":1e-9,"rating_change":5}]}}`)
	request := op.SchemaOf[ChallengeRequest]()
	f.Fuzz(func(t *testing.T, text string) {
		var req ChallengeRequest
		if request.Decode([]byte(text), &req) != nil {
			return
		}
		res, err := Challenge(req)
		if err != nil {
			return
		}
		if _, err := op.Encode(res); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		differences := 0
		for _, f := range res.Findings {
			if f.Severity == Difference {
				differences++
			}
			if f.Rule == "" || f.Severity == Match {
				t.Fatalf("%s: %+v", text, f)
			}
		}
		for _, c := range res.Summary.ByRule {
			if c.Matches < 0 {
				t.Fatalf("%s: %+v", text, res.Summary)
			}
		}
		if differences != res.Summary.Differences {
			t.Fatalf("%s: %d differences listed, %+v", text, differences, res.Summary)
		}
	})
}

func BenchmarkChallenge(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		req := readRequest(b, airenaReport)
		one := req.Challenge.Submissions[0]
		req.Challenge.Submissions = nil
		for i := range n {
			c := one
			c.ID = fmt.Sprint(i)
			req.Challenge.Submissions = append(req.Challenge.Submissions, c)
		}
		text, err := op.Encode(req)
		if err != nil {
			b.Fatal(err)
		}
		auditOp := Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == "audit.challenge" })]
		b.Run(fmt.Sprintf("submissions=%d", n), func(b *testing.B) {
			for b.Loop() {
				auditOp.Call(text)
			}
		})
	}
}

// Where a rating cannot be replayed, before and change must make after.
func TestChangesAddUp(t *testing.T) {
	for _, row := range []struct {
		name, request string
		matches       int
	}{
		{"of those that cannot be replayed alone", `{"rulebook":"clawdiators","challenge":{"submissions":[{"id":"a","outcome":"win","opponent":1200,"rating_before":1050,"matches":9,"rating_after":1073,"rating_change":23},{"id":"b","rating_before":1000,"rating_after":1010,"rating_change":10}]}}`, 3},
		{"of all, if pairs cannot be compared", `{"rulebook":"airena","challenge":{"submissions":[{"id":"a","score":90,"rating_before":1200,"matches":9,"opponent":1200,"outcome":"win","rating_after":1210,"rating_change":10},{"id":"b","rating_before":1000,"rating_after":1010,"rating_change":10}]}}`, 2},
	} {
		res := auditOf(t, readRequest(t, row.request))
		if got := res.Summary.ByRule[ratingRule]; got.Matches != row.matches || got.Differences != 0 {
			t.Errorf("%s: %+v, want %d values that agree", row.name, got, row.matches)
		}
	}
}
