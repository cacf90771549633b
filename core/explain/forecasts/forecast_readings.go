package forecasts

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// readings answers the same plan by each reading of the arena's rules.
func (f *outlook) readings(rb *rulebook.Rulebook) []explain.Reading {
	list := []explain.Reading{}
	for _, other := range explain.Siblings(rb) {
		req, got := f.req, f.got
		if other.ID != rb.ID || f.own {
			req.Rulebook, req.Careers = rulebook.ID(other.ID), false
			var err error
			if got, err = projected(req); err != nil {
				list = append(list, explain.Reading{Rulebook: other.ID, Name: other.Name, Answer: err.Error(), Differs: true,
					Why: explain.RatingRule(other)})
				continue
			}
		}
		answer, own := (&outlook{req: req, got: got}).brief(), f.brief()
		list = append(list, explain.Reading{Rulebook: other.ID, Name: other.Name, Answer: answer, Differs: answer != own,
			Why: explain.RatingRule(other)})
	}
	return list
}

// brief returns the sentence without its words.
func (f *outlook) brief() string {
	last := f.got.Steps[len(f.got.Steps)-1]
	text := fmt.Sprintf("%s (%s–%s)", f.show(last.P50), f.show(last.P05), f.show(last.P95))
	if len(f.got.Targets) > 0 {
		text += "; " + oddsOf(f.got.Targets[0])
	}
	return text
}

func (f *outlook) notes() []explain.Note {
	list := explain.Notes(f.got.Warnings)
	for i := range list {
		if list[i].Field == "/draw" {
			list[i].Field = "/draws"
		}
	}
	if len(f.got.Targets) > 0 {
		list = append(list, explain.Note{Kind: "limit", Field: "/targets",
			Text: "A target counts as reached after any match, even if the rating falls back later."})
	}
	return list
}
