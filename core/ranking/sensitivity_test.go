package ranking

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

func TestSensitivityRefuses(t *testing.T) {
	good := func() SensitivityRequest {
		return SensitivityRequest{Rulebook: rulebook.ID("airena"), Submissions: bystander(true), Samples: 1}
	}
	tests := []struct {
		name string
		edit func(*SensitivityRequest)
		want string // "field: start of the message"
	}{
		{"unknown rulebook", func(r *SensitivityRequest) { r.Rulebook = rulebook.ID("x") }, `/rulebook: unknown rulebook "x"`},
		{"weights that sum to 1.1", func(r *SensitivityRequest) { r.Weights = map[string]float64{"correctness": 0.5, "speed": 0.6} }, "/weights: weights sum to 1.1"},
		{"a baseline that sums to 1.1", func(r *SensitivityRequest) { r.Baseline = map[string]float64{"correctness": 0.5, "speed": 0.6} }, "/baseline: weights sum to 1.1"},
		{"a baseline of another arena", func(r *SensitivityRequest) { r.Baseline = map[string]float64{"luck": 1} }, `/baseline/luck: unknown dimension "luck"`},
		{"no weights anywhere", func(r *SensitivityRequest) { r.Rulebook = rulebook.ID("clawdiators") }, "/weights: missing"},
		{"an id twice", func(r *SensitivityRequest) { r.Submissions[1].ID = "A" }, `/submissions/1/id: "A" is also submission 0`},
		{"a dimension missing", func(r *SensitivityRequest) { delete(r.Submissions[1].Dimensions, "speed") }, "/submissions/1/dimensions/speed: missing"},
		{"off the scale", func(r *SensitivityRequest) { r.Submissions[0].Dimensions["speed"] = 101 }, "/submissions/0/dimensions/speed: 101: want a score from 0 to 100"},
		{"an unknown dimension", func(r *SensitivityRequest) { r.Submissions[0].Dimensions["luck"] = 1 }, `/submissions/0/dimensions/luck: no dimension "luck"`},
		{"no time", func(r *SensitivityRequest) { r.Submissions[1].SubmittedAt = "noon" }, `/submissions/1/submitted_at: "noon"`},
		{"the first mistake in the request's order", func(r *SensitivityRequest) {
			r.Submissions[0].ID, r.Submissions[1].ID = "Z", "A"
			r.Submissions[0].SubmittedAt, r.Submissions[1].SubmittedAt = "noon", "noon"
		}, "/submissions/0/submitted_at"},
		{"a baseline over a dimension the submissions lack", func(r *SensitivityRequest) {
			r.Weights = map[string]float64{"quality": 1}
			r.Baseline = map[string]float64{"speed": 1}
			delete(r.Submissions[0].Dimensions, "speed")
		}, "/submissions/0/dimensions/speed: missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := good()
			tt.edit(&req)
			if _, err := Sensitivity(req); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// Drawing weights counts, too, and most where they have bounds.
func TestSensitivityCost(t *testing.T) {
	work := func(samples int, bounds map[string]float64, dims ...string) float64 {
		row := score.Submission{ID: "a", Dimensions: map[string]float64{}}
		for _, key := range dims {
			row.Dimensions[key] = 50
		}
		return sensitivityCost(SensitivityRequest{Submissions: []score.Submission{row}, Samples: samples, Least: bounds}).Work
	}
	one, four := work(1_000_000, nil, "a"), work(1_000_000, nil, "a", "b", "c", "d")
	if four < one+3*1_000_000*0.05 { // a logarithm takes 40 ns and more
		t.Errorf("four dimensions take %g µs, one %g", four, one)
	}
	if bounded := work(1_000_000, map[string]float64{"a": 0.1}, "a", "b", "c", "d"); bounded < 3*four {
		t.Errorf("with bounds %g µs, without %g", bounded, four)
	}
}

// What the ranking is compared with.
func TestBaseline(t *testing.T) {
	own := map[string]float64{"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2}
	even := map[string]float64{"correctness": 0.5, "speed": 0.5}
	slow := map[string]float64{"correctness": 1}
	half := []score.Submission{
		{ID: "A", Dimensions: map[string]float64{"correctness": 90, "speed": 100}},
		{ID: "B", Dimensions: map[string]float64{"correctness": 97, "speed": 60}},
	}
	tests := []struct {
		name              string
		weights, baseline map[string]float64
		submissions       []score.Submission
		want              map[string]float64
		correlation       float64
		warning           string
	}{
		{"nothing given: its own", nil, nil, bystander(true), own, 1, ""},
		{"weights given: its own", slow, nil, bystander(true), own, -1, ""},
		{"both given", slow, even, bystander(true), even, -1, ""},
		{"in percent", slow, map[string]float64{"speed": 100}, bystander(true), map[string]float64{"speed": 1}, -1, ""},
		{"submissions without some of its own dimensions", even, nil, half, even, 1, "baseline"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := sensitivity(t, SensitivityRequest{Rulebook: rulebook.ID("airena"), Weights: tt.weights, Baseline: tt.baseline, Submissions: tt.submissions, Samples: 1})
			warning := ""
			for _, w := range res.Warnings {
				if w.Code == "baseline" {
					warning = w.Code
				}
			}
			if !reflect.DeepEqual(res.Baseline, tt.want) || res.RankCorrelation != tt.correlation || warning != tt.warning {
				t.Errorf("baseline %v, correlation %v, warning %q, want %v, %v, %q", res.Baseline, res.RankCorrelation, warning, tt.want, tt.correlation, tt.warning)
			}
		})
	}
}

// Weights that round to a sum near 1 are divided by it, with a warning; the
// answer is that of the weights they round.
func TestWeightsSum(t *testing.T) {
	req := benchmarkStudy(20, 3, 2)
	req.Weights = weights(33.3, 33.3, 33.3)
	res := sensitivity(t, req)
	if len(res.Warnings) == 0 || res.Warnings[0].Code != "weights-sum" || res.Warnings[0].Message != "weights sum to 0.999: each is divided by that here" {
		t.Errorf("warnings %+v", res.Warnings)
	}
	for _, s := range res.Weights {
		if s.Weight != 1.0/3 {
			t.Errorf("%s: weight %v, want ⅓", s.Dimension, s.Weight)
		}
	}
}

// The order of the request changes nothing, not even the last bit.
func TestSensitivityOrderOfRequest(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for range 50 {
		req := randomStudy(rng, 20, 5, 30)
		want := sensitivity(t, req)
		rng.Shuffle(len(req.Submissions), func(i, j int) {
			req.Submissions[i], req.Submissions[j] = req.Submissions[j], req.Submissions[i]
		})
		if got := sensitivity(t, req); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v:\n got %+v\nwant %+v", req, got, want)
		}
	}
}

// Ten times the scale and ten times the scores: weights, intervals, crossings
// and shares are the same; points are ten times as many.
func TestSensitivityScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 13))
	for range 50 {
		req := randomStudy(rng, 12, 4, 10)
		want := sensitivity(t, req)
		big := req
		dims := len(req.Weights)
		big.Rulebook = rulebook.Custom(plain(10000, dims))
		big.Submissions = nil
		for _, s := range req.Submissions {
			d := map[string]float64{}
			for key, x := range s.Dimensions {
				d[key] = 10 * x
			}
			s.Dimensions = d
			big.Submissions = append(big.Submissions, s)
		}
		got := sensitivity(t, big)
		if !reflect.DeepEqual(got.Weights, want.Weights) || got.RankCorrelation != want.RankCorrelation || got.Winner.ID != want.Winner.ID {
			t.Fatalf("%+v:\n got %+v\nwant %+v", req, got.Weights, want.Weights)
		}
		if (got.NearestFlip == nil) != (want.NearestFlip == nil) || got.NearestFlip != nil && math.Abs(got.NearestFlip.Distance-want.NearestFlip.Distance) > 1e-12 {
			t.Fatalf("%+v: flip %+v, want %+v", req, got.NearestFlip, want.NearestFlip)
		}
		for i, a := range got.Acceptability {
			if b := want.Acceptability[i]; a.First != b.First || a.MeanRank != b.MeanRank {
				t.Fatalf("%+v: %+v, want %+v", req, a, b)
			}
		}
	}
}

