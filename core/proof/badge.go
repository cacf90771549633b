package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
)

// A badge is an SVG that shows what a proof says. One that carries its proof
// has it inside:
//
//	<metadata>tallyproof-badge/1 KIND SCHEME PROOF</metadata>
//
// where KIND is what it shows, SCHEME is auto, light, dark or compact and PROOF
// is the proof's text in base64. The badge is read by reading that proof, and
// what the picture shows is compared by drawing it again.
const (
	badgeMark     = "tallyproof-badge/1"
	beginMetadata = "<metadata>"
)

// carrier is the badge that a statement was found in.
type carrier struct{ text, kind, variant, proof string }

// Badge is the badge of an authentic proof: what its signed bytes say of a kind
// (score, rating, tier, result, or verified for the name alone), in a variant
// (auto, light, dark or compact). ok is false if they say nothing of it. With a
// text, that of the proof, the badge carries it.
func Badge(signed Signed, kind, variant, text string) (b chart.Badge, ok bool) {
	_, value := signed.Text(kind)
	_, agent := signed.Text(MeansName)
	_, arena := signed.Text(MeansArena)
	switch {
	case kind == "verified":
		value = kind
	case value == "":
		return b, false
	}
	b = chart.Badge{Mark: chart.Sound, Label: joined(arena, agent), Message: kind + " " + value + " verified", Note: "undated", Scheme: SchemeOf(variant)}
	if kind == "verified" {
		b.Message = kind
	}
	if _, at := signed.Text(MeansTime); at != "" {
		b.Note = "as of " + at[:len("2006-01-02")]
	}
	b.Title = joined(joined(b.Message, b.Note), b.Label)
	if variant == "compact" {
		b.Label, b.Message, b.Note = cmp.Or(agent, arena), value, ""
	}
	if text != "" {
		b.Carried = strings.Join([]string{badgeMark, kind, variant, string(appendBase64(nil, []byte(text)))}, " ")
	}
	return b, true
}

// SchemeOf is the colours of a variant: "" for the reader's.
func SchemeOf(variant string) string {
	if variant == "light" || variant == "dark" {
		return variant
	}
	return ""
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

// isBadge tells a picture that carries a proof.
func isBadge(text string) bool {
	return strings.HasPrefix(text, "<") && strings.Contains(text, beginMetadata+badgeMark)
}

// readBadge reads the proof that a badge carries.
func (r *reader) readBadge(text string) bool {
	at := strings.Index(r.text, beginMetadata) + len(beginMetadata)
	metadata, _, _ := strings.Cut(r.text[at:], "<")
	parts := strings.Split(metadata, " ")
	if len(parts) != 4 || parts[0] != badgeMark {
		return r.want(at, badgeMark+", what the badge shows, its variant, and its proof in base64")
	}
	inner, ok := decodeBase64(parts[3])
	if !ok || isBadge(strings.TrimSpace(string(inner))) {
		return r.want(at, "a proof in base64 inside the badge")
	}
	statements, p := readStatements(inner)
	if p != nil {
		return r.say(at, "in the proof that the badge carries, "+p.where())
	}
	for i := range statements {
		statements[i].badge = &carrier{text, parts[1], parts[2], string(inner)}
	}
	r.statements = statements
	return true
}

// edited says what is wrong with the picture that carries the record, "" if
// nothing is.
func (c *carrier) edited(signed Signed) string {
	b, ok := Badge(signed, c.kind, c.variant, c.proof)
	if svg, _ := b.SVG(); ok && svg == c.text && slices.Contains(Variants, c.variant) {
		return ""
	}
	return "The picture was edited: it is not the badge that the record inside it makes."
}

// Variants of a badge: the reader's colours, light, dark, and one for narrow
// places.
var Variants = []string{"auto", "light", "dark", "compact"}

// formatName is the format as answers give it.
func (s *statement) formatName() string {
	if s.badge != nil {
		return "badge"
	}
	return s.format
}

// formatSaid is the format in words.
func (s *statement) formatSaid() string {
	said := wordsFor(formatNames, s.format)
	if s.badge != nil {
		said = "A badge that shows what the proof inside it says. " + said
	}
	return said
}

// FromURL reads a proof's text in base64url, not padded, as addresses of badges
// carry it.
func FromURL(text string) (string, bool) {
	data, wanted := base64URL.decode(text)
	return string(data), wanted == ""
}
