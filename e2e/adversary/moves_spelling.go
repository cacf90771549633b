package adversary

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// leafMove changes the spelling of a value that is no object or array.
func leafMove(name string, weight int, respell func(m *Maker, raw string) string) move {
	return inObject(name, weight, func(m *Maker, at *node) bool {
		for range 6 {
			kid := Pick(m.Rand, at.kids)
			if kid.kind != 0 {
				continue
			}
			if raw := respell(m, kid.raw); raw != "" && raw != kid.raw {
				kid.raw = raw
				return true
			}
		}
		return false
	})
}

// spellingMoves write the same values otherwise.
var spellingMoves = []move{
	leafMove("number", 7, func(m *Maker, raw string) string {
		x, err := strconv.ParseFloat(raw, 64)
		if err != nil {
			return ""
		}
		switch m.N(6) {
		case 0:
			return strings.Replace(strconv.FormatFloat(x, 'e', -1, 64), "e+0", "e", 1)
		case 1:
			return strconv.FormatFloat(x, 'f', 3, 64)
		case 2:
			return strconv.FormatFloat(x*100, 'f', -1, 64) + "E-2"
		case 3:
			return text(raw)
		case 4:
			return raw + "0000000000000000000000000000000001"
		}
		return "-" + raw
	}),
	leafMove("escape", 8, func(m *Maker, raw string) string {
		if len(raw) < 3 || raw[0] != '"' {
			return ""
		}
		i := 1 + m.N(len(raw)-2)
		if raw[i] < ' ' || raw[i] >= 0x7f || raw[i] == '\\' || raw[i-1] == '\\' || strings.Contains(raw, `\u`) {
			return ""
		}
		return raw[:i] + `\u00` + hex.EncodeToString([]byte{raw[i]}) + raw[i+1:]
	}),
	leafMove("bytes", 7, func(m *Maker, raw string) string {
		if len(raw) < 42 || raw[0] != '"' {
			return ""
		}
		data, err := hex.DecodeString(plain(raw))
		if err != nil {
			data = unbase64(plain(raw))
		}
		if len(data) == 0 {
			return ""
		}
		switch m.N(6) {
		case 0:
			return text(hex.EncodeToString(data))
		case 1:
			return text(strings.ToUpper(hex.EncodeToString(data)))
		case 2:
			return text(b64(data))
		case 3:
			return text(b64u(data))
		case 4:
			return text("0x" + hex.EncodeToString(data))
		}
		if len(data) == 64 {
			return text("ed25519:" + hex.EncodeToString(data))
		}
		return text(Pick(m.Rand, spellings(data)))
	}),
	{"indent", 7, func(m *Maker, c *Case) bool {
		root, _ := m.object(c)
		if root == nil {
			return false
		}
		comma := Pick(m.Rand, []string{", ", ",\n  ", " ,\t"})
		var r Record
		for i, key := range root.keys {
			r = append(r, Member{plain(key), root.kids[i].String()})
		}
		c.Text = r.JSON(comma, ": ")
		return true
	}},
	{"key", 3, func(m *Maker, c *Case) bool {
		root, _ := m.object(c)
		if root == nil {
			return false
		}
		value := c.Origs[0].Key
		if m.One(3) {
			value = m.stranger.Hex
		}
		public, err := hex.DecodeString(value)
		if err != nil {
			return false
		}
		name := Pick(m.Rand, []string{"evaluator_pubkey", "evaluator_public_key", "public_key", "pubkey"})
		root.set(name, text(Pick(m.Rand, spellings(public))))
		c.Text = root.String()
		return true
	}},
	{"key number", 9, func(m *Maker, c *Case) bool {
		rows := strings.Split(c.Signature, "\n")
		if len(rows) < 2 || !c.Origs[0].Numbered {
			return false
		}
		data := unbase64(rows[1])
		if len(data) != 74 {
			return false
		}
		data[2+m.N(8)] ^= 1 << m.N(8)
		rows[1] = b64(data)
		c.Signature = strings.Join(rows, "\n")
		return true
	}},
}
