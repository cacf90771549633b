package forecasts

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/words"
)

// fill sums up the distribution at the end in bars that are high enough to be seen.
func (d *fanned) fill() {
	perPoint := d.pixels / (d.high - d.low)
	for _, d.width = range [...]float64{1, 2, 5, 10, 20, 25, 50, 100} {
		if float64(d.width*perPoint) >= barLeast {
			break
		}
	}
	for _, one := range d.got.Final.Distribution {
		at := float64(math.Floor(one.Rating/d.width) * d.width)
		if n := len(d.bars); n == 0 || d.bars[n-1].at != at {
			d.bars = append(d.bars, bar{at: at})
		}
		d.bars[len(d.bars)-1].odds += one.Probability
	}
	for _, one := range d.bars {
		d.longest = max(d.longest, one.odds)
	}
}

// upward reports whether the first target is reached from below.
func (d *fanned) upward() bool { return d.got.Targets[0].Direction != "down" }

// distribution draws the bars, and in another path what is past the target: one that the
// target goes through is split.
func (d *fanned) distribution() (rest, past string) {
	var b [2]strings.Builder
	for _, one := range d.bars {
		if one.odds < float64(barShown*d.longest) {
			continue
		}
		from, to, length := one.at, one.at+d.width, d.length(one.odds)
		if len(d.got.Targets) == 0 {
			rectangle(&b[0], from, to, length)
			continue
		}
		target, dark := d.got.Targets[0].Rating, 0
		if d.upward() {
			dark = 1
		}
		if split := min(max(target, from), to); split > from {
			rectangle(&b[1-dark], from, split, length)
		}
		if split := min(max(target, from), to); split < to {
			rectangle(&b[dark], split, to, length)
		}
	}
	return b[0].String(), b[1].String()
}

func (d *fanned) length(odds float64) int {
	return int(math.Floor(float64(barLongest*odds)/d.longest + 0.5))
}

func rectangle(b *strings.Builder, from, to float64, length int) {
	fmt.Fprintf(b, "M0 %sh%dv%sh-%dz", short(-to), length, short(to-from), length)
}

// outline goes around the bars that can be seen.
func (d *fanned) outline() string {
	var b strings.Builder
	end := 0.0
	for _, one := range d.bars {
		if one.odds < float64(barShown*d.longest) {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "M0 %s", short(-one.at))
		}
		end = one.at + d.width
		fmt.Fprintf(&b, "H%dV%s", d.length(one.odds), short(-end))
	}
	return b.String() + "H0"
}

// share returns the odds to end past the target; they stand where bars leave room.
func (d *fanned) share() explain.FanMark {
	if len(d.got.Targets) == 0 {
		return explain.FanMark{}
	}
	target, sum := d.got.Targets[0].Rating, 0.0
	for _, one := range d.got.Final.Distribution {
		if d.upward() == (one.Rating >= target) || one.Rating == target {
			sum += one.Probability
		}
	}
	at, step := d.down(target), -1.0
	if at < -2 || at > 102 {
		return explain.FanMark{}
	}
	mark := explain.FanMark{Label: explain.Chance(sum), Kind: "end above"}
	if at -= 3.2; !d.upward() {
		mark.Kind, at, step = "end below", at+9.2, 1
	}
	for range 60 {
		if d.oddsAt(at) < float64(besideBars*d.longest) && d.oddsAt(at-d.text) < float64(besideBars*d.longest) {
			break
		}
		at += step
	}
	mark.At = chart.Hundredth(min(max(at, d.text), 98))
	return mark
}

// oddsAt returns the length of the bar at a place in percent from the top.
func (d *fanned) oddsAt(at float64) float64 {
	rating := d.high - float64(at*(d.high-d.low))/100
	for _, one := range d.bars {
		if rating >= one.at && rating < one.at+d.width {
			return one.odds
		}
	}
	return 0
}

