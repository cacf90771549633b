package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
)

// TestCompletesValues: a shell that asks what may come next gets the values that there are.
func TestCompletesValues(t *testing.T) {
	for _, row := range []struct{ name, line, want string }{
		{"outcomes", "elo -rating 1050 --outcome", "win draw loss"},
		{"with one hyphen", "elo -outcome", "win draw loss"},
		{"formats", "sign --format", "record openbadge"},
		{"rulebooks", "score --rulebook", "airena clawdiators clawdiators-live"},
		{"rules for missing scores", "rank --missing", "leave-out zero worst"},
		{"another command's option", "verify --outcome", ""},
		{"another option", "elo --rating", ""},
		{"behind the last option", "elo -- --outcome", ""},
		{"commands below one", "log", "verify keygen"},
	} {
		_, out, _ := try(t.Context(), "", append(strings.Fields(row.line), completes)...)
		if got := strings.Join(tokens(out), " "); !strings.HasPrefix(got, row.want) || row.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
	_, out, _ := try(t.Context(), "", "call", completes)
	if got := tokens(out); len(got) != len(engine.Catalogue) || !slices.Contains(got, "elo.expected") {
		t.Errorf("operations: %q", got)
	}
}

// tokens are what a shell offers, without descriptions.
func tokens(out string) (all []string) {
	for line := range strings.Lines(out) {
		token, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		all = append(all, token)
	}
	return all
}

// TestCompletionInBash: the script needs nothing but Bash, and runs nothing of the line.
func TestCompletionInBash(t *testing.T) {
	if args, is := os.LookupEnv("TALLYPROOF_COMPLETES"); is { // the program that the script starts
		os.Args = append(os.Args[:1], strings.Split(args, "|")...)
		main()
	}
	folder := t.TempDir()
	_, script, _ := try(t.Context(), "", "completion", "bash")
	write(t, filepath.Join(folder, "script"), script)
	program := filepath.Join(folder, "tallyproof")
	write(t, program, "#!/bin/sh\nIFS='|'\nTALLYPROOF_COMPLETES=\"$*\" exec "+os.Args[0]+" -test.run=^TestCompletionInBash$\n")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "kept.txt")
	write(t, file, "kept")
	for _, row := range []struct {
		name  string
		words []string
		want  string
	}{
		{"a command", []string{"verif"}, "verify"},
		{"all commands that begin so", []string{"ke"}, "keygen keyring"},
		{"a command below one", []string{"log", "ke"}, "keygen"},
		{"an option", []string{"verify", "--k"}, "--keys"},
		{"an option with one hyphen", []string{"verify", "-k"}, "--keys"},
		{"a value", []string{"elo", "--outcome", ""}, "win draw loss"},
		{"the beginning of a value", []string{"elo", "--outcome", "w"}, "win"},
		{"a value behind an equals sign", []string{"elo", "--outcome", "=", "d"}, "draw"},
		{"a value right behind an equals sign", []string{"elo", "--outcome", "="}, "win draw loss"},
		{"an operation", []string{"call", "elo.exp"}, "elo.expected"},
		{"nothing of ours", []string{"verify", "file"}, ""},
		{"a redirection", []string{"verify", "x", ">", file, "--k"}, "--keys"},
		{"a command in the line", []string{"verify", "$(rm " + file + ")", "--k"}, "--keys"},
	} {
		bash := exec.Command("bash", append([]string{"--norc", "--noprofile", "-euc", `source "$1"; program="$2"; shift 2
COMP_WORDS=(tallyproof "$@") COMP_CWORD=$# COMP_TYPE=9
_tallyproof "$program"
echo ${COMPREPLY[@]+"${COMPREPLY[@]}"}`, "bash", filepath.Join(folder, "script"), program}, row.words...)...)
		out, err := bash.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != row.want {
			t.Errorf("%s: %q, %v; want %q", row.name, got, err, row.want)
		}
	}
	if text := read(t, file); text != "kept" {
		t.Errorf("the line was run: the file has %q", text)
	}
}
