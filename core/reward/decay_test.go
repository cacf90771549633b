package reward

import (
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/decay"
)

// liveCurve is a curve of the published code.
type liveCurve struct {
	Kind        string
	StepEpochs  int     `json:"step_epochs"`
	StepSize    float64 `json:"step_size"`
	Percentages []float64
}

// empty says whether it is a custom curve without a table.
func (c liveCurve) empty() bool { return c.Kind == decay.CurveCustom && len(c.Percentages) == 0 }

func (c liveCurve) request() decay.DecayRequest {
	req := decay.DecayRequest{Rulebook: published, Curve: c.Kind}
	switch c.Kind {
	case decay.CurveStep:
		req.StepEpochs, req.StepPercent = &c.StepEpochs, &c.StepSize
	case decay.CurveCustom:
		req.Table = c.Percentages
	}
	return req
}

// The oracle of the documents, and of the published code's earlier start. The
// rows of a case are single epochs, far apart.
func TestDocDecay(t *testing.T) {
	type side struct {
		Stale int64
		Burn  string  `json:"burn_percent"`
		Kept  float64 `json:"retained_percent"`
	}
	type vector struct {
		Label string
		In    struct {
			Last    int64 `json:"last_improvement_epoch"`
			Grace   int
			Rate    string
			MaxBurn string `json:"max_burn"`
			Curve   string
			Step    []float64 `json:"step_percent_epochs"`
		}
		Out struct {
			Rows []struct {
				Epoch          int64
				Document, Code side
			}
		}
	}
	for _, c := range load[vector](t, "doc_decay") {
		t.Run(c.Label, func(t *testing.T) {
			rate, limit := nearestTo(t, c.In.Rate), nearestTo(t, c.In.MaxBurn)
			for _, row := range c.Out.Rows {
				req := decay.DecayRequest{
					Rulebook: document, Curve: c.In.Curve, Rate: &rate, Grace: &c.In.Grace, MaxBurn: &limit,
					LastImprovement: &c.In.Last, From: &row.Epoch, To: &row.Epoch,
				}
				if c.In.Step != nil {
					req.StepPercent, req.StepEpochs = &c.In.Step[0], ptr(int(c.In.Step[1]))
				}
				got := decayOf(t, req).Epochs[0]
				if want := row.Document; got.Stale != want.Stale || got.BurnPercent != nearestTo(t, want.Burn) || !near(got.KeptPercent, want.Kept) {
					t.Errorf("epoch %d: %+v, want %+v", row.Epoch, got, want)
				}
				req.Rulebook = published
				got = decayOf(t, req).Epochs[0]
				if want := row.Code; got.Stale != want.Stale || !near(got.BurnPercent, nearestTo(t, want.Burn)) || !near(got.KeptPercent, want.Kept) {
					t.Errorf("published, epoch %d: %+v, want %+v", row.Epoch, got, want)
				}
			}
		})
	}
}

func TestDecayCurves(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Curve   liveCurve
			MaxBurn float64 `json:"max_burn_percent"`
			Rate    float64
			Stale   []int64 `json:"stale_epochs"`
		}
		Out struct {
			Burn []float64 `json:"burn_percent"`
		}
	}
	empty := 0
	for _, c := range load[vector](t, "decay_curves") {
		t.Run(c.Label, func(t *testing.T) {
			if c.In.Curve.empty() {
				empty++
				refused(t, `{"rulebook":"term-live","curve":"custom","table":[],"to":1}`, "/table")
				return
			}
			for i, stale := range c.In.Stale {
				req := c.In.Curve.request()
				req.Rate, req.MaxBurn, req.Grace = &c.In.Rate, &c.In.MaxBurn, ptr(0)
				req.From, req.To = ptr(stale), ptr(stale)
				req.LastImprovement = ptr(int64(1)) // the published code is one epoch early
				if got := decayOf(t, req).Epochs[0]; got.Stale != stale || !near(got.BurnPercent, c.Out.Burn[i]) {
					t.Errorf("%d stale epochs: %+v, want %v", stale, got, c.Out.Burn[i])
				}
			}
		})
	}
	if empty != 1 {
		t.Errorf("%d empty tables, want 1", empty)
	}
}

