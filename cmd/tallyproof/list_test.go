package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/signer"
)

// manyProofs are n signed records on lines, with one that is changed and one that is no
// record, and the keyring for them.
func manyProofs(t testing.TB, n int) (lines []string, ring string) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key := signer.Of(private)
	for i := range n {
		proof, err := sign(fmt.Appendf(nil, `{"arena": "a", "agent_id": "agent-%d", "agent_name": "Agent %d", "final_score": %d}`, i, i, 10+i%80), key)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(proof))
	}
	ring = filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(ring, fmt.Appendf(nil, `{"keys": [{"public_key": %q, "id": "k", "owner": "o", "arena": "a"}]}`, hex.EncodeToString(public)), 0o600); err != nil {
		t.Fatal(err)
	}
	return lines, ring
}

// TestList: a list of any length and form is counted, and what is not authentic
// has a line with its place.
func TestList(t *testing.T) {
	lines, ring := manyProofs(t, 9000) // three megabytes: several parts
	lines[4321] = strings.Replace(lines[4321], `"final_score":`, `"final_score":9`, 1)
	lines[8999] = "{"
	const counted = "9,000 proofs: 8,998 authentic, 1 not authentic, 1 unreadable.\n"
	array := "[" + strings.Join(lines[:8999], ",\n") + "]"
	for _, row := range []struct {
		name, in string
		args     []string
		want     []string
	}{
		{"lines", strings.Join(lines, "\n") + "\n", nil, []string{"not-authentic  -:4322  ", "unreadable     -:9000  ", counted}},
		{"lines without an end", strings.Join(lines, "\n"), nil, []string{"not-authentic  -:4322  ", "unreadable     -:9000  ", counted}},
		{"lines of Windows", strings.Join(lines, "\r\n"), []string{"-"}, []string{"not-authentic  -:4322  ", counted}},
		{"array", array, nil, []string{"not-authentic  -[4321]  ", "8,999 proofs: 8,998 authentic, 1 not authentic.\n"}},
		{"a line longer than a part", strings.Join([]string{lines[0], lines[1], `{"a":"` + strings.Repeat("x", 3<<20) + `"}`, lines[2]}, "\n"), nil, []string{"unreadable     -:3  ", "4 proofs: 3 authentic, 1 unreadable.\n"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, append([]string{"verify", "-keys", ring}, row.args...)...)
			if status != 1 || errs != "" || strings.Count(out, "\n") > 3 {
				t.Errorf("got %d, %.300q, %q", status, out, errs)
			}
			for _, want := range row.want {
				if !strings.Contains(out, want) {
					t.Errorf("want %q in %.300q", want, out)
				}
			}
		})
	}
	for _, empty := range []string{"[]", "proof,score\n"} {
		if status, out, errs := try(t.Context(), empty, "verify", "-keys", ring); status != 1 || out != "No proofs.\n" || errs != "" {
			t.Errorf("%.20q: %d, %q, %q", empty, status, out, errs)
		}
	}
	row := `"` + strings.ReplaceAll(lines[2], `"`, `""`) + `"`
	table := "agent,score,proof\nAgent 2,12," + row + "\nVega,98," + row + "\n"
	if status, out, _ := try(t.Context(), table, "verify", "-keys", ring); status != 1 || !strings.HasPrefix(out, "qualified      -[1] (Agent 2)  ") || !strings.HasSuffix(out, " differs from the signed bytes in agent and score: only what is signed counts.\n2 proofs: 1 authentic, 1 authentic, but contradicted by a check.\n") {
		t.Errorf("a table beside whose proofs stand others: %d, %q", status, out)
	}
	all := strings.Join(lines[:4000], "\n")
	if status, out, _ := try(t.Context(), all, "verify", "-keys", ring, "-quiet"); status != 0 || out != "" {
		t.Errorf("quiet: %d, %q", status, out)
	}
	status, out, _ := try(t.Context(), strings.Join(lines, "\n"), "verify", "-keys", ring, "-json")
	rows := strings.Split(strings.TrimSpace(out), "\n")
	if status != 1 || len(rows) != 9000 {
		t.Fatalf("JSON: %d, %d lines", status, len(rows))
	}
	for i, row := range rows {
		var l listed
		d := json.NewDecoder(strings.NewReader(row))
		d.DisallowUnknownFields()
		if err := d.Decode(&l); err != nil || l.File != "-" || l.Index == nil || *l.Index != i || l.Line != i+1 || (l.Verdict == "authentic") != (i != 4321 && i != 8999) {
			t.Fatalf("line %d: %s, %v", i, row, err)
		}
	}
}

