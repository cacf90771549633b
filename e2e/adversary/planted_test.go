package adversary

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// planted are verifiers with one rule left out each, and the findings by which
// the generator must notice that.
var planted = []struct {
	name string
	want []string // one of these kinds
	ask  func(c *Case) Answer
}{
	{"trusts brought keys", []string{Strange}, func(c *Case) Answer {
		return c.under(func(t *Trust, o *Options) { t.Keys = append(t.Keys, news(t, o.Candidates)...) })
	}},
	{"brought keys win", []string{Renamed, WrongArena, WrongDate, Revoked}, func(c *Case) Answer {
		return c.under(func(t *Trust, o *Options) {
			for _, e := range o.Candidates {
				for _, list := range [][]Entry{t.Keys, t.Pins} {
					for i := range list {
						if list[i].Hex == e.Hex {
							list[i] = e
						}
					}
				}
			}
		})
	}},
	{"takes the request's layout", []string{Brought, Invented, Ambiguous, Unsigned, Mistaken}, func(c *Case) Answer {
		a := c.under(func(*Trust, *Options) {})
		if l := c.Options.Layout; l != nil && a.Verdict != "authentic" {
			a = believeLayout(c)
		}
		return a
	}},
	{"reads the record beside the bytes", []string{Invented, Mistaken}, func(c *Case) Answer {
		a := c.under(func(*Trust, *Options) {})
		if root := parse(c.Text); a.Pinned && root != nil && root.kind == '{' {
			a.Claims = nil
			for i, key := range root.keys {
				if plain(key) != "evaluator_signature" && plain(key) != "evaluator_pubkey" {
					a.Claims = append(a.Claims, Claim{Field: plain(key), Value: shown(root.kids[i].String()).Value, Signed: true})
				}
			}
		}
		return a
	}},
	{"takes texts for numbers", []string{Mistaken}, func(c *Case) Answer {
		a := c.under(func(*Trust, *Options) {})
		for _, name := range meanings[0].names {
			for _, claim := range a.Claims {
				if _, err := strconv.ParseFloat(claim.Value, 64); err == nil && claim.Field == name && claim.Signed {
					a.Score = claim.Value
					return a
				}
			}
		}
		return a
	}},
	{"ignores the arena", []string{WrongArena}, func(c *Case) Answer {
		return c.under(func(t *Trust, _ *Options) { each(t, func(e *Entry) { e.Arena = "" }) })
	}},
	{"ignores revocation", []string{Revoked}, func(c *Case) Answer {
		return c.under(func(t *Trust, _ *Options) { each(t, func(e *Entry) { e.Status = "" }) })
	}},
	{"ignores dates", []string{WrongDate}, func(c *Case) Answer {
		return c.under(func(t *Trust, _ *Options) { each(t, func(e *Entry) { e.ValidFrom, e.ValidTo = "", "" }) })
	}},
	{"ignores namespaces and payload types", []string{WrongUse}, func(c *Case) Answer {
		return c.under(func(t *Trust, _ *Options) { each(t, func(e *Entry) { e.Namespaces, e.PayloadTypes = nil, nil }) })
	}},
	{"ignores key numbers", []string{WrongID}, func(c *Case) Answer {
		return c.under(func(t *Trust, _ *Options) { each(t, func(e *Entry) { e.PublicKey = e.Hex }) })
	}},
	{"lets a second signature decide", []string{Invented, Mistaken, Unsigned}, secondDecides},
	{"keeps the last answer", []string{Unsigned, Invented}, keepsLast()},
	{"believes a layout that was found", []string{Ambiguous}, func(c *Case) Answer {
		a := c.under(func(*Trust, *Options) {})
		if o := c.Origs[0]; o.Ambiguous && a.Pinned && a.Verdict == "qualified" && len(o.Means["score"]) > 0 {
			a.Verdict, a.Score = "authentic", o.Means["score"][0]
		}
		return a
	}},
}

