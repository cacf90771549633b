package scores

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// The numbers of tasks that beat a top score, equal it and reset its decay, for
// every whole percent: counted in whole numbers, by Term Challenge docs, Scoring
// System (k/n > top; k/n ≥ top · 1.02, and anything above 0 if that is 0).
func TestTaskCliffs(t *testing.T) {
	for _, total := range []int{1, 2, 3, 7, 10, 50, 91, 100} {
		for top := range 101 {
			above, equal, resets := 0, 0, 0
			for above*100 <= top*total {
				above++
			}
			for equal*100 < top*total {
				equal++
			}
			for resets*10000 < top*total*102 || resets == 0 {
				resets++
			}
			percent, passed := float64(top), total/2
			got, err := Tasks(TasksRequest{Rulebook: rulebook.ID("term"), TopPercent: &percent, TargetPercent: &percent, Measurements: map[string]measure.Measurement{"pass_rate": {Passed: &passed, Total: &total}}})
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("%d task", equal); got.Goal == nil || !strings.HasPrefix(got.Goal.Tasks, want) {
				t.Errorf("%d %% of %d: %+v, want %s", top, total, got.Goal, want)
			}
			for _, want := range []struct {
				meaning string
				at      int
				holds   bool
			}{
				{"above the top score", above, above <= total},
				{"equal to the top score", equal, equal < above && equal <= total},
				{"resets the decay by Term Challenge (document)", resets, resets <= total},
			} {
				i := slices.IndexFunc(got.Rows, func(r TaskRow) bool { return strings.Contains(r.Meaning, want.meaning) })
				switch {
				case i < 0 && want.holds:
					t.Errorf("%d tasks, top %d %%: nothing is %s, want %d", total, top, want.meaning, want.at)
				case i >= 0 && (!want.holds || got.Rows[i].Passed != fmt.Sprintf("%d of %d", want.at, total)):
					t.Errorf("%d tasks, top %d %%: %s is %s, want %d (%t)", total, top, got.Rows[i].Passed, want.meaning, want.at, want.holds)
				}
			}
		}
	}
}

func TestImprovementInWords(t *testing.T) {
	for threshold, want := range map[float64]string{0.01: "1 point better", 0.02: "2 points better", 0.005: "0.5 points better"} {
		if got := improvement(rulebook.RewardDecay{Threshold: threshold, ThresholdMode: "absolute"}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
