package proof

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/internal/ed25519"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// VerifyBatchRequest is many proofs and what to hold them against.
type VerifyBatchRequest struct {
	Text     string             `json:"text" op:"maxlen=268435456" doc:"JSON Lines, one proof a line; a JSON array of proofs; or CSV with a header, whose rows are flat records or hold a proof each; other cells of a row with a proof must say what is signed. Empty lines are skipped."`
	Keys     op.Raw             `json:"keys,omitempty" doc:"The keys you trust, as in proof.verify."`
	Pins     op.Raw             `json:"pins,omitempty" doc:"A second keyring that you trust, as in proof.verify."`
	Brought  op.Raw             `json:"candidates,omitempty" doc:"Keys that came with the proofs and are not trusted, as in proof.verify."`
	Key      string             `json:"key,omitempty" op:"maxlen=65536" doc:"A public key in any spelling, for proofs without a key. Giving it does not make it trusted."`
	At       string             `json:"at,omitempty" op:"maxlen=64" doc:"The time of checking, RFC 3339."`
	Rulebook rulebook.Ref       `json:"rulebook,omitempty" doc:"Rules to recompute totals by, as in proof.verify."`
	Weights  map[string]float64 `json:"weights,omitempty" doc:"Weights for records without weights, as in proof.verify."`
	Layout   *layout.Layout     `json:"layout,omitempty" doc:"How the signed bytes of flat records are made, as in proof.verify."`
	Limit    int                `json:"limit,omitempty" op:"min=1 max=1000000" doc:"Maximum number of layouts to try for a row if none is known; 2000 if absent."`
	Want     []string           `json:"want,omitempty" op:"max=64; maxlen=200" doc:"What must be inside the signed bytes of each proof, as in proof.verify; file needs proof.verify."`
	Part     *many.Part         `json:"part,omitempty" doc:"The member next of an earlier answer: a long text may be given in parts."`
	More     bool               `json:"more,omitempty" doc:"Whether more text follows in another call. A row that may be incomplete is left for that call."`
	Most     int                `json:"most,omitempty" op:"min=1 max=1000000" doc:"Maximum number of rows to check in this call; the others are left for the next call."`
	Only     []int              `json:"only,omitempty" op:"max=1000" doc:"Indexes of the rows to check; the answer contains their documents."`
	Cut      bool               `json:"cut,omitempty" doc:"Whether only to find where the rows end, and to check none: used and next are where the next call begins."`
	Counted  []many.Summary     `json:"counted,omitempty" op:"max=100" doc:"Summaries of calls that ran at the same time, which the sentence and next count too."`
}

// VerifyBatchResponse is a verdict for every row.
type VerifyBatchResponse struct {
	Summary many.Summary `json:"summary" doc:"How many rows have each verdict."`
	Results []Row        `json:"results" doc:"The verdicts, in the order of the rows."`

	Sentence string     `json:"sentence" doc:"The verdicts in words, including those of part and counted; empty if cut was given."`
	Used     int        `json:"used,omitempty" doc:"Bytes of the text, in UTF-8, that were read: the next call begins after them."`
	Next     *many.Part `json:"next,omitempty" doc:"What the next call takes as part, if part, more, most or cut was given."`
}

// Row is the verdict on one proof.
type Row struct {
	Index   int    `json:"index" doc:"Its index, from 0: of the line (empty lines count), of the array's element, or of the row below the header."`
	Verdict string `json:"verdict" op:"enum=unreadable|not-authentic|unmatched|contested|unknown-key|qualified|authentic" doc:"As in proof.verify."`
	Reason  string `json:"reason,omitempty" doc:"Why it is not authentic, in a sentence or two."`

	Unfinished bool `json:"unfinished,omitempty" doc:"Whether the call reached its limit of work in this row: more layouts or keys remain, and proof.verify tries them for this row alone."`

	Name     string   `json:"name,omitempty" doc:"Whose score it is, if that is inside signed bytes."`
	Score    *float64 `json:"score,omitempty" doc:"The score, if it is inside signed bytes."`
	Document string   `json:"document,omitempty" doc:"Its text as proof.verify takes it, if only was given."`

	sealed bool
	signed record.Signed
}

// Sealed reports whether a signature is valid, by the strict rule or ZIP-215.
func (r *Row) Sealed() bool { return r.sealed }

// Signed returns the values in the signed bytes. It is empty if no signature is valid.
func (r *Row) Signed() record.Signed { return r.signed }

