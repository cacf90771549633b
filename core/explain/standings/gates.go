package standings

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// PathRoad is the tiers of an arena as gates of a road that has a lane for each requirement.
// Places are in percent of its length.
type PathRoad struct {
	Gates []RoadGate `json:"gates" doc:"Every tier that needs something, the lowest first."`
	Lanes []RoadLane `json:"lanes" doc:"Every requirement of the target."`
	Held  float64    `json:"held" doc:"Where the highest tier is that the record has; 0 if it has none."`
}

// RoadGate is one tier.
type RoadGate struct {
	ID    string  `json:"id" doc:"Tier id."`
	Name  string  `json:"name" doc:"Name for readers."`
	At    float64 `json:"at" doc:"Its place."`
	State string  `json:"state" op:"enum=held|target|open" doc:"held; target: of the plan; open."`
}

// RoadLane is one requirement, whose gates are at the places of the tiers. Between two gates its
// values are even.
type RoadLane struct {
	ID      string     `json:"id" doc:"What is counted."`
	Label   string     `json:"label" doc:"Name for readers."`
	Have    string     `json:"have" doc:"The record's value; a question mark if it is unknown."`
	At      float64    `json:"at" doc:"Its place; 0 if it is unknown."`
	To      float64    `json:"to" doc:"The place of the target's gate; that of the record if the gate is met."`
	Missing string     `json:"missing" doc:"What the target takes in this lane; empty if nothing."`
	Needs   []LaneNeed `json:"needs" doc:"What each gate asks, the lowest first; gates that ask nothing are left out."`
	Grip    LaneGrip   `json:"grip" doc:"Where a slider of the record's value goes that stays in scale: around the gates next to it."`
}

// LaneNeed is what one gate asks in one lane.
type LaneNeed struct {
	ID    string  `json:"id" doc:"Tier id."`
	At    float64 `json:"at" doc:"Its place."`
	Label string  `json:"label" doc:"The least that is enough; with a tick if it is met."`
	State string  `json:"state" op:"enum=met|target|open" doc:"met; target: missing for the plan; open."`
}

// LaneGrip is a slider over a stretch of a lane.
type LaneGrip struct {
	At    float64 `json:"at" doc:"Where it begins."`
	Width float64 `json:"width" doc:"How long it is."`
	Least float64 `json:"least" doc:"Its value at the beginning."`
	Most  float64 `json:"most" doc:"Its value at the end."`
}

// past is how far a grip goes past the gates next to it, in percent of the road and at least one
// step, so that a hand that drags comes to the next stretch.
const past = 1.5

// road returns the gates to a tier; none if the target is a title.
func (p *path) road() PathRoad {
	var tiers []rulebook.Tier
	for _, t := range p.rb.Tiers {
		if len(t.Needs) > 0 {
			tiers = append(tiers, t)
		}
	}
	road := PathRoad{Gates: []RoadGate{}, Lanes: []RoadLane{}}
	if p.got.Any || len(tiers) == 0 {
		return road
	}
	held := slices.IndexFunc(tiers, func(t rulebook.Tier) bool { return t.ID == p.tier })
	for i, t := range tiers {
		gate := RoadGate{ID: t.ID, Name: t.Name, At: place(i, len(tiers)), State: "open"}
		if i <= held {
			gate.State, road.Held = "held", gate.At
		} else if t.ID == p.got.Target {
			gate.State = "target"
		}
		road.Gates = append(road.Gates, gate)
	}
	for _, n := range p.got.Needs {
		road.Lanes = append(road.Lanes, p.lane(n, tiers))
	}
	return road
}

// place returns where a gate is of so many.
func place(gate, of int) float64 { return chart.Hundredth(float64(100*(2*gate+1)) / float64(2*of)) }

// lane returns one requirement of the target.
func (p *path) lane(n standing.PlanNeed, tiers []rulebook.Tier) RoadLane {
	l := RoadLane{ID: n.Requirement, Label: laneLabel(n.Requirement), Have: had(n), Needs: []LaneNeed{}}
	scale := []mark{{}}
	for i, t := range tiers {
		for _, need := range t.Needs {
			if need.Stat != n.Requirement {
				continue
			}
			at := place(i, len(tiers))
			scale = append(scale, mark{need.Min, at})
			one := LaneNeed{ID: t.ID, At: at, Label: op.Show(need.Min), State: "open"}
			switch {
			case n.Have != nil && *n.Have >= need.Min:
				one.State, one.Label = "met", "✓ "+one.Label
			case t.ID == p.got.Target:
				one.State = "target"
			}
			l.Needs = append(l.Needs, one)
			if t.ID == p.got.Target {
				l.To = at
			}
		}
	}
	last := scale[len(scale)-1]
	scale = append(scale, mark{p.end(n.Requirement, last.value), 100})
	have := 0.0
	if n.Have != nil {
		have = *n.Have
	}
	l.At, l.Grip = placed(scale, have, stepOf(n.Requirement))
	if n.Status == standing.NeedMet {
		l.To = l.At
	}
	l.Missing = p.missing(n)
	return l
}

// laneLabel names a requirement in one word.
func laneLabel(stat string) string {
	if stat == rulebook.AverageScore {
		return "Average"
	}
	return Requirement(stat)
}

// end returns the value at the end of a lane: the best average, or a quarter more than the last
// gate asks.
func (p *path) end(stat string, last float64) float64 {
	if stat == rulebook.AverageScore {
		return max(p.rb.Scale, last+1)
	}
	return last + max(1, last/4)
}

// mark is a value at its place.
type mark struct{ value, at float64 }

// stepOf returns the smallest change of a value.
func stepOf(stat string) float64 {
	if stat == rulebook.AverageScore {
		return 0.1
	}
	return 1
}

// placed returns where a value is on a scale, and the stretch in which it can be dragged.
func placed(scale []mark, x, step float64) (at float64, grip LaneGrip) {
	i := 1
	for i < len(scale)-1 && x >= scale[i].value {
		i++
	}
	a, b := scale[i-1], scale[i]
	length := (b.at - a.at) / (b.value - a.value) // of one
	more := float64(math.Ceil(past/float64(length*step)) * step)
	least, most := a.value, b.value
	if i > 1 {
		least = max(0, least-more)
	}
	if i < len(scale)-1 {
		most += more
	}
	grip = LaneGrip{At: chart.Hundredth(a.at + float64(length*(least-a.value))), Width: chart.Hundredth(length * (most - least)),
		Least: chart.Hundredth(least), Most: chart.Hundredth(most)}
	return chart.Hundredth(a.at + float64(length*(min(x, b.value)-a.value))), grip
}

// missing returns what the target takes in one lane.
func (p *path) missing(n standing.PlanNeed) string {
	switch {
	case n.Status == standing.NeedMet || n.Status == standing.NeedUnplanned || n.Have == nil:
		return ""
	case n.Status == standing.NeedImpossible:
		return "out of reach"
	case n.Requirement == rulebook.AverageScore:
		if p.got.AverageNeeded == nil {
			return ""
		}
		return words.Short(min(atLeast(*p.got.AverageNeeded), p.best)) + " each"
	}
	return strconv.Itoa(*cmp.Or(n.Challenges, new(int))) + " more"
}
