package replay

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// How a difficulty that the request does not have was found.
const (
	byChallenge = "challenge" // the arena's list of challenges has it
	byChange    = "change"    // it is the only one that fits the claimed rating
	bySeveral   = "several"   // it is the first of several that fit, with the same change
)

// unnamed reports whether a match has neither a difficulty nor an opponent.
func (r *replay) unnamed(m *ReplayMatch) bool {
	return m.Difficulty == "" && m.Opponent == nil && len(r.scheme.Opponents) > 0
}

// infer finds the difficulty of match i, which does not state it. It takes the difficulty
// of the challenge if the claims fit it or are absent, else the difficulty that fits the
// claims, else again the difficulty of the challenge, from whose rules the claims then
// differ. t is the match without an opponent.
func (r *replay) infer(i int, m *ReplayMatch, c *career, t *trial) (difficulty, how string, refusal *op.Error) {
	declared, claimed := r.rb.DeclaredDifficulty(m.Challenge), m.EloAfter != nil || m.EloChange != nil
	found := 0
	for _, o := range r.scheme.Opponents {
		try := *t
		try.opponent = o.Rating
		fits := claimed && r.fits(m, readingOf(m.start(c), try.from(m.start(c))))
		switch {
		case o.Difficulty == declared && (fits || !claimed):
			t.opponent = o.Rating
			return declared, byChallenge, nil
		case fits:
			if found++; found == 1 {
				difficulty, t.opponent = o.Difficulty, o.Rating
			}
		case o.Difficulty == declared && found == 0:
			t.opponent = o.Rating
		}
	}
	switch {
	case found == 1:
		return difficulty, byChange, nil
	case found > 1:
		return difficulty, bySeveral, nil
	case declared != "":
		return declared, byChallenge, nil
	}
	if _, refusal = r.opponent(i, m); refusal != nil && claimed {
		refusal.Message = strings.Replace(refusal.Message, "missing:", "missing, and none fits the claimed rating:", 1)
	}
	return "", "", refusal
}
