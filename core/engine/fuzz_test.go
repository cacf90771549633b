package engine

import (
	"bytes"
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// A target for every operation, seeded with its examples.

func FuzzRulebookList(f *testing.F)       { fuzz(f, "rulebook.list") }
func FuzzRulebookGet(f *testing.F)        { fuzz(f, "rulebook.get") }
func FuzzRulebookCheck(f *testing.F)      { fuzz(f, "rulebook.check") }
func FuzzRulebookPresets(f *testing.F)    { fuzz(f, "rulebook.presets") }
func FuzzScoreCompute(f *testing.F)       { fuzz(f, "score.compute") }
func FuzzScoreMarginal(f *testing.F)      { fuzz(f, "score.marginal") }
func FuzzScoreSolve(f *testing.F)         { fuzz(f, "score.solve") }
func FuzzScoreInterval(f *testing.F)      { fuzz(f, "score.interval") }
func FuzzEloNext(f *testing.F)            { fuzz(f, "elo.next") }
func FuzzEloPerformance(f *testing.F)     { fuzz(f, "elo.performance") }
func FuzzScoreRank(f *testing.F)          { fuzz(f, "score.rank") }
func FuzzScoreSensitivity(f *testing.F)   { fuzz(f, "score.sensitivity") }
func FuzzScoreFit(f *testing.F)           { fuzz(f, "score.fit") }
func FuzzEloExpected(f *testing.F)        { fuzz(f, "elo.expected") }
func FuzzEloUpdate(f *testing.F)          { fuzz(f, "elo.update") }
func FuzzEloPairwise(f *testing.F)        { fuzz(f, "elo.pairwise") }
func FuzzEloReplay(f *testing.F)          { fuzz(f, "elo.replay") }
func FuzzEloProject(f *testing.F)         { fuzz(f, "elo.project") }
func FuzzStandingEvaluate(f *testing.F)   { fuzz(f, "standing.evaluate") }
func FuzzStandingPlan(f *testing.F)       { fuzz(f, "standing.plan") }
func FuzzStandingTracks(f *testing.F)     { fuzz(f, "standing.tracks") }
func FuzzChallengeMetrics(f *testing.F)   { fuzz(f, "challenge.metrics") }
func FuzzChallengeCalibrate(f *testing.F) { fuzz(f, "challenge.calibrate") }
func FuzzScoreTrend(f *testing.F)         { fuzz(f, "score.trend") }
func FuzzRewardConsensus(f *testing.F)    { fuzz(f, "reward.consensus") }
func FuzzRewardWeights(f *testing.F)      { fuzz(f, "reward.weights") }
func FuzzRewardDecay(f *testing.F)        { fuzz(f, "reward.decay") }
func FuzzProofVerify(f *testing.F)        { fuzz(f, "proof.verify") }
func FuzzProofVerifyBatch(f *testing.F)   { fuzz(f, "proof.verify_batch") }
func FuzzProofEd25519(f *testing.F)       { fuzz(f, "proof.ed25519") }
func FuzzProofKeyring(f *testing.F)       { fuzz(f, "proof.keyring") }
func FuzzProofFindLayout(f *testing.F)    { fuzz(f, "proof.find_layout") }
func FuzzProofCanonicalize(f *testing.F)  { fuzz(f, "proof.canonicalize") }
func FuzzProofHash(f *testing.F)          { fuzz(f, "proof.hash") }
func FuzzProofStatement(f *testing.F)     { fuzz(f, "proof.statement") }
func FuzzBadgeRender(f *testing.F)        { fuzz(f, "badge.render") }
func FuzzExplainScore(f *testing.F)       { fuzz(f, "explain.score") }
func FuzzExplainTasks(f *testing.F)       { fuzz(f, "explain.tasks") }
func FuzzExplainTarget(f *testing.F)      { fuzz(f, "explain.target") }
func FuzzExplainLevers(f *testing.F)      { fuzz(f, "explain.levers") }
func FuzzExplainCliff(f *testing.F)       { fuzz(f, "explain.cliff") }
func FuzzExplainInterval(f *testing.F)    { fuzz(f, "explain.interval") }
func FuzzExplainDiff(f *testing.F)        { fuzz(f, "explain.diff") }
func FuzzRulebookDims(f *testing.F)       { fuzz(f, "rulebook.dims") }
func FuzzExplainTips(f *testing.F)        { fuzz(f, "explain.tips") }
func FuzzExplainShares(f *testing.F)      { fuzz(f, "explain.shares") }
func FuzzExplainAgreement(f *testing.F)   { fuzz(f, "explain.agreement") }
func FuzzExplainRivals(f *testing.F)      { fuzz(f, "explain.rivals") }
func FuzzExplainRules(f *testing.F)       { fuzz(f, "explain.rules") }
func FuzzExplainRating(f *testing.F)      { fuzz(f, "explain.rating") }
func FuzzExplainChallenge(f *testing.F)   { fuzz(f, "explain.challenge") }
func FuzzExplainForecast(f *testing.F)    { fuzz(f, "explain.forecast") }
func FuzzExplainStanding(f *testing.F)    { fuzz(f, "explain.standing") }
func FuzzExplainCompare(f *testing.F)     { fuzz(f, "explain.compare") }
func FuzzExplainNext(f *testing.F)        { fuzz(f, "explain.next") }
func FuzzExplainPlan(f *testing.F)        { fuzz(f, "explain.plan") }
func FuzzExplainPerformance(f *testing.F) { fuzz(f, "explain.performance") }
func FuzzExplainReplay(f *testing.F)      { fuzz(f, "explain.replay") }
func FuzzExplainEntrant(f *testing.F)     { fuzz(f, "explain.entrant") }
func FuzzExplainDecay(f *testing.F)       { fuzz(f, "explain.decay") }
func FuzzExplainWeights(f *testing.F)     { fuzz(f, "explain.weights") }
func FuzzExplainSure(f *testing.F)        { fuzz(f, "explain.sure") }
func FuzzExplainFirst(f *testing.F)       { fuzz(f, "explain.first") }
func FuzzExplainRegions(f *testing.F)     { fuzz(f, "explain.regions") }
func FuzzExplainWeightings(f *testing.F)  { fuzz(f, "explain.weightings") }
func FuzzExplainStress(f *testing.F)      { fuzz(f, "explain.stress") }
func FuzzExplainEdit(f *testing.F)        { fuzz(f, "explain.edit") }
func FuzzExplainExport(f *testing.F)      { fuzz(f, "explain.export") }
func FuzzScoreRebalance(f *testing.F)     { fuzz(f, "score.rebalance") }
func FuzzImportDetect(f *testing.F)       { fuzz(f, "import.detect") }
func FuzzExplainAudit(f *testing.F)       { fuzz(f, "explain.audit") }
func FuzzAuditChallenge(f *testing.F)     { fuzz(f, "audit.challenge") }

func fuzz(f *testing.F, name string) {
	o, ok := Find(name)
	if !ok {
		f.Fatalf("no operation is called %s", name)
	}
	seeds := 0
	for _, e := range examples(f) {
		if from, _ := Find(e.op); from.Name == name || sameRequest(from, o) {
			f.Add(e.request)
			seeds++
		}
	}
	if seeds == 0 {
		f.Fatalf("%s has no example", name)
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		if len(request) > 1<<14 {
			return // long requests only slow the search down
		}
		checkAnswer(t, o, request)
	})
}

