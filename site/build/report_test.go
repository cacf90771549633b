package build

import (
	"slices"
	"strings"
	"testing"
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
	if report.Engine != size("engine/engine.wasm") || report.Verifier != size("engine/verifier.wasm") {
		t.Errorf("engine: got %+v, verifier: got %+v", report.Engine, report.Verifier)
	}
	if over := report.Over(); over != nil {
		t.Errorf("over: got %q", over)
	}

	o = options(t, checkout(t, with(map[string]string{"site/assets/lib/old.mjs": "export {};"})))
	if report, err = Build(t.Context(), o); err != nil || !slices.Equal(report.Unused, []string{"site/assets/lib/old.mjs"}) {
		t.Errorf("unused: got %q, %v", report.Unused, err)
	}
}

func TestReportLimits(t *testing.T) {
	r := Report{
		Pages: []PageSize{
			{Path: "/far/", HTML: Size{1, 30_000}, CSS: Size{1, 11_000}, Script: Size{1, 39_749}, Font: Size{1, 33_249}},
			{Path: "/near/", HTML: Size{1, 30_000}, CSS: Size{1, 11_000}, Script: Size{1, 44_500}, Font: Size{1, 33_250}},
			{Path: "/at/", HTML: Size{1, 30_000}, Script: Size{1, 20_000}, Later: Size{1, PageLimit - 50_000}, Font: Size{1, FontLimit}},
			{Path: "/over/", HTML: Size{1, PageLimit}, Later: Size{1, 1}, Font: Size{1, FontLimit + 1}},
		},
		Singles: []PageSize{{Path: "/one.html", HTML: Size{SingleLimit + 1, 1}}},
		Shared:  []SharedSize{{"widgets/at.mjs", Size{1, SharedLimit}}, {"widgets/over.mjs", Size{1, SharedLimit + 1}}},
		Engine:  Size{1, EngineLimit + 1}, Verifier: Size{1, 1_073_500},
		Unused: []string{"site/assets/old.mjs"},
	}
	near := []string{
		"/near/: HTML, styles and modules after Brotli: 85500 bytes of at most 90000",
		"/near/: fonts: 33250 bytes of at most 35000",
		"/at/: HTML, styles and modules after Brotli: 90000 bytes of at most 90000",
		"/at/: fonts: 35000 bytes of at most 35000",
		"widgets/at.mjs after Brotli: 8000 bytes of at most 8000",
		"verifier.wasm after Brotli: 1073500 bytes of at most 1130000",
	}
	if got := r.Near(); !slices.Equal(got, near) {
		t.Errorf("near\n got %q\nwant %q", got, near)
	}
	over := []string{
		"/over/: HTML, styles and modules after Brotli: 90001 bytes: want at most 90000",
		"/over/: fonts: 35001 bytes: want at most 35000",
		"/one.html: 3200001 bytes: want at most 3200000",
		"widgets/over.mjs after Brotli: 8001 bytes: want at most 8000",
		"engine.wasm after Brotli: 2200001 bytes: want at most 2200000",
		"site/assets/old.mjs: no page loads it: want it gone",
	}
	if got := r.Over(); !slices.Equal(got, over) {
		t.Errorf("over\n got %q\nwant %q", got, over)
	}
}

func TestReportTable(t *testing.T) {
	r := Report{
		Pages:  []PageSize{{"/score/airena/", Size{30, 10}, Size{20, 5}, Size{10, 2}, Size{8, 8}, Size{7, 3}}},
		Shared: []SharedSize{{"widgets/a.mjs", Size{9, 4}}},
		Engine: Size{4000, 900}, Verifier: Size{3000, 700},
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
   verifier.wasm  3000     700
`
	var got strings.Builder
	for line := range strings.Lines("\n" + b.String()) {
		got.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}
