package standing

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// TracksRequest is an agent's best scores, and the challenges there are.
type TracksRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Results  []BestScore  `json:"results" op:"max=100000" doc:"The agent's best score in every challenge it attempted."`
	Catalog  []Listed     `json:"catalog,omitempty" op:"max=100000" doc:"Every challenge of the arena. Without it totals are not known, and every result counts."`
}

// BestScore is an agent's best score in one challenge.
type BestScore struct {
	Challenge string  `json:"challenge" op:"maxlen=200" doc:"Id of the challenge."`
	Category  string  `json:"category,omitempty" op:"maxlen=200" doc:"Its category; the catalog's by default."`
	Score     float64 `json:"best_score" op:"min=0" doc:"Best score, 0 to the challenge's highest."`
}

// Listed is a challenge of the arena.
type Listed struct {
	Challenge string   `json:"challenge" op:"maxlen=200" doc:"Id of the challenge."`
	Category  string   `json:"category" op:"maxlen=200" doc:"Its category."`
	Active    *bool    `json:"active,omitempty" doc:"Whether the arena offers it; true by default."`
	MaxScore  *float64 `json:"max_score,omitempty" op:"min=0" doc:"Highest score; the rulebook's scale by default."`
}

// TracksResponse is the agent's standing in every track.
type TracksResponse struct {
	Tracks   []TrackState `json:"tracks" doc:"Every track, in display order."`
	Warnings []op.Warning `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// TrackState is a standing in one track.
type TrackState struct {
	ID         string   `json:"id" doc:"Track id."`
	Name       string   `json:"name" doc:"Name for readers."`
	Method     string   `json:"method" op:"enum=sum|average|min" doc:"How best scores add up, over attempted challenges only."`
	Attempted  int      `json:"attempted" doc:"Challenges of the track with a result."`
	Total      *int     `json:"total,omitempty" doc:"All challenges of the track, if known."`
	MaxScore   *float64 `json:"max_score,omitempty" doc:"Sum of their highest scores, if known."`
	Cumulative float64  `json:"cumulative_score" doc:"The standing: sum, average or lowest of the best scores; 0 before the first."`
	Completed  bool     `json:"completed" doc:"Whether the track has challenges and all are attempted."`
	Remaining  []string `json:"remaining" doc:"Its challenges without a result, if known."`
}

// Tracks describes where an agent stands in every track. Averages and minima run
// over the attempted challenges, not over the whole track, so one good result
// is a good average: completed tells the difference.
func Tracks(req TracksRequest) (*TracksResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	tracks, err := req.Rulebook.Tracks()
	if err != nil {
		return nil, err
	}
	a := &arena{scale: rb.Scale, listed: req.Catalog != nil, catalog: req.Catalog, results: req.Results}
	if refusal := a.index(); refusal != nil {
		return nil, refusal
	}
	res := &TracksResponse{Warnings: a.warnings}
	for i := range tracks {
		res.Tracks = append(res.Tracks, a.track(&tracks[i]))
	}
	return res, nil
}

// arena is the challenges there are and an agent's results in them.
type arena struct {
	scale    float64
	listed   bool // catalog is whole
	catalog  []Listed
	results  []BestScore
	entry    map[string]int // in catalog, by id
	result   map[string]int // in results, by id
	warnings []op.Warning
}

// index finds challenges by id, and fills in what the catalog says of results;
// without a catalog the results are all that is known of the arena.
func (a *arena) index() (refusal *op.Error) {
	a.result, refusal = indexed("results", len(a.results), func(i int) string { return a.results[i].Challenge })
	if refusal != nil {
		return refusal
	}
	if !a.listed {
		for i := range a.results {
			a.catalog = append(a.catalog, Listed{Challenge: a.results[i].Challenge, Category: a.results[i].Category})
		}
	}
	a.entry, refusal = indexed("catalog", len(a.catalog), func(i int) string { return a.catalog[i].Challenge })
	if refusal != nil {
		return refusal
	}
	for i := range a.results {
		r := &a.results[i]
		at, category := op.Pointer("results", i), r.Category
		if n, ok := a.entry[r.Challenge]; ok {
			category = a.catalog[n].Category
		} else {
			a.warnings = append(a.warnings, op.Warnf("not-in-catalog", at, "%s is not in the catalog: not counted",
				op.Quote(r.Challenge)))
		}
		if !a.listed && category == "" {
			return op.Refuse(at+"/category", "missing: want the challenge's category, or a catalog")
		}
		if r.Category != "" && r.Category != category {
			return op.Refuse(at+"/category", "%s: the catalog has %s", op.Quote(r.Category), op.Quote(category))
		}
		if most := a.most(r.Challenge); r.Score > most {
			return op.Refuse(at+"/best_score", "%s: want a score from 0 to %s", op.Show(r.Score), op.Show(most))
		}
	}
	return nil
}

// indexed returns the index of each id in a list, and refuses a repeated id.
func indexed(list string, n int, id func(i int) string) (map[string]int, *op.Error) {
	index := map[string]int{}
	for i := range n {
		if _, taken := index[id(i)]; taken {
			return nil, op.Refuse(op.Pointer(list, i, "challenge"), "%s is given twice: want each challenge once",
				op.Quote(id(i)))
		}
		index[id(i)] = i
	}
	return index, nil
}

// most returns a challenge's highest score.
func (a *arena) most(challenge string) float64 {
	if n, ok := a.entry[challenge]; ok && a.catalog[n].MaxScore != nil {
		return *a.catalog[n].MaxScore
	}
	return a.scale
}

// members lists the challenges of a track.
func (a *arena) members(t *rulebook.Track) []string {
	if len(t.Challenges) > 0 {
		return t.Challenges
	}
	var ids []string
	for i := range a.catalog {
		c := &a.catalog[i]
		if (c.Active == nil || *c.Active) && (len(t.Categories) == 0 || slices.Contains(t.Categories, c.Category)) {
			ids = append(ids, c.Challenge)
		}
	}
	return ids
}

// track adds up one track. Sums are exact.
func (a *arena) track(t *rulebook.Track) TrackState {
	s := TrackState{ID: t.ID, Name: t.Name, Method: t.Method}
	var reached, most exact.Total
	least := exact.Num{}
	ids := a.members(t)
	for _, id := range ids {
		most.Add(a.most(id))
		n, attempted := a.result[id]
		if !attempted {
			s.Remaining = append(s.Remaining, id)
			continue
		}
		score := exact.Of(a.results[n].Score)
		reached.Add(a.results[n].Score)
		if s.Attempted++; s.Attempted == 1 || score.Cmp(least) < 0 {
			least = score
		}
	}
	if a.listed || len(t.Challenges) > 0 {
		total, highest := len(ids), most.Num().Float()
		s.Total, s.MaxScore = &total, &highest
		s.Completed = total > 0 && s.Attempted == total
	}
	sum := reached.Num()
	switch {
	case t.Method == rulebook.TrackMin:
		sum = least
	case t.Method == rulebook.TrackAverage && s.Attempted > 0:
		sum = sum.Quo(exact.Int(int64(s.Attempted)))
	}
	s.Cumulative = sum.Float()
	return s
}
