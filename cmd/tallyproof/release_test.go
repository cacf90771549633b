//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// released is a release as scripts/release.sh makes it, of a program that is not one.
type released struct{ source, downloads, folder, key string }

// release makes the release v1.2.3, and a checkout of the Action that trusts its key.
func release(t *testing.T) released {
	t.Helper()
	r := released{source: t.TempDir(), downloads: t.TempDir()}
	r.folder, r.key = filepath.Join(r.downloads, "v1.2.3"), filepath.Join(r.source, "release.key")
	for _, folder := range []string{r.folder, filepath.Join(r.source, "docs")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, errs := try(t.Context(), "", "keygen", "-owner", "tallyproof", "-from", "2026-01-01", "-o", filepath.Join(r.source, "docs", "release-keys.json"), r.key); status != done {
		t.Fatal(errs)
	}
	const program = "a program\n"
	write(t, filepath.Join(r.folder, "tallyproof-linux-amd64"), program)
	write(t, filepath.Join(r.folder, "checksums.txt"), fmt.Sprintf("%x  tallyproof-darwin-arm64\n%x  tallyproof-linux-amd64\n", sha256.Sum256(nil), sha256.Sum256([]byte(program))))
	r.sign(t, r.key, "v1.2.3")
	return r
}

// sign signs the checksums with a key, as those of a version.
func (r *released) sign(t *testing.T, key, version string) {
	t.Helper()
	hash := sha256.Sum256([]byte(read(t, filepath.Join(r.folder, "checksums.txt"))))
	record := fmt.Sprintf(`{"file": "checksums.txt", "code_hash": "%x", "release": %q, "evaluated_at": "2026-02-01T00:00:00Z"}`, hash, version)
	if status, _, errs := try(t.Context(), record, "sign", "-key", key, "-o", filepath.Join(r.folder, "checksums.txt.proof.json")); status != done || errs != "" {
		t.Fatalf("sign: %d, %s", status, errs)
	}
}

// change replaces a text in a file of the release.
func (r *released) change(t *testing.T, name, old, new string) {
	t.Helper()
	file := filepath.Join(r.folder, name)
	before := read(t, file)
	if !strings.Contains(before, old) {
		t.Fatalf("%s has no %q: %s", name, old, before)
	}
	write(t, file, strings.Replace(before, old, new, 1))
}

// TestFetchRelease runs the script by which the Action gets its program: only a program whose
// signed checksum is right is taken, and without a release the Action compiles.
func TestFetchRelease(t *testing.T) {
	const proof = "checksums.txt.proof.json"
	for _, row := range []struct {
		name, ref, arch string
		change          func(t *testing.T, r *released)
		status          int
		say             string
	}{
		{"the version", "v1.2.3", "", nil, 0, "Tallyproof v1.2.3, signed by "},
		{"the commit of the version", "tag", "", nil, 0, "Tallyproof v1.2.3, signed by "},
		{"a branch", "main", "", nil, 0, "::notice::Tallyproof is compiled, which takes minutes: main is no version"},
		{"another commit", strings.Repeat("a", 40), "", nil, 0, "::notice::Tallyproof is compiled"},
		{"the checkout itself", "", "", nil, 0, "::notice::Tallyproof is compiled"},
		{"a version that is not released", "v1.2.4", "", nil, 0, "there is no signed release v1.2.4"},
		{"a system without a program", "v1.2.3", "RISCV", nil, 0, "there is no program for Linux on RISCV"},
		{"a way out", "v1.2.3/../v0.0.1", "", nil, 0, "is no version"},
		{"a changed program", "v1.2.3", "", func(t *testing.T, r *released) { r.change(t, "tallyproof-linux-amd64", "a", "b") }, 2, "::error::tallyproof-linux-amd64 is not the file of release v1.2.3"},
		{"a program that is not there", "v1.2.3", "", func(t *testing.T, r *released) { os.Remove(filepath.Join(r.folder, "tallyproof-linux-amd64")) }, 2, "::error::release v1.2.3 lacks tallyproof-linux-amd64"},
		{"changed checksums", "v1.2.3", "", func(t *testing.T, r *released) { r.change(t, "checksums.txt", "linux", "linus") }, 2, "::error::checksums.txt of release v1.2.3 is not the file that was signed"},
		{"a changed signature", "v1.2.3", "", func(t *testing.T, r *released) {
			r.change(t, proof, `"evaluated_at":"2026-02-01`, `"evaluated_at":"2026-02-02`)
		}, 2, "::error::the signature of release v1.2.3 is not valid"},
		{"another key", "v1.2.3", "", func(t *testing.T, r *released) {
			other := filepath.Join(r.source, "other.key")
			if status, _, errs := try(t.Context(), "", "keygen", "-from", "2026-01-01", other); status != done {
				t.Fatal(errs)
			}
			r.sign(t, other, "v1.2.3")
		}, 2, "::error::release v1.2.3 is signed by a key that docs/release-keys.json does not list"},
		{"the checksums of another version", "v1.2.3", "", func(t *testing.T, r *released) { r.sign(t, r.key, "v1.2.2") }, 2, "::error::the checksums are of another release than v1.2.3"},
		{"a proof of another form", "v1.2.3", "", func(t *testing.T, r *released) { r.change(t, proof, `{`, `{ `) }, 2, "::error::the proof of release v1.2.3 is not of its form"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := release(t)
			if row.change != nil {
				row.change(t, &r)
			}
			tags, ref := tagged(t), row.ref
			if ref == "tag" {
				ref = commitOf(t, tags)
			}
			arch := row.arch
			if arch == "" {
				arch = "X64"
			}
			output := filepath.Join(t.TempDir(), "output")
			script := exec.Command("bash", "../../scripts/fetch-release.sh")
			script.Env = append(os.Environ(), "REF="+ref, "REPOSITORY=tallyproof/tallyproof", "TAGS="+tags, "SOURCE="+r.source,
				"DOWNLOADS=file://"+r.downloads, "RUNNER_OS=Linux", "RUNNER_ARCH="+arch, "RUNNER_TEMP="+t.TempDir(), "GITHUB_OUTPUT="+output)
			out, _ := script.CombinedOutput()
			if status := script.ProcessState.ExitCode(); status != row.status || !strings.Contains(string(out), row.say) {
				t.Errorf("%d, %s; want %d, %s", status, out, row.status, row.say)
			}
			said, _ := os.ReadFile(output)
			file, is := strings.CutPrefix(strings.TrimSpace(string(said)), "program=")
			if taken := strings.HasPrefix(row.say, "Tallyproof "); is != taken || taken && read(t, file) != "a program\n" {
				t.Errorf("it takes %q", said)
			}
		})
	}
}

// tagged makes a repository whose only commit has the annotated tag v1.2.3.
func tagged(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"commit", "-q", "--allow-empty", "-m", "a"}, {"tag", "-a", "-m", "a", "v1.2.3"}, {"tag", "v1"}} {
		git := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	return folder
}

func commitOf(t *testing.T, folder string) string {
	t.Helper()
	out, err := exec.Command("git", "-C", folder, "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
