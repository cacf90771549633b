// Package badge makes small pictures of scores for other people's pages: from a
// proof, which is verified first, or from plain values, which never look
// signed. The reader of a picture has checked nothing: it says what is claimed.
//
// Values come from the signed members of a proof that proof.verify finds authentic, for
// the arena of its key. In all other cases the badge shows words without a value, with
// another background and symbol. A badge that contains its proof is verified by drawing
// it again and comparing bytes, so the drawing of version 1 never changes.
package badge

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("badge.render", "A badge of a score, rating, tier or result: an SVG, and the JSON that shields.io takes.",
		Render).Costs(cost),
}

// cost estimates [Render], most of which is to verify the proof.
func cost(req Request) op.Cost {
	if req.Text == "" {
		return op.Cost{}
	}
	return proof.Cost(proof.VerifyRequest{Text: req.Text, Keys: req.Keys})
}

// Kinds lists the values that a badge can show.
var Kinds = proof.Kinds

// Request asks for a badge of a proof, or of a value without a proof.
type Request struct {
	Kind    string `json:"kind" op:"enum=score|rating|rank|tier|result|verified" doc:"What to show; verified shows the verdict without a value."`
	Variant string `json:"variant,omitempty" op:"enum=auto|light|dark|compact" doc:"Colours: the reader's (auto, the default), light or dark; compact leaves out the arena and the date."`
	Text    string `json:"text,omitempty" op:"maxlen=1048576" doc:"The proof, as proof.verify takes it. Its values are shown only if it is authentic."`
	Keys    op.Raw `json:"keys,omitempty" doc:"The keys you trust, as in proof.verify."`
	At      string `json:"at,omitempty" op:"maxlen=64" doc:"When the badge is made, RFC 3339. With it, a badge that is more than a week old shows its age."`
	Carry   bool   `json:"carry,omitempty" doc:"Whether the SVG contains the proof, so that the badge itself can be verified. It then shows no age."`
	Name    string `json:"name,omitempty" op:"maxlen=4096" doc:"Without a proof: whose value it is."`
	Value   string `json:"value,omitempty" op:"maxlen=4096" doc:"Without a proof: the value. The badge shows that it is unsigned."`
	AsOf    string `json:"as_of,omitempty" op:"maxlen=64" doc:"Without a proof: when the value held, a date or an RFC 3339 time."`
	Rules   string `json:"rules,omitempty" op:"maxlen=200" doc:"Without a proof: the rules that made the value, such as a rulebook's id."`
}

// Response is a badge.
type Response struct {
	SVG     string  `json:"svg" doc:"The picture."`
	Width   int     `json:"width" doc:"Its width in pixels."`
	Height  int     `json:"height" doc:"Its height in pixels."`
	Title   string  `json:"title" doc:"All of it in words: the text for img's alt."`
	Claim   string  `json:"claim" doc:"The title for a place whose reader has not checked the proof: claims, in place of verified."`
	Label   string  `json:"label" doc:"Whose value it is; if the proof is not authentic, what it was to show."`
	Message string  `json:"message" doc:"Its main text."`
	Note    string  `json:"note" doc:"Since when the value holds."`
	Color   string  `json:"color" doc:"Background colour of the message in light colours."`
	Verdict string  `json:"verdict" op:"enum=|unreadable|not-authentic|unmatched|contested|unknown-key|qualified|authentic" doc:"Verdict of the proof, as in proof.verify; empty without a proof."`
	Carries bool    `json:"carries" doc:"Whether the SVG contains the proof: only if it is authentic."`
	Shields Shields `json:"shields" doc:"The answer for an endpoint badge of shields.io."`
}

// Shields is a badge as shields.io draws it (shields.io/badges/endpoint-badge).
type Shields struct {
	SchemaVersion int    `json:"schemaVersion" doc:"Always 1."`
	Label         string `json:"label" doc:"Left text."`
	Message       string `json:"message" doc:"Right text: value and date."`
	Color         string `json:"color" doc:"Background of the right text."`
	IsError       bool   `json:"isError,omitempty" doc:"Whether the proof is not authentic."`
}

