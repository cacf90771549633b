package audits

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

// Session is an audit that is made in parts, so that its host can show how far it is
// and end it. It is not for use by several goroutines.
type Session struct {
	text    string
	how     table.Reading
	source  *source
	reader  reader
	rb      *rulebook.Rulebook
	audit   *audit.Audit
	weights Weighing
	index   int // of the next row
	first   []audit.Claims
	done    bool

	rule, letters string // of the differences in found
	found         []audit.Detail
}

// Open begins to read a challenge.
func Open(req Request) (*Session, error) { return openAfter(req, nil) }

// openAfter begins to read a challenge with what an audit before has found of the same proofs.
func openAfter(req Request, before *Session) (*Session, error) {
	s := &Session{text: req.Text, how: req.Reading}
	var refusal *op.Error
	if s.source, refusal = open(req.Text, req.Reading); refusal != nil {
		return nil, refusal
	}
	by := audit.Basis{Rulebook: s.source.head.Rulebook, Whose: "that the text itself brings, ", Keys: req.Keys}
	if before != nil {
		by.Checked = before.audit.Checked()
	}
	switch {
	case req.Rulebook != nil:
		by.Rulebook, by.Whose = *req.Rulebook, ""
	case !s.source.head.named:
		return nil, whichRules()
	}
	begin := func() (err error) {
		if s.audit, err = audit.Begin(by, s.source.report()); err != nil {
			if refusal, ok := err.(*op.Error); ok {
				err = ofText(refusal, req.Rulebook == nil)
			}
		}
		return err
	}
	rb, err := by.Rulebook.Resolve()
	if err == nil {
		s.source.by(rb)
		s.reader, s.rb = s.source.reader, rb
	}
	if err := begin(); err != nil {
		return nil, err
	}
	if refusal := s.weigh(req, &by); refusal != nil {
		return nil, refusal
	}
	if by.Weights != nil || req.From == fromRulebook && len(s.source.head.Weights) > 0 {
		if req.From == fromRulebook {
			s.source.head.Weights = nil
		}
		if err := begin(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// by takes the rules by which members are known.
func (s *source) by(rb *rulebook.Rulebook) {
	s.reader.rb = rb
	if s.sheet == nil {
		return
	}
	s.sheet.call(rb)
	if s.head.Weights == nil {
		s.head.Weights = s.sheet.weights(rb)
	}
}

// whichRules refuses a text that names no rules, and offers some.
func whichRules() *op.Error {
	refusal := op.Refuse("/rulebook", "the text names no rulebook: want the rules of an arena")
	for _, one := range [][2]string{{"AiRENA’s", "airena"}, {"Clawdiators’", "clawdiators-live"}, {"Term’s", "term"}} {
		refusal.Offering(one[0], struct {
			Rulebook string `json:"rulebook"`
		}{one[1]})
	}
	return refusal
}

var optionsSchema = op.LazySchema[options]()

// options are a request without its text.
type options struct {
	Rulebook *rulebook.Ref `json:"rulebook,omitempty"`
	Keys     op.Raw        `json:"keys,omitempty"`
	Weights  string        `json:"weights,omitempty" op:"maxlen=1000"`
	From     string        `json:"weights_from,omitempty" op:"enum=rulebook|table|given"`
	table.Reading
}

// Load is [Open] of a request in JSON without its text. The request is not needed any
// longer. What an audit before, if there is one, has found of the same proofs under the
// same keys is taken over.
func Load(request []byte, text string, before *Session) (*Session, error) {
	var o options
	if refusal := optionsSchema().Decode(request, &o); refusal != nil {
		return nil, refusal
	}
	return openAfter(Request{Text: text, Rulebook: o.Rulebook, Keys: slices.Clone(o.Keys), Weights: o.Weights, From: o.From,
		Reading: o.Reading}, before)
}

// work audits at most so many rows more, and ranks and ratings behind the last.
func (s *Session) work(rows int) *op.Error {
	for ; rows > 0 && !s.done; rows-- {
		row, ok := s.source.row()
		if !ok {
			return s.end()
		}
		if row.IsEmpty() {
			continue
		}
		claims, refusal := s.reader.claims(row, s.index)
		if refusal == nil {
			if s.source.count <= audit.MostKept {
				s.first = append(s.first, claims)
			}
			if refusal = s.audit.Add(claims); refusal != nil {
				refusal = inRow(s.index, refusal.Field, refusal.Message)
			}
		}
		if refusal != nil {
			return refusal
		}
		for i := range s.reader.again.Items {
			v := &s.reader.again.Items[i]
			s.audit.Again(v.Key, v.Num)
		}
		s.index++
	}
	return s.audit.CheckProofs()
}

// end compares what depends on all submissions.
func (s *Session) end() *op.Error {
	if s.index == 0 {
		return op.Refuse("/text", "it has no submission: %s", wantChallenge)
	}
	s.done, s.found = true, nil
	if refusal := s.audit.Finish(); refusal != nil {
		return ofText(refusal, false)
	}
	return nil
}

// ofText returns the refusal of an audit, which names members of a report, for a request
// that has the report as a text, and possibly the rulebook too.
func ofText(refusal *op.Error, rulebookToo bool) *op.Error {
	field, inside := strings.CutPrefix(refusal.Field, "/challenge")
	if !inside && !(rulebookToo && strings.HasPrefix(field, "/rulebook")) {
		return refusal
	}
	return op.Refuse("/text", "%s: %s", strings.ReplaceAll(strings.TrimPrefix(field, "/"), "/", " "), refusal.Message)
}

// ViewRequest asks for more work, and for some of the differences.
type ViewRequest struct {
	Work  int    `json:"work,omitempty" op:"min=0 max=1000000" doc:"How many submissions to audit before the answer."`
	Rule  string `json:"rule,omitempty" op:"maxlen=20" doc:"Only differences by this rule."`
	Find  string `json:"find,omitempty" op:"maxlen=200" doc:"Only differences of submissions whose name has these letters, in any case."`
	From  int    `json:"from,omitempty" op:"min=0" doc:"The first difference that is wanted, counted from 0."`
	Count int    `json:"count,omitempty" op:"min=0 max=2000" doc:"How many are wanted."`
	Field string `json:"field,omitempty" op:"maxlen=2000" doc:"A claim, as cells of the grid have it, that gets another value in the text."`
	Value string `json:"value,omitempty" op:"maxlen=100" doc:"That value."`
}

// View is the progress of an audit, with its findings.
type View struct {
	Answer Response `json:"answer" doc:"As explain.audit answers, with the differences that are wanted."`
	Done   bool     `json:"done" doc:"Whether all was audited."`
	Read   int      `json:"read" doc:"Submissions that were audited."`
	Size   int      `json:"size" doc:"Submissions of the text."`
	Far    string   `json:"far" doc:"The same in words: 67 of 200."`
	From   int      `json:"from" doc:"The place of the first difference among those found, counted from 0."`
	Found  int      `json:"found" doc:"How many differences are found."`
	Text   string   `json:"text,omitempty" doc:"The report with another value of a claim, if the request gives one. The audit does not change."`
}

var viewSchema = op.LazySchema[ViewRequest]()

// View answers a request in JSON.
func (s *Session) View(request []byte) (View, error) {
	var req ViewRequest
	if err := viewSchema().Decode(request, &req); err != nil {
		return View{}, err
	}
	if refusal := s.work(req.Work); refusal != nil {
		return View{}, refusal
	}
	text := ""
	if req.Field != "" {
		var refusal *op.Error
		if text, refusal = s.claim(req.Field, req.Value); refusal != nil {
			return View{}, refusal
		}
	}
	all := s.audit.Differences()
	if !s.done || s.found == nil || s.rule != req.Rule || s.letters != req.Find {
		s.rule, s.letters, s.found = req.Rule, req.Find, find(all, req.Rule, req.Find)
	}
	v := View{Done: s.done, Read: s.index, Size: s.source.count, Text: text,
		Far: counted(s.index) + " of " + counted(s.source.count), From: min(req.From, len(s.found)), Found: len(s.found)}
	v.Answer = s.response(all, s.found, v.From, req.Count)
	return v, nil
}

// shown says which differences there are.
func shown(from, n, found, all int) string {
	if found == 0 {
		return "No difference."
	}
	text := "Differences " + counted(from+1) + " to " + counted(from+n) + " of " + counted(found)
	if n == found || n == 0 {
		text = numbered(found, "difference")
	}
	if found < all {
		text += ", of " + counted(all) + " in all"
	}
	return text + "."
}
