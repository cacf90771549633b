package adversary

import (
	"encoding/hex"
	"strings"
)

// forged is a record that a stranger wishes for, with a member that is an
// original's here and there.
func (m *Maker) forged(c *Case) Record {
	r := Record{{"arena", text("open")}, {"agent_name", text("Mallory")}, {"final_score", "99"}, {"elo_after", "2400"}, {"evaluated_at", text("2026-11-20T12:00:00Z")}}
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
			sig, name, c.Own = m.stranger.sign(c.Origs[0].Bytes), Pick(m.Rand, []string{m.stranger.keyID(), c.Setting.Originals[0].Name, "key-1"}), m.stranger.Hex
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