//go:embed fuzz_test.go
var targets string

// Every operation has a target.
func TestEveryOperationIsFuzzed(t *testing.T) {
	for _, o := range Catalogue {
		if !strings.Contains(targets, `{ fuzz(f, "`+o.Name+`") }`) {
			t.Errorf("%s has no target in fuzz_test.go", o.Name)
		}
	}
}

// Answers to random requests keep what [checkAnswer] asks.
func TestAnswersAreSound(t *testing.T) {
	for _, o := range Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			g := newGenerator(t, o)
			for range requestsOf(o.Name, 120) {
				checkAnswer(t, o, g.request())
			}
		})
	}
}

// checkAnswer holds what is true of every answer: it is strict JSON of the
// envelope's shape, never internal, without a number that is none even in its
// texts, the same twice, and refusals and warnings point to a value of the
// request or to a member that one lacks.
func checkAnswer(t *testing.T, o op.Op, request []byte) {
	t.Helper()
	given := bytes.Clone(request)
	envelope := o.Call(request)
	if !bytes.Equal(request, given) {
		t.Fatalf("%s changes its request %s\nto %s", o.Name, given, request)
	}
	if again := o.Call(request); !bytes.Equal(again, envelope) {
		t.Fatalf("%s %s\nanswers %s\nthen %s", o.Name, request, envelope, again)
	}
	v, err := jcs.Parse(envelope)
	if err != nil || v.Kind != jcs.Object || len(v.Items) != 1 || v.Items[0].Kind != jcs.Object {
		t.Fatalf("%s %s\nanswers %s: not an envelope (%v)", o.Name, request, envelope, err)
	}
	for _, word := range []string{"NaN", "+Inf", "-Inf", "Infinity", "∞", "%!"} {
		if bytes.Contains(envelope, []byte(word)) && !bytes.Contains(request, []byte(word)) {
			t.Fatalf("%s %s\nanswers %s: it says %s", o.Name, request, envelope, word)
		}
	}
	if res := v.Get("ok"); res != nil {
		if warnings := res.Get("warnings"); warnings != nil {
			for _, w := range warnings.Items {
				if !leads(w.Get("field").Str, request) {
					t.Fatalf("%s %s\nanswers %s: the warning's field %s leads nowhere", o.Name, request, envelope, w.Get("field").Str)
				}
			}
		}
		return
	}
	e := v.Get("error")
	code, field, message := e.Get("code"), e.Get("field"), e.Get("message")
	if len(e.Items) != 3 || code == nil || field == nil || message == nil || message.Str == "" {
		t.Fatalf("%s %s\nanswers %s: want code, field and message", o.Name, request, envelope)
	}
	switch code.Str {
	case op.Malformed, op.TooLarge:
		if field.Str != "" {
			t.Fatalf("%s %s\nanswers %s: want no field", o.Name, request, envelope)
		}
	case op.Invalid, op.Expired:
		if !leads(field.Str, request) {
			t.Fatalf("%s %s\nanswers %s: the field leads nowhere", o.Name, request, envelope)
		}
	default:
		t.Fatalf("%s %s\nanswers %s", o.Name, request, envelope)
	}
}

