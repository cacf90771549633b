package proof

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// A record's members, by the names arenas give them. Where an arena documents
// none, these are the spellings seen.
var (
	scoreNames     = []string{"final_score", "composite_score", "total_score", "score", "composite", "total"}
	dimensionNames = []string{"correctness", "speed", "quality", "process", "methodology", "completeness", "accuracy", "analysis", "code_quality", "token_efficiency", "call_efficiency"}
	scoresMembers  = []string{"scores", "dimensions", "breakdown", "score_breakdown"}
	weightNames    = []string{"scoring_weights", "weights"}
	codeNames      = []string{"code_hash", "code_sha256"}
	whenNames      = []string{"evaluated_at", "scored_at", "timestamp", "completed_at"}
	whoNames       = []string{"evaluator", "evaluator_id", "runner", "runner_id", "issuer", "arena"}
)

// isScoreName says whether a number of that name is a score and so may be
// spelled as a float.
func isScoreName(name string) bool {
	return slices.Contains(scoreNames, name) || slices.Contains(dimensionNames, name)
}

// record is the score record of a document, for the checks. Its zero value is
// that of a document without one.
type record struct {
	value *jcs.Value // an object, or nil
	text  []byte     // what value's offsets point into
	cover func(member string) bool
}

// readRecord reads the record a statement carries. Integers that a double does
// not hold are refused, since readers of the record would round them.
func readRecord(s *statement) (*record, *problem) {
	if s.record == nil {
		return &record{}, nil
	}
	v, p := parseJSON(string(s.record))
	if p != nil {
		return &record{}, p
	}
	if at := inexact(&v, s.record); at != nil {
		return &record{}, problemAt(string(s.record), at.Start, "expected an integer within ±9007199254740991, which every reader holds exactly, found "+string(s.record[at.Start:at.End]))
	}
	if v.Kind != jcs.Object {
		return &record{}, nil
	}
	r := &record{&v, s.record, s.covers}
	if s.covered {
		r.cover = func(string) bool { return true }
	}
	if r.cover == nil {
		r.cover = func(string) bool { return false }
	}
	return r, nil
}

// inexact finds an integer beyond ±(2⁵³ − 1), or nil (RFC 7493 section 2.2).
func inexact(v *jcs.Value, text []byte) *jcs.Value {
	const most = 1<<53 - 1
	if v.Kind == jcs.Number && (v.Num > most || v.Num < -most) && !strings.ContainsAny(string(text[v.Start:v.End]), ".eE") {
		return v
	}
	for i := range v.Items {
		if at := inexact(&v.Items[i], text); at != nil {
			return at
		}
	}
	return nil
}

// get is the first of several members the record has: its name and value, or
// "" and nil.
func (r *record) get(names []string) (string, *jcs.Value) {
	if r.value == nil {
		return "", nil
	}
	name := memberOf(r.value, names)
	if name == "" {
		return "", nil
	}
	return name, r.value.Get(name)
}

// text is a member that is a string, or "".
func (r *record) textOf(names []string) (name, text string) {
	name, v := r.get(names)
	if v == nil || v.Kind != jcs.String {
		return "", ""
	}
	return name, v.Str
}

// score is the record's total: its member's name and value.
func (r *record) score() (name string, x float64, ok bool) {
	if r.value == nil {
		return "", 0, false
	}
	for _, name := range scoreNames {
		if v := r.value.Get(name); v != nil && v.Kind == jcs.Number {
			return name, v.Num, true
		}
	}
	return "", 0, false
}

// dimensions are the dimension scores the rulebook knows, and the member of the
// record that holds them: "" where they are members of the record itself.
func (r *record) dimensions(rb *rulebook.Rulebook) (scores map[string]float64, holder string) {
	for _, holder := range append([]string{""}, scoresMembers...) {
		in := r.value
		if holder != "" && in != nil {
			in = in.Get(holder)
		}
		if in == nil || in.Kind != jcs.Object {
			continue
		}
		if scores := dimensionsIn(in, rb); len(scores) > 0 {
			return scores, holder
		}
	}
	return nil, ""
}

func dimensionsIn(in *jcs.Value, rb *rulebook.Rulebook) map[string]float64 {
	scores := map[string]float64{}
	for i := range in.Items {
		member := &in.Items[i]
		if _, known := rb.Dimension(member.Key); !known {
			continue
		}
		if member.Kind == jcs.Object { // {"score": 90}
			member = member.Get("score")
		}
		if member != nil && member.Kind == jcs.Number {
			scores[in.Items[i].Key] = member.Num
		}
	}
	return scores
}

// weights are the record's own, by dimension; ok is false where it has none or
// one of them is not a number.
func (r *record) weights() (name string, weights map[string]float64, ok bool) {
	name, v := r.get(weightNames)
	if v == nil || v.Kind != jcs.Object || len(v.Items) == 0 {
		return "", nil, false
	}
	weights = map[string]float64{}
	for i := range v.Items {
		if v.Items[i].Kind != jcs.Number {
			return name, nil, false
		}
		weights[v.Items[i].Key] = v.Items[i].Num
	}
	return name, weights, true
}

// Claim is one thing the record says.
type Claim struct {
	Field  string `json:"field" doc:"The record's member."`
	Value  string `json:"value" doc:"What it says; objects and arrays as JSON."`
	Signed bool   `json:"signed" doc:"Whether it is inside the signed bytes."`
}

// claims are the record's members in its order, without the signature and the
// key. Long values are cut.
func (r *record) claims() (claims []Claim, signed, unsigned []string) {
	if r.value == nil {
		return nil, nil, nil
	}
	for i := range r.value.Items {
		member := &r.value.Items[i]
		if isSignatureName(member.Key) {
			continue
		}
		inside := r.cover(member.Key)
		if inside {
			signed = append(signed, member.Key)
		} else {
			unsigned = append(unsigned, member.Key)
		}
		if !isKeyMember(member.Key) {
			claims = append(claims, Claim{member.Key, r.shown(member), inside})
		}
	}
	return claims, signed, unsigned
}

// shown is a value for a reader.
func (r *record) shown(v *jcs.Value) string {
	const most = 200 // characters
	text := v.Str
	switch v.Kind {
	case jcs.Number:
		text = op.Show(v.Num)
	case jcs.String:
	default:
		text = string(v.AppendCanonical(nil))
	}
	if short := []rune(text); len(short) > most {
		return string(short[:most]) + "…"
	}
	return text
}
