// Package record reads score records. It finds the meaning of members, which
// arenas name differently, and the members that are inside the signed bytes. Only
// values of [Signed] are shown, ranked or drawn as signed.
package record

import (
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Record is the score record of a document, for the checks: its signed members, and the
// unsigned ones. The zero value stands for a document without a record.
type Record struct {
	Value   *jcs.Value // an object: every member, the signed ones as they are signed; or nil
	Signed  Signed
	Differs []string // members that the document says otherwise than the signed bytes

	signature, key string // members of a flat record that hold them, or ""
}

// Read reads the record inside signed bytes, whose offsets point into signed, and the
// record that the document shows outside them. Each may be nil.
func Read(inside *jcs.Value, signed string, beside *jcs.Value) (*Record, *text.Problem) {
	r := &Record{}
	if inside != nil {
		var p *text.Problem
		if r.Signed, p = signedObject(inside, signed); p != nil {
			return r, p
		}
		r.Value = inside
	}
	if beside == nil {
		return r, nil
	}
	r.join(beside)
	r.signature, r.key = MemberOf(beside, SignatureNames), MemberOf(beside, KeyNames)
	return r, nil
}

// join adds the document's unsigned members.
func (r *Record) join(beside *jcs.Value) {
	all := *beside
	all.Items = make([]jcs.Value, 0, len(beside.Items))
	shown := index(beside)
	for i := range beside.Items {
		member := &beside.Items[i]
		signed := r.Signed.member(member.Key)
		if signed == nil {
			all.Items = append(all.Items, *member)
			continue
		}
		if !sameValue(signed, member) {
			r.Differs = append(r.Differs, member.Key)
		}
		all.Items = append(all.Items, *signed)
	}
	if r.Signed.value != nil {
		for i := range r.Signed.value.Items {
			if member := &r.Signed.value.Items[i]; shown.of(beside, member.Key) == nil {
				all.Items = append(all.Items, *member)
			}
		}
	}
	r.Value = &all
}

// sameValue reports whether every reader takes a signed and an unsigned value for the
// same. A signed text may equal a number with the same unique spelling, since joined
// values have no kind.
func sameValue(a, b *jcs.Value) bool {
	if a.Kind == jcs.String && b.Kind == jcs.Number {
		return a.Str == string(b.AppendCanonical(nil))
	}
	if a.Kind == jcs.Number && b.Kind == jcs.String && !HasMeaning(b.Key) {
		return string(a.AppendCanonical(nil)) == b.Str
	}
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

// Cover reports whether a member is inside the signed bytes.
func (r *Record) Cover(member string) bool { return r.Signed.Has(member) }

// TextOf returns the first of several members that is a text that is not empty: its name
// and value, or "" and "".
func (r *Record) TextOf(names []string) (name, text string) {
	for _, name := range names {
		if v := r.Value.Get(name); v != nil && v.Kind == jcs.String && v.Str != "" {
			return name, v.Str
		}
	}
	return "", ""
}

// Score returns the record's total: its member's name and value. A signed member
// comes before one that is not.
func (r *Record) Score() (name string, x float64, ok bool) {
	if name, x, ok := r.Signed.Number(MeansScore); ok {
		return name, x, true
	}
	if v := meaningOf(MeansScore).find(r.Value); v != nil {
		return v.Key, v.Num, true
	}
	return "", 0, false
}

// Dimensions returns the dimension scores the rulebook knows, and the member of the
// record that holds them: "" if they are members of the record itself.
func (r *Record) Dimensions(rb *rulebook.Rulebook) (scores map[string]float64, holder string) {
	for _, holder := range append([]string{""}, scoresMembers...) {
		in := r.Value
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

// Weights returns the record's own weights by dimension; ok is false without weights.
func (r *Record) Weights() (name string, weights map[string]float64, ok bool) {
	if r.Value == nil {
		return "", nil, false
	}
	v := meaningOf(MeansWeights).find(r.Value)
	if v == nil || len(v.Items) == 0 {
		return "", nil, false
	}
	weights = map[string]float64{}
	for i := range v.Items {
		weights[v.Items[i].Key] = v.Items[i].Num
	}
	return v.Key, weights, true
}

// Claim is a statement of the record.
type Claim struct {
	Field  string   `json:"field" doc:"The record's member."`
	Value  string   `json:"value" doc:"Its value; objects and arrays as JSON."`
	Signed bool     `json:"signed" doc:"Whether it is inside the signed bytes; the value is then read from them."`
	Kind   string   `json:"kind" doc:"What it is in JSON: number, text, object, array, true, false or null."`
	Means  []string `json:"means,omitempty" doc:"What it counts as: score, rating, rank, tier, result, agent, name, challenge, title, submission, arena, submitted, time, rules, code or weights. If several members have one meaning, only one of them gets it."`
}

// Members returns the names of the record's members in order, inside the signed bytes and
// outside them, without the signature. It includes other members named like a signature.
func (r *Record) Members() (signed, unsigned []string) {
	if r.Value == nil {
		return nil, nil
	}
	for i := range r.Value.Items {
		switch name := r.Value.Items[i].Key; {
		case r.Cover(name):
			signed = append(signed, name)
		case name != r.signature:
			unsigned = append(unsigned, name)
		}
	}
	return signed, unsigned
}

// IsKey reports whether a member holds the key of a flat record, which the signature
// itself tells.
func (r *Record) IsKey(name string) bool { return name == r.key }

// Claims returns the record's members in its order, without the signature and the
// key. Long values are cut.
func (r *Record) Claims() (claims []Claim) {
	if r.Value == nil {
		return nil
	}
	for i := range r.Value.Items {
		member := &r.Value.Items[i]
		inside := r.Cover(member.Key)
		if !inside && member.Key == r.signature || r.IsKey(member.Key) || inside && IsKeyMember(member.Key) {
			continue
		}
		c := Claim{Field: member.Key, Value: shownValue(member), Signed: inside, Kind: kindOf(member)}
		if inside {
			c.Means = meansOf(r.Signed.value, member.Key)
		}
		claims = append(claims, c)
	}
	return claims
}

// kindOf returns the JSON kind of a value.
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

// shownValue returns a value for a reader.
func shownValue(v *jcs.Value) string {
	text := v.Str
	switch v.Kind {
	case jcs.Number:
		text = op.Show(v.Num)
	case jcs.String:
	default:
		text = string(v.AppendCanonical(nil))
	}
	return Cut(text)
}

// mostShown is the number of characters of a text to show.
const mostShown = 200

// Cut returns a text as claims give it: of a long one the beginning.
func Cut(text string) string {
	n := 0
	for at := range text {
		if n++; n > mostShown {
			return text[:at] + "…"
		}
	}
	return text
}