// VerifyBatch checks many proofs. A row that cannot be read has the verdict
// unreadable and does not hide the others.
//
// Errors: as of [Verify], and two columns of one name.
func VerifyBatch(req VerifyBatchRequest) (VerifyBatchResponse, error) {
	if i := slices.Index(req.Want, wantFile); i >= 0 {
		return VerifyBatchResponse{}, op.Refuse(op.Pointer("want", i),
			"file: want it of one proof with its code, by proof.verify")
	}
	v, refusal := newVerifier(&VerifyRequest{Keys: req.Keys, Pins: req.Pins, Brought: req.Brought, Key: req.Key,
		At: req.At, Rulebook: req.Rulebook, Weights: req.Weights, Layout: req.Layout, Limit: req.Limit, Want: req.Want})
	if refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	if refusal := v.recall(req.Part); refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	r, refusal := many.NewRows(req.Text, req.Part, req.More)
	if refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	res := VerifyBatchResponse{Results: []Row{}}
	if req.Cut {
		cut(r, req.Most)
	} else {
		v.rows(r, &req, &res)
	}
	all := res.Summary
	if req.Part != nil && req.Part.Counted != nil {
		all.Add(req.Part.Counted)
	}
	for i := range req.Counted {
		all.Add(&req.Counted[i])
	}
	if !req.Cut {
		res.Sentence = all.Sentence()
	}
	if req.Part != nil || req.More || req.Most > 0 || req.Cut {
		res.Used = r.Used()
		res.Next = nextPart(r, v, all)
	}
	return res, nil
}

// cut reads past that many rows, or past all if most is 0.
func cut(r *many.Rows, most int) {
	for count := 0; most == 0 || count < most; {
		one, ok := r.Next()
		if !ok {
			return
		}
		if !one.IsEmpty() {
			count++
		}
	}
}

// rows checks the rows that the request asks for.
func (v *verifier) rows(r *many.Rows, req *VerifyBatchRequest, res *VerifyBatchResponse) {
	v.work += len(req.Text) / workPerText
	v.brief = true
	size := 1 // the first row shows the layout of the others
	for more := true; more; size = together {
		if req.Most > 0 {
			size = min(size, req.Most-len(res.Results))
		}
		var group []waiting
		group, more = readGroup(r, req.Only, size)
		if v.documents == 0 && len(group) > 0 {
			v.documents = 1 + len(req.Text)/(1+len(group[0].row.Text)) // rows are about as long as the first
			if req.Most > 0 {
				v.documents = min(v.documents, req.Most)
			}
		}
		ahead := v.checkAhead(group)
		for i := range group {
			checked := v.row(&group[i])
			if len(req.Only) > 0 {
				checked.Document = group[i].row.Text
			}
			res.Results = append(res.Results, checked)
			res.Summary.Count(checked.Verdict)
		}
		for _, key := range ahead {
			key.Ahead = nil
		}
	}
}

// recall takes the layouts found for earlier rows.
func (v *verifier) recall(part *many.Part) *op.Error {
	if part == nil {
		return nil
	}
	v.recalled = map[*layout.Layout]bool{}
	for i := range part.Layouts {
		l := &part.Layouts[i]
		if refusal := l.Check(); refusal != nil {
			return op.Refuse(op.Pointer("part", "layouts", i), "%s", refusal.Message)
		}
		own := named(l)
		v.layouts, v.recalled[own] = append(v.layouts, own), true
	}
	return nil
}

// nextPart returns the part that follows.
func nextPart(r *many.Rows, v *verifier, all many.Summary) *many.Part {
	next := r.Then()
	next.Counted = &all
	next.Layouts = nil
	for _, l := range v.layouts {
		next.Layouts = append(next.Layouts, *l)
	}
	return next
}

// Rows are read before they are verified, so that signatures of one key can be
// checked together: so many, or fewer if they are long, since a row that is
// read takes up to a hundred times its text.
const (
	together      = 128
	togetherBytes = 1 << 20
)

// waiting is a row that is read and not verified yet.
type waiting struct {
	row        many.Row
	statements []envelope.Statement
	problem    *text.Problem
}

func waitingRow(one many.Row) waiting {
	w := waiting{row: one, problem: one.Problem}
	if w.problem == nil {
		w.statements, w.problem = envelope.Read(one.Text)
	}
	return w
}

// readGroup reads at most size rows, of only the given indexes if there are any.
// more is false if nothing is left to read.
func readGroup(r *many.Rows, only []int, size int) (group []waiting, more bool) {
	for bytes := 0; len(group) < size && bytes < togetherBytes; {
		one, ok := r.Next()
		if !ok {
			return group, false
		}
		if one.IsEmpty() || len(only) > 0 && !slices.Contains(only, one.Index) {
			continue
		}
		group = append(group, waitingRow(one))
		bytes += len(one.Text)
	}
	return group, len(group) > 0
}

