package about

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Changelog is CHANGELOG.md as a page: a section for each version, a part for
// each kind of change.
func Changelog(f *frame.Frame) ([]build.Page, error) {
	blocks, err := prose.Markdown(tallyproof.Changelog)
	if err != nil {
		return nil, fmt.Errorf("CHANGELOG.md: %w", err)
	}
	v := markup.View{
		Layout: f.Layout("/changelog/", "Changelog", "What changed in Tallyproof for those who use it, version by version."),
		H1:     "What changed?",
	}
	s := &prose.Writer{}
	lede, err := versions(s, blocks)
	if err != nil {
		return nil, err
	}
	v.Lede, v.Sections = templ.Raw(lede), s.Sections
	return []build.Page{{Path: v.Layout.Path, Component: markup.Page(v)}}, s.Err
}

// versions writes a section for each version, and returns what stands before them.
func versions(s *prose.Writer, blocks []prose.Block) (lede string, err error) {
	version := ""
	for _, b := range blocks {
		switch {
		case b.Heading == 1:
		case b.Heading == 2:
			version = slug(b.HTML)
			s.Section(version, b.HTML)
		case b.Heading == 3 && version != "":
			s.Part(version+"-"+slug(b.HTML), b.HTML)
		case b.Heading > 0:
			return "", fmt.Errorf("CHANGELOG.md: the heading %q is out of place", b.HTML)
		case version == "":
			lede += b.HTML
		default:
			s.Put(templ.Raw(b.HTML))
		}
	}
	return lede, nil
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
