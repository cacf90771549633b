// Package badge makes small pictures of scores for other people's pages: from a
// proof, which is verified first, or from plain values, which never look
// verified.
package badge

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("badge.render", "A badge of a score, rating, tier or result: an SVG, and the JSON that shields.io takes.", Render),
}

// Kinds are what a badge shows.
var Kinds = []string{"score", "rating", "tier", "result", "verified"}

// Request is what a badge is to show, and of what.
type Request struct {
	Kind    string `json:"kind" op:"enum=score|rating|tier|result|verified" doc:"What to show; verified shows that the proof is, and no value."`
	Variant string `json:"variant,omitempty" op:"enum=auto|light|dark|compact" doc:"Colours: the reader's (auto, the default), light or dark; compact leaves out the arena and the date."`
	Text    string `json:"text,omitempty" op:"maxlen=1048576" doc:"The proof, as proof.verify takes it. Its values are shown only if it is authentic."`
	Keys    op.Raw `json:"keys,omitempty" doc:"The keys you trust, as in proof.verify."`
	At      string `json:"at,omitempty" op:"maxlen=64" doc:"The time of making, RFC 3339. With it a badge of a week or more tells its age."`
	Carry   bool   `json:"carry,omitempty" doc:"Whether the SVG carries the proof inside, so that the badge itself can be verified. It then tells no age."`
	Name    string `json:"name,omitempty" op:"maxlen=4096" doc:"Without a proof: whose value it is."`
	Value   string `json:"value,omitempty" op:"maxlen=4096" doc:"Without a proof: the value. The badge says that it is unsigned."`
	AsOf    string `json:"as_of,omitempty" op:"maxlen=64" doc:"Without a proof: when the value held, a date or an RFC 3339 time."`
	Rules   string `json:"rules,omitempty" op:"maxlen=200" doc:"Without a proof: the rules that made the value, such as a rulebook's id."`
}

// Response is a badge.
type Response struct {
	SVG     string  `json:"svg" doc:"The picture."`
	Width   int     `json:"width" doc:"Its width in pixels."`
	Height  int     `json:"height" doc:"Its height in pixels."`
	Title   string  `json:"title" doc:"All of it in words: the text for img's alt."`
	Label   string  `json:"label" doc:"Whose it is; what was to be shown, where the proof is not authentic."`
	Message string  `json:"message" doc:"What it says."`
	Note    string  `json:"note" doc:"Since when."`
	Color   string  `json:"color" doc:"Colour of the message's ground in light colours."`
	Verdict string  `json:"verdict" doc:"Of the proof, as in proof.verify; empty without one."`
	Carries bool    `json:"carries" doc:"Whether the SVG carries the proof: only that of an authentic one does."`
	Shields Shields `json:"shields" doc:"What shields.io takes as an endpoint."`
}

// Shields is a badge as shields.io draws it (shields.io/badges/endpoint-badge).
type Shields struct {
	SchemaVersion int    `json:"schemaVersion" doc:"Always 1."`
	Label         string `json:"label" doc:"Left text."`
	Message       string `json:"message" doc:"Right text: value and date."`
	Color         string `json:"color" doc:"Ground of the right text."`
	IsError       bool   `json:"isError,omitempty" doc:"Whether the proof is not authentic."`
}

// Render makes a badge.
//
// Errors: a proof and a value at once or neither; a value that only a proof can
// have; a time that is none; a keyring that cannot be read.
func Render(req Request) (Response, error) {
	if req.Variant == "" {
		req.Variant = proof.Variants[0]
	}
	var b chart.Badge
	var verdict string
	var err error
	switch {
	case req.Text == "":
		b, err = plain(req)
	case req.Name+req.Value+req.AsOf+req.Rules != "":
		err = op.Invalidf("/text", "given beside name, value, as_of or rules: want a proof or plain values")
	default:
		b, verdict, err = signed(req)
	}
	if err != nil {
		return Response{}, err
	}
	b.Scheme = proof.SchemeOf(req.Variant)
	if req.Variant == "compact" {
		b.Note = ""
	}
	return answer(b, verdict), nil
}

func answer(b chart.Badge, verdict string) Response {
	said := b.Message
	if b.Note != "" {
		said += " · " + b.Note
	}
	svg, width := b.SVG()
	return Response{
		SVG: svg, Width: width, Height: chart.BadgeHeight,
		Title: b.Words(), Label: b.Label, Message: b.Message, Note: b.Note, Color: b.Color(),
		Verdict: verdict, Carries: b.Carried != "",
		Shields: Shields{1, b.Label, said, b.Color(), b.Mark == chart.Wrong},
	}
}

