// Package stress looks for what is unfair about the scoring of an arena.
package stress

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Request is a table, its weights, the rules behind its scores and the limits to
// hold them to. Limits are in percent of the highest score.
type Request struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights    string        `json:"weights,omitempty" op:"maxlen=2000" doc:"A percentage for each column, in their order and with spaces between them; equal, the default, for equal weights."`
	Rulebook   *rulebook.Ref `json:"rulebook,omitempty" doc:"Id of a built-in rulebook, or a whole rulebook: how the columns were measured, and what follows from a score. Without one, columns are known by their names, and some checks are left out."`
	Empty      float64       `json:"empty,omitempty" op:"min=1 max=100" doc:"An empty answer must score less than this; 30 by default."`
	Wrong      float64       `json:"wrong,omitempty" op:"min=1 max=100" doc:"Random answers and wrong ones must score less than this; 60 by default."`
	Perfect    float64       `json:"perfect,omitempty" op:"min=1 max=100" doc:"A perfect answer that takes all the time must score at least this; 70 by default."`
	Chance     float64       `json:"chance,omitempty" op:"min=1 max=100" doc:"What a random answer gets in a dimension; 25 by default."`
	Difficulty string        `json:"difficulty,omitempty" op:"maxlen=60" doc:"The difficulty that the challenge claims, if the rulebook calibrates."`
}

// Response lists the unfair properties of a scoring.
type Response struct {
	Sentence  string         `json:"sentence" doc:"How many checks fail, and which."`
	Key       string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief     string         `json:"brief" doc:"How many checks fail."`
	Passed    string         `json:"passed" doc:"How many pass."`
	Unchecked string         `json:"unchecked" doc:"How many were not checked."`
	Checks    []Check        `json:"checks" doc:"The checks, always the same ones in the same order."`
	Notes     []explain.Note `json:"notes" doc:"Ties, and columns that are not scores."`
}

// Check is a property of a fair scoring.
type Check struct {
	ID       string   `json:"id" doc:"bystanders, weights, constant, empty, random, wrong, slow, copy, tie, ceiling, floor, test, results, spread or calibration."`
	State    string   `json:"state" doc:"difference if it fails, match if it passes, note if it was not checked."`
	Mark     string   `json:"mark" doc:"The same in a sign and in words."`
	Label    string   `json:"label" doc:"The check for readers."`
	Sentence string   `json:"sentence" doc:"What was found, with the numbers of this table."`
	Meaning  string   `json:"meaning" doc:"What it means."`
	Show     string   `json:"show,omitempty" doc:"Address of the page of weights with this case; absent if it is too long for a link."`
	Fixes    []string `json:"fixes" doc:"What would help; empty if it does not fail."`
}

// kind holds the texts of a check. Both sentences are filled with the same texts; the
// fixes have a stroke between them.
type kind struct{ id, label, fails, passes, meaning, fixes string }

const (
	gate    = "Gate on correctness: without a passed test, nothing else counts."
	lighter = "Give speed less weight."
	middle  = "The middle half of the agents scores from %s to %s."
	oneTest = "%s of %s would change with one test more or less."
	closely = "One test of %s is worth %s, and %s is %s %s."
	few     = "There are fewer than three agents."
)

