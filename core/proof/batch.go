package proof

import (
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/internal/ed25519"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// VerifyBatchRequest is many proofs and what to hold them against.
type VerifyBatchRequest struct {
	Text     string             `json:"text" op:"maxlen=268435456" doc:"JSON Lines, one proof a line; a JSON array of proofs; or CSV with a header, whose rows are flat records or hold a proof each. Empty lines are skipped."`
	Keys     op.Raw             `json:"keys,omitempty" doc:"The keys you trust, as in proof.verify."`
	Pins     op.Raw             `json:"pins,omitempty" doc:"A second keyring that you trust, as in proof.verify."`
	Brought  op.Raw             `json:"candidates,omitempty" doc:"Keys that came with the proofs and are not trusted, as in proof.verify."`
	Key      string             `json:"key,omitempty" op:"maxlen=65536" doc:"A public key in any spelling, for proofs that carry none. Giving it is not trusting it."`
	At       string             `json:"at,omitempty" op:"maxlen=64" doc:"The time of checking, RFC 3339."`
	Rulebook rulebook.Ref       `json:"rulebook,omitempty" doc:"Rules to recompute totals by, as in proof.verify."`
	Weights  map[string]float64 `json:"weights,omitempty" doc:"Weights for records that carry none, as in proof.verify."`
	Layout   *Layout            `json:"layout,omitempty" doc:"How the signed bytes of flat records are made, as in proof.verify."`
	Limit    int                `json:"limit,omitempty" op:"min=1 max=1000000" doc:"Most layouts to try for a row if none is known; 2000 when absent."`
	Part     *Part              `json:"part,omitempty" doc:"Where an earlier call ended, its next: a long text may be given in parts."`
	More     bool               `json:"more,omitempty" doc:"Whether more text follows in another call. A row that may not be whole is left for it."`
	Most     int                `json:"most,omitempty" op:"min=1 max=1000000" doc:"Most rows to check in this call; the others are left for the next."`
	Only     []int              `json:"only,omitempty" op:"max=1000" doc:"Indexes of the rows to check; their documents are answered."`
}

// VerifyBatchResponse is a verdict for every row.
type VerifyBatchResponse struct {
	Summary Summary `json:"summary" doc:"How many rows have each verdict."`
	Results []Row   `json:"results" doc:"The verdicts, in the order of the rows."`

	Sentence string `json:"sentence" doc:"The verdicts in words, with those that part counts."`
	Used     int    `json:"used,omitempty" doc:"Bytes of the text, in UTF-8, that were read: the next call begins behind them."`
	Next     *Part  `json:"next,omitempty" doc:"What the next call takes as part, where part, more or most was given."`
}

// Summary counts verdicts.
type Summary struct {
	Authentic    int `json:"authentic" doc:"Authentic."`
	Qualified    int `json:"qualified" doc:"Authentic, but something contradicts the record."`
	UnknownKey   int `json:"unknown-key" doc:"Signed by a key that is not in the keyring."`
	Contested    int `json:"contested" doc:"Accepted by some verifiers only."`
	Unmatched    int `json:"unmatched" doc:"Fitting no layout that was tried."`
	NotAuthentic int `json:"not-authentic" doc:"With a false signature."`
	Unreadable   int `json:"unreadable" doc:"Not readable."`
}

// Row is the verdict on one proof.
type Row struct {
	Index   int    `json:"index" doc:"Its place, from 0: of the line, empty ones counted, of the array's element, or of the row below the header."`
	Verdict string `json:"verdict" doc:"As in proof.verify."`
	Reason  string `json:"reason,omitempty" doc:"Why it is not authentic, in a sentence or two."`

	Unfinished bool `json:"unfinished,omitempty" doc:"Whether the call ended its work before this row: there are more layouts or keys to try, and proof.verify alone tries them."`

	Name     string   `json:"name,omitempty" doc:"Whose score it is, if that is inside signed bytes."`
	Score    *float64 `json:"score,omitempty" doc:"The score, if it is inside signed bytes."`
	Document string   `json:"document,omitempty" doc:"Its text as proof.verify takes it, where only was given."`
}

// VerifyBatch checks many proofs. A row that cannot be read has the verdict
// unreadable and does not hide the others.
//
// Errors: as of [Verify], and two columns of one name.
func VerifyBatch(req VerifyBatchRequest) (VerifyBatchResponse, error) {
	v, refusal := newVerifier(&VerifyRequest{Keys: req.Keys, Pins: req.Pins, Brought: req.Brought, Key: req.Key, At: req.At, Rulebook: req.Rulebook, Weights: req.Weights, Layout: req.Layout, Limit: req.Limit})
	if refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	if refusal := v.recall(req.Part); refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	r, refusal := newRows(req.Text, req.Part, req.More)
	if refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	v.work += len(req.Text) / workPerText
	res := VerifyBatchResponse{Results: []Row{}}
	size := 1 // the first row shows the layout of the others
	for more := true; more; size = together {
		if req.Most > 0 {
			size = min(size, req.Most-len(res.Results))
		}
		var group []waiting
		group, more = r.group(req.Only, size)
		if v.documents == 0 && len(group) > 0 {
			v.documents = 1 + len(req.Text)/(1+len(group[0].row.text)) // rows are about as long as the first
			if req.Most > 0 {
				v.documents = min(v.documents, req.Most)
			}
		}
		foreseen := v.foresee(group)
		for i := range group {
			checked := v.row(&group[i])
			if len(req.Only) > 0 {
				checked.Document = group[i].row.text
			}
			res.Results = append(res.Results, checked)
			res.Summary.count(checked.Verdict)
		}
		for _, key := range foreseen {
			key.ahead = nil
		}
	}
	all := res.Summary
	if req.Part != nil && req.Part.Counted != nil {
		all.add(req.Part.Counted)
	}
	res.Sentence = all.sentence()
	if req.Part != nil || req.More || req.Most > 0 {
		res.Used = r.at
		res.Next = r.then(v, all)
	}
	return res, nil
}

// recall takes the layouts found for earlier rows.
func (v *verifier) recall(part *Part) *op.Error {
	if part == nil {
		return nil
	}
	for i := range part.Layouts {
		l := &part.Layouts[i]
		if refusal := l.check(); refusal != nil {
			return op.Invalidf(op.Pointer("part", "layouts", i), "%s", refusal.Message)
		}
		v.layouts = append(v.layouts, named(l))
	}
	return nil
}

// then is the part that follows.
func (r *rows) then(v *verifier, all Summary) *Part {
	next := r.part
	if r.at == len(r.text) && !r.more {
		next.Format = atEnd
	}
	next.Counted = &all
	next.Layouts = nil
	for _, l := range v.layouts {
		next.Layouts = append(next.Layouts, *l)
	}
	return &next
}

// Rows are read before they are judged, so that signatures of one key can be
// checked together: so many, or fewer where they are long, since a row that is
// read takes up to a hundred times its text.
const (
	together      = 128
	togetherBytes = 1 << 20
)

// waiting is a row that is read and not judged.
type waiting struct {
	row        row
	statements []statement
	problem    *problem
}

func waitingRow(one row) waiting {
	w := waiting{row: one, problem: one.problem}
	if w.problem == nil {
		w.statements, w.problem = readStatements([]byte(one.text))
	}
	return w
}

// group reads at most size rows, of only the given indexes where there are any.
// more is false where nothing is left to read.
func (r *rows) group(only []int, size int) (group []waiting, more bool) {
	for bytes := 0; len(group) < size && bytes < togetherBytes; {
		one, ok := r.next()
		if !ok {
			return group, false
		}
		if one.text == "" && one.problem == nil || len(only) > 0 && !slices.Contains(only, one.index) {
			continue
		}
		group = append(group, waitingRow(one))
		bytes += len(one.text)
	}
	return group, len(group) > 0
}

// mostForeseen is the largest keyring for which signatures are foreseen: it is
// gone through for each row.
const mostForeseen = 16

// foresee checks the first signature of each row under the key that is tried
// first, over what it says it signs or the first known layout does, and returns
// the keys that now know some. Where that is not how it will be judged, time is
// lost and nothing else.
func (v *verifier) foresee(rows []waiting) (keys []*preparedKey) {
	if len(rows) < fewTogether || len(v.ring.keys) > mostForeseen {
		return nil
	}
	due := map[*preparedKey][]ed25519.Signed{}
	for i := range rows {
		if len(rows[i].statements) == 0 {
			continue
		}
		s := &rows[i].statements[0]
		message, all := v.first(s), v.candidates(s).all()
		if message == nil || len(all) == 0 {
			continue
		}
		p := v.prepare(all[0])
		if due[p] == nil {
			keys = append(keys, p)
		}
		due[p] = append(due[p], ed25519.Signed{Message: message, Signature: s.signature})
	}
	for _, p := range keys {
		p.foresee(due[p])
	}
	return keys
}

// first is what the statement is first taken to sign; nil if that is not known.
func (v *verifier) first(s *statement) []byte {
	switch {
	case s.message != nil:
		return s.message
	case v.entryLayout(s) != nil:
		s.laidBy = v.entryLayout(s)
	case v.layout != nil:
		s.laidBy = v.layout
	case len(v.layouts) > 0:
		s.laidBy = v.layouts[0]
	default:
		return nil
	}
	if signed, missing := s.laidBy.bytes(s.spelled()); missing == "" {
		s.laid = signed
	}
	return s.laid
}

// entryLayout is the layout that is listed with the key which the statement
// carries, or nil.
func (v *verifier) entryLayout(s *statement) *Layout {
	entry := v.ring.lookup(s.key)
	if entry == nil {
		return nil
	}
	return entry.layout
}

// row is the verdict on one row.
func (v *verifier) row(w *waiting) Row {
	j := v.judge(w.statements, w.problem)
	answer := Row{Index: w.row.index, Verdict: j.verdict()}
	if answer.Verdict != authentic {
		answer.Reason = j.sentence()
	}
	if j.sealed() {
		answer.Name, answer.Score = j.record.signed.whose()
	}
	answer.Unfinished = j.problem == nil && j.cut && !j.sealed()
	return answer
}

// whose is whose score the signed bytes tell, "" if they do not, and the score,
// nil if they do not.
func (s Signed) whose() (name string, score *float64) {
	for _, means := range []string{MeansName, MeansSubmission} {
		if name == "" {
			_, name = s.Text(means)
		}
	}
	if id := s.member("id"); name == "" && id != nil && (id.Kind == jcs.String || id.Kind == jcs.Number) {
		name = shownValue(id)
	}
	if _, x, ok := s.Number(MeansScore); ok {
		score = &x
	}
	return name, score
}

func (s *Summary) count(verdict string) {
	switch verdict {
	case authentic:
		s.Authentic++
	case qualified:
		s.Qualified++
	case unknownKey:
		s.UnknownKey++
	case contested:
		s.Contested++
	case unmatched:
		s.Unmatched++
	case notAuthentic:
		s.NotAuthentic++
	default:
		s.Unreadable++
	}
}

func (s *Summary) add(t *Summary) {
	s.Authentic += t.Authentic
	s.Qualified += t.Qualified
	s.UnknownKey += t.UnknownKey
	s.Contested += t.Contested
	s.Unmatched += t.Unmatched
	s.NotAuthentic += t.NotAuthentic
	s.Unreadable += t.Unreadable
}

// sentence is the summary in words: "1,024 proofs: 1,020 authentic, 3 by a key
// we do not know, 1 not authentic."
func (s *Summary) sentence() string {
	all := 0
	said := ""
	for _, part := range []struct {
		n     int
		words string
	}{
		{s.Authentic, "authentic"},
		{s.Qualified, "authentic, but contradicted by a check"},
		{s.UnknownKey, "by a key we do not know"},
		{s.Contested, "on which verifiers disagree"},
		{s.Unmatched, "with a signature that fits no known spelling"},
		{s.NotAuthentic, "not authentic"},
		{s.Unreadable, "unreadable"},
	} {
		if part.n == 0 {
			continue
		}
		if all > 0 {
			said += ", "
		}
		all += part.n
		said += grouped(part.n) + " " + part.words
	}
	switch all {
	case 0:
		return "No proofs."
	case 1:
		return "1 proof: " + said + "."
	}
	return grouped(all) + " proofs: " + said + "."
}

// grouped is a number with commas between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
