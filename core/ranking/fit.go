package ranking

import (
	"maps"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// FitRequest is a challenge's submissions and the order they should have.
type FitRequest struct {
	Rulebook    rulebook.Ref       `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights     map[string]float64 `json:"weights,omitempty" doc:"The present weights, replacing the rulebook's own. A dimension of weight 0 takes part: it may get weight."`
	Submissions []score.Submission `json:"submissions" op:"min=1 max=1000000" doc:"What is ranked."`
	Order       []string           `json:"order,omitempty" op:"max=5000" doc:"Ids in the wanted order, best first. Submissions that are not listed may have any place."`
	First       string             `json:"first,omitempty" op:"maxlen=200" doc:"Id of a submission that should be above every other; with an order or instead of it."`
	Least       map[string]float64 `json:"least,omitempty" doc:"Lowest weights, as fractions by dimension; 0 by default."`
	Most        map[string]float64 `json:"most,omitempty" doc:"Highest weights; 1 by default."`
	Ratios      []Ratio            `json:"ratios,omitempty" op:"max=64" doc:"Weights that are at least so many times another one."`
	MinWeight   float64            `json:"min_weight,omitempty" op:"min=0 max=1" doc:"Minimum weight of every dimension, as a fraction; 0 by default."`
}

// FitResponse holds the nearest suitable weights, or the reason why no weights suit.
type FitResponse struct {
	Feasible  bool               `json:"feasible" doc:"Whether any weights give that order."`
	Weights   map[string]float64 `json:"weights,omitempty" doc:"The nearest weights that do, as fractions that sum to 1."`
	Distance  float64            `json:"distance" doc:"Least-squares distance between them and the present weights, √Σ(change)²; 0 if not feasible."`
	Conflicts []Conflict         `json:"conflicts" doc:"If not feasible: pairs of the order that contradict each other. If one or two pairs are enough, as few as possible; else no pair can be left out. An order of up to 64 ids is searched in all its pairs, a longer order only in its neighbours; with more than 2016 neighbours, there is no search for two pairs."`
	Warnings  []op.Warning       `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// Conflict is a pair of rows that helps to make an order impossible.
type Conflict struct {
	Pair       []string `json:"pair" op:"min=2 max=2" doc:"Ids: the submission that should be above, and the submission that should be below."`
	Multiplier float64  `json:"multiplier" doc:"The pair's share in the proof; all shares sum to 1. Mixed in these shares, the submissions that should be below score at least as much as those that should be above, under all allowed weights."`
	Message    string   `json:"message" doc:"Why it is impossible, in one sentence."`
}

// Fit looks for the weights nearest to the present ones, by least squares,
// under which the submissions have the order wanted.
//
// The composite is the weighted sum without rounding, as in [Sensitivity]. One
// submission is above another when it is strictly ahead; the answer keeps them
// apart by at least a billionth of their largest difference in a dimension.
// Only where the present weights already give the order are they returned as
// they are, ties that the earlier submission decides included; and two rows
// with equal scores in every dimension are in order unless the one that should
// be above came later.
func Fit(req FitRequest) (FitResponse, error) {
	f, err := newFitting(req)
	if err != nil {
		return FitResponse{}, err
	}
	res := FitResponse{Conflicts: []Conflict{}, Warnings: f.warnings}
	w := f.w.float[:f.weighed]
	v, ok := f.solve(w)
	if !ok {
		res.Conflicts = f.conflicts()
		return res, nil
	}
	res.Feasible, res.Distance = true, nearest.Distance(v, w)
	res.Weights = make(map[string]float64, len(v))
	for k, x := range v {
		res.Weights[f.dims[k].Key] = x
	}
	return res, nil
}

// fitting is a table and what is wanted of it.
type fitting struct {
	*table
	w        weighting
	least    float64        // weight of any dimension
	limits   *limits.Limits // of the weights, besides least; or nil
	chain    []int          // rows in the order wanted
	first    int            // row that should be above all others, or −1
	warnings []op.Warning
}

// want is a row that should be above another.
type want struct{ above, below int }

func newFitting(req FitRequest) (*fitting, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return nil, refusal
	}
	if m := float64(len(dims)); float64(req.MinWeight*m) > 1+1e-12 {
		return nil, op.Refuse("/min_weight", "%s for each of %d dimensions: want at most %s", op.Show(req.MinWeight),
			len(dims), op.Show(1/m))
	}
	t, refusal := newTable(rb, dims, len(dims), req.Submissions)
	if refusal != nil {
		return nil, refusal
	}
	f := &fitting{table: t, w: t.weighting(dims), least: min(req.MinWeight, 1/float64(len(dims))), first: -1,
		warnings: []op.Warning{}}
	if !f.w.unit() {
		f.warnings = append(f.warnings, op.Warnf("weights-sum", "/weights",
			"weights sum to %s: each is divided by that here", op.Show(f.w.sum.Float())))
	}
	if refusal := f.limit(req); refusal != nil {
		return nil, refusal
	}
	if refusal := f.read(req); refusal != nil {
		return nil, refusal
	}
	return f, nil
}

// limit reads the conditions on weights, to which the least weight of any is added.
func (f *fitting) limit(req FitRequest) (refusal *op.Error) {
	c := conditions{maps.Clone(req.Least), req.Most, req.Ratios}
	if !c.any() {
		return nil
	}
	if c.least == nil {
		c.least = map[string]float64{}
	}
	for _, key := range f.weighedKeys() {
		c.least[key] = max(c.least[key], f.least)
	}
	f.limits, refusal = limitsOf(f.weighedKeys(), c)
	return refusal
}

// read finds the rows of the order wanted.
func (f *fitting) read(req FitRequest) *op.Error {
	if len(req.Order) == 0 && req.First == "" {
		return op.Refuse("/order", "missing: want ids, best first, or one id in first")
	}
	rows := make(map[string]int, len(f.ids))
	for i, id := range f.ids {
		rows[id] = i
	}
	place := map[int]int{}
	for n, id := range req.Order {
		i, known := rows[id]
		if !known {
			return op.Refuse(op.Pointer("order", n), "no submission has the id %s", op.Quote(id))
		}
		if before, taken := place[i]; taken {
			return op.Refuse(op.Pointer("order", n), "%s is also place %d: want each id once", op.Quote(id), before)
		}
		place[i] = n
		f.chain = append(f.chain, i)
	}
	if req.First != "" {
		i, known := rows[req.First]
		if !known {
			return op.Refuse("/first", "no submission has the id %s", op.Quote(req.First))
		}
		f.first = i
	}
	return nil
}

// wants returns the neighbours of the order, then the first before all others.
func (f *fitting) wants() []want {
	var list []want
	for n := 1; n < len(f.chain); n++ {
		list = append(list, want{f.chain[n-1], f.chain[n]})
	}
	return append(list, f.firstWants()...)
}

func (f *fitting) firstWants() []want {
	var list []want
	for i := range f.ids {
		if f.first >= 0 && i != f.first {
			list = append(list, want{f.first, i})
		}
	}
	return list
}

// solve returns the nearest weights; ok is false if no weights will do.
func (f *fitting) solve(w []float64) (v []float64, ok bool) {
	if f.holds(w) {
		return w, true
	}
	walls, possible := f.walls(f.wants())
	if !possible {
		return nil, false
	}
	v, _, ok = nearest.Within(w, walls)
	for k := range v {
		v[k] = max(f.lowest(k), v[k]) // which only rounding can have left
	}
	return v, ok
}

// lowest returns the lowest weight of a column.
func (f *fitting) lowest(k int) float64 {
	if f.limits != nil {
		return f.limits.Low[k]
	}
	return f.least
}

// holds reports whether the present weights give the order already.
func (f *fitting) holds(w []float64) bool {
	for _, x := range w {
		if x < f.least {
			return false
		}
	}
	if f.limits != nil && !f.limits.Hold(w) {
		return false
	}
	now := f.rank(f.w)
	for _, p := range f.wants() {
		if c := now.beats(p.above, p.below); c > 0 || c == 0 && !f.same(p) {
			return false
		}
	}
	return true
}

// same reports whether two rows have equal scores wherever there is weight to give.
func (f *fitting) same(p want) bool {
	_, unit := f.direction(p.above, p.below)
	return unit == 0
}

// apart is by how much [Fit] keeps two submissions apart, as a part of their largest difference
// in a dimension.
const apart = 1e-9

// walls returns the wanted order as half-spaces of weights: the limits of the weights, then a
// wall per pair of rows that differ. possible is false if two rows are
// the same and the wrong one came first.
func (f *fitting) walls(wants []want) (walls []nearest.Wall, possible bool) {
	l := f.limits
	if l == nil {
		l = limits.New(slices.Repeat([]float64{f.least}, f.weighed), slices.Repeat([]float64{1}, f.weighed), nil)
	}
	for _, wall := range l.Walls {
		wall.Tag = -1
		walls = append(walls, wall)
	}
	for n, p := range wants {
		if f.same(p) {
			if f.at[p.above].Compare(f.at[p.below]) > 0 {
				return nil, false
			}
			continue
		}
		d, _ := f.direction(p.above, p.below)
		walls = append(walls, nearest.Wall{N: d, Least: apart, Tag: n})
	}
	return walls, true
}