// Sizes at which something degenerates or a list is cut.
func TestSensitivitySizes(t *testing.T) {
	for _, n := range []int{1, 2, 3, 1001} {
		req := benchmarkStudy(n, 4, 0)
		req.Samples = 20
		res := sensitivity(t, req)
		if (res.Winner.Margin == nil) != (n == 1) || (n == 1) != (res.NearestFlip == nil) {
			t.Errorf("%d rows: winner %+v, flip %+v", n, res.Winner, res.NearestFlip)
		}
		if rows := len(res.Acceptability); rows < min(n, someRows) || rows > n {
			t.Errorf("%d rows: %d in acceptability", n, rows)
		}
	}
}

func FuzzSensitivity(f *testing.F) {
	f.Add(`{"rulebook":"airena","submissions":[{"id":"A","dimensions":{"correctness":90,"speed":100,"quality":80,"process":80}},{"id":"B","dimensions":{"correctness":97,"speed":60,"quality":80,"process":80}}],"samples":10}`)
	f.Add(`{"rulebook":"term","submissions":[{"id":"a","dimensions":{"pass_rate":1}},{"id":"b","dimensions":{"pass_rate":1},"submitted_at":"2026-03-01T00:00:00Z"}],"samples":3,"seed":0,"top":1}`)
	f.Add(`{"rulebook":"clawdiators-live","weights":{"speed":33.3,"luck":33.3,"skill":33.3},"baseline":{"speed":1,"luck":0},"submissions":[{"id":"a","dimensions":{"luck":1e-300}},{"id":"b","dimensions":{"speed":999.9999999999999,"luck":5e-324}},{"id":"c","dimensions":{}}],"samples":3}`)
	request := op.SchemaOf[SensitivityRequest]()
	f.Fuzz(func(t *testing.T, text string) {
		var req SensitivityRequest
		if request.Decode([]byte(text), &req) != nil {
			return
		}
		req.Samples = min(max(req.Samples, 1), 20)
		if res, err := Sensitivity(req); err == nil {
			checkSensitivity(t, req, res)
		}
	})
}

