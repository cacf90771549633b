// Command hygiene searches every file that is in git, or would be added, for what
// does not belong there: compiled and built files, paths of one machine, the
// addresses of package mirrors, citations of documents that are not in the
// repository, and actions that are not pinned by a commit. It also checks that
// each test which SECURITY.md and docs/threats.md name exists, and that files and
// functions are as short as CONTRIBUTING.md wants them.
//
//	go run ./scripts/internal/hygiene [more forbidden text…]
//
// Outside git it looks at every file but those of the ignored folders.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// forbidden texts. They are put together here so that this file has none.
var forbidden = []string{
	"/wo" + "rk/main", "/wo" + "rk/shared", "/ro" + "ot/", "/tmp/bash" + "_jobs",
	`"resol` + `ved": "http`, // package-lock.json: where a package came from
}

// absent are texts that cite a document which is not in the repository: sources
// have the names of docs/sources.md.
var absent = []string{
	"RULES" + ".md", "OPERATIONS" + ".md", "UX" + ".md", "PROOFS" + ".md", "DESIGN" + ".md", "HOUSE" + ".md",
	"seed" + " 00", "Seed" + " 00", "SEED" + " 00", "seeds" + " 00", "pcln" + "tab",
}

// built are names of files that a build makes.
var built = []string{"*.wasm", "wasm_exec.js", "*.test", "*.prof", "coverage.out"}

// ignored folders, for a tree without git.
var ignored = []string{".git", "dist", "dist.*", "node_modules"}

func main() {
	forbidden = append(forbidden, os.Args[1:]...)
	faults, err := check()
	if err != nil {
		fmt.Fprintln(os.Stderr, "hygiene:", err)
		os.Exit(1)
	}
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

func check() (faults []string, err error) {
	files, err := list()
	if err != nil {
		return nil, err
	}
	if len(files) < 100 {
		return nil, fmt.Errorf("found %d files: want the whole repository", len(files))
	}
	for _, name := range promises {
		found, err := missingTests(name)
		if err != nil {
			return nil, err
		}
		faults = append(faults, found...)
	}
	var all lengths
	for _, name := range files {
		found, err := look(name, &all)
		if err != nil {
			return nil, err
		}
		faults = append(faults, found...)
	}
	return faults, all.few()
}

// promises are the documents that name the tests of their promises, as
// `core/proof/work_test.go:TestWork` or `e2e/browser/calculators/links.test.mjs:its name`.
var (
	promises = []string{"SECURITY.md", "docs/threats.md"}
	named    = regexp.MustCompile("`([\\w./-]+(?:_test\\.go|\\.test\\.mjs)):([^`]+)`")
)

// missingTests lists the tests that a document names and that do not exist.
func missingTests(document string) (faults []string, err error) {
	text, err := os.ReadFile(document)
	if err != nil {
		return nil, err
	}
	all := named.FindAllSubmatch(text, -1)
	if len(all) < 10 {
		return nil, fmt.Errorf("%s names %d tests: want at least 10", document, len(all))
	}
	for _, m := range all {
		file, name := string(m[1]), string(m[2])
		exists, err := hasTest(file, name)
		if err != nil {
			return nil, err
		}
		if !exists {
			faults = append(faults, fmt.Sprintf("%s names %s:%s, and there is no such test", document, file, name))
		}
	}
	return faults, nil
}

// hasTest reports whether a file has a test of that name.
func hasTest(file, name string) (bool, error) {
	definition := `test(` + strconv.Quote(name) + `,` // also of t.test and chromiumTest
	if strings.HasSuffix(file, ".go") {
		definition = "func " + name + "(t *testing.T) {"
	}
	code, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return false, nil
	}
	return strings.Contains(strings.ReplaceAll(string(code), "chromiumTest(", "test("), definition), err
}

// list names the files of the repository, also those not yet added.
func list() ([]string, error) {
	if _, err := os.Stat(".git"); err != nil {
		return walk()
	}
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), err
}

func walk() (files []string, err error) {
	err = fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && isAny(name, ignored):
			return fs.SkipDir
		case d.Type().IsRegular() && !isAny(name, built):
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

// look lists what is wrong with one file: nothing, if the file was deleted and
// is still in git's list.
func look(name string, all *lengths) (faults []string, err error) {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if faults, err = all.look(name, text); err != nil {
		return nil, err
	}
	dirs := strings.Split(path.Dir(name), "/")
	if isAny(name, built) || slices.ContainsFunc(dirs, func(dir string) bool { return isAny(dir, ignored) }) {
		faults = append(faults, name+": is built, and does not belong in git")
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if strings.HasPrefix(name, ".github/") && unpinned.Match(line) && !pinned.Match(line) {
			faults = append(faults, fmt.Sprintf("%s:%d: %s: want an action pinned by its commit, and its version as a comment",
				name, i+1, bytes.TrimSpace(line)))
		}
		faults = append(faults, among(forbidden, line, name, i+1, "is of one machine")...)
		faults = append(faults, among(absent, line, name, i+1, "is not in the repository: want a name of docs/sources.md")...)
	}
	return faults, nil
}

// among lists the texts that a line has, and why it should not have them.
func among(texts []string, line []byte, name string, number int, why string) (faults []string) {
	for _, text := range texts {
		if bytes.Contains(line, []byte(text)) {
			faults = append(faults, fmt.Sprintf("%s:%d: has %q, which %s", name, number, text, why))
		}
	}
	return faults
}

// Actions of a workflow: a tag can be moved to other code, a commit cannot.
var (
	unpinned = regexp.MustCompile(`^\s*(- )?uses:`)
	pinned   = regexp.MustCompile(`^\s*(- )?uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
)

func isAny(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, _ := path.Match(pattern, path.Base(name))
		return ok
	})
}
