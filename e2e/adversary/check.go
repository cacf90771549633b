package adversary

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Claim is a member of a record as an answer shows it.
type Claim struct {
	Field, Value string
	Kind         string   // "text", "number" or ""
	Means        []string // what the member is taken for
	Signed       bool
}

// Answer is what a surface shows for a proof. What it does not show is "".
type Answer struct {
	Verdict, Format              string
	Key                          string // in hexadecimal
	Pinned                       bool
	Owner, Arena, Source         string
	ValidFrom, ValidTo           string
	Claims                       []Claim
	SignedFields                 []string
	SignedBytes                  string // in base64
	Score, Rating, Agent, Within string // what it takes for them; Within is the arena
}

// Kinds of findings.
const (
	Strange    = "a key that nobody trusts counts"
	Renamed    = "a trusted entry is shown otherwise than it is listed"
	Revoked    = "a revoked key is authentic"
	WrongArena = "a key of another arena is authentic"
	WrongDate  = "a key is authentic outside its dates"
	WrongUse   = "a key is authentic for another use"
	WrongID    = "another key number is authentic"
	Ambiguous  = "bytes that leave open which value is which are authentic"
	Unsigned   = "bytes that nobody signed are shown as signed"
	Invented   = "a claim that nobody signed is shown as signed"
	Mistaken   = "a value is shown that the signer did not mean"
	Apart      = "two surfaces differ"
	Broken     = "an answer is broken"
	Brought    = "a layout of the request makes authentic"
)

// Finding is an answer that shows more than was signed.
type Finding struct{ Kind, Said string }

func found(kind, format string, args ...any) Finding {
	return Finding{kind, fmt.Sprintf(format, args...)}
}

// Check lists what an answer shows that no trusted signer of the case signed.
func Check(c *Case, a *Answer) (all []Finding) {
	if a.Verdict == "authentic" && !a.Pinned {
		return []Finding{found(Strange, "authentic, and the key %s is not pinned", a.Key)}
	}
	if !a.Pinned {
		return nil
	}
	e := c.Trust.Entry(a.Key)
	if e == nil {
		return []Finding{found(Strange, "the key %s is pinned", a.Key)}
	}
	if said, listed := [5]string{a.Owner, a.Arena, a.Source, a.ValidFrom, a.ValidTo},
		[5]string{e.Owner, e.Arena, e.Source, e.ValidFrom, e.ValidTo}; said != listed {
		all = append(all, found(Renamed, "%q is listed as %q", said, listed))
	}
	signs := a.Verdict == "authentic" || slices.ContainsFunc(a.Claims, func(c Claim) bool { return c.Signed }) ||
		len(a.SignedFields) > 0
	if !signs || a.Verdict == "unreadable" {
		return all
	}
	made := c.signedBy(a)
	if len(made) == 0 {
		return append(all, found(Unsigned, "%s by %s over %s", a.Verdict, a.Key, a.SignedBytes))
	}
	least := made[0].check(c, a, e)
	for _, o := range made[1:] {
		if other := o.check(c, a, e); len(other) < len(least) {
			least = other
		}
	}
	return append(all, least...)
}

// signedBy returns the case's originals that an answer may be about: those of its
// key, with its signed bytes.
func (c *Case) signedBy(a *Answer) (some []*Original) {
	bytes, _ := base64.StdEncoding.DecodeString(a.SignedBytes)
	for _, o := range c.Origs {
		if o.Key == a.Key && (o.Bytes == nil || a.SignedBytes == "" || string(o.Bytes) == string(bytes)) {
			some = append(some, o)
		}
	}
	return some
}