// mostKeysAhead is the largest keyring for which signatures are checked ahead:
// each row searches it.
const mostKeysAhead = 16

// checkAhead checks the first signature of each row under the key that is tried
// first, over what it says it signs or the first known layout does, and returns
// the keys that now know some. If the row turns out to need another key or other
// bytes, only time is lost.
func (v *verifier) checkAhead(rows []waiting) (keys []*signature.Prepared) {
	if len(rows) < signature.FewTogether || len(v.ring.Keys()) > mostKeysAhead {
		return nil
	}
	due := map[*signature.Prepared][]ed25519.Signed{}
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
		due[p] = append(due[p], ed25519.Signed{Message: message, Signature: s.Signature})
	}
	for _, p := range keys {
		p.CheckAhead(due[p])
	}
	return keys
}

// first returns the bytes that the statement most likely signs, or nil.
func (v *verifier) first(s *envelope.Statement) []byte {
	switch {
	case s.Message != nil:
		return s.Message
	case v.entryLayout(s) != nil:
		s.LaidBy = v.entryLayout(s)
	case v.layout != nil:
		s.LaidBy = v.layout
	case len(v.layouts) > 0:
		s.LaidBy = v.layouts[0]
	default:
		return nil
	}
	if signed, missing := s.LaidBy.Bytes(s.Spelled()); missing == "" {
		s.Laid = signed
	}
	return s.Laid
}

// entryLayout returns the layout that is listed with the key which the statement
// carries, or nil.
func (v *verifier) entryLayout(s *envelope.Statement) *layout.Layout {
	entry := v.ring.Lookup(s.Key)
	if entry == nil {
		return nil
	}
	return entry.Layout
}

// row returns the verdict on one row.
func (v *verifier) row(w *waiting) Row {
	f := v.examine(w.statements, w.problem)
	answer := Row{Index: w.row.Index, Verdict: f.verdict()}
	if answer.Verdict != authentic {
		answer.Reason = f.sentence()
	}
	if answer.sealed = f.sealed(); answer.sealed {
		answer.signed = f.record.Signed
		answer.Name, answer.Score = answer.signed.Whose()
	}
	if answer.Verdict == authentic || answer.Verdict == qualified {
		if unlike := besideDiffers(w.row.Beside, f.record); len(unlike) > 0 {
			answer.Verdict = qualified
			answer.Reason = f.sentence() +
				fmt.Sprintf(" The row differs from the signed bytes in %s: only what is signed counts.", text.Some(unlike))
		}
	}
	answer.Unfinished = f.problem == nil && f.cut && !answer.sealed
	return answer
}

// besideDiffers returns the columns of a table that say of a document what it does not.
func besideDiffers(cells []many.Cell, r *record.Record) (columns []string) {
	if len(cells) == 0 {
		return nil
	}
	claims := r.Claims()
	for i := range cells {
		if cells[i].Unlike(claims) {
			columns = append(columns, record.Cut(cells[i].Column))
		}
	}
	return columns
}

// VerifyAll describes what each of several texts proves, as [Verify] does for each of
// them in place of the request's own text. It takes less time: keys are prepared
// once, and signatures of one key are checked together.
//
// Errors: as of [Verify].
func VerifyAll(req VerifyRequest, texts []string) ([]VerifyResponse, error) {
	v, refusal := newVerifier(&req)
	if refusal != nil {
		return nil, refusal
	}
	v.documents = len(texts)
	answers := make([]VerifyResponse, 0, len(texts))
	for len(answers) < len(texts) {
		group, ahead := v.readAhead(texts[len(answers):])
		for i := range group {
			answers = append(answers, v.verifyAlone(&group[i]))
		}
		for _, key := range ahead {
			key.Ahead = nil
		}
	}
	return answers, nil
}

// readAhead reads the first texts, and as many as fit, and checks their signatures
// under the keys that it returns.
func (v *verifier) readAhead(texts []string) (group []waiting, ahead []*signature.Prepared) {
	for bytes := 0; len(group) < min(len(texts), together) && bytes < togetherBytes; {
		text := texts[len(group)]
		group = append(group, waitingRow(many.Row{Text: text}))
		bytes += len(text)
	}
	return group, v.checkAhead(group)
}

// verifyAlone answers for a document as if there were no others: what was found for
// those before does not count, nor what they took.
func (v *verifier) verifyAlone(w *waiting) VerifyResponse {
	v.work, v.layouts = mostWork, nil
	res := v.verify(w.statements, w.problem)
	res.Shown = res.shown(v.at)
	if w.problem != nil {
		res.Documents = many.Count(w.row.Text)
	}
	return res
}
