package all

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
	"github.com/tallyproof/tallyproof/site/twin"
	twinfiles "github.com/tallyproof/tallyproof/site/twin/files"
)

// files are the twins of all pages, by their addresses.
var files = sync.OnceValues(func() (map[string][]byte, error) {
	texts, err := rendered()
	if err != nil {
		return nil, err
	}
	var made []build.Text
	for path, text := range texts {
		made = append(made, build.Text{Path: path, Data: []byte(text)})
	}
	list, err := twinfiles.Make(made, engine.Call)
	all := map[string][]byte{}
	for _, p := range list {
		all[p.Path] = p.Component.(build.Plain)
	}
	return all, err
})

func twins(t *testing.T) map[string][]byte {
	t.Helper()
	all, err := files()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// asJSON is what a test reads of a twin.
type asJSON struct {
	Title, URL, Description string
	Sections                []struct {
		Heading string
		Content []any
	}
	Calculators []struct {
		ID, Operation   string
		Request, Answer json.RawMessage
	}
}

func jsonOf(t *testing.T, path string) (d asJSON) {
	t.Helper()
	text := twins(t)[twin.Address(path, twin.JSON)]
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%s: %v in %.200s", path, err, text)
	}
	return d
}

// markdownOf is the Markdown of a page, read by another program.
func markdownOf(t *testing.T, path string) *html.Node {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(twins(t)[twin.Address(path, twin.Markdown)], &b); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// said are the words of a page in Markdown, without the line that names its addresses.
func said(t *testing.T, path string) string {
	t.Helper()
	words := htmltest.Words(markdownOf(t, path))
	address := "Page: " + path + " · as JSON: " + twin.Address(path, twin.JSON)
	if !strings.Contains(words, address) {
		t.Errorf("%s: its Markdown does not name %q", path, address)
	}
	return strings.Replace(words, address, "", 1)
}

// textsOf are the texts of an element of content, in the order of the page.
func textsOf(value any) (all []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			all = append(all, textsOf(e)...)
		}
	case map[string]any:
		for _, member := range []string{"text", "list", "table", "caption", "columns", "rows", "inputs", "label", "value", "unit", "code", "quote"} {
			all = append(all, textsOf(v[member])...)
		}
	}
	return all
}

func jsonWords(d asJSON) string {
	var all []string
	for _, s := range d.Sections {
		all = append(all, s.Heading)
		for _, b := range s.Content {
			all = append(all, textsOf(b)...)
		}
	}
	return strings.Join(all, " ")
}

var figure = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// Every page has both twins, which have the same numbers in the same order; and no
// page that has none is in the list.
func TestTwinsHaveTheSameNumbers(t *testing.T) {
	count := 0
	for path, text := range render(t) {
		if !twinfiles.Has(path) {
			if twins(t)[twin.Address(path, twin.Markdown)] != nil {
				t.Errorf("%s has a twin", path)
			}
			continue
		}
		d := jsonOf(t, path)
		inMarkdown, inJSON := figure.FindAllString(said(t, path), -1), figure.FindAllString(jsonWords(d), -1)
		for i := range max(len(inMarkdown), len(inJSON)) {
			if i >= len(inMarkdown) || i >= len(inJSON) || inMarkdown[i] != inJSON[i] {
				t.Errorf("%s: number %d of Markdown and of JSON differ: %v and %v", path, i, near(inMarkdown, i), near(inJSON, i))
				break
			}
		}
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for main := range htmltest.Find(doc, "tabindex") {
			if main.Data == "main" {
				inOrderIn(t, path+" in Markdown", strings.Join(inMarkdown, " "), figure.FindAllString(readable(main), -1))
			}
		}
		count += len(inJSON)
		if d.URL != path || d.Title == "" || d.Description == "" || len(d.Sections) == 0 {
			t.Errorf("%s: url %q, title %q, description %q, %d sections", path, d.URL, d.Title, d.Description, len(d.Sections))
		}
	}
	if count < 5000 {
		t.Errorf("%d numbers were compared: want thousands", count)
	}
}

// unread are elements without text for a reader of the page, or with controls.
var unread = []string{"template", "script", "noscript", "button", "nav", "svg", "dialog", "label", "input", "select", "textarea"}

// readable is the text of a page that is shown without any use of it, except
// controls. A formula is the text that stands for it.
func readable(n *html.Node) string {
	switch {
	case n.Type == html.TextNode:
		return strings.NewReplacer("\u2007", "", "\u2008", "").Replace(n.Data)
	case n.Data == "math":
		return htmltest.Attr(n, "alttext")
	case slices.Contains(unread, n.Data), htmltest.Has(n, "hidden"), htmltest.Attr(n, "aria-hidden") == "true", htmltest.Has(n, "data-announce"):
		return ""
	case htmltest.Attr(n, "class") == "unit", htmltest.Attr(n, "class") == "sr":
		return ""
	}
	var b strings.Builder
	for child := range n.ChildNodes() {
		b.WriteString(readable(child))
		if child.Type == html.ElementNode && child.Data != "b" && child.Data != "a" && child.Data != "code" && child.Data != "sup" && child.Data != "sub" {
			b.WriteString(" ")
		}
	}
	return b.String()
}

