package proof

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// FindLayoutRequest is a flat record whose signed bytes are not known.
type FindLayoutRequest struct {
	Text     string `json:"text,omitempty" op:"maxlen=1048576" doc:"The record as it was published, byte for byte: preferred, since some layouts depend on how it is written."`
	Document op.Raw `json:"document,omitempty" doc:"The record as JSON, where its text is not at hand."`
	Keys     op.Raw `json:"keys,omitempty" doc:"A keyring: its keys are tried where the record carries none."`
	Pins     op.Raw `json:"pins,omitempty" doc:"A second keyring."`
	Brought  op.Raw `json:"candidates,omitempty" doc:"Keys that came with the record."`
	Key      string `json:"key,omitempty" op:"maxlen=65536" doc:"A public key in any spelling, tried where the record carries none."`
	From     int    `json:"from,omitempty" op:"min=0 max=1000000000" doc:"Position to go on from: next of an earlier answer."`
	Limit    int    `json:"limit,omitempty" op:"min=1 max=1000000" doc:"Most candidates to look at; 10000 when absent. A call ends earlier where it would take longer than about a second."`
}

// FindLayoutResponse is where the search ended.
type FindLayoutResponse struct {
	Found     bool           `json:"found" doc:"Whether the signature verifies over one of the candidates."`
	Layout    *layout.Layout `json:"layout,omitempty" doc:"That candidate, as proof.verify takes it."`
	PublicKey string         `json:"public_key,omitempty" doc:"The key that verified, in hexadecimal."`
	Tried     int            `json:"tried" doc:"Candidates looked at by this call. Those that spell the same bytes are checked once."`
	Next      int            `json:"next" doc:"Position to go on from."`
	Total     int            `json:"total" doc:"Number of candidates this record has."`
	Exhausted bool           `json:"exhausted" doc:"Whether no candidate is left."`
}

// defaultLimit is how many candidates a search looks at unless told.
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
		return FindLayoutResponse{}, op.Invalidf(field, "%s", p.Where())
	}
	statements, p := envelope.ReadFlat(string(str), &root)
	if p != nil {
		return FindLayoutResponse{}, op.Invalidf(field, "%s", p.Where())
	}
	v := &verifier{work: mostWork}
	if refusal := v.keys(&VerifyRequest{Keys: req.Keys, Pins: req.Pins, Brought: req.Brought, Key: req.Key}); refusal != nil {
		return FindLayoutResponse{}, refusal
	}
	keys := v.candidates(&statements[0]).all()
	if len(keys) == 0 {
		return FindLayoutResponse{}, op.Invalidf("/keys", "missing: the record carries no key, want one to check with")
	}
	f := layout.NewFinder(layout.NewSpeller(string(str), &root))
	f.Complete() // its total is part of the answer
	limit := req.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	if most := max(1, v.work/(signature.Alone+len(str)/signature.SizedWork)); len(keys) > most {
		return FindLayoutResponse{}, op.Invalidf("/keys", "%d keys: want at most %d for a record of %d bytes", len(keys), most, len(str))
	}
	got := f.Search(req.From, limit, v.prepareAll(keys), statements[0].Signature, &v.work)
	res := FindLayoutResponse{Tried: got.Tried, Next: got.Next, Total: f.Total, Exhausted: got.Layout == nil && got.Next >= f.Total}
	if got.Layout != nil {
		res.Found, res.Layout, res.PublicKey = true, got.Layout, text.HexOf(keys[got.Key])
	}
	return res, nil
}

// documentOf is the text of a request that gives a text or a JSON value, and
// the member it stands in.
func documentOf(str string, document op.Raw) (field string, data []byte, refusal *op.Error) {
	switch {
	case str != "" && len(document) > 0:
		return "", nil, op.Invalidf("/document", "given beside text: want one of them")
	case len(document) > text.MaxText:
		return "", nil, op.Invalidf("/document", "%d bytes: want at most %d", len(document), text.MaxText)
	case len(document) > 0:
		return "/document", document, nil
	}
	return "/text", []byte(str), nil
}
