package build

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// TestVersioned: the package has the version of the engine, and no other member changes.
func TestVersioned(t *testing.T) {
	const description = "{\n  \"name\": \"a\",\n  \"version\": \"0.0.1\",\n  \"engines\": {\n    \"version\": \"20\"\n  }\n}\n"
	if got := string(versioned([]byte(description))); got != strings.Replace(description, "0.0.1", op.Version, 1) {
		t.Errorf("got %s", got)
	}
}
