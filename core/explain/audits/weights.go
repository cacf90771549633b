package audits

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Whose weights an audit takes.
const (
	fromRulebook = "rulebook"
	fromText     = "text"
	fromTable    = "table"
	fromRequest  = "given"
)

// Weighing says which weights an audit takes.
type Weighing struct {
	From string `json:"from" doc:"rulebook, text (the report's own), table (found in its scores) or given (by the request)."`
	Text string `json:"text" doc:"The weights in percent, as the request takes them; \"\" if there are none."`
	Says string `json:"says" doc:"Where they come from, in a few words."`

	keys  []string
	list  []float64
	line  string // for sentences
	arena string // how many scores the rulebook's own weights give
}

// mostTried is the number of submissions from which weights are found.
const mostTried = 2000

// weigh chooses the weights: the given ones, or else those of the text, or else the
// rulebook's if they give all scores or the scores are few, or else those that give most scores.
func (s *Session) weigh(req Request, by *audit.Basis) *op.Error {
	w := &s.weights
	given := req.From == fromRequest || req.From == "" && req.Weights != ""
	if head := s.source.head.Weights; len(head) > 0 && !given && req.From != fromRulebook {
		w.take(fromText, "The text brings them.", weighed(s.rb, head), head)
		return nil
	}
	w.take(fromRulebook, s.arenas(), audit.Weighed(s.rb, nil), s.rb.OwnWeights())
	switch {
	case given:
		keys := audit.Weighed(s.rb, nil)
		if len(keys) == 0 {
			keys = audit.Weighed(s.rb, s.sample())
		}
		weights, refusal := readWeights(req.Weights, keys)
		if refusal != nil {
			return refusal
		}
		by.Weights, by.Called = weights, "the weights that you give"
		w.take(fromRequest, "Your weights.", keys, weights)
	case req.From != fromRulebook:
		s.find(by)
	}
	return nil
}

// find takes the weights that give most scores, if the rulebook's do not give all.
func (s *Session) find(by *audit.Basis) {
	w, rows := &s.weights, s.sample()
	fits, of := s.audit.Fits(nil, rows)
	own := len(s.rb.OwnWeights()) > 0
	if own && fits == of {
		return
	}
	found := s.audit.Recover(rows)
	if found == nil {
		if of > 5 {
			w.Says = strings.TrimSuffix(w.Says, ".") + ": no other weights give most scores."
		}
		return
	}
	if now, _ := s.audit.Fits(found, rows); now <= fits {
		return
	}
	if own && len(rows) < mostTried {
		w.arena = s.arena() + "’s " + w.line + " fit " + counted(fits) + "."
	}
	by.Weights, by.Called = found, "weights found in its scores"
	w.take(fromTable, "Found in its scores.", audit.Weighed(s.rb, rows), found)
}

// take notes weights, in the order of dimensions.
func (w *Weighing) take(from, says string, keys []string, weights map[string]float64) {
	var list []string
	w.keys, w.list = keys, nil
	for _, key := range keys {
		list = append(list, percent(weights[key], weights))
		w.list = append(w.list, weights[key])
	}
	w.From, w.Says, w.Text, w.line = from, says, strings.Join(list, " "), strings.Join(list, " · ")
}

// weighed returns the dimensions that weights are of, in the order of the rulebook.
func weighed(rb *rulebook.Rulebook, weights map[string]float64) (keys []string) {
	for i := range rb.Dimensions {
		if _, weighs := weights[rb.Dimensions[i].Key]; weighs {
			keys = append(keys, rb.Dimensions[i].Key)
		}
	}
	return keys
}

// arena returns the name of the arena whose rules they are.
func (s *Session) arena() string {
	name, _, _ := strings.Cut(s.rb.Name, " (")
	return words.Capital(name)
}

// arenas says whose weights the rulebook's are.
func (s *Session) arenas() string {
	if len(s.rb.OwnWeights()) == 0 {
		return "The rules have no weights."
	}
	return s.arena() + "’s weights."
}

// percent returns a weight in percent, with four decimals at most.
func percent(x float64, weights map[string]float64) string {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if sum < 2 { // fractions
		x *= 100
	}
	return op.Show(words.Shown(x, 4))
}

