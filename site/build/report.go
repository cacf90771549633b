package build

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tallyproof/tallyproof/site/serve"
)

// Limits on transferred bytes, after Brotli.
const (
	PageLimit   = 90_000 // HTML, styles and modules, with those that are loaded when it is used
	FontLimit   = 35_000 // fonts, which are fetched once for all pages
	SharedLimit = 8_000  // a module that pages of other sites load, before the engine

	EngineLimit   = 2_200_000 // engine.wasm
	VerifierLimit = 1_130_000 // verifier.wasm
)

// SingleLimit is for a page in one file, its program included, in bytes on a
// visitor's disk. Base64 hardly compresses.
const SingleLimit = 3_200_000

// nearPercent is the part of a limit from which a build warns.
const nearPercent = 95

// Report has the sizes of a built site.
type Report struct {
	Pages   []PageSize   // in the order given to Build
	Singles []PageSize   // pages in one file
	Shared  []SharedSize // modules that pages of other sites load

	Engine, Verifier Size // their programs

	Unused   []string // files of site/assets that no page loads
	Released []string // files that the build has added to site/released
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

// PageSize holds the bytes that a first visit to a page loads besides the wasm program.
type PageSize struct {
	Path              string
	HTML, CSS, Script Size // Script: every module that the page begins with
	Font              Size // beside the total
	// the module that is loaded when it is idle or used, and the Worker’s text: the longest, since a page
	// waits for one
	Later Size
}

// Total of the page without its font.
func (p PageSize) Total() Size {
	total := p.HTML
	total.add(p.CSS)
	total.add(p.Script)
	return total
}

// whole returns the total with what is loaded later.
func (p PageSize) whole() Size {
	whole := p.Total()
	whole.add(p.Later)
	return whole
}

// measured is a size that has a limit, in bytes.
type measured struct {
	what        string
	size, limit int
}

// measured lists everything that has a limit.
func (r *Report) measured() []measured {
	var all []measured
	for _, p := range r.Pages {
		all = append(all,
			measured{p.Path + ": HTML, styles and modules after Brotli", p.whole().Brotli, PageLimit},
			measured{p.Path + ": fonts", p.Font.Brotli, FontLimit})
	}
	for _, p := range r.Singles {
		all = append(all, measured{p.Path, p.HTML.Raw, SingleLimit})
	}
	for _, s := range r.Shared {
		all = append(all, measured{s.Name + " after Brotli", s.Brotli, SharedLimit})
	}
	return append(all,
		measured{"engine.wasm after Brotli", r.Engine.Brotli, EngineLimit},
		measured{"verifier.wasm after Brotli", r.Verifier.Brotli, VerifierLimit})
}

// Near names everything that is close to its limit and does not exceed it.
func (r *Report) Near() []string {
	var near []string
	for _, m := range r.measured() {
		if m.size <= m.limit && 100*m.size >= nearPercent*m.limit {
			near = append(near, fmt.Sprintf("%s: %d bytes of at most %d", m.what, m.size, m.limit))
		}
	}
	return near
}

// Over names everything that exceeds its limit, and files that no page loads; nil if nothing does.
func (r *Report) Over() []string {
	var over []string
	for _, m := range r.measured() {
		if m.size > m.limit {
			over = append(over, fmt.Sprintf("%s: %d bytes: want at most %d", m.what, m.size, m.limit))
		}
	}
	for _, name := range r.Unused {
		over = append(over, name+": no page loads it: want it gone")
	}
	return over
}

// Table writes the sizes for people.
func (r *Report) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\traw\tbrotli\thtml\tcss\tjs\tlater\tfont\t")
	for _, p := range r.Pages {
		total := p.Total()
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", p.Path, total.Raw, total.Brotli, p.HTML.Brotli, p.CSS.Brotli,
			p.Script.Brotli, p.Later.Brotli, p.Font.Brotli)
	}
	for _, p := range r.Singles {
		fmt.Fprintf(t, "%s\t%d\t%d\t\t\t\t\t\t\n", p.Path, p.HTML.Raw, p.HTML.Brotli)
	}
	for _, s := range r.Shared {
		fmt.Fprintf(t, "%s\t%d\t%d\t\t\t\t\t\t\n", s.Name, s.Raw, s.Brotli)
	}
	fmt.Fprintf(t, "engine.wasm\t%d\t%d\t\t\t\t\t\t\n", r.Engine.Raw, r.Engine.Brotli)
	fmt.Fprintf(t, "verifier.wasm\t%d\t%d\t\t\t\t\t\t\n", r.Verifier.Raw, r.Verifier.Brotli)
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
	r := &Report{Engine: size("engine/engine.wasm"), Verifier: size("engine/verifier.wasm")}
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
	var worker Size
	for _, a := range reached(refers, true) {
		switch s := size(strings.TrimPrefix(a.url, "/")); {
		case a.worker:
			if s.Brotli > worker.Brotli {
				worker = s
			}
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
	p.Later.add(worker)
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
				visit(slices.DeleteFunc(slices.Clone(a.refers),
					func(b *asset) bool { return !later && slices.Contains(a.later, b) }))
			}
		}
	}
	visit(from)
	return all
}
