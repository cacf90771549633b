//go:build !js

package engine

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestNotFused looks for fused multiply-add instructions in all of core as
// compiled for targets that have them: a product that is rounded on one machine
// and not on the other is another number. Inlining is included, which a look at
// the source is not: fmath.RoundHalfUp(x*1e4) once subtracted from a product.
func TestNotFused(t *testing.T) {
	targets := []struct {
		name  string
		env   []string
		fused *regexp.Regexp
	}{
		{"arm64", []string{"GOARCH=arm64"}, regexp.MustCompile(`\tFN?M(ADD|SUB)[DS]\t`)},
		{"amd64-v3", []string{"GOARCH=amd64", "GOAMD64=v3"}, regexp.MustCompile(`\tVFN?M(ADD|SUB)\d+[SP][DS]\t`)},
	}
	if testing.Short() { // each compiles core and what it uses of the standard library
		targets = targets[:1]
	}
	for _, tt := range targets {
		t.Run(tt.name, func(t *testing.T) {
			if control := assembly(t, tt.env, "../fmath/testdata/fused"); !tt.fused.MatchString(control) {
				t.Fatalf("%s does not match the control's x*y + z:\n%s", tt.fused, control)
			}
			function, functions := "", 0
			for line := range strings.Lines(assembly(t, tt.env, ".")) {
				if name, _, ok := strings.Cut(line, " STEXT "); ok {
					function = name
					functions++
				}
				if tt.fused.MatchString(line) {
					t.Errorf("fused in %s: %s", function, strings.TrimSpace(line))
				}
			}
			if functions < 1000 {
				t.Errorf("the listing has %d functions: want those of all of core", functions)
			}
		})
	}
}

// assembly is the compiler's listing of a package, and of every package of core
// that it uses.
func assembly(t *testing.T, env []string, pkg string) string {
	t.Helper()
	cmd := exec.Command("go", "build", "-gcflags=github.com/tallyproof/tallyproof/core/...=-S", pkg)
	cmd.Env = append(append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0", "GOFLAGS=-trimpath"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%.2000s", cmd.Args, err, out)
	}
	return string(out)
}
