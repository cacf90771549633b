package score

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Order returns the numbers below n as compare orders them, equal ones ascending.
func Order(n int, compare func(a, b int) int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(compare(a, b), a-b) })
	return list
}

// RankRequest is a challenge's submissions under one set of weights.
type RankRequest struct {
	Rulebook    rulebook.Ref       `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights     map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension, replacing the rulebook's own."`
	Submissions []Submission       `json:"submissions" op:"min=1 max=1000000" doc:"What to rank."`
}

// Submission is one row of a challenge.
type Submission struct {
	ID          string             `json:"id" op:"maxlen=200" doc:"Unique id."`
	Name        string             `json:"name,omitempty" op:"maxlen=1000" doc:"Name for readers; the id by default."`
	SubmittedAt string             `json:"submitted_at,omitempty" op:"maxlen=60" doc:"RFC 3339 time with a zone; the earlier of two equal scores ranks first, unless the rulebook keeps the order given."`
	Dimensions  map[string]float64 `json:"dimensions" doc:"Scores by dimension, 0 to the rulebook's scale."`
}

// RankResponse is the ranking.
type RankResponse struct {
	Standings []Standing `json:"standings" doc:"Best first."`
	Ties      [][]string `json:"ties" doc:"Groups of ids that share a rank."`
}

// Standing is one submission's place.
type Standing struct {
	Rank      int       `json:"rank" doc:"1 is best; equal ranks leave a gap after them (1, 2, 2, 4)."`
	ID        string    `json:"id" doc:"Id of the submission."`
	Name      string    `json:"name" doc:"Name for readers."`
	Score     float64   `json:"score" doc:"The composite."`
	Result    string    `json:"result,omitempty" doc:"win, draw or loss, if the rulebook maps scores to results."`
	Breakdown Breakdown `json:"breakdown" doc:"The parts, by dimension."`
}

// Rank orders submissions by score, then by earlier submission, then gives
// equal ranks ("1224") in id order; if the rulebook keeps equal scores in
// the order given, that order decides alone. Scores are compared before they
// are rounded for display, exactly in exact arithmetic.
func Rank(req RankRequest) (RankResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return RankResponse{}, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return RankResponse{}, refusal
	}
	r := &Rows{rb, dims}
	all := newEntries(len(req.Submissions), len(dims), rb.Arithmetic == rulebook.Exact)
	scores := make([]measure.Score, len(dims))
	seen := make(map[string]bool, len(req.Submissions))
	for i := range req.Submissions {
		s := &req.Submissions[i]
		if seen[s.ID] = true; len(seen) == i {
			return RankResponse{}, Repeated(req.Submissions, i)
		}
		if all.at[i], refusal = r.Read(i, s, all.x); refusal != nil {
			return RankResponse{}, refusal
		}
		for k, x := range all.x {
			give(&scores[k], rb, x)
		}
		all.add(i, composite(rb, dims, scores, all.breakdown(i)))
	}
	return all.place(rb, req.Submissions), nil
}

// entries are submissions as they are compared.
type entries struct {
	x     []float64   // scores of the row in work
	score []float64   // composites as they are answered
	exact []exact.Num // composites in exact arithmetic, else nil
	at    []instant.Instant
	parts Breakdown // all breakdowns, one after the other
}

func newEntries(n, dims int, inExact bool) *entries {
	e := &entries{make([]float64, dims), make([]float64, n), nil, make([]instant.Instant, n), make(Breakdown, n*dims)}
	if inExact {
		e.exact = make([]exact.Num, n)
	}
	return e
}

func (e *entries) breakdown(i int) Breakdown {
	m := len(e.x)
	return e.parts[i*m : (i+1)*m : (i+1)*m]
}

func (e *entries) add(i int, sum total) {
	e.score[i] = sum.Float()
	if e.exact != nil {
		e.exact[i] = sum.exact
	}
}

// beats orders rows best first; 0 means they share a rank. Rounding to the
// nearest float64 never turns an order round, so that exact composites differ
// as their floats do, if those differ.
func (e *entries) beats(i, j int) int {
	switch a, b := e.score[i], e.score[j]; {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	if e.exact != nil {
		if c := e.exact[j].Cmp(e.exact[i]); c != 0 {
			return c
		}
	}
	return e.at[i].Compare(e.at[j])
}

// place numbers rows in their order: equal ranks leave a gap after them.
func (e *entries) place(rb *rulebook.Rulebook, submissions []Submission) RankResponse {
	sorted := Order(len(submissions), func(i, j int) int {
		if c := e.beats(i, j); c != 0 {
			return c
		}
		return strings.Compare(submissions[i].ID, submissions[j].ID)
	})
	res := RankResponse{Standings: make([]Standing, len(sorted)), Ties: [][]string{}}
	rank, tied := 1, 1 // of the row before, and how many share it so far
	for p, i := range sorted {
		switch {
		case p == 0:
		case e.beats(sorted[p-1], i) == 0:
			tied++
		default:
			res.tie(p, tied)
			rank, tied = p+1, 1
		}
		s := &submissions[i]
		res.Standings[p] = Standing{rank, s.ID, cmp.Or(s.Name, s.ID), e.score[i], rb.ResultOf(e.score[i]), e.breakdown(i)}
	}
	res.tie(len(sorted), tied)
	return res
}

// tie notes that the last rows before a place share their rank, if they are
// more than one.
func (res *RankResponse) tie(before, rows int) {
	if rows == 1 {
		return
	}
	var ids []string
	for _, s := range res.Standings[before-rows : before] {
		ids = append(ids, s.ID)
	}
	res.Ties = append(res.Ties, ids)
}
