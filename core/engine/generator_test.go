package engine

import (
	"bytes"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// longest is the number of items a random list has at most, so that a request
// costs microseconds.
const longest = 8

// most bounds members that say how much work to do.
var most = map[string]float64{"count": 4, "repeat": 3, "samples": 24, "sample_careers": 3, "to": 40, "from": 40, "stale": 40}

// families are the rulebooks under which a request means something, too.
var families = [][]string{{"airena"}, {"clawdiators", "clawdiators-live"}, {"term", "term-live"}}

// generator makes random requests of one operation out of its examples and the
// schema. Its seed is the operation's name: it makes the same ones everywhere.
// Products are wrapped, so that no compiler fuses them with a sum.
type generator struct {
	*rand.Rand
	root    *place
	right   []*node // examples that are answered
	refused []*node
	books   []*node // the built-in rulebooks that some example is answered under, whole
	now     *node   // the request in work
}

func newGenerator(t testing.TB, o op.Op) *generator {
	t.Helper()
	return newSeededGenerator(t, o, 2026)
}

// newSeededGenerator makes other requests with another seed.
func newSeededGenerator(t testing.TB, o op.Op, seed uint64) *generator {
	t.Helper()
	h := fnv.New64a()
	h.Write([]byte(o.Name))
	g := &generator{Rand: rand.New(rand.NewPCG(seed, h.Sum64())), root: &place{schema: o.Request(), children: map[string]*place{}}}
	for _, e := range examples(t) {
		if from, _ := Find(e.op); from.Name == o.Name || sameRequest(from, o) {
			g.learn(t, o, e)
		}
	}
	for _, id := range slices.Concat(families...) { // the examples know few of them
		switch get := `{"id":"` + id + `"}`; o.Name {
		case "rulebook.get":
			g.learn(t, o, example{request: []byte(get)})
		case "rulebook.check":
			g.learn(t, o, example{request: slices.Concat([]byte(`{"rulebook":`), bytes.TrimPrefix(Call("rulebook.get", []byte(get)), []byte(`{"ok":`)))})
		}
	}
	if len(g.right) == 0 {
		t.Fatalf("%s: no example is short enough and answered", o.Name)
	}
	for _, id := range slices.Concat(families...) {
		g.book(t, o, id)
	}
	return g
}

// book keeps a built-in rulebook if some example is answered under it.
func (g *generator) book(t testing.TB, o op.Op, id string) {
	t.Helper()
	for _, n := range g.right {
		n = n.clone()
		ref := n.get("rulebook")
		if ref == nil || ref.schema.Kind != op.KindOneOf {
			return
		}
		ref.kind, ref.text, ref.items = jcs.String, id, nil
		if !answered(o.Call(n.append(nil))) {
			continue
		}
		envelope := Call("rulebook.get", []byte(`{"id":"`+id+`"}`))
		book, err := ref.place.read(envelope[len(`{"ok":`) : len(envelope)-1])
		if err != nil {
			t.Fatal(err)
		}
		g.books = append(g.books, book)
		return
	}
}

// sameRequest tells whether two operations take the same type of request.
func sameRequest(a, b op.Op) bool {
	if a.Request == nil || a.Request().Name != b.Request().Name || len(a.Request().Fields) != len(b.Request().Fields) {
		return false
	}
	for i, f := range a.Request().Fields {
		if f.Name != b.Request().Fields[i].Name {
			return false
		}
	}
	return true
}

// learn keeps an example, shortened where that does not change whether it is
// answered.
func (g *generator) learn(t testing.TB, o op.Op, e example) {
	t.Helper()
	n, err := g.root.read(e.request)
	if err != nil {
		return // about the text, not about a request
	}
	short := n.clone()
	short.shorten()
	if e.isError {
		g.refused = append(g.refused, short)
		return
	}
	if answered(Call(o.Name, short.append(nil))) {
		n = short
	} else if len(e.request) > 4096 || !answered(Call(o.Name, e.request)) {
		return
	}
	g.right = append(g.right, n)
	n.remember()
}

func answered(envelope []byte) bool { return bytes.HasPrefix(envelope, []byte(`{"ok":`)) }

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

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func choose[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// request makes one: an example changed in a few places, or a new one from the
// schema and the values of the examples.
func (g *generator) request() []byte {
	var n *node
	switch {
	case len(g.refused) > 0 && g.chance(16):
		n = choose(g, g.refused).clone()
	case g.chance(10):
		n = g.build(g.root, 0)
	default:
		n = choose(g, g.right).clone()
	}
	g.now = n
	if g.chance(2) {
		g.shrink(n)
	}
	for range 1 + g.IntN(4) {
		g.change(g.somewhere(n))
	}
	if !g.chance(16) {
		g.tidy(n)
		g.align(n)
	}
	g.limit(n)
	return n.append(nil)
}

// limit bounds a search whose effort the request may say: a signature that
// fits no layout is tried against thousands otherwise.
func (g *generator) limit(n *node) {
	if s := n.shape(jcs.Object); s == nil || !slices.ContainsFunc(s.Fields, func(f op.Field) bool { return f.Name == "limit" }) {
		return
	}
	bound := n.get("limit")
	if bound == nil {
		bound = &node{place: n.child(jcs.Object, "limit"), kind: jcs.Number, key: "limit"}
		n.items = append(n.items, bound)
	}
	if bound.kind == jcs.Number && (bound.text == "" || bound.number() > longest) {
		bound.text = strconv.Itoa(1 + g.IntN(longest))
	}
}

// somewhere is a random value inside n, as likely near the top as deep down.
func (g *generator) somewhere(n *node) *node {
	for {
		if n.inner != nil && !g.chance(6) {
			n = n.inner
			continue
		}
		if len(n.items) == 0 || g.chance(6) {
			return n
		}
		n = choose(g, n.items)
	}
}

// change changes a value in one way.
func (g *generator) change(n *node) {
	switch {
	case g.chance(80):
		g.spoil(n)
	case n.name == "rulebook" && len(g.books) > 0:
		g.rulebook(n)
	case n.kind == jcs.Number:
		g.number(n)
	case n.kind == jcs.String:
		g.string(n)
	case n.kind == jcs.Bool:
		n.text = map[string]string{"true": "false", "false": "true"}[n.text]
	case n.kind == jcs.Array:
		g.list(n)
	case n.kind == jcs.Object:
		g.object(n)
	case len(n.seen) > 0:
		n.become(choose(g, n.seen))
	}
}

// spoil puts a value where another kind is wanted.
func (g *generator) spoil(n *node) {
	text := choose(g, []string{"null", "true", `""`, "[]", "{}", "-1", "0.1", "1e308", "-1e-320", "9007199254740993", `"\u0000\ud83e\udd80"`, `{"a":[1]}`})
	wild, err := n.place.read([]byte(text))
	if err != nil {
		panic(err)
	}
	n.become(wild)
}

// rulebook takes another of the family, any other, or a whole one.
func (g *generator) rulebook(n *node) {
	if n.kind != jcs.String {
		if len(n.items) > 0 {
			g.object(n)
		}
		return
	}
	family := slices.Concat(families...)
	for _, f := range families {
		if slices.Contains(f, n.text) && !g.chance(12) {
			family = f
		}
	}
	id := choose(g, family)
	for _, book := range g.books {
		if book.get("id").text != id {
			continue
		}
		n.text = id
		if g.chance(4) {
			n.become(book)
			n.get("id").text = "custom"
			g.change(g.somewhere(n))
		}
		return
	}
	if g.chance(12) {
		n.text = id
	}
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

// build makes a new value for a place: one of the examples', or one from the
// schema.
func (g *generator) build(p *place, depth int) *node {
	if len(p.seen) > 0 && depth > 0 && (p.schema == nil || !g.chance(4)) {
		return choose(g, p.seen).clone()
	}
	s := p.schema
	if s != nil && s.Kind == op.KindOneOf {
		s = choose(g, s.Options)
		if s.Name == "Rulebook" {
			s = p.schema.Options[0]
		}
	}
	if s == nil || depth > 6 {
		return &node{place: p, kind: jcs.Null, text: "null"}
	}
	n := &node{place: p, kind: kindOf(s)}
	switch s.Kind {
	case op.KindString:
		n.text = choose(g, []string{"a", "b", "term", "airena", "veteran", "2026-03-01T12:00:00Z"})
		if s.Enum != nil {
			n.text = choose(g, s.Enum)
		}
	case op.KindNumber, op.KindInteger:
		n.text = choose(g, []string{"0", "1", "2", "10", "0.5", "100", "1000"})
		g.number(n)
	case op.KindBool:
		n.text = strconv.FormatBool(g.chance(2))
	case op.KindArray:
		least := 1
		if s.Min != nil {
			least = int(*s.Min)
		}
		for range min(longest, least+g.IntN(3)) {
			n.items = append(n.items, g.build(p.child(jcs.Array, ""), depth+1))
		}
	case op.KindMap:
		for i := range 1 + g.IntN(3) {
			m := g.build(p.child(jcs.Object, ""), depth+1)
			if m.key == "" || n.get(m.key) != nil {
				m.key = string(rune('a' + i))
			}
			n.items = append(n.items, m)
		}
	case op.KindObject:
		for _, f := range s.Fields {
			if !f.Optional || g.chance(3) {
				m := g.build(p.child(jcs.Object, f.Name), depth+1)
				m.key = f.Name
				n.items = append(n.items, m)
			}
		}
	}
	return n
}
