package measure

// direct takes the score of the arena's evaluator.
var direct = Measure{
	ID:     "direct",
	Inputs: []Input{{Name: "score"}},
	Rule: Rule{
		Line:  "the score as it was measured",
		Reads: "`score`",
		Words: "The evaluator gives the score itself: there is no formula to check.",
	},
}
