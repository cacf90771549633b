package standings

import (
	"math"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
)

// A value is where the lines between a tier's thresholds and places put it, and a slider over the
// stretch around it is in the same scale.
func TestRoadPlacesTheRecord(t *testing.T) {
	for _, c := range []struct {
		name             string
		challenges, wins int
		average          float64
		target           string
		at               []float64 // by hand: gates are at 10, 30, 50, 70, 90
		held             float64
		missing, each    string
	}{
		{"Silver on the way to Gold", 14, 2, 63.1, "", []float64{30 + 20*4.0/15, 30 + 20*13.1/20, 50 * 2 / 3.0}, 30, "11 more", "78.8 each"},
		{"nothing yet", 0, 0, 0, "", []float64{0}, 0, "3 more", ""},
		{"at a gate", 25, 3, 70, "platinum", []float64{50, 50, 50}, 50, "25 more", "90 each"},
		{"past the last gate", 200, 60, 95, "champion", []float64{100, 95, 100}, 90, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Plan(standing.PlanRequest{Rulebook: rulebook.ID("airena"), Challenges: &c.challenges, Wins: &c.wins,
				AverageScore: &c.average, Target: c.target})
			if err != nil {
				t.Fatal(err)
			}
			road := got.Road
			if len(road.Gates) != 5 || road.Held != c.held {
				t.Errorf("%d gates, held to %v: want 5, %v", len(road.Gates), road.Held, c.held)
			}
			if len(road.Lanes) != len(c.at) {
				t.Fatalf("%d lanes: want %d", len(road.Lanes), len(c.at))
			}
			for i, lane := range road.Lanes {
				if math.Abs(lane.At-c.at[i]) > 0.006 {
					t.Errorf("%s is at %v: want %v", lane.ID, lane.At, c.at[i])
				}
				g := lane.Grip
				value := []float64{float64(c.challenges), c.average, float64(c.wins)}[i]
				if value = min(value, g.Most); math.Abs(g.At+g.Width*(value-g.Least)/(g.Most-g.Least)-lane.At) > 0.02 {
					t.Errorf("%s: a slider %+v puts %v elsewhere than %v", lane.ID, g, value, lane.At)
				}
			}
			if road.Lanes[0].Missing != c.missing || len(road.Lanes) > 1 && road.Lanes[1].Missing != c.each {
				t.Errorf("missing %q and more: want %q, %q", road.Lanes[0].Missing, c.missing, c.each)
			}
			if s := road.Gates[2].State; c.target != "" && s != "held" {
				t.Errorf("Gold is %s: want held", s)
			}
		})
	}
}

// A title has no road: one of its requirements is enough.
func TestTitlesHaveNoRoad(t *testing.T) {
	n := 3
	got, err := Plan(standing.PlanRequest{Rulebook: rulebook.ID("clawdiators-live"), Challenges: &n, Wins: &n})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Road.Gates)+len(got.Road.Lanes) != 0 {
		t.Errorf("a road of %d gates: want none", len(got.Road.Gates))
	}
}