var kinds = []kind{
	{"bystanders", "Bystander", "One more answer, even a wrong one, in %s of the fastest time puts %s (%s) over %s (%s).",
		"No faster answer changes the order of the others.",
		"What others send should not decide between two agents.",
		"Measure speed against a fixed time limit.|Cap how much the fastest answer can lower others.|" + gate},
	{"weights", "Effective weight", "%s has a weight of %s but decides %s of the order.",
		"Each dimension decides what it should. %s decides least for its weight of %s: %s.",
		"A dimension should decide at least a quarter of what its weight says.",
		"Measure it on a scale that the agents use in full.|Give its weight to dimensions that tell agents apart."},
	{"constant", "Constant dimension", "All agents are equal in %s.",
		"The agents differ in every dimension with a weight.%s",
		"A dimension in which all agents are equal decides nothing.", "Leave it out, or make it harder."},
	{"empty", "Empty answer", "An empty answer, sent at once, scores %s: want less than %s.",
		"An empty answer, sent at once, scores %s: that stays below %s.",
		"Full marks for speed, none for anything else.", gate + "|" + lighter},
	{"random", "Random answer", "A random answer, sent at once, scores %s: want less than %s.",
		"A random answer, sent at once, scores %s: that stays below %s.",
		"Full marks for speed, the marks of chance for anything else.", "Take off points for wrong guesses.|" + lighter},
	{"wrong", "Fast and wrong", "An answer that is fast and wrong scores %s: want less than %s.",
		"An answer that is fast and wrong scores %s: that stays below %s.",
		"Full marks for speed, no test passed, anything else as the mean agent.", gate + "|" + lighter},
	{"slow", "Slow and perfect", "A perfect answer that takes all the time scores %s: want at least %s.",
		"A perfect answer that takes all the time scores %s: that reaches %s.",
		"No marks for speed, full ones for anything else.",
		lighter + "|Use a fixed time limit: within it, time costs little."},
	{"copy", "Copy of the best", "A copy of %s scores %s, the original %s: it is not behind.",
		"A copy of %s scores %s, the original %s, which was earlier and stays ahead.",
		"The answer of the best, sent again at once.",
		"Break ties by time: the earlier one is ahead.|Keep answers secret until the end.|" + lighter},
	{"tie", "Tie at the top", "%s shares the first place: %s have it.", "%s is alone in first place.",
		"If several are first, nobody has won.", "Add tests that tell them apart.|Break ties by time."},
	{"ceiling", "Ceiling", "At least half of the agents have all points in %s.",
		"In no dimension have half of the agents all points.%s",
		"Such a dimension cannot tell the best apart.", "Add harder tests."},
	{"floor", "Floor", "At least half of the agents have no point in %s.",
		"In no dimension have half of the agents no point.%s",
		"Such a dimension cannot tell the others apart.", "Add easier tests.|Give marks for parts of an answer."},
	{"test", "One test decides", closely, closely,
		"The first place should not hang on a single test, which may be luck.",
		"Add tests.|Count a lead of less than one test as a tie.|Take the mean of several runs."},
	{"results", "Results on one test", oneTest, oneTest,
		"At most a tenth of the results should be so close.", "Add tests.|Put the thresholds where few scores are."},
	{"spread", "Spread", middle, middle,
		"They should cover at least 5 % of the scale.", "Add tasks between the easiest and the hardest."},
	{"calibration", "Difficulty", "%s: that is %s, not %s.", "%s: that is %s, and the challenge claims %s.",
		"The share of wins shows how hard a challenge is, by the thresholds of the rules.",
		"Claim the difficulty that the results show, or change the tasks."},
}

// Stress looks for what is unfair about a scoring: what others decide, weights that
// decide nothing, answers that win without being good, and ranks that hang on little.
func Stress(req Request) (Response, error) {
	s, err := newStress(req)
	if err != nil {
		return Response{}, err
	}
	s.bystanders()
	s.effective()
	s.constant()
	s.personas()
	s.tie()
	s.crowded(s.scale)
	s.crowded(0)
	s.oneTest()
	s.spread()
	if err := s.calibration(); err != nil {
		return Response{}, err
	}
	s.say()
	return s.res, nil
}

// add answers the next check.
func (s *stress) add(failed bool, show string, texts ...any) {
	k := s.next()
	format := k.passes
	if failed {
		format = k.fails
	}
	c := s.put("match", "✓ Passes", fmt.Sprintf(format, texts...))
	c.Show = show
	if failed {
		c.State, c.Mark, c.Fixes = "difference", "✗ Fails", strings.Split(k.fixes, "|")
		s.failed = append(s.failed, k.label)
	}
}

// skip tells why the next check was not done.
func (s *stress) skip(why string) {
	s.put("note", "– Not checked", why)
	s.skipped++
}

func (s *stress) next() *kind { return &kinds[len(s.res.Checks)] }

func (s *stress) put(state, mark, sentence string) *Check {
	k := s.next()
	s.res.Checks = append(s.res.Checks, Check{ID: k.id, State: state, Mark: mark, Label: k.label, Sentence: sentence,
		Meaning: k.meaning})
	return &s.res.Checks[len(s.res.Checks)-1]
}

// say counts the checks.
func (s *stress) say() {
	r, failed := &s.res, strconv.Itoa(len(s.failed))
	done := len(kinds) - s.skipped
	r.Passed, r.Unchecked = strconv.Itoa(done-len(s.failed)), strconv.Itoa(s.skipped)
	r.Brief = failed + " of " + strconv.Itoa(done)
	r.Key = r.Brief + " checks"
	switch len(s.failed) {
	case 0:
		r.Sentence = r.Key + " fail."
	case 1:
		r.Sentence = fmt.Sprintf("%s fails: %s.", r.Key, s.failed[0])
	default:
		r.Sentence = fmt.Sprintf("%s fail: %s.", r.Key, words.Join(s.failed))
	}
	r.Notes = s.Ranked.Notes(s.step)
}

