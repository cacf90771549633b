// Package pages is the registry of the site's pages. The navigation, the footer,
// the switch between arenas, where a pasted result can go, and what the browser
// tests visit follow from [All]. The packages below it make the pages, and
// site/pages/all puts them together: it refuses a page that is not in the
// registry, and an entry without its page.
package pages

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/audit/detect"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// Kinds of pages. Pages of one kind share a template and differ in their
// contents.
const (
	Home       = "home"
	Calculator = "calculator"
	Sheet      = "sheet" // a calculator whose numbers stand in sentences
	Audit      = "audit" // a calculator without a number to change
	Verify     = "verify"
	Widgets    = "widgets"
	Text       = "text"
	Rulebook   = "rulebook"
	Operation  = "operation"
	Alone      = "alone" // outside the site's frame, for other sites and other places
	Missing    = "missing"
)

// Page is an entry of the registry.
type Page struct {
	// Path is the page's address. "/rules/*" stands for the pages below /rules/.
	Path  string
	Kind  string
	Nav   string // its word in the navigation, or ""
	Foot  string // its word in the footer
	Tab   string // its word among the pages of its section
	Takes []Request
	// Ahead is whether devices keep the page before anybody opens it.
	Ahead bool
	// Firefox is whether the tests that visit every calculator in Chromium visit
	// this page in Firefox too. One page of a kind is enough to show differences
	// of browsers.
	Firefox bool
}

// Request is what a page's form can be filled from.
type Request struct {
	Operation string
	Rulebooks string // separated by spaces
}

// All are the pages, in the order of the navigation.
var All = []Page{
	{Path: "/", Kind: Home, Ahead: true},
	{Path: "/verify/", Kind: Verify, Nav: "Verify", Takes: []Request{{Operation: "proof.verify"}}, Ahead: true},
	{Path: "/verify/offline.html", Kind: Alone},
	{Path: "/score/airena/", Kind: Calculator, Nav: "Score", Tab: "AiRENA",
		Takes: []Request{{"score.compute", "airena"}}, Ahead: true},
	{Path: "/score/clawdiators/", Kind: Calculator, Tab: "Clawdiators",
		Takes: []Request{{"score.compute", "clawdiators clawdiators-live"}}, Ahead: true},
	{Path: "/score/term/", Kind: Calculator, Tab: "Term Challenge", Takes: []Request{{"score.compute", "term"},
		{"score.rank", "term"}}, Firefox: true, Ahead: true},
	{Path: "/rating/airena/", Kind: Calculator, Tab: "AiRENA", Takes: []Request{{"elo.pairwise", "airena"},
		{"standing.evaluate", "airena"}}, Ahead: true},
	{Path: "/rating/clawdiators/", Kind: Calculator, Nav: "Rating", Tab: "Clawdiators",
		Takes: []Request{{"elo.update", "clawdiators clawdiators-live"}, {"standing.evaluate", "clawdiators-live"},
			{"explain.replay", "clawdiators clawdiators-live"}}, Ahead: true},
	{Path: "/rating/difficulty/", Kind: Calculator, Tab: "Difficulty",
		Takes: []Request{{"explain.difficulty", "clawdiators clawdiators-live"}}, Ahead: true},
	{Path: "/rewards/term/", Kind: Calculator, Nav: "Rewards", Tab: "Decay", Ahead: true},
	{Path: "/rewards/term/strategies/", Kind: Calculator, Tab: "My share", Ahead: true},
	{Path: "/weights/", Kind: Calculator, Nav: "Weights", Tab: "Weights",
		Takes: []Request{{Operation: "explain.weights"}}, Ahead: true},
	{Path: "/weights/rules/", Kind: Calculator, Tab: "Rules",
		Takes: []Request{{Operation: "rulebook.check"}}, Ahead: true},
	{Path: "/weights/stress/", Kind: Calculator, Tab: "Stress",
		Takes: []Request{{Operation: "explain.stress"}}, Ahead: true},
	{Path: "/weights/arena/", Kind: Sheet, Tab: "My arena",
		Takes: []Request{{Operation: "rulebook.check"}}, Ahead: true},
	{Path: "/audit/", Kind: Audit, Foot: "Audit", Takes: []Request{{Operation: "explain.audit"}}, Ahead: true},
	{Path: "/widgets/", Kind: Widgets, Nav: "Widgets"},
	{Path: "/embed/proof/", Kind: Alone},
	{Path: "/rules/", Kind: Text, Nav: "Rules", Foot: "Rules"},
	{Path: "/rules/coverage/", Kind: Text},
	{Path: "/rules/*", Kind: Rulebook},
	{Path: "/docs/", Kind: Text, Nav: "Docs", Foot: "Docs"},
	{Path: "/docs/operations/", Kind: Text},
	{Path: "/docs/errors/", Kind: Text},
	{Path: "/docs/rulebook/", Kind: Text},
	{Path: "/docs/proofs/", Kind: Text},
	{Path: "/docs/keys/", Kind: Text},
	{Path: "/docs/storing/", Kind: Text},
	{Path: "/docs/operations/*", Kind: Operation},
	{Path: "/accessibility/", Kind: Text, Foot: "Accessibility"},
	{Path: "/privacy/", Kind: Text, Foot: "Privacy"},
	{Path: "/changelog/", Kind: Text, Foot: "Changelog"},
	{Path: "/404.html", Kind: Missing},
}

