package ranking

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/sampling"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// SensitivityRequest is a challenge's submissions and the weights to question.
type SensitivityRequest struct {
	Rulebook    rulebook.Ref       `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights     map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension, replacing the rulebook's own. A dimension of weight 0 takes part: its weight is varied too."`
	Submissions []score.Submission `json:"submissions" op:"min=1 max=1000000" doc:"What is ranked."`
	Baseline    map[string]float64 `json:"baseline,omitempty" doc:"Weights to compare the ranking with; by default the rulebook's own if it has weights and the submissions have its dimensions, else the weights themselves."`
	Top         int                `json:"top,omitempty" op:"min=1 max=100" doc:"How many leading places top_interval and crossings cover; 3 by default."`
	Samples     int                `json:"samples,omitempty" op:"min=1 max=1000000" doc:"How many random weightings acceptability tries; by default 10000 for up to 250 submissions, then 2500000 divided by their number, but at least 100; at most 500000000 divided by their number."`
	Least       map[string]float64 `json:"least,omitempty" doc:"Lowest weights, as fractions by dimension; 0 by default."`
	Most        map[string]float64 `json:"most,omitempty" doc:"Highest weights; 1 by default."`
	Ratios      []Ratio            `json:"ratios,omitempty" op:"max=64" doc:"Weights that are at least so many times another one. With least and most they are conditions: acceptability tries weights that satisfy them, nearest_flip has such weights, and intervals and crossings end where they do not hold, if the present weights satisfy them."`
	Seed        *int               `json:"seed,omitempty" op:"min=0 max=9007199254740992" doc:"Seed of the random weightings; 1 by default. The same seed gives the same answer, everywhere."`
}

