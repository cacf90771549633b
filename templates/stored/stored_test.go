package stored

import (
	"context"
	"strings"
	"testing"
)

func TestKeyed(t *testing.T) {
	for _, c := range []struct{ sentence, key, want string }{
		{"\u2068Nova\u2069 leads with 94.5.", "94.5", `<bdi>Nova</bdi> leads with <b class="key">94.5</b>.`},
		{"\u2068Nova 7\u2069 leads with 7.", "7", `<bdi>Nova <b class="key">7</b></bdi> leads with 7.`}, // the same number
		{"The newest proof is of 20 in \u2068A\u2069, on 2026-11-20.", "20", `The newest proof is of <b class="key">20</b> in <bdi>A</bdi>, on 2026-11-20.`},
		{"\u2068<b>\u2069 leads with 1.", "1", `<bdi>&lt;b&gt;</bdi> leads with <b class="key">1</b>.`},
		{"No proof counts now.", "", "No proof counts now."},
		{"3 proofs in all.", "94", "3 proofs in all."},
	} {
		var b strings.Builder
		if err := keyed(c.sentence, c.key).Render(context.Background(), &b); err != nil || b.String() != c.want {
			t.Errorf("%q is %s: want %s (%v)", c.sentence, b.String(), c.want, err)
		}
	}
}
