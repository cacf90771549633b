package adversary

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Request returns the case as proof.verify takes it.
func (c *Case) Request() proof.VerifyRequest {
	o := c.Options
	return proof.VerifyRequest{
		Text: c.Text, Signature: c.Signature, Message: c.Message, Key: o.Key,
		Keys: Ring(o.Trust.Keys), Pins: Ring(o.Trust.Pins), Brought: Ring(o.Candidates), At: o.At,
		Rulebook: rulebook.ID(o.Rulebook), Weights: o.Weights, Layout: o.Layout, Limit: o.Limit,
	}
}

func (c *Case) badgeRequest(kind, variant string, carry bool) badge.Request {
	return badge.Request{Kind: kind, Variant: variant, Text: c.Text, Keys: Ring(c.Trust.all()), At: c.At, Carry: carry}
}

func batchRequest(cases []*Case, format string) proof.VerifyBatchRequest {
	o := cases[0].Options
	req := proof.VerifyBatchRequest{
		Text: documents(cases, format), Keys: Ring(o.Trust.Keys), Pins: Ring(o.Trust.Pins), Brought: Ring(o.Candidates),
		Key: o.Key, At: o.At, Rulebook: rulebook.ID(o.Rulebook),
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
		a.Key, a.Pinned, a.Owner, a.Arena, a.Source, a.ValidFrom, a.ValidTo = k.PublicKey, k.Pinned, k.Owner, k.Arena,
			k.Source, k.ValidFrom, k.ValidTo
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

// String returns the case for a report: what to give to proof.verify.
func (c *Case) String() string {
	req, _ := op.Encode(c.Request())
	moves, _ := json.Marshal(append(append([]string{}, c.Options.Moves...), c.Moves...))
	return c.Setting.Name + ", " + c.Origs[0].Name + " " + string(moves) + "\n" + string(req)
}

type optionMove struct {
	name  string
	apply func(m *Maker, o *Options)
}

// optionMoves change what stands beside the proof: what the viewer trusts, or
// what a stranger brings.
var optionMoves = []optionMove{
	{"trust: revoke", func(m *Maker, o *Options) { m.entry(o).Status = "revoked" }},
	{"trust: another arena", func(m *Maker, o *Options) { m.entry(o).Arena = "meadow" }},
	{"trust: too old", func(m *Maker, o *Options) {
		e := m.entry(o)
		e.ValidFrom, e.ValidTo = "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"
	}},
	{"trust: another use", func(m *Maker, o *Options) {
		e := m.entry(o)
		e.Namespaces, e.PayloadTypes = []string{"git"}, []string{"application/vnd.other+json"}
	}},
	{"trust: not listed", func(m *Maker, o *Options) {
		if m.One(2) || len(o.Trust.Pins) == 0 {
			o.Trust.Keys = nil
		} else {
			o.Trust.Pins = nil
		}
	}},
	{"trust: pin says otherwise", func(m *Maker, o *Options) {
		if len(o.Trust.Keys) > 0 {
			e := Pick(m.Rand, o.Trust.Keys)
			o.Trust.Pins = append(slices.Clone(o.Trust.Pins), Entry{ID: "renamed", Owner: "Mallory", PublicKey: e.Hex,
				Hex: e.Hex})
		}
	}},
	{"trust: key numbers", func(m *Maker, o *Options) {
		for _, list := range [][]Entry{o.Trust.Keys, o.Trust.Pins} {
			for i := range list {
				if s := m.signerOf(list[i].Hex); s != nil {
					list[i].PublicKey = s.minisignKey()
				}
			}
		}
	}},
	{"bring: own key", func(m *Maker, o *Options) {
		o.Candidates = append(o.Candidates, entryOf(m.stranger, "Mallory", ""))
	}},
	{"bring: own key as another's", func(m *Maker, o *Options) {
		e := *m.entry(o)
		e.PublicKey, e.Hex = m.stranger.Hex, m.stranger.Hex
		o.Candidates = append(o.Candidates, e)
	}},
	{"bring: renamed", func(m *Maker, o *Options) {
		m.bring(o, func(e *Entry) {
			e.Owner, e.ID = "Mallory",
				"mallory-1"
		})
	}},
	{"bring: other dates", func(m *Maker, o *Options) {
		m.bring(o, func(e *Entry) {
			e.ValidFrom, e.ValidTo, e.Status = "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "active"
		})
	}},
	{"bring: other arena", func(m *Maker, o *Options) { m.bring(o, func(e *Entry) { e.Arena = "meadow" }) }},
	{"bring: layout", func(m *Maker, o *Options) {
		if l := m.layout(o); l != nil {
			m.bring(o, func(e *Entry) { e.Layout = l })
		}
	}},
	{"ask: layout", func(m *Maker, o *Options) { o.Layout = m.layout(o) }},
	{"ask: pasted key", func(m *Maker, o *Options) {
		o.Key = m.stranger.Hex
		if !m.One(3) {
			o.Key = Pick(m.Rand, o.Setting.Originals).Key
		}
	}},
	{"ask: weights", func(m *Maker, o *Options) {
		o.Weights = map[string]float64{"correctness": 1, "speed": 0, "quality": 0, "process": 0}
	}},
	{"ask: rulebook", func(m *Maker, o *Options) { o.Rulebook = Pick(m.Rand, []string{"airena", "clawdiators"}) }},
	{"ask: time", func(m *Maker, o *Options) {
		o.At = Pick(m.Rand, []string{"", "2020-01-01T00:00:00Z", "2031-01-01T00:00:00Z"})
	}},
	{"ask: limit", func(m *Maker, o *Options) { o.Limit = 1 + m.N(10) }},
}

// entry returns a trusted entry that may be changed.
func (m *Maker) entry(o *Options) *Entry {
	list := &o.Trust.Keys
	if len(*list) == 0 || len(o.Trust.Pins) > 0 && m.One(2) {
		list = &o.Trust.Pins
	}
	if len(*list) == 0 {
		return &Entry{ID: "nobody", PublicKey: m.stranger.Hex, Hex: m.stranger.Hex}
	}
	return &(*list)[m.N(len(*list))]
}

// bring adds a trusted key to what the stranger brings, with another entry.
func (m *Maker) bring(o *Options, change func(*Entry)) {
	e := *m.entry(o)
	if i := slices.IndexFunc(o.Candidates, func(c Entry) bool { return c.Hex == e.Hex }); i >= 0 {
		change(&o.Candidates[i])
		return
	}
	change(&e)
	o.Candidates = append(o.Candidates, e)
}

// signerOf returns the signer of a key that signs with key numbers, nil if they are
// unknown.
func (m *Maker) signerOf(key string) *Signer {
	for _, name := range []string{"envelopes-1", "envelopes-2"} {
		for _, of := range []string{" host", " own"} {
			if s := signerNamed(name + of); s.Hex == key {
				return s
			}
		}
	}
	return nil
}

var signers = map[string]*Signer{}

func init() {
	for _, name := range []string{"envelopes-1", "envelopes-2"} {
		for _, of := range []string{" host", " own"} {
			signers[name+of] = NewSigner(name + of)
		}
	}
}

func signerNamed(name string) *Signer { return signers[name] }

// names that a stranger gives to values which nobody called so.
var names = strings.Fields("final_score score agent agent_name arena elo_after rating agent_id submission_id rank " +
	"tier total challenge_id x y z")

// layout returns a layout by which some signed bytes of the setting, cut anywhere,
// are a flat record; see relabel.
func (m *Maker) layout(o *Options) *layout.Layout {
	for range 8 {
		from := Pick(m.Rand, o.Setting.Originals)
		if from.Bytes == nil {
			continue
		}
		if r, l := m.relabel(from); r != nil {
			o.laid = append(o.laid, laid{r, l, from})
			return l
		}
	}
	return nil
}
