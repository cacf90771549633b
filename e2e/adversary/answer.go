package adversary

import (
	"encoding/json"
	"slices"
)

// Shown is an answer of proof.verify as JSON has it, as far as it is looked at
// here.
type Shown struct {
	Verdict      string   `json:"verdict"`
	Format       string   `json:"format"`
	SignedFields []string `json:"signed_fields"`
	SignedBytes  string   `json:"signed_bytes"`
	Key          struct {
		PublicKey string `json:"public_key"`
		Pinned    bool   `json:"pinned"`
		Owner     string `json:"owner"`
		Arena     string `json:"arena"`
		Source    string `json:"source"`
		ValidFrom string `json:"valid_from"`
		ValidTo   string `json:"valid_to"`
	} `json:"key"`
	Claims []struct {
		Field  string   `json:"field"`
		Value  string   `json:"value"`
		Signed bool     `json:"signed"`
		Kind   string   `json:"kind"`
		Means  []string `json:"means"`
	} `json:"claims"`
}

// Answer is what it shows.
func (s *Shown) Answer() Answer {
	a := Answer{
		Verdict: s.Verdict, Format: s.Format, SignedFields: s.SignedFields, SignedBytes: s.SignedBytes,
		Key: s.Key.PublicKey, Pinned: s.Key.Pinned, Owner: s.Key.Owner, Arena: s.Key.Arena, Source: s.Key.Source, ValidFrom: s.Key.ValidFrom, ValidTo: s.Key.ValidTo,
	}
	for _, c := range s.Claims {
		a.Claims = append(a.Claims, Claim{c.Field, c.Value, c.Kind, c.Means, c.Signed})
		for _, m := range []struct {
			means string
			to    *string
		}{{"score", &a.Score}, {"rating", &a.Rating}, {"agent", &a.Agent}, {"arena", &a.Within}} {
			if c.Signed && slices.Contains(c.Means, m.means) {
				*m.to = c.Value
			}
		}
	}
	return a
}

// AnswerIn reads an answer of proof.verify. ok is false if it is an error, or no
// answer.
func AnswerIn(text []byte) (a Answer, ok bool) {
	var s Shown
	if err := json.Unmarshal(text, &s); err != nil || s.Verdict == "" {
		return a, false
	}
	return s.Answer(), true
}

// Meant reports whether a value may be what a trusted signer of the setting meant
// by score, rating, agent or arena.
func (s *Setting) Meant(means, value string) bool {
	return slices.ContainsFunc(s.Originals, func(o *Original) bool {
		return s.Trust.Entry(o.Key) != nil && slices.Contains(o.Means[means], value)
	})
}

// All is the case as one of any original of its setting, for surfaces that answer
// with what came before it.
func (c *Case) All() *Case {
	all := *c
	all.Origs = c.Setting.Originals
	return &all
}
