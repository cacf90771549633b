package replay

import (
	"maps"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Limits of a replay of pairwise challenges, whose work grows with the square
// of the entrants.
const (
	maxEntrants = 5000       // of one challenge, as in elo.pairwise
	maxPairs    = 50_000_000 // compared in all
)

// Limits of the maps in a start, which no tag can state.
const (
	maxRating   = 100_000
	maxAttempts = 1_000_000_000
)

// ReplayRequest is a history of matches in time order.
type ReplayRequest struct {
	Rulebook rulebook.Ref           `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Mode     string                 `json:"mode,omitempty" op:"enum=mean|sum" doc:"Under pairwise rules, how the pairs add up; the rulebook's own by default."`
	Matches  []ReplayMatch          `json:"matches" op:"max=1000000" doc:"Matches in time order. Under pairwise rules the entrants of one challenge follow each other."`
	Start    map[string]ReplayStart `json:"start,omitempty" doc:"Records of agents before the first match, by agent; by default empty, with the rulebook's starting rating."`
}

// ReplayStart is an agent's record before the first match.
type ReplayStart struct {
	Rating     *float64           `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"Rating, in Elo points; the rulebook's starting rating by default."`
	Matches    int                `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Matches played, expired ones included; they choose the K-factor."`
	Wins       int                `json:"wins,omitempty" op:"min=0 max=1000000000" doc:"Matches won."`
	Draws      int                `json:"draws,omitempty" op:"min=0 max=1000000000" doc:"Matches drawn, expired ones included."`
	Losses     int                `json:"losses,omitempty" op:"min=0 max=1000000000" doc:"Matches lost."`
	Streak     int                `json:"streak,omitempty" op:"min=-1000000000 max=1000000000" doc:"Current streak: wins in a row, or losses as a negative number."`
	BestStreak int                `json:"best_streak,omitempty" op:"min=0 max=1000000000" doc:"Longest run of wins."`
	Categories map[string]float64 `json:"categories,omitempty" doc:"Ratings by category, in Elo points."`
	Attempts   map[string]int     `json:"attempts,omitempty" doc:"Completed attempts by challenge."`
}

// ReplayMatch is one match, or under pairwise rules one entrant of a
// challenge, with what the arena claims of it.
type ReplayMatch struct {
	Agent        string   `json:"agent" op:"maxlen=200" doc:"Who played."`
	Challenge    string   `json:"challenge,omitempty" op:"maxlen=200" doc:"The challenge: attempts are counted by it, and pairwise rules compare its entrants."`
	Difficulty   string   `json:"difficulty,omitempty" op:"maxlen=60" doc:"The challenge's difficulty tier, which has a rating; or give opponent. Without both it is inferred from the challenge, or from the claimed rating."`
	Opponent     *float64 `json:"opponent,omitempty" op:"min=-100000 max=100000" doc:"The opponent's rating, in Elo points; or give difficulty."`
	Outcome      string   `json:"outcome,omitempty" op:"enum=win|draw|loss" doc:"Result of the match; with a score it is a claim to check."`
	Score        *float64 `json:"score,omitempty" doc:"Score of the match; it maps to an outcome, or is compared with the other entrants'."`
	Verified     bool     `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Memoryless   bool     `json:"memoryless,omitempty" doc:"Whether the agent played without memory of earlier attempts."`
	FirstAttempt *bool    `json:"first_attempt,omitempty" doc:"Whether it was the first completed attempt at the challenge; by default it follows from attempt, else from the history."`
	Attempt      *int     `json:"attempt,omitempty" op:"min=1 max=1000000000" doc:"Number of the completed attempt, from 1: a claim to check against the history."`
	Category     string   `json:"category,omitempty" op:"maxlen=200" doc:"The challenge's category, which has a rating of its own."`
	Status       string   `json:"status,omitempty" op:"enum=completed|expired|forgotten" doc:"completed (default); expired: no rating change, but a match and a draw, and the streak ends; forgotten: it expired when its agent entered another match, which the deployed Clawdiators code does not count."`
	EloBefore    *float64 `json:"elo_before,omitempty" op:"min=-100000 max=100000" doc:"Claimed rating before the match."`
	EloAfter     *float64 `json:"elo_after,omitempty" op:"min=-100000 max=100000" doc:"Claimed rating after the match."`
	EloChange    *float64 `json:"elo_change,omitempty" op:"min=-200000 max=200000" doc:"Claimed change of the rating."`
}

// ReplayResponse is the history by the rules, and where the claims differ.
type ReplayResponse struct {
	Ratings    []ReplayRating `json:"ratings" doc:"Every agent's record after the last match, in order of first appearance; agents without a match last, by name."`
	History    []ReplayStep   `json:"history" doc:"Every match by the rules, in the order given."`
	Mismatches []Mismatch     `json:"mismatches" doc:"Claims that differ, each once, where the difference arises."`
}

// ReplayRating is an agent's record.
type ReplayRating struct {
	Agent      string             `json:"agent" doc:"The agent."`
	Rating     float64            `json:"rating" doc:"Rating by the rules, in Elo points."`
	Claimed    *float64           `json:"claimed,omitempty" doc:"If the claims end with another rating: that rating."`
	Matches    int                `json:"matches" doc:"Matches played, those of start and expired ones included; not those that the history misses."`
	Wins       int                `json:"wins" doc:"Matches won; under pairwise rules, challenges with rank 1."`
	Draws      int                `json:"draws" doc:"Matches drawn or expired."`
	Losses     int                `json:"losses" doc:"Matches lost; under pairwise rules, all others."`
	Streak     int                `json:"streak" doc:"Current streak: wins in a row, or losses as a negative number; 0 after a draw."`
	BestStreak int                `json:"best_streak" doc:"Longest run of wins."`
	Categories map[string]float64 `json:"categories" doc:"Ratings by category, in Elo points."`
}

// ReplayStep is one match by the rules.
type ReplayStep struct {
	Agent          string   `json:"agent" doc:"Who played."`
	Before         float64  `json:"before" doc:"Rating before the match, in Elo points."`
	After          float64  `json:"after" doc:"Rating after it."`
	Change         float64  `json:"change" doc:"Change of the rating; not rounded unless the rulebook rounds it."`
	Floored        bool     `json:"floored,omitempty" doc:"Whether the floor of the rules kept the rating up; then moved differs from change."`
	Moved          *float64 `json:"moved,omitempty" doc:"If floored: after less before."`
	Outcome        string   `json:"outcome" doc:"win, draw or loss; under pairwise rules win for rank 1, else loss."`
	Expired        bool     `json:"expired,omitempty" doc:"Whether the match expired."`
	Opponent       *float64 `json:"opponent,omitempty" doc:"The opponent's rating; absent under pairwise rules and for expired matches that name none."`
	Difficulty     string   `json:"difficulty,omitempty" doc:"Difficulty tier, if the request has neither it nor an opponent."`
	Inferred       string   `json:"inferred,omitempty" op:"enum=challenge|change|several" doc:"How the difficulty was found: challenge: the arena's list of challenges has it; change: the only one that fits the claimed rating; several: the first of several that fit."`
	Rank           int      `json:"rank,omitempty" doc:"Under pairwise rules, the place in the challenge."`
	K              float64  `json:"k" doc:"K-factor; 0 for an expired match."`
	Expected       float64  `json:"expected" doc:"Expected score, under pairwise rules summed over the pairs; 0 for an expired match."`
	Actual         float64  `json:"actual" doc:"Actual score, likewise."`
	Bonus          float64  `json:"bonus" doc:"Multiplier applied to the change; 1 when none was."`
	FirstAttempt   bool     `json:"first_attempt,omitempty" doc:"Whether it counted as the first completed attempt at its challenge."`
	CategoryRating *float64 `json:"category_rating,omitempty" doc:"Rating in the match's category after it."`
}

// Mismatch is a claim that differs from the rules.
type Mismatch struct {
	Match      int    `json:"match" doc:"Index of the match in the request, from 0."`
	Field      string `json:"field" doc:"The claim: elo_before, elo_after, elo_change, outcome or attempt."`
	Claimed    op.Raw `json:"claimed" doc:"The claimed value."`
	Recomputed op.Raw `json:"recomputed" doc:"The value by the rules, given the claimed rating before the match."`
	Rule       string `json:"rule" doc:"The rule that explains the difference, in words."`
}

// Replay runs a history through the rules.
//
// The record of every agent follows from the matches: K from the matches
// before, expired ones included; the first attempt from the completed attempts
// at the challenge; category ratings with the same opponent and K, and never a
// bonus. A win extends a streak or starts one at +1, a loss extends one or
// starts one at −1, a draw or an expired match ends it. A forgotten match changes
// nothing.
//
// Claims are checked where they arise (claims.go). If a history has
// a gap the replay goes on from the claimed rating; after any other difference
// it stays with the rules. What a gap hides is not counted: a rating that jumped tells
// neither how many matches are missing, nor their outcomes. So K may change later than in
// the arena, which is then a mismatch.
func Replay(req ReplayRequest) (ReplayResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return ReplayResponse{}, err
	}
	if req.Mode != "" && rb.Rating.Scheme != rulebook.Pairwise {
		return ReplayResponse{}, op.Refuse("/mode", "%q does not rate by pairs: leave it out", rb.ID)
	}
	if refusal := checkStart(req.Start); refusal != nil {
		return ReplayResponse{}, refusal
	}
	r := newReplay(rb, req)
	for i := 0; i < len(req.Matches); {
		n, refusal := r.next(i)
		if refusal != nil {
			return ReplayResponse{}, refusal
		}
		i += n
	}
	return ReplayResponse{Ratings: r.ratings(), History: r.history, Mismatches: r.mismatches}, nil
}

// checkStart refuses records that no agent can have.
func checkStart(start map[string]ReplayStart) *op.Error {
	for _, agent := range slices.Sorted(maps.Keys(start)) {
		s, at := start[agent], op.Pointer("start", agent)
		if sum := s.Wins + s.Draws + s.Losses; sum > s.Matches {
			return op.Refuse(at+"/matches", "%d: want at least the wins, draws and losses, %d", s.Matches, sum)
		}
		for _, name := range slices.Sorted(maps.Keys(s.Categories)) {
			if x := s.Categories[name]; x < -maxRating || x > maxRating {
				return op.Refuse(at+op.Pointer("categories", name), "%s: want a rating from -%d to %d", op.Show(x), maxRating,
					maxRating)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(s.Attempts)) {
			if n := s.Attempts[name]; n < 0 || n > maxAttempts {
				return op.Refuse(at+op.Pointer("attempts", name), "%d: want 0 to %d attempts", n, maxAttempts)
			}
		}
	}
	return nil
}

// replay is a history under way.
type replay struct {
	rb         *rulebook.Rulebook
	scheme     *rulebook.Rating
	req        ReplayRequest
	careers    map[string]*career
	order      []*career
	history    []ReplayStep
	values     []float64 // what the history points to
	mismatches []Mismatch
	bonuses    map[conditions]float64
	finalized  map[string]int // pairwise: where a challenge was
	pairs      int            // pairwise: compared so far
}

func newReplay(rb *rulebook.Rulebook, req ReplayRequest) *replay {
	return &replay{
		rb:         rb,
		scheme:     rb.Rating,
		req:        req,
		careers:    map[string]*career{},
		history:    make([]ReplayStep, 0, len(req.Matches)),
		values:     make([]float64, 0, 2*len(req.Matches)),
		mismatches: []Mismatch{},
		bonuses:    map[conditions]float64{},
		finalized:  map[string]int{},
	}
}

// keep returns the address of a copy of x in memory that the whole history shares. A
// match needs at most two.
func (r *replay) keep(x float64) *float64 {
	r.values = append(r.values, x)
	return &r.values[len(r.values)-1]
}

// next replays the match at i, or the whole challenge that begins there. It
// returns the number of matches replayed.
func (r *replay) next(i int) (int, *op.Error) {
	m := &r.req.Matches[i]
	if r.scheme.Scheme == rulebook.Pairwise && m.Opponent == nil && m.Difficulty == "" {
		return r.challenge(i)
	}
	if m.ended() {
		return 1, r.expired(i, m)
	}
	return 1, r.solo(i, m)
}

// career is an agent's record so far.
type career struct {
	agent      string
	rating     float64  // by the rules
	claimed    *float64 // by the claims, if that is another rating
	last       int      // the latest match, -1 before the first
	lapsed     *trial   // the latest match as a draw, if it expired against a known opponent
	fresh      bool     // nothing is known from before the first match
	matches    int
	wins       int
	draws      int
	losses     int
	streak     int
	best       int
	categories map[string]float64
	attempts   map[string]int
}

// career finds an agent's record, or begins it.
func (r *replay) career(agent string) *career {
	c := r.careers[agent]
	if c == nil {
		c = r.begin(agent)
		r.careers[agent] = c
		r.order = append(r.order, c)
	}
	return c
}

func (r *replay) begin(agent string) *career {
	s, known := r.req.Start[agent]
	c := &career{
		agent: agent, rating: r.scheme.Start, last: -1, fresh: !known || s.Rating == nil,
		matches: s.Matches, wins: s.Wins, draws: s.Draws, losses: s.Losses, streak: s.Streak, best: s.BestStreak,
		categories: map[string]float64{}, attempts: map[string]int{},
	}
	if s.Rating != nil {
		c.rating = *s.Rating
	}
	for name, rating := range s.Categories {
		c.categories[name] = rating
	}
	for challenge, n := range s.Attempts {
		c.attempts[challenge] = n
	}
	return c
}
