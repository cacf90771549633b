package adversary

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/badge"
)

// replace makes the case another original, or what is made of it.
func (c *Case) replace(p Proof, from *Original) {
	c.Proof, c.Origs = p, append(c.Origs, from)
}

// known returns an original of the setting whose signed bytes are known, nil if the
// case's own are not and none is picked in a few attempts.
func (m *Maker) known(c *Case) *Original {
	if c.Origs[0].Bytes != nil {
		return c.Origs[0]
	}
	for range 4 {
		if o := Pick(m.Rand, c.Setting.Originals); o.Bytes != nil {
			return o
		}
	}
	return nil
}

// envelopeMoves take signed bytes of one envelope and present them as another, or
// put a proof inside another.
var envelopeMoves = []move{
	{"present", 8, func(m *Maker, c *Case) bool {
		o := m.known(c)
		if o == nil {
			return false
		}
		p, ok := m.present(o)
		if ok {
			c.replace(p, o)
		}
		return ok
	}},
	{"nest", 4, func(m *Maker, c *Case) bool {
		inner := c.Text
		if parse(inner) == nil {
			inner = text(inner)
		}
		switch m.N(7) {
		case 0:
			c.Text = "[" + inner + "]"
		case 1:
			c.Text = Record{{Pick(m.Rand, []string{"record", "proof", "document", "payload", "predicate", "credentialSubject",
				"x"}), inner}}.Compact()
		case 2:
			c.Text = text(c.Text)
		case 3:
			c.Text = Record{{"payloadType", text(ScoreType)}, {"payload", text(b64([]byte(c.Text)))},
				{"signatures", `[{"keyid":"x","sig":` + text(m.anySignature(c)) + `}]`}}.Compact()
		case 4:
			c.Text = m.stranger.header() + "." + b64u([]byte(c.Text)) + "." + b64u(unbase64(m.anySignature(c)))
		case 5:
			c.Text = Record{{"credentialSubject", inner}, {"proof", first(recordIn(c.Text), "proof")}}.With("agent",
				text("Mallory")).Compact()
			if !strings.Contains(c.Text, `"proof":{`) {
				return false
			}
		case 6:
			if c.Signature == "" {
				c.Signature, c.Text = c.Text, Record{{"agent", text("Mallory")}, {"score", "99"}}.Compact()
			}
		}
		return true
	}},
	{"graft", 3, func(m *Maker, c *Case) bool {
		from := Pick(m.Rand, c.Setting.Originals)
		root, _ := m.object(c)
		if root == nil || from.tree == nil || from.tree.kind != '{' {
			return from.Signature != nil && c.Signature != "" && c.graftText(from)
		}
		done := false
		for _, name := range []string{"evaluator_signature", "proof", "signatures", "signature", "payload", "protected"} {
			if value := from.tree.get(name); value != nil && root.get(name) != nil {
				root.set(name, value.String())
				done = true
				if m.One(2) {
					break
				}
			}
		}
		if done {
			c.Text, c.Origs = root.String(), append(c.Origs, from)
		}
		return done
	}},
	{"merge", 4, mergeProofs},
	{"leaf", 9, func(m *Maker, c *Case) bool {
		if !strings.HasPrefix(c.Signature, "c2sp.org/tlog-proof") {
			return false
		}
		switch other := Pick(m.Rand, c.Setting.Originals); m.N(4) {
		case 0:
			c.Text = other.Text
			c.Origs = append(c.Origs, other)
		case 1:
			c.Signature = strings.Replace(c.Signature, "index 1\n", "index "+string(rune('0'+m.N(5)))+"\n", 1)
		case 2:
			c.Signature = strings.Replace(c.Signature, "index ", "extra "+b64([]byte(hostileCode))+"\nindex ", 1)
			if m.One(2) {
				c.Text, c.Signature = c.Signature, ""
			}
		default:
			c.Text = noteName + "\n4\n" + b64([]byte(strings.Repeat("x", 32))) + "\n"
		}
		return true
	}},
	{"badge", 3, func(m *Maker, c *Case) bool {
		text, kind, variant := c.Text, Pick(m.Rand, badge.Kinds),
			Pick(m.Rand, []string{"auto", "light", "dark", "compact", "loud"})
		if c.Signature != "" {
			return false
		}
		if picture := m.picture(c, kind); picture != "" && !m.One(4) {
			c.Text = m.edit(picture, text, kind, variant)
			return true
		}
		c.Text = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text>score 99 verified</text><metadata>tallyproof-badge/1 ` + kind + " " + variant + " " + b64([]byte(text)) + "</metadata></svg>"
		return true
	}},
}

func (c *Case) graftText(from *Original) bool {
	c.Signature, c.Origs = from.Proof.Signature, append(c.Origs, from)
	return c.Signature != ""
}

// recordIn returns the JSON object that a text is, empty if it is none.
func recordIn(text string) (r Record) {
	if root := parse(text); root != nil && root.kind == '{' {
		for i, key := range root.keys {
			r = append(r, Member{plain(key), root.kids[i].String()})
		}
	}
	return r
}

// anySignature returns the signature of the case's original, else one of the
// stranger's, in base64.
func (m *Maker) anySignature(c *Case) string {
	if sig := c.Origs[0].Signature; sig != nil && !m.One(3) {
		return b64(sig)
	}
	return b64(m.stranger.sign([]byte(c.Text)))
}

// present shows signed bytes and their signature as another format.
func (m *Maker) present(o *Original) (p Proof, ok bool) {
	whole := utf8.Valid(o.Bytes)
	number := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	switch m.N(6) {
	case 0: // bare
		p = Proof{Message: b64(o.Bytes), Signature: hex.EncodeToString(o.Signature)}
		if whole && m.One(2) {
			p.Text, p.Message = string(o.Bytes), ""
		}
	case 1: // signify
		p = Proof{Message: b64(o.Bytes), Signature: "untrusted comment: x\n" +
			b64(append(append([]byte("Ed"), number...), o.Signature...)) + "\n"}
	case 2: // signed note
		if !whole {
			return p, false
		}
		public, _ := hex.DecodeString(o.Key)
		name := Pick(m.Rand, []string{noteName, "mallory"})
		p.Text = strings.TrimSuffix(string(o.Bytes), "\n") + "\n\n— " + name + " " +
			b64(append(noteHash(name, public), o.Signature...)) + "\n"
	case 3: // JWS of two parts
		if header, body, found := strings.Cut(string(o.Bytes), "."); found && whole {
			p.Text = header + "." + body + "." + b64u(o.Signature)
		} else {
			p.Text = b64u([]byte(`{"alg":"EdDSA"}`)) + "." + b64u(o.Bytes) + "." + b64u(o.Signature)
		}
	case 4: // DSSE
		p.Text = Record{
			{"payloadType", text(Pick(m.Rand, []string{ScoreType, inTotoType, "text/plain"}))}, {"payload", text(b64(o.Bytes))},
			{"signatures", "[" + Record{{"sig", text(b64(o.Signature))}}.Compact() + "]"},
		}.Compact()
	default: // Data Integrity: the document is the one whose hash is signed
		document := Pick(m.Rand, []Record{o.Record, recordOf(hostileCode)})
		whole, _, _ := integrity(m.stranger, document)
		root := parse(whole)
		root.get("proof").set("proofValue", text("z"+base58(o.Signature)))
		p.Text = root.String()
	}
	return p, true
}

// mergeProofs puts the signatures of two proofs into one.
func mergeProofs(m *Maker, c *Case) bool {
	from := Pick(m.Rand, c.Setting.Originals)
	if i := strings.Index(from.Text, "\n\n— "); i > 0 && strings.Contains(c.Text, "\n\n— ") {
		c.Text, c.Origs = strings.TrimSuffix(c.Text, "\n")+"\n"+from.Text[i+2:], append(c.Origs, from)
		return true
	}
	root, _ := m.object(c)
	if root == nil || root.kind != '{' || from.tree == nil || from.tree.kind != '{' {
		return false
	}
	done := false
	for i, key := range from.tree.keys {
		name, value := plain(key), from.tree.kids[i]
		switch own := root.get(name); {
		case own == nil && (name == "signature" || name == "signatures" || name == "proof" ||
			name == "evaluator_signature" || m.One(6)):
			root.set(name, value.String())
		case own != nil && (name == "proof" || name == "signatures"):
			root.set(name, joined(m, own, value))
		default:
			continue
		}
		done = true
	}
	if done {
		c.Text, c.Origs = root.String(), append(c.Origs, from)
	}
	return done
}

// joined returns a list of what two values have, in either order.
func joined(m *Maker, a, b *node) string {
	if m.One(2) {
		a, b = b, a
	}
	list := &node{kind: '['}
	for _, n := range []*node{a, b} {
		if n.kind == '[' {
			list.kids = append(list.kids, n.kids...)
		} else {
			list.kids = append(list.kids, n)
		}
	}
	return list.String()
}

// picture returns the badge that carries the case's original, or "".
func (m *Maker) picture(c *Case, kind string) string {
	o := c.Origs[0]
	if o.Proof.Signature != "" || c.Setting.flat {
		return ""
	}
	id := c.Setting.Name + "\n" + o.Name + "\n" + kind
	picture, ok := m.pictures[id]
	if !ok {
		ring := Ring(c.Setting.Trust.all())
		if res, err := badge.Render(badge.Request{Kind: kind, Text: o.Text, Keys: ring, Carry: true}); err == nil &&
			res.Carries {
			picture = res.SVG
		}
		m.pictures[id] = picture
	}
	return picture
}

// edit changes a picture that carries a proof, or leaves it as it is.
func (m *Maker) edit(picture, proof, kind, variant string) string {
	begin := strings.Index(picture, "<metadata>")
	end := strings.Index(picture, "</metadata>")
	switch m.N(5) {
	case 0:
		return picture
	case 1:
		return picture[:begin] + "<metadata>tallyproof-badge/1 " + kind + " " + variant + " " + b64([]byte(proof)) +
			picture[end:]
	case 2:
		return picture[:begin] + "<metadata>tallyproof-badge/1 " + Pick(m.Rand, badge.Kinds) + " " + variant +
			picture[strings.LastIndexByte(picture[:end], ' '):]
	case 3:
		return picture[:begin] + strings.ReplaceAll(strings.ReplaceAll(picture[begin:], "94.25", "99"), "85", "99")
	}
	return strings.Replace(picture, "</svg>", "<text>score 99</text></svg>", 1)
}

// forged returns a record that a stranger wishes for, with a member that is an
// original's here and there.
func (m *Maker) forged(c *Case) Record {
	r := Record{{"arena", text("open")}, {"agent_name", text("Mallory")}, {"final_score", "99"}, {"elo_after", "2400"},
		{"evaluated_at", text("2026-11-20T12:00:00Z")}}
	if of := c.Origs[0].Record; len(of) > 0 && m.One(2) {
		r = of.With(Pick(m.Rand, names), Pick(m.Rand, wishes))
	}
	return r
}

// signerMoves sign with the stranger's own key.
var signerMoves = []move{
	{"sign", 4, func(m *Maker, c *Case) bool {
		envelope := Pick(m.Rand, Envelopes)
		c.Proof, c.Own = envelopes[envelope](m.stranger, m.forged(c)).Proof, m.stranger.Hex
		return true
	}},
	{"sign as another", 3, func(m *Maker, c *Case) bool {
		envelope, o := Pick(m.Rand, Envelopes), c.Origs[0]
		c.Proof, c.Own = envelopes[envelope](m.stranger, m.forged(c)).Proof, m.stranger.Hex
		id := m.stranger.keyID()
		if e := c.Setting.Trust.Entry(o.Key); e != nil {
			id = e.ID
		}
		c.Text = strings.ReplaceAll(strings.ReplaceAll(c.Text, m.stranger.Hex, o.Key), m.stranger.keyID(), id)
		return true
	}},
	{"second signature", 8, func(m *Maker, c *Case) bool {
		sig, name := make([]byte, 64), "junk"
		if m.One(2) {
			sig, name, c.Own = m.stranger.sign(c.Origs[0].Bytes),
				Pick(m.Rand, []string{m.stranger.keyID(), c.Setting.Originals[0].Name, "key-1"}), m.stranger.Hex
		}
		if strings.Contains(c.Text, "\n\n— ") {
			line := "— " + strings.ReplaceAll(name, " ", "-") + " " + b64(append(noteHash(name, m.stranger.Public), sig...))
			c.Text = strings.TrimSuffix(c.Text, "\n") + "\n" + line + "\n"
			return true
		}
		root, _ := m.object(c)
		if root == nil || root.kind != '{' {
			return false
		}
		switch {
		case root.get("payloadType") != nil && root.get("signatures") != nil:
			one := Record{{"keyid", text(name)}, {"sig", text(b64(sig))}}.Compact()
			root.set("signatures", joined(m, root.get("signatures"), &node{raw: one}))
		case root.get("signatures") != nil:
			one := Record{{"protected", text(m.stranger.header())}, {"signature", text(b64u(sig))}}.Compact()
			root.set("signatures", joined(m, root.get("signatures"), &node{raw: one}))
		case root.get("proof") != nil:
			other, _, _ := integrity(m.stranger, m.forged(c))
			root.set("proof", joined(m, root.get("proof"), parse(other).get("proof")))
			c.Own = m.stranger.Hex
		case root.get("evaluator_signature") != nil:
			root.insert(m.N(len(root.keys)+1), text("signature"), text(hex.EncodeToString(sig)))
		default:
			return false
		}
		c.Text = root.String()
		return true
	}},
}
