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
	if rows := strings.Count(string(text), "all.jsonl:"); rows != mostSummary || !strings.Contains(string(text), "50 more are not listed") || !strings.Contains(string(text), "all.jsonl`: ") {
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
		"\n- 200 more lists\n\n": 1, "/bad.jsonl:2` | ❌ not-authentic |": mostSummary - 1, "\n- `…": mostSummary,
	} {
		if got := strings.Count(string(text), want); got != times {
			t.Errorf("%d times %q, want %d", got, want, times)
		}
	}
	if len(text) > 1<<20 {
		t.Errorf("%d bytes: GitHub shows none of more than 1 MiB", len(text))
	}
}

// With -quiet only what is wrong with the call or with a file is said; a file that cannot
// be read outweighs a proof that is not authentic.
func TestQuiet(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		write(t, filepath.Join(folder, name), text)
		return filepath.Join(folder, name)
	}
	flat := records.Flat(records.Agents[0])
	changed := strings.Replace(flat, `"final_score": `, `"final_score": 1`, 1)
	good, bad := file("good.json", flat), file("bad.json", changed)
	list, lost := file("list.json", "["+flat+","+changed+"]"), filepath.Join(folder, "lost.json")
	for _, row := range []struct {
		name   string
		files  []string
		status int
	}{
		{"one", []string{good}, done},
		{"one that is changed", []string{bad}, failed},
		{"two", []string{good, bad}, failed},
		{"a list", []string{list}, failed},
		{"one that is not there, and one that is changed", []string{lost, bad}, misled},
	} {
		for _, as := range []string{"-json=false", "-json"} {
			t.Run(row.name+" "+as, func(t *testing.T) {
				status, out, errs := try(t.Context(), "", append([]string{"verify", "-quiet", as}, row.files...)...)
				if status != row.status || out != "" || (errs == "") != (status != misled) {
					t.Errorf("status %d, %q, %q; want %d and no output", status, out, errs, row.status)
				}
			})
		}
	}
	report := filepath.Join(folder, "summary.md")
	try(t.Context(), "", "verify", "-quiet", "-summary", report, lost, good)
	if text, err := os.ReadFile(report); err != nil || !strings.Contains(string(text), "lost.json` | ❌ unreadable |") {
		t.Errorf("the summary does not have the file that is not there: %s, %v", text, err)
	}
}

// TestKeyringColumns: the first time stands under Valid from, and the last one under Until.
func TestKeyringColumns(t *testing.T) {
	ring := filepath.Join(t.TempDir(), "ring.json")
	write(t, ring, `{"keys": [{"public_key": "`+strings.Repeat("ab", 32)+`", "valid_from": "2025-01-01T00:00:00Z", "valid_to": "2026-01-01T00:00:00Z"}]}`)
	files := slices.Repeat([]string{ring}, 16) // as many as proof.keyring takes
	status, out, errs := try(t.Context(), "", append([]string{"keyring", "check"}, files...)...)
	if lines := strings.Split(out, "\n"); status != done || len(lines) != 3 || strings.Index(lines[0], "Valid from") != strings.Index(lines[1], "2025-01-01") || strings.Index(lines[0], "Until") != strings.Index(lines[1], "2026-01-01") {
		t.Errorf("%d, %s%s", status, out, errs)
	}
}
