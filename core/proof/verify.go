package proof

import (
	"cmp"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// VerifyRequest is a proof and what to hold it against.
type VerifyRequest struct {
	Text      string             `json:"text,omitempty" op:"maxlen=1048576" doc:"The proof as it was published, byte for byte: a signed record, a JWS, a DSSE envelope, a signed note, a tlog-proof."`
	Document  op.Raw             `json:"document,omitempty" doc:"The proof as JSON, if you do not have its text."`
	Signature string             `json:"signature,omitempty" op:"maxlen=1048576" doc:"A signature in a text of its own: minisign, signify, SSH, a detached JWS, a tlog-proof, or 64 bytes in hexadecimal or base64. Then text, document or message is what it signs."`
	Message   string             `json:"message,omitempty" op:"maxlen=1398104" doc:"What signature signs, in base64, if it is not a text."`
	Key       string             `json:"key,omitempty" op:"maxlen=65536" doc:"A public key in any spelling, for a proof without a key. It is not trusted."`
	Keys      op.Raw             `json:"keys,omitempty" doc:"The keys you trust: a keyring {\"keys\": […]} or a JWKS. Giving it means that you trust it."`
	Pins      op.Raw             `json:"pins,omitempty" doc:"A second keyring that you trust, such as a visitor's pins. For a key in both, the entry in keys applies."`
	Brought   op.Raw             `json:"candidates,omitempty" doc:"Keys that came with the proof, a link or a file: a keyring, a JWKS, or one key in any spelling. They are tried if the proof names no key, and never trusted."`
	Code      string             `json:"code,omitempty" op:"maxlen=89478488" doc:"The submitted code in base64, at most 64 MiB."`
	At        string             `json:"at,omitempty" op:"maxlen=64" doc:"The time of checking, RFC 3339. Without it, no date counts as too late."`
	Rulebook  rulebook.Ref       `json:"rulebook,omitempty" doc:"Rules to recompute the total by: id of a built-in rulebook, or a whole one. Without it, or if it does not know every weighed dimension, the record's dimensions decide."`
	Weights   map[string]float64 `json:"weights,omitempty" doc:"The challenge's weights by dimension, if the record does not contain them."`
	Layout    *layout.Layout     `json:"layout,omitempty" doc:"How the signed bytes of a flat record are made, if neither the record nor the key's entry defines it. With it a proof is qualified at best: only layouts listed with keys are trusted."`
	From      int                `json:"from,omitempty" op:"min=0 max=1000000000" doc:"The first layout to try, as proof.find_layout counts."`
	Limit     int                `json:"limit,omitempty" op:"min=1 max=1000000" doc:"How many layouts to try if none is known; 2000 if absent."`
	Want      []string           `json:"want,omitempty" op:"max=64; maxlen=200" doc:"What must be inside the signed bytes for authentic: score, the name of a member, or file for code_hash to be the SHA-256 of code. Only score if absent. What is missing makes qualified."`
}

// VerifyResponse is the verdict and what led to it.
type VerifyResponse struct {
	Verdict        string                     `json:"verdict" op:"enum=unreadable|not-authentic|unmatched|contested|unknown-key|qualified|authentic" doc:"authentic, qualified, unknown-key, contested, unmatched, not-authentic or unreadable."`
	Heading        string                     `json:"heading" doc:"The verdict in words."`
	Sentence       string                     `json:"sentence" doc:"What it means."`
	Format         string                     `json:"format" doc:"data-integrity, flat, dsse, jws, minisign, signify, sshsig, note, tlog-proof or raw; badge for an SVG with a proof; empty if not recognized."`
	Layout         *layout.Layout             `json:"layout,omitempty" doc:"How the signed bytes were made from the document: in words, and for flat records as proof.verify takes it."`
	Checks         []Check                    `json:"checks" doc:"What was checked. A proof that is not authentic has only the check that failed."`
	Key            *KeyInfo                   `json:"key,omitempty" doc:"The key that signed, or should have."`
	SignedFields   []string                   `json:"signed_fields" doc:"Members of the record inside the signed bytes."`
	UnsignedFields []string                   `json:"unsigned_fields" doc:"Its other members, without the signature, and those of its envelope that the format does not define."`
	SignedBytes    string                     `json:"signed_bytes" doc:"In base64; empty if they are not known."`
	TriedBytes     string                     `json:"tried_bytes,omitempty" doc:"The bytes that a false signature was checked over, or the text they are the hash of, in base64. Trust nothing in them."`
	HashedText     string                     `json:"hashed_text,omitempty" doc:"The text that was hashed, if the signed bytes are a hash."`
	Claims         []record.Claim             `json:"claims" doc:"The record's members with their values; empty if its signature is false or was not checked."`
	Ed25519        []signature.Ed25519Request `json:"ed25519,omitempty" doc:"The signatures that were checked, as proof.ed25519 takes them, for another verifier. All must be valid. Empty if the reason is not the signature."`
	Recomputed     *Recomputed                `json:"recomputed,omitempty" doc:"The record's total beside the one its dimensions make."`
	DoesNotProve   []string                   `json:"does_not_prove" doc:"What the verdict does not prove. Each item continues the words 'This does not prove'."`
	Problem        *Problem                   `json:"problem,omitempty" doc:"Where the text could not be read."`
	Shown          *Shown                     `json:"shown,omitempty" doc:"The same in short."`
	Documents      int                        `json:"documents,omitempty" doc:"How many documents the text contains, if not one: proof.verify_batch checks them."`

	signed  record.Signed
	sealed  bool
	created string
	expires string
}

// Row returns the answer as that for the only row of a batch.
func (r *VerifyResponse) Row() Row {
	row := Row{Verdict: r.Verdict, Reason: r.Sentence, sealed: r.sealed, signed: r.signed}
	row.Name, row.Score = r.signed.Whose()
	return row
}

// Signed returns the values in the signed bytes. It is empty if no signature is
// valid.
func (r *VerifyResponse) Signed() record.Signed { return r.signed }

// Created returns the signed RFC 3339 time at which the signature was made, in any
// format, or "".
func (r *VerifyResponse) Created() string { return r.created }

// Expires returns the signed RFC 3339 time at which the signature ends, in any format, or
// "".
func (r *VerifyResponse) Expires() string { return r.expires }

// Problem is the place and reason of a failed reading.
type Problem struct {
	Line    int    `json:"line" doc:"Line, from 1."`
	Column  int    `json:"column" doc:"Column in characters, from 1."`
	Offset  int    `json:"offset" doc:"Bytes before it."`
	Message string `json:"message" doc:"What was expected."`
}

// layoutLimit is the default number of layouts to try for a record.
const layoutLimit = 2000

// Verify describes what a proof proves.
//
// Errors: invalid members of the request, for example an unreadable keyring. An
// unreadable proof gets an answer, the verdict unreadable.
func Verify(req VerifyRequest) (VerifyResponse, error) {
	v, refusal := newVerifier(&req)
	if refusal != nil {
		return VerifyResponse{}, refusal
	}
	if req.Code != "" {
		code, refusal := signature.Base64Of("/code", req.Code, -1)
		if refusal != nil {
			return VerifyResponse{}, refusal
		}
		v.code, v.hasCode = code, true
	}
	statements, p, refusal := read(req)
	if refusal != nil {
		return VerifyResponse{}, refusal
	}
	res := v.verify(statements, p)
	res.Shown = res.shown(v.at)
	if p != nil && req.Signature == "" {
		res.Documents = many.Count(req.Text)
	}
	return res, nil
}

// read finds the statements of a request.
func read(req VerifyRequest) ([]envelope.Statement, *text.Problem, *op.Error) {
	field, text, refusal := documentOf(req.Text, req.Document)
	if refusal != nil {
		return nil, nil, refusal
	}
	if req.Message != "" {
		switch {
		case req.Signature == "":
			return nil, nil, op.Refuse("/signature", "missing: want the signature of message")
		case len(text) > 0:
			return nil, nil, op.Refuse("/message", "give either message or %s, not both", field[1:])
		}
		if text, refusal = signature.Base64Of("/message", req.Message, -1); refusal != nil {
			return nil, nil, refusal
		}
	}
	if req.Signature != "" {
		if len(text) == 0 && req.Message == "" {
			text = nil // the signature may carry what it signs, or is refused as one alone
		}
		statements, p := envelope.ReadBeside(req.Signature, text)
		return statements, p, nil
	}
	statements, p := envelope.Read(string(text))
	return statements, p, nil
}

// verifier holds what documents are held against. A batch uses one for all of
// its rows: keys are prepared once, and a layout found for one row is the first
// to be tried for the next.
type verifier struct {
	ring    key.Trusted
	brought key.Brought
	pasted  *key.Public
	rb      *rulebook.Rulebook // nil: recognized by the record's dimensions
	weights map[string]float64
	at      instant.Instant
	layout  *layout.Layout
	from    int
	limit   int
	code    []byte
	hasCode bool
	want    []string // inside the signed bytes
	work    int      // left, beyond the first check of each signature

	shown     map[string]bool      // folded names of members that are shown, once asked
	known     []*rulebook.Rulebook // that a record may be recognized by, once asked
	documents int                  // how many there are to check; 0 for one
	brief     bool                 // checks need words only if they fail: rows give nothing else
	prepared  map[string]*signature.Prepared
	layouts   []*layout.Layout        // found for earlier documents
	recalled  map[*layout.Layout]bool // the layouts that the request reports as found
}

// newVerifier reads what a request holds documents against.
func newVerifier(req *VerifyRequest) (*verifier, *op.Error) {
	v := &verifier{weights: req.Weights, layout: req.Layout, from: req.From, limit: cmp.Or(req.Limit, layoutLimit),
		work: mostWork}
	refusal := v.keys(req)
	if refusal == nil {
		v.want, refusal = wanted(req)
	}
	if refusal == nil {
		refusal = v.rules(req.Rulebook)
	}
	if refusal == nil {
		refusal = v.when(req.At)
	}
	if refusal == nil && v.layout != nil {
		refusal = v.layout.Check()
	}
	return v, refusal
}

// keys reads the keys that the request trusts, and the keys it brings.
func (v *verifier) keys(req *VerifyRequest) *op.Error {
	host, refusal := listed("/keys", req.Keys)
	if refusal != nil {
		return refusal
	}
	pins, refusal := listed("/pins", req.Pins)
	if refusal != nil {
		return refusal
	}
	v.ring = key.Trust(host, pins)
	if len(req.Brought) > 0 {
		ring, p := key.ReadAny(string(req.Brought))
		if p != nil {
			return key.Refusal("/candidates", p)
		}
		v.brought = key.Bring(ring)
	}
	if req.Key == "" {
		return nil
	}
	key, p := key.Parse(req.Key)
	if p != nil {
		return op.Refuse("/key", "%s", p.Where())
	}
	v.pasted = &key
	return nil
}

// listed returns the keyring in a member of the request, as an object or as its text.
func listed(field string, ring op.Raw) (key.Ring, *op.Error) {
	if len(ring) == 0 {
		return key.Ring{}, nil
	}
	text := []byte(ring)
	if value, err := jcs.Parse(text); err == nil && value.Kind == jcs.String {
		text = []byte(value.Str)
	}
	keys, p := key.ParseKeyring(text)
	if p != nil {
		return key.Ring{}, key.Refusal(field, p)
	}
	return keys, nil
}

func (v *verifier) rules(ref rulebook.Ref) *op.Error {
	if id, ok := ref.OpShape().(string); ok && id == "" {
		return nil
	}
	rb, err := ref.Resolve()
	if err != nil {
		if refusal, ok := err.(*op.Error); ok {
			return refusal
		}
		return op.Refuse("/rulebook", "%s", err.Error())
	}
	v.rb = rb
	return nil
}

func (v *verifier) when(text string) *op.Error {
	at, ok := instant.Parse(text)
	if !ok {
		return op.Refuse("/at", "%s: want %s", op.Quote(text), instant.Want)
	}
	v.at = at
	return nil
}

// finding is the result for one document: a problem, or an outcome and its checks.
type finding struct {
	problem *text.Problem
	format  string
	*outcome
	record *record.Record
	checks []Check
}

// examine decides on the statements of a document: the best gives the verdict. There are
// no statements if p is not nil.
func (v *verifier) examine(statements []envelope.Statement, p *text.Problem) finding {
	if p != nil {
		return finding{problem: p}
	}
	all := v.decide(statements)
	first := v.found(all[0])
	for _, o := range all[1:] {
		if first.verdict() != qualified {
			break
		}
		if f := v.found(o); f.verdict() == authentic {
			return f
		}
	}
	return first
}

// found returns the result for a document by the outcome of one of its signatures.
func (v *verifier) found(o *outcome) finding {
	f := finding{format: o.st.Format, outcome: o, record: &record.Record{}}
	if (o.strict || o.zip215) && !o.refuted() {
		if f.record, f.problem = o.st.Record(); f.problem != nil {
			return f
		}
		if badge := o.st.Badge; badge != nil {
			if o.why = edited(badge, f.record.Signed); o.why != "" {
				o.verdict = notAuthentic
			}
		}
	}
	if o.verdict == notAuthentic || o.verdict == unmatched {
		f.checks = []Check{o.signatureCheck()}
		return f
	}
	f.checks = v.checks(o, f.record)
	return f
}

// sealed reports whether a signature is valid, by the strict rule or ZIP-215.
func (f *finding) sealed() bool {
	return f.problem == nil && (f.strict || f.zip215) && !f.refuted()
}

func (f *finding) verdict() string {
	switch {
	case f.problem != nil:
		return unreadable
	case f.outcome.verdict == authentic && anyFailed(f.checks):
		return qualified
	}
	return f.outcome.verdict
}

func (f *finding) sentence() string {
	if f.problem != nil {
		return f.problem.Sentence()
	}
	return sentenceOf(f.verdict(), f.outcome, f.checks)
}

// verify answers for the statements of a document, or explains the problem p.
func (v *verifier) verify(statements []envelope.Statement, p *text.Problem) VerifyResponse {
	f := v.examine(statements, p)
	if f.problem != nil {
		return unread(f.problem, f.format)
	}
	o, verdict := f.outcome, f.verdict()
	res := VerifyResponse{Verdict: verdict, Format: o.st.FormatName(), Layout: o.layoutAnswer(), Key: o.keyInfo(),
		Checks: f.checks, Ed25519: o.toRepeat()}
	if (o.strict || o.zip215) && verdict != notAuthentic && verdict != unmatched {
		res.Claims = f.record.Claims()
		res.SignedFields, res.UnsignedFields = f.record.Members()
		res.UnsignedFields = append(res.UnsignedFields, v.beside(o.st)...)
		res.SignedBytes = text.Base64Text(o.st.Message)
		res.HashedText, res.Recomputed = string(o.st.Readable), o.recomputed
		res.signed, res.sealed, res.expires = f.record.Signed, f.sealed(), o.st.Expires
		if o.st.Dated {
			res.created = o.st.Created
		}
	}
	if verdict == notAuthentic && !o.refuted() {
		res.TriedBytes = text.Base64Text(o.st.Message)
		if len(o.st.Readable) > 0 {
			res.TriedBytes = text.Base64Text(o.st.Readable)
		}
	}
	res.Heading = headingOf(verdict, o, res.Checks)
	res.Sentence = f.sentence()
	res.DoesNotProve = doesNotProve(verdict, res.Checks, record.NamesBut(res.UnsignedFields, f.record.IsKey))
	if o.st.Revocable && res.sealed {
		res.DoesNotProve = append(res.DoesNotProve,
			"that its issuer has not revoked it: the list that it names is not fetched")
	}
	return res
}

func anyFailed(checks []Check) bool {
	for _, c := range checks {
		if c.Status == fail {
			return true
		}
	}
	return false
}

// unread returns the answer for a document that cannot be read.
func unread(p *text.Problem, format string) VerifyResponse {
	sentence, heading := p.Sentence(), text.WordsFor(headings, unreadable)
	if p.Unsupported {
		heading = notSupported
	}
	return VerifyResponse{
		Verdict:      unreadable,
		Heading:      heading,
		Sentence:     sentence,
		Format:       format,
		Checks:       []Check{checked("format", fail, sentence)},
		DoesNotProve: doesNotProve(unreadable, nil, nil),
		Problem:      &Problem{Line: p.Line, Column: p.Column, Offset: p.Offset, Message: p.Message},
	}
}
