package build

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/js"
)

// A bundle is a module and all it imports as one script, which needs no other
// file: each module is a function that answers its exports, called at its first
// use. What modules name by new URL("…", import.meta.url) stays outside:
// programs of Workers, asked for as $worker("…", files), and files of theirs,
// read as $bytes("…"). Both are in single/*.js.
type bundle struct {
	script  []byte
	workers []string // modules that run in Workers of their own
	files   []string // other files
}

// newBundle bundles the modules that the names stand for, begun in that order.
// What a bundle cannot say the same way is an error: default exports, exports
// of another module's names, variables that are exported and change.
func newBundle(sources map[string]source, names ...string) (bundle, error) {
	b := &bundler{sources: sources, exports: map[string][]string{}}
	for _, name := range names {
		if err := b.add(name); err != nil {
			return bundle{}, err
		}
	}
	var text strings.Builder
	text.WriteString("const $modules={")
	for _, m := range b.modules {
		fmt.Fprintf(&text, "%q(){%s\nreturn{%s}},\n", m.name, m.text, strings.Join(b.exports[m.name], ","))
	}
	text.WriteString("},$done={},$use=name=>$done[name]??=$modules[name]();\n")
	for _, name := range names {
		fmt.Fprintf(&text, "$use(%q);\n", name)
	}
	return bundle{[]byte(text.String()), b.workers, b.files}, nil
}

type bundler struct {
	sources        map[string]source
	exports        map[string][]string // of every module begun
	modules        []struct{ name, text string }
	workers, files []string
}

// add adds a module, after those it imports.
func (b *bundler) add(name string) error {
	if _, begun := b.exports[name]; begun {
		return nil
	}
	s, ok := b.sources[name]
	if !ok {
		return fmt.Errorf("there is no module %q", name)
	}
	b.exports[name] = nil
	tokens, err := scan(s)
	if err != nil {
		return err
	}
	m := &module{bundler: b, source: s, tokens: append(tokens, make([]token, lookAhead)...)}
	for i := 0; i < len(tokens) && m.err == nil; {
		i = m.statement(i)
	}
	m.text.Write(s.data[m.from:])
	b.modules = append(b.modules, struct{ name, text string }{name, m.text.String()})
	return m.err
}

// lookAhead is how many tokens after the one in hand may be looked at.
const lookAhead = 16

// module is one that is being rewritten.
type module struct {
	*bundler
	source source
	tokens []token // and lookAhead empty ones
	text   strings.Builder
	from   int // what comes before is in text
	err    error
}

// replace writes something in place of the tokens from i up to j.
func (m *module) replace(i, j int, text string) int {
	last := m.tokens[j-1]
	m.text.Write(m.source.data[m.from:m.tokens[i].start])
	m.text.WriteString(text)
	m.from = last.start + len(last.text)
	return j
}

func (m *module) refuse(i int, format string, args ...any) int {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %s", m.source.at(m.tokens[i].start), fmt.Sprintf(format, args...))
	}
	return len(m.tokens)
}

// statement looks at the tokens from i on and returns where to look next.
func (m *module) statement(i int) int {
	rest := m.tokens[i:]
	switch named := i > 0 && m.tokens[i-1].text == "." || startWith(rest[1:], ":"); {
	case named: // a member
	case rest[0].kind == js.ImportToken && startWith(rest[1:], "("):
		return m.load(i)
	case startWith(rest, "import", ".", "meta", ".", "url"):
		return m.replace(i, i+5, "location.href")
	case rest[0].kind == js.ImportToken:
		return m.imports(i)
	case rest[0].kind == js.ExportToken:
		return m.export(i)
	case startWith(rest, "new", "URL", "(") && rest[3].kind == js.StringToken && startWith(rest[4:], ",", "import", ".", "meta", ".", "url"):
		return m.file(i)
	}
	return i + 1
}