// ranges returns the odds to end at the edge of a bar or above.
func (d *fanned) ranges() []explain.FanMark {
	list, sum := []explain.FanMark{}, 0.0
	for i := len(d.bars) - 1; i >= 0; i-- {
		sum += d.bars[i].odds
		if at := d.down(d.bars[i].at); at >= 0 && at <= 100 {
			list = append(list, explain.FanMark{At: at, Label: explain.Chance(sum) + " end at " + words.Number(d.bars[i].at) + " or above"})
		}
	}
	return list
}

// Columns of a plan that is too long for a cell a match.
const stripColumns = 120

// strip draws the plan: a column a match, as high as its tier; of a long plan, columns of
// shares.
func (d *fanned) strip(fan *ForecastFan) {
	ranks, height := d.tiers, len(d.rated.Opponents)
	if height == 0 {
		d.ratedStrip(fan)
		return
	}
	fan.Strip = fmt.Sprintf("0 0 %d %d", d.of, height)
	for i, o := range d.rated.Opponents[:min(height, 9)] {
		fan.Levels += strconv.Itoa(i + 1)
		fan.Names = append(fan.Names, words.Capital(o.Difficulty))
	}
	paths, counts := make([]strings.Builder, height), make([]int, height)
	for _, rank := range ranks {
		if rank > 0 {
			counts[rank-1]++
		}
	}
	if d.of <= mostShown {
		fan.Cells = cells(paths, ranks)
		fan.Seams = seams(d.of, height, true)
	} else {
		shares(paths, ranks)
	}
	for i := height - 1; i >= 0; i-- {
		o := d.rated.Opponents[i]
		tier := FanTier{ID: o.Difficulty, Rank: i + 1, Label: words.Capital(o.Difficulty), Rating: words.Number(o.Rating),
			Path: paths[i].String()}
		if counts[i] > 0 {
			tier.Count = words.Grouped(int64(counts[i]))
		}
		fan.Tiers = append(fan.Tiers, tier)
	}
}

// ranks returns the tier of every match from 1 on; 0 for opponents of no tier.
func (f *outlook) ranks() []int {
	if len(f.rated.Opponents) == 0 {
		return nil
	}
	ranks := make([]int, 0, f.of)
	f.each(func(e forecast.PlanEntry, count int) {
		rank := 0
		for i, o := range f.rated.Opponents {
			if e.Difficulty == o.Difficulty || e.Opponent != nil && *e.Opponent == o.Rating {
				rank = i + 1
			}
		}
		for range count {
			ranks = append(ranks, rank)
		}
	})
	return ranks
}

// each calls visit for the rows of the whole plan as often as they are played, with the number
// of matches.
func (f *outlook) each(visit func(e forecast.PlanEntry, count int)) {
	for match := 0; match < f.of; {
		for _, e := range f.plans {
			count := min(countOf(e), f.of-match)
			if count == 0 {
				return
			}
			visit(e, count)
			match += count
		}
	}
}

// opponentAt names the opponent of a match.
func (d *fanned) opponentAt(match int) string {
	if match < len(d.rates) {
		return words.Number(d.rates[match])
	}
	if match < len(d.tiers) && d.tiers[match] > 0 {
		return words.Capital(d.rated.Opponents[d.tiers[match]-1].Difficulty)
	}
	return ""
}

// cells draws runs of equal matches. It returns a digit a match, unless a digit is too little.
func cells(paths []strings.Builder, ranks []int) string {
	height := len(paths)
	digits := make([]byte, 0, len(ranks))
	for from := 0; from < len(ranks); {
		to := from
		for to < len(ranks) && ranks[to] == ranks[from] {
			to++
		}
		if rank := ranks[from]; rank > 0 {
			for _, part := range [...]struct {
				to byte
				at int
			}{{'M', from}, {' ', height}, {'V', height - rank}, {'H', to}, {'V', height}} {
				paths[rank-1].WriteByte(part.to)
				paths[rank-1].WriteString(strconv.Itoa(part.at))
			}
			paths[rank-1].WriteByte('z')
		}
		for range to - from {
			digits = append(digits, byte('0'+min(ranks[from], 10)))
		}
		from = to
	}
	if text := string(digits); height < 10 && !strings.Contains(text, "0") {
		return text
	}
	return ""
}