// sample reads the first submissions, from which weights are found. What cannot be read is
// refused later.
func (s *Session) sample() []audit.Claims {
	source, r := s.source.again(), s.reader
	r.left = nil
	r.again.Items = nil
	var rows []audit.Claims
	for len(rows) < mostTried {
		row, ok := source.row()
		if !ok {
			break
		}
		if row.IsEmpty() {
			continue
		}
		claims, refusal := r.claims(row, len(rows))
		if refusal != nil {
			break
		}
		rows = append(rows, claims)
	}
	return rows
}

// readWeights reads weights in percent, or as fractions, in the order of dimensions.
func readWeights(text string, keys []string) (map[string]float64, *op.Error) {
	const field = "/weights"
	parts := strings.FieldsFunc(strings.ReplaceAll(text, ", ", " "), func(c rune) bool {
		return strings.ContainsRune(" \t\n·/;|%\u00a0", c)
	})
	if strings.HasPrefix(text, edged) {
		var refusal *op.Error
		if parts, refusal = fromEdges(text, keys); refusal != nil {
			return nil, refusal
		}
	}
	if len(parts) != len(keys) {
		return nil, op.Refuse(field, "%s: want %d, for %s", words.Counted(len(parts), "weight", "weights"), len(keys),
			words.Join(keys))
	}
	weights := make(map[string]float64, len(keys))
	for k, part := range parts {
		x, ok := words.Read(part)
		switch {
		case !ok:
			return nil, op.Refuse(field, "%s: want a number", op.Quote(part))
		case x < 0:
			return nil, op.Refuse(field, "%s: want a weight of at least 0", op.Show(x))
		}
		weights[keys[k]] = x
	}
	return weights, nil
}

// fitting writes the sentence of scores that fit weights which are not the rulebook's; it
// reports whether there is one to write.
func (s *Session) fitting(r *Response, sum audit.Summary, broken []string) bool {
	fit, differ := 0, 0
	for _, c := range sum.ByRule {
		if c.Rule == "score" {
			fit, differ = c.Matches, c.Differences
		}
	}
	all := fit + differ
	if all == 0 || s.weights.From != fromTable && s.weights.From != fromRequest {
		return false
	}
	first := ""
	if !s.done {
		first = "the first "
	}
	r.Key = counted(fit) + " of " + first + counted(all)
	if differ == 0 && s.done {
		r.Key = "All " + counted(all)
	}
	fits := " fit "
	if all == 1 || fit == 1 && s.done {
		fits = " fits "
	}
	r.Sentence = r.Key + " " + words.Plural(all, "score") + fits + s.weights.line
	r.Hero = Hero{Number: counted(fit), Of: "of " + first + numbered(all, "score") + fits + s.weights.line + ".",
		Wrong: "Every score fits.", Bad: differ > 0}
	if differ > 0 {
		r.Sentence += "; " + s.misfits(differ)
		r.Hero.Wrong = words.Capital(s.misfits(differ)) + "."
	}
	r.Sentence += "."
	if len(broken) > 0 {
		verb := " differ"
		if len(broken) == 1 && strings.HasPrefix(broken[0], "1 ") {
			verb = " differs"
		}
		r.Sentence += " " + words.Join(broken) + verb + ", too."
		r.Hero.Wrong += " " + words.Join(broken) + verb + ", too."
	}
	if s.done && s.weights.arena != "" {
		r.Sentence += " " + s.weights.arena
	}
	r.Sentence += sum.Left()
	r.Hero.Wrong += sum.Left()
	return true
}

// mostNamed is the number of names in a sentence.
const mostNamed = 5

var few = []string{"", "this one does not", "these two do not", "these three do not", "these four do not",
	"these five do not"}

// misfits names the scores that do not fit.
func (s *Session) misfits(n int) string {
	var names []string
	all := s.audit.Differences()
	for i := range all {
		if all[i].Kind == "score" && len(names) < mostNamed {
			names = append(names, words.Called(all[i].Name))
		}
	}
	if n < len(few) {
		return few[n] + ": " + strings.Join(names, ", ")
	}
	return "these " + counted(n) + " do not: " + strings.Join(names, ", ") + " and " + counted(n-len(names)) + " more"
}
