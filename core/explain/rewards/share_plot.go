package rewards

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/words"
)

// SharePlot is shares by rank. Paths have ranks across, in 1000 units, and percent of the height down.
type SharePlot struct {
	Scale   float64     `json:"scale" doc:"Share at the top of the picture."`
	Ticks   []StaleMark `json:"ticks" doc:"Shares at the axis, in percent from the top."`
	Ranks   []StaleMark `json:"ranks" doc:"Ranks at the other axis, or names of few miners."`
	Own     string      `json:"own" doc:"SVG path of the chosen strategy, after cap and burn."`
	Before  string      `json:"before" doc:"SVG path before the burn; empty without one."`
	Burned  string      `json:"burned" doc:"SVG path around what burns."`
	Raw     string      `json:"raw" doc:"SVG path before the cap; empty if it cuts nothing."`
	Cursor  Cursor      `json:"cursor" doc:"You, at your rank."`
	Stops   []ShareStop `json:"stops" doc:"Your rank with each number of tasks."`
	Point   float64     `json:"point" doc:"Where your share is, in percent from the top."`
	Side    string      `json:"side" op:"enum=start|end" doc:"On which side of you there is room for words."`
	Tell    string      `json:"tell" doc:"Your place and share."`
	More    string      `json:"more" doc:"What one more task adds."`
	TellAt  float64     `json:"tell_at" doc:"Where both have room, in percent from the top."`
	Few     bool        `json:"few" doc:"Whether that is above the picture, beside the cursor's label: few miners have no room below."`
	Limit   Cursor      `json:"limit" doc:"The cap, at a share; at the top if it is above the picture. Its label is empty without a cap."`
	Beyond  bool        `json:"beyond" doc:"Whether it is above the picture."`
	Ends    string      `json:"ends" doc:"At which share the top ends, if the cap does not hold; otherwise empty."`
	Burns   string      `json:"burns" doc:"How much burns; empty if there is no room."`
	BurnsAt float64     `json:"burns_at" doc:"Where that has room."`
}

// ShareStop is a place on a picture, and the value that it stands for.
type ShareStop struct {
	At    float64 `json:"at" doc:"Place in percent from the left."`
	Value float64 `json:"value" doc:"The value."`
}

// Sizes of the picture, which is about 310 pixels high.
const (
	fewMiners  = 12  // that are named
	namesApart = 6.5 // percent
	burnsRoom  = 7   // percent
)

// edge is where a rank ends, from 0 to 1: even for few miners, by logarithms for many.
func (s *sharing) edge(rank int) float64 {
	n := float64(len(s.order))
	if n <= fewMiners {
		return float64(rank) / n
	}
	return fmath.Log(float64(2*rank+1)) / fmath.Log(2*n+1)
}

// middle is where a rank is, in percent.
func (s *sharing) middle(rank int) float64 { return round(50 * (s.edge(rank-1) + s.edge(rank))) }

// scale is the share at the top of the picture.
func (s *sharing) scale(now reward.Outcome) float64 {
	if s.req.Scale != nil {
		return *s.req.Scale
	}
	before, raw := slices.Max(now.Capped), slices.Max(now.Raw)
	most := max(float64(before*1.22), float64(min(raw, 2*before)*1.06))
	if most > 0.9 || most == 0 {
		return 1.04
	}
	return most
}

