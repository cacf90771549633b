package about

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

func TestChangelog(t *testing.T) {
	d := htmltest.Documents(t, Changelog)[0]
	if got := d.Section(t, "unreleased"); !strings.Contains(got, "Added") || !strings.Contains(got, "Paste a result.") {
		t.Errorf("Unreleased: %s", got)
	}
	for heading, want := range map[string]string{"Unreleased": "unreleased", "[1.2.0] - 2026-01-02": "v1-2-0-2026-01-02", "Added": "added", "!": ""} {
		if got := slug(heading); got != want {
			t.Errorf("slug(%q) = %q, want %q", heading, got, want)
		}
	}
}