// seams are lines between the columns, and if asked between the rows.
func seams(matches, height int, rows bool) string {
	var b strings.Builder
	for i := 1; i < matches; i++ {
		fmt.Fprintf(&b, "M%d 0V%d", i, height)
	}
	for i := 1; rows && i < height; i++ {
		fmt.Fprintf(&b, "M0 %dH%d", i, matches)
	}
	return b.String()
}

// shares draws columns of many matches: of each, the share of every tier, the lowest below.
func shares(paths []strings.Builder, ranks []int) {
	height := float64(len(paths))
	for column := range stripColumns {
		from, to := column*len(ranks)/stripColumns, (column+1)*len(ranks)/stripColumns
		counts := make([]int, len(paths)+1)
		for _, rank := range ranks[from:to] {
			counts[rank]++
		}
		below := height
		for rank := 1; rank <= len(paths); rank++ {
			share := float64(height*float64(counts[rank])) / float64(to-from)
			if share > 0 {
				fmt.Fprintf(&paths[rank-1], "M%d %sV%sH%dV%sz", from, short(below), short(below-share), to, short(below))
			}
			below -= share
		}
	}
}

// stripReach is how far the strip of a plan without tiers goes beyond the rating, in points.
const stripReach = 400

// ratedStrip draws a plan of opponents that have ratings and no tiers: a column a match, as high as
// its opponent, in steps that can be painted.
func (d *fanned) ratedStrip(fan *ForecastFan) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range d.plans {
		low, high = min(low, *e.Opponent), max(high, *e.Opponent)
	}
	tier := FanTier{ID: "rated", Rank: 3, Label: "opponents", Rating: words.Number(low)}
	if high > low {
		tier.Rating += "–" + words.Number(high)
	}
	step := func(rating float64) float64 { return float64(math.Floor(rating/cellStep+0.5) * cellStep) }
	bottom := step(min(low, d.req.Rating-stripReach))
	top := step(max(high, d.req.Rating+stripReach))
	for rating := bottom; rating <= top; rating += cellStep {
		if at, exact := letter(rating); exact && len(fan.Levels) < len(cellLetters) {
			fan.Levels += string(at)
			fan.Names = append(fan.Names, words.Number(rating))
		}
	}
	if at, _ := letter(d.req.Rating); at != 0 {
		fan.Level = string(at)
	}
	rows := float64(top-bottom)/cellStep + 1
	fan.Strip = fmt.Sprintf("0 0 %d %s", d.of, short(rows))
	heights, cells := make([]float64, 0, d.of), make([]byte, 0, d.of)
	d.each(func(e forecast.PlanEntry, count int) {
		at, _ := letter(*e.Opponent)
		if *e.Opponent == d.req.Rating {
			at = cellLevel
		}
		for range count {
			heights = append(heights, 1+float64(step(*e.Opponent)-bottom)/cellStep)
			cells = append(cells, at)
		}
	})
	tier.Path = columns(heights, rows)
	if d.of <= mostShown {
		fan.Seams = seams(d.of, int(rows), false)
		if len(fan.Names) == int(rows) && fan.Level != "" && !slices.Contains(cells, 0) {
			fan.Cells = string(cells)
		}
	}
	fan.Tiers = []FanTier{tier}
}

// columns draws runs of columns of equal height; of many, the mean of neighbours.
func columns(heights []float64, rows float64) string {
	var path strings.Builder
	n := len(heights)
	shown := n
	if n > mostShown {
		shown = stripColumns
	}
	mean := func(column int) float64 {
		from, to, sum := column*n/shown, (column+1)*n/shown, 0.0
		for _, height := range heights[from:to] {
			sum += height
		}
		return sum / float64(to-from)
	}
	for from := 0; from < shown; {
		to, height := from+1, mean(from)
		for to < shown && mean(to) == height {
			to++
		}
		fmt.Fprintf(&path, "M%d %sV%sH%dV%sz", from*n/shown, short(rows), short(rows-height), to*n/shown, short(rows))
		from = to
	}
	return path.String()
}
