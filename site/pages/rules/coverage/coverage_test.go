package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

// root is the folder of the repository.
const root = "../../../.."

func documents(t *testing.T) []document {
	t.Helper()
	docs, err := read(content.Coverage)
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// Every test that a row names exists, and so does every file of test vectors.
func TestNamedTestsExist(t *testing.T) {
	checked := 0
	for _, doc := range documents(t) {
		for _, r := range doc.rules {
			if r.test == "" {
				continue
			}
			checked++
			if err := exists(r.test); err != nil {
				t.Errorf("%s, %s: %q: %v", doc.name, r.lines, r.quote, err)
			}
		}
	}
	if checked < 200 {
		t.Errorf("%d tests were checked: want those of all documents", checked)
	}
}

// exists looks for file_test.go:TestName, or for a file of test vectors.
func exists(test string) error {
	file, name, isTest := strings.Cut(test, ":")
	code, err := os.ReadFile(filepath.Join(root, file))
	switch {
	case err != nil:
		return err
	case isTest && (!strings.HasSuffix(file, "_test.go") || !strings.Contains(string(code), "\nfunc "+name+"(t *testing.T) {\n")):
		return fmt.Errorf("%s has no test %q", file, name)
	case !isTest && !strings.HasPrefix(file, "testdata/vectors/"):
		return fmt.Errorf("%q: want a test, or a file in testdata/vectors", file)
	}
	return nil
}

// A test that does not exist is found.
func TestMissingTestsAreFound(t *testing.T) {
	for _, test := range []string{
		"site/pages/rules/coverage/coverage_test.go:TestNothing", "site/pages/rules/coverage/coverage_test.go:TestNamedTests",
		"site/nowhere_test.go:TestNamedTestsExist", "site/pages/rules/coverage/rows.go:read", "README.md", "testdata/vectors/nowhere.json",
	} {
		if err := exists(test); err == nil {
			t.Errorf("%s: no error", test)
		}
	}
}

// The documents of docs/sources.md, each with rules in the order of its lines.
func TestDocuments(t *testing.T) {
	sources, err := os.ReadFile(filepath.Join(root, "docs/sources.md"))
	if err != nil {
		t.Fatal(err)
	}
	docs := documents(t)
	if len(docs) != 8 {
		t.Errorf("%d documents: want 8", len(docs))
	}
	for _, doc := range docs {
		if !strings.Contains(string(sources), "\n| "+doc.name+" | ") {
			t.Errorf("docs/sources.md does not list %q", doc.name)
		}
		line := 0
		for _, r := range doc.rules {
			var first int
			if _, err := fmt.Sscanf(r.lines, "%d", &first); err != nil || first < line {
				t.Errorf("%s: line %s comes after line %d", doc.name, r.lines, line)
			}
			line = first
		}
	}
}

// Rows that are not complete are refused, with their line.
func TestIncompleteRows(t *testing.T) {
	const head = "# a\tA\t/a/\n"
	tests := []struct{ name, text, want string }{
		{"no document", "1\tq\to\te\tt\t", "line 1: 6 fields after 0 documents"},
		{"a field too few", head + "1\tq\to\te\tt", "line 2: 5 fields after 1 documents"},
		{"a document without its place", "# a\tA", "line 1: 2 fields"},
		{"neither operation nor reason", head + "1\tq\t-\t-\t-\t", "line 2: \"q\": neither operation nor reason"},
		{"an operation without a test", head + "1\tq\to\te\t-\t", "o: want an example and a test"},
		{"an operation without an example", head + "1\tq\to\t-\tt\t", "o: want an example and a test"},
		{"a test without an operation", head + "1\tq\t-\t-\tt\twhy", "an example or a test without an operation"},
		{"no quotation", head + "1\t\to\te\tt\t", "want lines and a quotation"},
		{"a quotation twice", head + "1\tq\to\te\tt\t\n2\tq\to\te\tt\t", "line 3: \"q\": want each quotation once"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := read(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// An example that does not exist fails the build.
func TestLinksOfExamples(t *testing.T) {
	tests := []struct{ name, operation, example, want string }{
		{"a case that a page takes", "score.compute", "airena", "try it /score/airena/#1;op=score.compute;json=%7B"},
		{"a case that the page has no fields for", "score.compute", "#airena", "example /docs/operations/score.compute/#example-airena"},
		{"a case that the engine refuses", "score.compute", "expired", "example /docs/operations/score.compute/#example-expired"},
		{"a case with rules of its own", "score.compute", "all-or-nothing", "example /docs/operations/score.compute/#example-all-or-nothing"},
		{"a case that no page takes", "reward.weights", "ranked", "example /docs/operations/reward.weights/#example-ranked"},
		{"a request", "elo.update", `{"rulebook":"clawdiators","rating":1000,"matches":0,"difficulty":"veteran","outcome":"win"}`, "try it /rating/clawdiators/#1;op=elo.update;"},
		{"a request that the engine refuses", "elo.update", `{"rulebook":"clawdiators","rating":1000}`, "no page takes the request"},
		{"a request that no page takes", "elo.expected", `{"rating":1000,"opponent":1000}`, "no page takes the request"},
		{"no such case", "score.compute", "nothing", "nothing.txtar"},
		{"no such operation", "score.guess", "airena", `there is no operation "score.guess"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			label, href, err := rule{operation: tt.operation, example: tt.example}.link()
			got := label + " " + href
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The page counts what it lists, and every row can be linked to.
func TestPage(t *testing.T) {
	d := htmltest.PageAt(t, htmltest.Documents(t, Pages), "/rules/coverage/")
	docs := documents(t)
	all, computed := count(docs...)
	if want := fmt.Sprintf("%d rules: %d computed, %d not, and why.", all, computed, all-computed); !strings.Contains(d.Text, want) {
		t.Errorf("the page does not say %q", want)
	}
	rows, ids := 0, d.IDs()
	for _, doc := range docs {
		for _, r := range doc.rules {
			rows++
			if !slices.Contains(ids, r.id) {
				t.Errorf("no row has the id %q", r.id)
			}
		}
	}
	if got := strings.Count(d.Text, `<a href="/docs/operations/`); rows != all || got < computed {
		t.Errorf("%d rows and %d links to operations: want %d rows, and %d links or more", rows, got, all, computed)
	}
	for id, want := range map[string]string{
		"airena-scoring":  "correctness = (passed_tests / total_tests) * 100 Rule 12, line 13 score.compute , try it core/score/vectors_test.go: TestMeasures",
		"clawdiators-elo": "If the match was verified: 22.5 × 1.1 = 24.8, new rating = 1075.",
		"term-rewards":    "Epoch 26+ | 20% | Max burn reached",
		"not-computed":    "Custom-script | Challenge-specific evaluation logic",
	} {
		if got := d.Section(t, id); !strings.Contains(got, want) {
			t.Errorf("#%s does not say %q:\n%s", id, want, got)
		}
	}
}