// plot draws the picture, and puts the lines of other strategies into their rows.
func (s *sharing) plot(rows []ShareRow) SharePlot {
	now := s.out[s.chosen]
	scale := s.scale(now)
	down := func(share float64) float64 { return round(100 * (1 - min(share/scale, 1.1))) }
	p := SharePlot{Scale: scale, Ranks: s.rankTicks(), Stops: s.stops(), Own: s.stairs(s.ofOrder(now.Final), down), Side: "start",
		Point: down(now.Final[s.you])}
	for _, tick := range chart.Ticks(0, float64(100*scale), 4) {
		if tick.At <= float64(100*scale) {
			p.Ticks = append(p.Ticks, StaleMark{At: down(tick.At / 100), Label: tick.Text})
		}
	}
	p.Ticks[len(p.Ticks)-1].Label += " %"
	before, raw := s.ofOrder(now.Capped), s.ofOrder(now.Raw)
	for i := range raw {
		if !alike(raw[i], before[i]) {
			p.Raw = s.stairs(raw, down)
			break
		}
	}
	if burned := now.Final[s.d.Sink]; burned > 1e-9 && s.req.Burn != nil && s.req.Burn.Percent > 0 {
		p.Before = s.stairs(before, down)
		p.Burned = p.Before + s.back(s.ofOrder(now.Final), down) + "Z"
		if top := s.ofOrder(now.Final); (len(top) > fewMiners || s.rank > 1) && down(top[0])-down(before[0]) >= burnsRoom {
			p.Burns, p.BurnsAt = words.Short(s.req.Burn.Percent)+" % burns", round((down(top[0])+down(before[0]))/2)
		}
	}
	s.lines(rows, scale, down)
	s.tell(&p, down)
	s.limit(&p, now, scale, down)
	return p
}

// alike reports whether two shares look the same.
func alike(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// ofOrder lists shares, best first.
func (s *sharing) ofOrder(shares []float64) []float64 {
	list := make([]float64, len(s.order))
	for n, i := range s.order {
		list[n] = shares[i]
	}
	return list
}

// sorted lists the shares by a strategy, best first.
func (s *sharing) sorted(i int) []float64 {
	if s.best == nil {
		s.best = make([][]float64, len(s.out))
	}
	if s.best[i] != nil {
		return s.best[i]
	}
	list := s.ofOrder(s.out[i].Final)
	slices.SortFunc(list, func(a, b float64) int {
		if a > b {
			return -1
		} else if a < b {
			return 1
		}
		return 0
	})
	s.best[i] = list
	return list
}

// stairs draws shares by rank.
func (s *sharing) stairs(shares []float64, down func(float64) float64) string {
	var b strings.Builder
	for i, share := range shares {
		y := chart.Fixed(down(share), 2)
		if i == 0 {
			b.WriteString("M0 " + y)
		} else if share != shares[i-1] {
			b.WriteString("H" + chart.Fixed(1000*s.edge(i), 1) + "V" + y)
		}
	}
	return b.String() + "H1000"
}

// back draws them from the last to the first.
func (s *sharing) back(shares []float64, down func(float64) float64) string {
	var b strings.Builder
	for i := len(shares) - 1; i >= 0; i-- {
		if i == len(shares)-1 || shares[i] != shares[i+1] {
			b.WriteString("V" + chart.Fixed(down(shares[i]), 2))
		}
		if i == 0 || shares[i] != shares[i-1] {
			b.WriteString("H" + chart.Fixed(1000*s.edge(i), 1))
		}
	}
	return b.String()
}

// lines draws the other strategies, and finds room for the names of all.
func (s *sharing) lines(rows []ShareRow, scale float64, down func(float64) float64) {
	labels := make([]*float64, len(rows))
	for i := range rows {
		shares := s.sorted(i)
		if i != s.chosen {
			rows[i].Path = s.stairs(shares, down)
		}
		rows[i].Top = words.Fixed(float64(100*shares[0]), words.Apart(float64(100*shares[0]), 100, 2)) + " %"
		if shares[0] > scale {
			rows[i].Beyond = " ↑"
		}
		rows[i].Label = max(down(shares[0]), 1)
		labels[i] = &rows[i].Label
	}
	keepApart(labels, namesApart, 1, math.Inf(1))
}

// rankTicks are ranks, or the names of few miners.
func (s *sharing) rankTicks() []StaleMark {
	n := len(s.order)
	var ticks []StaleMark
	if n <= fewMiners {
		for r, i := range s.order {
			ticks = append(ticks, StaleMark{At: s.middle(r + 1), Label: clipped(s.d.IDs[i], max(4, 36/n))})
		}
		return ticks
	}
	for _, r := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if float64(r) < 0.7*float64(n) {
			t := StaleMark{At: s.middle(r), Label: words.Grouped(int64(r))}
			if r == 1 {
				t.Label = "1st"
			} else if r == 10 || r >= 100 {
				t.Kind = "minor"
			}
			ticks = append(ticks, t)
		}
	}
	return append(ticks, StaleMark{At: 100, Label: words.Ordinal(n), Kind: "last"})
}

