// Package detect recognises documents of the arenas that someone pasted, and
// recomputes what they report.
package detect

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// MostText is the number of bytes that [Detect] accepts, as its tag says.
const MostText = 1 << 20

// DetectRequest is a text someone pasted.
type DetectRequest struct {
	Text string `json:"text" op:"maxlen=1048576" doc:"The pasted text."`
}

// DetectResponse describes what the text is and what it turns into.
type DetectResponse struct {
	Kind     string          `json:"kind" doc:"proof, proofs, clawdiators-submit, clawdiators-match, clawdiators-enter, clawdiators-agent, clawdiators-home, clawdiators-challenge, clawdiators-error, clawdiators-matches, clawdiators-feed, clawdiators-leaderboard, clawdiators-agents, airena-submission, airena-submissions, airena-result, airena-results, airena-agent, term-submission, term-leaderboard, matches, table, key, address, json or unreadable."`
	Name     string          `json:"name" doc:"The same for readers."`
	Sentence string          `json:"sentence" doc:"What it is and what was found, in one sentence."`
	Prefill  *Prefill        `json:"prefill,omitempty" doc:"The request made from it; absent if there is none."`
	Also     []Prefill       `json:"also" doc:"Further requests made from it."`
	Findings []audit.Finding `json:"findings" doc:"The arena's values compared with the rules: differences first."`
	Tally    string          `json:"tally,omitempty" doc:"How many of the values compared agree, in a few words; how many remarks there are if none were."`
	Shown    *Shown          `json:"shown,omitempty" doc:"The same in short; absent for a proof, and for a table that can be read."`

	both bool  // some values follow another rulebook of the arena than the usual one
	slip Shown // as far as the document's detector knows it
}

// Prefill is a request made from a document.
type Prefill struct {
	Operation string `json:"operation" doc:"Name of the operation."`
	Label     string `json:"label" doc:"What it does, for a button."`
	Request   op.Raw `json:"request" doc:"Its request."`
}

// Detect recognises a pasted document of an arena, turns it into the request
// that recomputes it, and lists every difference between what the arena
// reported and what the rules give.
//
// A text that carries a signature is a proof first, whatever else it contains.
//
// It never refuses a text. An unreadable text gets the kind "unreadable" and the reason,
// an unknown document the kind "json".
func Detect(req DetectRequest) (DetectResponse, error) {
	req.Text = body(req.Text)
	if strings.TrimSpace(req.Text) == "" {
		res := answer("unreadable", "Nothing", "The text is empty: paste a match, a submission or an agent as JSON.")
		res.show("")
		return res, nil
	}
	res := detect(req)
	res.Tally = res.tally()
	res.show(req.Text)
	return res, nil
}

func detect(req DetectRequest) DetectResponse {
	root, err := jcs.Parse([]byte(req.Text))
	if err != nil {
		res, ok := readLines(req.Text)
		if !ok {
			res = answer("unreadable", "Not JSON", notJSON(req.Text, err.Error()))
		}
		res.readOther(req.Text)
		res.readProof(req.Text)
		return res
	}
	doc := opened(document{value: &root})
	res := readKind(doc, req.Text)
	res.readOther(req.Text)
	if doc.base != "" {
		req.Text = req.Text[doc.value.Start:doc.value.End]
	}
	res.readProof(req.Text)
	return res
}

// opened returns the content of the envelope of Clawdiators' API, or d itself.
func opened(d document) document {
	if d.has("data", "ok") {
		return document{value: d.get("data"), base: d.at("data")}
	}
	return d
}

// body returns a text without a byte order mark, and without the heads of HTTP
// responses, as curl -i prints them.
func body(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	for strings.HasPrefix(text, "HTTP/") {
		text = strings.TrimPrefix(behindHead(text), "\ufeff")
	}
	return text
}

// behindHead returns the text after the first empty line.
func behindHead(text string) string {
	for line := range strings.Lines(text) {
		text = text[len(line):]
		if strings.TrimRight(line, "\r\n") == "" {
			break
		}
	}
	return text
}

