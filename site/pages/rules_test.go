package pages

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Every rulebook has a page, and the page a place for everything that other
// pages link to.
func TestRulesOfEveryRulebook(t *testing.T) {
	docs := documents(t, rules)
	index := pageAt(t, docs, "/rules/")
	for _, rb := range rulebook.BuiltIn() {
		d := pageAt(t, docs, rulesPath(rb.ID))
		ids := d.ids()
		want := []string{"source", "scale", "dimensions", "measures", "contradictions", "examples"}
		for _, dim := range rb.Dimensions {
			want = append(want, dim.Key, dim.Measure)
		}
		if len(rb.Dimensions) > 1 {
			want = append(want, "composite")
		}
		if len(rb.Results) > 0 {
			want = append(want, "result")
		}
		if rb.Rating != nil {
			want = append(want, "rating", "expected", "k-factor")
		}
		for id, has := range map[string]bool{"tiers": len(rb.Tiers) > 0, "badges": len(rb.Badges) > 0, "titles": len(rb.Titles) > 0} {
			if has {
				want = append(want, id)
			}
		}
		for _, id := range want {
			if !slices.Contains(ids, id) {
				t.Errorf("%s has no #%s", d.path, id)
			}
		}
		if !strings.Contains(index.text, `href="`+d.path+`"`) {
			t.Errorf("/rules/ does not link to %s", d.path)
		}
	}
}

// A rulebook nobody wrote about fails the build.
func TestRulesWithoutProse(t *testing.T) {
	stranger := *resolve("airena")
	stranger.ID = "stranger"
	f := &frame{asset: func(string) (string, error) { return "", nil }}
	if _, err := rulesPage(f, nil, &stranger); err == nil || !strings.Contains(err.Error(), `no prose for the rulebook "stranger"`) {
		t.Errorf("error %v", err)
	}
	stranger.ID, stranger.Composite.Rounding = "airena", "to-the-moon"
	if _, err := rulesPage(f, nil, &stranger); err == nil || !strings.Contains(err.Error(), "to-the-moon") {
		t.Errorf("error %v", err)
	}
}

// The numbers of every contradiction in RULES.md, where its page shows them.
func TestContradictions(t *testing.T) {
	docs := documents(t, rules)
	tests := []struct {
		path, id string
		want     []string
	}{
		{"/rules/airena/", "bystander", []string{"A 88.00, B 82.80", "A 68.00, B 70.80"}},
		{"/rules/airena/", "mean-or-sum", []string{"a +20, b −8, c −4", "a +40, b −16, c −8"}},
		{"/rules/airena/", "new-fastest", []string{"Taken here 100", "The formula alone 125"}},
		{"/rules/airena/", "one-or-two", []string{"2 challenges Unranked", "3 challenges Bronze"}},
		{"/rules/airena/", "rising-star", []string{"rated 1200 not earned", "rated 1180 not earned", "tied, rated 1200 earned"}},
		{"/rules/airena/", "above-70", []string{"70 each not earned", "70.01 each earned"}},
		{"/rules/airena/", "rounding", []string{"69.9951, shown as 70.00 Silver", "Average 70 Gold"}},
		{"/rules/airena/", "winners", []string{"a rank 1, b rank 1, c rank 3"}},
		{"/rules/clawdiators/", "parts", []string{"(document) 823, a win", "(live code) 824, a win"}},
		{"/rules/clawdiators/", "cap", []string{"(document) 1000", "(live code) 1001"}},
		{"/rules/clawdiators/", "speed-curve", []string{"(document) 750, 500, 100", "(live code) 650, 354, 32"}},
		{"/rules/clawdiators/", "bonus-order", []string{"(document) 1077 (+27.01)", "(live code) 1078 (+28)"}},
		{"/rules/clawdiators/", "first-win", []string{"(document) 723", "(live code) 722"}},
		{"/rules/clawdiators/", "lost-bonus", []string{"(document) 1169 (+3.84) without the bonus: 1168 (+3.49)", "(live code) 1168 (+3) without the bonus: 1168 (+3)"}},
		{"/rules/clawdiators/", "memoryless", []string{"(document) 1075", "(live code) 1078"}},
		{"/rules/clawdiators/", "wins-or-gains", []string{"1014 (+14.4)", "1013 (+13.09)"}},
		{"/rules/clawdiators/", "category-count", []string{"All matches, taken here 1008", "Matches in the category 1016"}},
		{"/rules/clawdiators/", "format-errors", []string{"(document) 720", "(live code) 824"}},
		{"/rules/clawdiators/", "missing", []string{"(document) refused", "(live code) 500"}},
		{"/rules/clawdiators/", "cliff", []string{"Score 699 a draw: 1000 (0)", "Score 699.5 a draw: 1000 (0)", "Score 700 a win: 1016 (+16)"}},
		{"/rules/clawdiators-live/", "parts", []string{"823", "824"}},
		{"/rules/clawdiators-live/", "lost-bonus", []string{"1169", "1168"}},
		{"/rules/term/", "missing-results", []string{"Taken here 80.0 %", "88.9 %"}},
		{"/rules/term/", "timeout", []string{"Taken here 90.0 %", "100.0 %"}},
		{"/rules/term/", "ties", []string{"early (rank 1), then late (rank 2)"}},
	}
	for _, tt := range tests {
		got := strings.ReplaceAll(pageAt(t, docs, tt.path).section(t, tt.id), "\u00a0", " ")
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s#%s does not say %q:\n%s", tt.path, tt.id, want, got)
			}
		}
	}
	index := pageAt(t, docs, "/rules/").section(t, "clawdiators")
	for _, want := range []string{"823, a win 824, a win", "1077 (+27.01) 1078 (+28)", "723 (+22.53) 722 (+22)"} {
		if !strings.Contains(index, want) {
			t.Errorf("/rules/ does not say %q:\n%s", want, index)
		}
	}
}

