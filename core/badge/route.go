package badge

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Want is a parsed badge address:
//
//	/badge/p/{id}/{file}             a badge of the stored proof with that id
//	/badge/a/{arena}/{agent}/{file}  a badge of that agent's newest authentic proof
//	/badge/d/{proof}/{file}          a badge of a packed proof (package packed), or of one
//	                                 in base64url, not padded, as addresses were before
//
// A file is a kind, perhaps a variant, perhaps proof for a badge that carries
// its proof, and svg or json: score.svg, rating.dark.svg, score.compact.proof.svg,
// tier.json. All of it is in the path, since static hosts ignore queries.
type Want struct {
	Kind, Variant string
	Carry         bool   // the badge is to carry its proof
	JSON          bool   // for shields.io, instead of the picture
	ID            string // of the stored proof, or ""
	Arena, Agent  string // whose newest stored proof it is, or ""
	Text          string // the proof in the address; "" for a stored one
}

// Stored reports whether the proof is a stored one.
func (w Want) Stored() bool { return w.Text == "" }

// Prefix begins the path of every badge.
const Prefix = "/badge/"

// Longest addresses and ids that are read, in bytes.
const (
	longestPath = 16 << 10
	longestID   = 200
)

// Route parses the address of a badge, without its query. ok is false for other
// addresses.
func Route(path string) (w Want, ok bool) {
	rest, ok := strings.CutPrefix(path, Prefix)
	parts := strings.Split(rest, "/")
	last := len(parts) - 1
	if !ok || len(path) > longestPath || last < 2 || !w.file(parts[last]) {
		return Want{}, false
	}
	switch {
	case parts[0] == "p" && last == 2:
		w.ID = parts[1]
		ok = isID(w.ID)
	case parts[0] == "d" && last == 2:
		w.Text, ok = proof.FromURL(parts[1])
	case parts[0] == "a" && last == 3:
		w.Arena, w.Agent = parts[1], parts[2]
		ok = isName(w.Arena) && isName(w.Agent)
	default:
		ok = false
	}
	if !ok {
		return Want{}, false
	}
	return w, true
}

// file reads the last part of an address.
func (w *Want) file(name string) bool {
	words := strings.Split(name, ".")
	last := len(words) - 1
	w.Kind, w.Variant = words[0], proof.Variants[0]
	if last < 1 || !slices.Contains(Kinds, w.Kind) || words[last] != "svg" && words[last] != "json" {
		return false
	}
	w.JSON = words[last] == "json"
	words = words[1:last]
	if len(words) > 0 && slices.Contains(proof.Variants[1:], words[0]) {
		w.Variant, words = words[0], words[1:]
	}
	if len(words) > 0 && words[0] == "proof" && !w.JSON {
		w.Carry, words = true, words[1:]
	}
	return len(words) == 0
}

// isName reports whether a text may be the name of an arena or the id of an agent; which
// of these a host stores is for the host to say.
func isName(name string) bool { return strings.Trim(name, ".") != "" && len(name) <= longestID }

// isID reports whether a text is an id: letters, digits and -._~, not dots alone.
func isID(id string) bool {
	for i := range len(id) {
		c := id[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0) {
			return false
		}
	}
	return strings.Trim(id, ".") != "" && len(id) <= longestID
}

// Badge returns the badge that a host answers with. text is the stored proof that the
// address names, and does not count if the address has the proof itself. keys
// is the host's keyring, and at its time.
func (w Want) Badge(text string, keys []byte, at string) (Response, error) {
	if !w.Stored() {
		text = w.Text
	}
	return Render(Request{Kind: w.Kind, Variant: w.Variant, Carry: w.Carry, Text: text, Keys: keys, At: at})
}

// Cost estimates [Want.Badge].
func (w Want) Cost(text string, keys []byte) op.Cost {
	if !w.Stored() {
		text = w.Text
	}
	c, reading := cost(Request{Text: text, Keys: keys}), op.Reading(len(text)+len(keys), op.Values(text))
	c.Work, c.Memory = c.Work+reading.Work, c.Memory+reading.Memory
	return c
}

// Missing returns the badge of a proof that a host does not have.
func (w Want) Missing() Response {
	b := chart.Badge{Label: w.Kind, Message: "no such proof", Mark: chart.Ask}
	if w.Agent != "" {
		b.Message = "no authentic proof"
	}
	b.Title = b.Message + " · " + w.Kind
	return answer(b, "", "")
}

// Over returns the badge of a stored proof that its owner withdrew or replaced: state
// is that word. It shows no value, and carries no proof.
func Over(kind, state string) Response {
	if kind == "verified" {
		kind = "proof"
	}
	b := chart.Badge{Label: kind, Message: state, Mark: chart.Warn}
	b.Title = "Authentic, but " + state + " · " + kind
	return answer(b, "", "qualified")
}
