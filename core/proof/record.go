package proof

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Names of members that more than one list needs.
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

// record is the score record of a document, for the checks: what is signed, and
// what stands beside it. Its zero value is that of a document without one.
type record struct {
	value   *jcs.Value // an object: every member, the signed ones as they are signed; or nil
	signed  Signed
	differs []string // members that the document says otherwise than the signed bytes
}

// readRecord reads the record a statement carries.
func readRecord(s *statement) (*record, *problem) {
	r := &record{}
	if s.inside != nil {
		var p *problem
		if r.signed, p = readSigned(s.inside); p != nil {
			return r, p
		}
		r.value = r.signed.value
	}
	if s.root == nil {
		return r, nil
	}
	if p := refuseInexact(s.root, s.rootText); p != nil {
		return &record{}, p
	}
	r.join(s.root)
	return r, nil
}

// join adds what the document says beside the signed members.
func (r *record) join(beside *jcs.Value) {
	all := *beside
	all.Items = make([]jcs.Value, 0, len(beside.Items))
	for i := range beside.Items {
		member := &beside.Items[i]
		signed := r.signed.member(member.Key)
		if signed == nil {
			all.Items = append(all.Items, *member)
			continue
		}
		if !sameValue(signed, member) {
			r.differs = append(r.differs, member.Key)
		}
		all.Items = append(all.Items, *signed)
	}
	if r.signed.value != nil {
		for i := range r.signed.value.Items {
			if member := &r.signed.value.Items[i]; beside.Get(member.Key) == nil {
				all.Items = append(all.Items, *member)
			}
		}
	}
	r.value = &all
}

// sameValue says whether two values are the same to every reader.
func sameValue(a, b *jcs.Value) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case jcs.Number:
		return a.Num == b.Num
	case jcs.String:
		return a.Str == b.Str
	}
	return string(a.AppendCanonical(nil)) == string(b.AppendCanonical(nil))
}

// cover says whether a member is inside the signed bytes.
func (r *record) cover(member string) bool { return r.signed.has(member) }

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

// textOf is a member that is a string, or "".
func (r *record) textOf(names []string) (name, text string) {
	name, v := r.get(names)
	if v == nil || v.Kind != jcs.String {
		return "", ""
	}
	return name, v.Str
}

// score is the record's total: its member's name and value. A signed member
// comes before one that is not.
func (r *record) score() (name string, x float64, ok bool) {
	if name, x, ok := r.signed.Number(MeansScore); ok {
		return name, x, true
	}
	if r.value == nil {
		return "", 0, false
	}
	if v := meaningOf(MeansScore).find(r.value); v != nil {
		return v.Key, v.Num, true
	}
	return "", 0, false
}

// dimensions are the dimension scores the rulebook knows, and the member of the
// record that holds them: "" if they are members of the record itself.
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

// weights are the record's own, by dimension; ok is false if it has none or
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
	Field  string   `json:"field" doc:"The record's member."`
	Value  string   `json:"value" doc:"What it says; objects and arrays as JSON."`
	Signed bool     `json:"signed" doc:"Whether it is inside the signed bytes; the value is then read from them."`
	Kind   string   `json:"kind" doc:"What it is in JSON: number, text, object, array, true, false or null."`
	Means  []string `json:"means,omitempty" doc:"What it counts as: score, rating, rank, tier, result, agent, name, challenge, title, submission, arena, submitted, time, rules, code or weights. Of several members of one meaning only one has it."`
}

// claims are the record's members in its order, without the signature and the
// key. Long values are cut.
func (r *record) claims() (claims []Claim, signed, unsigned []string) {
	if r.value == nil {
		return nil, nil, nil
	}
	for i := range r.value.Items {
		member := &r.value.Items[i]
		inside := r.cover(member.Key)
		if isSignatureName(member.Key) && !inside {
			continue
		}
		if inside {
			signed = append(signed, member.Key)
		} else {
			unsigned = append(unsigned, member.Key)
		}
		if isKeyMember(member.Key) {
			continue
		}
		c := Claim{Field: member.Key, Value: shownValue(member), Signed: inside, Kind: kindOf(member)}
		if inside {
			c.Means = meansOf(r.signed.value, member.Key)
		}
		claims = append(claims, c)
	}
	return claims, signed, unsigned
}

// kindOf is what a value is in JSON.
func kindOf(v *jcs.Value) string {
	switch v.Kind {
	case jcs.Number:
		return "number"
	case jcs.String:
		return "text"
	case jcs.Object:
		return "object"
	case jcs.Array:
		return "array"
	}
	return string(v.AppendCanonical(nil))
}

// shownValue is a value for a reader.
func shownValue(v *jcs.Value) string {
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