// apart shows two scores, with so many decimals that different ones look different.
func (s *stress) apart(a, b float64) (x, y string) {
	if x, y = s.points(a), s.points(b); x != y || math.Abs(a-b) <= float64(s.scale*noise) {
		return x, y
	}
	more := words.Enough(0, func(more int) bool {
		return explain.PointsTo(s.Table.Rulebook, a, more) != explain.PointsTo(s.Table.Rulebook, b, more)
	})
	return explain.PointsTo(s.Table.Rulebook, a, more), explain.PointsTo(s.Table.Rulebook, b, more)
}

// tests returns the least number of tests that explains all scores of a column of pass
// rates, or 0 above mostTests.
func (s *stress) tests() int {
	for n := 1; n <= mostTests && s.tested >= 0; n++ {
		fits := true
		for i := 0; i < len(s.rows) && fits; i++ {
			passed := float64(s.rows[i].x[s.tested] / s.scale * float64(n))
			fits = math.Abs(passed-math.Round(passed)) < 1e-6
		}
		if fits {
			return n
		}
	}
	return 0
}

// oneTest compares the lead, and the distance to the thresholds of results, with what
// one test is worth.
func (s *stress) oneTest() {
	n := s.tests()
	worth := float64(float64(s.weigh(s.tested))*s.scale) / float64(n)
	slack := float64(s.scale * noise)
	switch {
	case n == 0:
		s.skip("The scores do not tell how many tests there were.")
	case len(s.rows) < 2:
		s.skip(few)
	default:
		first, next := &s.rows[0], &s.rows[1]
		gap, lead := first.total-next.total, "level with"
		if gap > slack {
			lead = explain.AsPoints(s.points(gap)) + " ahead of"
		}
		s.add(gap <= worth+slack, s.all(), strconv.Itoa(n), s.points(worth), first.called(), lead, next.called())
	}
	if n == 0 || s.rb == nil || len(s.rb.Results) == 0 {
		s.skip("The rules make no results of scores, or the scores do not tell how many tests there were.")
		return
	}
	others := 0
	for i := range s.rows {
		x := s.rows[i].total
		if now := s.result(x); s.result(min(x+worth+slack, s.scale)) != now || s.result(max(x-worth+slack, 0)) != now {
			others++
		}
	}
	s.add(10*others > len(s.rows), s.all(), strconv.Itoa(others), words.Counted(len(s.rows), "result", "results"))
}

// result returns the match result for a score of the table.
func (s *stress) result(x float64) string { return s.rb.ResultOf(x / s.scale * s.rb.Scale) }

// spread compares the quartiles by nearest rank, as challenge.metrics has them.
func (s *stress) spread() {
	n := len(s.rows)
	if n < 3 {
		s.skip(few)
		return
	}
	low, high := s.rows[n-(n+3)/4].total, s.rows[n-(3*n+3)/4].total
	s.add(high-low < s.scale/20, s.all(), s.points(low), s.points(high))
}

// calibration compares the claimed difficulty with that which the wins show.
func (s *stress) calibration() error {
	if s.rb == nil || s.rb.Calibration == nil {
		s.skip("The rules do not calibrate: those of the deployed Clawdiators do.")
		return nil
	}
	n, wins := len(s.rows), 0
	for i := range s.rows {
		if s.result(s.rows[i].total) == "win" {
			wins++
		}
	}
	got, err := metrics.Calibrate(metrics.CalibrateRequest{Rulebook: rulebook.Resolved(s.rb), Attempts: n, Completed: n,
		Wins: wins})
	if err != nil {
		return err
	}
	won, verb := fmt.Sprintf("%s of %s", strconv.Itoa(wins), words.Counted(n, "match", "matches")), " were won"
	if wins == 1 {
		verb = " was won"
	}
	won += verb
	switch {
	case got.Difficulty == "":
		s.skip(fmt.Sprintf("%s: the rules want %s of them.", won, strconv.Itoa(got.MinSamples)))
	case s.req.Difficulty == "":
		s.skip(fmt.Sprintf("%s: that is %s. Choose what the challenge claims.", won, got.Difficulty))
	default:
		s.add(got.Difficulty != s.req.Difficulty, s.all(), won, got.Difficulty, s.req.Difficulty)
	}
	return nil
}

// called returns the entrant in a sentence.
func (e *entrant) called() string { return words.Called(e.name) }
