package prose

import (
	"errors"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Document is a page of text.
type Document struct {
	Title, Answer string
	Lede          string // HTML
	Sections      []markup.SectionView
	Tables        map[string][]markup.TableView // by the id of the section or part they stand in
}

// View returns the document as a page without its frame.
func (d Document) View() markup.View {
	v := markup.View{H1: d.Title, Answer: d.Answer, Sections: d.Sections}
	if d.Lede != "" {
		v.Lede = templ.Raw(d.Lede)
	}
	return v
}

// Fault is a block of a document that cannot be read.
type Fault struct {
	Text string // of the block, to the next empty line
	Err  error
}

func (f *Fault) Error() string { return fmt.Sprintf("%q: %v", first(f.Line(), 60), f.Err) }

// Line returns the first line of the block.
func (f *Fault) Line() string {
	line, _, _ := strings.Cut(f.Text, "\n")
	return line
}

// Unwrap returns what is wrong with the block.
func (f *Fault) Unwrap() error { return f.Err }

// Read reads a page: "# Title", a paragraph with the answer, others that lead on,
// and sections and parts, "## Section {#id}" and "### Part {#id}". Beside what
// [Markdown] reads, they have
//
//	$$E = m · c^2$$                    a formula on a line of its own
//
//	> A line of a quotation.           its source is the row of a table with the
//	> — elo                            id source-elo
//
//	> [!trap]                          a note: trap, warning, source or limit,
//	> What to mind.                    or a conclusion
//
//	Table: Caption                     a table (table.go)
//	| Dimension | Weight |
//	|---|---:|
//	| Speed {.speed} | 20 % |
//
// A heading may name dimensions: "### Quality {.quality}, Process {.process} {#id}".
func Read(text string) (Document, error) {
	r := &documentReader{reading: newReading(blocks, text), names: map[string]string{}}
	r.doc.Tables = map[string][]markup.TableView{}
	for n := r.root.FirstChild(); n != nil; n = n.NextSibling() {
		err := r.read(n)
		if err == nil {
			err = r.Err
		}
		if err != nil {
			return r.doc, &Fault{Text: r.written(n), Err: err}
		}
	}
	r.doc.Sections = r.Sections
	if r.doc.Title == "" || r.doc.Answer == "" {
		wanted := errors.New("want a title and a paragraph with the answer: # Title, an empty line, the answer")
		return r.doc, &Fault{Text: text, Err: wanted}
	}
	return r.doc, nil
}

type documentReader struct {
	*reading
	Writer
	doc   Document
	at    string            // the id of the section or part
	names map[string]string // of sources, by their ids
}

// written returns a block as it was read, to the next empty line.
func (r *documentReader) written(n ast.Node) string {
	text, at := string(r.source), max(0, n.Pos())
	text = text[strings.LastIndex(text[:at], "\n")+1:]
	block, _, _ := strings.Cut(text, "\n\n")
	return strings.TrimSpace(block)
}

// begins returns the first line inside a block.
func (r *documentReader) begins(n ast.Node) string {
	for n.Lines() == nil || n.Lines().Len() == 0 {
		if n = n.FirstChild(); n == nil {
			return ""
		}
	}
	line := n.Lines().At(0)
	return strings.TrimSpace(string(line.Value(r.source)))
}

func (r *documentReader) read(n ast.Node) error {
	if heading, ok := n.(*ast.Heading); ok {
		return r.heading(heading)
	}
	if len(r.Sections) == 0 {
		return r.introduce(n)
	}
	switch n := n.(type) {
	case *ast.Blockquote:
		return r.quotation(n)
	case *tables.Table:
		return r.table(n)
	case *ast.Paragraph:
		line := strings.TrimSpace(string(n.Lines().Value(r.source)))
		if inside, ok := strings.CutPrefix(line, "$$"); ok {
			f, err := formula(strings.TrimSuffix(inside, "$$"))
			r.Put(markup.Formula(f))
			return err
		}
		if captionKind(line) != "" {
			return wantTable(n)
		}
	}
	err := r.block(n)
	r.Put(templ.Raw(r.html()))
	return err
}

// introduce reads what stands before the first section.
func (r *documentReader) introduce(n ast.Node) error {
	err := r.block(n)
	written := r.html()
	if err != nil {
		return err
	}
	if r.doc.Answer != "" {
		r.doc.Lede += written
		return nil
	}
	r.doc.Answer, err = plain(strings.TrimSuffix(strings.TrimPrefix(written, "<p>"), "</p>"))
	return err
}

func (r *documentReader) heading(n *ast.Heading) error {
	b, err := r.top(n)
	if err != nil {
		return err
	}
	title, err := plain(b.HTML)
	if err != nil {
		return err
	}
	if (b.Heading == 1) != (b.ID == "") || b.Heading == 3 && len(r.Sections) == 0 || b.Heading > 3 {
		return fmt.Errorf("the heading %q: want ## or ### and an id, as in ## Title {#id}", title)
	}
	switch b.Heading {
	case 1:
		r.doc.Title = title
		return nil
	case 2:
		r.Section(b.ID, title)
	case 3:
		r.Begin(part(b.ID, title))
	}
	r.at = b.ID
	return nil
}

// part returns a part with that title, or with the dimensions that the title names.
func part(id, title string) markup.SectionView {
	if !dimension.MatchString(title) {
		return markup.SectionView{ID: id, Title: title}
	}
	v := markup.SectionView{ID: id}
	for _, name := range strings.Split(title, ", ") {
		label, key := dimensionOf(name)
		v.Named = append(v.Named, markup.NamedView{ID: key, Label: label, Dim: key})
	}
	return v
}

// dimension is what follows the name of a dimension: its key.
var dimension = regexp.MustCompile(`^(.*) \{\.([a-z_]+)\}$`)

// dimensionOf separates the name of a dimension from its key.
func dimensionOf(text string) (label, key string) {
	if m := dimension.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return text, ""
}

// kinds lists what a note can be.
var kinds = []string{"trap", "warning", "source", "limit", "conclusion"}

// quotation reads what stands after >: a note or a quotation.
func (r *documentReader) quotation(n *ast.Blockquote) error {
	if kind, ok := strings.CutPrefix(r.begins(n), "[!"); ok {
		return r.note(n, strings.TrimSuffix(kind, "]"))
	}
	paragraph, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || n.ChildCount() != 1 {
		return errors.New("want a quotation as one paragraph: its lines, and the source")
	}
	r.lineBreak = '\n'
	err := r.inside(paragraph)
	r.lineBreak = ' '
	lines := strings.Split(r.html(), "\n")
	last := len(lines) - 1
	id, found := strings.CutPrefix(lines[last], "— ")
	if err != nil {
		return err
	}
	if !found || last == 0 {
		return errors.New("a quotation without its source: want a last line that names it, as in — scoring")
	}
	name, known := r.names[id]
	if !known {
		return fmt.Errorf("no source is called %q: want one of %s", id, strings.Join(slices.Sorted(maps.Keys(r.names)), ", "))
	}
	return r.quote(lines[:last], markup.QuoteView{Source: name, Href: "#source-" + id})
}

func (r *documentReader) quote(lines []string, v markup.QuoteView) error {
	for _, line := range lines {
		code, isCode := strings.CutPrefix(line, "<code>")
		v.Code = isCode
		line, err := plain(strings.TrimSuffix(code, "</code>"))
		if err != nil {
			return err
		}
		v.Lines = append(v.Lines, line)
	}
	r.Put(markup.Quote(v))
	return nil
}

func (r *documentReader) note(n *ast.Blockquote, kind string) error {
	if !slices.Contains(kinds, kind) {
		return fmt.Errorf("a note of the kind %q: want one of %s", kind, strings.Join(kinds, ", "))
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if err := r.block(child); err != nil {
			return err
		}
	}
	inside := strings.Replace(r.html(), "[!"+kind+"] ", "", 1)
	if kind != "conclusion" {
		r.Put(markup.Aside(kind, templ.Raw(inside)))
		return nil
	}
	sentence, err := plain(strings.TrimSuffix(strings.TrimPrefix(inside, "<p>"), "</p>"))
	r.Put(markup.Conclusion(sentence))
	return err
}

// plain returns HTML without elements as a text.
func plain(written string) (string, error) {
	if strings.Contains(written, "<") {
		return "", fmt.Errorf("%q: want words alone here, without links or emphasis", first(written, 60))
	}
	return html.UnescapeString(written), nil
}
