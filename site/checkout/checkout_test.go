package checkout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRoot(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "site", "checkout", "checkout_test.go")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	if _, err := Root(); err == nil || !strings.Contains(err.Error(), "is not inside a checkout of tallyproof") {
		t.Errorf("got %v", err)
	}
}
