package build

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// fakeSite is a whole small checkout: a page's module loads the engine through
// a worker, and what it loads later the verifier through another, as the real ones do.
var fakeSite = map[string]string{
	"site/assets/style.css":         "@import \"base.css\";\nbody { background: url(icons/up.svg#a) }\n",
	"site/assets/base.css":          "/* all */\nb { margin: 0 }\n",
	"site/assets/icons/up.svg":      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">\n  <path d=\"M 0 0 L 8 8\"/>\n</svg>\n",
	"site/assets/page.mjs":          "import { up } from './lib/up.mjs';\nimport { start } from \"../../wasm/engine/client.mjs\";\nup(start());\n",
	"site/assets/page.test.mjs":     "import './nothing.mjs';",
	"site/assets/types.d.ts":        "export {}",
	"site/assets/lib/up.mjs":        "import { tag } from \"./tag.mjs\";\nexport async function up(worker) { tag((await import(\"../other.mjs\")).other, worker); }\n",
	"site/assets/lib/tag.mjs":       "export function tag(...all) { console.log(\"tagged\", ...all); }\n",
	"site/assets/engine/lazy.mjs":   "export const again = (error) => { throw error; };\n",
	"site/assets/other.mjs":         "import { tag } from \"./lib/tag.mjs\";\nimport { verifier } from \"../../wasm/engine/verifier.mjs\";\ntag(\"late\", verifier);\nexport const other = 1;\n",
	"wasm/engine/client.mjs":        "export const start = () => new Worker(new URL(\"./host.mjs\", import.meta.url), { type: \"module\" });\n",
	"wasm/engine/verifier.mjs":      "export const verifier = () => new Worker(new URL(\"./checks.mjs\", import.meta.url), { type: \"module\" });\n",
	"wasm/engine/checks.mjs":        "import \"./wasm_exec.js\";\nfetch(new URL(\"./verifier.wasm\", import.meta.url), globalThis.VERIFIER_SIZE);\n",
	"wasm/engine/host.mjs":          "import { load } from \"./engine.mjs\";\nload();\n",
	"site/assets/static/robots.txt": "User-agent: *\n",
	"wasm/engine/engine.mjs":        "import \"./wasm_exec.js\";\nexport const load = () => fetch(new URL(\"./engine.wasm\", import.meta.url));\n",
	"wasm/engine/engine.d.ts":       "export function load(): void;\n",
	"wasm/engine/main.go":           "package main\n",
}

// text is a page that is only its text.
type text string

func (s text) Render(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, string(s))
	return err
}

// broken is a page that cannot be rendered.
type broken struct{}

func (broken) Render(context.Context, io.Writer) error { return errors.New("out of ink") }

func fakePages(m *Manifest) ([]Page, error) {
	style, err := m.URL("style.css")
	if err != nil {
		return nil, err
	}
	script, err := m.URL("page.mjs")
	if err != nil {
		return nil, err
	}
	return []Page{
		{"/", text("<!doctype html><html lang=\"en\"><head><link rel=\"stylesheet\" href=\"" + style + "\"><title>Home</title></head><body><!-- note -->\n<p>Home</p></body></html>")},
		{"/score/airena/", text("<!doctype html><html lang=\"en\"><head><script type=\"module\" src=\"" + script + "\"></script><title>Score</title></head><body><svg class=\"a\"><text>a <tspan>b</tspan> c</text></svg></body></html>")},
		{"/404.html", text("<!doctype html><title>Lost</title>")},
		{"/llms.txt", text("  Tallyproof\n")},
	}, nil
}

// checkout writes files into a new directory.
func checkout(t testing.TB, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, content := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// with is the fake site with some files changed; "" removes one.
func with(changes map[string]string) map[string]string {
	files := maps.Clone(fakeSite)
	for name, content := range changes {
		if files[name] = content; content == "" {
			delete(files, name)
		}
	}
	return files
}

func options(t testing.TB, root string) Options {
	return Options{Root: root, Out: filepath.Join(root, "dist"), Pages: fakePages, Wasm: map[string][]byte{"engine.wasm": []byte("\x00asm fake"), "verifier.wasm": []byte("\x00asm small")}, Cache: filepath.Join(t.TempDir(), "br")}
}

// buildFake builds the fake site and returns the files by their paths.
func buildFake(t testing.TB, files map[string]string) map[string]string {
	t.Helper()
	o := options(t, checkout(t, files))
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return readDir(t, o.Out)
}

func readDir(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var hash = regexp.MustCompile(`\.([0-9a-f]{10}|[0-9A-Z]{8})\.`)

// unhashed finds the file whose name is this once the hash is left out.
func unhashed(t testing.TB, files map[string]string, name string) (published, content string) {
	t.Helper()
	for _, f := range slices.Sorted(maps.Keys(files)) {
		if hash.ReplaceAllString(f, ".") == name {
			return f, files[f]
		}
	}
	t.Fatalf("there is no file %q with a hash", name)
	return "", ""
}
