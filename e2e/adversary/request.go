package adversary

import (
	"encoding/json"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Request is the case as proof.verify takes it.
func (c *Case) Request() proof.VerifyRequest {
	o := c.Options
	return proof.VerifyRequest{
		Text: c.Text, Signature: c.Signature, Message: c.Message, Key: o.Key,
		Keys: Ring(o.Trust.Keys), Pins: Ring(o.Trust.Pins), Brought: Ring(o.Candidates), At: o.At, Rulebook: rulebook.ID(o.Rulebook), Weights: o.Weights, Layout: o.Layout, Limit: o.Limit,
	}
}

func (c *Case) badgeRequest(kind, variant string, carry bool) badge.Request {
	return badge.Request{Kind: kind, Variant: variant, Text: c.Text, Keys: Ring(c.Trust.all()), At: c.At, Carry: carry}
}

func batchRequest(cases []*Case, format string) proof.VerifyBatchRequest {
	o := cases[0].Options
	req := proof.VerifyBatchRequest{
		Text: documents(cases, format), Keys: Ring(o.Trust.Keys), Pins: Ring(o.Trust.Pins), Brought: Ring(o.Candidates), Key: o.Key, At: o.At, Rulebook: rulebook.ID(o.Rulebook),
		Weights: o.Weights, Layout: o.Layout, Limit: o.Limit,
	}
	for _, one := range o.laid {
		if one.layout != o.Layout {
			req.Part = &many.Part{Layouts: []layout.Layout{*one.layout}}
		}
	}
	return req
}

// AnswerOf is what an answer of proof.verify shows.
func AnswerOf(res *proof.VerifyResponse) Answer {
	a := Answer{Verdict: res.Verdict, Format: res.Format, SignedFields: res.SignedFields, SignedBytes: res.SignedBytes}
	if k := res.Key; k != nil {
		a.Key, a.Pinned, a.Owner, a.Arena, a.Source, a.ValidFrom, a.ValidTo = k.PublicKey, k.Pinned, k.Owner, k.Arena, k.Source, k.ValidFrom, k.ValidTo
	}
	for _, c := range res.Claims {
		a.Claims = append(a.Claims, Claim{Field: c.Field, Value: c.Value, Kind: c.Kind, Means: c.Means, Signed: c.Signed})
	}
	signed := res.Signed()
	if _, x, ok := signed.Number(record.MeansScore); ok {
		a.Score = number(x)
	}
	if _, x, ok := signed.Number(record.MeansRating); ok {
		a.Rating = number(x)
	}
	_, a.Agent = signed.Text(record.MeansAgent)
	_, a.Within = signed.Text(record.MeansArena)
	return a
}

// String is the case for a report: what to give to proof.verify.
func (c *Case) String() string {
	req, _ := op.Encode(c.Request())
	moves, _ := json.Marshal(append(append([]string{}, c.Options.Moves...), c.Moves...))
	return c.Setting.Name + ", " + c.Origs[0].Name + " " + string(moves) + "\n" + string(req)
}
