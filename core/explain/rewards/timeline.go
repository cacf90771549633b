package rewards

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleRow is one turning point of a timeline.
type StaleRow struct {
	At    string `json:"at" doc:"Epoch or block since the last improvement."`
	Stale string `json:"stale" doc:"How many of those are beyond the grace period."`
	Kept  string `json:"kept" doc:"What is kept, in percent."`
	Event string `json:"event" doc:"What happens there, for readers; empty if nothing happens."`
	Now   bool   `json:"now" doc:"Whether it is the epoch or block of the request."`
}

// span asks for epochs, or blocks, since the last improvement.
func (d *stale) span(from, to int64) decay.DecayRequest {
	return decay.DecayRequest{Rulebook: d.ref, From: &from, To: &to}
}

// at returns the percentage kept n units after the last improvement.
func (d *stale) at(n int64) float64 {
	got, err := decay.Decay(d.span(n, n))
	if err != nil {
		panic("explain: a span of one is never refused: " + err.Error())
	}
	return got.Epochs[0].KeptPercent
}

// grace returns the last epoch, or block, at which everything is kept; −1 if decay
// starts at once.
func (d *stale) grace() int64 {
	if d.blocks {
		return int64(d.rules.GraceBlocks)
	}
	return int64(d.rules.Grace - d.rules.Early)
}

// never is an epoch, or block, that is not reached.
const never = math.MaxInt64

// first returns the time from which at most percent is kept, or never if that takes too
// long.
func (d *stale) first(percent float64) int64 {
	const longest = 1 << 31
	grace, after := d.grace(), int64(1)
	if percent < d.floor() {
		return never
	}
	if n := d.halvings(percent); n > 0 {
		return grace + n*int64(d.rules.HalfLife)
	}
	for d.at(grace+after) > percent {
		if after *= 2; after > longest {
			return never
		}
	}
	before := after / 2
	for after-before > 1 {
		if middle := (before + after) / 2; d.at(grace+middle) > percent {
			before = middle
		} else {
			after = middle
		}
	}
	return grace + after
}

// halvings returns the number of halvings of 100 % that leave percent, or 0.
func (d *stale) halvings(percent float64) int64 {
	for n, left := int64(1), 50.0; d.blocks && left >= percent && percent > 0; n, left = n+1, left/2 {
		if left == percent {
			return n
		}
	}
	return 0
}

// floor returns the least percentage kept, or 0. It takes the larger of the exact and the
// floating-point result, which either arithmetic reaches.
func (d *stale) floor() float64 {
	burn := d.rules.MaxBurn
	if d.blocks {
		burn = d.rules.BlockMax()
	}
	return max(100-burn, exact.Int(100).Sub(exact.Of(burn)).Float())
}

// bottomless reports whether there is no floor: only a line reaches 0.
func (d *stale) bottomless() bool { return d.floor() == 0 && d.rules.Curve != decay.CurveLinear }

// bottom returns the time at which the floor is reached.
func (d *stale) bottom() int64 {
	if d.bottomless() {
		return never
	}
	return d.first(d.floor())
}

// rows returns the turning points, and where the request stands.
func (d *stale) rows() []StaleRow {
	grace, half, bottom := d.grace(), d.first(50), d.bottom()
	points := []int64{d.now}
	for _, n := range d.turns(grace, half, bottom) {
		if n >= 0 && n < never-1 {
			points = insert(points, n)
		}
	}
	var rows []StaleRow
	for _, n := range points {
		kept := d.at(n)
		row := StaleRow{At: words.Grouped(n), Stale: words.Grouped(max(0, n-grace)), Kept: d.column(kept), Now: n == d.now}
		switch {
		case n == 0:
			row.Event = "improvement"
		case n == grace:
			row.Event = "grace ends"
		case n == grace+1 && kept < 100:
			row.Event = "decay starts"
		case n == half && kept < 50:
			row.Event = "less than half is left"
		case n == half:
			row.Event = "half is left"
		case n == bottom && kept < 100:
			row.Event = "floor"
		}
		rows = append(rows, row)
	}
	return rows
}

// turns returns the turning points; some are not reached.
func (d *stale) turns(grace, half, bottom int64) []int64 {
	if d.blocks {
		return []int64{0, grace, grace + 1, half, d.first(25), d.first(12.5), d.first(6.25), bottom}
	}
	return []int64{0, grace, grace + 1, grace + 2, half, half + 1, bottom - 1, bottom, bottom + 1}
}

// column returns a percentage in a column. It looks like 0 or 100 % only if it is.
func (d *stale) column(percent float64) string {
	return words.Fixed(percent, words.Apart(percent, 100, d.decimals)) + " %"
}

// decimalsOf returns the number of decimals of a column: 0 if each epoch takes whole
// percents.
func decimalsOf(r rulebook.RewardDecay) int {
	whole := func(x exact.Num) bool { return x.Cmp(x.Floor()) == 0 }
	if r.Curve == decay.CurveLinear && whole(exact.Of(r.Rate).Mul(exact.Int(100))) && whole(exact.Of(r.MaxBurn)) {
		return 0
	}
	return 2
}

// end returns the end of the timeline: nothing has changed for a while, or a sixteenth is
// left.
func (d *stale) end() int64 {
	const sixteenth = 6.25
	grace := d.grace()
	if floor := d.floor(); floor >= sixteenth {
		if bottom := d.first(floor); bottom < never {
			return bottom + max(6, (bottom-grace)*3/8)
		}
	} else if last := d.first(sixteenth); last < never {
		return last
	}
	return grace + 100
}

// chart draws the percentage kept since the improvement. It has no points within the
// grace period if that is long.
func (d *stale) chart(sentence string) *chart.Steps {
	const most = 200 // points of the grace period
	grace, end := max(0, d.grace()), d.end()
	every := max(1, (end-grace)/24)
	steps := &chart.Steps{
		Title: "What is kept", Desc: sentence + " " + words.Capital(d.rule()) + ".",
		X: d.noun() + "s since the last improvement", Y: "kept, %", End: float64(end), FromZero: true,
	}
	if d.now <= end {
		steps.Marks = []chart.Mark{{At: float64(d.now), Text: "now"}}
	}
	add := func(n int64) {
		kept := d.at(n)
		steps.Points = append(steps.Points, chart.StepPoint{
			At: float64(n), Value: kept, Name: words.Grouped(n), Text: d.column(kept),
			Words: fmt.Sprintf("%s: %s kept.", words.Capital(d.unit(n)), d.column(kept)),
		})
	}
	from := grace % every
	if grace/every > most {
		from = grace
	}
	if from > 0 {
		add(0)
	}
	for n := from; n < end; n += every {
		add(n)
	}
	return steps
}

// insert puts a number into an ascending list, once.
func insert(list []int64, n int64) []int64 {
	for i, x := range list {
		if x == n {
			return list
		}
		if x > n {
			return append(append(append([]int64{}, list[:i]...), n), list[i:]...)
		}
	}
	return append(list, n)
}
