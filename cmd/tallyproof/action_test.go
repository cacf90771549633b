package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	records "github.com/tallyproof/tallyproof/site/demo"
)

// TestAction runs the script of action.yml as GitHub does.
func TestAction(t *testing.T) {
	program := filepath.Join(t.TempDir(), "tallyproof")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	folder := filepath.Join(t.TempDir(), "repository")
	checkOut(t, folder)
	checkOutMany(t, folder)
	checkOutLinks(t, folder)
	for _, c := range []action{
		{"all authentic", "proofs/**/*.json\n\nproofs/a b.json", 0, []string{"proofs/a b.json` | ✅", "$(touch owned).json` | ✅", "-q.json` | ✅"}, "verdict=authentic\n", "", "", ""},
		{"one forged", "forged.json\nproofs/*.json", 1, []string{"forged.json` | ❌", "a b.json` | ✅"}, "verdict=not-authentic\n", "", "", ""},
		{"lines that end in CR LF", "proofs/a b.json\r\n", 0, []string{"a b.json` | ✅"}, "verdict=authentic\n", "", "", ""},
		{"another keyring", "proofs/a b.json", 1, []string{"a b.json` | ❌ unknown-key"}, "verdict=not-authentic\n", "", "none.keys", ""},
		{"points that are no score", "points.json", 1, []string{"points.json` | ❌ qualified"}, "verdict=not-authentic\n", "", "points.keys", ""},
		{"points that are wanted", "points.json", 0, []string{"points.json` | ✅"}, "verdict=authentic\n", "", "points.keys", "points, agent"},
		{"a file that is wanted", "points.json", 2, nil, "verdict=not-authentic\n", "", "points.keys", "file"},
		{"a name of two lines", "lines/*.json", 1, []string{"good.json` | ✅"}, "verdict=not-authentic\n", "", "", ""},
		{"more names than arguments can be", "many/**/*.json", 0, []string{"d/0.json` | ✅", "\n500 more are not listed."}, "verdict=authentic\n", "", "", ""},
		{"a folder beside a file", "proofs/a b.json\nproofs", 2, nil, "verdict=not-authentic\n", "", "", ""},
		{"folders beside a file", "proofs/a b.json\nproofs/*/", 2, nil, "verdict=not-authentic\n", "", "", ""},
		{"nothing matches", "nowhere/*.json", 2, nil, "verdict=not-authentic\n", "", "", ""},
		{"nothing is named", " \n", 2, nil, "verdict=not-authentic\n", "", "", ""},
		{"a pattern that is a command", "::add-mask::authentic", 2, nil, "verdict=not-authentic\n", "", "", ""},
		{"a pattern that is code", "$(touch owned)\n`touch owned`; touch owned", 2, nil, "verdict=not-authentic\n", "", "", ""},
		{"a link to a proof", "links/proof.json\nproofs/a b.json", 0, []string{"links/proof.json` | ✅"}, "verdict=authentic\n", "", "", ""},
		{"a link to a folder of proofs", "links/folder/*.json", 0, []string{"links/folder/a b.json` | ✅"}, "verdict=authentic\n", "", "", ""},
		{"a link to a device that never ends", "links/zero.jso?", 2, nil, "verdict=not-authentic\n", "links/zero.json", "", ""},
		{"a pipe that nobody writes", "proofs/*.json\nlinks/pipe.json", 2, nil, "verdict=not-authentic\n", "links/pipe.json", "", ""},
		{"a link to nothing", "links/lost*.json", 2, nil, "verdict=not-authentic\n", "links/lost.json", "", ""},
		{"a link to a proof elsewhere", "links/out.json", 2, nil, "verdict=not-authentic\n", "links/out.json", "", ""},
		{"a link to a folder elsewhere", "links/outside/*.json", 2, nil, "verdict=not-authentic\n", "links/outside/elsewhere.json", "", ""},
		{"a link elsewhere by its whole name", folder + "/links/out.json", 2, nil, "verdict=not-authentic\n", "links/out.json", "", ""},
		{"a link elsewhere by its whole name with two slashes", folder + "//links/out.json", 2, nil, "verdict=not-authentic\n", "links/out.json", "", ""},
		{"a link elsewhere by a way around", folder + "/links/../links/out.json", 2, nil, "verdict=not-authentic\n", "links/out.json", "", ""},
		{"a link elsewhere by a way out and in", "../" + filepath.Base(folder) + "/links/./out.json", 2, nil, "verdict=not-authentic\n", "links/./out.json", "", ""},
		{"a link elsewhere in a folder whose name ends with a line feed", "links/*/away.json", 2, nil, "verdict=not-authentic\n", `/away.json'`, "", ""},
		{"a file elsewhere by its name", "../elsewhere.json\n" + filepath.Dir(folder) + "/elsewhere.json", 0, []string{"elsewhere.json` | ✅"}, "verdict=authentic\n", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, program, folder) })
	}
}

