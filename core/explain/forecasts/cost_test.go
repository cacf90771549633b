package forecasts

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// TestCostOfSchedules: a schedule costs about what the same matches cost as a plan, also if its
// length is no multiple of its round, and of a part only the part is estimated.
func TestCostOfSchedules(t *testing.T) {
	strength := 1400.0
	ask := func(schedule, cells string, length int) ForecastRequest {
		return ForecastRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, Strength: &strength, Schedule: schedule,
			Cells: cells, Length: &length}
	}
	for _, row := range []struct {
		name     string
		req      ForecastRequest
		like     ForecastRequest
		most     int // times the other's work
		isTooBig bool
	}{
		{name: "a round that ends beyond the longest plan", req: ask("painted", "411", mostPlanned), isTooBig: true},
		{name: "a round of more than half of it", req: ask("painted", repeatedCells(60_000), mostPlanned), isTooBig: true},
		{name: "rounds of three", req: ask("painted", "411", 10_000), like: ask("painted", "4111", 10_000), most: 4},
		{name: "one match more than a multiple", req: ask("even", "", 10_001), like: ask("even", "", 10_000), most: 2},
	} {
		got, like := forecastCost(row.req), forecastCost(row.like)
		switch {
		case row.isTooBig:
			if got.Answer < float64(4<<20) {
				t.Errorf("%s: %+v: want an answer that is refused", row.name, got)
			}
		case got.Work <= 0 || got.Work < like.Work/float64(row.most) || got.Work > like.Work*float64(row.most):
			t.Errorf("%s: %g: want about %g", row.name, got.Work, like.Work)
		}
	}
	first, long := 2000, ask("even", "", 40_000)
	long.First = &first
	part, same := forecastCost(long), ask("even", "", first)
	same.Brief = true // which has no other readings either
	if want := forecastCost(same); part.Work != want.Work || part.Answer != want.Answer {
		t.Errorf("the first %d matches: %+v, want %+v", first, part, want)
	}
}

func repeatedCells(n int) string {
	cells := make([]byte, n)
	for i := range cells {
		cells[i] = byte('1' + i%4)
	}
	return string(cells)
}