// under is the answer of proof.verify to a viewer who trusts something else. It
// shows for the trusted entries what the changed ones say.
func (c *Case) under(change func(t *Trust, o *Options)) (a Answer) {
	other, options := *c, *c.Options
	options.Trust = Trust{slices.Clone(c.Trust.Keys), slices.Clone(c.Trust.Pins)}
	change(&options.Trust, &options)
	options.Candidates = nil
	other.Options = &options
	a, _ = other.Verify()
	if e := c.Trust.Entry(a.Key); e != nil && a.Pinned && len(c.Candidates) == 0 {
		a.Owner, a.Arena, a.Source, a.ValidFrom, a.ValidTo = e.Owner, e.Arena, e.Source, e.ValidFrom, e.ValidTo
	}
	return a
}

func each(t *Trust, change func(*Entry)) {
	for _, list := range [][]Entry{t.Keys, t.Pins} {
		for i := range list {
			change(&list[i])
		}
	}
}

// news are the entries whose keys and ids are not listed.
func news(t *Trust, brought []Entry) (some []Entry) {
	for _, e := range brought {
		if t.Entry(e.Hex) == nil && !slices.ContainsFunc(append(slices.Clone(t.Keys), t.Pins...), func(old Entry) bool { return old.ID == e.ID }) {
			some = append(some, e)
		}
	}
	return some
}

// believeLayout is what a verifier shows that lays out a record as it is asked to,
// and takes the names for signed.
func believeLayout(c *Case) Answer {
	r := recordIn(c.Text)
	value, ok := r.get("evaluator_signature")
	some := r.Only(c.Options.Layout.Fields...)
	if !ok || len(some) == 0 || len(some) != len(c.Options.Layout.Fields) {
		return Answer{Verdict: "unmatched"}
	}
	signed := lay(some, c.Options.Layout)
	for _, o := range c.Origs {
		if o.Bytes != nil && string(signed) == string(o.Bytes) && plain(value) != "" && c.Trust.Entry(o.Key) != nil {
			a := trusted(c, o)
			for _, m := range some {
				a.Claims = append(a.Claims, Claim{Field: m.Name, Value: shown(m.Value).Value, Signed: true})
			}
			return a
		}
	}
	return Answer{Verdict: "unmatched"}
}

// trusted is an authentic answer about an original, without claims.
func trusted(c *Case, o *Original) Answer {
	e := c.Trust.Entry(o.Key)
	return Answer{Verdict: "authentic", Key: o.Key, Pinned: true, Owner: e.Owner, Arena: e.Arena, Source: e.Source, ValidFrom: e.ValidFrom, ValidTo: e.ValidTo, SignedBytes: b64(o.Bytes)}
}

// secondDecides takes a document for that of any signature in it which holds.
func secondDecides(c *Case) Answer {
	a := c.under(func(*Trust, *Options) {})
	root := parse(c.Text)
	if a.Verdict == "authentic" || root == nil || root.kind != '{' || len(c.Origs) < 2 {
		return a
	}
	second := c.Origs[len(c.Origs)-1]
	if c.Trust.Entry(second.Key) == nil || !strings.Contains(c.Text, b64(second.Signature)) && !strings.Contains(c.Text, b64u(second.Signature)) && !strings.Contains(c.Text, base58(second.Signature)) {
		return a
	}
	b := trusted(c, second)
	for i, key := range root.keys {
		b.Claims = append(b.Claims, Claim{Field: plain(key), Value: shown(root.kids[i].String()).Value, Signed: true})
	}
	return b
}

// keepsLast shows the last authentic answer for what cannot be read.
func keepsLast() func(c *Case) Answer {
	var last *Answer
	return func(c *Case) Answer {
		a := c.under(func(*Trust, *Options) {})
		switch {
		case a.Verdict == "authentic":
			last = &a
		case last != nil && (a.Verdict == "unreadable" || a.Verdict == ""):
			return *last
		}
		return a
	}
}

// A verifier that leaves out one rule is found out within some thousands of
// cases, and by a finding of its own kind.
func TestPlantedDefects(t *testing.T) {
	settings := load(t)
	const most = 30_000
	for i, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			m := NewMaker(settings, uint64(1000+i))
			for n := range most {
				c := m.Case()
				a := p.ask(c)
				if slices.ContainsFunc(Check(c, &a), func(f Finding) bool { return slices.Contains(p.want, f.Kind) }) {
					sound := c.under(func(*Trust, *Options) {})
					if len(Check(c, &sound)) > 0 {
						continue // found without the defect
					}
					t.Logf("found after %d cases", n+1)
					return
				}
			}
			t.Errorf("not found in %d cases", most)
		})
	}
}
