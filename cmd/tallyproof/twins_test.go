package main

import (
	"bytes"
	"encoding/json"
	"path"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/all"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/twin"
	twinfiles "github.com/tallyproof/tallyproof/site/twin/files"
)

// twinsOf are the other forms of every page, made without its assets.
func twinsOf(t *testing.T) []build.Page {
	t.Helper()
	none := func(name string) (string, error) { return "/assets/" + name, nil }
	pages, err := all.Pages(&frame.Frame{
		Asset: none, Integrity: none,
		Add:    func(name string, _ []byte) string { return "/assets/" + name },
		Single: func(build.Component) (build.Single, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	var texts []build.Text
	for _, p := range pages {
		texts = append(texts, build.Text{Path: p.Path, Data: rendered(t, p)})
	}
	files, err := twinfiles.Make(texts, engine.Call)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func rendered(t *testing.T, p build.Page) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Component.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCallAnswersAsPages: the answers in the JSON of every page are what the
// command prints for their requests, byte for byte.
func TestCallAnswersAsPages(t *testing.T) {
	calls := 0
	for _, file := range twinsOf(t) {
		if path.Ext(file.Path) != twin.JSON {
			continue
		}
		var page struct {
			Calculators []struct {
				Operation       string
				Request, Answer json.RawMessage
			}
		}
		if err := json.Unmarshal(rendered(t, file), &page); err != nil {
			t.Fatalf("%s: %v", file.Path, err)
		}
		for _, c := range page.Calculators {
			calls++
			status, out, errs := try(t.Context(), string(c.Request), "call", c.Operation)
			if want := `{"ok":` + string(c.Answer) + "}\n"; status != 0 || out != want || errs != "" {
				t.Errorf("%s: call %s: %d, %s%s\nwant %s", file.Path, c.Operation, status, out, errs, want)
			}
		}
	}
	if calls < 30 {
		t.Errorf("%d calls: want those of all calculators", calls)
	}
}
