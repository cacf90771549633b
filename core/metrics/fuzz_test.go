package metrics

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// fuzzed calls an operation with whatever a text says: a refusal, or an answer
// that its own schema accepts.
func fuzzed[Res any](t *testing.T, name string, text []byte) (res Res, ok bool) {
	o := Ops[slices.IndexFunc(Ops, func(o op.Op) bool { return o.Name == name })]
	body, refusal := o.Answer(text)
	if refusal != nil {
		if refusal.Code == op.Internal {
			t.Fatalf("%s: %v", text, refusal)
		}
		return res, false
	}
	if err := json.Unmarshal(body, &res); err != nil {
		t.Fatal(err)
	}
	return res, true
}

func FuzzMetrics(f *testing.F) {
	for _, seed := range []string{
		`{"rulebook":"clawdiators-live","matches":[{"agent":"a","attempt":1,"score":815,"duration_ms":84235,"day":"2026-03-18","model":"gpt-4o","harness":"h1","tokens":88645},{"agent":"a","attempt":2}],"pricing":[{"pattern":"gpt-4o","input_per_1m":2.5,"output_per_1m":10}],"k":[1,2]}`,
		`{"rulebook":"airena","matches":[{"agent":"a","attempt":1,"score":81.5,"result":"win"},{"agent":"b","attempt":1,"score":0.1,"result":"loss"},{"agent":"c","attempt":1,"score":100,"result":"draw"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		res, ok := fuzzed[MetricsResponse](t, "challenge.metrics", text)
		if !ok {
			return
		}
		sum := 0
		for _, b := range res.Distribution {
			sum += b.Count
		}
		if sum != res.Completed || res.Completed > res.Attempts || res.CompletionRate > 1 || (res.All == nil) != (res.Completed == 0) {
			t.Errorf("%s: counts disagree: %+v", text, res)
		}
		for _, g := range slices.Concat(res.LearningCurve, res.ByDay, res.ByModel, res.ByHarness) {
			if g.P25 > g.P75 || g.Wins > g.Count || g.Count == 0 || g.Priced > g.Count {
				t.Errorf("%s: a group disagrees with itself: %+v", text, g)
			}
		}
	})
}

func FuzzCalibrate(f *testing.F) {
	for _, seed := range []string{
		`{"rulebook":"clawdiators-live","attempts":40,"completed":30,"wins":15}`,
		`{"rulebook":"clawdiators-live","attempts":1000000000,"completed":999999999,"wins":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		res, ok := fuzzed[CalibrateResponse](t, "challenge.calibrate", text)
		if !ok {
			return
		}
		for _, m := range res.Moves {
			if m.Count != nil && *m.Count < 1 {
				t.Errorf("%s: a move without an attempt: %+v", text, m)
			}
		}
	})
}

func FuzzTrend(f *testing.F) {
	f.Add([]byte(`{"scores":[500,525,551]}`))
	f.Add([]byte(`{"scores":[90,88.5,1e-300]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		res, ok := fuzzed[TrendResponse](t, "score.trend", text)
		if ok && (res.Change == nil) != (res.Trend == "") || res.Trend == "improving" && *res.Change <= 0 || res.Trend == "declining" && *res.Change >= 0 {
			t.Errorf("%s: trend and change disagree: %+v", text, res)
		}
	})
}
