package docs

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

// Every operation has a page with all its members and an example.
func TestOperations(t *testing.T) {
	pages := htmltest.Documents(t, Pages)
	catalogue := htmltest.PageAt(t, pages, "/docs/operations/")
	for _, o := range engine.Catalogue {
		d := htmltest.PageAt(t, pages, frame.OperationPath(o.Name))
		if !strings.Contains(catalogue.Text, `href="`+d.Path+`"`) {
			t.Errorf("/docs/operations/ does not link to %s", d.Path)
		}
		if !slices.Contains(d.IDs(), "examples") || !strings.Contains(d.Section(t, "examples"), "Request {") {
			t.Errorf("%s shows no example: add one to testdata/ops/%s", d.Path, o.Name)
		}
		for id, s := range map[string]*op.Schema{"request": o.Request(), "response": o.Response()} {
			text := d.Section(t, id)
			if s.Name == "Rulebook" {
				continue
			}
			for _, f := range s.Fields {
				if !strings.Contains(text, f.Name) || !strings.Contains(text, strings.Join(strings.Fields(f.Doc), " ")) {
					t.Errorf("%s#%s does not document %s", d.Path, id, f.Name)
				}
			}
		}
	}
}

// An example laid out is the same JSON, and its lines are short.
func TestPretty(t *testing.T) {
	all, err := operationExamples()
	if err != nil {
		t.Fatal(err)
	}
	for name, examples := range all {
		for _, e := range examples {
			for _, text := range []string{e.request, e.answer} {
				if !json.Valid([]byte(text)) {
					continue
				}
				var want, got bytes.Buffer
				if err := json.Compact(&want, []byte(text)); err != nil {
					t.Fatal(err)
				}
				if err := json.Compact(&got, []byte(pretty(text))); err != nil {
					t.Fatalf("%s/%s: %v\n%s", name, e.name, err, pretty(text))
				}
				if !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%s/%s is changed:\n%s", name, e.name, pretty(text))
				}
			}
		}
	}
	for text, want := range map[string]string{
		`{ }`:               "{}",
		`{"a":[1,2.50,{}]}`: `{ "a": [1, 2.50, {}] }`,
		`{"a":`:             `{"a":`,
		`"` + "x" + `"`:     `"x"`,
		`{"key":"` + strings.Repeat("y", 70) + `","b":[]}`: "{\n  \"key\": \"" + strings.Repeat("y", 70) + "\",\n  \"b\": []\n}",
	} {
		if got := pretty(text); got != want {
			t.Errorf("pretty(%s) = %s, want %s", text, got, want)
		}
	}
}

// Every code of a refusal is on the page on errors, with its status.
func TestErrorCodes(t *testing.T) {
	text := htmltest.PageAt(t, htmltest.Documents(t, Pages), "/docs/errors/").Section(t, "codes")
	for code, status := range map[string]string{
		op.Malformed: "400", op.Unknown: "404", "method-not-allowed": "405", op.TooLarge: "413", op.Invalid: "422", op.Expired: "422", op.Internal: "500",
	} {
		if !strings.Contains(text, code+" "+status) {
			t.Errorf("no %s with status %s in %s", code, status, text)
		}
	}
}

func TestAbridged(t *testing.T) {
	text := "[" + strings.Repeat(`"`+strings.Repeat("x", 30)+`",`, 20) + `"last"]`
	got := abridged(text)
	if lines := strings.Split(got, "\n"); len(lines) != 10 || lines[7] != "  … 14 more" || lines[8] != `  "last"` {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
	if short := `{ "a": [1, 2, 3] }`; abridged(short) != short {
		t.Errorf("%s is changed to %s", short, abridged(short))
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1000: "1000", 100000: "100\u202f000", -100000: "−100\u202f000", 0.000001: "0.000001", 1000000000: "1\u202f000\u202f000\u202f000"} {
		if got := figures(x); got != want {
			t.Errorf("figures(%v) = %q, want %q", x, got, want)
		}
	}
}
