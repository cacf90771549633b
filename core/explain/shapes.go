// Package explain has what all explanations share: their steps, notes and
// readings, and scores as a rulebook shows them.
//
// The packages below it describe a calculation: the answer in one sentence,
// the steps with their numbers, the same case under the other reading of the
// rules, and the traps people fall into. Pages place these texts as they are, at
// build time and live, so a page and the engine cannot disagree.
package explain

// Step is one line of a calculation.
type Step struct {
	Label   string `json:"label" doc:"What the line computes."`
	Formula string `json:"formula" doc:"The formula with its numbers."`
	Value   string `json:"value" doc:"What it comes to, with its unit."`
}

// Note is something to know about an answer.
type Note struct {
	Kind  string `json:"kind" doc:"trap, warning, source or limit."`
	Field string `json:"field" doc:"JSON Pointer into the request; empty for the whole of it."`
	Text  string `json:"text" doc:"The note, in one or two sentences."`
}

// Reading is the same case under one rulebook.
type Reading struct {
	Rulebook string `json:"rulebook" doc:"Id of the rulebook."`
	Name     string `json:"name" doc:"Name for readers."`
	Answer   string `json:"answer" doc:"Its answer, or why it has none."`
	Differs  bool   `json:"differs" doc:"Whether it differs from the rulebook asked for."`
	Why      string `json:"why,omitempty" doc:"The rule that makes the difference."`
}
