package pages

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof"
	"github.com/tallyproof/tallyproof/site/build"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// changelog is CHANGELOG.md as a page: a section for each version, a part for
// each kind of change.
func changelog(f *frame) ([]build.Page, error) {
	blocks, err := markdown(tallyproof.Changelog)
	if err != nil {
		return nil, fmt.Errorf("CHANGELOG.md: %w", err)
	}
	v := markup.View{
		Layout: f.layout("/changelog/", "Changelog", "What changed in Tallyproof for those who use it, version by version."),
		H1:     "What changed?",
	}
	s := &scribe{}
	var lede string
	version := ""
	for _, b := range blocks {
		switch {
		case b.heading == 1:
		case b.heading == 2:
			version = slug(b.html)
			s.section(version, b.html)
		case b.heading == 3 && version != "":
			s.part(version+"-"+slug(b.html), b.html)
		case b.heading > 0:
			return nil, fmt.Errorf("CHANGELOG.md: the heading %q is out of place", b.html)
		case version == "":
			lede += b.html
		default:
			s.put(templ.Raw(b.html))
		}
	}
	v.Lede, v.Sections = templ.Raw(lede), s.sections
	return []build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, s.err
}

// slug makes an id of a heading: [1.2.0] - 2026-01-02 becomes v1-2-0-2026-01-02.
func slug(heading string) string {
	var id []rune
	for _, r := range heading {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			id = append(id, r)
		case 'A' <= r && r <= 'Z':
			id = append(id, r+'a'-'A')
		case len(id) > 0 && id[len(id)-1] != '-':
			id = append(id, '-')
		}
	}
	if len(id) > 0 && id[len(id)-1] == '-' {
		id = id[:len(id)-1]
	}
	if len(id) > 0 && '0' <= id[0] && id[0] <= '9' {
		id = append([]rune("v"), id...)
	}
	return string(id)
}