// Ahead returns the addresses of the pages that devices keep before anybody opens them.
func Ahead() (all []string) {
	for _, p := range All {
		if p.Ahead {
			all = append(all, p.Path)
		}
	}
	return all
}

// Of returns the entry of the page at an address.
func Of(address string) (Page, bool) {
	for _, p := range All {
		if p.Path == address {
			return p, true
		}
	}
	for _, p := range All {
		below, family := strings.CutSuffix(p.Path, "*")
		if rest, ok := strings.CutPrefix(address, below); family && ok && strings.Index(rest, "/") == len(rest)-1 &&
			len(rest) > 1 {
			return p, true
		}
	}
	return Page{}, false
}

// section returns the part of the site that a page is in.
func (p Page) section() string {
	first, _, _ := strings.Cut(strings.TrimPrefix(p.Path, "/"), "/")
	return "/" + first + "/"
}

// Nav returns the navigation of every page.
func Nav() []layout.NavLink { return links(func(p Page) string { return p.Nav }) }

// Foot returns the footer of every page.
func Foot() []layout.NavLink { return links(func(p Page) string { return p.Foot }) }

func links(label func(Page) string) (all []layout.NavLink) {
	for _, p := range All {
		if word := label(p); word != "" {
			all = append(all, layout.NavLink{Label: word, Href: p.Path, Section: p.section(), Aside: p.Kind == Text})
		}
	}
	return all
}

// Tabs returns the pages of the section of the page at an address.
func Tabs(address string) (all []parts.Tab) {
	here, _ := Of(address)
	for _, p := range All {
		if p.Tab != "" && p.section() == here.section() {
			all = append(all, parts.Tab{Label: p.Tab, Href: p.Path, Current: p.Path == address})
		}
	}
	return all
}

// Paste returns the place to paste anything: it reads as a document what import.detect takes.
func Paste() parts.PasteView {
	return parts.PasteView{Most: detect.MostText, Shipped: string(keys.JSON), Takers: Takers(), Samples: []parts.PasteSample{
		{Label: "A proof", About: "JSON, a badge or a signed note", Text: demo.Flat("nova")},
		{Label: "A match or an agent", About: "Clawdiators JSON", Text: content.Match},
		{Label: "A leaderboard", About: "CSV, JSON, Markdown or cells", Text: content.Agents},
		{Label: "A public key", About: "64 hexadecimal digits", Text: keys.Demo()},
	}}
}

// Takers returns the pages that a pasted result can go to.
func Takers() (all []parts.TakerView) {
	for _, p := range All {
		for _, t := range p.Takes {
			all = append(all, parts.TakerView{Href: p.Path, Takes: t.Operation, Rulebooks: t.Rulebooks})
		}
	}
	return all
}
