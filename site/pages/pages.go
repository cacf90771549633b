// Package pages turns what the engine computes into the site's pages: one file
// per page, each a list of requests, the engine's answers to them, and their
// translation into the view models of package templates.
package pages

import (
	"errors"
	"fmt"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/templates/layout"
)

// lists make the pages, in the order of the navigation.
var lists = []func(*frame) ([]build.Page, error){
	home,
	verify,
	scoreAirena,
	scoreClawdiators,
	scoreTerm,
	ratingAirena,
	ratingClawdiators,
	rewardsTerm,
	widgets,
	rules,
	docsPages,
	accessibility,
	privacy,
	changelog,
	notFound,
}

// All computes every page's example and returns the pages. asset gives the URL
// of a file of site/assets by its name, integrity what the attribute of that name
// says of a file whose URL stays, single puts a page into one file.
func All(asset, integrity func(name string) (string, error), single func(build.Component) (build.Single, error)) ([]build.Page, error) {
	f := &frame{asset: asset, integrity: integrity, single: single}
	var all []build.Page
	for _, list := range lists {
		pages, err := list(f)
		if err != nil {
			return nil, err
		}
		all = append(all, pages...)
	}
	return all, errors.Join(f.missing...)
}

// frame makes the layouts of pages: it knows the assets' URLs. What it cannot
// find it notes, so that pages need not look after it.
type frame struct {
	asset     func(name string) (string, error)
	integrity func(name string) (string, error)
	single    func(build.Component) (build.Single, error)
	missing   []error
}

func (f *frame) url(name string) string {
	url, err := f.asset(name)
	if err != nil {
		f.missing = append(f.missing, fmt.Errorf("asset %q: %w", name, err))
	}
	return url
}

// layout is the frame of the page at path. scripts are names of modules in
// site/assets, such as "calculator.mjs".
func (f *frame) layout(path, title, description string, scripts ...string) layout.View {
	v := layout.View{Title: title, Description: description, Path: path, Style: f.url("style.css")}
	for _, name := range scripts {
		v.Scripts = append(v.Scripts, f.url(name))
	}
	return v
}