// The published code epoch by epoch: events, resets, the score to beat.
func TestDecayEpochs(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Curve   liveCurve
			Enabled bool
			Epochs  []struct {
				Epoch  int64
				Scores [][3]any // UID, agent, score
			}
			Grace   int     `json:"grace_epochs"`
			MaxBurn float64 `json:"max_burn_percent"`
			Least   float64 `json:"min_improvement"`
			Rate    float64
			Any     bool `json:"reset_on_any_improvement"`
		}
		Out struct {
			Steps []struct {
				Epoch   int64
				Active  bool    `json:"decay_active"`
				Burn    float64 `json:"burn_percent"`
				Weight  int64   `json:"burn_weight"`
				Without int64   `json:"epochs_without_improvement"`
				Grace   int64   `json:"grace_remaining"`
				Events  []string
				Top     []any // agent, UID, score, epoch
			}
		}
	}
	off, empty := 0, 0
	for _, c := range load[vector](t, "decay_epochs") {
		if !c.In.Enabled { // we have no such switch
			off++
			continue
		}
		t.Run(c.Label, func(t *testing.T) {
			if c.In.Curve.empty() {
				empty++
				refused(t, `{"rulebook":"term-live","curve":"custom","table":[],"to":1}`, "/table")
				return
			}
			req := c.In.Curve.request()
			req.Rate, req.MaxBurn, req.Grace, req.Threshold = &c.In.Rate, &c.In.MaxBurn, &c.In.Grace, &c.In.Least
			if c.In.Any {
				req.ThresholdMode = "any"
			}
			for _, e := range c.In.Epochs {
				if len(e.Scores) == 0 {
					req.History = append(req.History, decay.HistoryEpoch{Epoch: e.Epoch})
				}
				for _, s := range e.Scores {
					req.History = append(req.History, decay.HistoryEpoch{Epoch: e.Epoch, BestScore: ptr(s[2].(float64)), Agent: strconv.Itoa(int(s[0].(float64)))})
				}
			}
			got := decayOf(t, req).Epochs
			if len(got) != len(c.Out.Steps) {
				t.Fatalf("%d epochs, want %d", len(got), len(c.Out.Steps))
			}
			for i, want := range c.Out.Steps {
				e := got[i]
				if want.Top == nil { // nobody has scored yet
					if e.TopScore != nil || e.Stale != 0 || want.Burn != 0 || e.Events != nil {
						t.Errorf("epoch %d: %+v before any score", want.Epoch, e)
					}
					continue
				}
				without, grace := e.Epoch-*e.LastImprovement, max(0, int64(c.In.Grace)-(e.Epoch-*e.LastImprovement))
				if e.Epoch != want.Epoch || !near(e.BurnPercent, want.Burn) || e.BurnWeight != want.Weight || e.Stale > 0 != want.Active ||
					without != want.Without || grace != want.Grace || !slices.Equal(e.Events, want.Events) ||
					*e.TopScore != want.Top[2] || e.TopAgent != strconv.Itoa(int(want.Top[1].(float64))) {
					t.Errorf("epoch %d: %+v, without improvement %d\nwant %+v", want.Epoch, e, without, want)
				}
			}
		})
	}
	if off == 0 || empty == 0 || off+empty > 20 {
		t.Errorf("skipped %d switched off and %d empty tables", off, empty)
	}
}

// Block decay: strictly beyond the grace, halved every half-life. The published
// code multiplies a weight by what is kept, at least min_multiplier.
func TestBlockDecay(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Blocks int64   `json:"blocks_since_top"`
			Least  float64 `json:"min_multiplier"`
			Weight float64
		}
		Out struct {
			Burn   float64 `json:"burn_percent"`
			Active bool    `json:"decay_active"`
			Weight float64
		}
	}
	for _, c := range load[vector](t, "block_decay") {
		t.Run(c.Label, func(t *testing.T) {
			for _, rb := range []decay.DecayRequest{{Rulebook: document, MaxBurn: ptr(100.0)}, {Rulebook: published}} {
				rb.Curve, rb.From, rb.To = decay.CurveBlock, &c.In.Blocks, &c.In.Blocks
				got := decayOf(t, rb).Epochs[0]
				weight := c.In.Weight * max(got.KeptPercent/100, c.In.Least)
				if !near(got.BurnPercent, c.Out.Burn) || got.Stale > 0 != c.Out.Active || !close12(weight, c.Out.Weight) {
					t.Errorf("%+v, weight %v, want %+v", got, weight, c.Out)
				}
			}
		})
	}
}

