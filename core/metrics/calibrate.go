package metrics

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// CalibrateRequest is what happened in a challenge: counts, or the rates an
// arena publishes.
type CalibrateRequest struct {
	Rulebook       rulebook.Ref          `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Rules          *rulebook.Calibration `json:"rules,omitempty" doc:"Calibration rules, replacing the rulebook's own."`
	Attempts       *int                  `json:"attempts,omitempty" op:"min=0 max=1000000000" doc:"All attempts, completed or not."`
	Completed      *int                  `json:"completed,omitempty" op:"min=0 max=1000000000" doc:"Completed attempts."`
	Wins           *int                  `json:"wins,omitempty" op:"min=0 max=1000000000" doc:"Completed attempts that were won."`
	WinRate        *float64              `json:"win_rate,omitempty" op:"min=0 max=1" doc:"Instead of counts: wins / completed, as published."`
	CompletionRate *float64              `json:"completion_rate,omitempty" op:"min=0 max=1" doc:"Instead of counts: completed / attempts, as published."`
	SampleSize     *int                  `json:"sample_size,omitempty" op:"min=0 max=1000000000" doc:"Instead of counts: how many attempts the rates are of."`
}

// CalibrateResponse is the difficulty that follows.
type CalibrateResponse struct {
	Difficulty     string       `json:"difficulty,omitempty" doc:"Calibrated tier; absent below min_samples."`
	WinRate        float64      `json:"win_rate" doc:"wins / completed as it is compared, rounded to three decimals when it comes from counts."`
	CompletionRate float64      `json:"completion_rate" doc:"completed / attempts as it is compared, rounded likewise."`
	Samples        int          `json:"samples" doc:"Attempts the rates are of."`
	MinSamples     int          `json:"min_samples" doc:"Attempts below which nothing is revised."`
	Every          int          `json:"every,omitempty" doc:"Submissions between two revisions: a move shows at the next of them."`
	Moves          []Move       `json:"moves" doc:"What it takes to move the tier, per kind of attempt; none when only rates are given."`
	Warnings       []op.Warning `json:"warnings" doc:"What is worth knowing."`
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

// Calibrate says how hard a challenge is by the arena's thresholds: the first
// tier, easiest first, whose win rate and completion rate are both reached,
// else the hardest. From counts it also says how many further attempts of one
// kind move it. Rates from counts are rounded half up to three decimals
// before they are compared, as in the deployed arena.
func Calibrate(req CalibrateRequest) (*CalibrateResponse, error) {
	rules := req.Rules
	if rules == nil {
		var err error
		if rules, err = req.Rulebook.Calibration(); err != nil {
			return nil, err
		}
	} else if _, err := req.Rulebook.Resolve(); err != nil {
		return nil, err
	}
	if refusal := checkCalibration(rules); refusal != nil {
		return nil, refusal
	}
	counts, refusal := countsOf(&req)
	if refusal != nil {
		return nil, refusal
	}
	res := &CalibrateResponse{MinSamples: rules.MinSamples, Every: rules.Every, Warnings: []op.Warning{}}
	if counts == nil {
		res.WinRate, res.CompletionRate, res.Samples = *req.WinRate, *req.CompletionRate, *req.SampleSize
		res.settle(rules, tierOf(rules, *req.WinRate, *req.CompletionRate))
		return res, nil
	}
	res.WinRate, res.CompletionRate = counts.rates()
	res.Samples = counts.attempts
	res.settle(rules, counts.tier(rules))
	for _, attempt := range []string{moveWon, moveNotWon, moveExpired} {
		res.Moves = append(res.Moves, counts.move(rules, attempt))
	}
	if counts.completed < rules.MinSamples && res.Difficulty != "" {
		res.Warnings = append(res.Warnings, op.Warnf("samples", "/attempts", "only %d of %d attempts are completed: the arena does not publish whether the others count toward its %d samples; here they do",
			counts.completed, counts.attempts, rules.MinSamples))
	}
	return res, nil
}

func (res *CalibrateResponse) settle(rules *rulebook.Calibration, tier int) {
	if res.Samples >= rules.MinSamples {
		res.Difficulty = tierName(rules, tier)
	}
}

// checkCalibration refuses steps whose thresholds rise: a harder tier asks for
// less.
func checkCalibration(rules *rulebook.Calibration) *op.Error {
	for i := 1; i < len(rules.Steps); i++ {
		above, step := &rules.Steps[i-1], &rules.Steps[i]
		if step.MinWinRate > above.MinWinRate {
			return op.Invalidf(op.Pointer("rules", "steps", i, "min_win_rate"), "%s: want at most the easier tier's, %s", op.Show(step.MinWinRate), op.Show(above.MinWinRate))
		}
		if step.MinCompletion > above.MinCompletion {
			return op.Invalidf(op.Pointer("rules", "steps", i, "min_completion_rate"), "%s: want at most the easier tier's, %s", op.Show(step.MinCompletion), op.Show(above.MinCompletion))
		}
	}
	return nil
}

// countsOf reads either form of the request; nil means rates.
func countsOf(req *CalibrateRequest) (*counts, *op.Error) {
	rated := req.WinRate != nil || req.CompletionRate != nil || req.SampleSize != nil
	for _, m := range []struct {
		field       string
		given, want bool
	}{
		{"/attempts", req.Attempts != nil, !rated}, {"/completed", req.Completed != nil, !rated}, {"/wins", req.Wins != nil, !rated},
		{"/win_rate", req.WinRate != nil, rated}, {"/completion_rate", req.CompletionRate != nil, rated}, {"/sample_size", req.SampleSize != nil, rated},
	} {
		if m.given != m.want {
			return nil, op.Invalidf(m.field, "want attempts, completed and wins, or win_rate, completion_rate and sample_size")
		}
	}
	if rated {
		return nil, nil
	}
	c := &counts{*req.Attempts, *req.Completed, *req.Wins}
	if c.completed > c.attempts {
		return nil, op.Invalidf("/completed", "%d: want at most attempts, %d", c.completed, c.attempts)
	}
	if c.wins > c.completed {
		return nil, op.Invalidf("/wins", "%d: want at most completed, %d", c.wins, c.completed)
	}
	return c, nil
}

// counts is what happened in a challenge.
type counts struct{ attempts, completed, wins int }

// rates are the win and completion rate as they are compared.
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

// tierOf is the first step both rates reach, or the number of steps. A rate
// alone reaches a tier when the other is perfect.
func tierOf(rules *rulebook.Calibration, win, completion float64) int {
	for i := range rules.Steps {
		if s := &rules.Steps[i]; win >= s.MinWinRate && completion >= s.MinCompletion {
			return i
		}
	}
	return len(rules.Steps)
}

func tierName(rules *rulebook.Calibration, tier int) string {
	if tier < len(rules.Steps) {
		return rules.Steps[tier].Difficulty
	}
	return rules.Otherwise
}

func (c counts) tier(rules *rulebook.Calibration) int {
	win, completion := c.rates()
	return tierOf(rules, win, completion)
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
		return Move{attempt, &n, tierName(rules, c.after(attempt, n).tier(rules))}
	}
	if short := rules.MinSamples - c.attempts; short > 0 {
		return settled(short)
	}
	eases := func(n int) bool { return c.after(attempt, n).tier(rules) < now }
	could := eases
	if attempt == moveNotWon {
		could = func(n int) bool {
			_, completion := c.after(attempt, n).rates()
			return tierOf(rules, 1, completion) < now
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

// first is the smallest n ≥ 1 at which holds, which never turns back to
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
