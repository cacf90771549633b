package rewards

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// The numbers of the tips for every pass rate of a few benchmarks, by the
// formulas of Term Challenge docs in whole numbers: k tasks beat n by 2 % if
// 100·k ≥ 102·n, and beside n and n−1 tasks a third validator is an outlier from
// 6 tasks apart, since 0.6745·5 < 3.5 < 0.6745·6.
func TestTips(t *testing.T) {
	for _, total := range []int{1, 2, 7, 10, 91, 200} {
		for passed := range total + 1 {
			got, err := Tips(score.ComputeRequest{Rulebook: rulebook.ID("term"), Measurements: map[string]measure.Measurement{"pass_rate": {Passed: &passed, Total: &total}}})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{
				"complete":   fmt.Sprintf("One more complete task makes it %d of %d, %.1f %%.", passed+1, total, 100*float64(passed+1)/float64(total)),
				"active":     "In epoch 11, 95 % is kept, from epoch 26 on 20 %.",
				"consistent": "No validator is an outlier",
			}
			enough := passed + 1
			for 100*enough < 102*passed {
				enough++
			}
			switch {
			case passed == total:
				want["complete"], want["improve"] = "All tasks are complete.", "No improvement is possible"
			case enough > total:
				want["improve"] = fmt.Sprintf("even all %d tasks do not beat %d of %d.", total, passed, total)
			case enough == passed+1:
				want["improve"] = "one more complete task resets the decay."
			default:
				want["improve"] = fmt.Sprintf("it takes %d of %d to beat %d of %d.", enough, total, passed, total)
			}
			if passed >= 7 {
				want["consistent"] = fmt.Sprintf("validators count %d and %d tasks, a third that counts this many or fewer", passed, passed-1)
			}
			for _, tip := range got.Tips {
				if !strings.Contains(tip.Text, want[tip.ID]) || tip.Number == "" {
					t.Errorf("%d of %d, %s: %q, want %q", passed, total, tip.ID, tip.Text, want[tip.ID])
				}
				if few := fmt.Sprintf("%d of %d", passed-7, total); tip.ID == "consistent" && passed >= 7 && tip.Number != few {
					t.Errorf("%d of %d: an outlier from %s, want %s", passed, total, tip.Number, few)
				}
			}
		}
	}
}

// The threshold has the unit of its rules: the document's 2 % of the top score, the
// code's 2 points, which from 30 of 100 is 32 and not 31.
func TestTipsNameTheThreshold(t *testing.T) {
	for _, c := range []struct {
		rules         string
		passed, total int
		want          string
	}{
		{"term", 60, 100, "By the threshold of 2 %, it takes 62 of 100 to beat 60 of 100."},
		{"term", 99, 100, "By the threshold of 2 %, even all 100 tasks do not beat 99 of 100."},
		{"term-live", 30, 100, "By the threshold of 2 points, it takes 32 of 100 to beat 30 of 100."},
		{"term-live", 99, 100, "By the threshold of 2 points, even all 100 tasks do not beat 99 of 100."},
	} {
		got, err := Tips(score.ComputeRequest{Rulebook: rulebook.ID(c.rules), Measurements: map[string]measure.Measurement{"pass_rate": {Passed: &c.passed, Total: &c.total}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, tip := range got.Tips {
			if tip.ID == "improve" && !strings.Contains(tip.Text, c.want) {
				t.Errorf("%s, %d of %d: %q, want %q", c.rules, c.passed, c.total, tip.Text, c.want)
			}
		}
	}
}
