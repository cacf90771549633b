// Package all makes every page of the site: the registry in site/pages lists
// them, and the packages beside this one make them.
package all

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/about"
	"github.com/tallyproof/tallyproof/site/pages/audit"
	"github.com/tallyproof/tallyproof/site/pages/docs"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/home"
	"github.com/tallyproof/tallyproof/site/pages/rating"
	"github.com/tallyproof/tallyproof/site/pages/rewards"
	"github.com/tallyproof/tallyproof/site/pages/rules"
	"github.com/tallyproof/tallyproof/site/pages/rules/coverage"
	"github.com/tallyproof/tallyproof/site/pages/score"
	"github.com/tallyproof/tallyproof/site/pages/verify"
	"github.com/tallyproof/tallyproof/site/pages/weights"
	"github.com/tallyproof/tallyproof/site/pages/widgets"
)

// makers make the pages of the registry, by the path of the first that each makes.
var makers = map[string]func(*frame.Frame) ([]build.Page, error){
	"/":                         home.Pages,
	"/verify/":                  verify.Pages,
	"/score/airena/":            score.Airena,
	"/score/clawdiators/":       score.Clawdiators,
	"/score/term/":              score.Term,
	"/rating/airena/":           rating.Airena,
	"/rating/clawdiators/":      rating.Clawdiators,
	"/rating/difficulty/":       rating.Difficulty,
	"/rewards/term/":            rewards.Term,
	"/rewards/term/strategies/": rewards.Strategies,
	"/weights/":                 weights.Page,
	"/weights/stress/":          weights.Stress,
	"/weights/rules/":           weights.Rules,
	"/weights/arena/":           weights.Arena,
	"/audit/":                   audit.Page,
	"/widgets/":                 widgets.Pages,
	"/rules/":                   rules.Pages,
	"/rules/coverage/":          coverage.Pages,
	"/docs/":                    docs.Pages,
	"/accessibility/":           about.Accessibility,
	"/privacy/":                 about.Privacy,
	"/changelog/":               about.Changelog,
	"/404.html":                 about.NotFound,
}

// Pages computes every page's example and returns the pages, those of the
// registry, in its order. Several makers run at the same time, so f's functions are
// called by several goroutines.
func Pages(f *frame.Frame) ([]build.Page, error) {
	made := make([][]build.Page, len(pages.All))
	frames := make([]frame.Frame, len(pages.All))
	var group errgroup.Group
	for i, entry := range pages.All {
		if maker := makers[entry.Path]; maker != nil {
			frames[i] = *f
			group.Go(func() (err error) {
				made[i], err = maker(&frames[i])
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	all := slices.Concat(made...)
	faults := []error{registered(all)}
	for _, of := range frames {
		faults = append(faults, of.Missing...)
	}
	return all, errors.Join(faults...)
}

// registered compares what was made with the registry.
func registered(made []build.Page) error {
	var faults []error
	found := map[string]bool{}
	for _, p := range made {
		entry, known := pages.Of(p.Path)
		if !known {
			faults = append(faults, fmt.Errorf("page %s is not in the registry: add it to pages.All", p.Path))
		}
		found[entry.Path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(makers)) {
		if !slices.ContainsFunc(pages.All, func(p pages.Page) bool { return p.Path == path }) {
			faults = append(faults, fmt.Errorf("page %s has a maker and is not in the registry: add it to pages.All", path))
		}
	}
	for _, entry := range pages.All {
		if !found[entry.Path] {
			faults = append(faults, fmt.Errorf("the registry has %s, which nothing makes", entry.Path))
		}
	}
	return errors.Join(faults...)
}

// listed is a page as tests and tools read it.
type listed struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Firefox bool   `json:"firefox,omitempty"`
}

// List returns a JSON array of the pages that were made, with what the registry has
// of them.
func List(made []build.Page) ([]byte, error) {
	list := make([]listed, len(made))
	for i, p := range made {
		of, _ := pages.Of(p.Path)
		list[i] = listed{p.Path, of.Kind, of.Firefox}
	}
	return json.MarshalIndent(list, "", " ")
}
