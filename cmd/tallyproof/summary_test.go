package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	records "github.com/tallyproof/tallyproof/site/demo"
)

// TestSummary appends a table to a file, in which no text of a proof is markup.
func TestSummary(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "summary.md")
	write(t, file, "before\n")
	good, bad := filepath.Join(folder, "good.json"), filepath.Join(folder, "[a](b)|`x`.json")
	write(t, good, records.Flat(records.Agents[0]))
	write(t, bad, strings.Replace(records.Flat(records.Agents[0]), `"final_score": `, `"final_score": 1`, 1))
	status, _, errs := try(t.Context(), "", "verify", "-summary", file, good, bad)
	if status != failed {
		t.Fatalf("status %d: %s", status, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"before\n### Score proofs\n", "good.json` | ✅ authentic |", "[a](b)\\|'x'.json` | ❌ not-authentic |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
}

// TestSummaryOfList counts a list and shows only its proofs that are not authentic.
func TestSummaryOfList(t *testing.T) {
	lines, ring := manyProofs(t, 300)
	for i := range 250 {
		lines[i] = strings.Replace(lines[i], `"`, `" `, 1)
	}
	folder := t.TempDir()
	file, list := filepath.Join(folder, "summary.md"), filepath.Join(folder, "all.jsonl")
	write(t, list, strings.Join(lines, "\n"))
	if status, _, errs := try(t.Context(), "", "verify", "-q", "-keys", ring, "-summary", file, list); status != failed {
		t.Fatalf("status %d: %s", status, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(string(text), "all.jsonl["); rows != mostSummary || !strings.Contains(string(text), "50 more are not listed") || !strings.Contains(string(text), "all.jsonl`: ") {
		t.Errorf("%d rows, want %d of 250:\n%.600s", rows, mostSummary, text)
	}
}

// TestSummaryOfManyFiles: the one that is not authentic is listed, wherever it is.
func TestSummaryOfManyFiles(t *testing.T) {
	folder := t.TempDir()
	file, good, bad := filepath.Join(folder, "summary.md"), filepath.Join(folder, "good.json"), filepath.Join(folder, "bad.json")
	write(t, good, records.Flat(records.Agents[0]))
	write(t, bad, strings.Replace(records.Flat(records.Agents[0]), `"final_score": `, `"final_score": 1`, 1))
	args := append([]string{"verify", "-q", "-summary", file}, slices.Repeat([]string{good}, mostSummary+1)...)
	if status, _, errs := try(t.Context(), "", append(args, bad, good)...); status != failed {
		t.Fatalf("status %d: %s", status, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(string(text), ".json` |"); rows != mostSummary || !strings.Contains(string(text), "bad.json` | ❌") || !strings.Contains(string(text), "\n3 more are not listed.") {
		t.Errorf("%d rows, want %d with bad.json:\n%s", rows, mostSummary, text[max(0, len(text)-600):])
	}
}

// TestAction runs the script of action.yml as GitHub does.
func TestAction(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "tallyproof")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	script, err := filepath.Abs("../../scripts/verify-action.sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "proofs", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "proofs", "a b.json"), records.Flat(records.Agents[0]))
	write(t, filepath.Join(folder, "proofs", "deep", "$(touch owned).json"), records.Flat(records.Agents[1]))
	write(t, filepath.Join(folder, "proofs", "-q.json"), records.Flat(records.Agents[1]))
	deep := "many" + strings.Repeat("/"+strings.Repeat("d", 200), 17)
	if err := os.MkdirAll(filepath.Join(folder, deep), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 700 { // whose names have more than two million bytes
		if err := os.Link(filepath.Join(folder, "proofs", "-q.json"), filepath.Join(folder, deep, fmt.Sprintf("%d.json", i))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"lines", "ok.json"} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(folder, "lines", "good.json"), records.Flat(records.Agents[0]))
	write(t, filepath.Join(folder, "lines", "good.json\nok.json"), "no proof")
	write(t, filepath.Join(folder, "forged.json"), strings.Replace(records.Flat(records.Agents[0]), `"final_score": `, `"final_score": 1`, 1))
	for _, c := range []struct {
		name, files string
		status      int
		summary     []string // what it has
		output      string
	}{
		{"all authentic", "proofs/**/*.json\n\nproofs/a b.json", 0, []string{"proofs/a b.json` | ✅", "$(touch owned).json` | ✅", "-q.json` | ✅"}, "verdict=authentic\n"},
		{"one forged", "forged.json\nproofs/*.json", 1, []string{"forged.json` | ❌", "a b.json` | ✅"}, "verdict=not-authentic\n"},
		{"a name of two lines", "lines/*.json", 1, []string{"good.json` | ✅"}, "verdict=not-authentic\n"},
		{"more names than arguments can be", "many/**/*.json", 0, []string{"d/0.json` | ✅", "\n500 more are not listed."}, "verdict=authentic\n"},
		{"a folder beside a file", "proofs/a b.json\nproofs", 2, nil, "verdict=not-authentic\n"},
		{"folders beside a file", "proofs/a b.json\nproofs/*/", 2, nil, "verdict=not-authentic\n"},
		{"nothing matches", "nowhere/*.json", 2, nil, "verdict=not-authentic\n"},
		{"nothing is named", " \n", 2, nil, "verdict=not-authentic\n"},
		{"a pattern that is a command", "::add-mask::authentic", 2, nil, "verdict=not-authentic\n"},
		{"a pattern that is code", "$(touch owned)\n`touch owned`; touch owned", 2, nil, "verdict=not-authentic\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			summary, output := filepath.Join(t.TempDir(), "summary"), filepath.Join(t.TempDir(), "output")
			action := exec.Command("bash", script)
			action.Dir = folder
			action.Env = append(os.Environ(), "TALLYPROOF="+program, "FILES="+c.files, "KEYS=", "GITHUB_STEP_SUMMARY="+summary, "GITHUB_OUTPUT="+output)
			out, _ := action.CombinedOutput()
			if status := action.ProcessState.ExitCode(); status != c.status {
				t.Errorf("status %d, want %d: %s", status, c.status, out)
			}
			if strings.HasPrefix(c.files, "::") && strings.Contains("\n"+string(out), "\n"+c.files) {
				t.Errorf("the runner is given a command: %s", out)
			}
			said, _ := os.ReadFile(summary)
			for _, want := range c.summary {
				if !strings.Contains(string(said), want) {
					t.Errorf("the summary lacks %q:\n%s", want, said)
				}
			}
			if got, _ := os.ReadFile(output); string(got) != c.output {
				t.Errorf("the output is %q, want %q", got, c.output)
			}
			if _, err := os.Stat(filepath.Join(folder, "owned")); err == nil {
				t.Error("a pattern was run")
			}
		})
	}
}