// SensitivityResponse describes how much the ranking depends on the weights.
type SensitivityResponse struct {
	RankCorrelation float64            `json:"rank_correlation" doc:"Kendall's tau-b between the ranking under the weights and the ranking under the baseline, −1 to 1; if one of them ranks everyone equal, 1 if the other does too and else 0."`
	Baseline        map[string]float64 `json:"baseline" doc:"The weights it was compared with, as fractions."`
	Winner          Winner             `json:"winner" doc:"The first submission under the weights."`
	Weights         []Sweep            `json:"weights" doc:"What one weight alone can change, by dimension in display order: it varies from 0 to 1 and the others keep their proportions."`
	NearestFlip     *Flip              `json:"nearest_flip,omitempty" doc:"The smallest change of weights that puts another submission first; absent if there is none."`
	Acceptability   []Acceptance       `json:"acceptability" doc:"Places under weights drawn uniformly from all that sum to 1 and satisfy the conditions, in the order of the present ranking: the first 1000 submissions, and every other that reached a place of by_rank."`
	StandardError   float64            `json:"standard_error" doc:"The largest standard error a share of acceptability can have with that many samples, 0.5/√samples."`
	Dimensions      []DimensionStats   `json:"dimensions" doc:"What each dimension contributes, in display order."`
	Samples         int                `json:"samples" doc:"Random weightings tried."`
	Seed            int                `json:"seed" doc:"Seed they were drawn with."`
	Warnings        []op.Warning       `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// Winner is the first of a ranking.
type Winner struct {
	ID     string   `json:"id" doc:"Id of the submission; if several share the first rank, the first of them in id order."`
	Margin *float64 `json:"margin,omitempty" doc:"Points ahead of the next; 0 if their scores are equal. Absent for a single submission."`
}

// Sensitivity describes how much a ranking depends on its weights: which change
// of one weight, or of all, would overturn it, how it fares under every
// weighting, and what each dimension really contributes.
//
// The composite here is the weighted sum without rounding or cap, of the
// decimals as they were written, whatever the rulebook's arithmetic: a swap
// that only rounding makes is not one. Ranks are those of [score.Rank]: score, then
// earlier submission, then equal ranks. Rows are read in id order, so the
// order of the request changes nothing, unless the rulebook ranks by it.
func Sensitivity(req SensitivityRequest) (SensitivityResponse, error) {
	s, err := NewSampling(req)
	if err != nil {
		return SensitivityResponse{}, err
	}
	return *s.Draw(s.Samples), nil
}

// Sampling is a [Sensitivity] whose random weightings are drawn part by part. It is
// not for use by several goroutines.
type Sampling struct {
	Samples int // random weightings that were asked for

	res     SensitivityResponse
	table   *table
	now     *ranking
	tally   *tally
	contest *live.Contest
	sampler *sampling.Sampler
	keys    []string // of the weighed columns
}

// NewSampling answers a request but for what random weightings tell.
func NewSampling(req SensitivityRequest) (*Sampling, error) {
	t, err := newStudy(req)
	if err != nil {
		return nil, err
	}
	top := req.Top
	if top == 0 {
		top = 3
	}
	now := t.rank(t.weights)
	within := t.limits
	if within != nil && !within.Hold(now.w.float[:t.weighed]) {
		within = nil
		t.warnings = append(t.warnings, op.Warnf("outside", "/weights",
			"the weights do not satisfy the conditions: intervals and crossings are without these"))
	}
	res := SensitivityResponse{
		RankCorrelation: Kendall(now.class, t.rank(t.baseline).class),
		Baseline:        fractions(t.base),
		Winner:          now.winner(),
		NearestFlip:     t.nearestFlip(now, t.limits),
		Dimensions:      t.statistics(now),
		Seed:            1,
		Warnings:        t.warnings,
	}
	res.Warnings = append(res.Warnings, t.remarks(res.Dimensions, now)...)
	for k := range t.weighed {
		s, cut := t.sweepOf(k, now, top, within)
		if cut {
			res.Warnings = append(res.Warnings, op.Warnf("crossings", "/top",
				"%s: more submissions change places than are listed; the nearest to the present weight are", t.dims[k].Key))
		}
		res.Weights = append(res.Weights, s)
	}
	if req.Seed != nil {
		res.Seed = *req.Seed
	}
	samples, err := samplesFor(req.Samples, len(t.ids))
	if err != nil {
		return nil, err
	}
	return &Sampling{samples, res, t.table, now, newTally(len(t.ids), min(len(t.ids), max(top, someRanks))), t.contest(),
		sampling.New(t.weighed, t.limits, uint64(res.Seed)), t.weighedKeys()}, nil
}

// Draw ranks the rows under at most so many random weightings more, at least one in
// all. It returns the answer to the request by those drawn so far, until the next draw.
func (s *Sampling) Draw(n int) *SensitivityResponse {
	res := &s.res
	for n = min(n, s.Samples-res.Samples); n > 0; n-- {
		w := s.sampler.Next()
		s.tally.under(w)
		s.contest.Run(w)
		s.tally.count(s.contest.Rank)
		res.Samples++
	}
	res.StandardError = binomialError(0.5, res.Samples)
	shown := 0
	for p, i := range s.now.order {
		if p < someRows || s.tally.places[i] != nil {
			shown++
		}
	}
	res.Acceptability = make([]Acceptance, 0, shown)
	for p, i := range s.now.order {
		if p < someRows || s.tally.places[i] != nil {
			one := s.tally.answer(s.table.ids[i], i, res.Samples)
			one.Central = s.tally.central(i, s.keys)
			res.Acceptability = append(res.Acceptability, one)
		}
	}
	return res
}

// study is a table with the two weightings to compare.
type study struct {
	*table
	weights, baseline weighting
	base              []rulebook.Weighted // of the baseline
	limits            *limits.Limits      // of the weights, or nil
	warnings          []op.Warning
}

// newStudy reads a request: the weighed dimensions come first in the table,
// then those that only the baseline names.
func newStudy(req SensitivityRequest) (*study, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return nil, refusal
	}
	s := &study{warnings: []op.Warning{}}
	if s.base, refusal = s.baselineOf(rb, dims, req); refusal != nil {
		return nil, refusal
	}
	if s.table, refusal = newTable(rb, union(dims, s.base), len(dims), req.Submissions); refusal != nil {
		return nil, refusal
	}
	s.weights, s.baseline = s.weighting(dims), s.weighting(s.base)
	if s.limits, refusal = limitsOf(s.weighedKeys(), conditions{req.Least, req.Most, req.Ratios}); refusal != nil {
		return nil, refusal
	}
	if !s.weights.unit() {
		s.warnings = append(s.warnings, op.Warnf("weights-sum", "/weights",
			"weights sum to %s: each is divided by that here", op.Show(s.weights.sum.Float())))
	}
	return s, nil
}

// baselineOf settles what to compare with. Only a default gives way, and says
// so, if the submissions do not carry its dimensions.
func (s *study) baselineOf(rb *rulebook.Rulebook, dims []rulebook.Weighted,
	req SensitivityRequest) ([]rulebook.Weighted, *op.Error) {
	if len(req.Baseline) > 0 {
		base, refusal := rb.Weigh(req.Baseline)
		if refusal != nil {
			moved := *refusal
			moved.Field = "/baseline" + moved.Field[len("/weights"):]
			return nil, &moved
		}
		return base, nil
	}
	own, refusal := rb.Weigh(nil)
	if refusal != nil {
		return dims, nil // no dimensions of its own: every challenge chooses
	}
	if rb.Composite.Missing == "zero" || carried(own, req.Submissions) {
		return own, nil
	}
	s.warnings = append(s.warnings, op.Warnf("baseline", "/submissions",
		"not every submission has all the dimensions of the rulebook's own weights: compared with the given weights instead"))
	return dims, nil
}

func carried(dims []rulebook.Weighted, submissions []score.Submission) bool {
	for i := range submissions {
		for _, d := range dims {
			if _, ok := submissions[i].Dimensions[d.Key]; !ok {
				return false
			}
		}
	}
	return true
}

// union returns dims, then the entries of more that dims lacks.
func union(dims, more []rulebook.Weighted) []rulebook.Weighted {
	all := append([]rulebook.Weighted{}, dims...)
	seen := map[string]bool{}
	for _, d := range dims {
		seen[d.Key] = true
	}
	for _, d := range more {
		if !seen[d.Key] {
			all = append(all, d)
		}
	}
	return all
}

// fractions names weights by dimension.
func fractions(dims []rulebook.Weighted) map[string]float64 {
	all := make(map[string]float64, len(dims))
	for _, d := range dims {
		all[d.Key] = d.W.Float()
	}
	return all
}
