// Package stress looks for what is unfair about the scoring of an arena.
package stress

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
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
	Tests      int           `json:"tests,omitempty" op:"min=1 max=100000" doc:"How many tests the column of correctness counts; by default the smallest number that gives all its scores, up to 200."`
	Fixes      *Fixes        `json:"fixes,omitempty" doc:"Fixes of the rules that are applied."`
	Bystander  float64       `json:"bystander,omitempty" op:"min=10 max=160" doc:"When one more answer comes in the picture of the bystander, in percent of the fastest time; 100 by default."`
	Copied     float64       `json:"copied,omitempty" op:"min=0 max=100" doc:"How fast the copy is in its picture: 0, the default, as the original, 100 at once."`
	More       int           `json:"more,omitempty" op:"min=0 max=200" doc:"How many more tests the second agent passes in the picture of one test."`
}

// Fixes are changes of the rules that no column or weight says.
type Fixes struct {
	Pace    bool `json:"pace,omitempty" doc:"Speed is measured against today’s fastest time, whatever comes later."`
	Cap     bool `json:"cap,omitempty" doc:"A faster answer lowers no speed by more than 5 % of the highest score."`
	Earlier bool `json:"earlier,omitempty" doc:"Of answers that are equal but for speed, the earlier is ahead."`
	Full    bool `json:"full,omitempty" doc:"The leader’s time gets full marks for speed, and any faster one too."`
	Ties    bool `json:"ties,omitempty" doc:"A lead of at most one test counts as a tie."`
	Gate    bool `json:"gate,omitempty" doc:"Without a passed test, nothing else counts."`
}

// Response lists the unfair properties of a scoring.
type Response struct {
	Sentence  string         `json:"sentence" doc:"How many checks fail, and which."`
	Key       string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief     string         `json:"brief" doc:"How many checks fail."`
	Number    string         `json:"number" doc:"How many checks fail, as a number alone."`
	Of        string         `json:"of" doc:"Of how many: of 14 checks fail."`
	Rest      string         `json:"rest" doc:"How many pass, and how many were not checked."`
	Passed    string         `json:"passed" doc:"How many pass."`
	Unchecked string         `json:"unchecked" doc:"How many were not checked."`
	Checks    []Check        `json:"checks" doc:"The checks, always the same ones in the same order."`
	Cards     []Card         `json:"cards" doc:"The checks that fail, and those that pass by a fix."`
	Also      []Card         `json:"also" doc:"What is no fault by itself: pairs of dimensions that measure nearly the same, as explain.sure finds them; at most five."`
	Together  Together       `json:"together" doc:"A fix for each check that has one, applied together."`
	Applied   Applied        `json:"applied" doc:"The fixes that are applied."`
	Weights   []Weight       `json:"weights" doc:"The weights, in the order of the columns."`
	Size      string         `json:"size" doc:"How many agents and dimensions."`
	Limits    string         `json:"limits" doc:"The limits in a few words."`
	Notes     []explain.Note `json:"notes" doc:"Ties, and columns that are not scores."`
}

// Check is a property of a fair scoring.
type Check struct {
	ID       string `json:"id" doc:"bystanders, weights, constant, empty, random, wrong, slow, copy, tie, ceiling, floor, test, results, spread or calibration."`
	State    string `json:"state" doc:"difference if it fails, match if it passes, note if it was not checked."`
	Mark     string `json:"mark" doc:"The same in a sign and in words."`
	Sign     string `json:"sign" doc:"The sign."`
	Says     string `json:"says" doc:"The words."`
	Label    string `json:"label" doc:"The check for readers."`
	Short    string `json:"short" doc:"The same in one or two words."`
	Sentence string `json:"sentence" doc:"What was found, with the numbers of this table."`
	Meaning  string `json:"meaning" doc:"What it means."`
	Show     string `json:"show,omitempty" doc:"Address of the page of weights with this case; absent if it is too long for a link."`
}

// Weight is the weight of a dimension.
type Weight struct {
	Dimension string `json:"dimension" doc:"Key of the dimension."`
	Label     string `json:"label" doc:"Name of the column."`
	Color     string `json:"color" doc:"Dimension of a built-in rulebook that has the same colour."`
	Percent   string `json:"percent" doc:"The weight in percent."`
}

// Stress looks for what is unfair about a scoring: what others decide, weights that
// decide nothing, answers that win without being good, and ranks that hang on little.
func Stress(req Request) (Response, error) {
	b, err := open(req)
	if err != nil {
		return Response{}, err
	}
	s, err := b.run(b.asked, false)
	if err != nil {
		return Response{}, err
	}
	if err := s.explain(); err != nil {
		return Response{}, err
	}
	return s.res, nil
}

