// Package layout is the frame of every page: head, header, navigation, footer.
package layout

import (
	_ "embed"
	"strings"

	"github.com/a-h/templ"
)

// LinkedScript runs before anything of a page with links is drawn: one that is opened with
// a link must not show its example while the scripts that open the link are being loaded,
// and asks for its program at once, since the link waits for an answer. The Worker that
// asks for it later joins this request. It stands in the page, since as a file it would be
// one more turn to the server; its hash is in the page's Content-Security-Policy.
var LinkedScript = strings.TrimSpace(linkedFile)

//go:embed linked.js
var linkedFile string

// linkedScript returns the element of LinkedScript. Templ would read an expression in it.
func (v View) linkedScript() string {
	if v.Program == "" {
		return "<script>" + LinkedScript + "</script>"
	}
	return `<script data-program="` + templ.EscapeString(v.Program) + `">` + LinkedScript + "</script>"
}

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