// TestByteOrderMark: the mark before a list or a proof is passed over, also within a list.
func TestByteOrderMark(t *testing.T) {
	const mark = "\ufeff"
	lines, ring := manyProofs(t, 2)
	cell := `"` + strings.ReplaceAll(lines[0], `"`, `""`) + `"`
	const counted, one = "2 proofs: 2 authentic.\n", "Authentic"
	for _, row := range []struct {
		name, in string
		status   int
		say      string
	}{
		{"lines", mark + strings.Join(lines, "\n"), done, counted},
		{"array", mark + "[" + strings.Join(lines, ",") + "]", done, counted},
		{"table", mark + "proof\n" + cell + "\n" + cell + "\n", done, counted},
		{"one proof", mark + lines[0], done, one},
		{"second line", lines[0] + "\n" + mark + lines[1], done, counted},
	} {
		t.Run(row.name, func(t *testing.T) {
			if status, out, errs := try(t.Context(), row.in, "verify", "-keys", ring); status != row.status || errs != "" || !strings.Contains(out, row.say) {
				t.Errorf("got %d, %.300q, %q; want %d and %q", status, out, errs, row.status, row.say)
			}
		})
	}
	if _, help, _ := try(t.Context(), "", "help", "verify"); !strings.Contains(help, "byte order mark") {
		t.Errorf("help does not say so: %s", help)
	}
}

// TestFiles: of several files each has a line.
func TestFiles(t *testing.T) {
	lines, ring := manyProofs(t, 4)
	folder := t.TempDir()
	var names []string
	for i, text := range []string{lines[0], strings.Replace(lines[1], "Agent", "agent", 1), strings.Join(lines, "\n")} {
		names = append(names, filepath.Join(folder, fmt.Sprintf("%d.json", i)))
		write(t, names[i], text)
	}
	status, out, errs := try(t.Context(), "", append([]string{"verify", "-keys", ring}, names...)...)
	want := fmt.Sprintf("authentic      %s  Authentic. Signed by o", names[0])
	got := strings.Split(strings.TrimSpace(out), "\n")
	if status != 1 || errs != "" || len(got) != 3 || !strings.HasPrefix(got[0], want) || !strings.HasPrefix(got[1], "not-authentic  "+names[1]) || got[2] != names[2]+": 4 proofs: 4 authentic." {
		t.Errorf("got %d, %q, %q", status, got, errs)
	}
	if status, out, _ := try(t.Context(), "", "verify", "-keys", ring, names[0], names[2]); status != 0 {
		t.Errorf("all authentic: %d, %q", status, out)
	}
	if status, out, _ := try(t.Context(), names[0]+"\x00"+names[2], "verify", "-keys", ring, "-files0-from", "-"); status != 0 || strings.Count(out, "\n") != 2 {
		t.Errorf("names in standard input: %d, %q", status, out)
	}
	if status, _, errs := try(t.Context(), names[0]+"\x00-\x00", "verify", "-keys", ring, "-files0-from", "-"); status != 2 || !strings.Contains(errs, "not standard input twice") {
		t.Errorf("standard input twice: %d, %q", status, errs)
	}
	picture := filepath.Join(t.TempDir(), "cut.png")
	write(t, picture, "\x89PNG\r\n\x1a\n\x00\x00")
	status, out, errs = try(t.Context(), "", "verify", "-keys", ring, names[0], "none", picture, names[2])
	if status != 2 || !strings.Contains(errs, "none") || !strings.Contains(errs, "cut.png") || !strings.Contains(out, names[2]+": 4 proofs: 4 authentic.") {
		t.Errorf("two cannot be read: %d, %q, %q", status, out, errs)
	}
}

