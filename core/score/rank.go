package score

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

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
	SubmittedAt string             `json:"submitted_at,omitempty" op:"maxlen=60" doc:"RFC 3339 time with a zone; the earlier of two equal scores ranks first."`
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
	Result    string    `json:"result,omitempty" doc:"win, draw or loss, where the rulebook maps scores to results."`
	Breakdown Breakdown `json:"breakdown" doc:"The parts, by dimension."`
}

// Rank orders submissions by score, then by earlier submission, then gives
// equal ranks ("1224") in id order. Scores are compared before they are
// rounded for display, exactly in exact arithmetic.
func Rank(req RankRequest) (RankResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return RankResponse{}, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return RankResponse{}, refusal
	}
	r := &ranker{rb, dims, make([]measured, len(dims))}
	rows := make([]row, len(req.Submissions))
	order := make([]int, len(rows))
	parts := make(Breakdown, len(rows)*len(dims))
	seen := make(map[string]int, len(rows))
	for i := range req.Submissions {
		s := &req.Submissions[i]
		if first, taken := seen[s.ID]; taken {
			return RankResponse{}, op.Invalidf(op.Pointer("submissions", i, "id"), "%s is also submission %d: want each id once", op.Quote(s.ID), first)
		}
		seen[s.ID] = i
		order[i] = i
		if rows[i], refusal = r.row(i, s, parts[i*len(dims):(i+1)*len(dims):(i+1)*len(dims)]); refusal != nil {
			return RankResponse{}, refusal
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := rows[i].beats(&rows[j]); c != 0 {
			return c
		}
		return strings.Compare(rows[i].ID, rows[j].ID)
	})
	return place(rows, order), nil
}

// row is a standing with what it is compared by.
type row struct {
	Standing
	total total
	at    instant.Instant
}

// beats orders rows best first; 0 means they share a rank.
func (a *row) beats(b *row) int {
	if c := b.total.Cmp(a.total); c != 0 {
		return c
	}
	return a.at.Compare(b.at)
}

// ranker scores rows under one rulebook and set of weights.
type ranker struct {
	rb     *rulebook.Rulebook
	dims   []rulebook.Weighted
	scores []measured // of the row in work
}

func (r *ranker) row(i int, s *Submission, parts Breakdown) (row, *op.Error) {
	at, ok := instant.Parse(s.SubmittedAt)
	if !ok {
		return row{}, op.Invalidf(op.Pointer("submissions", i, "submitted_at"), "%s: want "+instant.Want, op.Quote(s.SubmittedAt))
	}
	found := 0
	for n, d := range r.dims {
		x, given := s.Dimensions[d.Key]
		if !given && r.rb.Composite.Missing != "zero" {
			return row{}, op.Invalidf(op.Pointer("submissions", i, "dimensions", d.Key), "missing: want a score from 0 to %s", op.Show(r.rb.Scale))
		}
		if given {
			found++
		}
		r.scores[n] = scored(r.rb, x)
	}
	if refusal := r.check(i, s, found); refusal != nil {
		return row{}, refusal
	}
	sum := composite(r.rb, r.dims, r.scores, parts)
	score := sum.Float()
	return row{
		Standing: Standing{ID: s.ID, Name: cmp.Or(s.Name, s.ID), Score: score, Result: r.rb.ResultOf(score), Breakdown: parts},
		total:    sum,
		at:       at,
	}, nil
}

// check refuses scores off the scale, and of dimensions that neither the
// rulebook nor the weights name. found is how many weighed ones are there.
func (r *ranker) check(i int, s *Submission, found int) *op.Error {
	inside := true
	for _, x := range s.Dimensions {
		inside = inside && x >= 0 && x <= r.rb.Scale
	}
	if inside && found == len(s.Dimensions) {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(s.Dimensions)) {
		at := op.Pointer("submissions", i, "dimensions", key)
		if x := s.Dimensions[key]; x < 0 || x > r.rb.Scale {
			return op.Invalidf(at, "%s: want a score from 0 to %s", op.Show(x), op.Show(r.rb.Scale))
		}
		_, known := r.rb.Dimension(key)
		if !known && !slices.ContainsFunc(r.dims, func(d rulebook.Weighted) bool { return d.Key == key }) {
			return op.Invalidf(at, "no dimension %s is weighed: want only dimensions of the rulebook or of weights", op.Quote(key))
		}
	}
	return nil
}

// place numbers rows in their order: equal ranks leave a gap after them.
func place(rows []row, order []int) RankResponse {
	res := RankResponse{Standings: make([]Standing, len(rows)), Ties: [][]string{}}
	for i, n := range order {
		rank := i + 1
		if i > 0 && rows[order[i-1]].beats(&rows[n]) == 0 {
			rank = res.Standings[i-1].Rank
		}
		res.Standings[i] = rows[n].Standing
		res.Standings[i].Rank = rank
	}
	for i := 0; i < len(rows); {
		next := i + 1
		for next < len(rows) && res.Standings[next].Rank == res.Standings[i].Rank {
			next++
		}
		if next > i+1 {
			var tied []string
			for _, s := range res.Standings[i:next] {
				tied = append(tied, s.ID)
			}
			res.Ties = append(res.Ties, tied)
		}
		i = next
	}
	return res
}
