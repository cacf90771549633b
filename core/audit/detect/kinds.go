package detect

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// readKind reads a document by the first detector that knows it, or as a list.
func readKind(doc document, text string) DetectResponse {
	if res, ok := readOne(doc); ok {
		return res
	}
	if doc.value.Kind == jcs.Array {
		if res, ok := readList(doc, text); ok {
			return res
		}
	}
	return answer("json", "JSON", "This is "+described(doc)+", but not of an arena that we know: want "+wanted+".")
}

const wanted = "a Clawdiators match, submission, agent or challenge, an AiRENA submission or agent, a Term Challenge " +
	"pass rate (tasks_passed and total_tasks), a list of them, or a table of agents"

// notJSON says what a text that is no JSON may be instead.
func notJSON(pasted, problem string) string {
	if strings.ContainsAny(strings.TrimSpace(pasted)[:1], "{[") {
		return "This cannot be read as JSON: " + problem + "."
	}
	return "This text is none of these: a proof, a result of an arena as JSON, a table of agents, a public key."
}

// described says what a JSON value is, by its first members.
func described(d document) string {
	const most = 5
	switch d.value.Kind {
	case jcs.Object:
		var names []string
		for i := range d.value.Items {
			if i == most {
				names = append(names, strconv.Itoa(len(d.value.Items)-most)+" more")
				break
			}
			names = append(names, op.Quote(d.value.Items[i].Key))
		}
		if len(names) == 0 {
			return "an empty JSON object"
		}
		return "JSON with " + words.Join(names)
	case jcs.Array:
		return "a JSON list of " + words.Counted(len(d.value.Items), "element", "elements")
	case jcs.String:
		return "a JSON text"
	}
	return "JSON (" + d.value.Kind.String() + ")"
}

// detector recognises one kind of document by the members only it has.
type detector struct {
	fits func(document) bool
	read func(document) DetectResponse
	rows *rows // describes a list of them; nil if lists do not occur
}

// detectors are tried in order; the more particular come first.
var detectors = []detector{
	{func(d document) bool { return !d.has("match_id") && !d.has("challenge_slug") && isAirenaSubmission(d) },
		readAirenaSubmission, &submissions},
	{isResult, readResult, &results},
	{isEvent, readEvent, &events},
	{isSubmit, readSubmit, &matches},
	{func(d document) bool { return d.has("match_id") && (d.has("expires_at") || d.has("submit_url")) }, readEnter, nil},
	{func(d document) bool { return d.has("challenge_slug") && (d.has("status") || isScored(d)) }, readMatch, &matches},
	{func(d document) bool { return d.child("your_agent").has("elo") }, readHome, nil},
	{func(d document) bool { return d.has("elo", "match_count") }, readClawAgent, &agents},
	{func(d document) bool { return d.has("scoring_dimensions", "difficulty") }, readChallenge, nil},
	{isTerm, readTerm, &passRates},
	{isAirenaAgent, readAirenaAgent, nil},
	{func(d document) bool { return d.base != "" && d.has("error") }, readError, nil},
}

// readOne reads a document by the first detector that knows it.
func readOne(d document) (DetectResponse, bool) {
	if k := detectorOf(d); k != nil {
		res := k.read(d)
		res.sort()
		return res, true
	}
	return DetectResponse{}, false
}

func detectorOf(d document) *detector {
	for i := range detectors {
		if detectors[i].fits(d) {
			return &detectors[i]
		}
	}
	return nil
}

// isSubmit reports whether it is the answer to a submission.
func isSubmit(d document) bool {
	return d.has("match_id") && isScored(d) || d.has("score_breakdown") && !d.has("challenge_slug")
}

// isScored reports whether it has one of the numbers of a finished match.
func isScored(d document) bool {
	for _, name := range reported {
		if d.has(name) {
			return true
		}
	}
	return false
}

// isEvent reports whether it is an event of the arena's feed.
func isEvent(d document) bool {
	return d.has("type") && d.child("agent").has("name") && d.child("challenge").has("slug")
}
