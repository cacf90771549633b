package rules

import "github.com/tallyproof/tallyproof/site/pages/frame"

// sprintRemarks are on the arena of the contributors' guide.
func sprintRemarks() remarks {
	return remarks{
		reads:  "the contributors’ guide",
		h1:     "How does Sprint score a submission?",
		answer: "By tests passed and by time, 75 to 25.",
		lede:   "An arena that shows how a rulebook is added.",
		examples: func(d *asker) []example {
			return []example{scored(d, "score", "A submission", "The numbers of its page.", "/score/sprint/", frame.SprintExample())}
		},
	}
}
