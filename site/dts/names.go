package dts

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// namer gives every type that deserves one a name of its own.
//
// The request and response of score.compute are ScoreComputeRequest and
// ScoreComputeResponse, whatever Go calls them. Below them an object has the
// name of its Go type. Where another shape has that name already it becomes
// ScoreEntry, then ScoreComputeEntry, then ScoreComputeEntry2: later operations
// never rename the types of earlier ones.
type namer struct {
	names    map[*op.Schema]string
	taken    map[string]bool
	declared []declaration
}

type declaration struct {
	name   string
	schema *op.Schema
	alias  bool // of a type that has another name
}

// reserved are names the file uses itself, or that would hide a global type.
var reserved = strings.Fields(`
	Engine EngineError ErrorCode Operations Source
	Array ArrayBuffer ArrayBufferView BigInt Boolean Date Error Function Map Number Object Omit Partial Pick Promise
	Record Required Response Request Set String Symbol URL Uint8Array WebAssembly`)

// name names everything in the catalogue.
func name(catalogue []op.Op) *namer {
	n := &namer{map[*op.Schema]string{}, map[string]bool{}, nil}
	for _, name := range reserved {
		n.taken[name] = true
	}
	for _, o := range catalogue {
		n.taken[requestName(o)], n.taken[responseName(o)] = true, true
	}
	for _, o := range catalogue {
		n.root(o, o.Request(), requestName(o))
		n.root(o, o.Response(), responseName(o))
	}
	return n
}

func requestName(o op.Op) string  { return camel(o.Name) + "Request" }
func responseName(o op.Op) string { return camel(o.Name) + "Response" }

// root names an operation's request or response, and all below it. Where it is
// a thing of its own, such as a Rulebook, that keeps its name and the root is
// an alias.
func (n *namer) root(o op.Op, s *op.Schema, name string) {
	alias := named(s) && !strings.HasSuffix(s.Name, "Request") && !strings.HasSuffix(s.Name, "Response")
	n.declared = append(n.declared, declaration{name, s, alias})
	if alias {
		n.visit(o, s)
		return
	}
	if s.Kind == op.KindObject || s.Kind == op.KindOneOf {
		n.names[s] = name
	}
	n.below(o, s)
}

// visit names s, if it is of a named type, and all below it.
func (n *namer) visit(o op.Op, s *op.Schema) {
	if _, ok := n.names[s]; ok {
		return
	}
	if named(s) {
		name, known := n.choose(o, s)
		n.names[s] = name
		if known {
			return // an equal shape was declared under that name
		}
		n.taken[name] = true
		n.declared = append(n.declared, declaration{name, s, false})
	}
	n.below(o, s)
}

func (n *namer) below(o op.Op, s *op.Schema) {
	for _, f := range s.Fields {
		n.visit(o, f.Schema)
	}
	for _, option := range s.Options {
		n.visit(o, option)
	}
	if s.Elem != nil {
		n.visit(o, s.Elem)
	}
}

// choose returns the name of an equal shape that was declared before, or one
// that is free.
func (n *namer) choose(o op.Op, s *op.Schema) (name string, known bool) {
	for _, d := range n.declared {
		if !d.alias && d.schema.Name == s.Name && same(s, d.schema, map[[2]*op.Schema]bool{}) {
			return d.name, true
		}
	}
	group, _, _ := strings.Cut(o.Name, ".")
	base := camel(s.Name)
	for _, name := range []string{base, camel(group) + base, camel(o.Name) + base} {
		if !n.taken[name] {
			return name, false
		}
	}
	for i := 2; ; i++ {
		if name := camel(o.Name) + base + strconv.Itoa(i); !n.taken[name] {
			return name, false
		}
	}
}

func named(s *op.Schema) bool {
	return s.Name != "" && (s.Kind == op.KindObject || s.Kind == op.KindOneOf)
}

// same reports whether two schemas would read the same in TypeScript, comments
// included. A pair under comparison counts as equal, so recursion ends.
func same(a, b *op.Schema, assumed map[[2]*op.Schema]bool) bool {
	if a == b || assumed[[2]*op.Schema{a, b}] {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	assumed[[2]*op.Schema{a, b}] = true
	return a.Kind == b.Kind && a.Name == b.Name && a.Doc == b.Doc &&
		text(a) == text(b) && limits(a) == limits(b) && same(a.Elem, b.Elem, assumed) &&
		slices.EqualFunc(a.Options, b.Options, func(x, y *op.Schema) bool { return same(x, y, assumed) }) &&
		slices.EqualFunc(a.Fields, b.Fields, func(x, y op.Field) bool {
			return x.Name == y.Name && x.Doc == y.Doc && x.Optional == y.Optional && same(x.Schema, y.Schema, assumed)
		})
}

var (
	packagePath = regexp.MustCompile(`[\w./-]*\.`) // of a type argument: Page[a/b.Entry]
	word        = regexp.MustCompile(`[A-Za-z0-9]+`)
	identifier  = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)
)

// camel makes a type name: score.compute becomes ScoreCompute, a generic
// Page[a/b.Entry] PageEntry.
func camel(name string) string {
	if strings.Contains(name, "[") {
		name = packagePath.ReplaceAllString(name, "")
	}
	var b strings.Builder
	for _, w := range word.FindAllString(name, -1) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// key is a member's name, in quotes where it is not an identifier.
func key(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return quote(name)
}

// quote is a string literal: a JSON string is one in TypeScript too.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
