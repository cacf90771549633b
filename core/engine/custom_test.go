package engine

import (
	"crypto/ed25519"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// harbor is a whole rulebook of nobody's arena. Every number in it differs
// from the built-in ones, so an answer that holds was not taken from those.
const harbor = `{
	"id": "harbor", "name": "Harbor", "source": "made up for this test", "arithmetic": "exact", "scale": 50,
	"dimensions": [
		{"key": "catch", "label": "Catch", "weight": 0.5, "measure": "pass-ratio"},
		{"key": "haste", "label": "Haste", "weight": 0.3, "measure": "relative-time"},
		{"key": "craft", "label": "Craft", "weight": 0.2, "measure": "rubric"}
	],
	"composite": {"rounding": "floor-total", "cap": true},
	"ties": "order",
	"results": [{"id": "win", "min": 40}, {"id": "loss", "min": 0}],
	"rating": RATING,
	"tiers": [
		{"id": "crew", "name": "Crew"},
		{"id": "mate", "name": "Mate", "needs": [{"stat": "challenges", "min": 2}]},
		{"id": "captain", "name": "Captain", "needs": [{"stat": "challenges", "min": 4}, {"stat": "wins", "min": 2}]}
	],
	"badges": [{"id": "first-catch", "name": "First Catch", "need": {"stat": "wins", "min": 1}}],
	"titles": [{"id": "legend", "name": "Legend", "needs": [{"stat": "rating", "min": 1700}]}, {"id": "hand", "name": "Hand"}],
	"tracks": [{"id": "north", "name": "North", "categories": ["ice"], "method": "min"}],
	"calibration": {"min_samples": 4, "every": 2, "steps": [{"difficulty": "calm", "min_win_rate": 0.5, "min_completion_rate": 0.5}], "otherwise": "storm"},
	"reward": {
		"arithmetic": "exact", "missing": "drop", "ties": "order",
		"consensus": {"min_validators": 2, "min_stake_percent": 50, "outlier_threshold": 2},
		"weights": {"strategy": "quadratic", "top_n": 2, "temperature": 1, "zero_scores": "nothing", "empty": "renormalize", "cap_percent": 60, "cap_mode": "iterative", "burn_mode": "add"},
		"decay": {"curve": "exponential", "rate": 0.5, "grace": 1, "max_burn": 90, "grace_blocks": 10, "half_life_blocks": 10, "threshold": 0.1, "threshold_mode": "absolute", "staleness": "competition"}
	}
}`

const (
	harborSolo = `{"scheme": "solo", "start": 1500, "scale": 200, "k": [{"from": 0, "k": 50}, {"from": 5, "k": 20}], "floor": 1000, "rounding": "final",
		"opponents": [{"difficulty": "calm", "rating": 1400}, {"difficulty": "storm", "rating": 1600}],
		"bonuses": [{"id": "witnessed", "factor": 1.5, "needs": ["verified"]}], "category": {"start": 1450}}`
	harborPairs = `{"scheme": "pairwise", "start": 1500, "scale": 200, "k": [{"from": 0, "k": 50}, {"from": 5, "k": 20}], "rounding": "none", "mode": "sum"}`
)

// Every operation that takes a rulebook takes a designer's own, and answers by
// it alone. SOLO and PAIRS in a request are harbor with either rating scheme.
func TestCustomRulebooks(t *testing.T) {
	// 0.5 · 50 · 9/10 + 0.3 · 50 · (1 − 0.5 · 0.5) + 0.2 · 80/2 = 22.5 + 11.25 + 8 = 41.75, rounded down.
	const measured = `"measurements": {"catch": {"passed": 9, "total": 10}, "haste": {"time_ms": 1500, "fastest_ms": 1000}, "craft": {"items": [16, 16, 16, 16, 16]}}`
	// c scores 50; a and b score 45 and stay in the order given, whatever their times.
	const submissions = `"submissions": [
		{"id": "b", "dimensions": {"catch": 50, "haste": 40, "craft": 40}, "submitted_at": "2026-01-02T00:00:00Z"},
		{"id": "a", "dimensions": {"catch": 40, "haste": 50, "craft": 50}, "submitted_at": "2026-01-01T00:00:00Z"},
		{"id": "c", "dimensions": {"catch": 50, "haste": 50, "craft": 50}}]`
	// E = 1/(1 + 10^(100/200)) = 0.2403; 50 · (1 − E) · 1.5 = 56.98.
	const match = `"rating": 1500, "difficulty": "storm", "score": 40, "verified": true, "category": "ice"`
	const entrants = `"entrants": [{"id": "a", "rating": 1500, "competitions": 0, "score": 40}, {"id": "b", "rating": 1500, "competitions": 5, "score": 30}]`
	tests := []struct {
		op, name, request string
		want              []string // in the answer
	}{
		{"rulebook.check", "holds", `{"rulebook": SOLO}`, []string{`"ok":true`}},
		{"rulebook.check", "holds, pairwise", `{"rulebook": PAIRS}`, []string{`"ok":true`}},
		{"score.compute", "floor of the sum", `{"rulebook": SOLO, ` + measured + `}`, []string{`"rulebook":"harbor","score":41,"max":50,"result":"win"`, `"haste":{"score":37.5,"weight":0.3,"weighted":11.25}`, `"craft":{"score":40,`}},
		// One more of ten is 2.5 points: 44.25, rounded down. Twice as fast as the fastest: 41.75 − 0.3 · 37.5.
		{"score.marginal", "one more, and half the fastest", `{"rulebook": SOLO, ` + measured + `}`, []string{`"score":41,"max":50,"at_most":50`, `"step":{"field":"passed","from":9,"to":10,"change":1,"gain":3}`, `"kind":"result","result":"win","at":40,"missing":-1`, `"bystander":{"dimension":"haste","fastest_ms":500,"score":30}`}},
		{"score.solve", "one more is enough", `{"rulebook": SOLO, "target": 44, ` + measured + `}`, []string{`"kind":"alone","feasible":true,"score":44,"change":3,"changes":[{"dimension":"catch","field":"passed","from":9,"to":10`}},
		{"score.rank", "equal scores in the order given", `{"rulebook": SOLO, ` + submissions + `}`, []string{`{"rank":1,"id":"c"`, `{"rank":2,"id":"b"`, `{"rank":3,"id":"a"`, `"ties":[]`}},
		{"score.sensitivity", "as ranked", `{"rulebook": SOLO, "samples": 100, ` + submissions + `}`, []string{`"rank_correlation":1`, `"winner":{"id":"c","margin":5}`}},
		{"score.fit", "as ranked", `{"rulebook": SOLO, "order": ["c", "b", "a"], ` + submissions + `}`, []string{`"feasible":true`, `"distance":0`}},
		{"score.fit", "the other way", `{"rulebook": SOLO, "order": ["c", "a", "b"], ` + submissions + `}`, []string{`"feasible":true`}},
		{"elo.update", "K, scale, bonus and category", `{"rulebook": SOLO, "matches": 0, ` + match + `}`, []string{`"k":50,"bonus":1.5`, `"rating":1557`, `"category_rating":1492`}},
		{"elo.update", "later K", `{"rulebook": SOLO, "matches": 5, "rating": 1500, "opponent": 1500, "outcome": "win"}`, []string{`"k":20`, `"rating":1510`}},
		{"elo.next", "its tiers and K", `{"rulebook": SOLO, "rating": 1500, "matches": 0}`, []string{`"k":50`, `"difficulty":"storm","opponent":1600`, `"win":38,`}},
		{"elo.performance", "its scale", `{"rulebook": SOLO, "results": [{"difficulty": "storm", "outcome": "win"}, {"difficulty": "calm", "outcome": "loss"}]}`, []string{`"average":1500,"performance":1500`}},
		{"elo.pairwise", "sum of pairs", `{"rulebook": PAIRS, ` + entrants + `}`, []string{`"change":25,"rating":1525`, `"change":-10,"rating":1490`}},
		{"elo.replay", "solo", `{"rulebook": SOLO, "matches": [{"agent": "a", "challenge": "reef", "difficulty": "storm", "score": 40, "verified": true}]}`, []string{`"rating":1557`}},
		{"elo.replay", "pairwise", `{"rulebook": PAIRS, "matches": [{"agent": "a", "challenge": "reef", "score": 40}, {"agent": "b", "challenge": "reef", "score": 30}]}`, []string{`"rating":1525`, `"rating":1475`}},
		{"elo.project", "solo", `{"rulebook": SOLO, "rating": 1500, "matches": 0, "plan": [{"difficulty": "storm", "count": 1, "win": 1, "loss": 0}]}`, []string{`"mean":1538`}},
		{"elo.project", "pairwise", `{"rulebook": PAIRS, "rating": 1500, "matches": 5, "plan": [{"opponent": 1500, "count": 1, "win": 1, "loss": 0}]}`, []string{`"mean":1510`}},
		{"standing.evaluate", "tier, badge and title", `{"rulebook": SOLO, "challenges": 3, "wins": 1, "average_score": 30, "rating": 1500}`, []string{`"tier":"mate"`, `"id":"first-catch","name":"First Catch","earned":true`, `"tier":"captain"`, `"title":"Hand"`}},
		{"standing.plan", "the way to captain", `{"rulebook": SOLO, "challenges": 3, "wins": 1, "target": "captain"}`, []string{`"captain"`}},
		{"standing.tracks", "least of a category", `{"rulebook": SOLO, "results": [{"challenge": "floe", "category": "ice", "best_score": 44}, {"challenge": "berg", "category": "ice", "best_score": 31}]}`, []string{`"id":"north"`, `"cumulative_score":31`}},
		{"challenge.metrics", "scores on its scale", `{"rulebook": SOLO, "matches": [{"agent": "a", "attempt": 1, "score": 40}, {"agent": "b", "attempt": 1, "score": 39.5}]}`, []string{`"win_rate":0.5`}},
		{"challenge.calibrate", "its thresholds", `{"rulebook": SOLO, "attempts": 4, "completed": 4, "wins": 1}`, []string{`"difficulty":"storm"`, `"min_samples":4,"every":2`}},
		// (1 · 0.2 + 3 · 0.6) / 4; of 10 tasks 8 have a result, and all passed.
		{"reward.consensus", "two are enough", `{"rulebook": SOLO, "validators": [{"id": "v", "stake": 1}, {"id": "w", "stake": 3}], "scores": [{"validator": "v", "miner": "1", "score": 0.2}, {"validator": "w", "miner": "1", "score": 0.6}]}`, []string{`"valid":true`, `"score":0.5`}},
		{"reward.consensus", "missing results are dropped", `{"rulebook": SOLO, "validators": [{"id": "v", "stake": 1}, {"id": "w", "stake": 3}], "scores": [{"validator": "v", "miner": "1", "passed": 8, "total": 10, "results": 8}, {"validator": "w", "miner": "1", "score": 1}]}`, []string{`"score":1`}},
		// 0.8² : 0.4² is 80 : 20, capped at 60.
		{"reward.weights", "quadratic, capped", `{"rulebook": SOLO, "cap": {}, "competitions": [{"id": "c", "alpha": 100, "miners": [{"miner": "1", "score": 0.8}, {"miner": "2", "score": 0.4}]}]}`, []string{`"strategy":"quadratic"`, `"raw_share":0.8,"share":0.6`, `"raw_share":0.2,"share":0.4`, `"cap":{"percent":60,"mode":"iterative"`}},
		// 0.6² + 0.4² = 0.52, and 1/0.52 = 1.92.
		{"explain.shares", "its strategy and cap", `{"rulebook": SOLO, "cap": {}, "competitions": [{"id": "c", "alpha": 100, "miners": [{"miner": "1", "score": 0.8}, {"miner": "2", "score": 0.4}]}]}`, []string{`Before any burn, the largest share is 60.0 %: as concentrated as 1.92 equal miners.`}},
		{"explain.agreement", "two are enough", `{"rulebook": SOLO, "validators": [{"id": "v", "stake": 1, "score": 0.2}, {"id": "w", "stake": 3, "score": 0.6}]}`, []string{`The validators agree on 50 %: 0 of 2 left out.`}},
		{"explain.share", "its strategy and cap", `{"rulebook": SOLO, "cap": {}, "text": "you,0.8\nb,0.4"}`, []string{`You get 60.00 %, 1st of 2 miners.`}},
		{"explain.decay", "halves after one epoch", `{"rulebook": SOLO, "stale": 3, "top_percent": 80}`, []string{`Now 25 %: you lose more each epoch. It stops at 10 %.`, `"rule":"full for 1 epoch, then 50 % of the rest less every epoch, down to 10 %"`, `90 % resets the decay now`}},
		{"reward.decay", "halves after one epoch", `{"rulebook": SOLO, "to": 5}`, []string{`"curve":"exponential"`, `{"epoch":1,"stale":0,"burn_percent":0,`, `{"epoch":2,"stale":1,"burn_percent":50,`, `{"epoch":4,"stale":3,"burn_percent":87.5,`, `{"epoch":5,"stale":4,"burn_percent":90,`}},
		{"explain.score", "in its unit", `{"rulebook": SOLO, ` + measured + `}`, []string{`This submission scores 41 of 50: a win.`}},
		{"explain.target", "one more is enough", `{"rulebook": SOLO, "target": 44, ` + measured + `}`, []string{`41 → 44 (+3)`, `"strong":"10"`, `"after":"of 10 tests"`}},
		{"explain.measure", "its decay and scale", `{"rulebook": SOLO, "dimension": "haste", ` + measured + `}`, []string{`Haste scores 37.5 with 1500 ms.`, `"least":1000,"most":3300`}},
		{"explain.levers", "one more of ten", `{"rulebook": SOLO, ` + measured + `}`, []string{`One more test adds 3.`, `"points":"22.5 of 25"`}},
		// 50 · (1 − E) · 1.5 = 56.98 for a win, −50 · E = −12.01 for a loss.
		{"explain.cliff", "its threshold and K", `{"rulebook": SOLO, "rating": 1500, "matches": 0, "difficulty": "storm", "verified": true, ` + measured + `}`, []string{`39 → 40 = +69 rating points at K 50. Yours, 41, is 1 above.`}},
		// Wilson, 9 of 10: (0.9 + 0.1921 ± 1.96·√(0.009 + 0.0096))/(1 + 0.3841).
		// 2.5 a test and 19.25 of the others, rounded down: 7 are 36, above 70 % of 50, and 9 are 41, a tenth of 50 above it.
		{"explain.tasks", "its threshold of decay", `{"rulebook": SOLO, "top_percent": 70, ` + measured + `}`, []string{`One more test = +3: 10 of 10. This run resets the decay of a top score of 70.0 %.`, `{"passed":"7 of 10","score":"36","meaning":"above the top score","yours":false}`, `: 10 points better","yours":true}`}},
		{"explain.interval", "of its tests", `{"rulebook": SOLO, ` + measured + `}`, []string{`With 10 tests, the true rate may be anything from 59.6 to 98.2 % (95 % confidence).`, `"passed":"9 of 10"`}},
		{"rulebook.dims", "its dimensions", `{"rulebook": SOLO, "text": "dims({ catch: 0.6, haste: 0.4 })"}`, []string{`{"catch":0.6,"haste":0.4}`, `"label":"Catch"`, `"text":"dims(\n  { catch: 0.6, haste: 0.4 },\n)"`}},
		{"explain.tips", "its decay", `{"rulebook": SOLO, "weights": {"catch": 1}, "measurements": {"catch": {"passed": 9, "total": 10}}}`, []string{`"number":"epochs 0 to 1"`, `In epoch 2, 50 % is kept, from epoch 5 on 10 %.`}},
		{"explain.diff", "one reading", `{"rulebook": SOLO, ` + measured + `}`, []string{`These rules have one reading: 41.`}},
		{"explain.rivals", "half the fastest", `{"rulebook": SOLO, "rivals": [], "posted_ms": 500, ` + measured + `}`, []string{`You lead with 41. If someone runs 500 ms, you still lead, with 30.`}},
		// 0.3 · 50 · (1 − 0.5 · 1) = 7.5 with a decay of 100, and 22.5 + 7.5 + 8 = 38.
		{"explain.field", "by its own results", `{"rulebook": SOLO, "base": SOLODECAY, "text": "id,catch.passed,catch.total,haste.time_ms,haste.fastest_ms,craft.items\nb,9,10,1500,1000,16 16 16 16 16"}`, []string{`1 of 1 wins from`, `0 % win`}},
		{"explain.rules", "its results against itself with another decay", `{"rulebook": SOLO, "base": SOLODECAY, "text": "id,catch.passed,catch.total,haste.time_ms,haste.fastest_ms,craft.items\nb,9,10,1500,1000,16 16 16 16 16"}`, []string{`The change decides 1 of 1 results: b loss → win.`, `"was":"38","total":"41","change":"+3"`}},
		// 0.5 · 50 · 8/10 + 0.3 · 50 · (1 − 0.5 · 0.5) + 0.2 · 40, with 45 s against 30.
		{"explain.arena", "its measures and opponents", `{"rulebook": SOLO, "rating": 1500, "opponent": 1, "run": [{"value": 8}, {"value": 45}, {"value": 16}]}`, []string{`"label":"Haste","value":"45 s"`}},
		{"explain.rating", "with its bonus", `{"rulebook": SOLO, "matches": 0, ` + match + `}`, []string{`from 1500 to 1557`, `witnessed`}},
		{"explain.challenge", "by the sum", `{"rulebook": PAIRS, ` + entrants + `}`, []string{`1525`}},
		{"explain.standing", "its tiers", `{"rulebook": SOLO, "challenges": 3, "wins": 1}`, []string{`Mate. Captain needs`}},
		// E = 0.2403, so 50 · (1 − E) = 37.99, −50 · E = −12.01, and a draw between them.
		{"explain.forecast", "a win in any case", `{"rulebook": SOLO, "rating": 1500, "matches": 0, "plan": [{"difficulty": "storm", "count": 1, "win": 1, "loss": 0}]}`, []string{`After 1 match: 1538 in any case.`}},
		// E = 0.6267, so a win is worth 50 · (1 − E) = 18.7.
		{"explain.difficulty", "its opponents and thresholds", `{"rulebook": SOLO, "text": "rating,difficulty,result\n1500,storm,win\n1500,storm,loss"}`, []string{`"challenge":"Storm"`, `"tier":"storm"`}},
		{"explain.titles", "its titles", `{"rulebook": SOLO, "rating": 1690, "matches": 0, "plan": [{"difficulty": "storm", "win": 0.5, "loss": 0.5}]}`, []string{`This plan makes you Legend.`, `"name":"Legend","need":"1700","chance":"50.0 %"`}},
		{"explain.next", "its tiers and K", `{"rulebook": SOLO, "rating": 1500, "matches": 0}`, []string{`"label":"Storm, 1600","win":"+38","draw":"+13","loss":"−12","break_even":"24.0 %"`}},
		{"explain.plan", "the way to captain", `{"rulebook": SOLO, "challenges": 3, "wins": 1, "target": "captain"}`, []string{`Captain needs 4 challenges, 2 wins. You have 3, 1. Fastest path: 1 more, won.`}},
		{"explain.performance", "its scale and K", `{"rulebook": SOLO, "rating": 1500, "results": [{"difficulty": "storm", "outcome": "win"}, {"difficulty": "calm", "outcome": "loss"}]}`, []string{`a rating of 1500, the same as yours.`, `"label":"Storm, 1600","outcome":"Win","expected":"0.240","change":"+37.99"`}},
		{"explain.replay", "solo", `{"rulebook": SOLO, "text": "agent,challenge,difficulty,score,verified,elo_after\na,reef,storm,40,true,1557\n"}`, []string{`1 match of a: 1500 → 1557. Every claim agrees with the rules.`}},
		{"explain.entrant", "one more", `{"rulebook": PAIRS, ` + entrants + `, "entrant": {"id": "c", "rating": 1500, "competitions": 5, "score": 35}}`, []string{`With c, the change of a is +50 instead of +25.`, `{"id":"b","place":"3, was 2","without":"−10.00","with":"−20.00"`}},
		// 0.5 · 45 + 0.2 · 40 and 0.5 · 50 + 0.2 · 40, once nobody has a point for haste; 45.5 and 42 are wins from 40 on.
		{"explain.stress", "its measures, results and tiers", `{"rulebook": SOLO, "weights": "50 30 20", "text": "agent,catch,haste,craft\na,45,50,40\nb,50,30,40\n"}`, []string{`in 33.33 % of the fastest time puts b (33.00) over a (30.50).`, `"An empty answer, sent at once, scores 15.00: want less than 15.00."`, `"2 of 2 matches were won: the rules want 4 of them."`}},
		// ⌊0.5 · 42 + 0.3 · 41 + 0.2 · 40⌋ = ⌊41.3⌋.
		{"explain.audit", "the total and its rank", `{"rulebook": SOLO, "text": "id,catch,haste,craft,score,rank\nb,42,41,40,41.3,1\n"}`, []string{`"sentence":"1 of 2 values differs from the rules named \"Harbor\", which are not the built-in ones: 1 score."`, `"claimed":"41.3","recomputed":"41"`}},
		{"audit.challenge", "agrees", `{"rulebook": SOLO, "challenge": {"difficulty": "storm", "submissions": [
			{"id": "b", ` + measured + `, "score": 41, "result": "win", "rank": 1, "verified": true, "rating_before": 1500, "matches": 0, "rating_after": 1557},
			{"id": "a", "dimensions": {"catch": 42, "haste": 41, "craft": 40}, "score": 41, "rank": 2}]}}`, []string{`"differences":0`}},
		{"audit.challenge", "a rank out of order", `{"rulebook": SOLO, "challenge": {"submissions": [
			{"id": "b", "score": 41, "rank": 2, "submitted_at": "2026-01-02T00:00:00Z"}, {"id": "a", "score": 41, "rank": 1, "submitted_at": "2026-01-01T00:00:00Z"}]}}`, []string{`"differences":2`, `ranked by score, then in the order of the report`}},
		// ⌊0.5 · 42 + 0.3 · 41 + 0.2 · 40⌋ = ⌊41.3⌋.
		{"proof.verify", "the total by its rules", `{"rulebook": SOLO, "text": PROOF, "weights": {"catch": 0.5, "haste": 0.3, "craft": 0.2}}`, []string{`"verdict":"unknown-key"`, `The total recomputes to 41 by the rules of Harbor and the weights given.`}},
		{"proof.verify_batch", "the total by its rules", `{"rulebook": SOLO, "text": PROOF, "keys": {"keys": [{"public_key": "KEY"}]}}`, []string{`"verdict":"authentic"`}},
	}
	proof, key := signedRecord(t, `{"catch": 42, "haste": 41, "craft": 40, "score": 41, "version": "tallyproof-score/1"}`)
	rulebooks := strings.NewReplacer("PROOF", strconv.Quote(proof), "KEY", key, "SOLODECAY", strings.Replace(strings.Replace(harbor, "RATING", harborSolo, 1), `"relative-time"`, `"relative-time", "decay": 100`, 1), "SOLO", strings.Replace(harbor, "RATING", harborSolo, 1), "PAIRS", strings.Replace(harbor, "RATING", harborPairs, 1))
	tried := map[string]bool{}
	for _, tt := range tests {
		tried[tt.op] = true
		t.Run(tt.op+"/"+tt.name, func(t *testing.T) {
			got := string(Call(tt.op, []byte(rulebooks.Replace(tt.request))))
			for _, want := range append(tt.want, `{"ok":`) {
				if !strings.Contains(got, want) {
					t.Errorf("the answer lacks %s:\n%s", want, got)
				}
			}
		})
	}
	takers := 0
	for _, o := range Catalogue {
		if takesRulebook(o) {
			takers++
			if !tried[o.Name] {
				t.Errorf("%s takes a rulebook and has no row here", o.Name)
			}
		}
	}
	if takers < 20 {
		t.Errorf("%d operations take a rulebook, want at least 20", takers)
	}
}

// takesRulebook says whether a request has a member rulebook.
func takesRulebook(o op.Op) bool {
	for _, f := range o.Request().Fields {
		if f.Name == "rulebook" {
			return true
		}
	}
	return false
}

// What is wrong with a rulebook is refused by every operation at its place.
func TestCustomRulebookRefusals(t *testing.T) {
	tests := []struct{ name, old, new, field string }{
		{"weights", `"weight": 0.3`, `"weight": 0.4`, "/rulebook/dimensions"},
		{"thresholds", `"min": 40`, `"min": 60`, "/rulebook/results/0/min"},
		{"ties", `"ties": "order",` + "\n\t\"results\"", `"ties": "time",` + "\n\t\"results\"", "/rulebook/reward/ties"},
		{"decay rate", `"rate": 0.5`, `"rate": 1e-9`, "/rulebook/reward/decay/rate"},
		{"cap of nothing", `"cap_percent": 60`, `"cap_percent": 0`, "/rulebook/reward/weights/cap_percent"},
		{"unknown strategy", `"quadratic"`, `"cubic"`, "/rulebook/reward/weights/strategy"},
		{"misspelled", `"max_burn"`, `"maxburn"`, "/rulebook/reward/decay/maxburn"},
		{"calibration", `"otherwise": "storm"`, `"otherwise": "calm"`, "/rulebook/calibration/otherwise"},
		{"track", `"method": "min"`, `"method": "max"`, "/rulebook/tracks/0/method"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(harbor, "RATING", harborSolo, 1)
			if strings.Count(text, tt.old) != 1 {
				t.Fatalf("%s is in the rulebook %d times, want 1", tt.old, strings.Count(text, tt.old))
			}
			text = strings.Replace(text, tt.old, tt.new, 1)
			got := string(Call("reward.decay", []byte(`{"rulebook": `+text+`, "to": 5}`)))
			if !strings.Contains(got, `"field":"`+tt.field+`"`) {
				t.Errorf("want a refusal at %s: %s", tt.field, got)
			}
		})
	}
}

// signedRecord is a record in our native layout, signed with a key of this test,
// and the public key in hexadecimal.
func signedRecord(t *testing.T, record string) (proof, key string) {
	t.Helper()
	private := ed25519.NewKeyFromSeed([]byte(strings.Repeat("harbor! ", 4)))
	key = hex.EncodeToString(private.Public().(ed25519.PublicKey))
	record = strings.TrimSuffix(record, "}") + `, "evaluator_pubkey": "` + key + `"`
	canonical, err := jcs.Canonicalize([]byte(record + "}"))
	if err != nil {
		t.Fatal(err)
	}
	signature := ed25519.Sign(private, append([]byte("tallyproof-score/1\n"), canonical...))
	return record + `, "evaluator_signature": "` + hex.EncodeToString(signature) + `"}`, key
}
