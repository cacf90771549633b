package detect

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// isAddress reports whether a text is an address alone.
func isAddress(text string) bool {
	return (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) && !strings.ContainsAny(text, " \t\r\n{}\"<>")
}

// isUnknown reports whether no arena's document was recognised.
func (r *DetectResponse) isUnknown() bool { return r.Kind == "json" || r.Kind == "unreadable" }

// readOther recognises what no arena publishes: matches, a table of agents, a key, an address.
func (r *DetectResponse) readOther(pasted string) {
	if !r.isUnknown() {
		return
	}
	trimmed := strings.TrimSpace(pasted)
	switch {
	case isAddress(trimmed):
		*r = answer("address", "Address", "Paste the text, not its address: open it, select all, copy, and paste that here.")
		return
	case r.readKey(trimmed):
		return
	}
	matches := *r
	matches.readTable(pasted)
	if matches.Prefill != nil || !r.readSheet(pasted) && matches.Kind == "matches" {
		*r = matches
	}
}

// tableRequest is a table as the pages for tables take it.
type tableRequest struct {
	Text string `json:"text"`
}

// readSheet recognises a table of agents, also one with a cell that cannot be read.
func (r *DetectResponse) readSheet(pasted string) bool {
	sheet, refusal := table.Read(pasted, table.Reading{})
	switch {
	case refusal != nil && isGrid(pasted):
		*r = answer("table", "Table", "A table with a fault: "+refusal.Message+".")
	case refusal != nil || len(sheet.Names) < 2 || sheet.With(table.RoleName) < 0:
		return false
	default:
		*r = answer("table", "Table", fmt.Sprintf("A table of %s and %s.", words.Counted(len(sheet.Names), "agent", "agents"),
			words.Counted(len(sheet.Dimensions()), "dimension", "dimensions")))
	}
	request := tableRequest{pasted}
	r.offer("explain.weights", "Rank it", request)
	r.offer("explain.audit", "Audit it", request)
	r.offer("explain.stress", "Stress it", request)
	return true
}

// isGrid reports whether the first two lines have the same number of separators, and a later
// line a digit: a table for whoever pasted it, also if a cell cannot be read.
func isGrid(pasted string) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(pasted), "\n")
	second, _, _ := strings.Cut(rest, "\n")
	if first == "" || strings.ContainsAny(first[:1], "{[<") || !strings.ContainsAny(rest, "0123456789") {
		return false
	}
	for _, mark := range []string{",", ";", "\t", "|"} {
		if n := strings.Count(first, mark); n > 0 && n == strings.Count(second, mark) {
			return true
		}
	}
	return false
}

// keysRequest holds keys to look at, as proof.verify takes them.
type keysRequest struct {
	Candidates struct {
		Keys []keyEntry `json:"keys"`
	} `json:"candidates"`
}

type keyEntry struct {
	ID        string `json:"id"`
	PublicKey string `json:"public_key"`
}

// readKey recognises a public key, and warns of a private one.
func (r *DetectResponse) readKey(pasted string) bool {
	k, problem := key.Parse(pasted)
	if problem != nil {
		if problem.Message != key.RefuseSecret(pasted).Message {
			return false
		}
		*r = answer("key", "Private key", "A private key. It was not read: nobody but its owner may see it.")
		return true
	}
	name := k.Name
	if name == "" {
		name = "pasted"
	}
	*r = answer("key", "Public key", "A public key, "+key.Short(k.Bytes)+". Trust it only if its arena publishes it.")
	var request keysRequest
	request.Candidates.Keys = []keyEntry{{name, text.HexOf(k.Bytes)}}
	r.offer("proof.verify", "Check a proof with it", request)
	return true
}
