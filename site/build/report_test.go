package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/build/gowasm"
)

func TestReport(t *testing.T) {
	o := options(t, checkout(t, fakeSite))
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	files := readDir(t, o.Out)
	size := func(names ...string) (sum Size) {
		for _, name := range names {
			name, text := unhashed(t, files, name)
			sum.add(Size{len(text), len(files[name+".br"])})
		}
		return sum
	}
	want := []PageSize{
		{Path: "/", HTML: size("index.html"), CSS: size("assets/style.css")},
		{Path: "/score/airena/", HTML: size("score/airena/index.html"),
			Script: size("assets/page.mjs"), Later: size("assets/host.mjs", "assets/later.mjs")},
		{Path: "/404.html", HTML: size("404.html")},
	}
	if !slices.Equal(report.Pages, want) {
		t.Errorf("pages:\n got %+v\nwant %+v", report.Pages, want)
	}
	if report.Engine != size("engine/engine.wasm") {
		t.Errorf("engine: got %+v", report.Engine)
	}
	if over := report.Over(); over != nil {
		t.Errorf("over: got %q", over)
	}

	o = options(t, checkout(t, with(map[string]string{"site/assets/lib/old.mjs": "export {};"})))
	if report, err = Build(t.Context(), o); err != nil || !slices.Equal(report.Unused, []string{"site/assets/lib/old.mjs"}) {
		t.Errorf("unused: got %q, %v", report.Unused, err)
	}
}

func TestReportOver(t *testing.T) {
	r := Report{
		Pages: []PageSize{
			{Path: "/at/", HTML: Size{1, HTMLLimit}, CSS: Size{1, StyleLimit}, Script: Size{1, ScriptLimit}, Later: Size{1, PageLimit - HTMLLimit - StyleLimit - ScriptLimit}, Font: Size{1, FontLimit}},
			{Path: "/over/", HTML: Size{1, HTMLLimit + 1}, CSS: Size{1, StyleLimit + 1}, Script: Size{1, ScriptLimit + 1}, Font: Size{1, FontLimit + 1}},
			{Path: "/used/", HTML: Size{1, HTMLLimit}, Later: Size{1, PageLimit - HTMLLimit + 1}},
		},
		Shared: []SharedSize{{"widgets/at.mjs", Size{1, SharedLimit}}, {"widgets/over.mjs", Size{1, SharedLimit + 1}}},
		Engine: Size{1, EngineLimit + 1},
		Unused: []string{"site/assets/old.mjs"},
	}
	want := []string{
		"/over/: 14001 bytes of HTML after Brotli: want at most 14000",
		"/over/: 11001 bytes of styles after Brotli: want at most 11000",
		"/over/: 15001 bytes of modules after Brotli: want at most 15000",
		"/over/: 35001 bytes of fonts after Brotli: want at most 35000",
		"/used/: 60001 bytes of HTML, styles and modules after Brotli: want at most 60000",
		"widgets/over.mjs: 6001 bytes after Brotli: want at most 6000",
		"engine.wasm: 1000001 bytes after Brotli: want at most 1000000",
		"site/assets/old.mjs: no page loads it: want it gone",
	}
	if got := r.Over(); !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

func TestReportTable(t *testing.T) {
	r := Report{
		Pages:  []PageSize{{"/score/airena/", Size{30, 10}, Size{20, 5}, Size{10, 2}, Size{8, 8}, Size{7, 3}}},
		Shared: []SharedSize{{"widgets/a.mjs", Size{9, 4}}},
		Engine: Size{4000, 900},
	}
	for i := range mostPackages + 1 {
		r.Packages = append(r.Packages, gowasm.PackageCode{Path: "p" + strconv.Itoa(i), Bytes: 100 - i})
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil {
		t.Fatal(err)
	}
	want := `
                   raw  brotli  html  css  js  later  font
  /score/airena/    60      17    10    5   2      3     8
   widgets/a.mjs     9       4
     engine.wasm  4000     900

code in engine.wasm  bytes, raw
`
	for i := range mostPackages {
		want += fmt.Sprintf("%-19s  %d\n", r.Packages[i].Path, r.Packages[i].Bytes)
	}
	var got strings.Builder
	for line := range strings.Lines("\n" + b.String()) {
		got.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}