// check holds an answer against what the original's signer meant.
func (o *Original) check(c *Case, a *Answer, e *Entry) (all []Finding) {
	for _, claim := range a.Claims {
		meant, ok := o.Claims[claim.Field]
		switch {
		case !claim.Signed:
		case !ok || meant.Value != claim.Value:
			all = append(all, found(Invented, "%s: %q, signed was %q", claim.Field, claim.Value, meant.Value))
		case slices.ContainsFunc(claim.Means, func(means string) bool { return !o.may(means, claim.Value) }):
			all = append(all, found(Mistaken, "%s %q is taken for %s", claim.Field, claim.Value, claim.Means))
		case !o.Ambiguous && claim.Kind != "" && meant.Kind != "" && claim.Kind != meant.Kind:
			all = append(all, found(Mistaken, "%s %q is shown as a %s", claim.Field, claim.Value, claim.Kind))
		}
	}
	for _, name := range a.SignedFields {
		if _, ok := o.Claims[name]; !ok {
			all = append(all, found(Invented, "%s is listed as signed", name))
		}
	}
	all = append(all, o.means(a)...)
	if a.Verdict == "authentic" {
		all = append(all, o.allowed(c, a, e)...)
	}
	return all
}

// may reports whether the signer may have meant a value so. Of meanings that
// are not followed here, everything is.
func (o *Original) may(means, value string) bool {
	switch means {
	case "score", "rating", "agent", "arena":
		return slices.Contains(o.Means[means], value)
	}
	return true
}

// means compares what the answer takes for score, rating, agent and arena.
func (o *Original) means(a *Answer) (all []Finding) {
	for _, m := range []struct{ means, value string }{{"score", a.Score}, {"rating", a.Rating}, {"agent", a.Agent},
		{"arena", a.Within}} {
		if m.value != "" && !slices.Contains(o.Means[m.means], m.value) {
			all = append(all, found(Mistaken, "%s is %q, meant was %q", m.means, m.value, o.Means[m.means]))
		}
	}
	return all
}

// allowed reports why the key's entry does not allow an authentic answer. An
// answer that shows nothing of a record is about bytes alone, which name no arena.
func (o *Original) allowed(c *Case, a *Answer, e *Entry) (all []Finding) {
	if e.Status == "revoked" {
		all = append(all, found(Revoked, "%s", e.Owner))
	}
	shows := a.Score+a.Rating+a.Agent+a.Within != "" || len(a.SignedFields) > 0
	if arena, ok := o.Claims["arena"]; ok && shows && e.Arena != "" && arena.Value != e.Arena {
		all = append(all, found(WrongArena, "%s signed for %s", e.Arena, arena.Value))
	}
	if at, ok := o.Claims["evaluated_at"]; ok && (e.ValidFrom > at.Value || e.ValidTo != "" && e.ValidTo <= at.Value) {
		all = append(all, found(WrongDate, "%s to %s signed at %s", e.ValidFrom, e.ValidTo, at.Value))
	}
	if o.Namespace != "" && len(e.Namespaces) > 0 && !slices.Contains(e.Namespaces, o.Namespace) {
		all = append(all, found(WrongUse, "namespace %s, allowed are %s", o.Namespace, e.Namespaces))
	}
	if o.Type != "" && len(e.PayloadTypes) > 0 && !slices.Contains(e.PayloadTypes, o.Type) {
		all = append(all, found(WrongUse, "payload type %s, allowed are %s", o.Type, e.PayloadTypes))
	}
	if o.Ambiguous && shows && e.Layout == nil {
		all = append(all, found(Ambiguous, "%s", o.Name))
	}
	if numbered := keyNumber(e.PublicKey); numbered != "" && (a.Format == "minisign" || a.Format == "signify") &&
		keyNumber(c.Proof.Signature+"\n"+c.Text) != numbered {
		all = append(all, found(WrongID, "listed is %x", numbered))
	}
	return all
}

// keyNumber returns the number in a key or a signature of minisign or signify, "" if
// there is none.
func keyNumber(text string) string {
	for _, line := range strings.Split(text, "\n") {
		data := unbase64(strings.TrimSpace(line))
		if n := len(data); (n == 42 || n == 74) && data[0] == 'E' {
			return string(data[2:10])
		}
	}
	return ""
}

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
		Key: s.Key.PublicKey, Pinned: s.Key.Pinned, Owner: s.Key.Owner, Arena: s.Key.Arena, Source: s.Key.Source,
		ValidFrom: s.Key.ValidFrom, ValidTo: s.Key.ValidTo,
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

// All returns the case as one of any original of its setting, for surfaces that answer
// with what came before it.
func (c *Case) All() *Case {
	all := *c
	all.Origs = c.Setting.Originals
	return &all
}