// checkSensitivity holds an answer against what must be true of any.
func checkSensitivity(t *testing.T, req SensitivityRequest, res SensitivityResponse) {
	t.Helper()
	if _, err := op.Encode(res); err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	for _, s := range res.Weights {
		for _, i := range [][]float64{s.WinnerInterval, s.TopInterval} {
			if !(0 <= i[0] && i[0] <= s.Weight && s.Weight <= i[1] && i[1] <= 1) {
				t.Fatalf("%+v: %s at %v has the interval %v", req, s.Dimension, s.Weight, i)
			}
		}
		for _, c := range s.Crossings {
			if !(0 <= c.At && c.At <= 1) || c.Up == c.Down {
				t.Fatalf("%+v: %s crosses at %+v", req, s.Dimension, c)
			}
		}
	}
	for _, a := range res.Acceptability {
		if math.Abs(nearest.Sum(a.ByRank)+a.Lower-1) > 1e-12 {
			t.Fatalf("%+v: %+v", req, a)
		}
	}
	if !(-1 <= res.RankCorrelation && res.RankCorrelation <= 1) {
		t.Fatalf("%+v: correlation %v", req, res.RankCorrelation)
	}
	if flip := res.NearestFlip; flip != nil {
		study := studyOf(t, req)
		v := make([]float64, study.weighed)
		for k := range v {
			v[k] = flip.Weights[study.dims[k].Key]
		}
		winner, rival := slices.Index(study.ids, flip.Pair[0]), slices.Index(study.ids, flip.Pair[1])
		if math.Abs(nearest.Sum(v)-1) > 1e-12 || study.gap(written(v), rival, winner).Sign() <= 0 {
			t.Fatalf("%+v: %+v does not dethrone the winner", req, flip)
		}
	}
}

// hostile is a score that arithmetic may stumble over.
func hostile(rng *rand.Rand) float64 {
	list := []float64{0, 5e-324, 1e-300, 1e-17, 1e-9, 0.1, 1.0 / 3, 50, math.Nextafter(50, 60), 99.99999999999999, 100}
	if i := rng.IntN(len(list) + 2); i < len(list) {
		return list[i]
	}
	return rng.Float64() * 100
}

