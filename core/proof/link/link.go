// Package link makes the short addresses of proofs. It is apart from package proof, since
// programs that only check proofs make none.
package link

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/packed"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("proof.pack", "A proof as short addresses carry it.", Pack).Costs(cost),
}

// Request is a proof.
type Request struct {
	Text string `json:"text" op:"maxlen=1048576" doc:"The proof, as proof.verify takes it."`
}

// Response is the proof as an address carries it.
type Response struct {
	Packed string `json:"packed" doc:"For addresses of badges, /badge/d/{packed}/score.svg, and of the page that verifies, /verify/#1;d={packed};end."`
}

// Pack returns a proof as short addresses carry it: in canonical JSON, unless its signature
// depends on how it is spelled, and deflated with a dictionary that never changes.
//
// Errors: an empty text, more than 64 KiB, and more than an address may have when packed.
func Pack(req Request) (Response, error) {
	text := envelope.Bare(req.Text)
	if canonical, ok := canonical(text); ok {
		text = canonical
	}
	switch {
	case strings.TrimSpace(text) == "":
		return Response{}, op.Refuse("/text", "missing: want a proof")
	case len(text) > packed.MostText:
		return Response{}, op.Refuse("/text", "%d bytes: want at most %d in an address", len(text), packed.MostText)
	}
	res := Response{Packed: packed.Deflate(text)}
	if len(res.Packed) > packed.MostPacked {
		return Response{}, op.Refuse("/text", "%d bytes when packed: want at most %d in an address", len(res.Packed),
			packed.MostPacked)
	}
	return res, nil
}

// canonical returns a proof in canonical JSON. ok is false if that would be another proof, or
// if nobody can say: how a flat record is spelled may be what was signed.
func canonical(text string) (str string, ok bool) {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return "", false
	}
	spelled, err := jcs.Canonicalize([]byte(text))
	if err != nil {
		return "", false
	}
	before, p := envelope.Read(text)
	after, p2 := envelope.Read(string(spelled))
	same := p == nil && p2 == nil && slices.EqualFunc(before, after, func(a, b envelope.Statement) bool {
		return a.Message != nil && bytes.Equal(a.Message, b.Message) && bytes.Equal(a.Signature, b.Signature) &&
			bytes.Equal(a.Key, b.Key) && a.KeyID == b.KeyID && slices.Equal(a.Beside, b.Beside) && slices.Equal(a.Apart, b.Apart)
	})
	return string(spelled), same
}

// cost estimates [Pack], which reads a JSON object three times, never checks a signature, and
// deflates what is left.
func cost(req Request) (c op.Cost) {
	text := envelope.Bare(req.Text)
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		c = op.Reading(3*len(text), 2*op.Values(text))
	}
	c.Work += op.Product(float64(min(len(text), packed.MostText)), deflateWork)
	c.Memory += deflateMemory
	c.Answer = packed.MostPacked
	return c
}

// What a byte takes to deflate, in microseconds, and what deflating takes, in bytes.
const (
	deflateWork   = 0.2
	deflateMemory = 1 << 20
)
