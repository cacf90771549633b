package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"io"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/serve"
)

// singleSite is a site whose one page loads a style, a script, a Worker and its
// file.
var singleSite = map[string]string{
	"site/assets/style.css":          "b { margin: 0 }\n",
	"site/assets/page.mjs":           "import { f } from './up.mjs'; import { start } from '../../wasm/engine/client.mjs'; f(start());\n",
	"site/assets/up.mjs":             "export async function f(w) { console.log((await import('./late.mjs')).late, w, import.meta.url) }\n",
	"site/assets/engine/lazy.mjs":    "export const again = (error) => { throw error; };\n",
	"site/assets/late.mjs":           "export const late = 'late';\n",
	"site/assets/static/favicon.svg": "<svg/>",
	"wasm/engine/client.mjs":         "export const start = () => new Worker(new URL(\"./host.mjs\", import.meta.url), { type: \"module\" });\n",
	"wasm/engine/host.mjs":           "import { load } from './engine.mjs'; load();\n",
	"wasm/engine/engine.mjs":         "export const load = () => fetch(new URL(\"./engine.wasm\", import.meta.url));\n",
	"wasm/engine/engine.d.ts":        "",
}

const singlePage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A</title><link rel="icon" href="/favicon.svg"><script>document.title = "B";</script><link rel="stylesheet" href="STYLE"><script type="module" src="SCRIPT"></script></head>` +
	`<body><a class="b" href="/docs/">Docs</a> <a href="#c">C</a><a data-takes="x" href="/d/"><b>D</b></a> <i data-drop="/text">e</i></body></html>`

func makeSingle(t *testing.T, page string) (string, error) {
	t.Helper()
	o := options(t, checkout(t, singleSite))
	var file Single
	var failed error
	o.Pages = func(m *Manifest) ([]Page, error) {
		style, _ := m.URL("style.css")
		script, _ := m.URL("page.mjs")
		file, failed = m.Single(t.Context(), text(strings.NewReplacer("STYLE", style, "SCRIPT", script).Replace(page)))
		return []Page{{"/a.html", file}}, nil
	}
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if failed == nil && (len(report.Singles) != 1 || report.Singles[0].HTML.Raw != len(file) || len(report.Pages) != 0) {
		t.Errorf("the report says %+v", report)
	}
	return string(file), failed
}

func TestSingle(t *testing.T) {
	got, err := makeSingle(t, singlePage)
	if err != nil {
		t.Fatal(err)
	}
	script := regexp.MustCompile(`<script type="module">(.*?)</script>`).FindStringSubmatch(got)
	style := regexp.MustCompile(`<style>(.*?)</style>`).FindStringSubmatch(got)
	if script == nil || style == nil {
		t.Fatalf("no script or no style: %s", got)
	}
	for _, want := range []string{
		`<meta charset=utf-8><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ` + serve.HashSource(`document.title = "B";`) + ` ` + serve.HashSource(script[1]) + ` 'wasm-unsafe-eval'; style-src ` + serve.HashSource(style[1]) + `; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'">`,
		`<script>document.title = "B";</script><style>`, // before anything is drawn
		`<link rel="icon" href="data:image/svg+xml;base64,PHN2Zy8+">`,
		`<body><a class=b>Docs</a> <a href=#c>C</a> <i data-drop=/text>e</i><script`,
		`<script type="text/plain" id="file:host.mjs">`,
		`("host.mjs",["engine.wasm"])`,
		`fetch(`,
		`location.href`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
	if !strings.HasSuffix(got, "</script></body></html>") {
		t.Errorf("ends with %q", got[len(got)-40:])
	}
	packed := regexp.MustCompile(`id="file:engine.wasm">([^<]*)<`).FindStringSubmatch(got)
	if packed == nil {
		t.Fatalf("no engine: %s", got)
	}
	raw, _ := base64.StdEncoding.DecodeString(packed[1])
	zip, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if wasm, err := io.ReadAll(zip); err != nil || string(wasm) != "\x00asm fake" {
		t.Errorf("the engine is %q, %v", wasm, err)
	}
}

