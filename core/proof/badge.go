package proof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/packed"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/words"
)

// Badge returns the badge of an authentic proof, with the signed value of one of the
// [Kinds] (verified is for the name alone), in one of the [Variants]. ok is false if that
// value is not signed. With a text, that of the proof, the badge carries it.
func Badge(signed record.Signed, kind, variant, str string) (b chart.Badge, ok bool) {
	return drawn(signed, kind, variant, str, called)
}

// drawn returns a badge in which names beside our words stand as called writes them.
func drawn(signed record.Signed, kind, variant, str string, called func(string) string) (b chart.Badge, ok bool) {
	_, value := signed.Text(kind)
	_, agent := signed.Text(record.MeansName)
	_, arena := signed.Text(record.MeansArena)
	if kind == "tier" || kind == "result" { // the others are numbers
		value = called(value)
	}
	agent, arena = words.Unseparated(agent), words.Unseparated(arena)
	switch {
	case kind == "verified":
		value = kind
	case value == "":
		return b, false
	}
	b = chart.Badge{Mark: chart.Sound, Label: joined(arena, agent), Message: kind + " " + value + " verified",
		Note: "undated", Scheme: SchemeOf(variant)}
	if kind == "verified" {
		b.Message = kind
	}
	if _, at := signed.Text(record.MeansTime); at != "" {
		b.Note = "as of " + at[:len("2006-01-02")]
	}
	b.Title = joined(joined(b.Message, b.Note), joined(called(arena), called(agent)))
	if variant == "compact" {
		b.Label, b.Message, b.Note = cmp.Or(agent, arena), value, ""
	}
	if str != "" {
		b.Carried = strings.Join([]string{envelope.BadgeMark, kind, variant, string(text.AppendBase64(nil, []byte(str)))},
			" ")
	}
	return b, true
}

// called returns a text of the signer's for a place beside our words, in which a dot
// separates the parts; "" stays. The label needs no quotation marks: it has its own ground.
func called(text string) string {
	if text == "" {
		return ""
	}
	return words.Called(words.Unseparated(text))
}

// SchemeOf returns the colours of a variant: "" for the reader's.
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

// edited describes what is wrong with the picture that carries the record, "" if
// nothing is. Badges from before names had quotation marks are sound too.
func edited(c *envelope.Carrier, signed record.Signed) string {
	known := slices.Contains(Kinds, c.Kind) && slices.Contains(Variants, c.Variant)
	for _, called := range []func(string) string{called, words.Unseparated} {
		b, ok := drawn(signed, c.Kind, c.Variant, c.Proof, called)
		if svg, _ := b.SVG(); known && ok && svg == c.Text {
			return ""
		}
	}
	return "The picture was edited: it is not the badge that the record inside it makes."
}

// Kinds lists the values that a badge can show.
var Kinds = []string{"score", "rating", "rank", "tier", "result", "verified"}

// Variants of a badge: the reader's colours, light, dark, and one for narrow
// places.
var Variants = []string{"auto", "light", "dark", "compact"}

// FromURL reads a proof as addresses of badges carry it: packed, or its text in base64url,
// not padded. ok is false if there is none.
func FromURL(str string) (string, bool) {
	if strings.HasPrefix(str, packed.Mark) {
		unpacked, wanted := packed.Inflate(str)
		return unpacked, wanted == ""
	}
	data, wanted := text.Base64URL.Decode(str)
	return string(data), wanted == "" && len(data) > 0
}
