package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// A recipe makes an expensive request of any size: an example in which some
// values are made as large as there is room.
type recipe struct {
	Example int      `json:"example"`
	Steps   []growth `json:"steps"`
}

// growth makes one value larger. Seed decides how.
type growth struct {
	Path []int  `json:"path"` // indexes of members and elements; −1 is the JSON in a string
	Seed uint64 `json:"seed"`
}

// kitchen makes requests of one operation from recipes.
type kitchen struct {
	*generator
	operation string
	examples  []*node
	known     []recipe // of the worst requests
}

func newKitchen(t testing.TB, o op.Op) *kitchen {
	k := &kitchen{generator: newGenerator(t, o), operation: o.Name}
	for _, e := range examples(t) {
		from, _ := Find(e.op)
		if e.isError || from.Name != o.Name && !sameRequest(from, o) || len(e.request) > 20_000 {
			continue
		}
		if n, err := k.root.read(e.request); err == nil {
			k.examples = append(k.examples, n)
		}
	}
	for range 4 {
		k.examples = append(k.examples, k.build(k.root, 0))
	}
	return k
}

// cook makes the request of a recipe with at most room bytes, as far as that is
// known before it is written.
func (k *kitchen) cook(r recipe, room int) []byte {
	root := k.examples[r.Example%len(k.examples)].clone()
	for i, s := range r.Steps {
		k.Rand = rand.New(rand.NewPCG(s.Seed, 1))
		left := (room - len(root.append(nil))) / (len(r.Steps) - i)
		k.enlarge(root.descend(s.Path), left)
	}
	k.now = root
	if len(r.Steps) > 0 && r.Steps[0].Seed%4 > 0 && room <= 1<<16 {
		k.tidy(root)
		k.align(root)
	}
	return root.append(nil)
}

func (n *node) descend(path []int) *node {
	for _, i := range path {
		switch {
		case i < 0 && n.inner != nil:
			n = n.inner
		case i >= 0 && i < len(n.items):
			n = n.items[i]
		}
	}
	return n
}

// vary is another recipe: one step more, less or other.
func (k *kitchen) vary(r recipe, random *rand.Rand) recipe {
	steps := slices.Clone(r.Steps)
	switch n := len(steps); {
	case n > 1 && random.IntN(4) == 0:
		i := random.IntN(n)
		steps = slices.Delete(steps, i, i+1)
	case n > 0 && random.IntN(3) == 0:
		steps[random.IntN(n)].Seed = random.Uint64() >> 12 // a float64 holds it
	default:
		path := k.examples[r.Example%len(k.examples)].anywhere(random)
		steps = slices.Insert(steps, random.IntN(n+1), growth{path, random.Uint64() >> 12})
	}
	return recipe{r.Example, steps}
}

// anywhere is the path of a random value.
func (n *node) anywhere(random *rand.Rand) []int {
	path := []int{}
	for {
		switch {
		case n.inner != nil && random.IntN(3) > 0:
			path, n = append(path, -1), n.inner
		case len(n.items) > 0 && random.IntN(5) > 0:
			i := random.IntN(len(n.items))
			path, n = append(path, i), n.items[i]
		default:
			return path
		}
	}
}

// enlarge makes a value as large as room allows, or a number extreme.
func (k *kitchen) enlarge(n *node, room int) {
	switch {
	case n.kind == jcs.Array && len(n.items) > 0:
		k.lengthen(n, room)
	case n.kind == jcs.Object && len(n.items) > 0:
		if s := n.shape(jcs.Object); s == nil || s.Kind == op.KindMap {
			k.widen(n, room)
		} else {
			k.member(n)
		}
	case n.kind == jcs.String:
		k.write(n, room)
	case n.kind == jcs.Number:
		k.extreme(n)
	case n.kind == jcs.Bool:
		n.text = "true"
	}
}

func (k *kitchen) lengthen(n *node, room int) {
	most, own := math.MaxInt, k.chance(2)
	if s := n.shape(jcs.Array); s != nil && s.Max != nil {
		most = int(*s.Max)
	}
	old := n.items
	for i := 0; room > 0 && len(n.items) < most; i++ {
		twin := old[i%len(old)].clone()
		k.distinct(twin, i, own)
		room -= len(twin.append(nil)) + 1
		n.items = append(n.items, twin)
	}
	if k.chance(3) {
		slices.Reverse(n.items)
	}
}

