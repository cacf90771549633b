package weights

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/words"
)

// River is how far each rank can move, from the first on the left to the last: up and down
// from the line in the middle. Groups are islands.
type River struct {
	Wide   string      `json:"wide" doc:"The ranks in 95 % of all weightings, as SVG writes a path: 1000 wide, 156 high."`
	Middle string      `json:"middle" doc:"The ranks in the middle 50 %."`
	Cuts   string      `json:"cuts" doc:"Lines between neighbours of which the first one is likely ahead."`
	Ticks  []RankTick  `json:"ticks" doc:"Marks of the axis."`
	Levels []RankLevel `json:"levels" doc:"Marks of the height, the highest first."`
}

// RankLevel marks a distance from the line in the middle.
type RankLevel struct {
	Text string  `json:"text" doc:"How many ranks."`
	Up   float64 `json:"up" doc:"Its height above the line, in percent from the top of the picture."`
	Down float64 `json:"down" doc:"The same below the line."`
}

// RankTick is a mark of an axis of ranks.
type RankTick struct {
	Text string  `json:"text" doc:"The rank."`
	X    float64 `json:"x" doc:"Its place in percent."`
}

// The picture of all ranks.
const (
	riverWidth  = 1000
	riverHeight = 156
	riverGap    = 1.6  // half of the space between two groups
	riverSteps  = 500  // columns at most
	riverPower  = 0.6  // of a distance: near ranks are seen too
	riverReach  = 60   // ranks, or
	riverPart   = 0.3  // of all, if these are more than
	riverLong   = 200  // agents
	riverLevel  = 0.16 // of the reach, for a mark between
)

// The axis of a strip begins so many ranks before those of its rows, and is not shorter.
const (
	stripMargin = 12
	stripLeast  = 30
)

// picture is what an answer draws and says, by present place.
type picture struct {
	*rankings
	ranges []ranking.Ranges
	ahead  []float64 // of the next; one less
	marks  []string  // the last is last
}

// kept returns the rows with these ids that are not among others.
func (r *rankings) kept(rows []int, ids []string) (more []int) {
	for _, i := range r.order {
		if slices.Contains(ids, r.Table.IDs[i]) && !slices.Contains(rows, i) {
			more = append(more, i)
		}
	}
	return more
}

// answer says how far ranks spread, with these rows, whose axis more of them share, and bars
// of those with some ids.
func (r *rankings) answer(rows, more []int, barred []string) RanksResponse {
	p := &picture{rankings: r}
	counts := map[string]int{}
	for at, i := range r.order {
		p.ranges = append(p.ranges, r.spread.Ranges(i))
		mark := "last"
		if at < len(r.order)-1 {
			share := r.spread.Ahead(at)
			p.ahead = append(p.ahead, share)
			mark = markOf(share)
		}
		p.marks = append(p.marks, mark)
		counts[mark]++
	}
	res := RanksResponse{Exact: r.spread.Exact(), Error: tenth(100 * r.spread.Error()), Noise: r.noiseText(),
		Solid: words.Grouped(int64(counts["solid"])), Likely: words.Grouped(int64(counts["likely"])),
		TossUp: words.Grouped(int64(counts["toss-up"])), River: p.river(), Rows: []RankRow{}}
	res.say(counts["solid"]+1, len(r.order))
	res.Good, res.How = "exact", r.how(res.Error)
	if !res.Exact {
		res.Good = "± " + words.Fixed(res.Error, 1) + " at 95 %"
	}
	from, to := p.axis(rows)
	res.Axis = ticks(from, to, 5)
	for _, i := range slices.Concat(rows, more) {
		row := p.row(slices.Index(r.order, i), from, to)
		if slices.Contains(barred, row.ID) {
			p.bars(&row, i, from, to)
		}
		res.Rows = append(res.Rows, row)
	}
	return res
}

func markOf(share float64) string {
	switch {
	case share >= solidShare:
		return "solid"
	case share >= likelyShare:
		return "likely"
	}
	return "toss-up"
}

// say counts the groups.
func (r *RanksResponse) say(groups, rows int) {
	all := words.Counted(rows, "place", "places")
	r.Key = words.Counted(groups, "group", "groups")
	switch {
	case rows == 1:
		r.Key, r.Sentence = "One agent", "One agent has one place."
	case groups == 1:
		r.Key, r.Sentence = "no places", "These scores tell no places apart."
	case groups == rows:
		r.Key, r.Sentence = "all "+all, "These scores tell all "+all+" apart."
	default:
		r.Sentence = fmt.Sprintf("These scores tell %s apart, not %s.", r.Key, all)
	}
	r.Brief = r.Key
}

// how says what the shares are good to.
func (r *rankings) how(good float64) string {
	if r.spread.Exact() {
		return "Exact, for all weightings" + r.within()
	}
	return fmt.Sprintf("%s weightings%s, ± %s points at 95 %%", words.Grouped(int64(r.spread.Drawn())), r.within(),
		words.Fixed(good, 1))
}