func near(list []string, i int) []string {
	return list[min(max(i-2, 0), len(list)):min(i+3, len(list))]
}

// What a calculator shows is in both twins, in the same order, and is what the
// engine answers to the request in the JSON.
func TestTwinsShowTheEnginesAnswers(t *testing.T) {
	cases := 0
	for path, text := range render(t) {
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if !twinfiles.Has(path) {
			continue
		}
		d := jsonOf(t, path)
		i, markdown, inJSON := 0, said(t, path), jsonWords(d)
		for calc := range htmltest.Find(doc, "data-calc") {
			if i == len(d.Calculators) {
				t.Fatalf("%s: the JSON has %d calculators, the page has more", path, i)
			}
			c := d.Calculators[i]
			i++
			t.Run(path+" "+c.ID, func(t *testing.T) {
				sameRequest(t, requestOf(t, doc, calc), c.Request)
				if got := string(engine.Call(c.Operation, c.Request)); got != `{"ok":`+string(c.Answer)+`}` || c.Operation != htmltest.Attr(calc, "data-operation") {
					t.Errorf("the engine answers %s\nwant %s", got, c.Answer)
				}
				var answer any
				if err := json.Unmarshal(c.Answer, &answer); err != nil {
					t.Fatal(err)
				}
				htmltest.Compare(t, calc, answer)
				shown := placed(calc)
				inOrderIn(t, "Markdown", markdown, shown)
				inOrderIn(t, "JSON", inJSON, shown)
				cases += len(shown)
			})
		}
		if i != len(d.Calculators) {
			t.Errorf("%s has %d calculators, its JSON %d", path, i, len(d.Calculators))
		}
	}
	if cases < 500 {
		t.Errorf("%d numbers of answers were found: want hundreds", cases)
	}
}

// sameRequest compares with the request that this package's own reader makes.
func sameRequest(t *testing.T, want any, got json.RawMessage) {
	t.Helper()
	var value any
	if err := json.Unmarshal(got, &value); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(value)
	b, _ := json.Marshal(want)
	if !bytes.Equal(a, b) {
		t.Errorf("the request is %s\nwant %s", a, b)
	}
}

// placed are the numbers of an answer that a calculator shows, outside of its form.
func placed(calc *html.Node) (numbers []string) {
	for n := range htmltest.Find(calc, "data-out") {
		if !htmltest.Hidden(n) && !inForm(n) && !htmltest.Has(n, "data-announce") {
			numbers = append(numbers, figure.FindAllString(strings.NewReplacer("\u2007", "", "\u2008", "").Replace(htmltest.Content(n)), -1)...)
		}
	}
	return numbers
}

func inForm(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n.Data == "form" || n.Data == "svg" || htmltest.Attr(n, "aria-hidden") == "true" {
			return true
		}
	}
	return false
}

// inOrderIn looks for the numbers in a text, each after the one before it.
func inOrderIn(t *testing.T, name, text string, numbers []string) {
	t.Helper()
	found := figure.FindAllString(text, -1)
	at := 0
	for i, x := range numbers {
		j := slices.Index(found[at:], x)
		if j < 0 {
			t.Errorf("%s: %s, number %d of %d, is not after those before it: %v", name, x, i, len(numbers), near(numbers, i))
			return
		}
		at += j + 1
	}
}

// The JSON of every page follows the published schema, which refuses other things.
func TestTwinsFollowTheirSchema(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(twins(t)[twinfiles.Schema]))
	if err == nil {
		err = compiler.AddResource(twinfiles.Schema, document)
	}
	if err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(twinfiles.Schema)
	if err != nil {
		t.Fatal(err)
	}
	valid := func(text string) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
	for path := range render(t) {
		if !twinfiles.Has(path) {
			continue
		}
		if err := valid(string(twins(t)[twin.Address(path, twin.JSON)])); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, block := range []string{`{}`, `{"text":"a","code":"b"}`, `{"text":1}`, `{"table":{}}`, `{"more":"a"}`} {
		if valid(`{"title":"","url":"/","description":"","calculators":[],"sections":[{"heading":"","level":0,"content":[`+block+`]}]}`) == nil {
			t.Errorf("the schema accepts %s", block)
		}
	}
}

// The list of pages leads to every twin and to nothing that is not there.
func TestIndexOfTwins(t *testing.T) {
	links := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^- \[[^\n]*?\]\(([^)]*)\): \S`).FindAllStringSubmatch(string(twins(t)[twinfiles.Index]), -1) {
		links[m[1]] = true
	}
	for path := range twins(t) {
		if (path == twinfiles.Schema || strings.HasSuffix(path, twin.Markdown)) != links[path] {
			t.Errorf("%s is in the list: %t", path, links[path])
		}
		delete(links, path)
	}
	for _, known := range []string{"/api/openapi.json", "/engine/engine.d.ts", "/schema/rulebook.json"} {
		delete(links, known)
	}
	if len(links) > 0 {
		t.Errorf("the list has links that lead nowhere: %v", links)
	}
}