func TestSingleRefuses(t *testing.T) {
	for _, row := range []struct{ name, page, want string }{
		{"an image", strings.Replace(singlePage, "<i ", `<img src="/a.png"><i `, 1), `<img src="/a.png">: want it inside the file`},
		{"an unknown style", strings.Replace(singlePage, "STYLE", "/assets/none.css", 1), "there is no asset at /assets/none.css"},
		{"an unknown script", strings.Replace(singlePage, "SCRIPT", "/assets/none.mjs", 1), "there is no asset at /assets/none.mjs"},
		{"a script that is no module", strings.Replace(singlePage, `type="module" `, "", 1), "want a module, or its text in the page"},
		{"an unknown icon", strings.Replace(singlePage, "/favicon.svg", "/none.svg", 1), "none.svg"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := makeSingle(t, row.page); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: want one with %q", err, row.want)
			}
		})
	}
}

// A module for pages of other sites is one file, which is published without a page
// that names it, also under a name that stays, and has the integrity of what is
// published.
func TestIntegrity(t *testing.T) {
	site := maps.Clone(fakeSite)
	site["site/assets/w/card.mjs"] = "import { tag } from \"../lib/tag.mjs\";\ntag(\"card\");\n"
	o := options(t, checkout(t, site))
	var url, got string
	o.Pages = func(m *Manifest) (pages []Page, err error) {
		for _, row := range []struct{ name, want string }{{"w/none.mjs", `there is no asset "w/none.mjs"`}, {"page.mjs", "page.mjs loads "}} {
			if _, err := m.Integrity(row.name); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: want one with %q", err, row.want)
			}
		}
		if got, err = m.Integrity("w/card.mjs"); err == nil {
			url, err = m.URL("w/card.mjs")
		}
		return nil, err
	}
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	files := readDir(t, o.Out)
	data := files[strings.TrimPrefix(url, "/")]
	sum := sha512.Sum384([]byte(data))
	if want := "sha384-" + base64.StdEncoding.EncodeToString(sum[:]); got != want {
		t.Errorf("integrity %s, want %s", got, want)
	}
	if !strings.Contains(string(data), "tagged") || files["w/card.js"] != data {
		t.Errorf("under its hash %q, under its name %q: want the bundle twice", data, files["w/card.js"])
	}
	if len(report.Shared) != 1 || report.Shared[0].Name != "w/card.mjs" || report.Shared[0].Raw != len(data) || report.Shared[0].Brotli == 0 {
		t.Errorf("the report has %+v", report.Shared)
	}
	sharedURL, integrity, err := serve.Shared(os.DirFS(o.Out), "w/card.mjs")
	if err != nil || sharedURL != url || integrity != got {
		t.Errorf("the server reads %s, %s, %v", sharedURL, integrity, err)
	}
}

// What a program makes is an asset like those that people wrote.
func TestGeneratedAssets(t *testing.T) {
	o := options(t, checkout(t, fakeSite))
	o.Made = map[string][]byte{"list.json": []byte("[1]")}
	o.Pages = func(m *Manifest) ([]Page, error) {
		url, err := m.URL("list.json")
		return []Page{{"/a.html", text("<!doctype html><p data-list=\"" + url + "\">")}}, err
	}
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	files := readDir(t, o.Out)
	if name, content := unhashed(t, files, "assets/list.json"); content != "[1]" || !strings.Contains(files["a.html"], "/"+name) {
		t.Errorf("%s is %q, the page %q", name, content, files["a.html"])
	}
}

func TestElementEnds(t *testing.T) {
	for _, text := range []string{`a = "</script>"`, `a = "</SCRIPT "`, `a <!--b`} {
		if err := element(new(bytes.Buffer), "", []byte(text)); err == nil {
			t.Errorf("%s is put into a script", text)
		}
	}
}
