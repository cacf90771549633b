// Package checkout builds the pages and the Worker of a checkout of this repository.
package checkout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/build/gowasm"
	"github.com/tallyproof/tallyproof/site/conformance"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/about"
	"github.com/tallyproof/tallyproof/site/pages/all"
	"github.com/tallyproof/tallyproof/site/pages/docs"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/verify"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/twin/files"
	"github.com/tallyproof/tallyproof/site/web"
)

// BuildOptions say where the site is written and what it is for.
type BuildOptions struct {
	Out     string // "": the checkout's dist
	Origin  string // the address that it will have, which pictures for links to it need; "" if that is not known
	Release bool   // keeps the modules for other sites in site/released
}

// Build renders the site of the checkout that the working directory is in.
func Build(ctx context.Context, b BuildOptions) (*build.Report, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	o, err := options(root, cmp.Or(b.Out, filepath.Join(root, "dist")), b.Origin)
	if err != nil {
		return nil, err
	}
	o.Release = b.Release
	return build.Build(ctx, o)
}

// BuildWatched builds the site of the checkout in root as it is, without compression. Every
// page loads the script at the address live.
func BuildWatched(ctx context.Context, root, origin, live string) (dist string, err error) {
	dist = filepath.Join(root, "dist.watch")
	o, err := options(root, dist, origin)
	if err != nil {
		return "", err
	}
	o.Live, o.Wasm = live, map[string][]byte{}
	for _, program := range gowasm.Programs {
		name := gowasm.Published(program)
		file := filepath.Join(root, "dist.bin", name)
		if err := gowasm.CompilePlain(ctx, root, program, file); err != nil {
			return "", err
		}
		if o.Wasm[name], err = os.ReadFile(file); err != nil {
			return "", err
		}
	}
	_, err = build.Build(ctx, o)
	return dist, err
}

// options returns what the build of a checkout's site needs.
func options(root, out, origin string) (build.Options, error) {
	vectors, err := conformance.JSON()
	if err != nil {
		return build.Options{}, err
	}
	list := func(m *build.Manifest) ([]build.Page, error) { return allPages(m, origin) }
	return build.Options{
		Root: root, Out: out, Pages: list, Twins: files.Make, Made: map[string][]byte{verify.VectorsAsset: vectors},
		Offline: offlinePage, Ahead: pages.Ahead(), Stored: web.EdgePattern(),
	}, nil
}

// offlinePage is what devices show for a page that they do not have.
func offlinePage(m *build.Manifest) (build.Component, error) {
	f := &frame.Frame{Asset: m.URL}
	page := about.Offline(f)
	return page, errors.Join(f.Missing...)
}

func allPages(m *build.Manifest, origin string) ([]build.Page, error) {
	list, err := all.Pages(&frame.Frame{
		Asset: m.URL, Integrity: m.Integrity, Add: m.Add, Origin: strings.TrimSuffix(origin, "/"),
		Single: func(c build.Component) (build.Single, error) { return m.Single(context.Background(), c) },
	})
	if err != nil {
		return nil, err
	}
	paths, err := all.List(list)
	if err != nil {
		return nil, err
	}
	list = append(list, build.Page{Path: "/" + serve.PagesFile, Component: build.Plain(paths)})
	schemas, err := docs.Schemas()
	return append(list, schemas...), err
}

// Worker makes the modules of the Cloudflare Worker of the site built in dist,
// "" for the checkout's, to its dist.worker unless told otherwise.
func Worker(ctx context.Context, dist, out string) (*build.WorkerReport, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return build.Worker(ctx, build.WorkerOptions{
		Root: root,
		Dist: cmp.Or(dist, filepath.Join(root, "dist")),
		Out:  cmp.Or(out, filepath.Join(root, "dist.worker")),

		Stored: web.EdgePattern(),
		Font:   frame.Font,
		Text:   frame.Text,
	})
}

const module = "module github.com/tallyproof/tallyproof\n"

// ErrNoCheckout is a working directory in which nothing can be built.
var ErrNoCheckout = errors.New("not inside a checkout of tallyproof")

// Root returns the folder of the checkout that the working directory is in.
func Root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(text), module) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is %w", start, ErrNoCheckout)
		}
	}
}
