// Package names gives the types of a catalogue of operations their published
// names: those of engine.d.ts, of the JSON Schemas and of the OpenAPI document.
package names

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Names gives a name to every type that is declared.
//
// The request and response of score.compute are ScoreComputeRequest and
// ScoreComputeResponse, whatever their names in Go. Objects below them have the
// names of their Go types. If another shape already has the name, it becomes
// ScoreEntry, then ScoreComputeEntry, then ScoreComputeEntry2: later operations
// never rename the types of earlier ones.
type Names struct {
	Declared []Declaration // in the order they are first used
	names    map[*op.Schema]string
	taken    map[string]bool
}

// Declaration is a type under its name.
type Declaration struct {
	Name   string
	Schema *op.Schema
	Alias  bool // of a type that has another name
}

// reserved are names that engine.d.ts uses itself, or that would hide a global
// type there.
var reserved = strings.Fields(`
	AuditView AuditViewRequest Engine EngineError ErrorCode HttpRequest HttpResponse Offer Operations Options Source
	Table TableDrawRequest TableDraws TableRanks TableRanksRequest TableRequest TableStep TableView TableViewRequest
	Array ArrayBuffer ArrayBufferView BigInt Boolean Date Error Function Map Number Object Omit Partial Pick Promise
	Record Required Response Request Set String Symbol URL Uint8Array WebAssembly`)

// Of returns the names of all types in the catalogue.
func Of(catalogue []op.Op) *Names {
	n := &Names{names: map[*op.Schema]string{}, taken: map[string]bool{}}
	for _, name := range reserved {
		n.taken[name] = true
	}
	for _, o := range catalogue {
		n.taken[Request(o)], n.taken[Response(o)] = true, true
	}
	for _, o := range catalogue {
		n.root(o, o.Request(), Request(o))
		n.root(o, o.Response(), Response(o))
	}
	return n
}

// Name returns the name of a type of the catalogue. A type without a name is written
// in the place of its use.
func (n *Names) Name(s *op.Schema) (string, bool) {
	name, ok := n.names[s]
	return name, ok
}

// Request returns the name of the type of an operation's request.
func Request(o op.Op) string { return camel(o.Name) + "Request" }

// Response returns the name of the type of an operation's response.
func Response(o op.Op) string { return camel(o.Name) + "Response" }

// root names an operation's request or response, and all types below it. If the
// type has a meaning of its own, such as a Rulebook, it keeps its name and the
// root is an alias.
func (n *Names) root(o op.Op, s *op.Schema, name string) {
	alias := named(s) && !strings.HasSuffix(s.Name, "Request") && !strings.HasSuffix(s.Name, "Response")
	n.Declared = append(n.Declared, Declaration{name, s, alias})
	if alias {
		n.visit(o, s)
		return
	}
	if s.Kind == op.KindObject || s.Kind == op.KindOneOf {
		n.names[s] = name
	}
	n.below(o, s)
}

// visit names s, if it has a named type, and all types below it.
func (n *Names) visit(o op.Op, s *op.Schema) {
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
		n.Declared = append(n.Declared, Declaration{name, s, false})
	}
	n.below(o, s)
}

func (n *Names) below(o op.Op, s *op.Schema) {
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

// choose returns the name of an equal shape that was declared before, or a free
// name.
func (n *Names) choose(o op.Op, s *op.Schema) (name string, known bool) {
	for _, d := range n.Declared {
		if !d.Alias && d.Schema.Name == s.Name && same(s, d.Schema, map[[2]*op.Schema]bool{}) {
			return d.Name, true
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

// same reports whether two schemas are equal, including their documentation. A
// pair under comparison counts as equal, so recursion ends.
func same(a, b *op.Schema, assumed map[[2]*op.Schema]bool) bool {
	if a == b || assumed[[2]*op.Schema{a, b}] {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	assumed[[2]*op.Schema{a, b}] = true
	return a.Kind == b.Kind && a.Name == b.Name && a.Doc == b.Doc &&
		slices.Equal(a.Enum, b.Enum) && a.MaxLen == b.MaxLen && equal(a.Min, b.Min) && equal(a.Max, b.Max) &&
		same(a.Elem, b.Elem, assumed) &&
		slices.EqualFunc(a.Options, b.Options, func(x, y *op.Schema) bool { return same(x, y, assumed) }) &&
		slices.EqualFunc(a.Fields, b.Fields, func(x, y op.Field) bool {
			return x.Name == y.Name && x.Doc == y.Doc && x.Optional == y.Optional && same(x.Schema, y.Schema, assumed)
		})
}

func equal(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }

var (
	packagePath = regexp.MustCompile(`[\w./-]*\.`) // of a type argument: Page[a/b.Entry]
	word        = regexp.MustCompile(`[A-Za-z0-9]+`)
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
