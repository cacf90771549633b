package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/conformance"
	"github.com/tallyproof/tallyproof/site/pages/all"
	"github.com/tallyproof/tallyproof/site/pages/docs"
	"github.com/tallyproof/tallyproof/site/pages/verify"
	"github.com/tallyproof/tallyproof/site/sbom"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/web"
)

// buildCommand renders the site and prints its sizes.
func buildCommand(ctx context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	out := flags.String("out", "", "")
	check := flags.Bool("check-budgets", false, "")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	report, err := buildSite(ctx, *out)
	if err != nil {
		return err
	}
	if err := report.Table(h.out); err != nil {
		return err
	}
	over := report.Over()
	for _, name := range over {
		fmt.Fprintln(h.err, "over budget:", name)
	}
	if *check && len(over) > 0 {
		return errShown
	}
	return nil
}

// workerCommand makes the modules of the Cloudflare Worker and prints their sizes.
func workerCommand(ctx context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("worker", flag.ContinueOnError)
	dist := flags.String("dist", "", "")
	out := flags.String("out", "", "")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	root, err := findRoot()
	if err != nil {
		return err
	}
	report, err := build.Worker(ctx, build.WorkerOptions{
		Root: root,
		Dist: cmp.Or(*dist, filepath.Join(root, "dist")),
		Out:  cmp.Or(*out, filepath.Join(root, "dist.worker")),

		Stored: web.EdgePattern(),
	})
	if err != nil {
		return err
	}
	if err := report.Table(h.out); err != nil {
		return err
	}
	over := report.Over()
	for _, name := range over {
		fmt.Fprintln(h.err, "over Cloudflare's limit:", name)
	}
	if len(over) > 0 {
		return errShown
	}
	return nil
}

// buildSite renders the checkout's site, to dist unless told otherwise.
func buildSite(ctx context.Context, out string) (*build.Report, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	if out == "" {
		out = filepath.Join(root, "dist")
	}
	vectors, err := conformance.JSON()
	if err != nil {
		return nil, err
	}
	pages := func(m *build.Manifest) ([]build.Page, error) {
		bill, err := billOfMaterials(root)
		if err != nil {
			return nil, err
		}
		list, err := allPages(m)
		return append(list, bill), err
	}
	return build.Build(ctx, build.Options{Root: root, Out: out, Pages: pages, Made: map[string][]byte{verify.VectorsAsset: vectors}})
}

func allPages(m *build.Manifest) ([]build.Page, error) {
	single := func(c build.Component) (build.Single, error) { return m.Single(context.Background(), c) }
	list, err := all.Pages(m.URL, m.Integrity, single)
	if err != nil {
		return nil, err
	}
	paths, err := all.List(list)
	if err != nil {
		return nil, err
	}
	list = append(list, build.Page{Path: "/" + serve.PagesFile, Component: plain(paths)})
	schemas, err := docs.Schemas()
	return append(list, schemas...), err
}

// billOfMaterials lists what the site is made of, for scanners and auditors.
func billOfMaterials(root string) (build.Page, error) {
	entries, err := sbom.Read(root)
	if err != nil {
		return build.Page{}, err
	}
	text, err := sbom.Document(entries, runtime.Version())
	return build.Page{Path: "/sbom.cdx.json", Component: plain(text)}, err
}

// plain is a page that is its own text.
type plain []byte

func (p plain) Render(_ context.Context, w io.Writer) error {
	_, err := w.Write(p)
	return err
}