// imports rewrites import "…" and import { a, b as c } from "…".
func (m *module) imports(i int) int {
	j := i + 1
	var names []string
	if m.tokens[j].text == "{" {
		if names, j = m.names(j); j == 0 {
			return m.refuse(i, "import: want plain names between braces")
		}
		if !startWith(m.tokens[j:], "from") {
			return m.refuse(i, "import: want { names } from a file")
		}
		j++
	}
	target, ok := m.target(m.tokens[j])
	if !ok {
		return m.refuse(i, `import: want "./file" or { names } from "./file"`)
	}
	if err := m.add(target); err != nil {
		m.err = cmp.Or(m.err, err)
		return len(m.tokens)
	}
	for _, name := range names {
		if imported, _, _ := strings.Cut(name, ":"); !slices.Contains(m.exports[target], imported) {
			return m.refuse(i, "%s exports no %s, as far as a bundle knows", target, imported)
		}
	}
	use := fmt.Sprintf("$use(%q)", target)
	if names != nil {
		use = "const{" + strings.Join(names, ",") + "}=" + use
	}
	return m.replace(i, m.end(j+1), use+";")
}

// names reads { a, b as c } at i into a, b:c and returns where it ends, 0 where
// it is something else.
func (m *module) names(i int) (names []string, end int) {
	names = []string{}
	for i++; m.tokens[i].text != "}"; {
		name := m.tokens[i].text
		if i++; startWith(m.tokens[i:], "as") {
			name += ":" + m.tokens[i+1].text
			i += 2
		}
		names = append(names, name)
		if startWith(m.tokens[i:], ",") {
			i++
		} else if !startWith(m.tokens[i:], "}") {
			return nil, 0
		}
	}
	return names, i + 1
}

// export rewrites export const a, export function a, export class A.
func (m *module) export(i int) int {
	j := i + 1
	if startWith(m.tokens[j:], "async") {
		j++
	}
	switch {
	case !startWith(m.tokens[j:], "const") && !startWith(m.tokens[j:], "function") && !startWith(m.tokens[j:], "class"):
		return m.refuse(i, "export %s: want a const, function or class", m.tokens[j].text)
	case startWith(m.tokens[j+1:], "*"): // a generator
		j++
	}
	if !js.IsIdentifier(m.tokens[j+1].kind) {
		return m.refuse(i, "export: want a name")
	}
	m.exports[m.source.name] = append(m.exports[m.source.name], m.tokens[j+1].text)
	return m.replace(i, i+1, "")
}

// load rewrites import("…").
func (m *module) load(i int) int {
	target, ok := m.target(m.tokens[i+2])
	if !ok {
		return i + 1 // somewhere else
	}
	if !startWith(m.tokens[i+3:], ")") {
		return m.refuse(i, "import(%s: want it closed", m.tokens[i+2].text)
	}
	if err := m.add(target); err != nil {
		m.err = cmp.Or(m.err, err)
		return len(m.tokens)
	}
	return m.replace(i, i+4, fmt.Sprintf("Promise.resolve().then(()=>$use(%q))", target))
}

// file rewrites new URL("…", import.meta.url): ten tokens, and maybe a comma.
// The program of a Worker is no module any more: Chromium refuses those to a
// page from disk.
func (m *module) file(i int) int {
	j := i + 10
	if startWith(m.tokens[j:], ",") {
		j++
	}
	target, ok := m.target(m.tokens[i+3])
	if !ok || !startWith(m.tokens[j:], ")") {
		return m.refuse(i, "new URL(%s: want a file of ours", m.tokens[i+3].text)
	}
	if path.Ext(target) != ".mjs" {
		m.files = appendNew(m.files, target)
		return m.replace(i, j+1, fmt.Sprintf("$bytes(%q)", target))
	}
	worker, err := newBundle(m.sources, target)
	if err != nil {
		m.err = cmp.Or(m.err, err)
	}
	m.workers = appendNew(m.workers, target)
	j++
	if option := m.tokens[j:]; startWith(option, ",", "{", "type", ":", `"module"`, "}") {
		j += 6
	}
	files, _ := json.Marshal(append([]string{}, worker.files...))
	return m.replace(i, j, fmt.Sprintf("$worker(%q,%s)", target, files))
}

func appendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// target is the asset that a string names by a relative URL.
func (m *module) target(t token) (name string, ok bool) {
	if t.kind != js.StringToken {
		return "", false
	}
	url := t.text[1 : len(t.text)-1]
	if !strings.HasPrefix(url, "./") && !strings.HasPrefix(url, "../") {
		return "", false
	}
	name = path.Join(path.Dir(m.source.name), url)
	_, ok = m.sources[name]
	return name, ok
}

// end is i, or behind the semicolon there.
func (m *module) end(i int) int {
	if startWith(m.tokens[i:], ";") {
		return i + 1
	}
	return i
}
