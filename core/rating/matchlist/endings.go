package matchlist

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/replay"
)

// Ending is the name of a result that may also say that a match expired.
const Ending = "ending"

const expired = "expired"

// endings spell results.
var endings = map[string]string{
	"win": "win", "won": "win", "w": "win", "passed": "win", "pass": "win", "1": "win",
	"draw": "draw", "drawn": "draw", "tie": "draw", "d": "draw", "½": "draw", "0.5": "draw", "0,5": "draw",
	"loss": "loss", "lose": "loss", "lost": "loss", "l": "loss", "failed": "loss", "fail": "loss", "0": "loss",
	expired: expired, "x": expired, "e": expired, "forgotten": expired, "timeout": expired, "forfeit": expired,
}

// ended reads a result.
func ended(m *replay.ReplayMatch, said string) (problem string) {
	result := endings[strings.ToLower(said)]
	switch result {
	case "":
		return fmt.Sprintf("result %s: want win, draw, loss or expired", op.Quote(said))
	case expired:
		m.Status = expired
	default:
		m.Outcome = result
	}
	return ""
}
