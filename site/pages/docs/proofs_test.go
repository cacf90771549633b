package docs

import (
	"html"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/docs/examples"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

// TestIssuePage holds that the page shows the programs that the tests run, the
// demonstration records, and each verdict it speaks of.
func TestIssuePage(t *testing.T) {
	page := html.UnescapeString(htmltest.PageAt(t, htmltest.Documents(t, Pages), "/docs/proofs/").Text)
	for _, name := range []string{"issue.go", "issue.py", "issue.mjs", "issue.sh", "record.json"} {
		text, err := examples.Issue.ReadFile("issue/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page, strings.TrimSpace(string(text))) {
			t.Errorf("%s is not on the page", name)
		}
	}
	for _, text := range []string{demo.Flat("nova"), demo.Record1("nova")} {
		if !strings.Contains(page, strings.TrimSpace(text)) {
			t.Errorf("%.60s… is not on the page", text)
		}
	}
	for _, verdict := range []string{"authentic", "qualified", "unknown-key", "not-authentic", "unmatched", "unreadable"} {
		if strings.Count(page, `id="verdict-`+verdict+`"`) != 1 {
			t.Errorf("no row, or more than one, with the verdict %s", verdict)
		}
	}
}

// TestKeysPage holds that every key that is published is on the page.
func TestKeysPage(t *testing.T) {
	page := html.UnescapeString(htmltest.PageAt(t, htmltest.Documents(t, Pages), "/docs/keys/").Text)
	if !strings.Contains(page, strings.TrimSpace(string(keys.JSON))) {
		t.Error("the published file is not on the page")
	}
	if rows := strings.Count(page, `id="key-`); rows != strings.Count(string(keys.JSON), `"public_key"`) {
		t.Errorf("%d rows of keys", rows)
	}
}