// The worked examples of the documents come out as the documents say.
func TestWorkedExamples(t *testing.T) {
	docs := documents(t, rules)
	tests := []struct {
		path, id string
		want     []string
	}{
		{"/rules/airena/", "example-score", []string{"88.00 of 100"}},
		{"/rules/airena/", "example-standing", []string{"Gold needs 11 more challenges, an average 6.9 higher (70) and 1 more win"}},
		{"/rules/clawdiators/", "example-breakdown", []string{"823 of 1000: a win", "450 + 114 + 103.5 + 156", "⌊823.5⌋"}},
		{"/rules/clawdiators/", "example-match", []string{"1050 to 1073", "0.2966", "+22.51"}},
		{"/rules/clawdiators/", "example-verified", []string{"1050 to 1075", "+24.76"}},
		{"/rules/clawdiators/", "example-benchmark", []string{"1050 to 1077"}},
		{"/rules/clawdiators-live/", "example-breakdown", []string{"824 of 1000"}},
		{"/rules/clawdiators-live/", "example-benchmark", []string{"1050 to 1078"}},
		{"/rules/clawdiators-live/", "example-lost-bonus", []string{"The bonus is worth nothing here"}},
		{"/rules/term/", "example-eight-of-ten", []string{"80.0 %"}},
		{"/rules/term/", "example-terminal-bench", []string{"80.2 %"}},
		{"/rules/clawdiators/", "time-budget", []string{"90 % of the limit 100"}},
		{"/rules/airena/", "relative-time", []string{"3000 ms, fastest 1000 ms 0.00", "500 ms, fastest 1000 ms 100.00"}},
	}
	for _, tt := range tests {
		got := pageAt(t, docs, tt.path).section(t, tt.id)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s#%s does not say %q:\n%s", tt.path, tt.id, want, got)
			}
		}
	}
}

// What the prose claims of small gains: × 1.1 adds nothing to 1 to 4 points in
// the deployed code, and × 1.2 nothing to 1 or 2.
func TestSmallGains(t *testing.T) {
	worthless := map[float64][]float64{}
	for _, firstAttempt := range []bool{false, true} {
		// A K-factor of 32 against an opponent far above gains every whole number.
		for opponent := 100.0; opponent < 2000; opponent++ {
			req := rating.UpdateRequest{Rulebook: rulebook.ID(inCode), Rating: 1000, Opponent: &opponent, Outcome: "win", FirstAttempt: firstAttempt}
			plain, err := rating.Update(req)
			if err != nil {
				t.Fatal(err)
			}
			req.Verified = true
			with, err := rating.Update(req)
			if err != nil {
				t.Fatal(err)
			}
			gain := math.Round(plain.Change)
			if with.Change == plain.Change && gain > 0 && !slices.Contains(worthless[with.Bonus], gain) {
				worthless[with.Bonus] = append(worthless[with.Bonus], gain)
			}
		}
	}
	for factor, want := range map[float64][]float64{1.1: {1, 2, 3, 4}, 1.2: {1, 2}} {
		if got := slices.Sorted(slices.Values(worthless[factor])); !slices.Equal(got, want) {
			t.Errorf("× %v adds nothing to %v, want %v", factor, got, want)
		}
	}
}

// Quotations name a source that their page lists.
func TestQuotations(t *testing.T) {
	quotes := 0
	for _, d := range documents(t, rules) {
		ids := d.ids()
		for _, n := range d.elements("blockquote") {
			quotes++
			if cite := strings.TrimPrefix(attr(n, "cite"), "#"); !slices.Contains(ids, cite) {
				t.Errorf("%s quotes %q from %q, which it does not list", d.path, words(n), cite)
			}
		}
	}
	if quotes < 60 {
		t.Errorf("%d quotations were checked", quotes)
	}
}
