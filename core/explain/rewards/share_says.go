package rewards

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ShareSquares are squares, one for each miner: as many are filled as equal miners would be as concentrated.
type ShareSquares struct {
	View   string `json:"view" doc:"SVG viewBox."`
	Filled string `json:"filled" doc:"SVG path of the filled ones."`
	Empty  string `json:"empty" doc:"SVG path of the others."`
}

// rows are all strategies.
func (s *sharing) rows() []ShareRow {
	var rows []ShareRow
	for i, p := range s.pay {
		row := ShareRow{ID: p.Strategy, Name: s.name(p.Strategy), Chosen: i == s.chosen, You: percentOf(p.Share), Next: "0",
			Twice: "still 0", Equal: equals(p.Effective), Zero: "0", Lost: words.Grouped(int64(p.Unstored))}
		if p.Next != nil {
			row.Next = pointsOf(*p.Next - p.Share)
		}
		if p.Share > 0 {
			row.Twice = "does not pay"
			if gain := p.Twice/p.Share - 1; gain > leastGain {
				row.Twice = signed(100*gain, 1) + " %"
			}
		}
		if p.Zero > 0 {
			row.Zero = words.Fixed(100*p.Zero, words.Apart(100*p.Zero, 100, 2)) + " %"
		}
		rows = append(rows, row)
	}
	return rows
}

// loses reports whether a strategy leaves a miner with a share nothing on the chain.
func (s *sharing) loses() bool {
	return slices.ContainsFunc(s.pay, func(p reward.MarginalPay) bool { return p.Unstored > 0 })
}

// leastGain is from which gain on it pays to enter twice.
const leastGain = 0.0005

// equals shows a number of equal miners.
func equals(n float64) string {
	if n >= 20 {
		return words.Grouped(int64(math.Round(n)))
	}
	return words.Fixed(n, 1)
}

// split says whether it pays to enter twice.
func (s *sharing) split() Said {
	p := s.pay[s.chosen]
	if p.Share == 0 {
		return Said{"You have nothing to split.", "nothing"}
	}
	gain := p.Twice/p.Share - 1
	key := signed(100*gain, 1) + " %"
	if gain > leastGain {
		return Said{"Enter your agent twice: " + key + ". Splitting pays.", key}
	}
	return Said{"Enter your agent twice: " + key + ". Splitting does not pay.", key}
}

// equal says how concentrated the shares are.
func (s *sharing) equal() Said {
	p := s.pay[s.chosen]
	if p.Effective == 0 {
		return Said{"Nobody has a share.", "Nobody"}
	}
	key := equals(p.Effective) + " equal miners"
	return Said{"As if " + key + " shared it all.", key}
}

// squares draws them: 32 in a row, or fewer and larger.
func (s *sharing) squares() ShareSquares {
	n, columns, side := s.count, 32, 12.0
	if n <= 40 {
		columns, side = n, min(60, math.Floor(384/float64(n)))
	}
	var filled, empty strings.Builder
	left := s.pay[s.chosen].Effective
	for i := range n {
		x, y := float64(float64(i%columns)*side), float64(float64(i/columns)*12)
		width, high := side-2, 10.0
		if n <= 40 {
			width, high = side-6, 26
		}
		part := float64(min(max(left-float64(i), 0), 1) * width)
		square(&filled, x, y, part, high)
		square(&empty, x+part, y, width-part, high)
	}
	rows := float64((n + columns - 1) / columns * 12)
	if n <= 40 {
		rows = 28
	}
	return ShareSquares{"0 0 384 " + words.Within(rows, 0), filled.String(), empty.String()}
}

func square(b *strings.Builder, x, y, width, height float64) {
	if width > 0.01 {
		b.WriteString("M" + words.Within(x, 2) + " " + words.Within(y, 2) + "h" + words.Within(width, 2) + "v" + words.Within(height, 2) +
			"h-" + words.Within(width, 2) + "z")
	}
}

// chain says what the chain's whole numbers lose.
func (s *sharing) chain() Said {
	p := s.pay[s.chosen]
	if p.Smallest == 0 {
		return Said{"Nobody has a share.", "Nobody"}
	}
	key, text := "nobody vanishes", "On chain, nobody vanishes."
	if p.Unstored > 0 {
		key = words.Counted(p.Unstored, "miner vanishes", "miners vanish")
		text = "On chain, " + key + ": less than half of 1 in 65,535."
	}
	text += " The smallest holds " + words.Grouped(p.Smallest) + " of 65,535"
	if off := 100 * p.Off; math.Abs(off) < 0.005 {
		text += ", exact."
	} else if math.Abs(off) < 0.1 {
		text += ", off by " + signed(off, 3) + " %."
	} else {
		text += ", off by " + signed(off, 2) + " %."
	}
	return Said{text + " HHI " + words.Fixed(p.HHI, words.Apart(p.HHI, 1, 4)) + ".", key}
}

