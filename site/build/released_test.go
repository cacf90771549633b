package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Code on other sites names a module by its address and its integrity. A module that
// was released stays at its address after it has changed, and its file cannot.
func TestReleased(t *testing.T) {
	const card = "site/assets/w/card.mjs"
	root := checkout(t, with(map[string]string{card: "console.log('first');\n"}))
	build := func(release bool) (*Report, map[string]string, error) {
		o := options(t, root)
		o.Release = release
		o.Pages = func(m *Manifest) ([]Page, error) {
			_, err := m.Integrity("w/card.mjs")
			return nil, err
		}
		report, err := Build(t.Context(), o)
		if err != nil {
			return nil, nil, err
		}
		return report, readDir(t, o.Out), nil
	}
	change := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	report, files, err := build(true)
	if err != nil {
		t.Fatal(err)
	}
	first, content := unhashed(t, files, "assets/card.mjs")
	kept := "site/released/" + first
	if len(report.Released) != 1 || report.Released[0] != kept {
		t.Fatalf("it keeps %q: want %q", report.Released, kept)
	}
	if report, _, err = build(true); err != nil || len(report.Released) != 0 {
		t.Errorf("the same module again: it keeps %q, %v", report.Released, err)
	}

	change(card, "console.log('second');\n")
	report, files, err = build(false)
	if err != nil {
		t.Fatal(err)
	}
	if files[first] != content || files[first+".br"] == "" {
		t.Errorf("after a change %s is %q: want %q, and a compressed copy", first, files[first], content)
	}
	if len(report.Released) != 0 || !strings.Contains(files["w/card.js"], "second") {
		t.Errorf("a build that is no release keeps %q, and the newest module is %q", report.Released, files["w/card.js"])
	}
	if report, _, err = build(true); err != nil || len(report.Released) != 1 || report.Released[0] == kept {
		t.Errorf("the next release: it keeps %q, %v", report.Released, err)
	}

	change(kept, content+"\n")
	if _, _, err = build(false); err == nil || !strings.Contains(err.Error(), kept+" has changed since its release") {
		t.Errorf("a released module was changed: error %v", err)
	}
	if err := os.RemoveAll(filepath.Join(root, "site", "released")); err != nil {
		t.Fatal(err)
	}
	if _, files, err = build(false); err != nil || files[first] != "" {
		t.Errorf("without a release %s is %q, %v", first, files[first], err)
	}
}
