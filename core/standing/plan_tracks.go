package standing

import (
	"cmp"
	"slices"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// TracksRequest is an agent's best scores, and the challenges there are.
type TracksRequest struct {
	Rulebook rulebook.Ref     `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Tracks   []rulebook.Track `json:"tracks,omitempty" op:"max=1000" doc:"Tracks, replacing the rulebook's own."`
	Results  []BestScore      `json:"results" op:"max=100000" doc:"The agent's best score in every challenge it attempted."`
	Catalog  []Listed         `json:"catalog,omitempty" op:"max=100000" doc:"Every challenge of the arena. Without it a track by category does not know its total, and takes every result of its categories."`
}

// BestScore is an agent's best score in one challenge.
type BestScore struct {
	Challenge string  `json:"challenge" op:"maxlen=200" doc:"Id of the challenge."`
	Category  string  `json:"category,omitempty" op:"maxlen=200" doc:"Its category; the catalog's by default."`
	Score     float64 `json:"best_score" op:"min=0" doc:"Best score, 0 to the rulebook's scale."`
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
	Total      *int     `json:"total,omitempty" doc:"All challenges of the track; absent when not known."`
	MaxScore   *float64 `json:"max_score,omitempty" doc:"Sum of the highest scores of all its challenges; absent when not known."`
	Cumulative float64  `json:"cumulative_score" doc:"The standing: sum, average or lowest of the best scores; 0 before the first."`
	Completed  bool     `json:"completed" doc:"Whether every challenge of the track is attempted, and there is one."`
	Remaining  []string `json:"remaining" doc:"Its challenges without a result, as far as known."`
}

// Tracks says where an agent stands in every track. Averages and minima run
// over the attempted challenges, not over the whole track, so one good result
// is a good average: completed tells the difference.
func Tracks(req TracksRequest) (*TracksResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	tracks := req.Tracks
	if tracks == nil {
		if tracks, err = req.Rulebook.Tracks(); err != nil {
			return nil, err
		}
	}
	categories, refusal := checkTracks(req.Tracks)
	if refusal != nil {
		return nil, refusal
	}
	a := arena{rb: rb, listed: req.Catalog != nil, catalog: req.Catalog, results: req.Results,
		categories: categories || req.Tracks == nil, entry: map[string]int{}, result: map[string]int{}}
	if refusal := a.index(); refusal != nil {
		return nil, refusal
	}
	res := &TracksResponse{Warnings: a.warnings}
	for i := range tracks {
		res.Tracks = append(res.Tracks, a.track(&tracks[i]))
	}
	return res, nil
}

// checkTracks refuses tracks of the request that say two things, and tells
// whether any is by category.
func checkTracks(tracks []rulebook.Track) (categories bool, refusal *op.Error) {
	ids := map[string]bool{}
	for i, t := range tracks {
		at := op.Pointer("tracks", i)
		if ids[t.ID] {
			return false, op.Invalidf(at+"/id", "%s is taken: want each once", op.Quote(t.ID))
		}
		ids[t.ID] = true
		if len(t.Challenges) > 0 && len(t.Categories) > 0 {
			return false, op.Invalidf(at+"/categories", "challenges is given too: want one of them")
		}
		categories = categories || len(t.Categories) > 0
		named := map[string]bool{}
		for j, id := range t.Challenges {
			if named[id] {
				return false, op.Invalidf(at+op.Pointer("challenges", j), "%s is taken: want each once", op.Quote(id))
			}
			named[id] = true
		}
	}
	return categories, nil
}

// arena is the challenges there are and an agent's results in them.
type arena struct {
	rb         *rulebook.Rulebook
	listed     bool // catalog is whole
	categories bool // some track asks for them
	catalog    []Listed
	results    []BestScore
	entry      map[string]int // in catalog, by id
	result     map[string]int // in results, by id
	warnings   []op.Warning
}

// index finds challenges by id, and gives results the catalog's category.
func (a *arena) index() *op.Error {
	for i, c := range a.catalog {
		if first, taken := a.entry[c.Challenge]; taken {
			return op.Invalidf(op.Pointer("catalog", i, "challenge"), "%s is also entry %d: want each once", op.Quote(c.Challenge), first)
		}
		a.entry[c.Challenge] = i
	}
	a.results = slices.Clone(a.results)
	for i := range a.results {
		r := &a.results[i]
		if first, taken := a.result[r.Challenge]; taken {
			return op.Invalidf(op.Pointer("results", i, "challenge"), "%s is also result %d: want the best score of each once", op.Quote(r.Challenge), first)
		}
		a.result[r.Challenge] = i
		known := ""
		if n, ok := a.entry[r.Challenge]; ok {
			known = a.catalog[n].Category
		} else if a.listed {
			a.warnings = append(a.warnings, op.Warnf("not-in-catalog", op.Pointer("results", i), "%s is not in the catalog: it counts only in tracks that name it", op.Quote(r.Challenge)))
		}
		if r.Category != "" && known != "" && r.Category != known {
			return op.Invalidf(op.Pointer("results", i, "category"), "%s: the catalog says %s", op.Quote(r.Category), op.Quote(known))
		}
		r.Category = cmp.Or(r.Category, known)
		if r.Category == "" && a.categories && !a.listed {
			return op.Invalidf(op.Pointer("results", i, "category"), "missing: want the challenge's category, or a catalog")
		}
		if most := a.most(r.Challenge); r.Score > most {
			return op.Invalidf(op.Pointer("results", i, "best_score"), "%s: want a score from 0 to %s", op.Show(r.Score), op.Show(most))
		}
	}
	return nil
}

// most is a challenge's highest score.
func (a *arena) most(challenge string) float64 {
	if n, ok := a.entry[challenge]; ok && a.catalog[n].MaxScore != nil {
		return *a.catalog[n].MaxScore
	}
	return a.rb.Scale
}

// members lists the challenges of a track, and whether they are all of it.
func (a *arena) members(t *rulebook.Track) (ids []string, whole bool) {
	takes := func(category string) bool {
		return len(t.Categories) == 0 || slices.Contains(t.Categories, category)
	}
	switch {
	case len(t.Challenges) > 0:
		return t.Challenges, true
	case a.listed:
		for _, c := range a.catalog {
			if (c.Active == nil || *c.Active) && takes(c.Category) {
				ids = append(ids, c.Challenge)
			}
		}
		return ids, true
	}
	for _, r := range a.results {
		if takes(r.Category) {
			ids = append(ids, r.Challenge)
		}
	}
	return ids, false
}

// track adds up one track. Sums are exact.
func (a *arena) track(t *rulebook.Track) TrackState {
	s := TrackState{ID: t.ID, Name: t.Name, Method: t.Method}
	sum, least, most := exact.Num{}, exact.Num{}, exact.Num{}
	ids, whole := a.members(t)
	for _, id := range ids {
		most = most.Add(exact.Of(a.most(id)))
		n, attempted := a.result[id]
		if !attempted {
			s.Remaining = append(s.Remaining, id)
			continue
		}
		score := exact.Of(a.results[n].Score)
		sum = sum.Add(score)
		if s.Attempted++; s.Attempted == 1 || score.Cmp(least) < 0 {
			least = score
		}
	}
	if whole {
		total, highest := len(ids), most.Float()
		s.Total, s.MaxScore = &total, &highest
		s.Completed = total > 0 && s.Attempted == total
	}
	switch {
	case t.Method == rulebook.TrackMin:
		sum = least
	case t.Method == rulebook.TrackAverage && s.Attempted > 0:
		sum = sum.Quo(exact.Int(int64(s.Attempted)))
	}
	s.Cumulative = sum.Float()
	return s
}