// noiseText says what the scores are good to.
func (r *rankings) noiseText() string {
	low, high, n := math.Inf(1), 0.0, 0
	for _, w := range r.list {
		if w.Noise > 0 {
			low, high, n = min(low, w.Noise), max(high, w.Noise), n+1
		}
	}
	switch {
	case n == 0:
		return "none"
	case low < high:
		return fmt.Sprintf("± %s to %s in %d of %d", words.Number(low), words.Number(high), n, len(r.list))
	case n < len(r.list):
		return fmt.Sprintf("± %s in %d of %d", words.Number(low), n, len(r.list))
	}
	return "± " + words.Number(low)
}

// row describes the agent at a place, on an axis from one rank to another one.
func (p *picture) row(at, from, to int) RankRow {
	i, all := p.order[at], p.ranges[at]
	rank := int(p.rank[i])
	row := RankRow{ID: p.Table.IDs[i], Name: p.Table.Names[i], Rank: words.Ordinal(rank), Low: all.Low, High: all.High,
		Range: strconv.Itoa(all.Low), Mark: p.marks[at]}
	if all.High > all.Low {
		row.Range += "–" + strconv.Itoa(all.High)
	}
	row.Says = fmt.Sprintf("%s, %s in 95 %%.", row.Rank, row.Range)
	if all.Low == rank && all.High == rank {
		row.Says = row.Rank + " in 95 % and more."
	}
	if at < len(p.ahead) {
		row.Ahead = shareText(p.ahead[at])
		row.Says += fmt.Sprintf(" Ahead of %s in %s: %s.", words.Called(p.Table.Names[p.order[at+1]]), row.Ahead, row.Mark)
	}
	strip := func(low, high int) (x, width float64) {
		x = 100 * float64(max(low, from)-from) / float64(to-from+1)
		return tenth(x), tenth(max(0, 100*float64(min(high, to)+1-from)/float64(to-from+1)-x))
	}
	row.X, row.Width = strip(all.Low, all.High)
	row.MidX, row.MidWidth = strip(all.From, all.To)
	row.NowX, row.NowWidth = strip(rank, rank)
	first, last := p.run(at)
	switch {
	case first == last:
		row.Run = "only"
	case at == first:
		row.Run = "first"
	case at == last:
		row.Run = "last"
	default:
		row.Run = "inner"
	}
	if first < last {
		row.RunX, row.RunWidth = strip(first+1, last+1)
	}
	return row
}

// barsHigh is how high the highest bar is.
const barsHigh = 22

// bars draws how often the agent of a row takes each rank, on an axis from one rank to
// another one.
func (p *picture) bars(row *RankRow, i, from, to int) {
	first, wide, shares := p.spread.Shares(i)
	most := slices.Max(shares)
	if at := slices.Index(shares, most); wide == 1 {
		row.Says += fmt.Sprintf(" Most often %s, in %s.", words.Ordinal(first+at), shareText(most))
	}
	at := func(rank int) string {
		return words.Fixed(100*float64(min(max(rank, from), to+1)-from)/float64(to+1-from), 1)
	}
	var path strings.Builder
	for k, share := range shares {
		rank := first + k*wide
		if share == 0 || rank > to || rank+wide <= from {
			continue
		}
		fmt.Fprintf(&path, "M%s %dV%sH%sV%dZ", at(rank), barsHigh, words.Fixed(float64(barsHigh*(1-share/most)), 1), at(rank+wide), barsHigh)
	}
	row.Bars = path.String()
}

// shareText writes a share so that it agrees with its mark.
func shareText(share float64) string {
	x := 100 * share
	decimals := 0
	for _, whole := range []float64{100, 100 * solidShare, 100 * likelyShare} {
		decimals = max(decimals, words.Apart(x, whole, 0))
	}
	return words.Fixed(x, decimals) + " %"
}

// run returns the first and the last place of the neighbours of one that are toss-ups.
func (p *picture) run(at int) (first, last int) {
	for first = at; first > 0 && p.marks[first-1] == "toss-up"; {
		first--
	}
	for last = at; p.marks[last] == "toss-up"; {
		last++
	}
	return first, last
}

// axis returns the first and the last rank of the axis of some rows.
func (p *picture) axis(rows []int) (from, to int) {
	n := len(p.order)
	if len(rows) == 0 {
		return 1, n
	}
	first, last := slices.Index(p.order, rows[0])+1, slices.Index(p.order, rows[len(rows)-1])+1
	from = max(1, min(first, last)-stripMargin)
	to = min(n, max(max(first, last)+stripMargin, from+stripLeast))
	return from, to
}

