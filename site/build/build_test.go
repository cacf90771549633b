package build

import (
	"context"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/build/gowasm"
	"github.com/tallyproof/tallyproof/site/serve"
)

func TestBuild(t *testing.T) {
	files := buildFake(t, fakeSite)

	var names []string
	for name := range files {
		if plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz"); plain == name {
			names = append(names, hash.ReplaceAllString(name, ".HASH."))
		} else if !serve.Compressible(plain) {
			t.Errorf("%s: want no compressed copy", name)
		}
	}
	slices.Sort(names)
	want := []string{
		".assetsignore", "404.html", "_assets", "_headers",
		"assets/checks.HASH.mjs", "assets/engine.HASH.wasm", "assets/host.HASH.mjs", "assets/later.HASH.mjs", "assets/page.HASH.mjs",
		"assets/style.HASH.css", "assets/up.HASH.svg", "assets/verifier.HASH.wasm",
		"engine/checks.mjs", "engine/client.mjs", "engine/engine.d.ts", "engine/engine.mjs", "engine/engine.wasm", "engine/host.mjs", "engine/verifier.mjs", "engine/verifier.wasm", "engine/wasm_exec.js",
		"index.html", "llms.txt", "robots.txt", "score/airena/index.html", "sw.js",
	}
	if !slices.Equal(names, want) {
		t.Errorf("files:\n got %q\nwant %q", names, want)
	}
	for name := range files {
		if serve.Compressible(name) && (files[name+".br"] == "" || files[name+".gz"] == "") {
			t.Errorf("%s: a compressed copy is missing", name)
		}
	}

	for _, row := range []struct{ name, file, want string }{
		{"page is minified", "index.html", `<!doctype html><html lang=en><head><link rel=stylesheet href=/assets/style.HASH.css><title>Home</title></head><body><p>Home</p></body></html>`},
		{"SVG in a page stays", "score/airena/index.html", `<!doctype html><html lang=en><head><script type=module src=/assets/page.HASH.mjs></script><title>Score</title></head><body><svg class="a"><text>a <tspan>b</tspan> c</text></svg></body></html>`},
		{"text stays", "llms.txt", "  Tallyproof\n"},
		{"style", "assets/style.css", `b{margin:0}body{background:url("./up.HASH.svg#a")}`},
		{"engine with stable names", "engine/engine.mjs", `import"./wasm_exec.js";export const load=()=>fetch(new URL("./engine.wasm",import.meta.url));`},
		{"types stay", "engine/engine.d.ts", "export function load(): void;\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, got := unhashed(t, files, row.file)
			if got = hash.ReplaceAllString(got, ".HASH."); got != row.want {
				t.Errorf("%s:\n got %s\nwant %s", row.file, got, row.want)
			}
		})
	}
}

// TestFont has a page fetch the font that its style sheet names: one file, which
// the report counts beside the page's total.
func TestFont(t *testing.T) {
	const font = "a font that is not compressed"
	o := options(t, checkout(t, with(map[string]string{
		"site/assets/style.css":              `@font-face { font-family: "A"; src: url("static/font/a.woff2") }`,
		"site/assets/static/font/a.woff2":    font,
		"site/assets/static/font/A-TERMS.md": "Free.\n",
	})))
	o.Pages = func(m *Manifest) ([]Page, error) {
		preload, err := m.URL("static/font/a.woff2")
		if err != nil {
			return nil, err
		}
		style, err := m.URL("style.css")
		return []Page{{"/", text(`<link rel="preload" href="` + preload + `" as="font"><link rel="stylesheet" href="` + style + `">`)}}, err
	}
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	files := readDir(t, o.Out)
	name, data := unhashed(t, files, "assets/a.woff2")
	_, style := unhashed(t, files, "assets/style.css")
	if page := files["index.html"]; data != font || !strings.Contains(page, "href=/"+name) || !strings.Contains(style, path.Base(name)) {
		t.Errorf("the font is %q in %s, the page %s, the style sheet %s", data, name, page, style)
	}
	if files["font/A-TERMS.md"] != "Free.\n" {
		t.Error("the font's licence is not published")
	}
	if got, want := report.Pages[0].Font, (Size{len(font), len(font)}); got != want {
		t.Errorf("the font's size is %v: want %v", got, want)
	}
	if total := report.Pages[0].Total(); total.Raw != len(files["index.html"])+len(style) {
		t.Errorf("the page's total is %d bytes: want it without the font", total.Raw)
	}
}