func (k *kitchen) widen(n *node, room int) {
	old := n.items
	for i := 0; room > 0; i++ {
		twin := old[i%len(old)].clone()
		twin.key += "_" + strconv.Itoa(i)
		room -= len(twin.append(nil)) + len(twin.key) + 4
		n.items = append(n.items, twin)
	}
}

// distinct gives a copy ids of its own and, if wanted, numbers of its own.
func (k *kitchen) distinct(n *node, i int, numbers bool) {
	s := n.shape(n.kind)
	switch {
	case n.kind == jcs.String && (ids[n.key] || n.key == "" || n.key == "name") && (s == nil || s.Enum == nil):
		n.text += "-" + strconv.Itoa(i)
	case n.kind == jcs.Number && (n.key == "epoch" || n.key == "attempt"):
		n.text = strconv.Itoa(i + 1000)
	case n.kind == jcs.Number && numbers && whole(n):
		n.text = show(math.Round(within(s, n.number()*math.Exp(k.NormFloat64()), true)))
	case n.kind == jcs.Number && numbers:
		n.text = show(within(s, n.number()*(0.9+0.1*k.Float64()), n.number() >= 0))
	}
	for _, item := range n.items {
		k.distinct(item, i, numbers)
	}
}

// extreme takes a number to an edge of its range, to one of few digits or of
// all, or to the smallest there are.
func (k *kitchen) extreme(n *node) {
	s := n.shape(jcs.Number)
	x := choose(k.generator, append(edges(s), 1e300, 1e-300, 1e9, 1e6, 1e5, 99_999, 3e4, 1e4, 1000, 0.12345678901234567, 0, -1e300))
	if x = within(s, x, false); whole(n) {
		x = math.Trunc(max(-1<<53, min(1<<53, x)))
	}
	n.text = show(x)
}

// write makes a text long: itself again and again, or any of what readers of
// texts may stumble over.
func (k *kitchen) write(n *node, room int) {
	s := n.shape(jcs.String)
	if s != nil && s.Enum != nil {
		n.text = choose(k.generator, s.Enum)
		return
	}
	if s != nil {
		room = min(room, s.MaxLen)
	}
	text := n.text
	if n.inner != nil {
		text = string(n.inner.append(nil))
	}
	n.inner = nil
	n.text = choose(k.generator, longTexts)(text, room)
}

var longTexts = []func(text string, room int) string{
	func(text string, room int) string { return fill(text, room) },
	func(text string, room int) string { return fill(text+"\n", room/2*2) },
	func(text string, room int) string { return "[" + fill(text+",", room/2) + "0]" },
	func(_ string, room int) string { return "[" + fill("0,", room-3) + "0]" },
	func(_ string, room int) string { return "[" + fill("{},", room-5) + "{}]" },
	func(_ string, room int) string { return fill("0\n", room/2) },
	func(_ string, room int) string { return fill("{}\n", room/2) },
	func(_ string, room int) string { return counting("c#,", room) },
	func(_ string, room int) string { return counting("c#,", room/2) + "\n" + fill("1,", room/2) },
	func(_ string, room int) string {
		return "signature," + counting("c#,", room/2) + "\n" + fill("1,", room/2)
	},
	func(_ string, room int) string { return "a,b,signature\n" + fill("1,2,3\n", room-20) },
	func(_ string, room int) string { return "{" + counting(`"k#":0,`, room/2) + `"x":1}` },
	func(_ string, room int) string {
		return strings.Repeat("[", 60) + fill("0,", room-123) + "0" + strings.Repeat("]", 60)
	},
	func(_ string, room int) string { return fill("1", room) },
	func(_ string, room int) string { return fill("\x01", room/6) },
	func(_ string, room int) string { return fill("\n", room/2) },
	func(_ string, room int) string { return fill("A", room) },
	func(_ string, room int) string { return fill("A.", room) },
	func(_ string, room int) string { return fill("— x y\n", room) },
	func(_ string, room int) string { return fill("-----BEGIN PUBLIC KEY-----\n", room/2) },
}

// fill repeats a text.
func fill(text string, room int) string {
	if text == "" || room < len(text) {
		return ""
	}
	return strings.Repeat(text, room/len(text))
}

// counting repeats a text with numbers for #.
func counting(text string, room int) string {
	var b strings.Builder
	for i := 0; b.Len() < room-20; i++ {
		b.WriteString(strings.Replace(text, "#", strconv.Itoa(i), 1))
	}
	return b.String()
}