// leads tells whether a JSON Pointer (RFC 6901) leads to a value of the text,
// or to a member that an object of it lacks.
func leads(pointer string, text []byte) bool {
	if pointer == "" {
		return true
	}
	at, err := jcs.Parse(text)
	if err != nil || pointer[0] != '/' {
		return false
	}
	v, steps := &at, strings.Split(pointer[1:], "/")
	for i, step := range steps {
		name := strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch v.Kind {
		case jcs.Object:
			if v = v.Get(name); v == nil {
				return i == len(steps)-1
			}
		case jcs.Array:
			n, err := strconv.Atoi(step)
			if err != nil || n < 0 || n >= len(v.Items) {
				return false
			}
			v = &v.Items[n]
		default:
			return false
		}
	}
	return true
}

func TestLeads(t *testing.T) {
	const text = `{"a":[{"b/c":1,"~":2}],"d":null}`
	tests := []struct {
		pointer string
		want    bool
	}{
		{"", true}, {"/a", true}, {"/a/0", true}, {"/a/0/b~1c", true}, {"/a/0/~0", true}, {"/missing", true}, {"/a/0/missing", true},
		{"a", false}, {"/a/1", false}, {"/a/-", false}, {"/missing/too", false}, {"/d/x", false}, {"/a/0/b/c", false},
	}
	for _, tt := range tests {
		if got := leads(tt.pointer, []byte(text)); got != tt.want {
			t.Errorf("%q: got %t, want %t", tt.pointer, got, tt.want)
		}
	}
}
