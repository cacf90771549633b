package pages

import (
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// live is the module that makes a page's calculators live.
const live = "live.mjs"

// takers are the pages that a pasted result can go to.
var takers = []parts.TakerView{
	{Href: "/verify/", Takes: "proof.verify"},
	{Href: "/score/airena/", Takes: "score.compute", Rulebooks: "airena"},
	{Href: "/score/clawdiators/", Takes: "score.compute", Rulebooks: "clawdiators clawdiators-live"},
	{Href: "/score/term/", Takes: "score.compute", Rulebooks: "term"},
	{Href: "/rating/airena/", Takes: "elo.pairwise", Rulebooks: "airena"},
	{Href: "/rating/airena/", Takes: "standing.evaluate", Rulebooks: "airena"},
	{Href: "/rating/clawdiators/", Takes: "elo.update", Rulebooks: "clawdiators clawdiators-live"},
	{Href: "/rating/clawdiators/", Takes: "standing.evaluate", Rulebooks: "clawdiators-live"},
}

// arenas is the switch between the pages that ask one question, "score" or
// "rating", of each arena.
func arenas(question, current string) []parts.ArenaLink {
	all := []struct{ label, id string }{{"AiRENA", "airena"}, {"Clawdiators", "clawdiators"}, {"Term Challenge", "term"}}
	var links []parts.ArenaLink
	for _, a := range all {
		if question == "rating" && a.id == "term" {
			continue // Term Challenge does not rate
		}
		links = append(links, parts.ArenaLink{Label: a.label, Href: "/" + question + "/" + a.id + "/", Current: a.id == current})
	}
	return links
}

// hundred is the ruler of a score from 0 to 100, or of a rate in percent.
func hundred(unit string) []parts.TickView {
	var ticks []parts.TickView
	for _, x := range []float64{0, 25, 50, 75, 100} {
		ticks = append(ticks, parts.TickView{At: x, Label: show(x) + unit})
	}
	return ticks
}

// resolve is a built-in rulebook.
func resolve(id string) *rulebook.Rulebook {
	rb, err := rulebook.ID(id).Resolve()
	if err != nil {
		panic("pages: a built-in rulebook is missing: " + err.Error())
	}
	return rb
}