// capHint says what the cap does.
func (s *sharing) capHint(now reward.Outcome) ShareHint {
	percent, mode := s.d.Cap()
	top := words.Fixed(100*now.Top, words.Apart(100*now.Top, 100, 2)) + " %"
	switch {
	case mode == "none":
		return ShareHint{"no cap", ""}
	case !now.Feasible:
		text := "too low for " + words.Grouped(int64(s.paid(now)))
		return ShareHint{text, text}
	case now.Top > percent/100+1e-9:
		return ShareHint{"ends at " + top, "ends at " + top}
	}
	return ShareHint{"top " + top, ""}
}

// paid is how many miners have a share.
func (s *sharing) paid(now reward.Outcome) int {
	n := 0
	for _, i := range s.order {
		if now.Raw[i] > 0 {
			n++
		}
	}
	return n
}

// burnHint says what is really burned.
func (s *sharing) burnHint(now reward.Outcome) ShareHint {
	burned := words.Rate(now.Final[s.d.Sink])
	return ShareHint{"really " + burned, burned}
}

// capModes and burnModes are the ways of both.
var (
	capModes = [...][2]string{{"none", "No cap"}, {"truncate", "Cut off, as written"},
		{"redistribute", "To others, once"}, {"iterative", "To others, until none is over"}}
	burnModes = [...][2]string{{"scale", "Scales weights"}, {"add", "Added on top"}, {"multiply-only", "To nobody"}}
)

// ways are the answers by all modes of the cap and of the burn.
func (s *sharing) ways(res *ShareResponse) {
	strategy := reward.Strategies[s.chosen]
	percent, _ := s.d.Cap()
	for _, mode := range capModes {
		out := s.d.Solve(reward.Variant{Strategy: strategy, Cap: mode[0], Burn: &reward.Burn{}})
		top := words.Fixed(100*out.Top, words.Apart(100*out.Top, 100, 2)) + " %"
		res.Caps = append(res.Caps, ShareWay{mode[1], top, percentOf(out.Final[s.you])})
		if mode[0] != "truncate" {
			continue
		}
		if res.CapsSay = "top " + top + ", under the cap"; out.Top > percent/100+1e-9 {
			res.CapsSay = "as written: " + top
		}
	}
	burn := 0.0
	if s.req.Burn != nil {
		burn = s.req.Burn.Percent
	}
	for _, mode := range burnModes {
		out := s.d.Solve(reward.Variant{Strategy: strategy, Burn: &reward.Burn{Percent: burn, Mode: mode[0]}})
		res.Burns = append(res.Burns, ShareWay{mode[1], words.Rate(out.Final[s.d.Sink]), percentOf(out.Final[s.you])})
	}
}

// byRules are the answers of the documents and of the published code.
func (s *sharing) byRules(res *ShareResponse) error {
	for _, rules := range [...][2]string{{"term", "Documents"}, {"term-live", "Published code"}} {
		ask := s.division()
		ask.Rulebook = rulebook.ID(rules[0])
		d, err := reward.Divide(ask)
		if err != nil {
			return err
		}
		out := d.Solve(reward.Variant{Strategy: d.Strategy()})
		top := words.Fixed(100*out.Top, words.Apart(100*out.Top, 100, 2)) + " %"
		res.Rules = append(res.Rules, ShareWay{rules[1], top, percentOf(out.Final[s.you])})
	}
	res.RulesSay = res.Rules[0].You + " · " + res.Rules[1].You
	return nil
}

// list is all miners.
func (s *sharing) list() []ShareMiner {
	rows := make([]ShareMiner, len(s.order))
	for n, i := range s.order {
		solved := s.scores[i] * s.of
		row := ShareMiner{Place: words.Grouped(int64(n + 1)), Name: words.Named(s.d.IDs[i]), Solved: words.Within(solved, 2),
			Share: percentOf(s.out[s.chosen].Final[i]), Stored: words.Grouped(s.out[s.chosen].Stored[i])}
		for _, out := range s.out {
			row.By = append(row.By, percentOf(out.Final[i]))
		}
		rows[n] = row
	}
	return rows
}
