package main

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
)

// TestVersion: the version is that of the engine, and says what else the program was built from.
func TestVersion(t *testing.T) {
	for module, want := range map[string]string{
		"": engine.Version, "(devel)": engine.Version, "v" + engine.Version: engine.Version,
		"v0.0.0-20261130034444-f1cc9c8bd4b1+dirty": engine.Version + " (build v0.0.0-20261130034444-f1cc9c8bd4b1+dirty)",
	} {
		if got := versionOf(module); got != want {
			t.Errorf("%s: %s, want %s", module, got, want)
		}
	}
	_, command, _ := try(t.Context(), "", "version")
	_, option, _ := try(t.Context(), "", "--version")
	if command != option || !strings.HasPrefix(command, "tallyproof version "+engine.Version) {
		t.Errorf("version prints %q and --version %q", command, option)
	}
}
