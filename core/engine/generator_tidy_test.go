package engine

import (
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// ordered are members of one object of which the first is not over the second.
var ordered = [][2]string{{"passed", "total"}, {"used", "limit"}, {"wins", "completed"}, {"completed", "attempts"}, {"wins", "challenges"}, {"from", "to"}}

// ids are members that name a thing, and references those that name one of the
// things in a list.
var (
	ids        = map[string]bool{"id": true, "agent": true, "miner": true, "validator": true, "challenge": true}
	references = map[string]string{"validator": "validators", "first": "submissions"}
)

// tidy mends what operations would refuse at once: more passed than there are,
// parts that no longer add up.
func (g *generator) tidy(n *node) {
	if n.inner != nil {
		g.tidy(n.inner)
	}
	for _, pair := range ordered {
		if a, b := n.amount(pair[0]), n.amount(pair[1]); a != nil && b != nil && a.number() > b.number() {
			a.text, b.text = b.text, a.text
		}
	}
	switch {
	case n.kind == jcs.Object && (n.name == "weights" || n.name == "baseline"):
		level(n.items, 1, 100)
	case n.kind == jcs.Object && n.get("win") != nil:
		var odds []*node
		for _, key := range []string{"draw", "win", "loss"} {
			if part := n.amount(key); part != nil {
				odds = append(odds, part)
			}
		}
		level(odds, 1)
	case n.kind == jcs.Array:
		var alphas []*node
		for _, item := range n.items {
			if part := item.amount("alpha"); part != nil {
				alphas = append(alphas, part)
			}
		}
		level(alphas, 100)
	}
	for _, item := range n.items {
		g.tidy(item)
	}
}

// amount is the member of that name, if it is a number.
func (n *node) amount(key string) *node {
	if m := n.get(key); m != nil && m.kind == jcs.Number {
		return m
	}
	return nil
}

// level makes parts add up to the nearest of some totals: each is brought into
// what is left, and the last takes the rest.
func level(parts []*node, totals ...float64) {
	sum := 0.0
	for _, part := range parts {
		if part.kind != jcs.Number {
			return
		}
		sum += part.number()
	}
	total := totals[0]
	for _, other := range totals {
		if math.Abs(sum-other) < math.Abs(sum-total) {
			total = other
		}
	}
	if math.Abs(sum-total) < 1e-9 {
		return
	}
	left := total
	for i, part := range parts {
		x := max(0, min(left, part.number()))
		if i == len(parts)-1 {
			x = math.Round(float64(left*1e12)) / 1e12
		}
		left -= x
		part.text = show(x)
	}
}

// align makes the parts of a request speak of the same things: every
// submission has the dimensions that are weighed, and references lead to
// something in their list.
func (g *generator) align(root *node) {
	var keys []*node
	if weights := root.get("weights"); weights != nil {
		keys = weights.items
	}
	if measured := root.get("measurements"); measured != nil {
		measured.items = slices.DeleteFunc(measured.items, func(m *node) bool { return len(keys) > 0 && !named(keys, m.key) })
		cover(measured, keys)
	}
	if list := root.get("submissions"); list != nil {
		for _, s := range list.items {
			scores := s.get("dimensions")
			if scores == nil {
				continue
			}
			if keys == nil {
				keys = scores.items
			}
			cover(scores, keys)
		}
		g.reorder(root.get("order"), list)
	}
	g.refer(root, root)
}

func named(list []*node, key string) bool {
	return slices.ContainsFunc(list, func(n *node) bool { return n.key == key })
}

// cover gives a map the keys it lacks, each with a value it has.
func cover(n *node, keys []*node) {
	for i, key := range keys {
		if len(n.items) > 0 && !named(n.items, key.key) {
			twin := n.items[i%len(n.items)].clone()
			twin.key = key.key
			n.items = append(n.items, twin)
		}
	}
}

// reorder makes an order of ids that are not in the list into one of ids that
// are.
func (g *generator) reorder(order, list *node) {
	if order == nil {
		return
	}
	at := g.Perm(len(list.items))
	var seen []string
	for i, item := range order.items {
		if !slices.ContainsFunc(list.items, func(n *node) bool { return n.get("id") != nil && n.get("id").text == item.text }) || slices.Contains(seen, item.text) {
			order.items = order.items[:min(len(order.items), len(list.items))]
			for k := range order.items {
				if id := list.items[at[k]].get("id"); id != nil {
					order.items[k].become(id)
				}
			}
			return
		}
		seen = append(seen, order.items[i].text)
	}
}

// refer leads references that lead nowhere to something in their list.
func (g *generator) refer(root, n *node) {
	if list := root.get(references[n.key]); n.kind == jcs.String && list != nil && len(list.items) > 0 {
		known := slices.ContainsFunc(list.items, func(m *node) bool { return m.get("id") != nil && m.get("id").text == n.text })
		if id := choose(g, list.items).get("id"); !known && id != nil {
			n.become(id)
		}
	}
	for _, item := range n.items {
		g.refer(root, item)
	}
}
