package build

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tallyproof/tallyproof/site/build/gowasm"
	"github.com/tallyproof/tallyproof/site/serve"
)

// Limits on transferred bytes, after Brotli.
const (
	HTMLLimit   = 14_000    // a page's own text
	StyleLimit  = 11_000    // its styles
	ScriptLimit = 15_000    // its modules, before it is used
	PageLimit   = 60_000    // these together, with the modules that are loaded when it is used
	SharedLimit = 6_000     // a module that pages of other sites load, before the engine
	EngineLimit = 1_000_000 // engine.wasm
)

// FontLimit is for the fonts of a page. They are counted beside its total: they
// are fetched once for all pages, and a page can be read before they are there.
const FontLimit = 35_000

// SingleLimit is for a page in one file, engine included, in bytes on a
// visitor's disk. Base64 hardly compresses.
const SingleLimit = 2_100_000

// Report has the sizes of a built site.
type Report struct {
	Pages   []PageSize   // in the order given to Build
	Singles []PageSize   // pages in one file
	Shared  []SharedSize // modules that pages of other sites load
	Engine  Size         // engine.wasm

	Packages []gowasm.PackageCode // the code in engine.wasm, the largest first
	Unused   []string             // files of site/assets that no page loads
	Released []string             // files that the build has added to site/released
}

// Size of a file or of several, in bytes.
type Size struct{ Raw, Brotli int }

func (s *Size) add(t Size) {
	s.Raw += t.Raw
	s.Brotli += t.Brotli
}

// SharedSize is the size of a module that pages of other sites load.
type SharedSize struct {
	Name string
	Size
}

// PageSize is what a first visit to a page loads besides the engine's program.
type PageSize struct {
	Path              string
	HTML, CSS, Script Size // Script: every module that the page begins with
	Font              Size // beside the total
	Later             Size // the module that is loaded when it is idle or used, and the Worker’s program
}

// Total of the page without its font.
func (p PageSize) Total() Size {
	total := p.HTML
	total.add(p.CSS)
	total.add(p.Script)
	return total
}

// whole is the total with what is loaded later.
func (p PageSize) whole() Size {
	whole := p.Total()
	whole.add(p.Later)
	return whole
}

// Over names everything that exceeds its limit; nil if nothing does.
func (r *Report) Over() []string {
	var over []string
	for _, p := range r.Pages {
		over = append(over, p.over()...)
	}
	for _, p := range r.Singles {
		if size := p.HTML.Raw; size > SingleLimit {
			over = append(over, fmt.Sprintf("%s: %d bytes: want at most %d", p.Path, size, SingleLimit))
		}
	}
	for _, s := range r.Shared {
		if s.Brotli > SharedLimit {
			over = append(over, fmt.Sprintf("%s: %d bytes after Brotli: want at most %d", s.Name, s.Brotli, SharedLimit))
		}
	}
	if size := r.Engine.Brotli; size > EngineLimit {
		over = append(over, fmt.Sprintf("engine.wasm: %d bytes after Brotli: want at most %d", size, EngineLimit))
	}
	for _, name := range r.Unused {
		over = append(over, name+": no page loads it: want it gone")
	}
	return over
}

// over names the parts of a page that exceed their limits.
func (p PageSize) over() []string {
	var over []string
	for _, part := range []struct {
		name  string
		size  Size
		limit int
	}{
		{"HTML", p.HTML, HTMLLimit}, {"styles", p.CSS, StyleLimit}, {"modules", p.Script, ScriptLimit}, {"fonts", p.Font, FontLimit},
		{"HTML, styles and modules", p.whole(), PageLimit},
	} {
		if part.size.Brotli > part.limit {
			over = append(over, fmt.Sprintf("%s: %d bytes of %s after Brotli: want at most %d", p.Path, part.size.Brotli, part.name, part.limit))
		}
	}
	return over
}

// Table writes the sizes for people.
func (r *Report) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\traw\tbrotli\thtml\tcss\tjs\tlater\tfont\t")
	for _, p := range r.Pages {
		total := p.Total()
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", p.Path, total.Raw, total.Brotli, p.HTML.Brotli, p.CSS.Brotli, p.Script.Brotli, p.Later.Brotli, p.Font.Brotli)
	}
	for _, p := range r.Singles {
		fmt.Fprintf(t, "%s\t%d\t%d\t\t\t\t\t\t\n", p.Path, p.HTML.Raw, p.HTML.Brotli)
	}
	for _, s := range r.Shared {
		fmt.Fprintf(t, "%s\t%d\t%d\t\t\t\t\t\t\n", s.Name, s.Raw, s.Brotli)
	}
	fmt.Fprintf(t, "engine.wasm\t%d\t%d\t\t\t\t\t\t\n", r.Engine.Raw, r.Engine.Brotli)
	if err := t.Flush(); err != nil {
		return err
	}
	return r.packageTable(w)
}

// mostPackages is how many packages the table names.
const mostPackages = 20

// packageTable writes which packages of the engine have the most code.
func (r *Report) packageTable(w io.Writer) error {
	if len(r.Packages) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ncode in engine.wasm\tbytes, raw")
	for _, p := range r.Packages[:min(mostPackages, len(r.Packages))] {
		fmt.Fprintf(t, "%s\t%d\n", p.Path, p.Bytes)
	}
	return t.Flush()
}

// newReport measures the finished files. shared are modules for other sites.
func newReport(files map[string][]byte, pages []renderedPage, shared []*asset) *Report {
	size := func(name string) Size {
		raw := len(files[name])
		if !serve.Compressible(name) {
			return Size{raw, raw}
		}
		return Size{raw, len(files[name+".br"])}
	}
	r := &Report{Engine: size("engine/engine.wasm")}
	for _, p := range pages {
		if path.Ext(p.file) != ".html" {
			continue
		}
		page := PageSize{Path: p.path, HTML: size(p.file)}
		if p.single {
			r.Singles = append(r.Singles, page)
			continue
		}
		page.addAssets(p.refers, size)
		r.Pages = append(r.Pages, page)
	}
	for _, a := range shared {
		r.Shared = append(r.Shared, SharedSize{a.name, size(strings.TrimPrefix(a.url, "/"))})
	}
	return r
}

// addAssets adds the styles, scripts and fonts that a page loads.
func (p *PageSize) addAssets(refers []*asset, size func(name string) Size) {
	first := reached(refers, false)
	for _, a := range reached(refers, true) {
		switch s := size(strings.TrimPrefix(a.url, "/")); {
		case path.Ext(a.url) == ".woff2":
			p.Font.add(s)
		case path.Ext(a.url) != ".css" && path.Ext(a.url) != ".mjs" && path.Ext(a.url) != ".js":
		case !slices.Contains(first, a):
			p.Later.add(s)
		case path.Ext(a.url) == ".css":
			p.CSS.add(s)
		default:
			p.Script.add(s)
		}
	}
}

// reached lists the assets, those they refer to, and so on, each once; with or
// without those that are loaded when they are asked for.
func reached(from []*asset, later bool) []*asset {
	var all []*asset
	seen := make(map[*asset]bool)
	var visit func([]*asset)
	visit = func(list []*asset) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				all = append(all, a)
				visit(slices.DeleteFunc(slices.Clone(a.refers), func(b *asset) bool { return !later && slices.Contains(a.later, b) }))
			}
		}
	}
	visit(from)
	return all
}
