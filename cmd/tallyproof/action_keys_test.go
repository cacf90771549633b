package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestActionKeys runs the script of action.yml in the checkout of a pull request that adds
// a key to the keyring, and a proof that this key signed.
func TestActionKeys(t *testing.T) {
	program := filepath.Join(t.TempDir(), "tallyproof")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	folder, base := pullRequest(t)
	outside := filepath.Join(t.TempDir(), "keys.json")
	write(t, outside, mustRead(t, filepath.Join(folder, "keys.json")))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	const old, fresh, refused = "old.json` | ✅", "new.json` | ❌ unknown-key", "verdict=not-authentic\n"
	says := func(ref, commit string) string {
		return "keys.json as it is in " + ref + ", commit " + commit + ", not as"
	}
	for _, c := range []struct {
		action
		ref, base string
	}{
		{action: action{name: "the base of a pull request", status: 1, summary: []string{old, fresh, says("refs/heads/main", base)}, output: refused}, base: "main"},
		{action: action{name: "the base of a merge queue", status: 1, summary: []string{old, fresh, says("refs/heads/main", base)}, output: refused}, base: "refs/heads/main"},
		{action: action{name: "a commit", status: 1, summary: []string{old, fresh, says(base, base)}, output: refused}, ref: base},
		{action: action{name: "a tag before the base", status: 1, summary: []string{old, fresh, says("v1", base)}, output: refused}, ref: "v1", base: "main"},
		{action: action{name: "its whole name", keys: filepath.Join(folder, "keys.json"), status: 1, summary: []string{old, fresh}, output: refused}, base: "main"},
		{action: action{name: "another branch", status: 0, summary: []string{old, "new.json` | ✅"}, output: "verdict=authentic\n"}, ref: "other", base: "main"},
		{action: action{name: "a push", status: 0, summary: []string{old, "new.json` | ✅"}, output: "verdict=authentic\n"}},
		{action: action{name: "a keyring that is not in the repository", keys: outside, status: 0, summary: []string{old}, output: "verdict=authentic\n"}, base: "main"},
		{action: action{name: "a keyring that the base lacks", keys: "more.json", status: 2, output: refused, named: "more.json"}, base: "main"},
		{action: action{name: "a way out of the repository", keys: "../keys.json", status: 2, output: refused, named: "../keys.json"}, base: "main"},
		{action: action{name: "the checkout by another name", keys: filepath.Join(link, "keys.json"), status: 2, output: refused, named: "link/keys.json"}, base: "main"},
		{action: action{name: "no such branch", status: 2, output: refused, named: "none"}, ref: "none"},
		{action: action{name: "an option", status: 2, output: refused}, ref: "--upload-pack=touch owned"},
	} {
		c.files = "proofs/*.json"
		if c.keys == "" {
			c.keys = "keys.json"
		}
		t.Run(c.name, func(t *testing.T) { c.run(t, program, folder, "KEYS_REF="+c.ref, "BASE_REF="+c.base) })
	}
}

// pullRequest makes a repository, and a checkout of its branch other, as shallow as a
// runner's. It returns the checkout and the commit of the branch main.
func pullRequest(t *testing.T) (folder, base string) {
	t.Helper()
	made, folder := filepath.Join(t.TempDir(), "made"), filepath.Join(t.TempDir(), "checkout")
	git := func(args ...string) string {
		out, err := exec.Command("git", append([]string{"-C", made, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if err := os.MkdirAll(filepath.Join(made, "proofs"), 0o700); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("config", "uploadpack.allowAnySHA1InWant", "true") // as at GitHub
	first, second := newKey(t, "old"), newKey(t, "new")
	for _, step := range []struct {
		branch, proof string
		owners        []*ownKey
	}{{"main", "old", []*ownKey{first}}, {"other", "new", []*ownKey{first, second}}} {
		if step.branch != "main" {
			base = git("rev-parse", "HEAD")
			git("tag", "v1")
			git("checkout", "-q", "-b", step.branch)
			write(t, filepath.Join(made, "more.json"), `{"keys": []}`)
		}
		var entries []string
		for _, key := range step.owners {
			entries = append(entries, key.entry)
		}
		write(t, filepath.Join(made, "keys.json"), `{"keys": [`+strings.Join(entries, ", ")+`]}`)
		write(t, filepath.Join(made, "proofs", step.proof+".json"), step.owners[len(step.owners)-1].proof)
		git("add", ".")
		git("commit", "-q", "-m", step.branch)
	}
	if out, err := exec.Command("git", "clone", "-q", "--depth=1", "--branch", "other", "file://"+made, folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder, base
}

// ownKey is an entry of a keyring and a proof that its key signed.
type ownKey struct{ entry, proof string }

func newKey(t *testing.T, owner string) *ownKey {
	t.Helper()
	file := filepath.Join(t.TempDir(), "key.pem")
	status, ring, errs := try(t.Context(), "", "keygen", "-id", owner, "-owner", owner, "-arena", "a", file)
	if status != 0 {
		t.Fatalf("keygen: %d, %s", status, errs)
	}
	status, proof, errs := try(t.Context(), `{"arena": "a", "agent_id": "n", "challenge_id": "c", "final_score": 85.5}`, "sign", "-key", file)
	if status != 0 {
		t.Fatalf("sign: %d, %s", status, errs)
	}
	entry := strings.TrimSpace(ring)
	entry = strings.TrimSuffix(strings.TrimPrefix(entry, `{"keys":[`), "]}")
	return &ownKey{entry: entry, proof: proof}
}

func mustRead(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