// signed is the badge of a proof.
func signed(req Request) (b chart.Badge, verdict string, err error) {
	r, err := proof.Verify(proof.VerifyRequest{Text: req.Text, Keys: req.Keys, At: req.At})
	if err != nil {
		return b, "", err
	}
	b.Label = req.Kind
	if req.Kind == "verified" {
		b.Label = "proof"
	}
	b.Title = r.Heading + " · " + b.Label
	switch r.Verdict {
	case "authentic":
		text := ""
		if req.Carry {
			text = req.Text
		}
		if arena := proof.Signed(r.Claims, "arena"); arena != "" && r.Key.Arena != "" && arena != r.Key.Arena {
			b.Mark, b.Message = chart.Warn, "key of another arena"
			b.Title = b.Message + " · " + b.Label
			break
		}
		own, ok := proof.Badge(r.Claims, req.Kind, req.Variant, text)
		if !ok {
			b.Mark, b.Message = chart.Ask, "not in this proof"
			b.Title = b.Message + " · " + b.Label
			break
		}
		if b = own; text == "" {
			err = age(&b, "/at", proof.Signed(r.Claims, "time"), req.At)
		}
	case "qualified":
		b.Mark, b.Message = chart.Warn, strings.TrimPrefix(r.Heading, "Authentic, but ")
	case "contested":
		b.Mark, b.Message = chart.Warn, "verifiers disagree"
	case "unknown-key":
		b.Mark, b.Message = chart.Ask, "unknown key"
	case "unreadable":
		b.Mark, b.Message = chart.Ask, "can't read"
	case "unmatched":
		b.Mark, b.Message = chart.Wrong, "signature does not fit"
	default:
		b.Mark, b.Message = chart.Wrong, "not authentic"
	}
	return b, r.Verdict, err
}

// plain is the badge of a value that nobody signed.
func plain(req Request) (b chart.Badge, err error) {
	switch {
	case req.Kind == "verified":
		return b, op.Invalidf("/kind", "%q without a proof: want the proof in text", req.Kind)
	case req.Carry:
		return b, op.Invalidf("/carry", "true without a proof: want the proof in text")
	case req.Value == "":
		return b, op.Invalidf("/text", "missing: want a proof in text, or a value")
	}
	for _, m := range []struct{ field, text string }{{"/name", req.Name}, {"/value", req.Value}, {"/rules", req.Rules}} {
		if saysVerified(m.text) {
			return b, op.Invalidf(m.field, "%s: want a text that does not say verified, which only a proof can", op.Quote(m.text))
		}
	}
	b.Label, b.Message = req.Name, req.Kind+" "+req.Value+" unsigned"
	b.Note = "undated"
	if req.AsOf != "" {
		at := req.AsOf
		if len(at) == len("2006-01-02") {
			at += "T00:00:00Z"
		}
		if _, ok := instant.Parse(at); !ok {
			return b, op.Invalidf("/as_of", "%s: want a date such as 2026-03-01, or %s", op.Quote(req.AsOf), instant.Want)
		}
		b.Note = "as of " + at[:len("2006-01-02")]
		if err = age(&b, "/at", at, req.At); err != nil {
			return b, err
		}
	}
	b.Title = b.Message + " · " + b.Note
	if req.Rules != "" {
		b.Note += " · rules " + req.Rules
		b.Title += " · rules " + req.Rules
	}
	if b.Label != "" {
		b.Title += " · " + b.Label
	}
	return b, nil
}

// saysVerified tells texts that could pass a plain value off as a proven one.
func saysVerified(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"verified", "authentic", "✓", "✔", "☑", "✅"}, func(word string) bool { return strings.Contains(text, word) })
}

// stale is the age in days from which a badge tells it.
const stale = 7

// age adds to a note how old the value is at the time of making.
func age(b *chart.Badge, field, from, to string) error {
	now, ok := instant.Parse(to)
	if !ok {
		return op.Invalidf(field, "%s: want %s", op.Quote(to), instant.Want)
	}
	then, ok := instant.Parse(from)
	if !ok || !now.Known || !then.Known {
		return nil
	}
	if days := (now.Seconds - then.Seconds) / 86400; days >= stale {
		said := ", " + strconv.FormatInt(days, 10) + " days old"
		b.Title = strings.Replace(b.Title, b.Note, b.Note+said, 1)
		b.Note += said
	}
	return nil
}
