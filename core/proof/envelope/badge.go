package envelope

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/text"
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
	BadgeMark     = "tallyproof-badge/1"
	beginMetadata = "<metadata>"
)

// Carrier is the badge that a statement was found in.
type Carrier struct {
	Text, Kind, Variant, Proof string
}

// isBadge reports whether a text is a picture that carries a proof.
func isBadge(text string) bool {
	return strings.HasPrefix(text, "<") && strings.Contains(text, beginMetadata+BadgeMark)
}

// readBadge reads the proof that a badge carries.
func (r *reader) readBadge(str string) bool {
	at := strings.Index(r.text, beginMetadata) + len(beginMetadata)
	metadata, _, _ := strings.Cut(r.text[at:], "<")
	parts := strings.Split(metadata, " ")
	if len(parts) != 4 || parts[0] != BadgeMark {
		return r.want(at, BadgeMark+", what the badge shows, its variant, and its proof in base64")
	}
	inner, ok := text.DecodeBase64(parts[3])
	if !ok || isBadge(strings.TrimSpace(string(inner))) {
		return r.want(at, "a proof in base64 inside the badge")
	}
	statements, p := readBare(string(inner))
	if p != nil {
		return r.within(at, "in the proof that the badge carries, ", p)
	}
	for i := range statements {
		statements[i].Badge = &Carrier{Text: str, Kind: parts[1], Variant: parts[2], Proof: string(inner)}
	}
	r.statements = statements
	return true
}
