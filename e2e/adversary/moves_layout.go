package adversary

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// layoutMoves read signed bytes as a flat record, by a layout made for them.
var layoutMoves = []move{
	{"relabel", 6, func(m *Maker, c *Case) bool {
		o := m.known(c)
		if o == nil {
			return false
		}
		if ready := c.Options.laid; len(ready) > 0 && !m.One(4) {
			one := Pick(m.Rand, ready)
			c.replace(m.flat(one.from, one.record), one.from)
			return true
		}
		r, l := m.relabel(o)
		if r == nil {
			return false
		}
		if !c.shared && !m.One(3) {
			c.Options.Layout = l
		}
		c.replace(m.flat(o, r), o)
		return true
	}},
	{"same layout", 6, func(m *Maker, c *Case) bool {
		o := c.Origs[0]
		if c.shared || o.Layout == nil {
			return false
		}
		c.Options.Layout = o.Layout
		return true
	}},
}

// laid is a record that a layout spells as the bytes that an original signs.
type laid struct {
	record Record
	layout *layout.Layout
	from   *Original
}

// flat returns the flat record with an original's signature.
func (m *Maker) flat(o *Original, r Record) Proof {
	r = r.With("evaluator_signature", text(hex.EncodeToString(o.Signature)))
	if !m.One(6) {
		r = r.With("evaluator_pubkey", text(o.Key))
	}
	return Proof{Text: r.Compact()}
}

// relabel cuts the bytes that an original signs into values and gives them names:
// a record, and the layout that spells it as those bytes. The record is nil if the
// bytes are no text.
func (m *Maker) relabel(o *Original) (Record, *layout.Layout) {
	b := string(o.Bytes)
	if o.Code != "" && (len(b) == 32 || len(b) == 64) && !m.One(4) {
		l := &layout.Layout{Form: "json", Order: "sorted", Without: []string{"evaluator_signature", "evaluator_pubkey"},
			Hash: "sha256"}
		if len(b) == 64 {
			l.Encoding = "hex"
		}
		return recordOf(o.Code), l
	}
	if len(b) == 32 || len(b) == 64 && !utf8.ValidString(b) {
		return Record{{Pick(m.Rand, names), text(hex.EncodeToString(o.Bytes))}, {"score", "99"}},
			&layout.Layout{Form: "bytes", Order: "document", Without: []string{"evaluator_signature", "score"}}
	}
	if b == "" || !utf8.ValidString(b) {
		return nil, nil
	}
	l := &layout.Layout{Form: "values", Order: "listed", Numbers: "as-written"}
	if strings.HasSuffix(b, "\n") && m.One(2) {
		b, l.Newline = b[:len(b)-1], true
	}
	if i := m.N(len(b)); m.One(2) && i > 0 && i <= 256 && utf8.RuneStart(b[i]) {
		l.Prefix, b = b[:i], b[i:]
	}
	l.Separator = m.separator(b)
	pieces := []string{b}
	if l.Separator != "" {
		pieces = strings.Split(b, l.Separator)
	}
	if len(pieces) > 60 {
		return nil, nil
	}
	if m.One(4) {
		if r := m.pairs(pieces, l); r != nil {
			return r, l
		}
	}
	var r Record
	for i, piece := range pieces {
		r = append(r, Member{m.name(r, i), m.value(piece)})
		l.Fields = append(l.Fields, r[i].Name)
	}
	return r, l
}

// separator returns a short text inside the bytes, most often one that signers use.
func (m *Maker) separator(b string) string {
	for range 4 {
		if s := Pick(m.Rand, []string{"|", ":", ",", "\n", " ", "&", `"`, `,"`, `":`, ".", "/", ";", "=",
			"\t"}); strings.Contains(b, s) {
			return s
		}
	}
	i := m.N(len(b))
	s := b[i:min(len(b), i+1+m.N(4))]
	if !utf8.ValidString(s) {
		return ""
	}
	return s
}

// name returns a name for the next member, most often one that says much.
func (m *Maker) name(r Record, i int) string {
	name := Pick(m.Rand, names)
	if _, taken := r.get(name); taken || i > 6 && !m.One(8) {
		return "v" + strconv.Itoa(i)
	}
	return name
}

// value returns a piece as a number if it is one, most often, else as a text.
func (m *Maker) value(piece string) string {
	if n := parse(piece); n != nil && n.kind == 0 && piece[0] != '"' && strings.TrimSpace(piece) == piece && !m.One(8) {
		return piece
	}
	return text(piece)
}

// pairs reads pieces as pairs, nil if they are none.
func (m *Maker) pairs(pieces []string, l *layout.Layout) (r Record) {
	assign := Pick(m.Rand, []string{"=", ":", ": ", " ", ","})
	for _, piece := range pieces {
		name, value, ok := strings.Cut(piece, assign)
		if _, taken := r.get(name); !ok || taken || name == "evaluator_signature" || name == "evaluator_pubkey" {
			return nil
		}
		r = append(r, Member{name, m.value(value)})
	}
	l.Form, l.Assign = "pairs", assign
	for _, member := range r {
		l.Fields = append(l.Fields, member.Name)
	}
	return slices.Clone(r)
}
