package badge

import (
	"strings"
	"testing"
)

// TestIssuedBefore: a badge from before names had quotation marks is no edited one.
func TestIssuedBefore(t *testing.T) {
	svg, err := goldens.ReadFile("testdata/before/names.svg")
	if err != nil {
		t.Fatal(err)
	}
	keys := pictures(t)["names"].Keys
	verdict(t, string(svg), keys, "authentic")
	verdict(t, strings.Replace(string(svg), "Gold (top 5 %)", "Gold (top 1 %)", 1), keys, "not-authentic")
}