// The block curve of the published code has no cap; the documents burn 80 % at
// most, and a request may give any cap.
func TestBlockDecayCap(t *testing.T) {
	for _, tt := range []struct {
		name string
		req  decay.DecayRequest
		want float64
	}{
		{"published", decay.DecayRequest{Rulebook: published}, 12.5},
		{"published, with a cap", decay.DecayRequest{Rulebook: published, MaxBurn: ptr(80.0)}, 20},
		{"documents", decay.DecayRequest{Rulebook: document}, 20},
		{"documents, without a cap", decay.DecayRequest{Rulebook: document, MaxBurn: ptr(100.0)}, 12.5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Curve, tt.req.From, tt.req.To = decay.CurveBlock, ptr(int64(43200)), ptr(int64(43200))
			if got := decayOf(t, tt.req).Epochs[0].KeptPercent; got != tt.want {
				t.Errorf("%v %% is kept, want %v", got, tt.want)
			}
		})
	}
}

// close12 compares a number that was 1 less something near 1: what is left
// keeps an absolute error of 1e-14.
func close12(got, want float64) bool {
	off := got - want
	return near(got, want) || -1e-14 < off && off < 1e-14
}

// Time decay is the same curve, in minutes.
func TestTimeDecay(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Age      int64 `json:"age_minutes"`
			Enabled  bool
			Grace    int     `json:"grace_hours"`
			HalfLife int     `json:"half_life_hours"`
			Least    float64 `json:"min_multiplier"`
		}
		Out struct {
			Active     bool `json:"decay_active"`
			Multiplier float64
			Days       float64 `json:"days_decaying"`
		}
	}
	off, zero := 0, 0
	for _, c := range load[vector](t, "time_decay") {
		if !c.In.Enabled { // we have no such switch
			off++
			continue
		}
		t.Run(c.Label, func(t *testing.T) {
			req := decay.DecayRequest{
				Rulebook: published, Curve: decay.CurveBlock, From: &c.In.Age, To: &c.In.Age,
				GraceBlocks: ptr(60 * c.In.Grace), HalfLife: ptr(60 * c.In.HalfLife),
			}
			if c.In.HalfLife == 0 {
				zero++
				refused(t, `{"rulebook":"term-live","curve":"block","half_life_blocks":0,"to":1}`, "/half_life_blocks")
				return
			}
			got := decayOf(t, req).Epochs[0]
			multiplier := max(got.KeptPercent/100, c.In.Least)
			if got.Stale > 0 != c.Out.Active || !close12(multiplier, c.Out.Multiplier) || !close12(float64(got.Stale)/1440, c.Out.Days) {
				t.Errorf("%+v, multiplier %v, want %+v", got, multiplier, c.Out)
			}
		})
	}
	if off != 4 || zero != 1 {
		t.Errorf("%d switched off and %d without a half-life, want 4 and 1", off, zero)
	}
}

// Where only processed epochs count, those between them are no rows: a history may
// have any gaps, and what is computed after it counts alone.
func TestProcessedEpochsWithGaps(t *testing.T) {
	score := 0.5
	req := decay.DecayRequest{Rulebook: published, To: ptr(int64(1_000_003)), History: []decay.HistoryEpoch{
		{Epoch: 0, BestScore: &score}, {Epoch: 1_000_000, BestScore: &score}, {Epoch: 1_000_000, BestScore: &score},
	}}
	var got []int64
	for _, e := range decayOf(t, req).Epochs {
		got = append(got, e.Epoch)
	}
	if want := []int64{0, 1_000_000, 1_000_001, 1_000_002, 1_000_003}; !slices.Equal(got, want) {
		t.Errorf("epochs %v, want %v", got, want)
	}
	if cost := decay.DecayCost(req); cost.Answer != 5*180 {
		t.Errorf("an answer of %v bytes is expected, want 900", cost.Answer)
	}
}

// Events follow the numbers beside them: the maximum is reported in the epoch that
// is said to reach it, and no epoch increases without another number.
func TestEventsFollowTheNumbers(t *testing.T) {
	score := 0.5
	got := decayOf(t, decay.DecayRequest{Rulebook: document, Curve: decay.CurveExponential, MaxBurn: ptr(100.0), To: ptr(int64(3000)),
		History: []decay.HistoryEpoch{{Epoch: 0, BestScore: &score}}})
	before := 0.0
	for _, e := range got.Epochs {
		if most := slices.Contains(e.Events, "max"); most != (e.Epoch == *got.FullBurn) {
			t.Errorf("epoch %d has events %v; the maximum is reached in %d", e.Epoch, e.Events, *got.FullBurn)
		}
		if slices.Contains(e.Events, "increased") && e.BurnPercent <= before {
			t.Fatalf("epoch %d increases from %v to %v", e.Epoch, before, e.BurnPercent)
		}
		before = e.BurnPercent
	}
}