// clipped is a name of few letters, for pictures.
func clipped(id string, most int) string {
	letters := []rune(id)
	if len(letters) <= most {
		return words.Called(id)
	}
	return words.Called(string(letters[:most-1])) + "…"
}

// stops are your ranks with every number of tasks or points: behind those with as many. In several
// competitions other miners may be ahead for what they have elsewhere, so you are placed by shares.
func (s *sharing) stops() []ShareStop {
	if s.of > 200 {
		return []ShareStop{}
	}
	stops := []ShareStop{}
	for x := 0.0; x <= s.of; x++ {
		rank := 1
		if len(s.competitions) == 1 {
			for i, y := range s.numbers[0] {
				if i != s.place && y >= x {
					rank++
				}
			}
		} else {
			if s.count > 40 {
				return []ShareStop{}
			}
			score := float64(x / s.of)
			final := s.d.Solve(reward.Variant{Strategy: reward.Strategies[s.chosen], Miner: s.you, Score: &score}).Final
			for _, i := range s.order {
				if i != s.you && (final[i] > final[s.you] || same(final[i], final[s.you])) {
					rank++
				}
			}
		}
		stops = append(stops, ShareStop{At: s.middle(rank), Value: x})
	}
	return stops
}

// tell puts words beside you.
func (s *sharing) tell(p *SharePlot, down func(float64) float64) {
	x := words.Within(s.listed.mine(), 2)
	share, place := percentOf(s.pay[s.chosen].Share), words.Ordinal(s.rank)
	p.Cursor = Cursor{Field: "/mine", At: s.middle(s.rank), Value: s.listed.mine(), High: s.of, Step: 1,
		Label: "◂ " + x + " " + s.unit() + "s ▸", Says: x + " of " + words.Within(s.of, 0) + ": " + share + ", " + place}.shifted()
	p.Tell = "you, " + place + ": " + share
	p.More, _ = s.next(" points")
	if p.Cursor.At > 62 {
		p.Side = "end"
	}
	high := p.Point
	if p.Before != "" {
		high = min(high, down(s.out[s.chosen].Capped[s.you]))
	}
	for i := range s.out {
		if s.sorted(i)[s.rank-1] < 3*s.out[s.chosen].Top {
			high = min(high, down(s.sorted(i)[s.rank-1]))
		}
	}
	if p.TellAt, p.Few = round(min(max(high-18, 9), 78)), len(s.order) <= fewMiners; p.Few {
		p.TellAt = -11
	}
}

// limit puts the cap at its share.
func (s *sharing) limit(p *SharePlot, now reward.Outcome, scale float64, down func(float64) float64) {
	percent, mode := s.d.Cap()
	if mode == "none" {
		return
	}
	p.Beyond = percent/100 > scale
	label := "▴ cap " + words.Number(percent) + " % ▾"
	if p.Beyond {
		label = "cap " + words.Number(percent) + " % ▾"
	}
	step := 1.0
	for step > float64(25*scale) {
		step /= 10
	}
	p.Limit = Cursor{Field: "/cap/percent", At: max(down(percent/100), 0), Value: percent, Low: 0.001, High: float64(100 * scale), Step: step,
		Label: label, Says: label}
	if now.Top > percent/100+1e-9 {
		p.Ends = "the top ends at " + words.Fixed(100*now.Top, words.Apart(100*now.Top, 100, 2)) + " %"
		p.Limit.Says = "cap " + words.Number(percent) + " %: " + p.Ends
	}
}
