package audits

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/words"
)

// Hero is the verdict with one number.
type Hero struct {
	Number string `json:"number" doc:"How many values are right, or scores fit."`
	Of     string `json:"of" doc:"Of how many: of 63 values are right."`
	Wrong  string `json:"wrong" doc:"How many are not, and which scores do not fit."`
	Bad    bool   `json:"bad" doc:"Whether any is wrong."`
}

// Finding is a heading that states a finding.
type Finding struct {
	Sentence string `json:"sentence" doc:"The finding."`
	Key      string `json:"key" doc:"The words of it that matter most."`
	Other    bool   `json:"other,omitempty" doc:"Whether other weights must have made the scores."`
	Whole    bool   `json:"whole,omitempty" doc:"Whether all was compared, and all is right."`
}

// RightAgents lists the submissions without a difference or an open claim.
type RightAgents struct {
	Says  string   `json:"says" doc:"How many they are, in words; a submission with an open claim is none of them."`
	Names string   `json:"names" doc:"The first of them, if the submissions are 24 or fewer."`
	List  []string `json:"list" doc:"All of them, if the submissions are 24 or fewer."`
}

// spelt returns a number at the begin of a sentence.
func spelt(n int) string { return words.Capital(words.Spelled(n)) }

// hero returns the verdict on all values compared so far.
func (s *Session) hero(sum audit.Summary) Hero {
	are := func(n int) string {
		if n == 1 {
			return " is"
		}
		return " are"
	}
	h := Hero{Number: counted(sum.Matches), Of: "of " + numbered(sum.Checked, "value"), Wrong: "No value is wrong.",
		Bad: sum.Differences > 0}
	if !s.done {
		h.Of += " in the first " + numbered(sum.Submissions, "submission")
	}
	verb := are(sum.Matches)
	if sum.Checked == 1 {
		verb = are(1)
	}
	h.Of += verb + " right."
	switch {
	case sum.Checked == 0 && sum.Missed > 0:
		h.Of = "of " + numbered(sum.Missed, "value") + " can be recomputed."
		if h.Wrong = "Add what they follow from."; s.isBare() && s.needs()[0].Add == scoresNeeded {
			h.Wrong = "Add the scores of each dimension."
		}
		return h
	case sum.Checked == 0:
		h.Of, h.Wrong = "values can be recomputed.", "Nothing is claimed."
	case sum.Differences > 0:
		h.Wrong = spelt(sum.Differences) + are(sum.Differences) + " not."
	}
	h.Wrong += sum.Left()
	return h
}

// mostOff is the number of scores from which, if most differ, they are held to other weights.
const mostOff = 12

// lead states the score that is furthest off, or else how many values differ.
func (s *Session) lead(sum audit.Summary) Finding {
	if score := sum.ByRule[2]; score.Differences > mostOff && score.Differences > score.Matches {
		return Finding{Sentence: "These weights did not make the scores.", Key: "did not make", Other: s.weights.From != fromTable}
	}
	var most *audit.Detail
	far := 0.0
	all := s.audit.Differences()
	for i := range all {
		d := &all[i]
		claim, err := strconv.ParseFloat(d.Claimed, 64)
		value, wrong := strconv.ParseFloat(d.Recomputed, 64)
		if by := math.Abs(claim - value); d.Kind == "score" && err == nil && wrong == nil && by > far {
			most, far = d, by
		}
	}
	switch {
	case most != nil:
		claim, _ := strconv.ParseFloat(most.Claimed, 64)
		value, _ := strconv.ParseFloat(most.Recomputed, 64)
		key, than := apart(far), "many"
		if claim < value {
			than = "few"
		}
		return Finding{Sentence: words.Called(most.Name) + " claims " + key + " too " + than + ".", Key: key}
	case sum.Differences == 1:
		return Finding{Sentence: "One value differs.", Key: "One"}
	case sum.Differences > 0:
		return Finding{Sentence: spelt(sum.Differences) + " values differ.", Key: spelt(sum.Differences)}
	}
	switch {
	case s.isBare():
		return Finding{Sentence: "Each column adds a check."}
	case s.done && sum.Checked > 0 && sum.Missed == 0:
		return Finding{Sentence: "Publish it with its proof.", Whole: true}
	}
	return Finding{Sentence: "No difference.", Key: "No"}
}

// apart shows a difference, with enough decimals not to look like 0.
func apart(by float64) string {
	return words.Fixed(by, words.Enough(2, func(decimals int) bool { return !words.AgreesTo(by, 0, decimals) }))
}

// rightAgents returns the submissions without a difference.
func (s *Session) rightAgents() RightAgents {
	wrong, n := make([]bool, s.index), s.index
	all := s.audit.Differences()
	for i := range all {
		if row := all[i].Row; row >= 0 && !wrong[row] {
			wrong[row] = true
			n--
		}
	}
	for _, v := range s.open(all) {
		if !wrong[v.Row] {
			wrong[v.Row] = true
			n--
		}
	}
	r := RightAgents{Says: spelt(n) + " agents are right", List: []string{}}
	if n == 1 {
		r.Says = "One agent is right"
	}
	if s.source.count > audit.MostKept {
		return r
	}
	var names []string
	for row, name := range s.audit.Names(audit.MostKept) {
		if !wrong[row] {
			r.List, names = append(r.List, words.Named(name)), append(names, words.Called(name))
		}
	}
	if most := mostNamed + 1; n > most {
		names = append(names[:mostNamed], counted(n-mostNamed)+" more")
	}
	r.Names = strings.Join(names, ", ")
	return r
}
