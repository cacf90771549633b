package audits

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Session is an audit that is made in parts, so that its host can show how far it is
// and end it. It is not for use by several goroutines.
type Session struct {
	source *source
	reader reader
	rb     *rulebook.Rulebook
	audit  *audit.Audit
	size   int
	index  int // of the next row
	done   bool

	rule, letters string // of the differences in found
	found         []audit.Detail
}

// Open begins to read a challenge.
func Open(req Request) (*Session, error) {
	s := &Session{size: len(req.Text)}
	var refusal *op.Error
	if s.source, refusal = open(req.Text); refusal != nil {
		return nil, refusal
	}
	ref, whose := s.source.head.Rulebook, "that the text itself brings, "
	switch {
	case req.Rulebook != nil:
		ref, whose = *req.Rulebook, ""
	case !s.source.head.named:
		return nil, op.Refuse("/rulebook", "the text names no rulebook: want the rules of an arena")
	}
	var err error
	if s.audit, err = audit.Begin(ref, whose, req.Keys, s.source.report()); err != nil {
		if refusal, ok := err.(*op.Error); ok {
			err = ofText(refusal, req.Rulebook == nil)
		}
		return nil, err
	}
	s.rb = s.audit.Rulebook()
	s.reader = s.source.reader
	s.reader.rb = s.rb
	return s, nil
}

var optionsSchema = op.LazySchema[options]()

// options are a request without its text.
type options struct {
	Rulebook *rulebook.Ref `json:"rulebook,omitempty"`
	Keys     op.Raw        `json:"keys,omitempty"`
}

// Load is [Open] of a request in JSON without its text.
func Load(request []byte, text string) (*Session, error) {
	var o options
	if refusal := optionsSchema().Decode(request, &o); refusal != nil {
		return nil, refusal
	}
	return Open(Request{Text: text, Rulebook: o.Rulebook, Keys: o.Keys})
}

// work audits at most so many rows more, and ranks and ratings behind the last.
func (s *Session) work(rows int) *op.Error {
	for ; rows > 0 && !s.done; rows-- {
		row, ok := s.source.rows.Next()
		if !ok {
			return s.end()
		}
		if row.Text == "" && row.Problem == "" {
			continue
		}
		claims, refusal := s.reader.claims(row, s.index)
		if refusal == nil {
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
}

// View is the progress of an audit, with its findings.
type View struct {
	Answer Response `json:"answer" doc:"As explain.audit answers, with the differences that are wanted."`
	Done   bool     `json:"done" doc:"Whether all was audited."`
	Read   int      `json:"read" doc:"Bytes read."`
	Size   int      `json:"size" doc:"Bytes of the text."`
	From   int      `json:"from" doc:"The place of the first difference among those found, counted from 0."`
	Found  int      `json:"found" doc:"How many differences are found."`
}

var viewSchema = op.LazySchema[ViewRequest]()

// View answers a request in JSON.
func (s *Session) View(text []byte) (View, error) {
	var req ViewRequest
	if err := viewSchema().Decode(text, &req); err != nil {
		return View{}, err
	}
	if refusal := s.work(req.Work); refusal != nil {
		return View{}, refusal
	}
	all := s.audit.Differences()
	if !s.done || s.found == nil || s.rule != req.Rule || s.letters != req.Find {
		s.rule, s.letters, s.found = req.Rule, req.Find, find(all, req.Rule, req.Find)
	}
	v := View{Done: s.done, Read: s.read(), Size: s.size, From: min(req.From, len(s.found)), Found: len(s.found)}
	v.Answer = s.response(all, s.found, v.From, req.Count)
	return v, nil
}

// read returns the number of bytes read.
func (s *Session) read() int {
	if s.done {
		return s.size
	}
	return min(s.source.rows.Used(), s.size)
}

// shown says which differences there are.
func shown(from, count, found, all int) string {
	if found == 0 {
		return "No difference."
	}
	text := fmt.Sprintf("Differences %d to %d of %d", from+1, from+count, found)
	if count == found || count == 0 {
		text = numbered(found, "difference")
	}
	if found < all {
		text += fmt.Sprintf(", of %d in all", all)
	}
	return text + "."
}
