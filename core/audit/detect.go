package audit

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// MostText is how many bytes of a text [Detect] takes, as its tag says.
const MostText = 1 << 20

// DetectRequest is a text someone pasted.
type DetectRequest struct {
	Text string `json:"text" op:"maxlen=1048576" doc:"The pasted text."`
}

// DetectResponse describes what the text is and what it turns into.
type DetectResponse struct {
	Kind     string    `json:"kind" doc:"proof, proofs, clawdiators-submit, clawdiators-match, clawdiators-agent, clawdiators-matches, clawdiators-leaderboard, clawdiators-challenge, clawdiators-error, airena-submission, airena-agent, json or unreadable."`
	Name     string    `json:"name" doc:"The same for readers."`
	Sentence string    `json:"sentence" doc:"What it is and what was found, in one sentence."`
	Prefill  *Prefill  `json:"prefill,omitempty" doc:"The request made from it; absent if there is none."`
	Also     []Prefill `json:"also" doc:"Further requests made from it."`
	Findings []Finding `json:"findings" doc:"The arena's values compared with the rules: differences first."`
}

// Prefill is a request made from a document.
type Prefill struct {
	Operation string `json:"operation" doc:"Name of the operation."`
	Label     string `json:"label" doc:"What it would answer."`
	Request   op.Raw `json:"request" doc:"Its request."`
}

// Severities of a [Finding].
const (
	Match      = "match"
	Difference = "difference"
	Noted      = "note"
)

// Finding compares one reported value with the rules.
type Finding struct {
	Severity   string `json:"severity" doc:"match, difference or note."`
	Field      string `json:"field" doc:"JSON Pointer into the document."`
	Label      string `json:"label" doc:"What was compared."`
	Claimed    string `json:"claimed" doc:"What the document reports."`
	Recomputed string `json:"recomputed" doc:"What the rules give."`
	Rule       string `json:"rule" doc:"The rule that gives it, or explains the difference."`
}

// Detect recognises a pasted document of an arena, turns it into the request
// that recomputes it, and lists every difference between what the arena
// reported and what the rules give.
//
// A text that carries a signature is a proof, whatever else it is: who signed it
// is the first thing to ask.
//
// It never refuses a text: what cannot be read is answered with kind
// "unreadable" and the reason, what is not recognised with kind "json".
func Detect(req DetectRequest) (DetectResponse, error) {
	req.Text = body(req.Text)
	if strings.TrimSpace(req.Text) == "" {
		return answer("unreadable", "Nothing", "The text is empty: paste a match, a submission or an agent as JSON."), nil
	}
	root, err := jcs.Parse([]byte(req.Text))
	if err != nil {
		res := answer("unreadable", "Not JSON", "This cannot be read as JSON: "+err.Error()+".")
		res.readProof(req.Text)
		return res, nil
	}
	text, doc := req.Text, document{value: &root}
	if data := root.Get("data"); data != nil && root.Get("ok") != nil {
		text, doc = req.Text[data.Start:data.End], document{value: data, base: "/data"}
	}
	res := readKind(doc)
	res.readProof(text)
	return res, nil
}

// body is a text without a byte order mark, and without the heads of HTTP
// responses, as curl -i prints them.
func body(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	for strings.HasPrefix(text, "HTTP/") {
		text = strings.TrimPrefix(behindHead(text), "\ufeff")
	}
	return text
}

// behindHead is what follows the first empty line.
func behindHead(text string) string {
	for line := range strings.Lines(text) {
		text = text[len(line):]
		if strings.TrimRight(line, "\r\n") == "" {
			break
		}
	}
	return text
}

// readKind reads a document by the first detector that knows it.
func readKind(doc document) DetectResponse {
	for _, d := range detectors {
		if d.fits(doc) {
			res := d.read(doc)
			res.sort()
			return res
		}
	}
	return answer("json", "JSON", "This is JSON, but not of an arena that we know: want a Clawdiators match, submission, agent or list, or an AiRENA submission or agent.")
}

// detector recognises one kind of document by the members only it has.
type detector struct {
	fits func(document) bool
	read func(document) DetectResponse
}

// detectors are tried in order; the more particular come first.
var detectors = []detector{
	{func(d document) bool { return d.has("match_id", "score_breakdown", "elo_before") }, readSubmit},
	{func(d document) bool { return d.has("challenge_slug", "status", "elo_before") }, readMatch},
	{func(d document) bool { return d.has("score", "score_breakdown") }, readSubmit},
	{func(d document) bool { return d.has("elo", "match_count", "win_count", "titles") }, readClawAgent},
	{func(d document) bool { return d.has("scoring_dimensions", "time_limit_secs", "difficulty") }, readChallenge},
	{func(d document) bool { return d.listOf("challenge_slug", "elo_change") }, readMatches},
	{func(d document) bool { return d.listOf("rank", "elo", "match_count") }, readLeaderboard},
	{func(d document) bool { return d.base != "" && d.has("error") }, readError},
	{isAirenaSubmission, readAirenaSubmission},
	{isAirenaAgent, readAirenaAgent},
}

func answer(kind, name, sentence string) DetectResponse {
	return DetectResponse{Kind: kind, Name: name, Sentence: sentence, Also: []Prefill{}, Findings: []Finding{}}
}

// prefill makes a request from any value that marshals to one.
func prefill(operation, label string, request any) Prefill {
	body, err := op.Encode(request)
	if err != nil {
		panic("audit: a request is always JSON: " + err.Error())
	}
	return Prefill{operation, label, body}
}

// offer adds a request that the document turns into; the first is the main one.
func (r *DetectResponse) offer(operation, label string, request any) {
	p := prefill(operation, label, request)
	if r.Prefill == nil {
		r.Prefill = &p
		return
	}
	r.Also = append(r.Also, p)
}

// add lists a comparison: a match when both texts are equal.
func (r *DetectResponse) add(field, label, claimed, recomputed, rule string) {
	severity := Difference
	if claimed == recomputed {
		severity = Match
	}
	r.Findings = append(r.Findings, Finding{severity, field, label, claimed, recomputed, rule})
}

func (r *DetectResponse) note(field, label, claimed, text string) {
	r.Findings = append(r.Findings, Finding{Noted, field, label, claimed, "", text})
}

// sort puts differences first and notes last, otherwise in document order.
func (r *DetectResponse) sort() {
	var sorted []Finding
	for _, severity := range []string{Difference, Match, Noted} {
		for _, f := range r.Findings {
			if f.Severity == severity {
				sorted = append(sorted, f)
			}
		}
	}
	r.Findings = append([]Finding{}, sorted...)
}

// differences counts the findings that disagree.
func (r *DetectResponse) differences() int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == Difference {
			n++
		}
	}
	return n
}

// verdict is the half sentence after the kind of document.
func (r *DetectResponse) verdict() string {
	compared := 0
	for _, f := range r.Findings {
		if f.Severity != Noted {
			compared++
		}
	}
	switch n := r.differences(); {
	case compared == 0:
		return "nothing in it can be recomputed"
	case n == 0 && compared == 1:
		return "the one value compared agrees with the rules"
	case n == 0:
		return "all " + itoa(compared) + " values compared agree with the rules"
	case n == 1:
		return "1 of " + itoa(compared) + " values differs from the rules"
	default:
		return itoa(n) + " of " + itoa(compared) + " values differ from the rules"
	}
}
