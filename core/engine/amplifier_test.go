package engine

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// amplifiers make requests that may take far more than their size. Each takes an example
// of an operation and makes something in it as large as room allows.
var amplifiers = []struct {
	name string
	make func(k *kitchen, random *rand.Rand, room int) []byte
}{
	{"long commas", inText(func(random *rand.Rand, room int) string {
		item := []string{"0,", "{},", `"",`, `{"a":0},`, "[],"}[random.IntN(5)]
		return "[" + fill(item, room) + "0]"
	})},
	{"long base64", inText(func(random *rand.Rand, room int) string {
		item := []string{"0,", " ", "{},", `"a",`}[random.IntN(4)]
		return base64.StdEncoding.EncodeToString([]byte(`{"score":1,"a":[` + fill(item, room*3/4-40) + "0]}"))
	})},
	{"many keys", manyKeys},
	{"many signatures", inText(manySignatures)},
	{"many layouts", func(k *kitchen, random *rand.Rand, room int) []byte {
		root := k.example(random)
		intoLongest(random, root, manyLayouts(random, room))
		for _, item := range root.items {
			if item.key == "limit" {
				item.text = "1000000"
			}
		}
		return root.append(nil)
	}},
	{"long tables", inText(longTable)},
	{"answered", (*kitchen).answered},
	{"deep nesting", inText(func(random *rand.Rand, room int) string {
		deep := 1 + random.IntN(jcs.MaxDepth-4)
		return strings.Repeat("[", deep) + fill("[[[]]],", room-2*deep) + "0" + strings.Repeat("]", deep)
	})},
	{"long lists", func(k *kitchen, random *rand.Rand, room int) []byte {
		r := recipe{Example: random.IntN(len(k.examples))}
		if len(k.known) > 0 && random.IntN(2) == 0 {
			r = k.known[random.IntN(len(k.known))]
		}
		for range random.IntN(4) {
			r = k.vary(r, random)
		}
		return k.cook(r, room)
	}},
}

func (k *kitchen) example(random *rand.Rand) *node {
	return k.examples[random.IntN(len(k.examples))].clone()
}

// inText makes requests with a long text.
func inText(text func(random *rand.Rand, room int) string) func(k *kitchen, random *rand.Rand, room int) []byte {
	return func(k *kitchen, random *rand.Rand, room int) []byte {
		root := k.example(random)
		intoLongest(random, root, text(random, room))
		return root.append(nil)
	}
}

// strings are the texts of a request that may be long.
func (n *node) strings() (all []*node) {
	if n.kind == jcs.String {
		if s := n.shape(jcs.String); s == nil || s.Enum == nil {
			all = append(all, n)
		}
	}
	for _, item := range n.items {
		all = append(all, item.strings()...)
	}
	return all
}

