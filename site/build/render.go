package build

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Page is a file of the site that a program writes, most often HTML.
type Page struct {
	// Path is the page's address. "/score/" becomes score/index.html; one
	// without a final slash is the file's own name: "/404.html", "/llms.txt".
	Path      string
	Component Component
}

// Component writes a page. templ.Component is one; a Single stays as it is.
type Component interface {
	Render(ctx context.Context, w io.Writer) error
}

// Plain is a page that is its own text.
type Plain []byte

// Render writes the text.
func (p Plain) Render(_ context.Context, w io.Writer) error {
	_, err := w.Write(p)
	return err
}

// Text is the finished HTML of a page.
type Text struct {
	Path string
	Data []byte
}

// renderedPage is a page's final text.
type renderedPage struct {
	path, file string
	data       []byte
	refers     []*asset
	single     bool // all in one file
}

// render writes all pages. The tree refuses two pages with one path.
func render(ctx context.Context, m *Manifest, list func(*Manifest) ([]Page, error)) ([]renderedPage, error) {
	pages, err := list(m)
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	rendered := make([]renderedPage, len(pages))
	var group errgroup.Group
	for i, p := range pages {
		group.Go(func() (err error) {
			if rendered[i], err = p.render(ctx, m); err != nil {
				return fmt.Errorf("page %q: %w", p.Path, err)
			}
			return nil
		})
	}
	return rendered, group.Wait()
}

// renderTwins renders what is made of the finished HTML.
func renderTwins(ctx context.Context, m *Manifest, pages []renderedPage,
	twins func([]Text) ([]Page, error)) ([]renderedPage, error) {
	if twins == nil {
		return nil, nil
	}
	var texts []Text
	for _, p := range pages {
		if path.Ext(p.file) == ".html" && !p.single {
			texts = append(texts, Text{p.path, p.data})
		}
	}
	return render(ctx, m, func(*Manifest) ([]Page, error) { return twins(texts) })
}

func (p Page) render(ctx context.Context, m *Manifest) (renderedPage, error) {
	r := renderedPage{path: p.Path}
	var err error
	if r.file, err = fileOf(p.Path); err != nil {
		return r, err
	}
	if whole, ok := p.Component.(Single); ok {
		r.data, r.single = whole, true
		return r, nil
	}
	var text bytes.Buffer
	if err := p.Component.Render(ctx, &text); err != nil {
		return r, err
	}
	if r.data, err = minify(r.file, text.Bytes()); err != nil {
		return r, err
	}
	if path.Ext(r.file) == ".html" {
		r.refers, err = inspect(r.data, p.Path, m)
	}
	return r, err
}

// fileOf returns the file a path is served from.
func fileOf(url string) (string, error) {
	name, rooted := strings.CutPrefix(url, "/")
	if url == "/" || strings.HasSuffix(url, "/") {
		name += "index.html"
	}
	if !rooted || !fs.ValidPath(name) || path.Ext(name) == "" {
		return "", fmt.Errorf(`the path: want "/", "/name/" or "/name.ext"`)
	}
	return name, nil
}

// makeLive adds to every HTML page a script that is not part of the site.
func makeLive(pages []renderedPage, script string) {
	for i, p := range pages {
		if path.Ext(p.file) == ".html" && !p.single {
			pages[i].data = append(p.data, "<script src="+script+"></script>"...)
		}
	}
}
