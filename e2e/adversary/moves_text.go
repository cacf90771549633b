package adversary

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// part is one of the case's texts, the proof more often than its signature.
func (m *Maker) part(c *Case) *string {
	if c.Signature != "" && m.One(2) {
		return &c.Signature
	}
	return &c.Text
}

// textMoves change bytes without reading them.
var textMoves = []move{
	{"cut", 2, func(m *Maker, c *Case) bool {
		p := m.part(c)
		if len(*p) < 2 {
			return false
		}
		from := m.N(len(*p))
		to := from + 1 + m.N(min(40, len(*p)-from))
		if m.One(3) {
			to = len(*p)
		}
		*p = (*p)[:from] + (*p)[to:]
		return true
	}},
	{"flip", 2, func(m *Maker, c *Case) bool {
		p := m.part(c)
		if *p == "" {
			return false
		}
		b := []byte(*p)
		b[m.N(len(b))] ^= 1 << m.N(7)
		*p = string(b)
		return true
	}},
	{"splice", 1, func(m *Maker, c *Case) bool {
		p, from := m.part(c), Pick(m.Rand, c.Setting.Originals)
		if *p == "" || from.Text == "" {
			return false
		}
		at, begin := m.N(len(*p)), m.N(len(from.Text))
		*p = (*p)[:at] + from.Text[begin:min(len(from.Text), begin+m.N(200))] + (*p)[at:]
		c.Origs = append(c.Origs, from)
		return true
	}},
	{"pad", 7, func(m *Maker, c *Case) bool {
		p := m.part(c)
		*p = Pick(m.Rand, []string{" ", "\n", "\r\n", "\ufeff", "\n\n", "\t"}) + *p
		if m.One(2) {
			*p += Pick(m.Rand, []string{" ", "\n", "\r\n", "\x00", "{}", "\n{}"})
		}
		return true
	}},
	{"wrap", 2, func(m *Maker, c *Case) bool {
		p := m.part(c)
		if *p == "" {
			return false
		}
		*p = Pick(m.Rand, []string{"```\n" + *p + "\n```", "~~~~json\r\n" + *p + "\r\n~~~~\r\n", "`" + *p + "`", text(*p), text(text(*p)), "\ufeff" + text(*p),
			"Bearer " + *p, "Authorization: bearer " + *p, "\ufeff" + *p})
		return true
	}},
	{"digits", 2, func(m *Maker, c *Case) bool {
		digits := []byte(c.Text)
		for range 20 {
			if i := m.N(max(1, len(digits))); i < len(digits) && digits[i] >= '0' && digits[i] <= '9' {
				digits[i] = byte('0' + m.N(10))
				c.Text = string(digits)
				return true
			}
		}
		return false
	}},
	{"swap texts", 3, func(m *Maker, c *Case) bool {
		if c.Signature == "" {
			return false
		}
		c.Text, c.Signature = c.Signature, c.Text
		return true
	}},
	{"join texts", 3, func(m *Maker, c *Case) bool {
		if c.Signature == "" {
			return false
		}
		c.Text, c.Signature = c.Signature+c.Text, ""
		return true
	}},
}

// values that a stranger would like a signer to have signed.
var wishes = []string{"99", "97.5", `"99"`, `"999"`, `"Mallory"`, `"Infinity"`, `"NaN"`, "1e3", "-1", "null", "true",
	`["99"]`, `{"score":99}`, `"open"`, `"meadow"`, `"gold"`, `"tallyproof-score/1"`}

// object returns an object inside the case's text that can be changed, most often the
// whole, or nil.
func (m *Maker) object(c *Case) (root, at *node) {
	switch {
	case c.Origs[0].tree != nil && c.Text == c.Origs[0].Text:
		root = c.Origs[0].tree.clone()
	case strings.HasPrefix(strings.TrimSpace(c.Text), "{"):
		root = parse(c.Text)
	}
	if root == nil {
		return nil, nil
	}
	at = root
	for m.One(5) {
		kid := at
		if len(at.kids) > 0 {
			kid = Pick(m.Rand, at.kids)
		}
		if kid.kind == 0 {
			break
		}
		at = kid
	}
	if at.kind != '{' || len(at.keys) == 0 {
		at = root
	}
	if at.kind != '{' || len(at.keys) == 0 {
		return nil, nil
	}
	return root, at
}

// inObject makes a move that changes an object.
func inObject(name string, weight int, change func(m *Maker, at *node) bool) move {
	return move{name, weight, func(m *Maker, c *Case) bool {
		root, at := m.object(c)
		if root == nil || !change(m, at) {
			return false
		}
		c.Text = root.String()
		return true
	}}
}

// memberMoves change the members of objects.
var memberMoves = []move{
	inObject("rename", 3, func(m *Maker, at *node) bool {
		at.keys[m.N(len(at.keys))] = text(Pick(m.Rand, names))
		return true
	}),
	inObject("exchange", 2, func(m *Maker, at *node) bool {
		i, j := m.N(len(at.keys)), m.N(len(at.keys))
		at.keys[i], at.keys[j] = at.keys[j], at.keys[i]
		return i != j
	}),
	inObject("reorder", 6, func(m *Maker, at *node) bool {
		i, j := m.N(len(at.keys)), m.N(len(at.keys))
		at.keys[i], at.keys[j] = at.keys[j], at.keys[i]
		at.kids[i], at.kids[j] = at.kids[j], at.kids[i]
		return i != j
	}),
	inObject("add", 5, func(m *Maker, at *node) bool {
		at.insert(m.N(len(at.keys)+1), text(Pick(m.Rand, names)), Pick(m.Rand, wishes))
		return true
	}),
	inObject("add twice", 3, func(m *Maker, at *node) bool {
		key := plain(at.keys[m.N(len(at.keys))])
		at.insert(m.N(len(at.keys)+1), disguise(m, key), Pick(m.Rand, wishes))
		return true
	}),
	inObject("drop", 2, func(m *Maker, at *node) bool {
		at.remove(m.N(len(at.keys)))
		return true
	}),
	inObject("wish", 2, func(m *Maker, at *node) bool {
		at.kids[m.N(len(at.kids))] = &node{raw: Pick(m.Rand, wishes)}
		return true
	}),
	inObject("version", 2, func(m *Maker, at *node) bool {
		at.set("version", Pick(m.Rand, []string{text(scoreTag), text("score-record/1"), "1", `"Tallyproof-Score/1"`}))
		return true
	}),
}

// disguise returns a member's name that some readers take for it.
func disguise(m *Maker, key string) string {
	switch m.N(5) {
	case 0:
		return text(strings.ToUpper(key))
	case 1:
		return text(key + " ")
	case 2:
		return text(key + "\u200b")
	case 3:
		return text(strings.ReplaceAll(key, "o", "о")) // Cyrillic
	}
	if key == "" || key[0] >= 0x80 {
		return text(key)
	}
	return `"\u00` + hex.EncodeToString([]byte{key[0]}) + text(key)[2:]
}

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
