package proof

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// find lays out a flat record that does not say how it was signed: by the layout
// that is listed with its key, by the one given, by those found for earlier
// records, or by looking for one.
func (v *verifier) find(o *outcome, keys candidates) {
	o.key = keys.all()[0]
	if v.byEntry(o, keys) {
		return
	}
	if v.layout != nil {
		o.given = true
		v.byLayout(o, v.layout, keys)
		o.settle(layout.FromRequest)
		return
	}
	if !v.byEarlier(o, keys.all()) {
		v.search(o, keys.all())
	}
}

// byEntry lays the record out as the trusted entry of a key says, and reports
// whether that settles it: the signature holds, or the key is the one that the
// record names.
func (v *verifier) byEntry(o *outcome, keys candidates) bool {
	for i, key := range keys.all() {
		entry := v.ring.Lookup(key)
		if entry == nil || entry.Layout == nil {
			continue
		}
		size := o.st.Size()
		if l := entry.Layout; l.Hash != "" || l.Encoding != "" || l.Order == "sorted" {
			size *= 3 // it is sorted, spelled, hashed and encoded
		}
		if i > 0 && !v.spend(signature.Alone, size) {
			o.cut = true
			return false
		}
		named := i < len(keys.named)
		v.byLayout(o, entry.Layout, candidates{named: [][]byte{key}})
		if named || o.strict || o.zip215 {
			o.settle(layout.FromKey)
			return true
		}
		o.key, o.layout, o.why = keys.all()[0], nil, ""
		o.st.Unlay()
	}
	return false
}

// byLayout lays the record out, and tries keys.
func (v *verifier) byLayout(o *outcome, l *layout.Layout, keys candidates) {
	s := o.st
	if missing := s.Lay(l); missing != "" {
		o.why = fmt.Sprintf("The record has no member %s that the layout could sign.", record.Cut(missing))
		return
	}
	if format := text.TaggedFormat(s.Message); format != "" {
		o.why = fmt.Sprintf("The layout makes bytes that begin as those of %s, and are read in that format alone.", format)
		return
	}
	o.layout = l
	v.tryKeys(o, keys)
}

// settle makes of a layout that was tried last the one that the answer is about.
func (o *outcome) settle(from layout.Source) {
	o.st.ReadBack(from)
	if o.layout != nil {
		o.layout = named(o.layout)
	}
}

// byEarlier tries the layouts found for earlier records.
func (v *verifier) byEarlier(o *outcome, keys [][]byte) bool {
	s := o.st
	for _, l := range v.layouts {
		signed, missing := s.LaidOut(l, s.Spelled())
		if missing == "" && text.TaggedFormat(signed) == "" && v.holds(o, keys, signed) {
			o.layout = l
			s.Lay(l)
			s.ReadBack(v.sourceOf(o, l, signed))
			return true
		}
		o.tried++
	}
	return false
}

// sourceOf returns the source of an earlier record's layout: the request, which may have
// invented it, until a search finds it too.
func (v *verifier) sourceOf(o *outcome, l *layout.Layout, signed []byte) layout.Source {
	if v.recalled[l] && !layout.NewFinder(o.st.Spelled()).Makes(signed, v.limit, &v.work) {
		o.given = true
		return layout.FromRequest
	}
	delete(v.recalled, l)
	return layout.FromSearch
}

// search looks for a layout.
func (v *verifier) search(o *outcome, keys [][]byte) {
	s := o.st
	got := layout.NewFinder(s.Spelled()).Search(v.from, v.limit, v.some(keys, s.Size(), o), s.Signature, &v.work)
	o.tried += got.Tried
	o.cut = o.cut || got.Cut
	if got.Layout == nil {
		return
	}
	o.layout, o.key, o.strict, o.zip215 = got.Layout, keys[got.Key], got.Strict, got.Zip215
	s.Lay(o.layout)
	s.ReadBack(layout.FromSearch)
	if len(v.layouts) < mostLayouts {
		v.layouts = append(v.layouts, o.layout)
	}
}

// mostLayouts is the number of found layouts to try for the documents that follow.
const mostLayouts = 16

// some returns the keys that one layout at least can be tried with.
func (v *verifier) some(keys [][]byte, size int, o *outcome) []*signature.Prepared {
	if most := max(1, v.work/(signature.Alone+size/signature.SizedWork)); len(keys) > most {
		keys, o.cut = keys[:most], true
	}
	return v.prepareAll(keys)
}

func (v *verifier) holds(o *outcome, keys [][]byte, signed []byte) bool {
	for i, key := range keys {
		if (i > 0 || o.tried > 0) && !v.spend(signature.Alone, len(signed)) {
			o.cut = true
			return false
		}
		p := v.prepare(key)
		if strict, zip215 := p.Verify(signed, o.st.Signature); strict || zip215 {
			o.key, o.strict, o.zip215 = keys[i], strict, zip215
			return true
		}
	}
	return false
}

