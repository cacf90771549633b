package engine

import (
	"bytes"
	"hash/fnv"
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
