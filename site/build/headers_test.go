package build

import (
	"flag"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/serve"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestHeadersFile(t *testing.T) {
	const golden = "testdata/headers.golden"
	got := headersFile()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: run with -update and look at the difference\n got %s\nwant %s", golden, got, want)
	}
	for _, line := range strings.Split(got, "\n") {
		if len(line) > 2000 {
			t.Errorf("a line of %d characters: Cloudflare reads 2000", len(line))
		}
	}
}

// TestHeadersMean reads the file as Cloudflare does: every host must set the
// headers that `tallyproof serve` sets.
func TestHeadersMean(t *testing.T) {
	for _, path := range []string{"/", "/404.html", "/score/airena/", "/assets/a.0123456789.mjs", "/assets/", "/verify/", "/verify/offline.html", "/verify/offline", "/sw.js", "/engine/engine.wasm", "/engine/engine.d.ts", "/engine/engine.d.mts", "/engines", "/schema/rulebook.json", "/.well-known/arena-keys.json", "/widgets/arena-card.js", "/widgets/arena-board.js", "/widgets/", "/embed/proof/", "/api/openapi.json", "/docs/operations/elo.expected/", "/a/b/c/d/", "/score/airena.md", "/index.md", "/engine/README.md", "/widgets/arena-x.md", "/llms.txt"} {
		t.Run(path, func(t *testing.T) {
			want := make(http.Header)
			serve.SetHeaders(want, path)
			got := cloudflare(headersFile(), path)
			if len(got) != len(want) {
				t.Errorf("got %d headers, want %d", len(got), len(want))
			}
			for name := range want {
				if g, w := strings.Join(got[name], ", "), want.Get(name); g != w {
					t.Errorf("%s: got %q, want %q", name, g, w)
				}
			}
		})
	}
}

// cloudflare applies a _headers file to a path, after getHeaders in
// packages/workers-shared/asset-worker/src/utils/headers.ts of
// cloudflare/workers-sdk@4425b694: each matching rule first removes headers, then
// adds its own to those of earlier rules.
func cloudflare(file, path string) http.Header {
	all := make(http.Header)
	var unset, set [][2]string
	apply := func() {
		for _, f := range unset {
			all.Del(f[0])
		}
		for _, f := range set {
			all.Add(f[0], f[1])
		}
		unset, set = nil, nil
	}
	matches, values := false, strings.NewReplacer()
	for _, line := range strings.Split(file, "\n") {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line[0] == '/':
			apply()
			values, matches = placed(line, path)
		case matches && strings.HasPrefix(name, "! "):
			unset = append(unset, [2]string{name[2:]})
		case matches:
			set = append(set, [2]string{name, values.Replace(value)})
		}
	}
	apply()
	return all
}

var placeholder = regexp.MustCompile(`:([A-Za-z]\w*)`)

// placed matches a path, after generateRuleRegExp and replacer in
// rules-engine.ts beside it: the values of placeholders replace them in headers.
func placed(rule, path string) (*strings.Replacer, bool) {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(rule), `\*`, ".*")
	m := regexp.MustCompile("^" + placeholder.ReplaceAllString(pattern, "(?P<$1>[^/]+)") + "$")
	found := m.FindStringSubmatch(path)
	var pairs []string
	for i, name := range m.SubexpNames() {
		if name != "" && found != nil {
			pairs = append(pairs, ":"+name, found[i])
		}
	}
	return strings.NewReplacer(pairs...), found != nil
}