// check does all checks, in the order of [kinds].
func (s *stress) check() error {
	s.bystanders()
	s.effective()
	s.constant()
	s.personas()
	s.tie()
	s.crowded(s.scale)
	s.crowded(0)
	s.oneTest()
	s.spread()
	return s.calibration()
}

// Words and signs of the states of a check.
var (
	passes  = state{"match", "✓", "Passes"}
	fails   = state{"difference", "✗", "Fails"}
	skipped = state{"note", "–", "Not checked"}
)

type state struct{ id, sign, says string }

// add answers the next check, and returns whether it fails.
func (s *stress) add(failed bool, show string, texts ...any) bool {
	if s.quiet {
		s.states = append(s.states, failed)
		s.failures += count(failed)
		return failed
	}
	k, of := s.next(), passes
	format := k.passes
	if failed {
		format, of = k.fails, fails
		s.failed = append(s.failed, k.label)
	}
	s.put(of, fmt.Sprintf(format, texts...)).Show = show
	s.states = append(s.states, failed)
	s.failures += count(failed)
	return failed
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// skip tells why the next check was not done.
func (s *stress) skip(why string) {
	if !s.quiet {
		s.put(skipped, why)
		s.skipped++
	}
	s.states = append(s.states, false)
}

func (s *stress) next() *kind { return &kinds[len(s.states)] }

func (s *stress) put(of state, sentence string) *Check {
	k := s.next()
	s.res.Checks = append(s.res.Checks, Check{ID: k.id, State: of.id, Mark: of.sign + " " + of.says, Sign: of.sign,
		Says: strings.ToLower(of.says), Label: k.label, Short: k.short, Sentence: sentence, Meaning: k.meaning})
	return &s.res.Checks[len(s.res.Checks)-1]
}

// explain says what the checks found, and what would help.
func (s *stress) explain() error {
	s.say()
	if err := s.deal(); err != nil {
		return err
	}
	for k := range s.Keys {
		s.res.Weights = append(s.res.Weights, Weight{s.Keys[k], s.Labels[k], s.Colors[k],
			words.Short(s.Weights.Hundredths(k) / 100)})
	}
	s.res.Size = fmt.Sprintf("%d × %d", len(s.rows), len(s.Keys))
	usual := func(percent, usual float64) string { return words.Short(float64(100*s.or(percent, usual)) / s.scale) }
	s.res.Limits = strings.Join([]string{usual(s.req.Empty, usualEmpty), usual(s.req.Wrong, usualWrong),
		usual(s.req.Perfect, usualPerfect), usual(s.req.Chance, usualChance)}, " · ")
	return nil
}

// say counts the checks.
func (s *stress) say() {
	r, failed := &s.res, strconv.Itoa(len(s.failed))
	done := len(kinds) - s.skipped
	r.Passed, r.Unchecked = strconv.Itoa(done-len(s.failed)), strconv.Itoa(s.skipped)
	r.Brief = failed + " of " + strconv.Itoa(done)
	r.Key = r.Brief + " checks"
	r.Number, r.Of = failed, fmt.Sprintf("of %d checks fail", done)
	r.Rest = fmt.Sprintf("%s pass, %s not checked", r.Passed, r.Unchecked)
	switch len(s.failed) {
	case 0:
		r.Sentence = r.Key + " fail."
	case 1:
		r.Of = fmt.Sprintf("of %d checks fails", done)
		r.Sentence = fmt.Sprintf("%s fails: %s.", r.Key, s.failed[0])
	default:
		r.Sentence = fmt.Sprintf("%s fail: %s.", r.Key, words.Join(s.failed))
	}
	r.Notes = s.notes
}

// apart shows two scores, with so many decimals that different ones look different.
func (s *stress) apart(a, b float64) (x, y string) {
	if x, y = s.points(a), s.points(b); s.quiet || x != y || math.Abs(a-b) <= float64(s.scale*noise) {
		return x, y
	}
	more := words.Enough(0, func(more int) bool {
		return explain.PointsTo(s.Table.Rulebook, a, more) != explain.PointsTo(s.Table.Rulebook, b, more)
	})
	return explain.PointsTo(s.Table.Rulebook, a, more), explain.PointsTo(s.Table.Rulebook, b, more)
}

// called returns the entrant in a sentence.
func (e *entrant) called() string { return words.Called(e.name) }