// Render makes a badge.
//
// Errors: a proof and a value at once or neither; a value that only a proof can have; an
// invalid time; an unreadable keyring.
func Render(req Request) (Response, error) {
	if req.Variant == "" {
		req.Variant = proof.Variants[0]
	}
	var b chart.Badge
	var verdict, claimed string
	var err error
	switch values := req.Name + req.Value + req.AsOf + req.Rules; {
	case req.Text == "":
		b, err = plain(req)
	case values != "":
		err = invalid("/text", values, "a proof or plain values, not both")
	default:
		b, claimed, verdict, err = signed(req)
	}
	if err != nil {
		return Response{}, err
	}
	b.Scheme = proof.SchemeOf(req.Variant)
	if req.Variant == "compact" {
		b.Note = ""
	}
	return answer(b, claimed, verdict), nil
}

func answer(b chart.Badge, claimed, verdict string) Response {
	claim := chart.Badge{Title: cmp.Or(claimed, b.Title)}
	said := b.Message
	if b.Note != "" {
		said += " · " + b.Note
	}
	svg, width := b.SVG()
	label := words.Isolate(b.Label) // names of strangers, which the picture draws by themselves
	return Response{
		SVG: svg, Width: width, Height: chart.BadgeHeight,
		Title: b.Words(), Claim: claim.Words(), Label: label, Message: words.Isolate(b.Message), Note: words.Isolate(b.Note),
		Color:   b.Color(),
		Verdict: verdict, Carries: b.Carried != "",
		Shields: Shields{SchemaVersion: 1, Label: label, Message: words.Isolate(said), Color: b.Color(),
			IsError: b.Mark == chart.Wrong},
	}
}

// signed returns the badge of a proof, and what the proof claims; "" if it is not authentic.
func signed(req Request) (b chart.Badge, claimed, verdict string, err error) {
	r, err := proof.Verify(proof.VerifyRequest{Text: req.Text, Keys: req.Keys, At: req.At})
	if err != nil {
		return b, "", "", err
	}
	b = withoutValue(req.Kind, r.Verdict, r.Heading)
	if r.Verdict != "authentic" {
		return b, "", r.Verdict, nil
	}
	text := ""
	if req.Carry {
		text = req.Text
	}
	own, ok := proof.Badge(r.Signed(), req.Kind, req.Variant, text)
	if !ok {
		b.Mark, b.Message = chart.Ask, "not in this proof"
		b.Title = b.Message + " · " + b.Label
		return b, "", r.Verdict, nil
	}
	claimed = claim(own.Title, req.Kind)
	if text == "" {
		claiming(&own, claimed, req)
		_, at := r.Signed().Text(record.MeansTime)
		err = age(&own, at, req.At)
	}
	return own, claimed, r.Verdict, err
}

// claiming makes a badge one that claims: its reader has a picture, and has checked nothing.
func claiming(b *chart.Badge, claimed string, req Request) {
	b.Mark, b.Title = chart.Claim, claimed
	b.Message, _, _ = strings.Cut(claimed, " · ")
	if req.Variant == "compact" && req.Kind != "verified" {
		b.Message = strings.Replace(b.Message, "claims "+req.Kind+" ", "claims ", 1)
	}
}

// claim returns the title of a badge for readers who have not checked its proof.
func claim(title, kind string) string {
	if kind == "verified" {
		return "claims to be signed" + strings.TrimPrefix(title, kind)
	}
	value, others, _ := strings.Cut(title, " verified · ") // no value has such a dot
	return "claims " + strings.TrimPrefix(value, "score ") + " · " + others
}