// intoLongest puts a text into a request in place of its longest, or of any.
func intoLongest(random *rand.Rand, root *node, text string) {
	var at *node
	for _, n := range root.strings() {
		if at == nil || len(n.text) > len(at.text) || random.IntN(8) == 0 {
			at = n
		}
	}
	if at != nil {
		at.text, at.inner = text, nil
	}
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// answered makes a request that is answered, as large as the limits allow if it can.
func (k *kitchen) answered(random *rand.Rand, room int) (body []byte) {
	own := *k
	own.examples = k.right
	r := recipe{Example: random.IntN(len(own.examples))}
	body = own.cook(r, room)
	for range 3 {
		longer := own.vary(r, random)
		next := own.cook(longer, room)
		switch res := HTTP(Request{Method: http.MethodPost, Path: Prefix + "/" + k.operation, Body: next}); {
		case res.Status == http.StatusRequestEntityTooLarge:
			room = room / 2
		case res.Status == http.StatusOK && len(next) >= len(body):
			r, body = longer, next
		}
	}
	return body
}

// longTable has many rows or columns; in some every row comes first under some weights.
func longTable(random *rand.Rand, room int) string {
	columns := 1 << random.IntN(7)
	arc := random.IntN(3) == 0
	var b strings.Builder
	b.WriteString("agent")
	for c := range columns {
		fmt.Fprintf(&b, ",d%d", c)
	}
	least, rows := b.Len()+columns*8, max(3, room/(columns*4+12))
	for i := 0; i < rows && b.Len() < max(room, 3*least); i++ {
		fmt.Fprintf(&b, "\na%d", i)
		angle := math.Pi / 2 * float64(i) / float64(rows)
		for c := range columns {
			switch {
			case !arc:
				fmt.Fprintf(&b, ",%d", random.IntN(101))
			case c%2 == 0:
				fmt.Fprintf(&b, ",%.7f", 100*math.Cos(angle))
			default:
				fmt.Fprintf(&b, ",%.7f", 100*math.Sin(angle))
			}
		}
	}
	return b.String()
}

// manySignatures is an envelope with up to 32 signatures over a payload of any size. Nobody
// made them, but for the last of some.
func manySignatures(random *rand.Rand, room int) string {
	n := 1 + random.IntN(32)
	payload := []byte(`{"credentialSubject":{"final_score":1},"a":[` + fill([]string{"0,", " ", `"x",`}[random.IntN(3)], max(0, room-n*130)*3/4-60) + "0]}")
	coded := base64.RawURLEncoding.EncodeToString(payload)
	open, form, signed := `{"payloadType":"a","payload":%q,"signatures":[%s]}`, `{"sig":%q},`, fmt.Sprintf("DSSEv1 1 a %d %s", len(payload), payload)
	if random.IntN(2) == 0 {
		open, form = `{"payload":%q,"signatures":[%s]}`, `{"protected":"eyJhbGciOiJFZERTQSJ9","signature":%q},`
		signed = "eyJhbGciOiJFZERTQSJ9." + coded
	}
	list := strings.Repeat(fmt.Sprintf(form, base64.RawURLEncoding.EncodeToString(append(randomBytes(random, 63), 0))), n)
	if random.IntN(2) == 0 {
		made := ed25519.Sign(privateKey(0), []byte(signed))
		list = list[:len(list)/n*(n-1)] + fmt.Sprintf(form, base64.RawURLEncoding.EncodeToString(made))
	}
	return fmt.Sprintf(open, coded, strings.TrimSuffix(list, ","))
}

// manyLayouts is a flat record that does not say how it was signed.
func manyLayouts(random *rand.Rand, room int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"score":85.5,"evaluator_signature":"%x"`, append(randomBytes(random, 63), 0))
	if random.IntN(2) == 0 {
		fmt.Fprintf(&b, `,"evaluator_pubkey":%q`, publicKey(random))
	}
	switch random.IntN(3) {
	case 0:
		fmt.Fprintf(&b, `,"note":%q`, strings.Repeat("x", room))
	case 1:
		for i := 0; b.Len() < room; i++ {
			fmt.Fprintf(&b, `,"m%d":%d`, i, i)
		}
	case 2:
		fmt.Fprintf(&b, `,"a":[%s0]`, fill("0,", room))
	}
	return b.String() + "}"
}

// manyKeys gives a request a keyring, some of whose entries have layouts, if it takes one.
func manyKeys(k *kitchen, random *rand.Rand, room int) []byte {
	root := k.example(random)
	layout := ""
	if random.IntN(2) == 0 {
		layout = `,"layout":{"form":"json","order":"sorted","without":["evaluator_signature"]}`
	}
	id := random.IntN(2) == 0
	var b strings.Builder
	b.WriteString(`{"keys":[`)
	for i := 0; b.Len() < room*3/4 && i < 9_900; i++ {
		name := ""
		if id {
			name = fmt.Sprintf(`"id":"k%d",`, i)
		}
		fmt.Fprintf(&b, `{%s"public_key":%q%s},`, name, publicKeys()[i], layout)
	}
	ring, err := k.root.read([]byte(strings.TrimSuffix(b.String(), ",") + "]}"))
	if err != nil {
		panic(err)
	}
	text := manySignatures(random, room/4)
	if random.IntN(2) == 0 {
		text = manyLayouts(random, room/4)
	}
	for _, item := range root.items {
		switch item.key {
		case "keys", "pins", "candidates":
			ring.key = item.key
			*item = *ring
		case "text":
			item.text, item.inner = text, nil
		}
	}
	return root.append(nil)
}

// publicKeys are keys of a keyring, in hexadecimal.
var publicKeys = sync.OnceValue(func() (keys []string) {
	for i := range 10_000 {
		keys = append(keys, hex.EncodeToString(privateKey(i)[ed25519.SeedSize:]))
	}
	return keys
})

func privateKey(i int) ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	binary.LittleEndian.PutUint64(seed, uint64(i))
	return ed25519.NewKeyFromSeed(seed)
}

func publicKey(random *rand.Rand) string { return publicKeys()[random.IntN(len(publicKeys()))] }