func answer(kind, name, sentence string) DetectResponse {
	return DetectResponse{Kind: kind, Name: name, Sentence: sentence, Also: []Prefill{}, Findings: []audit.Finding{}}
}

// prefill makes a request from any value that marshals to one.
func prefill(operation, label string, request any) Prefill {
	body, err := op.Encode(request)
	if err != nil {
		panic("audit: a request is always JSON: " + err.Error())
	}
	return Prefill{operation, label, body}
}

// takers are the operations whose requests documents turn into.
var takers = slices.Concat(score.Ops, rating.Ops, standing.Ops, ratings.Ops)

// offer adds a request that the document turns into; the first is the main one.
// A request that its operation refuses is not offered.
func (r *DetectResponse) offer(operation, label string, request any) (refusal *op.Error) {
	p := prefill(operation, label, request)
	for _, o := range takers {
		if o.Name != operation {
			continue
		}
		if _, refusal = o.Answer(p.Request); refusal != nil {
			return refusal
		}
	}
	if r.Prefill == nil {
		r.Prefill = &p
		return nil
	}
	r.Also = append(r.Also, p)
	return nil
}

// add lists a comparison: a match when both texts are equal.
func (r *DetectResponse) add(field, label, claimed, recomputed, rule string) {
	severity := audit.Difference
	if claimed == recomputed {
		severity = audit.Match
	}
	r.Findings = append(r.Findings, audit.Finding{Severity: severity, Field: field, Label: label, Claimed: claimed,
		Recomputed: recomputed, Rule: rule})
}

func (r *DetectResponse) note(field, label, claimed, text string) {
	r.Findings = append(r.Findings, audit.Finding{Severity: audit.Noted, Field: field, Label: label, Claimed: claimed,
		Rule: text})
}

// give lists a value that the document does not have and the rules give.
func (r *DetectResponse) give(field, label, value, rule string) {
	r.Findings = append(r.Findings, audit.Finding{Severity: audit.Noted, Field: field, Label: label,
		Claimed: "not reported", Recomputed: value, Rule: rule})
}

// sort puts differences first and notes last, otherwise in document order.
func (r *DetectResponse) sort() {
	var sorted []audit.Finding
	for _, severity := range []string{audit.Difference, audit.Match, audit.Noted} {
		for _, f := range r.Findings {
			if f.Severity == severity {
				sorted = append(sorted, f)
			}
		}
	}
	r.Findings = append([]audit.Finding{}, sorted...)
}

// count returns the number of findings of a severity.
func (r *DetectResponse) count(severity string) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

// tally says how many values agree.
func (r *DetectResponse) tally() string {
	agree, differ := r.count(audit.Match), r.count(audit.Difference)
	switch {
	case agree+differ > 0:
		return itoa(agree) + " of " + words.Counted(agree+differ, "value agrees", "values agree")
	case len(r.Findings) > 0:
		return words.Counted(len(r.Findings), "remark", "remarks")
	}
	return ""
}

// verdict returns the half sentence after the kind of document.
func (r *DetectResponse) verdict() string {
	compared, given := 0, false
	for _, f := range r.Findings {
		if f.Severity != audit.Noted {
			compared++
		}
		given = given || f.Severity == audit.Noted && f.Recomputed != ""
	}
	if compared == 0 && given {
		return "it has no value to compare; values that it lacks are computed"
	}
	if compared == 0 {
		return "nothing in it can be recomputed"
	}
	return audit.Verdict(compared, r.count(audit.Difference), "the rules of "+r.rules())
}

// rules names the rules by which values were compared.
func (r *DetectResponse) rules() string {
	id, _, _ := strings.Cut(r.Kind, "-")
	if id == "clawdiators" {
		id = live
	}
	rb, _ := rulebook.ID(id).Resolve()
	name := rb.Name
	if r.both {
		name, _, _ = strings.Cut(name, " (")
	}
	return name
}
