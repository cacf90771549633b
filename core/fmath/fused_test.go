//go:build !js

package fmath

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestNotFused looks for fused multiply-add instructions in the package as
// compiled for the targets that have them. It needs none of the machines, only
// their compiler.
func TestNotFused(t *testing.T) {
	for _, target := range []struct {
		name  string
		env   []string
		fused *regexp.Regexp
	}{
		{"arm64", []string{"GOARCH=arm64"}, regexp.MustCompile(`\bFN?M(ADD|SUB)[DS]\b`)},
		{"amd64-v3", []string{"GOARCH=amd64", "GOAMD64=v3"}, regexp.MustCompile(`\bVFN?M(ADD|SUB)\d+[SP][DS]\b`)},
	} {
		t.Run(target.name, func(t *testing.T) {
			t.Parallel()
			control := assembly(t, target.env, "./testdata/fused")
			if !target.fused.MatchString(control) {
				t.Fatalf("%s does not match the control's x*y + z:\n%s", target.fused, control)
			}
			code := assembly(t, target.env, ".")
			for _, row := range bitRows {
				if !strings.Contains(code, "fmath."+row.name+" STEXT") {
					t.Errorf("the listing has no %s", row.name)
				}
			}
			for line := range strings.Lines(code) {
				if target.fused.MatchString(line) {
					t.Errorf("fused: %s", line)
				}
			}
		})
	}
}

// assembly returns the compiler's listing of a package.
func assembly(t *testing.T, env []string, pkg string) string {
	t.Helper()
	cmd := exec.Command("go", "build", "-gcflags=-S", pkg)
	cmd.Env = append(append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0", "GOFLAGS="), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return string(out)
}
