package all

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
	"github.com/tallyproof/tallyproof/site/picture"
)

// render makes every page once, by path.
func render(t *testing.T) map[string]string {
	t.Helper()
	texts, err := rendered()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// pictures are those that rendered made, by name.
var pictures = map[string][]byte{}

var adding sync.Mutex

var rendered = sync.OnceValues(func() (map[string]string, error) {
	all, err := Pages(&frame.Frame{
		Asset:     func(name string) (string, error) { return "/assets/" + name, nil },
		Integrity: htmltest.Unread, Single: htmltest.Unmade, Origin: "https://tallyproof.test",
		Add: func(name string, data []byte) string {
			adding.Lock()
			defer adding.Unlock()
			pictures[name] = data
			return "/assets/" + name
		},
	})
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, p := range all {
		var b bytes.Buffer
		if err := p.Component.Render(context.Background(), &b); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Path, err)
		}
		if texts[p.Path] != "" {
			return nil, fmt.Errorf("%s is there twice", p.Path)
		}
		texts[p.Path] = b.String()
	}
	return texts, nil
})

// The policy of the site forbids inline scripts and styles; every page has one
// h1, a title and a description of its own, and ids that are unique.
func TestPagesAreSound(t *testing.T) {
	titles, late := map[string]string{}, 0
	for path, text := range render(t) {
		for _, pattern := range []string{`style="`, `<style`, ` on[a-z]+="`, `javascript:`, `(src|srcset|action|poster|data)="https?://`, `<link[^>]+"https?://`} {
			if found := regexp.MustCompile(pattern).FindString(text); found != "" && path != "/404.html" {
				t.Errorf("%s contains %q", path, found)
			}
		}
		if n := strings.Count(text, "<h1"); n != 1 {
			t.Errorf("%s has %d h1: want 1", path, n)
		}
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		head := title(doc)
		if other, taken := titles[head]; taken || head == "" {
			t.Errorf("%s has the title %q, as has %q", path, head, other)
		}
		titles[head] = path
		uniqueIDs(t, path, doc)
		inOrder(t, path, doc)
		labelled(t, path, doc)
		late += copied(t, path, doc)
	}
	if late == 0 {
		t.Error("no page has data-late, so that nothing was looked for in it")
	}
}

func title(doc *html.Node) string {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "title" {
			return htmltest.Content(n)
		}
	}
	return ""
}

func uniqueIDs(t *testing.T, path string, doc *html.Node) {
	t.Helper()
	seen := map[string]bool{}
	for n := range htmltest.Find(doc, "id") {
		if id := htmltest.Attr(n, "id"); seen[id] {
			t.Errorf("%s has two elements with id %q", path, id)
		} else {
			seen[id] = true
		}
	}
}

// inOrder checks that headings skip no level.
func inOrder(t *testing.T, path string, doc *html.Node) {
	t.Helper()
	last := 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || len(n.Data) != 2 || n.Data[0] != 'h' || n.Data[1] < '1' || n.Data[1] > '6' {
			continue
		}
		level := int(n.Data[1] - '0')
		if level > last+1 {
			t.Errorf("%s: %q is an h%d after an h%d", path, htmltest.Content(n), level, last)
		}
		last = level
	}
}

// labelled checks that every control a reader can use has a name.
func labelled(t *testing.T, path string, doc *html.Node) {
	t.Helper()
	names := map[string]bool{}
	for label := range htmltest.Find(doc, "for") {
		names[htmltest.Attr(label, "for")] = true
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != "input" && n.Data != "select" && n.Data != "textarea" || htmltest.Attr(n, "type") == "hidden" {
			continue
		}
		if !names[htmltest.Attr(n, "id")] && htmltest.Attr(n, "aria-label") == "" && !inLabel(n) {
			t.Errorf("%s: the control %q has no label", path, htmltest.Attr(n, "name"))
		}
	}
}