// withoutValue returns the badge of a proof that does not show what it signs.
func withoutValue(kind, verdict, heading string) (b chart.Badge) {
	b.Label = kind
	if kind == "verified" {
		b.Label = "proof"
	}
	b.Title = heading + " · " + b.Label
	for i := 0; i < len(otherwise); i += 3 {
		if otherwise[i] == verdict {
			b.Mark, b.Message = otherwise[i+1], otherwise[i+2]
		}
	}
	if verdict == "qualified" {
		b.Message = strings.TrimPrefix(heading, "Authentic, but ")
	}
	return b
}

// otherwise are the verdicts under which no value is shown, with mark and words.
var otherwise = []string{
	"qualified", chart.Warn, "",
	"contested", chart.Warn, "verifiers disagree",
	"unknown-key", chart.Ask, "unknown key",
	"unreadable", chart.Ask, "can't read",
	"unmatched", chart.Wrong, "signature does not fit",
	"not-authentic", chart.Wrong, "not authentic",
}

// plain returns the badge of a value that nobody signed.
func plain(req Request) (b chart.Badge, err error) {
	if err = refusePlain(req); err != nil {
		return b, err
	}
	b.Label, b.Message = req.Name, req.Kind+" "+req.Value+" unsigned"
	if err = date(&b, req); err != nil {
		return b, err
	}
	if req.Rules != "" {
		b.Note += " · rules " + req.Rules
	}
	b.Title = b.Message + " · " + b.Note
	if b.Label != "" {
		b.Title += " · " + words.Called(b.Label)
	}
	return b, nil
}

// refusePlain refuses what a badge without a proof cannot show.
func refusePlain(req Request) error {
	switch {
	case req.Kind == "verified":
		return invalid("/kind", req.Kind, "the proof in text")
	case req.Carry:
		return invalid("/carry", "true", "the proof in text")
	case req.Value == "":
		return invalid("/text", "", "a proof in text, or a value")
	case claimsVerified(req.Value):
		return invalid("/value", req.Value, onlyProof)
	case claimsVerified(req.Name):
		return invalid("/name", req.Name, onlyProof)
	case claimsVerified(req.Rules):
		return invalid("/rules", req.Rules, onlyProof)
	}
	return nil
}

// date notes the day of a value that nobody signed.
func date(b *chart.Badge, req Request) error {
	b.Note = "undated"
	if req.AsOf == "" {
		return nil
	}
	at := req.AsOf
	if len(at) == len("2006-01-02") {
		at += "T00:00:00Z"
	}
	if _, ok := instant.Parse(at); !ok {
		return invalid("/as_of", req.AsOf, "a date such as 2026-03-01, or "+instant.Want)
	}
	b.Note = "as of " + at[:len("2006-01-02")]
	return age(b, at, req.At)
}

const onlyProof = "a text without the word verified, which only a proof may show"

func invalid(field, found, wanted string) error {
	return &op.Error{Code: op.Invalid, Field: field, Message: op.Quote(found) + ": want " + wanted}
}

// claimsVerified reports whether a text could pass a plain value off as a proven
// one.
func claimsVerified(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "verified") || strings.Contains(text, "authentic") || strings.ContainsAny(text, "✓✔☑✅")
}

// Old returns the number of whole days from one time to another. It is 0 up to a week, an
// age that is not shown, and if one of the times is not known.
func Old(from, to instant.Instant) (days int64) {
	const day, week = 86_400, 7 * 86_400
	if age := to.Seconds - from.Seconds; from.Known && to.Known && age > week {
		return age / day
	}
	return 0
}

// age adds to a note how old the value is at the time of making.
func age(b *chart.Badge, from, to string) error {
	now, ok := instant.Parse(to)
	if !ok {
		return invalid("/at", to, instant.Want)
	}
	then, _ := instant.Parse(from)
	if days := Old(then, now); days > 0 {
		said, dated := ", "+strconv.FormatInt(days, 10)+" days old", " · as of "+from[:len("2006-01-02")]
		b.Title = strings.Replace(b.Title, dated, dated+said, 1) // a compact badge has no other place for it
		b.Note += said
	}
	return nil
}
