package stress

// kind holds the texts of a check. Both sentences are filled with the same texts; the
// ideas have a stroke between them.
type kind struct{ id, label, short, fails, passes, meaning, ideas string }

const (
	middle  = "The middle half of the agents scores from %s to %s."
	oneTest = "%s of %s would change with one test more or less."
	closely = "One test of %s is worth %s, and %s is %s %s."
	few     = "There are fewer than three agents."
)

var kinds = []kind{
	{"bystanders", "Bystander", "Bystander", "One more answer, even a wrong one, in %s of the fastest time puts %s (%s) over %s (%s).",
		"No faster answer changes the order of the others.",
		"What others send should not decide between two agents.",
		"Count no time of an answer without a passed test."},
	{"weights", "Effective weight", "Weight", "%s has a weight of %s but decides %s of the order.",
		"Each dimension decides what it should. %s decides least for its weight of %s: %s.",
		"A dimension should decide at least a quarter of what its weight says.",
		"Measure it on a scale that the agents use in full."},
	{"constant", "Constant dimension", "Constant", "All agents are equal in %s.",
		"The agents differ in every dimension with a weight.%s",
		"A dimension in which all agents are equal decides nothing.", "Make it harder."},
	{"empty", "Empty answer", "Empty", "An empty answer, sent at once, scores %s: want less than %s.",
		"An empty answer, sent at once, scores %s: that stays below %s.",
		"Full marks for speed, none for anything else.", "Refuse empty answers."},
	{"random", "Random answer", "Random", "A random answer, sent at once, scores %s: want less than %s.",
		"A random answer, sent at once, scores %s: that stays below %s.",
		"Full marks for speed, the marks of chance for anything else.", "Take off points for wrong guesses."},
	{"wrong", "Fast and wrong", "Wrong", "An answer that is fast and wrong scores %s: want less than %s.",
		"An answer that is fast and wrong scores %s: that stays below %s.",
		"Full marks for speed, no test passed, anything else as the mean agent.", "Take off points for wrong answers."},
	{"slow", "Slow and perfect", "Slow", "A perfect answer that takes all the time scores %s: want at least %s.",
		"A perfect answer that takes all the time scores %s: that reaches %s.",
		"No marks for speed, full ones for anything else.",
		"Use a longer time limit: within it, time costs little."},
	{"copy", "Copy of the best", "Copy", "A copy of %s scores %s, the original %s: it is not behind.",
		"A copy of %s scores %s, the original %s, which was earlier and stays ahead.",
		"The answer of the best, sent again at once.",
		"Refuse known code.|Keep answers secret until the end."},
	{"tie", "Tie at the top", "Tie", "%s shares the first place: %s have it.", "%s is alone in first place.",
		"If several are first, nobody has won.", "Add tests that tell them apart.|Break ties by time."},
	{"ceiling", "Ceiling", "Ceiling", "At least half of the agents have all points in %s.",
		"In no dimension have half of the agents all points.%s",
		"Such a dimension cannot tell the best apart.", "Add harder tests."},
	{"floor", "Floor", "Floor", "At least half of the agents have no point in %s.",
		"In no dimension have half of the agents no point.%s",
		"Such a dimension cannot tell the others apart.", "Add easier tests.|Give marks for parts of an answer."},
	{"test", "One test decides", "One test", closely, closely,
		"The first place should not hang on a single test, which may be luck.",
		"Take the mean of several runs."},
	{"results", "Results on one test", "Results", oneTest, oneTest,
		"At most a tenth of the results should be so close.", "Put the thresholds where few scores are."},
	{"spread", "Spread", "Spread", middle, middle,
		"They should cover at least 5 % of the scale.", "Add tasks between the easiest and the hardest."},
	{"calibration", "Difficulty", "Difficulty", "%s: that is %s, not %s.", "%s: that is %s, and the challenge claims %s.",
		"The share of wins shows how hard a challenge is, by the thresholds of the rules.",
		"Change the tasks."},
}