// ticks are marks on an axis of ranks: the first one, the last one, and some between.
func ticks(from, to, most int) []RankTick {
	n := to - from + 1
	step := niceStep(float64(n) / float64(most))
	list := []RankTick{}
	add := func(rank int, text string) {
		list = append(list, RankTick{text, tenth(100 * (float64(rank-from) + 0.5) / float64(n))})
	}
	add(from, strconv.Itoa(from))
	for rank := (from/step + 1) * step; rank < to; rank += step {
		if (rank-from)*2 >= step && (to-rank)*2 >= step {
			add(rank, strconv.Itoa(rank))
		}
	}
	if to > from {
		add(to, strconv.Itoa(to))
	}
	return list
}

// niceStep returns 1, 2 or 5 times a power of ten, at least x.
func niceStep(x float64) int {
	for unit := 1; ; unit *= 10 {
		for _, n := range []int{1, 2, 5} {
			if float64(n*unit) >= x {
				return n * unit
			}
		}
	}
}

// reach returns the distance that is drawn as far as the picture goes.
func (p *picture) reach() float64 {
	n := float64(len(p.order))
	if n > riverLong {
		return math.Round(n * riverPart)
	}
	return max(1, min(riverReach, n-1))
}

// river draws the ranges of all ranks.
func (p *picture) river() (r River) {
	n, reach := len(p.order), p.reach()
	r.Ticks = ticks(1, n, 5)
	r.Ticks[0].Text = words.Ordinal(1)
	if last := len(r.Ticks) - 1; last > 0 {
		r.Ticks[last].Text = words.Ordinal(n)
	}
	height := func(ranks float64) float64 {
		return float64(riverHeight / 2 * fmath.Pow(min(1, ranks/reach), riverPower))
	}
	for _, level := range []float64{reach, float64(niceStep(reach * riverLevel))} {
		if level < reach || len(r.Levels) == 0 {
			up := tenth(100 * (0.5 - height(level)/riverHeight))
			r.Levels = append(r.Levels, RankLevel{words.Number(level), up, 100 - up})
		}
	}
	step := (n + riverSteps - 1) / riverSteps
	x := func(at int) float64 { return riverWidth * float64(at) / float64(n) }
	var wide, middle, cuts strings.Builder
	island := []column{}
	for at := 0; at < n; at += step {
		end := min(n, at+step)
		c := column{from: x(at), to: x(end)}
		solid, likely := false, false
		for q := at; q < end; q++ {
			rank, all := int(p.rank[p.order[q]]), p.ranges[q]
			c.up, c.down = max(c.up, float64(rank-all.Low)), max(c.down, float64(all.High-rank))
			c.midUp, c.midDown = max(c.midUp, float64(rank-all.From)), max(c.midDown, float64(all.To-rank))
			solid, likely = solid || p.marks[q] == "solid", likely || p.marks[q] == "likely"
		}
		c.up, c.down, c.midUp, c.midDown = height(c.up), height(c.down), height(c.midUp), height(c.midDown)
		island = append(island, c)
		switch {
		case solid || end == n:
			draw(&wide, island, 1.5, func(c column) (up, down float64) { return c.up, c.down })
			draw(&middle, island, 1, func(c column) (up, down float64) { return c.midUp, c.midDown })
			island = island[:0]
		case likely:
			cuts.WriteString("M" + chart.Fixed(c.to, 1) + " 0V" + strconv.Itoa(riverHeight))
		}
	}
	r.Wide, r.Middle, r.Cuts = wide.String(), middle.String(), cuts.String()
	return r
}

// column is how far the ranks of one place or more can move, in the picture.
type column struct{ from, to, up, down, midUp, midDown float64 }

// draw draws an island: its upper edge from the left, its lower one from the right, at
// least so far from the line in the middle.
func draw(to *strings.Builder, island []column, least float64, of func(c column) (up, down float64)) {
	const mid = riverHeight / 2.0
	left, right := 0.0, 0.0
	if island[0].from > 0 {
		left = riverGap
	}
	if island[len(island)-1].to < riverWidth-0.05 {
		right = riverGap
	}
	edge := func(i int) (from, end float64) {
		from, end = island[i].from, island[i].to
		if i == 0 {
			from += left
		}
		if i == len(island)-1 {
			end -= right
		}
		return from, max(from, end)
	}
	for i, c := range island {
		from, end := edge(i)
		up, _ := of(c)
		if i == 0 {
			to.WriteString("M" + chart.Fixed(from, 1) + " " + chart.Fixed(mid, 1))
		}
		to.WriteString("V" + chart.Fixed(max(0, mid-max(up, least)), 1) + "H" + chart.Fixed(end, 1))
	}
	for i := len(island) - 1; i >= 0; i-- {
		from, _ := edge(i)
		_, down := of(island[i])
		to.WriteString("V" + chart.Fixed(min(riverHeight, mid+max(down, least)), 1) + "H" + chart.Fixed(from, 1))
	}
	to.WriteString("Z")
}
