package explain_test

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// custom is a built-in rulebook after changes, as JSON.
func custom(t *testing.T, id string, change func(rb *rulebook.Rulebook)) string {
	t.Helper()
	for _, rb := range rulebook.BuiltIn() {
		if rb.ID == id {
			change(rb)
			text, err := op.Encode(rb)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
	t.Fatalf("no rulebook %q", id)
	return ""
}

// Ones, zeros, ties, names that are empty, and rules of one's own.
func TestEdgesInWords(t *testing.T) {
	rates := custom(t, "clawdiators", func(rb *rulebook.Rulebook) {
		rb.Scale, rb.Composite.Rounding = 1, rulebook.RoundNone
		rb.Results = []rulebook.Result{{ID: "win", Min: 0.7}, {ID: "loss", Min: 0.4}}
	})
	wins := custom(t, "clawdiators-live", func(rb *rulebook.Rulebook) {
		rb.Titles = []rulebook.Tier{{ID: "winner", Name: "Winner", Needs: []rulebook.Need{{Stat: rulebook.Wins, Min: 1}}}}
	})
	untitled := custom(t, "clawdiators", func(rb *rulebook.Rulebook) { rb.Name = "Mine" })
	still := custom(t, "clawdiators", func(rb *rulebook.Rulebook) { rb.Rating.K = []rulebook.KFactor{{K: 0}} })
	slow := custom(t, "clawdiators", func(rb *rulebook.Rulebook) { rb.Rating.K = []rulebook.KFactor{{K: 2}} })
	slowPairs := custom(t, "airena", func(rb *rulebook.Rulebook) { rb.Rating.K = []rulebook.KFactor{{K: 2}} })
	easy := custom(t, "clawdiators", func(rb *rulebook.Rulebook) {
		rb.Results = []rulebook.Result{{ID: "win", Min: 10}, {ID: "loss", Min: 0}}
	})
	won := custom(t, "airena", func(rb *rulebook.Rulebook) { rb.Results = []rulebook.Result{{ID: "win", Min: 70}, {ID: "loss"}} })
	hurried := custom(t, "airena", func(rb *rulebook.Rulebook) { rb.Dimensions[0].Measure = "all-or-nothing" })
	averages := custom(t, "airena", func(rb *rulebook.Rulebook) {
		rb.Tiers = []rulebook.Tier{{ID: "all", Name: "All"}, {ID: "good", Name: "Good", Needs: []rulebook.Need{{Stat: rulebook.AverageScore, Min: 70}}}}
	})
	accented := custom(t, "clawdiators", func(rb *rulebook.Rulebook) {
		for i := range rb.Dimensions {
			if rb.Dimensions[i].Measure == "budget" {
				rb.Dimensions[i].Label = "écologie"
			}
		}
	})
	halves := func(scale float64, change func(rb *rulebook.Rulebook)) string {
		half := 0.5
		return custom(t, "airena", func(rb *rulebook.Rulebook) {
			change(rb)
			rb.Scale = scale
			rb.Dimensions = []rulebook.Dimension{{Key: "a", Label: "A", Measure: "direct", Weight: &half}, {Key: "b", Label: "B", Measure: "direct", Weight: &half}}
			rb.Results = []rulebook.Result{{ID: "win", Min: 0.7 * scale}, {ID: "draw", Min: 0.4 * scale}, {ID: "loss", Min: 0}}
		})
	}
	unrated := func(rb *rulebook.Rulebook) { rb.Rating = nil }
	pairs := halves(100, func(*rulebook.Rulebook) {})
	real := custom(t, "clawdiators", func(rb *rulebook.Rulebook) {
		rb.Rating.Rounding, rb.Rating.Bonuses = rulebook.RatingReal, nil
		rb.Titles = []rulebook.Tier{{ID: "gold", Name: "Gold", Needs: []rulebook.Need{{Stat: rulebook.RatingStat, Min: 1200}}}}
	})
	cliffAt := func(x string) string {
		return `,"rating":1000,"matches":9,"opponent":1000,"weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":` + x + `},"speed":{"score":` + x + `}}}`
	}
	submitted := func(correctness, ms string) string {
		return `{"correctness":{"score":` + correctness + `},"speed":{"time_ms":` + ms + `},"quality":{"score":80},"process":{"score":80}}`
	}
	entrant := func(id, score string) string {
		return `{"id":"` + id + `","rating":1200,"competitions":0,"score":` + score + `}`
	}
	timedOut := `"measurements":{"correctness":{"passed":5,"total":5,"timed_out":true},"speed":{"score":100},` + rest + `}`
	tests := []worded{
		{"titles by rating, as the live code has them", "explain.rating", `{"rulebook":"clawdiators","rating":1190,"matches":5,"difficulty":"veteran","outcome":"win"}`, []string{`"rating":"1206","title":"Bronze Carapace, 194 below Silver Pincer"`, `"rating":"1174","title":"26 below Bronze Carapace"`}},
		{"a title is held from its rating on", "explain.rating", `{"rulebook":"clawdiators-live","rating":1800,"matches":5,"opponent":-100000,"outcome":"win"}`, []string{`"rating":"1800","title":"Diamond Shell, 200 below Leviathan"`}},
		{"above the highest title", "explain.rating", `{"rulebook":"clawdiators","rating":2100,"matches":5,"difficulty":"veteran","outcome":"win"}`, []string{`"title":"Leviathan"`}},
		{"a rulebook of one's own has no titles of the arena's", "explain.rating", `{"rulebook":` + untitled + `,"rating":1190,"matches":5,"difficulty":"veteran","outcome":"win"}`, []string{`"rating":"1206","title":""`}},
		{"titles of one's own rules, which no rating earns", "explain.rating", `{"rulebook":` + wins + `,"rating":2100,"matches":5,"difficulty":"veteran","outcome":"win"}`, []string{`"title":""`}},
		{"a cliff that is reached exactly", "explain.cliff", `{"rulebook":"clawdiators"` + cliffAt("700"), []string{"Yours, 700, is at the threshold."}},
		{"a cliff of rates, and what is below every threshold", "explain.cliff", `{"rulebook":` + rates + cliffAt("0.6"), []string{"69.9 % → 70.0 % = +32 rating points at K 32. Yours, 60.0 %, is 10.0 points below.", `"key":"loss","label":"loss −16","start":0,"width":70`}},
		{"a total that is not the threshold it looks like", "explain.score", `{"rulebook":` + halves(1000, unrated) + `,"measurements":{"a":{"score":699.996},"b":{"score":699.996}}}`, []string{
			`"sentence":"This submission scores 699.996 of 1000: a draw."`, `"formula":"400 ≤ 699.996 < 700"`, `"0.004 more points make it a win, which begins at 700."`}},
		{"a rate that is not the threshold it looks like", "explain.score", `{"rulebook":` + halves(1, unrated) + `,"measurements":{"a":{"score":0.6995},"b":{"score":0.6995}}}`, []string{
			`"sentence":"This submission scores 69.95 %: a draw."`, `"formula":"40 % ≤ 69.95 % < 70 %"`, `"0.05 more points make it a win, which begins at 70 %."`}},
		{"rules by which points move the rating", "explain.score", `{"rulebook":` + pairs + `,"measurements":{"a":{"score":50},"b":{"score":50}}}`, []string{`"text":"20 more points make it a win, which begins at 70."`}},
		{"all tests in vain", "explain.score", allOrNothing(`{"passed":12,"total":12,"timed_out":true}`), []string{"12 of 12 tests passed, and the time ran out: 0.0 %."}},
		{"not all tests", "explain.score", allOrNothing(`{"passed":11,"total":12}`), []string{"11 of 12 tests passed, and only all of them count: 0.0 %."}},
		{"nearly all tasks", "explain.score", `{"rulebook":"term","measurements":{"pass_rate":{"passed":2999,"total":3000}}}`, []string{"a pass rate of 99.97 %."}},
		{"nearly all points", "explain.score", `{"rulebook":"airena","measurements":{"correctness":{"passed":99999,"total":100000},"speed":{"score":100},"quality":{"score":100},"process":{"score":100}}}`, []string{"scores 99.9996 of 100."}},
		{"one task of many", "explain.tasks", `{"rulebook":"term","measurements":{"pass_rate":{"passed":5000,"total":10000}}}`, []string{"0.01 points"}},
		{"a target less than is shown above", "explain.target", `{"rulebook":"airena","target":88,"measurements":{"correctness":{"score":79.992},"speed":{"score":90},"quality":{"score":96},"process":{"score":94}}}`, []string{"87.997 → 88.000 (+0.003)"}},
		{"a rating that moves by less than is shown", "explain.rating", `{"rulebook":` + real + `,"rating":1000,"matches":50,"opponent":-2000,"outcome":"win"}`, []string{`"sentence":"A win leaves the rating at 1000."`}},
		{"a title that is nearly reached", "explain.rating", `{"rulebook":` + real + `,"rating":1184,"matches":5,"opponent":1183.999,"outcome":"win"}`, []string{`below Gold"`}},
		{"a cliff of one point", "explain.cliff", `{"rulebook":` + slow + cliffAt("700"), []string{"699 → 700 = +1 rating point at K 2."}},

		{"a target less than is shown away", "explain.target", `{"rulebook":"airena","target":82.799,` + journey + `}`, []string{`"sentence":"82.799 is reached."`}},
		{"reached by percentage points", "explain.target", `{"rulebook":"term","target":0.5,"measurements":{"pass_rate":{"passed":3,"total":5}}}`, []string{"You are past 50 %."}},
		{"a gain that is the difference of what is shown", "explain.target", `{"rulebook":"term","target":0.714,"measurements":{"pass_rate":{"passed":44,"total":91}}}`, []string{`"leads":"48.35 % → 71.43 % (+23.08 points)"`}},
		{"one task", "explain.target", `{"rulebook":"term","target":0.9,"measurements":{"pass_rate":{"passed":0,"total":1}}}`, []string{`"strong":"1","after":"of 1 task"`}},
		{"times of less than a millisecond", "explain.target", `{"rulebook":"airena","target":90,"measurements":{"correctness":{"score":97},"speed":{"time_ms":1000,"fastest_ms":0.5},` + rest + `}}`, []string{`"1000 →","strong":"0.5`}},
		{"all tests pass, but not in time", "explain.target", `{"rulebook":` + hurried + `,"target":90,` + timedOut + `}`, []string{`"before":"","strong":"5","after":"of 5 tests in time"`, `"before":"5 of 5 tests in time`, `\"timed_out\":false`}},
		{"the most of a part that is rounded", "explain.levers", `{"rulebook":"clawdiators-live","weights":{"correctness":0.3335,"speed":0.6665},"measurements":{"correctness":{"score":1000},"speed":{"score":500}}}`, []string{`"points":"334 of 334"`, `"points":"333 of 667"`}},
		{"the same step", "explain.levers", `{"rulebook":` + hurried + `,` + timedOut + `}`, []string{"The same tests in time add 40.00."}},
		{"a limit beyond all integers, the same natively and as wasm", "explain.levers", `{"rulebook":"clawdiators-live","verified":true,"weights":{"correctness":0.5,"token_efficiency":0.5},"measurements":{"correctness":{"score":1000},"token_efficiency":{"used":1e307,"limit":1e308}}}`, []string{`"to":"0 of 1e+308"`}},
		{"a rate grows by percentage points", "explain.levers", `{"rulebook":"term","measurements":{"pass_rate":{"score":0.8}}}`, []string{"1.0 points more adds 1.0 points.", `"left":"+20.0 points"`}},

		{"one task tells nothing", "explain.interval", `{"rulebook":"term","tasks":1,"submissions":[{"id":"","dimensions":{"pass_rate":1}},{"id":"b","dimensions":{"pass_rate":0.5}}]}`, []string{"With 1 task, first place is a tie: (no name) is truly ahead of b", "50.0 % of 1 task is 0.5: counted as 1 (b)."}},
		{"one task is enough for the easily convinced", "explain.interval", `{"rulebook":"term","tasks":1,"confidence_percent":50,"submissions":[{"id":"a","dimensions":{"pass_rate":1}},{"id":"b","dimensions":{"pass_rate":0}}]}`, []string{"1 task is enough to separate each submission from the next."}},
		{"a score out of 1000 in tasks", "explain.interval", `{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.5},"tasks":91,"submissions":[{"id":"a","dimensions":{"correctness":823,"speed":823}}]}`, []string{"82.3 % of 91 tasks is 74.89: counted as 75 (a)."}},
		{"parts that are rounded up to more than the scale", "explain.interval", `{"rulebook":"clawdiators-live","weights":{"correctness":0.3335,"speed":0.3335,"methodology":0.333},"tasks":1000,"submissions":[{"id":"a","dimensions":{"correctness":1000,"speed":1000,"methodology":1000}}]}`, []string{`"passed":"1000 of 1000"`, "100.1 % of 1,000 tasks is 1001: counted as 1000 (a)."}},

		// 349.5 + 350: the document cuts 699.5 to 699, the code rounds the first part to 350.
		{"readings of different results", "explain.diff", `{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":699},"speed":{"score":700}}}`, []string{"docs 699 · code 700.", `"docs":"draw","code":"win"`}},
		{"more changes of results than a sentence names", "explain.rules", `{"rulebook":` + won + `,"base":"airena","text":"agent,correctness,speed,quality,process\na,90,60,80,80\nb,90,60,80,80\nc,90,60,80,80\nd,90,60,80,80\ne,90,60,80,80\n"}`, []string{"decides 5 of 5 results: a none → win, b none → win, c none → win and 2 more."}},
		{"rules that change nothing", "explain.rules", `{"rulebook":"airena","base":"airena","text":"agent,correctness,speed,quality,process\na,90,60,80,80\n"}`, []string{"The change decides nothing: both rules give the same."}},
		{"a changed rulebook is not the arena's, whatever its id", "explain.diff", `{"rulebook":` + easy + `,"weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":90},"speed":{"score":100}}}`, []string{"These rules have one reading: 95.", `"docs":"win","code":"win"`}},

		{"two lead, then one", "explain.rivals", `{"rulebook":"airena","measurements":` + submitted("95", "1000") + `,"rivals":[{"id":"B","measurements":` + submitted("100", "1200") + `}],"posted_ms":400}`, []string{"You and B share the lead with 90.00. If someone runs 400 ms, you lead: 75.00 against 72.00."}},
		{"one leads, then two", "explain.rivals", `{"rulebook":"airena","measurements":` + submitted("90", "2000") + `,"rivals":[{"id":"B","measurements":` + submitted("90", "1000") + `}],"posted_ms":300}`, []string{"B leads with 88.00. If someone runs 300 ms, you and B share the lead with 68.00."}},
		{"two lead and still do", "explain.rivals", `{"rulebook":"airena","measurements":` + submitted("90", "1000") + `,"rivals":[{"id":" ","measurements":` + submitted("90", "1000") + `}],"posted_ms":300}`, []string{"You and (no name) share the lead with 88.00. If someone runs 300 ms, they still share it, with 68.00."}},
		{"the fastest has no name", "explain.rivals", `{"rulebook":"airena","measurements":` + submitted("90", "1000") + `,"rivals":[{"id":"","measurements":` + submitted("90", "500") + `}]}`, []string{"(no name) sets the pace: everyone’s speed counts against 500 ms."}},

		{"one point for one without a name", "explain.challenge", `{"rulebook":` + slowPairs + `,"entrants":[` + entrant("", "90") + `,` + entrant("b", "80") + `]}`, []string{"(no name) comes 1st of 2 and gains 1 point: 1200 → 1201."}},
		{"alone, and one without a name", "explain.entrant", `{"rulebook":"airena","entrants":[` + entrant("", "90") + `],"entrant":` + entrant("b", "80") + `}`, []string{"With b, the change of (no name) is +20 instead of 0."}},

		{"odds of single ratings", "explain.forecast", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":1,"loss":0}]}`, []string{"<desc>The odds of each rating.</desc>"}},
		{"a changed rulebook with the id of the arena's", "explain.forecast", `{"rulebook":` + still + `,"rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.5,"loss":0.5}]}`, []string{`"rulebook":"clawdiators","name":"Clawdiators (document)","answer":"984 (984–1016)","differs":true`}},

		{"nothing to win", "explain.next", `{"rulebook":` + still + `,"rating":1000,"matches":0}`, []string{"At 1000, no match gains on average: the best is 0, against Newcomer."}},
		{"opponents by their ratings", "explain.next", `{"rulebook":"clawdiators","rating":100,"matches":0,"opponents":[100000,100]}`, []string{"A draw against an opponent rated 100000 (400 points) gives +16: more than a draw against an opponent rated 100 (0)."}},
		{"draws that are limited", "explain.next", `{"rulebook":"clawdiators","rating":1000,"matches":0,"draws":30}`, []string{`"kind":"warning","field":"/draws","text":"Draws of 30 % are more than an expected score of 9.09 % allows: 18.18 % were used."`}},

		{"one win", "explain.performance", `{"rulebook":"clawdiators","rating":1000,"results":[{"opponent":1000,"outcome":"win"}]}`, []string{"This result looks like a rating above 1000: it was won, so there is no upper bound."}},
		{"one loss", "explain.performance", `{"rulebook":"clawdiators","rating":1000,"results":[{"opponent":1000,"outcome":"loss"}]}`, []string{"This result looks like a rating below 1000: it was lost, so there is no lower bound."}},

		{"one win is missing", "explain.plan", `{"rulebook":"clawdiators-live","challenges":5,"wins":2,"target":"claw-proven"}`, []string{"Fastest path: 1 more match, won."}},
		{"one challenge", "explain.plan", `{"rulebook":"clawdiators-live","challenges":0,"target":"arena-initiate"}`, []string{"Arena Initiate needs 1 challenge. You have 0."}},
		{"one challenge written, and nothing known", "explain.plan", `{"rulebook":"clawdiators-live","challenges":0,"target":"arena-architect"}`, []string{"Arena Architect needs 1 challenge written. Your record does not show what you have. No number of matches guarantees it."}},
		{"a history for a target that counts no challenges", "explain.plan", `{"rulebook":` + averages + `,"history":[{"score":60,"rank":2},{"score":64,"rank":2}]}`, []string{"2·(70 − 62)/(100 − 70) = 0.53", "(70·3 − 2·62)/1", "2 before, and the largest of these: 1 more"}},
		{"a share a little over the cap", "explain.shares", `{"rulebook":"term","cap":{"mode":"truncate"},"competitions":[{"id":"c","alpha":100,"miners":[{"miner":"1","passed":500010,"total":1000000},{"miner":"2","passed":499990,"total":1000000}]}]}`, []string{"the top share is 50.001 %, over the cap of 50 %."}},
		{"a share a little over a cap that is rounded", "explain.shares", `{"rulebook":"term","cap":{"mode":"truncate","percent":33.3333},"competitions":[{"id":"c","alpha":100,"miners":[{"miner":"1","score":1},{"miner":"2","score":1},{"miner":"3","score":1}]}]}`, []string{"the top share is 33.33333 %, over the cap of 33.3333 %."}},
		{"a share that is nearly all", "explain.shares", `{"rulebook":"term","competitions":[{"id":"c","alpha":100,"miners":[{"miner":"1","passed":1000000,"total":1000000},{"miner":"2","passed":1,"total":1000000}]}]}`, []string{"the largest share is 99.9999 %: as concentrated as 1.000002 equal miners.", "the top share is 99.9999 %, over the cap of 50 %.", `"Concentration (HHI)","cells":["0.999998",`}},
		{"nobody has a share", "explain.shares", `{"rulebook":"term","competitions":[{"id":"c","alpha":100,"miners":[{"miner":"1","passed":0,"total":1000000},{"miner":"2","passed":0,"total":1000000}]}]}`, []string{`"key":"nobody has a share"`, "No competition pays anything, so nobody has a share."}},
		{"an average that more challenges lower", "explain.plan", `{"rulebook":"airena","challenges":10,"wins":3,"average_score":95,"best_score":50,"target":"platinum"}`, []string{"(A·(n + m) − n·a)/m is more than 50 for every m that the others allow"}},
		{"no more than the best score", "explain.plan", `{"rulebook":"airena","challenges":1,"wins":0,"average_score":30.01,"best_score":52.23,"target":"silver"}`, []string{"9 more at ≥ 52.23"}},

		{"more agents than are named", "explain.replay", `{"rulebook":"clawdiators","text":"agent,difficulty,outcome\n` + strings.Join(strings.Split("abcdefghijklm", ""), `,veteran,win\n`) + `,veteran,win"}`, []string{"j 1024, k 1024 and 2 more."}},

		{"a top score of long ago", "explain.decay", `{"stale":1000000,"top_percent":80}`, []string{"81.6 % resets the decay now", "Grace ended 999,990 epochs ago"}},
		{"nothing to beat", "explain.decay", `{"stale":0,"top_percent":0}`, []string{`"text":"any score above 0 % resets the decay now","state":"resets"`}},
		{"what is said is enough: 10.2102 %", "explain.decay", `{"stale":0,"top_percent":10.01}`, []string{"10.22 % resets the decay now"}},
		{"a little more than all", "explain.decay", `{"stale":0,"top_percent":98.04}`, []string{"not possible: that is 100.01 %, more than all tasks"}},
		{"two points are more than all", "explain.decay", `{"source":"code-epochs","stale":0,"top_percent":98.03}`, []string{"the code requires 2 points more, 100.03 %, more than all tasks"}},
		{"the last block", "explain.decay", `{"source":"code-blocks","stale":0,"blocks":21599,"top_percent":80}`, []string{"Grace ends in 1 block (less than 1 h)"}},
		{"grace ends", "explain.decay", `{"stale":10,"top_percent":80}`, []string{"you keep all of it in this epoch, then"}},
		{"hours by the thousand", "explain.decay", `{"source":"code-blocks","stale":0,"blocks":1000000000,"top_percent":80}`, []string{"999,978,400 blocks (about 3,333,261 h)"}},

		{"a difference beyond all numbers", "explain.compare", `{"before":{"a":1e308,"b":1},"after":{"a":-1e308,"b":2}}`, []string{`"changes":[{"field":"/b","change":"+1"}]`}},
		{"an answer that is empty", "explain.compare", `{"before":{"answer":"","x":1},"after":{"answer":"5","x":2}}`, []string{"1 number differs"}},
		{"percentage points", "explain.compare", `{"before":{"x":"+1.1 points"},"after":{"x":"+1.3 points"}}`, []string{`"change":"+0.2"`}},

		{"a label with an accent", "explain.score", `{"rulebook":` + accented + `,"weights":{"correctness":0.25,"completeness":0.25,"token_efficiency":0.5},"measurements":{"correctness":{"score":1},"completeness":{"score":1},"token_efficiency":{"score":2}}}`, []string{`"text":"écologie counts only in a verified match`}},
	}
	checkWords(t, tests)
}

// allOrNothing is a score of one task under a rulebook in which all of its tests count, or
// none.
func allOrNothing(tests string) string {
	return `{"rulebook":{"id":"task","name":"One task","source":"s","arithmetic":"exact","scale":1,"dimensions":[{"key":"task","label":"Task","measure":"all-or-nothing"}],"composite":{"rounding":"none"}},"weights":{"task":1},"measurements":{"task":` + tests + `}}`
}
