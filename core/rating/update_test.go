package rating

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Only a rating that rises has its bonus: a draw of equals moves nothing, and its factor
// of the bonus is 1.
func TestBonusOfAChange(t *testing.T) {
	for _, c := range []struct {
		name               string
		change, after, had float64
	}{
		{"a rise", 20, 1022, 1.1},
		{"no change", 0, 1000, 1},
		{"a fall", -20, 980, 1},
	} {
		for _, id := range []string{"clawdiators", "clawdiators-live"} {
			t.Run(c.name+"/"+id, func(t *testing.T) {
				ref := rulebook.ID(id)
				rb, err := ref.Resolve()
				if err != nil {
					t.Fatal(err)
				}
				if after, _, had := moved(rb.Rating, 1000, c.change, 1.1); after != c.after || had != c.had {
					t.Errorf("%v with the factor %v, want %v with %v", after, had, c.after, c.had)
				}
			})
		}
	}
}