// A list is never read as a whole.
func TestListIsBounded(t *testing.T) {
	lines, ring := manyProofs(t, 1)
	in := &counting{line: []byte(lines[0] + "\n"), left: 60_000}
	var out bytes.Buffer
	if status := run(t.Context(), []string{"verify", "-keys", ring}, host{in: in, out: &out, err: io.Discard}); status != 0 || out.String() != "60,000 proofs: 60,000 authentic.\n" {
		t.Errorf("got %d, %q", status, out.String())
	}
	if in.most > partSize {
		t.Errorf("%d bytes were read at once: want at most %d", in.most, partSize)
	}
}

// counting gives one line again and again, and notes how much is asked for at once.
type counting struct {
	line       []byte
	rest       []byte
	left, most int
}

func (c *counting) Read(to []byte) (int, error) {
	c.most = max(c.most, len(to))
	if len(c.rest) == 0 {
		if c.left == 0 {
			return 0, io.EOF
		}
		c.left--
		c.rest = c.line
	}
	n := copy(to, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// TestWhoseScore: an id of a submission is not called an agent, and a name that may
// imitate another is marked, as on pages.
func TestWhoseScore(t *testing.T) {
	key := signer.Of(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	for _, row := range []struct{ name, members, says, line string }{
		{"an agent", `"agent_name": "Nova", "submission_id": "s1"`, "\nagent  Nova\nscore  1\n", `agent "Nova", score 1`},
		{"a submission", `"submission_id": "s1", "id": "r1"`, "\nsubmission  s1\nscore       1\n", `submission "s1", score 1`},
		{"an id", `"id": "r1"`, "\nid     r1\nscore  1\n", `id "r1", score 1`},
		{"nobody", `"tier": "gold"`, "\nagent  not signed\nscore  1\n", `no agent, score 1`},
		{"letters of two scripts", `"agent_name": "N\u043eva", "challenge_id": "s\u043ert"`, "\nagent      Nоva (letters of several scripts)\nscore      1\nchallenge  sоrt (letters of several scripts)\n", `va" (letters of several scripts), score 1`},
	} {
		t.Run(row.name, func(t *testing.T) {
			proof, err := sign([]byte(`{`+row.members+`, "final_score": 1}`), key)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "proof.json")
			if err := os.WriteFile(path, proof, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, out, _ := try(t.Context(), "", "verify", path); !strings.Contains(out, row.says) {
				t.Errorf("%q", out)
			}
			if _, out, _ := try(t.Context(), "", "verify", path, path); !strings.Contains(out, row.line) {
				t.Errorf("%q", out)
			}
		})
	}
}

// TestCited: a proof of a list is cited as a line of a file is, with the signed names of whose
// score it is and of its submission. Of what nobody signed, no name is shown.
func TestCited(t *testing.T) {
	lines, ring := manyProofs(t, 2)
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := sign([]byte(`{"arena": "a", "agent_id": "nova", "agent_name": "Nova", "submission_id": "sort-1-nova", "final_score": 9}`), signer.Of(other))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	list, array, out := filepath.Join(folder, "proofs.jsonl"), filepath.Join(folder, "proofs.json"), filepath.Join(folder, "summary.md")
	write(t, list, lines[0]+"\n\n"+string(stranger)+"\n"+strings.Replace(lines[1], `"Agent`, `"agent`, 1))
	write(t, array, "[\n"+lines[0]+",\n"+string(stranger)+"]")
	status, said, errs := try(t.Context(), "", "verify", "-keys", ring, "-summary", out, list, array)
	for _, want := range []string{"unknown-key    " + list + ":3 (Nova, sort-1-nova)  ", "not-authentic  " + list + ":4  ", "unknown-key    " + array + "[1] (Nova, sort-1-nova)  "} {
		if status != 1 || errs != "" || !strings.Contains(said, want) {
			t.Errorf("got %d, %q, %s; want %q", status, errs, said, want)
		}
	}
	report, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(report), "proofs.jsonl:3 (Nova, sort-1-nova)` | ❌ unknown-key |") || !strings.Contains(string(report), "proofs.jsonl:4` | ❌ not-authentic |") {
		t.Errorf("summary: %v, %s", err, report)
	}
}
