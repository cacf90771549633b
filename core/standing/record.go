package standing

import (
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// record holds the known statistics of an agent. A missing statistic is absent, never
// zero.
type record struct {
	stats   map[string]exact.Num
	history []Challenge
	full    bool // history is the whole record
}

// recordOf reads either form of the request.
func recordOf(rb *rulebook.Rulebook, req EvaluateRequest) (*record, *op.Error) {
	if req.History != nil {
		return fromHistory(rb, req)
	}
	r := &record{stats: map[string]exact.Num{}}
	for stat, n := range map[string]*int{
		rulebook.Challenges: req.Challenges, rulebook.Wins: req.Wins, rulebook.Authored: req.Authored,
		rulebook.WinStreak: req.WinStreak, rulebook.ScoreStreak: req.ScoreStreak,
	} {
		if n != nil {
			r.stats[stat] = exact.Int(int64(*n))
		}
	}
	for stat, x := range map[string]*float64{
		rulebook.AverageScore: req.AverageScore, rulebook.RatingStat: req.Rating, rulebook.PeakRating: req.Rating,
	} {
		if x != nil {
			r.stats[stat] = exact.Of(*x)
		}
	}
	if req.PeakRating != nil {
		r.stats[rulebook.PeakRating] = exact.Of(*req.PeakRating)
	}
	return r, r.check(rb, req)
}

// check refuses totals that contradict each other.
func (r *record) check(rb *rulebook.Rulebook, req EvaluateRequest) *op.Error {
	if req.Challenges == nil {
		return op.Refuse("/challenges", "missing: want the number of challenges completed, or the history")
	}
	if req.AverageScore != nil && *req.AverageScore > rb.Scale {
		return op.Refuse("/average_score", "%s: want a score from 0 to %s", op.Show(*req.AverageScore), op.Show(rb.Scale))
	}
	counts := []struct {
		field string
		n     *int
	}{{"/wins", req.Wins}, {"/win_streak", req.WinStreak}, {"/score_streak", req.ScoreStreak}}
	for _, c := range counts {
		if c.n != nil && *c.n > *req.Challenges {
			return op.Refuse(c.field, "%d: want at most %d, the number played", *c.n, *req.Challenges)
		}
	}
	if req.WinStreak != nil && req.Wins != nil && *req.WinStreak > *req.Wins {
		return op.Refuse("/win_streak", "%d: want at most wins, %d", *req.WinStreak, *req.Wins)
	}
	if req.PeakRating != nil && req.Rating != nil && *req.PeakRating < *req.Rating {
		return op.Refuse("/peak_rating", "%s: want at least the current rating, %s", op.Show(*req.PeakRating),
			op.Show(*req.Rating))
	}
	return nil
}

// fromHistory counts a history. It refuses totals next to it, which could contradict it.
func fromHistory(rb *rulebook.Rulebook, req EvaluateRequest) (*record, *op.Error) {
	if refusal := refuseTotals(req); refusal != nil {
		return nil, refusal
	}
	r := &record{stats: map[string]exact.Num{}, history: req.History, full: true}
	if refusal := r.count(rb); refusal != nil {
		return nil, refusal
	}
	if req.Rating != nil {
		r.rated(req.Rating)
	}
	if req.Authored != nil {
		r.stats[rulebook.Authored] = exact.Int(int64(*req.Authored))
	}
	return r, nil
}

func refuseTotals(req EvaluateRequest) *op.Error {
	totals := []struct {
		field string
		given bool
	}{
		{"/challenges", req.Challenges != nil}, {"/wins", req.Wins != nil}, {"/average_score", req.AverageScore != nil},
		{"/peak_rating", req.PeakRating != nil}, {"/win_streak", req.WinStreak != nil},
		{"/score_streak", req.ScoreStreak != nil},
	}
	for _, t := range totals {
		if t.given {
			return op.Refuse(t.field, "give either this or history, not both")
		}
	}
	return nil
}

// count goes through the history, challenge by challenge.
func (r *record) count(rb *rulebook.Rulebook) *op.Error {
	var sum exact.Total
	wins, streak, longest := 0, 0, 0
	for i, c := range r.history {
		if c.Score > rb.Scale {
			return op.Refuse(op.Pointer("history", i, "score"), "%s: want a score from 0 to %s", op.Show(c.Score),
				op.Show(rb.Scale))
		}
		won, refusal := c.won(i)
		if refusal != nil {
			return refusal
		}
		sum.Add(c.Score)
		streak++
		if !won {
			streak = 0
		} else {
			wins++
		}
		longest = max(longest, streak)
		r.rated(c.RatingAfter)
	}
	n := int64(len(r.history))
	r.stats[rulebook.Challenges] = exact.Int(n)
	r.stats[rulebook.Wins] = exact.Int(int64(wins))
	r.stats[rulebook.WinStreak] = exact.Int(int64(longest))
	if n > 0 {
		r.stats[rulebook.AverageScore] = sum.Num().Quo(exact.Int(n))
	}
	return nil
}

// won reads rank or won; a line must say one of them, and not contradict it.
func (c Challenge) won(i int) (bool, *op.Error) {
	switch {
	case c.Rank == nil && c.Won == nil:
		return false, op.Refuse(op.Pointer("history", i, "rank"), "missing: want the rank, or won")
	case c.Rank == nil:
		return *c.Won, nil
	case c.Won != nil && *c.Won != (*c.Rank == 1):
		return false, op.Refuse(op.Pointer("history", i, "won"), "%t contradicts rank %d: a win is rank 1", *c.Won, *c.Rank)
	}
	return *c.Rank == 1, nil
}

// rated notes a rating after a challenge.
func (r *record) rated(after *float64) {
	if after == nil {
		return
	}
	now := exact.Of(*after)
	if peak, ok := r.stats[rulebook.PeakRating]; !ok || now.Cmp(peak) > 0 {
		r.stats[rulebook.PeakRating] = now
	}
	r.stats[rulebook.RatingStat] = now
}

// value returns a statistic of the record, and whether the record says.
func (r *record) value(n rulebook.Need) (exact.Num, bool) {
	if n.Stat == rulebook.ScoreStreak && r.full {
		return r.scoresAbove(*n.Above), true
	}
	if n.Stat == rulebook.PeakRating && r.unplayed() {
		return exact.Num{}, true // a rating counts after at least one challenge
	}
	have, known := r.stats[n.Stat]
	return have, known
}

func (r *record) unplayed() bool { return r.stats[rulebook.Challenges].Sign() == 0 }

// scoresAbove returns the longest run of scores strictly above a threshold.
func (r *record) scoresAbove(threshold float64) exact.Num {
	run, longest := 0, 0
	for _, c := range r.history {
		run++
		if c.Score <= threshold {
			run = 0
		}
		longest = max(longest, run)
	}
	return exact.Int(int64(longest))
}
