// Package layout is the frame of every page: head, header, navigation, footer.
package layout

import (
	"strings"

	"github.com/a-h/templ"
)

// title returns the document's title.
func (v View) title() string {
	if v.Path == "/" {
		return v.Title
	}
	return v.Title + " · Tallyproof"
}

// current marks the link to the page's own section: "page" for the page
// itself, "true" for a page inside the section.
func (v View) current(l NavLink) templ.Attributes {
	switch {
	case v.Path == l.Href:
		return templ.Attributes{"aria-current": "page"}
	case strings.HasPrefix(v.Path, l.Section):
		return templ.Attributes{"aria-current": "true"}
	}
	return nil
}

// attributes are those of a link that it may have.
func (l HeadLink) attributes() templ.Attributes {
	set := templ.Attributes{}
	if l.Type != "" {
		set["type"] = l.Type
	}
	if l.Title != "" {
		set["title"] = l.Title
	}
	return set
}
