package frame

import (
	"strings"

	"github.com/tallyproof/tallyproof/templates/parts"
)

// OperationPath is the page of an operation.
func OperationPath(name string) string { return "/docs/operations/" + name + "/" }

// Group is the part of an operation's name before the dot.
func Group(name string) string {
	before, _, _ := strings.Cut(name, ".")
	return before
}

// Takers are the pages that a pasted result can go to.
var Takers = []parts.TakerView{
	{Href: "/verify/", Takes: "proof.verify"},
	{Href: "/score/airena/", Takes: "score.compute", Rulebooks: "airena"},
	{Href: "/score/clawdiators/", Takes: "score.compute", Rulebooks: "clawdiators clawdiators-live"},
	{Href: "/score/term/", Takes: "score.compute", Rulebooks: "term"},
	{Href: "/rating/airena/", Takes: "elo.pairwise", Rulebooks: "airena"},
	{Href: "/rating/airena/", Takes: "standing.evaluate", Rulebooks: "airena"},
	{Href: "/rating/clawdiators/", Takes: "elo.update", Rulebooks: "clawdiators clawdiators-live"},
	{Href: "/rating/clawdiators/", Takes: "standing.evaluate", Rulebooks: "clawdiators-live"},
}

// Arenas is the switch between the pages that ask one question, "score" or
// "rating", of each arena.
func Arenas(question, current string) []parts.ArenaLink {
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