// hostileStudy has scores of all sizes, near ties and weights with all decimals.
func hostileStudy(rng *rand.Rand) SensitivityRequest {
	dims := 1 + rng.IntN(6)
	req := SensitivityRequest{Rulebook: rulebook.Custom(plain(100, dims)), Weights: randomWeights(rng, dims), Top: 1 + rng.IntN(5), Samples: 10}
	if rng.IntN(2) == 0 {
		req.Weights = weights(simplexPoint(rng, dims)...)
	}
	for i := range 1 + rng.IntN(12) {
		x := make([]float64, dims)
		for k := range x {
			x[k] = hostile(rng)
		}
		req.Submissions = append(req.Submissions, score.Submission{ID: fmt.Sprintf("r%02d", i), Dimensions: weights(x...)})
	}
	return req
}

func TestSensitivityHostileNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 19))
	for range rounds(600) {
		req := hostileStudy(rng)
		checkSensitivity(t, req, sensitivity(t, req))
	}
}

// A fixed stream of requests gives fixed bytes: natively and as wasm, and in
// every version that keeps the generator and the rules.
func TestAnswersNeverChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(2026, 11))
	h := fnv.New64a()
	for i := range 300 {
		req := hostileStudy(rng)
		if i%2 == 0 {
			req = randomStudy(rng, 30, 7, 40)
		}
		req.Seed = &i
		answer, err := op.Encode(sensitivity(t, req))
		if err != nil {
			t.Fatal(err)
		}
		h.Write(answer)
		if answer, err = op.Encode(fit(t, randomFit(rng, 8, 6, 100))); err != nil {
			t.Fatal(err)
		}
		h.Write(answer)
	}
	if got := fmt.Sprintf("%016x", h.Sum64()); got != pinned {
		t.Errorf("answers hash to %s, want %s", got, pinned)
	}
}

const pinned = "3eddadc2fa9703e3"

// simplexPoint is a random point of the simplex, sometimes on its boundary.
func simplexPoint(rng *rand.Rand, m int) []float64 {
	w, total := make([]float64, m), 0.0
	for total == 0 {
		for k := range w {
			w[k] = rng.ExpFloat64()
			if rng.IntN(4) == 0 {
				w[k] = 0
			}
			total += w[k]
		}
	}
	for k := range w {
		w[k] /= total
	}
	return w
}

// Drawn in parts, the random weightings are those of one draw, and after each part the
// answer is that to a request for as many.
func TestDrawInParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 11))
	for range rounds(60) {
		req := randomStudy(rng, 30, 4, 5)
		if len(req.Weights) > 1 && rng.IntN(2) == 0 {
			req.Most = map[string]float64{"a": 0.8} // a chain of weightings
		}
		req.Samples = 1 + rng.IntN(40)
		s, err := NewSampling(req)
		if err != nil {
			t.Fatal(err)
		}
		for drawn := 0; drawn < req.Samples; {
			part := 1 + rng.IntN(20)
			got := s.Draw(part)
			if drawn = min(drawn+part, req.Samples); got.Samples != drawn || s.Samples != req.Samples {
				t.Fatalf("%d of %d drawn, want %d of %d", got.Samples, s.Samples, drawn, req.Samples)
			}
			fewer := req
			fewer.Samples = drawn
			if want, err := Sensitivity(fewer); err != nil || !reflect.DeepEqual(*got, want) {
				t.Fatalf("after %d of %d: %+v\nwant %+v, %v", drawn, req.Samples, *got, want, err)
			}
		}
	}
}

// Of a table with more rows than are listed whatever their ranks, a row behind them is
// listed too if a random weighting ranks it among the first.
func TestRowsBehindTheListed(t *testing.T) {
	req := SensitivityRequest{Rulebook: rulebook.ID("airena"), Weights: map[string]float64{"correctness": 0.9, "speed": 0.1}, Samples: 50}
	const rows = someRows + 200
	for i := range rows {
		x := float64(i) / 20
		req.Submissions = append(req.Submissions, score.Submission{ID: strconv.Itoa(i), Dimensions: map[string]float64{"correctness": 100 - x, "speed": x}})
	}
	res, err := Sensitivity(req)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, a := range res.Acceptability {
		listed[a.ID] = true
	}
	for _, c := range []struct {
		name string
		row  int
		want bool
	}{
		{"the first", 0, true},
		{"the last that is listed", someRows - 1, true},
		{"the first behind it, which is never among the first", someRows, false},
		{"the last, which is first by speed", rows - 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := listed[strconv.Itoa(c.row)]; got != c.want {
				t.Errorf("listed: %v, want %v of %d", got, c.want, len(listed))
			}
		})
	}
}
