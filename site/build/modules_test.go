package build

import (
	"slices"
	"strings"
	"testing"
)

func TestModuleReferences(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"import", `import "./a.mjs"`, "./a.mjs"},
		{"import of names", `import a, { b as c } from './a.mjs';`, "./a.mjs"},
		{"import of a namespace", "import * as a\nfrom\n'../a.mjs'", "../a.mjs"},
		{"export from", `export { a } from "./a.mjs"; export * from "./b.mjs"; export * as c from "./c.mjs"`, "./a.mjs ./b.mjs ./c.mjs"},
		{"dynamic", "const a = await import('./a.mjs'); import(`./b.mjs`)", "./a.mjs ./b.mjs"},
		{"dynamic over lines", "import(\n  // why\n  './a.mjs'\n)", "./a.mjs"},
		{"file", `fetch(new URL("./a.wasm", import.meta.url))`, "./a.wasm"},
		{"worker", `new Worker(new URL('./a.mjs', import.meta.url), { type: 'module' })`, "./a.mjs"},
		{"trailing comma", `new URL("./a.wasm", import.meta.url,)`, "./a.wasm"},
		{"query and fragment", `new URL("./a.svg?x=./b#c", import.meta.url); import "./b.mjs#x"`, "./a.svg ./b.mjs"},
		{"attributes", `import a from "./a.json" with { type: "json" }`, "./a.json"},
		{"no space", `import{a}from"./a.mjs";export*from"./b.mjs"`, "./a.mjs ./b.mjs"},
		{"bare and absolute", `import "node:fs"; import a from "a"; import "/assets/a.mjs"; import "https://a.test/./a.mjs"`, ""},
		{"a variable", "import(a); import(`./${a}.mjs`); new URL(a, import.meta.url)", ""},
		{"comments", "// import './a.mjs'\n/* import './b.mjs' */ /** @typedef {import('./c.mjs').C} C */", ""},
		{"strings", `const a = "import './a.mjs'", b = './b.mjs', c = { from: "./c.mjs" }, d = f("./d.mjs")`, ""},
		{"template", "const a = `import './a.mjs' ${b ? `from './c.mjs'` : ''}`; import './d.mjs'", "./d.mjs"},
		{"another base", `new URL("./a.wasm", location.href); new URL("./b.wasm")`, ""},
		{"Array.from", `Array.from("./a.mjs")`, ""},
		{"regular expression", `const a = /["'\/]import/.test(b); import "./a.mjs"`, "./a.mjs"},
		{"regular expression after if", `if (a) /"/.test(b); import("./a.mjs")`, "./a.mjs"},
		{"regular expression after return", "function f() { return /`/ }\n/'/.test(a); import('./a.mjs')", "./a.mjs"},
		{"regular expression after an arrow", `const f = () => /"/g; import("./a.mjs")`, "./a.mjs"},
		{"division", `let a = b / c, d = (e) / f[0] / g++ / 2, h = "'" / this; import("./a.mjs")`, "./a.mjs"},
		{"division of a template", "let a = `${1}` / 2; let b = '/'; import('./a.mjs')", "./a.mjs"},
		{"for await", "for await (const a of b) /'/.test(a); import('./a.mjs')", "./a.mjs"},
	} {
		t.Run(row.name, func(t *testing.T) {
			found, err := moduleReferences(source{"m.mjs", "m.mjs", []byte(row.text)})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(inText(t, row.text, found), " "); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

// inText cuts the references out of the text they were found in.
func inText(t *testing.T, text string, found []reference) []string {
	t.Helper()
	var paths []string
	last := 0
	for _, r := range found {
		if r.start < last || r.end > len(text) || text[r.start:r.end] != r.path {
			t.Fatalf("%+v is not in %q", r, text)
		}
		paths, last = append(paths, r.path), r.end
	}
	return paths
}

func FuzzModuleReferences(f *testing.F) {
	for _, text := range []string{`import "./a.mjs"`, "import(`./b.mjs`)", "a / b / c", "/'/", "`${`${a}`}`", "new URL('./a', import.meta.url)", "\x00", "if(a)/x/", "'"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, err := moduleReferences(source{"m.mjs", "m.mjs", []byte(text)})
		if err == nil && slices.Contains(inText(t, text, found), "") {
			t.Errorf("%q: found an empty path", text)
		}
	})
}
