package rating

import (
	"cmp"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// PairwiseRequest is one finalized challenge.
type PairwiseRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with a pairwise rating scheme."`
	Mode     string       `json:"mode,omitempty" op:"enum=mean|sum" doc:"How the pairs add up: mean (a challenge moves a rating by at most K) or sum; the rulebook's own by default."`
	Entrants []Entrant    `json:"entrants" op:"min=1 max=5000" doc:"Everyone with a score in the challenge."`
}

// Entrant is one agent in a challenge.
type Entrant struct {
	ID           string  `json:"id" op:"maxlen=200" doc:"Unique id."`
	Rating       float64 `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the challenge, in Elo points."`
	Competitions int     `json:"competitions" op:"min=0 max=1000000000" doc:"Competitions entered before; they choose the K-factor."`
	Score        float64 `json:"score" doc:"Score in the challenge; only the order of scores matters."`
}

// PairwiseResponse is the challenge's effect on every rating.
type PairwiseResponse struct {
	Mode     string     `json:"mode" doc:"How the pairs were added: mean or sum."`
	Entrants []Pairings `json:"entrants" doc:"In the order given."`
}

// Pairings is the sum of an entrant's pairs.
type Pairings struct {
	ID       string  `json:"id" doc:"Id of the entrant."`
	Rank     int     `json:"rank" doc:"Place by score; equal ranks leave a gap after them."`
	K        float64 `json:"k" doc:"K-factor."`
	Expected float64 `json:"expected" doc:"Sum of expected scores over the n−1 pairs."`
	Actual   float64 `json:"actual" doc:"Sum of actual scores over the n−1 pairs."`
	Change   float64 `json:"change" doc:"Change of the rating, in Elo points."`
	Rating   float64 `json:"rating" doc:"Rating after the challenge."`

	Floored bool     `json:"floored,omitempty" doc:"Whether the floor of the rules kept the rating up; then moved differs from change."`
	Moved   *float64 `json:"moved,omitempty" doc:"If floored: the rating after the challenge less the rating before it."`
}

// Moves returns what the rating did: the change of the formula, unless the floor binds.
func (p *Pairings) Moves() float64 { return moves(p.Change, p.Moved) }

// PairwiseElo compares every pair of entrants on score: S is 1 for the higher,
// ½ on a tie, 0 for the lower. All changes use the ratings before the
// challenge:
//
//	mean  ΔR = K/(n−1) · Σ(S − E)
//	sum   ΔR = K · Σ(S − E)
//
// The document does not say how the pairs add up; mean is the default and sum
// is offered by name. Sums run in id order, so the order of input does not
// matter, not even in the last bit. A single entrant does not change.
func PairwiseElo(req PairwiseRequest) (PairwiseResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return PairwiseResponse{}, err
	}
	if rb.Rating == nil || rb.Rating.Scheme != rulebook.Pairwise {
		return PairwiseResponse{}, op.Refuse("/rulebook",
			"%q does not rate by pairs: want a rulebook with a pairwise rating scheme", rb.ID)
	}
	sorted, refusal := byID(req.Entrants)
	if refusal != nil {
		return PairwiseResponse{}, refusal
	}
	mode := cmp.Or(req.Mode, rb.Rating.Mode, "mean")
	res := PairwiseResponse{Mode: mode, Entrants: make([]Pairings, len(req.Entrants))}
	for i, me := range req.Entrants {
		p := pairings(rb.Rating, req.Entrants, i, sorted)
		p.Change = PairwiseChange(p, p.K, mode, len(req.Entrants))
		m := move{}
		if p.Rating = m.floor(rb.Rating, me.Rating+p.Change); m.floored {
			by := p.Rating - me.Rating
			p.Floored, p.Moved = true, &by
		}
		res.Entrants[i] = p
	}
	return res, nil
}

// PairwiseChange adds up the pairs of one of n entrants, before the floor.
func PairwiseChange(p Pairings, k float64, mode string, n int) float64 {
	change := float64(k * (p.Actual - p.Expected))
	if mode == "mean" && n > 1 {
		change /= float64(n - 1)
	}
	return change
}

// pairings compares an entrant with each of the others, in an order.
func pairings(r *rulebook.Rating, entrants []Entrant, i int, sorted []int) Pairings {
	me := entrants[i]
	p := Pairings{ID: me.ID, Rank: 1, K: r.KAt(me.Competitions)}
	for _, j := range sorted {
		if j == i {
			continue
		}
		other := entrants[j]
		p.Expected += ExpectedScore(me.Rating, other.Rating, r.Scale)
		switch {
		case me.Score > other.Score:
			p.Actual++
		case me.Score == other.Score:
			p.Actual += 0.5
		default:
			p.Rank++
		}
	}
	return p
}

// byID returns the indexes of the entrants in id order; an id may appear once.
func byID(entrants []Entrant) ([]int, *op.Error) {
	sorted := make([]int, len(entrants))
	first := make(map[string]int, len(entrants))
	for i, e := range entrants {
		if before, taken := first[e.ID]; taken {
			return nil, op.Refuse(op.Pointer("entrants", i, "id"), "%s is also entrant %d: want each id once", op.Quote(e.ID),
				before)
		}
		first[e.ID], sorted[i] = i, i
	}
	slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(entrants[a].ID, entrants[b].ID) })
	return sorted, nil
}
