// Package all makes every page of the site: the pages of the areas beside it, in
// the order of the navigation.
package all

import (
	"errors"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/about"
	"github.com/tallyproof/tallyproof/site/pages/docs"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/home"
	"github.com/tallyproof/tallyproof/site/pages/rating"
	"github.com/tallyproof/tallyproof/site/pages/rewards"
	"github.com/tallyproof/tallyproof/site/pages/rules"
	"github.com/tallyproof/tallyproof/site/pages/score"
	"github.com/tallyproof/tallyproof/site/pages/verify"
	"github.com/tallyproof/tallyproof/site/pages/widgets"
)

// lists make the pages, in the order of the navigation.
var lists = []func(*frame.Frame) ([]build.Page, error){
	home.Pages,
	verify.Pages,
	score.Airena,
	score.Clawdiators,
	score.Term,
	rating.Airena,
	rating.Clawdiators,
	rewards.Term,
	widgets.Pages,
	rules.Pages,
	docs.Pages,
	about.Accessibility,
	about.Privacy,
	about.Changelog,
	about.NotFound,
}

// Pages computes every page's example and returns the pages. asset gives the URL
// of a file of site/assets by its name, integrity what the attribute of that name
// says of a file whose URL stays, single puts a page into one file.
func Pages(asset, integrity func(name string) (string, error), single func(build.Component) (build.Single, error)) ([]build.Page, error) {
	f := &frame.Frame{Asset: asset, Integrity: integrity, Single: single}
	var all []build.Page
	for _, list := range lists {
		pages, err := list(f)
		if err != nil {
			return nil, err
		}
		all = append(all, pages...)
	}
	return all, errors.Join(f.Missing...)
}
