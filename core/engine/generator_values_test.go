package engine

import (
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// shorten cuts lists to [longest] and numbers to [most].
func (n *node) shorten() {
	if n.kind == jcs.Array && len(n.items) > longest {
		n.items = n.items[:longest]
	}
	if n.kind == jcs.Number {
		n.text = show(n.bounded(n.number()))
	}
	for _, item := range n.items {
		item.shorten()
	}
}

// bounded is x, or the most there may be at that place.
func (p *place) bounded(x float64) float64 {
	if limit, ok := most[p.name]; ok {
		return min(x, limit)
	}
	return x
}

// show writes a number; what is too large for one becomes the largest.
func show(x float64) string {
	return string(jcs.AppendNumber(nil, max(-math.MaxFloat64, min(math.MaxFloat64, x))))
}

// number moves a number, to a neighbour, a tie, an edge or anywhere near.
func (g *generator) number(n *node) {
	x, s := n.number(), n.shape(jcs.Number)
	switch g.IntN(9) {
	case 0:
		x = choose(g, append(edges(s), 0, 1))
	case 1, 2:
		if len(n.seen) > 0 {
			if other := choose(g, n.seen); other.kind == jcs.Number {
				x = other.number()
			}
		}
	case 3:
		x += float64(g.IntN(7) - 3)
	case 4:
		x = float64(x * (0.5 + float64(g.Float64())))
	case 5:
		x = float64(2 * float64(x*g.Float64()))
	case 6:
		x = math.Round(float64(x*g.Float64())*100) / 100
	case 7:
		x = math.Nextafter(x, float64(g.IntN(3)-1)*math.MaxFloat64)
	case 8:
		x = float64(g.IntN(1 + int(min(100, math.Abs(float64(2*x))))))
	}
	if whole(n) && !g.chance(60) {
		x = math.Round(x)
	}
	if !g.chance(60) {
		x = within(s, x, n.number() >= 0)
	}
	n.text = show(n.bounded(x))
}

func edges(s *op.Schema) []float64 {
	var all []float64
	if s != nil && s.Min != nil {
		all = append(all, *s.Min)
	}
	if s != nil && s.Max != nil {
		all = append(all, *s.Max)
	}
	return all
}

// shrink makes one number in two less, each to as many digits as it likes: what
// is small is within most ranges.
func (g *generator) shrink(n *node) {
	if n.name == "rulebook" || n.name == "attempt" || n.name == "epoch" {
		return
	}
	if n.kind == jcs.Number && g.chance(2) {
		x := float64(n.number() * g.Float64())
		digits := choose(g, []float64{1, 1, 10, 1000, 0})
		if whole(n) {
			digits = 1
		}
		if digits > 0 {
			x = math.Round(float64(x*digits)) / digits
		}
		n.text = show(n.bounded(within(n.shape(jcs.Number), x, n.number() >= 0)))
	}
	if n.inner != nil {
		g.shrink(n.inner)
	}
	for _, item := range n.items {
		g.shrink(item)
	}
}

// whole tells whether a number has to be one without a fraction: where no
// schema says so, whether it has none.
func whole(n *node) bool {
	if s := n.shape(jcs.Number); s != nil {
		return s.Kind == op.KindInteger
	}
	return n.number() == math.Trunc(n.number())
}

// within brings x into the range of the schema and, where nothing says that it
// may be negative, to 0 and up.
func within(s *op.Schema, x float64, positive bool) float64 {
	if s != nil && s.Max != nil {
		x = min(x, *s.Max)
	}
	if s != nil && s.Min != nil {
		return max(x, *s.Min)
	}
	if positive {
		return math.Abs(x)
	}
	return x
}

// string takes another alternative, a value of the examples, or other text.
func (g *generator) string(n *node) {
	n.inner = nil
	if s := n.shape(jcs.String); s != nil && s.Enum != nil {
		n.text = choose(g, s.Enum)
		return
	}
	if ids[n.key] && g.now.get(n.key) != n && !g.chance(6) {
		g.now.rename(n.text, choose(g, []string{"a", "A", "zz", "é", "10", "9", n.text + "2"}))
		return
	}
	switch g.IntN(8) {
	case 0:
		n.text += choose(g, []string{"x", "2", " ", "é", "\u0000", "🦀", "-", "/~", "\n", "<b>"})
	case 1:
		if len(n.text) > 0 {
			cut := g.IntN(len(n.text))
			n.text = n.text[:cut] + n.text[min(len(n.text), cut+1+g.IntN(3)):]
			n.text = string([]rune(n.text)) // half a rune becomes U+FFFD
		}
	default:
		if len(n.seen) > 0 {
			n.become(choose(g, n.seen))
		}
	}
}

// list drops, doubles, swaps, shuffles, cuts or replaces.
func (g *generator) list(n *node) {
	if len(n.items) == 0 {
		if len(n.seen) > 0 {
			n.become(choose(g, n.seen))
		}
		return
	}
	i := g.IntN(len(n.items))
	switch g.IntN(7) {
	case 0:
		if len(n.items) > 1 || g.chance(8) {
			n.items = slices.Delete(n.items, i, i+1)
		}
	case 1, 2:
		if len(n.items) < longest {
			twin := n.items[i].clone()
			g.own(twin)
			n.items = slices.Insert(n.items, g.IntN(len(n.items)+1), twin)
		}
	case 3:
		g.Shuffle(len(n.items), func(a, b int) { n.items[a], n.items[b] = n.items[b], n.items[a] })
	case 4:
		n.items = n.items[:1+i]
	case 5:
		if all := n.items[i].seen; len(all) > 0 {
			id := n.items[i].get("id")
			n.items[i].become(choose(g, all))
			if now := n.items[i].get("id"); id != nil && now != nil {
				now.become(id)
			}
		}
	case 6:
		if len(n.items) < longest && n.items[0].schema != nil {
			n.items = append(n.items, g.build(n.items[0].place, 1))
		}
	}
}

// own gives a copy ids of its own, most of the time.
func (g *generator) own(n *node) {
	for _, item := range n.items {
		switch {
		case ids[item.key] && item.kind == jcs.String && !g.chance(12):
			item.text += strconv.Itoa(g.IntN(90))
		case item.key == "attempt" || item.key == "epoch":
			item.text = show(math.Abs(item.number()) + float64(1+g.IntN(3)))
		}
	}
}

// rename gives another id to whatever has this one, wherever it is named.
func (n *node) rename(from, to string) {
	if n.kind == jcs.String && n.text == from {
		n.text = to
	}
	for _, item := range n.items {
		item.rename(from, to)
	}
}

// object moves weights, swaps two values, drops, adds or shuffles members.
func (g *generator) object(n *node) {
	s := n.shape(jcs.Object)
	named := s == nil || s.Kind == op.KindMap // members with any names
	if (n.name == "weights" || n.name == "baseline") && len(n.items) > 1 && !g.chance(6) {
		g.weights(n)
		return
	}
	if len(n.items) == 0 || g.chance(4) {
		g.member(n)
		return
	}
	i, j := g.IntN(len(n.items)), g.IntN(len(n.items))
	switch a, b := n.items[i], n.items[j]; {
	case g.chance(3):
		g.Shuffle(len(n.items), func(a, b int) { n.items[a], n.items[b] = n.items[b], n.items[a] })
	case named && a.kind == b.kind:
		a.key, b.key = b.key, a.key
	case a.optional || g.chance(20):
		n.items = slices.Delete(n.items, i, i+1)
	case len(a.seen) > 0:
		a.become(choose(g, a.seen))
	}
}

// member adds a member: of a struct one it lacks, of a map one under a name of
// the examples.
func (g *generator) member(n *node) {
	s := n.shape(jcs.Object)
	switch {
	case s != nil && s.Kind == op.KindObject && len(s.Fields) > 0:
		f := choose(g, s.Fields)
		if n.get(f.Name) == nil {
			m := g.build(n.child(jcs.Object, f.Name), 1)
			m.key = f.Name
			n.items = append(n.items, m)
		}
	case len(n.seen) > 0:
		other := choose(g, n.seen)
		if len(other.items) == 0 {
			return
		}
		if m := choose(g, other.items); n.get(m.key) == nil {
			n.items = append(n.items, m.clone())
		}
	}
}

// weights writes others with the same sum.
func (g *generator) weights(n *node) {
	total, left := 1.0, 100
	for i, item := range n.items {
		if item.kind != jcs.Number {
			return
		}
		part := left
		if i < len(n.items)-1 {
			part = g.IntN(left + 1)
		}
		left -= part
		item.text = show(float64(part) / 100)
	}
	g.Shuffle(len(n.items), func(a, b int) { n.items[a].text, n.items[b].text = n.items[b].text, n.items[a].text })
	switch g.IntN(4) {
	case 0: // percent
		for _, item := range n.items {
			item.text = show(math.Round(float64(item.number() * 100)))
		}
	case 1: // all the digits there are
		for _, item := range n.items[1:] {
			x := float64(total * g.Float64())
			total -= x
			item.text = show(x)
		}
		n.items[0].text = show(total)
	}
}
