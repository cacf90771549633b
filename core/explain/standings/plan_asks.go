package standings

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
)

// PathAsk is what a target asks of one part of a record, in few words.
type PathAsk struct {
	ID      string `json:"id" doc:"What is counted."`
	Target  string `json:"target" doc:"The target, with a tick if the record has enough: ✓ Gold."`
	Needed  string `json:"needed" doc:"The least that is enough; any if it asks nothing."`
	Missing string `json:"missing" doc:"What is missing: 11 more, 78.8 each; empty if nothing."`
}

// asks returns what the target asks of the parts of a record that have gates.
func (p *path) asks() []PathAsk {
	list := []PathAsk{}
	if p.got.Any {
		return list
	}
	for _, stat := range []string{rulebook.Challenges, rulebook.AverageScore, rulebook.Wins} {
		ask := PathAsk{ID: stat, Target: p.got.Name, Needed: "any"}
		for _, n := range p.got.Needs {
			if n.Requirement != stat {
				continue
			}
			if ask.Needed, ask.Missing = op.Show(n.Needed), p.missing(n); n.Status == standing.NeedMet {
				ask.Target = "✓ " + p.got.Name
			}
		}
		list = append(list, ask)
	}
	return list
}

// limit says what decides: "Not before challenge 120, even with perfect scores.", "You are Silver. The
// slowest lane decides."
func (p *path) limit() string {
	switch {
	case p.tier == "":
		return ""
	case p.got.Held || p.got.Challenges == nil:
		return "You are " + tierName(p.rb, p.tier) + "."
	case p.got.Binding == rulebook.AverageScore && p.got.NotBefore != nil:
		return fmt.Sprintf("Not before %s %s, even with perfect scores.", p.noun, strconv.Itoa(*p.got.NotBefore))
	}
	return "You are " + tierName(p.rb, p.tier) + ". The slowest lane decides."
}