// copied checks that nothing is copied which is placed only once it is opened: it
// would be the example's. It counts the elements that wait.
func copied(t *testing.T, path string, doc *html.Node) (late int) {
	t.Helper()
	for n := range htmltest.Find(doc, "data-late") {
		late++
		for table := range htmltest.Find(n, "data-copy") {
			t.Errorf("%s: %q is copied, and may not have been placed", path, htmltest.Content(table))
		}
	}
	return late
}

func inLabel(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.Data == "label" {
			return true
		}
	}
	return false
}

// accent is around the words of a sentence that matter most.
var accent = regexp.MustCompile(`<b class="key">([^<]*)</b>`)

// The worked examples of the documents.
func TestExamplesAreTheDocuments(t *testing.T) {
	texts := render(t)
	for path, wants := range map[string][]string{
		"/":                    {"94.25", "Not checked yet"},
		"/score/airena/":       {"This submission scores 88.00 of 100.", "75.20"},
		"/score/clawdiators/":  {"823 of 1000", "824 of 1000", "a win"},
		"/score/term/":         {"73 of 91", "80.2 %"},
		"/rating/airena/":      {"1306.97", "Silver", "11 more challenges", "42 % touch 1400"},
		"/verify/":             {"Wycheproof (151), CCTV (914) and ed25519-speccheck (12)", ">132<", ">924<", ">1,077 of 1,077<"},
		"/rating/clawdiators/": {"After 60 matches: median 1116", "from 1000 to 1016 (+16)", "31.2 %"},
	} {
		for _, want := range wants {
			if text := accent.ReplaceAllString(texts[path], "$1"); !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	}
}

func TestAllNamesMissingAssets(t *testing.T) {
	_, err := Pages(&frame.Frame{Asset: func(name string) (string, error) { return "", errors.New("no such asset") }, Integrity: htmltest.Unread, Single: htmltest.Unmade, Add: func(string, []byte) string { return "" }})
	if err == nil || !strings.Contains(err.Error(), `asset "style.css": no such asset`) {
		t.Errorf("error %v: want the missing asset named", err)
	}
}

func TestRegistered(t *testing.T) {
	makers["/unasked/"] = nil
	defer delete(makers, "/unasked/")
	got := registered([]build.Page{{Path: "/"}, {Path: "/rules/airena/"}, {Path: "/nowhere/"}}).Error()
	for _, want := range []string{"page /nowhere/ is not in the registry", "page /unasked/ has a maker and is not in the registry", "the registry has /verify/, which nothing makes"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q: want it to say %q", got, want)
		}
	}
	if strings.Contains(got, "/rules/*") || strings.Contains(got, "has /,") {
		t.Errorf("%q: / and a page below /rules/ were made", got)
	}
}

func TestList(t *testing.T) {
	got, err := List([]build.Page{{Path: "/score/term/"}, {Path: "/rules/airena/"}})
	want := `[
 {
  "path": "/score/term/",
  "kind": "calculator",
  "firefox": true
 },
 {
  "path": "/rules/airena/",
  "kind": "rulebook"
 }
]`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// Every page with an answer has a picture of it, which is made with the pages and
// of the size that other sites expect.
func TestPagesHavePictures(t *testing.T) {
	texts := render(t)
	made := map[string]image.Config{}
	for name, data := range pictures {
		size, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		made["https://tallyproof.test/assets/"+name] = size
	}
	for address, text := range texts {
		of, _ := pages.Of(address)
		found := regexp.MustCompile(`<meta property="og:image" content="([^"]+)"`).FindStringSubmatch(text)
		switch wanted := of.Kind == pages.Home || of.Kind == pages.Calculator || of.Kind == pages.Sheet || of.Kind == pages.Verify; {
		case wanted && found == nil:
			t.Errorf("%s has no picture", address)
		case found == nil:
		case made[found[1]].Width != picture.Width || made[found[1]].Height != picture.Height:
			t.Errorf("%s: %s is %+v", address, found[1], made[found[1]])
		}
	}
	if len(made) < 8 {
		t.Errorf("%d pictures are made: want one of each page with an answer", len(made))
	}
}
