package about

import (
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/layout"
)

// NotFound is what a host serves when there is no page at an address.
func NotFound(f *frame.Frame) ([]build.Page, error) {
	v := f.Layout("/404.html", "Nothing at this address", "There is no page at this address.")
	return []build.Page{{Path: v.Path, Component: layout.NotFound(v)}}, nil
}
