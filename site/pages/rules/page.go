package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// folder is where the files of the pages are, as errors name them.
const folder = "site/content/"

// page is the Markdown of a page, with its {{…}} blocks.
type page struct {
	files  map[string]string // by name
	set    *template.Template
	about  any
	unsaid map[string]bool // texts of the arena that the page has not asked for yet
	asked  string          // the operation that was asked last
}

// book is a rulebook with its page.
type book struct {
	*rulebook.Rulebook
	Reads   string // what it is a reading of, in a line of the index
	listed  string // the list of its rules
	example string // the example that runs through them, as JSON
	doc     prose.Document
}

// readBook reads the page of a rulebook: what its own file begins with, then
// rules/every/page.md.
func readBook(files fs.FS, rb *rulebook.Rulebook) (book, error) {
	own := path.Join("rules", rb.Arena, rb.ID+".md")
	if _, err := fs.Stat(files, own); err != nil {
		return book{}, fmt.Errorf("no page on the rulebook %q: want %s%s", rb.ID, folder, own)
	}
	names, err := filesOf(files, rb, own)
	if err != nil {
		return book{}, err
	}
	p, err := read(files, names, rb)
	if err != nil {
		return book{}, err
	}
	reads, err := p.at("reads")
	if reads == "" {
		wanted := fmt.Errorf(`%s%s: want {{define "at reads"}} with what the rulebook is a reading of`, folder, own)
		return book{}, errors.Join(err, wanted)
	}
	b := book{Rulebook: rb, Reads: reads}
	if b.listed, err = p.at("rules"); err != nil {
		return book{}, p.wanted(err)
	}
	if b.example, err = p.at("example"); err != nil {
		return book{}, p.wanted(err)
	}
	b.doc, err = p.document(own, "rules/every/page.md")
	if err == nil && len(p.unsaid) > 0 {
		err = fmt.Errorf("%s%s: the page has no place for %q", folder, own, slices.Sorted(maps.Keys(p.unsaid)))
	}
	return b, err
}

// filesOf names the files that a rulebook's page is made of: those of every page,
// those of the arena that are not another rulebook's own, and its own. What a
// later file defines replaces what an earlier one does.
func filesOf(files fs.FS, rb *rulebook.Rulebook, own string) ([]string, error) {
	names, err := fs.Glob(files, "rules/every/*.md")
	if err != nil {
		return nil, err
	}
	shared, err := fs.Glob(files, path.Join("rules", rb.Arena, "*.md"))
	isOwn := func(name string) bool {
		id := strings.TrimSuffix(path.Base(name), ".md")
		return slices.ContainsFunc(rulebook.BuiltIn(), func(b *rulebook.Rulebook) bool { return b.ID == id })
	}
	return append(append(names, slices.DeleteFunc(shared, isOwn)...), own), err
}

// read reads files of a page on something.
func read(files fs.FS, names []string, about any) (*page, error) {
	p := &page{files: map[string]string{}, about: about, unsaid: map[string]bool{}}
	own := template.FuncMap{"ask": p.ask, "at": p.at, "measured": p.measured}
	p.set = template.New("").Option("missingkey=error").Funcs(functions).Funcs(own)
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		p.files[name] = string(text)
		if _, err := p.set.New(folder + name).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	for _, t := range p.set.Templates() {
		if strings.HasPrefix(t.Name(), "at ") && !strings.HasPrefix(t.Tree.ParseName, folder+"rules/every/") {
			p.unsaid[t.Name()] = true
		}
	}
	return p, nil
}

// document executes the {{…}} blocks of files and reads the Markdown.
func (p *page) document(names ...string) (prose.Document, error) {
	var b strings.Builder
	for _, name := range names {
		if err := p.set.ExecuteTemplate(&b, folder+name, p.about); err != nil {
			return prose.Document{}, p.wanted(err)
		}
		b.WriteString("\n\n")
	}
	doc, err := prose.Read(b.String())
	var fault *prose.Fault
	if errors.As(err, &fault) {
		err = fmt.Errorf("%s: %w", p.place(fault), err)
	}
	return doc, err
}

// wanted returns the innermost error, whose file has the mistake.
func (p *page) wanted(err error) error {
	var at template.ExecError
	for inner := err; errors.As(inner, &at); inner = at.Err {
		err = at
	}
	if strings.Contains(err.Error(), "map has no entry for key") {
		err = fmt.Errorf("%w: want a member of the answer, as /docs/operations/%s/ lists them", err, p.asked)
	}
	return err
}

// place names the file and the line in which a block begins, or the files of the
// page if {{…}} has put something into its first line.
func (p *page) place(fault *prose.Fault) string {
	names := slices.Sorted(maps.Keys(p.files))
	for _, text := range []string{fault.Text + "\n\n", fault.Text + "\n{{", fault.Line()} {
		for _, name := range names {
			if before, _, found := strings.Cut(p.files[name], text); found {
				return fmt.Sprintf("%s%s:%d", folder, name, strings.Count(before, "\n")+1)
			}
		}
	}
	return folder + strings.Join(names, ", ")
}

// at returns the text that the arena has for a place of the page, "" for none.
func (p *page) at(place string) (string, error) {
	name := "at " + place
	if p.set.Lookup(name) == nil {
		return "", nil
	}
	delete(p.unsaid, name)
	var b strings.Builder
	err := p.set.ExecuteTemplate(&b, name, p.about)
	return strings.TrimSpace(b.String()), err
}
