package metrics

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// CalibrateRequest counts the events of a challenge.
type CalibrateRequest struct {
	Rulebook  rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Attempts  int          `json:"attempts" op:"min=0 max=1000000000" doc:"All attempts, completed or not."`
	Completed int          `json:"completed" op:"min=0 max=1000000000" doc:"Completed attempts."`
	Wins      int          `json:"wins" op:"min=0 max=1000000000" doc:"Completed attempts that were won."`
}

// CalibrateResponse is the difficulty that follows.
type CalibrateResponse struct {
	Difficulty     string       `json:"difficulty,omitempty" doc:"Calibrated tier; absent if fewer than min_samples attempts were completed."`
	WinRate        float64      `json:"win_rate" doc:"wins / completed as compared: rounded to three decimals."`
	CompletionRate float64      `json:"completion_rate" doc:"completed / attempts, rounded likewise."`
	MinSamples     int          `json:"min_samples" doc:"Completed attempts below which nothing is revised."`
	Every          int          `json:"every" doc:"Submissions between two revisions: a new tier shows at the next revision."`
	Moves          []Move       `json:"moves" doc:"What it takes to move the tier, per kind of attempt."`
	Warnings       []op.Warning `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// Kinds of attempts in a [Move].
const (
	moveWon     = "won"
	moveNotWon  = "not-won"
	moveExpired = "expired"
)

// Move is the shortest run of equal attempts after which the tier is another.
type Move struct {
	Attempt    string `json:"attempt" op:"enum=won|not-won|expired" doc:"won: completed and won; not-won: completed, but a draw or loss; expired: not completed."`
	Count      *int   `json:"count,omitempty" doc:"How many of them in a row; absent when no number of them moves the tier."`
	Difficulty string `json:"difficulty,omitempty" doc:"The tier it moves to."`
}

// Calibrate describes how hard a challenge is by the arena's thresholds: the first
// tier, easiest first, whose win rate and completion rate are both reached,
// else the hardest; and how many further attempts of one kind move it. Rates
// are rounded half up to three decimals before they are compared, as in the
// deployed arena. Only completed attempts count toward min_samples.
func Calibrate(req CalibrateRequest) (*CalibrateResponse, error) {
	rules, err := req.Rulebook.Calibration()
	if err != nil {
		return nil, err
	}
	c := counts{req.Attempts, req.Completed, req.Wins}
	if c.completed > c.attempts {
		return nil, op.Refuse("/completed", "%d: want at most attempts, %d", c.completed, c.attempts)
	}
	if c.wins > c.completed {
		return nil, op.Refuse("/wins", "%d: want at most completed, %d", c.wins, c.completed)
	}
	res := &CalibrateResponse{MinSamples: rules.MinSamples, Every: rules.Every}
	res.WinRate, res.CompletionRate = c.rates()
	for _, attempt := range []string{moveWon, moveNotWon, moveExpired} {
		res.Moves = append(res.Moves, c.move(rules, attempt))
	}
	res.Difficulty = Calibrated(rules, c.attempts, c.completed, c.wins)
	return res, nil
}

// Calibrated returns the tier of [Calibrate] by rules alone; empty if too few attempts were completed.
func Calibrated(rules *rulebook.Calibration, attempts, completed, wins int) string {
	if completed < rules.MinSamples {
		return ""
	}
	return rules.Name(counts{attempts, completed, wins}.tier(rules))
}

// counts holds the event counts of a challenge.
type counts struct{ attempts, completed, wins int }

// rates returns the win and completion rate as they are compared.
func (c counts) rates() (win, completion float64) {
	return rate(c.wins, c.completed), rate(c.completed, c.attempts)
}

// after is c and n more attempts of one kind.
func (c counts) after(attempt string, n int) counts {
	c.attempts += n
	if attempt != moveExpired {
		c.completed += n
	}
	if attempt == moveWon {
		c.wins += n
	}
	return c
}

func (c counts) tier(rules *rulebook.Calibration) int {
	win, completion := c.rates()
	return rules.Tier(win, completion)
}

// move finds the shortest run of one kind of attempt that changes the tier.
//
// Thresholds fall from tier to tier, so the tier is the harder of what either
// rate alone reaches. Wins make both easier, expiries make completion harder,
// and completions without a win make completion easier and winning harder:
// with those the tier may ease once, and hardens for good later.
func (c counts) move(rules *rulebook.Calibration, attempt string) Move {
	now := c.tier(rules)
	settled := func(n int) Move {
		return Move{Attempt: attempt, Count: &n, Difficulty: rules.Name(c.after(attempt, n).tier(rules))}
	}
	if short := rules.MinSamples - c.completed; short > 0 {
		if attempt == moveExpired {
			return Move{Attempt: attempt}
		}
		return settled(short)
	}
	eases := func(n int) bool { return c.after(attempt, n).tier(rules) < now }
	could := eases
	if attempt == moveNotWon {
		could = func(n int) bool {
			_, completion := c.after(attempt, n).rates()
			return rules.Tier(1, completion) < now
		}
	}
	if n := first(could); n > 0 && eases(n) {
		return settled(n)
	}
	if n := first(func(n int) bool { return c.after(attempt, n).tier(rules) > now }); n > 0 {
		return settled(n)
	}
	return Move{Attempt: attempt}
}

// first returns the smallest n ≥ 1 at which holds, which never turns back to
// false, is true; 0 when it never is. A rate of at most 10⁹ attempts crosses
// any threshold it ever crosses, in thousandths, within 2000 times as many.
func first(holds func(n int) bool) int {
	low, high := 0, 1<<42
	if !holds(high) {
		return 0
	}
	for high-low > 1 {
		if mid := low + (high-low)/2; holds(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
