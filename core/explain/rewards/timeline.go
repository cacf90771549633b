package rewards

import (
	"math"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleRow is one turning point of a timeline.
type StaleRow struct {
	_ op.NotCompared

	At    string `json:"at" doc:"Epoch or block since the last improvement."`
	Stale string `json:"stale" doc:"How many of those are beyond the grace period."`
	Kept  string `json:"kept" doc:"What is kept, in percent."`
	Event string `json:"event" doc:"What happens there, for readers; empty if nothing happens."`
	Now   bool   `json:"now" doc:"Whether it is the epoch or block of the request."`
}

// span asks for epochs, or blocks, since the last improvement.
func (d *stale) span(from, to int64) decay.DecayRequest {
	req := decay.DecayRequest{Rulebook: rulebook.ID(d.rulebook), From: &from, To: &to}
	if d.blocks {
		req.Curve = decay.CurveBlock
	}
	return req
}

// at is what is kept so long after the last improvement.
func (d *stale) at(n int64) float64 {
	got, err := decay.Decay(d.span(n, n))
	if err != nil {
		panic("explain: a span of one is never refused: " + err.Error())
	}
	return got.Epochs[0].KeptPercent
}

// grace is the last epoch, or block, at which everything is kept.
func (d *stale) grace() int64 {
	if d.blocks {
		return int64(d.rules.GraceBlocks)
	}
	return int64(d.rules.Grace - d.rules.Early)
}

// first is when at most so much is kept. Epochs are few; blocks are counted in
// half-lives.
func (d *stale) first(percent float64) int64 {
	n := d.grace()
	if d.blocks {
		return n + int64(math.Round(float64(d.rules.HalfLife)*halvings(percent)))
	}
	for d.at(n) > percent && n < d.grace()+1000 {
		n++
	}
	return n
}

// halvings of 100 % that leave a percentage above 0.
func halvings(percent float64) float64 {
	n := 0.0
	for ; percent < 100; percent *= 2 {
		n++
	}
	return n
}

func (d *stale) floor() float64 {
	if d.blocks {
		return 0
	}
	return 100 - d.rules.MaxBurn
}

// rows are the turning points, and where the request stands.
func (d *stale) rows() []StaleRow {
	grace, half := d.grace(), d.first(50)
	points := []int64{0, grace, grace + 1, grace + 2, half}
	if d.blocks {
		points = []int64{0, grace, grace + 1, half, d.first(25), d.first(12.5), d.first(6.25)}
	} else {
		floor := d.first(d.floor())
		points = append(points, half+1, floor-1, floor, floor+1)
	}
	points = insert(points, d.now)
	var rows []StaleRow
	for _, n := range points {
		row := StaleRow{At: words.Grouped(n), Stale: words.Grouped(max(0, n-grace)), Kept: d.column(d.at(n)), Now: n == d.now}
		switch {
		case n == 0:
			row.Event = "improvement"
		case n == grace:
			row.Event = "grace ends"
		case n == grace+1:
			row.Event = "decay starts"
		case n == half:
			row.Event = "half is left"
		case !d.blocks && n == d.first(d.floor()):
			row.Event = "floor"
		}
		rows = append(rows, row)
	}
	return rows
}

// column is a percentage in a column: whole for epochs, each of which takes whole
// percents.
func (d *stale) column(percent float64) string {
	if d.blocks {
		return words.Fixed(percent, 2) + " %"
	}
	return words.Fixed(percent, 0) + " %"
}

// chart is what is kept from the improvement on, until nothing changes any more
// or a sixteenth is left.
func (d *stale) chart(sentence string) *chart.Steps {
	every, end := int64(1), d.grace()+22
	if d.blocks {
		every, end = int64(d.rules.HalfLife/6), d.grace()+int64(4*d.rules.HalfLife)
	}
	steps := &chart.Steps{
		Title: "What is kept", Desc: sentence + " " + words.Capital(d.rule()) + ".",
		X: d.noun() + "s since the last improvement", Y: "kept, %", End: float64(end), FromZero: true,
	}
	if d.now <= end {
		steps.Marks = []chart.Mark{{At: float64(d.now), Text: "now"}}
	}
	for n := int64(0); n < end; n += every {
		kept := d.at(n)
		steps.Points = append(steps.Points, chart.StepPoint{
			At: float64(n), Value: kept, Name: words.Grouped(n), Text: d.column(kept), Words: message.Fill("%s: %s kept.", words.Capital(d.unit(n)), d.column(kept)),
		})
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