// TestReferencesExist follows every hashed name in the output to its file.
func TestReferencesExist(t *testing.T) {
	files := buildFake(t, fakeSite)
	found := 0
	for name, text := range files {
		if !slices.Contains([]string{".mjs", ".css", ".html"}, path.Ext(name)) {
			continue
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\"'()<> =#", r) }) {
			if !hash.MatchString(word) {
				continue
			}
			found++
			target := path.Join(path.Dir("/"+name), word)
			if strings.HasPrefix(word, "/") {
				target = word
			}
			if _, ok := files[target[1:]]; !ok {
				t.Errorf("%s refers to %s, which is not there", name, word)
			}
		}
	}
	if found != 9 { // seven among the assets, one in each of two pages
		t.Errorf("found %d references, want 9", found)
	}
}

func TestBuildTwice(t *testing.T) {
	first, second := buildFake(t, fakeSite), buildFake(t, fakeSite)
	if !maps.Equal(first, second) {
		for name := range first {
			if first[name] != second[name] {
				t.Errorf("%s differs", name)
			}
		}
		t.Errorf("%d files and %d files", len(first), len(second))
	}
}

func TestBuildReplaces(t *testing.T) {
	root := checkout(t, fakeSite)
	o := options(t, root)
	for range 2 {
		if _, err := Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	o.Pages = func(*Manifest) ([]Page, error) { return []Page{{"/only/", text("<p>only")}}, nil }
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if files := readDir(t, o.Out); files["only/index.html"] == "" || files["index.html"] != "" {
		t.Error("the old site shines through the new one")
	}
	leftOver(t, root)
}

func TestBuildErrors(t *testing.T) {
	page := func(path, html string) func(*Manifest) ([]Page, error) {
		return func(*Manifest) ([]Page, error) { return []Page{{path, text(html)}}, nil }
	}
	for _, row := range []struct {
		name  string
		files map[string]string
		pages func(*Manifest) ([]Page, error)
		want  string
	}{
		{name: "no such module", files: map[string]string{"site/assets/lib/tag.mjs": "\n\nimport './lost.mjs'"},
			want: `pages: site/assets/lib/tag.mjs:3: there is no site/assets/lib/lost.mjs`},
		{name: "no such lazy module", files: map[string]string{"site/assets/other.mjs": ""},
			want: `pages: lazy:site/assets/other.mjs:1: there is no site/assets/other.mjs`},
		{name: "a lazy module in another spelling", files: map[string]string{"site/assets/lib/up.mjs": "export const up = () => import(`../other.mjs`);"},
			want: `pages: site/assets/lib/up.mjs:1: want it as import("../other.mjs")`},
		{name: "no such export", files: map[string]string{"site/assets/lib/tag.mjs": "export const other = 1"},
			want: `pages: site/assets/lib/up.mjs:1: No matching export in "site/assets/lib/tag.mjs" for import "tag"`},
		{name: "outside", files: map[string]string{"site/assets/other.mjs": "import '../../secret.mjs'"},
			want: `pages: site/assets/other.mjs:1: "../../secret.mjs" is neither in site/assets nor in wasm/engine`},
		{name: "a bare name", files: map[string]string{"site/assets/other.mjs": "import 'left-pad'"},
			want: `pages: site/assets/other.mjs:1: Could not resolve "left-pad"`},
		{name: "no such picture", files: map[string]string{"site/assets/base.css": "a{}\nb{background:url( './lost.svg' )}"},
			want: `pages: site/assets/base.css:2: Could not resolve "./lost.svg"`},
		{name: "no such file", files: map[string]string{"wasm/engine/engine.mjs": "fetch(new URL(\"./lost.wasm\", import.meta.url))"},
			want: `pages: site/assets/page.mjs:2: wasm/engine/host.mjs:1: there is no file "lost.wasm" for a module to read`},
		{name: "a file in another spelling", files: map[string]string{"site/assets/other.mjs": "fetch(new URL('./engine.wasm', import.meta.url))"},
			want: `pages: lazy:site/assets/other.mjs:1: want the URL of a file as new URL("./name", import.meta.url)`},
		{name: "a Worker that is no module", files: map[string]string{"wasm/engine/client.mjs": "export const start = () => new Worker(new URL(\"./host.mjs\", import.meta.url))"},
			want: `pages: site/assets/page.mjs:2: want the Worker as new Worker(new URL("./host.mjs", import.meta.url), { type: "module" })`},
		{name: "a Worker of a Worker", files: map[string]string{"wasm/engine/engine.mjs": "import { start } from './client.mjs'; start()"},
			want: `pages: site/assets/page.mjs:2: wasm/engine/engine.mjs:1: the program of a Worker starts another, host.mjs`},
		{name: "not JavaScript", files: map[string]string{"site/assets/other.mjs": "let a = 'x"},
			want: "pages: site/assets/other.mjs:1: Unterminated string literal"},
		{name: "what looks wrong", files: map[string]string{"site/assets/other.mjs": "if (typeof a === 'strnig') a()"},
			want: "pages: site/assets/other.mjs:1: The \"typeof\" operator will never evaluate"},
		{name: "not CSS", files: map[string]string{"site/assets/base.css": "a { content: 'x\n }"},
			want: "pages: site/assets/base.css:1: Unterminated string token"},
		{name: "no loader", files: map[string]string{"wasm/engine/engine.mjs": ""},
			want: "engine: wasm/engine/engine.mjs: file does not exist"},
		{name: "no types", files: map[string]string{"wasm/engine/engine.d.ts": ""},
			want: "engine: wasm/engine/engine.d.ts: file does not exist"},
		{name: "static file where a page is", files: map[string]string{"site/assets/static/index.html": "x"},
			want: `two files for "index.html": want one`},
		{name: "two pages at one path", pages: func(*Manifest) ([]Page, error) { return []Page{{"/a/", text("a")}, {"/a/", text("a")}}, nil },
			want: `two files for "a/index.html": want one`},
		{name: "pages fail", pages: func(*Manifest) ([]Page, error) { return nil, errors.New("no rules") },
			want: "pages: no rules"},
		{name: "page fails", pages: func(*Manifest) ([]Page, error) { return []Page{{"/a/", broken{}}}, nil },
			want: `page "/a/": out of ink`},
		{name: "no such asset", pages: func(m *Manifest) ([]Page, error) { _, err := m.URL("lost.css"); return nil, err },
			want: `pages: there is no asset "lost.css": want a module, script, style sheet or font of site/assets`},
		{name: "test of an asset", pages: func(m *Manifest) ([]Page, error) { _, err := m.URL("page.test.mjs"); return nil, err },
			want: `pages: there is no asset "page.test.mjs"`},
		{name: "path without slash", pages: page("a/", "a"), want: `page "a/": the path: want "/", "/name/" or "/name.ext"`},
		{name: "path without extension", pages: page("/a", "a"), want: `page "/a": the path: want`},
		{name: "path upwards", pages: page("/../a.html", "a"), want: `page "/../a.html": the path: want`},
		{name: "path with an empty part", pages: page("//", "a"), want: `page "//": the path: want`},
		{name: "asset of another build", pages: page("/a/", `<link href="/assets/style.01234567.css">`),
			want: `page "/a/": <link>: there is no asset at /assets/style.01234567.css`},
		{name: "style attribute", pages: page("/a/", `<p style="color: red">`),
			want: `page "/a/": <p style="color: red">: the policy forbids this attribute`},
		{name: "style attribute in SVG", pages: page("/a/", `<p><svg><g><path style="fill:red"/></g></svg>`),
			want: `page "/a/": <path style="fill:red">: the policy forbids this attribute`},
		{name: "style element", pages: page("/a/", "<style>a{}</style>"), want: `page "/a/": <style> with content: the policy wants a file`},
		{name: "style element in SVG", pages: page("/a/", "<svg><style>a{}</style></svg>"), want: `page "/a/": <style> with content: the policy wants a file`},
		{name: "script", pages: page("/a/", "<script>a()</script>"), want: `page "/a/": <script> with content: the policy wants a file`},
		{name: "event handler", pages: page("/a/", `<a onclick="a()">`), want: `page "/a/": <a onclick="a()">: the policy forbids this attribute`},
	} {
		t.Run(row.name, func(t *testing.T) {
			root := checkout(t, with(row.files))
			o := options(t, root)
			if row.pages != nil {
				o.Pages = row.pages
			}
			if err := os.MkdirAll(o.Out, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(o.Out, "_headers"), []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Build(t.Context(), o)
			if err == nil || !strings.HasPrefix(err.Error(), row.want) {
				t.Errorf("\n got %v\nwant %s…", err, row.want)
			}
			if !maps.Equal(readDir(t, o.Out), map[string]string{"_headers": "old"}) {
				t.Error("the old site is changed")
			}
			leftOver(t, root)
		})
	}
}

// leftOver looks for temporary directories beside the output.
func leftOver(t *testing.T, root string) {
	t.Helper()
	if found, err := filepath.Glob(filepath.Join(root, "dist.*")); err != nil || len(found) > 0 {
		t.Errorf("left over: %q, %v", found, err)
	}
}

func TestBuildAllowed(t *testing.T) {
	o := options(t, checkout(t, fakeSite))
	o.Pages = func(m *Manifest) ([]Page, error) {
		up, err := m.URL("style.css")
		return []Page{{"/a/", text(`<script type="application/json">{"a": 1.0}</script><script src="x.js"></script><svg aria-label="x"><use href="` + up + `#a"/></svg><math><mi>x</mi></math>`)}}, err
	}
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	_, got := unhashed(t, readDir(t, o.Out), "a/index.html")
	want := `<script type=application/json>{"a": 1.0}</script><script src=x.js></script><svg aria-label="x"><use href="/assets/style.HASH.css#a"/></svg><math><mi>x</mi></math>`
	if got = hash.ReplaceAllString(got, ".HASH."); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestLive has pages load one more script.
func TestLive(t *testing.T) {
	root := checkout(t, fakeSite)
	o := options(t, root)
	o.Live = "/-/live.js"
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	files := readDir(t, o.Out)
	was, _ := unhashed(t, files, "assets/style.css")
	if page := files["index.html"]; !strings.HasSuffix(page, "<script src=/-/live.js></script>") || !strings.Contains(page, was) || files["index.html.br"] != "" {
		t.Errorf("the page is %s", page)
	}
}

func TestBuildCancelled(t *testing.T) {
	root := checkout(t, fakeSite)
	ctx, cancel := context.WithCancel(t.Context())
	o := options(t, root)
	o.Pages = func(m *Manifest) ([]Page, error) {
		cancel()
		return fakePages(m)
	}
	if _, err := Build(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := os.Stat(o.Out); !os.IsNotExist(err) {
		t.Errorf("half a site is there: %v", err)
	}
	leftOver(t, root)
}

func TestBuildKeepsForeignFiles(t *testing.T) {
	root := checkout(t, fakeSite)
	o := options(t, root)
	for _, row := range []struct{ name, out, want string }{
		{"other files", root, "this would replace what is there"},
		{"a file", filepath.Join(root, "site/assets/base.css"), "not a directory"},
	} {
		t.Run(row.name, func(t *testing.T) {
			o.Out = row.out
			if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want …%s", err, row.want)
			}
		})
	}
	if got := readDir(t, root); len(got) != len(fakeSite) {
		t.Errorf("files are gone: %d of %d left", len(got), len(fakeSite))
	}
}

// TestCompile compiles the same program in two places: the result must not
// know where.
func TestCompile(t *testing.T) {
	program := map[string]string{"go.mod": "module fake\n\ngo 1.26\n", "wasm/engine/main.go": "package main\n\nfunc main() { panic(1) }\n"}
	first, err := gowasm.Compile(t.Context(), checkout(t, program), engineDir, "")
	if err != nil {
		t.Fatal(err)
	}
	second, err := gowasm.Compile(t.Context(), checkout(t, program), engineDir, "")
	if err != nil {
		t.Fatal(err)
	}
	if string(first) != string(second) || !strings.HasPrefix(string(first), "\x00asm") {
		t.Errorf("%d and %d bytes: want the same wasm", len(first), len(second))
	}

	program["wasm/engine/main.go"] = "package main\n\nfunc main() { lost() }\n"
	if _, err := gowasm.Compile(t.Context(), checkout(t, program), engineDir, ""); err == nil || !strings.Contains(err.Error(), "undefined: lost") {
		t.Errorf("got %v, want the compiler's words", err)
	}
}
