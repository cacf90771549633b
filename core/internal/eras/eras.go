// Package eras has the rulebooks of the two versions of Clawdiators' code that
// test vectors come from.
package eras

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Resolve returns a built-in rulebook.
func Resolve(t testing.TB, id string) *rulebook.Rulebook {
	t.Helper()
	rb, err := rulebook.ID(id).Resolve()
	if err != nil {
		t.Fatal(err)
	}
	return rb
}

// Seed returns the deployed code of 2026-03-07, contemporary with the documents:
// the live rules, but the 1.2 bonus still asked for memoryless. It shows that
// an arena's change of rules is a change of data.
func Seed(t testing.TB) rulebook.Rulebook {
	rb := *Resolve(t, "clawdiators-live")
	r := *rb.Rating
	r.Bonuses = []rulebook.Bonus{
		{ID: "benchmark", Factor: 1.2, Needs: []string{"verified", "memoryless", "first_attempt"}},
		{ID: "verified", Factor: 1.1, Needs: []string{"verified"}},
	}
	rb.ID, rb.Rating = "clawdiators-seed-era", &r
	return rb
}

// Seasons returns the two versions of the deployed code that were executed.
func Seasons(t testing.TB) map[string]rulebook.Ref {
	return map[string]rulebook.Ref{"head": rulebook.ID("clawdiators-live"), "seed_era": rulebook.Custom(Seed(t))}
}