// action is a run of the script.
type action struct {
	name, files string
	status      int
	summary     []string // what it has
	output      string
	named       string // the file that is refused
	keys, want  string
}

func (c *action) run(t *testing.T, program, folder string, more ...string) {
	script, err := filepath.Abs("../../scripts/verify-action.sh")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(script); err != nil { // so that go test runs again if the script changes: it does not see what Bash reads
		t.Fatal(err)
	}
	summary, output := filepath.Join(t.TempDir(), "summary"), filepath.Join(t.TempDir(), "output")
	action := exec.Command("bash", script)
	action.Dir = folder
	action.Env = append(os.Environ(), "TALLYPROOF="+program, "FILES="+c.files, "KEYS="+c.keys, "GITHUB_STEP_SUMMARY="+summary, "GITHUB_OUTPUT="+output)
	action.Env = append(action.Env, more...)
	if c.want != "" {
		action.Env = append(action.Env, "WANT="+c.want)
	}
	out, _ := action.CombinedOutput()
	if status := action.ProcessState.ExitCode(); status != c.status {
		t.Errorf("status %d, want %d: %s", status, c.status, out)
	}
	if strings.HasPrefix(c.files, "::") && strings.Contains("\n"+string(out), "\n"+c.files) {
		t.Errorf("the runner is given a command: %s", out)
	}
	if c.summary != nil && !regexp.MustCompile(`\A(Trusted keys: .*\n)?::stop-commands::`).Match(out) {
		t.Errorf("the runner reads the output as commands: %s", out)
	}
	if c.named != "" && !strings.Contains(string(out), c.named+"\n") {
		t.Errorf("%s is not named: %s", c.named, out)
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
}

// checkOut fills a folder with proofs of a repository, and with one beside the repository.
func checkOut(t *testing.T, folder string) {
	t.Helper()
	for _, name := range []string{"proofs/deep", "lines", "ok.json"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(folder, "..", "elsewhere.json"), records.Flat(records.Agents[0]))
	points, ring := pointsOf(t)
	write(t, filepath.Join(folder, "points.json"), points)
	write(t, filepath.Join(folder, "points.keys"), ring)
	write(t, filepath.Join(folder, "none.keys"), `{"keys": []}`)
	write(t, filepath.Join(folder, "proofs", "a b.json"), records.Flat(records.Agents[0]))
	write(t, filepath.Join(folder, "proofs", "deep", "$(touch owned).json"), records.Flat(records.Agents[1]))
	write(t, filepath.Join(folder, "proofs", "-q.json"), records.Flat(records.Agents[1]))
	write(t, filepath.Join(folder, "lines", "good.json"), records.Flat(records.Agents[0]))
	write(t, filepath.Join(folder, "lines", "good.json\nok.json"), "no proof")
	write(t, filepath.Join(folder, "forged.json"), strings.Replace(records.Flat(records.Agents[0]), `"final_score": `, `"final_score": 1`, 1))
}

// checkOutMany adds proofs whose names have more than two million bytes.
func checkOutMany(t *testing.T, folder string) {
	t.Helper()
	deep := filepath.Join(folder, "many"+strings.Repeat("/"+strings.Repeat("d", 200), 17))
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 700 {
		if err := os.Link(filepath.Join(folder, "proofs", "-q.json"), filepath.Join(deep, fmt.Sprintf("%d.json", i))); err != nil {
			t.Fatal(err)
		}
	}
}

// checkOutLinks adds links, as git may have them, and a pipe.
func checkOutLinks(t *testing.T, folder string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(folder, "links", "two\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"proof.json": "../proofs/a b.json", "folder": "../proofs", "zero.json": "/dev/zero",
		"lost.json": "nowhere.json", "out.json": "../../elsewhere.json", "outside": "../..",
		"two\n/away.json": "../../../elsewhere.json",
	} {
		if err := os.Symlink(target, filepath.Join(folder, "links", name)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("mkfifo", filepath.Join(folder, "links", "pipe.json")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
