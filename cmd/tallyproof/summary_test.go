package main

import (
	"os"
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

// TestSummaryOfManyLists: lists that are not authentic are counted first. However long
// names and reasons are, GitHub shows the summary.
func TestSummaryOfManyLists(t *testing.T) {
	lines, ring := manyProofs(t, 2)
	folder := t.TempDir()
	deep := filepath.Join(folder, strings.Repeat(strings.Repeat("\x01", 250)+"/", 13))
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	file, good, bad := filepath.Join(folder, "summary.md"), filepath.Join(deep, "good.jsonl"), filepath.Join(deep, "bad.jsonl")
	write(t, good, strings.Join(lines, "\n"))
	write(t, bad, lines[0]+"\n"+strings.Replace(lines[1], "Agent", "agent", 1))
	args := append([]string{"verify", "-q", "-keys", ring, "-summary", file}, slices.Repeat([]string{good}, mostSummary+1)...)
	args = append(args, slices.Repeat([]string{bad}, mostSummary-1)...)
	if status, _, errs := try(t.Context(), "", args...); status != failed {
		t.Fatalf("status %d: %s", status, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for want, times := range map[string]int{
		"/good.jsonl`: 2 proofs: 2 authentic.\n": 1, "/bad.jsonl`: 2 proofs: 1 authentic, 1 not authentic.\n": mostSummary - 1,
		"\n- 200 more lists\n\n": 1, "/bad.jsonl[1]` | ❌ not-authentic |": mostSummary - 1, "\n- `…": mostSummary,
	} {
		if got := strings.Count(string(text), want); got != times {
			t.Errorf("%d times %q, want %d", got, want, times)
		}
	}
	if len(text) > 1<<20 {
		t.Errorf("%d bytes: GitHub shows none of more than 1 MiB", len(text))
	}
}
