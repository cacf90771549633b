// Package frame holds what the pages of all areas share: their layout with the
// assets' addresses, links between them, and translations of what explain answers
// into the view models of templates/parts.
package frame

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/layout"
)

// Live is the module that makes a page's calculators live.
const Live = "calculators/start.mjs"

// Text is the module of a page that has no other.
const Text = "stored/text.mjs"

// Font is the font of every page.
const Font = "static/font/tally-numeric.woff2"

// Frame makes the layouts of pages and knows the URLs of assets. It records
// missing assets, so that pages need not handle errors.
type Frame struct {
	Asset     func(name string) (string, error)           // the URL of a file of site/assets
	Integrity func(name string) (string, error)           // the attribute of that name for a file with a permanent URL
	Add       func(name string, data []byte) (url string) // publishes a file that the build makes
	Single    func(build.Component) (build.Single, error) // puts a page into one file
	// of the site, "https://tallyproof.example"; "" if it is not known
	Origin string

	Missing []error
}

// URL returns the address of an asset. A missing asset is recorded as an error.
func (f *Frame) URL(name string) string {
	url, err := f.Asset(name)
	if err != nil {
		f.Missing = append(f.Missing, fmt.Errorf("asset %q: %w", name, err))
	}
	return url
}

// Picture gives a page the picture that other sites show beside a link to it.
func (f *Frame) Picture(of *layout.View, card picture.Card) {
	data, err := card.PNG()
	if err != nil {
		f.Missing = append(f.Missing, fmt.Errorf("picture of %s: %w", of.Path, err))
		return
	}
	name := strings.Trim(strings.ReplaceAll(of.Path, "/", "-"), "-")
	of.Picture = f.Origin + f.Add(cmp.Or(name, "home")+".png", data)
}

// Areas are the style sheets that only the pages below a path need, beside the one of all pages.
var Areas = []struct{ Path, Sheet string }{
	{"/rules/", "reference.css"},
	{"/docs/", "reference.css"},
	{"/widgets/", "styles/widgets.css"},
	{"/weights/rules/", "styles/eye.css"},
	{"/audit/", "styles/audit.css"},
	{"/rewards/", "styles/rewards.css"},
	{"/weights/", "styles/bounds.css"},
	{"/rating/difficulty/", "styles/difficulty.css"},
	{"/weights/stress/", "styles/stress.css"},
	{"/weights/arena/", "styles/law.css"},
}

// Layout returns the frame of the page at path. scripts are names of modules in
// site/assets, such as "calculators/start.mjs"; without them the page gets the module of
// pages of text.
func (f *Frame) Layout(path, title, description string, scripts ...string) layout.View {
	v := layout.View{Title: title, Description: description, Path: path, Style: f.URL("style.css"), Font: f.URL(Font),
		Nav: pages.Nav(), Foot: pages.Foot()}
	for _, area := range Areas {
		if strings.HasPrefix(path, area.Path) {
			v.Sheets = append(v.Sheets, f.URL(area.Sheet))
		}
	}
	if len(scripts) == 0 {
		scripts = []string{Text}
	}
	for _, name := range scripts {
		v.Scripts = append(v.Scripts, f.URL(name))
	}
	return v
}
