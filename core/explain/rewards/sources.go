package rewards

// source is one of the places that say how rewards decay.
type source struct {
	id, name string
	rulebook string
	mode     string // of the threshold; the rulebook's when empty
	official bool   // a page of the arena, not its code
	blocks   bool
	why      string
}

// sources are all of them. No document and no code has the last word.
var sources = [...]source{
	{id: "docs-a", name: "docs A", rulebook: "term", official: true, why: "Scoring System: since anybody beat the top score by 2 %"},
	{id: "docs-b", name: "docs B", rulebook: "term", official: true, mode: "any", why: "Scoring & Rewards: since your own agent improved, by any amount"},
	{id: "code-epochs", name: "live code e6f673b", rulebook: "term-live", why: "decays one epoch earlier, and requires 2 points more"},
	{id: "code-blocks", name: "live code 15b59fe", rulebook: "term-live", blocks: true, why: "counts blocks since there was a new top agent, and has no floor"},
}

func sourceOf(id string) source {
	for _, s := range sources {
		if s.id == id {
			return s
		}
	}
	return sources[0]
}
