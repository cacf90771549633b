package pages

import (
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/templates/layout"
)

// notFound is what a host serves when there is no page at an address.
func notFound(f *frame) ([]build.Page, error) {
	v := f.layout("/404.html", "Nothing at this address", "There is no page at this address.")
	return []build.Page{{Path: v.Path, Component: layout.NotFound(v)}}, nil
}