func named(l *layout.Layout) *layout.Layout {
	own := *l
	own.Name = own.Words()
	return &own
}

// FindLayoutRequest is a flat record whose signed bytes are not known.
type FindLayoutRequest struct {
	Text     string `json:"text,omitempty" op:"maxlen=1048576" doc:"The record as it was published, byte for byte: preferred, since some layouts depend on how it is written."`
	Document op.Raw `json:"document,omitempty" doc:"The record as JSON, if you do not have its text."`
	Keys     op.Raw `json:"keys,omitempty" doc:"A keyring: its keys are tried if the record has no key."`
	Pins     op.Raw `json:"pins,omitempty" doc:"A second keyring."`
	Brought  op.Raw `json:"candidates,omitempty" doc:"Keys that came with the record."`
	Key      string `json:"key,omitempty" op:"maxlen=65536" doc:"A public key in any spelling, tried if the record has no key."`
	From     int    `json:"from,omitempty" op:"min=0 max=1000000000" doc:"Position to continue from: next of an earlier answer."`
	Limit    int    `json:"limit,omitempty" op:"min=1 max=1000000" doc:"Maximum number of candidates to try; 10000 if absent. A call ends earlier if it would take longer than about a second."`
}

// FindLayoutResponse is the result of a search.
type FindLayoutResponse struct {
	Found     bool           `json:"found" doc:"Whether the signature verifies over one of the candidates."`
	Layout    *layout.Layout `json:"layout,omitempty" doc:"That candidate, as proof.verify takes it."`
	PublicKey string         `json:"public_key,omitempty" doc:"The key that verified, in hexadecimal."`
	Tried     int            `json:"tried" doc:"Candidates tried by this call. Candidates with the same bytes are checked once."`
	Next      int            `json:"next" doc:"Position to continue from."`
	Total     int            `json:"total" doc:"Number of candidates this record has."`
	Exhausted bool           `json:"exhausted" doc:"Whether no candidate is left."`
}

// defaultLimit is the default number of candidates in a search.
const defaultLimit = 10_000

// FindLayout looks for the layout under which a flat record's signature
// verifies.
//
// Errors: a text that is not a flat record, and no key to check with.
func FindLayout(req FindLayoutRequest) (FindLayoutResponse, error) {
	field, str, refusal := documentOf(req.Text, req.Document)
	if refusal != nil {
		return FindLayoutResponse{}, refusal
	}
	root, p := text.ParseJSON(string(str))
	if p != nil {
		return FindLayoutResponse{}, op.Refuse(field, "%s", p.Where())
	}
	statements, p := envelope.ReadFlat(string(str), &root)
	if p != nil {
		return FindLayoutResponse{}, op.Refuse(field, "%s", p.Where())
	}
	v := &verifier{work: mostWork}
	if refusal := v.keys(&VerifyRequest{Keys: req.Keys, Pins: req.Pins, Brought: req.Brought,
		Key: req.Key}); refusal != nil {
		return FindLayoutResponse{}, refusal
	}
	keys := v.candidates(&statements[0]).all()
	if len(keys) == 0 {
		return FindLayoutResponse{}, op.Refuse("/keys", "missing: the record carries no key, want one to check with")
	}
	f := layout.NewFinder(layout.NewSpeller(string(str), &root))
	f.Complete() // its total is part of the answer
	limit := req.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	if most := max(1, v.work/(signature.Alone+len(str)/signature.SizedWork)); len(keys) > most {
		return FindLayoutResponse{}, op.Refuse("/keys", "%d keys: want at most %d for a record of %d bytes", len(keys), most,
			len(str))
	}
	got := f.Search(req.From, limit, v.prepareAll(keys), statements[0].Signature, &v.work)
	res := FindLayoutResponse{Tried: got.Tried, Next: got.Next, Total: f.Total, Exhausted: got.Layout == nil &&
		got.Next >= f.Total}
	if got.Layout != nil {
		res.Found, res.Layout, res.PublicKey = true, got.Layout, text.HexOf(keys[got.Key])
	}
	return res, nil
}

// documentOf returns the text of a request that gives a text or a JSON value, and
// the member it stands in.
func documentOf(str string, document op.Raw) (field string, data []byte, refusal *op.Error) {
	switch {
	case str != "" && len(document) > 0:
		return "", nil, op.Refuse("/document", "give either text or document, not both")
	case len(document) > text.MaxText:
		return "", nil, op.Refuse("/document", "%d bytes: want at most %d", len(document), text.MaxText)
	case len(document) > 0:
		return "/document", document, nil
	}
	return "/text", []byte(str), nil
}
