package build

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/site/build/pack"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/html"
)

// Single is a page in one file, with everything it needs inside: it works from
// disk, without a server or a network. Its own policy lets nothing in or out.
type Single []byte

// Render writes the file.
func (s Single) Render(_ context.Context, w io.Writer) error {
	_, err := w.Write(s)
	return err
}

// Single renders a page and puts the files that it names inside. Links to other
// pages lose their address, and elements that would pass something to another
// page (data-takes, data-whatif) are left out.
func (m *Manifest) Single(ctx context.Context, c Component) (Single, error) {
	var text bytes.Buffer
	if err := c.Render(ctx, &text); err != nil {
		return nil, err
	}
	page, err := minify("single.html", text.Bytes())
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &single{manifest: m}
	if err := s.read(page); err != nil {
		return nil, err
	}
	return s.write()
}

// single is a page that is being written into one file.
type single struct {
	manifest *Manifest
	html     bytes.Buffer // without styles and scripts
	head     int          // where in html they belong
	styles   []byte
	first    [][]byte // scripts that run before anything is drawn
	scripts  []string // names of modules
	skip     string   // the tag whose end is awaited
}

// read takes the page apart, tag by tag.
func (s *single) read(page []byte) error {
	lexer := html.NewLexer(parse.NewInputBytes(bytes.Clone(page)))
	var tag tag
	var err error
	for err == nil {
		kind, data := lexer.Next()
		switch kind {
		case html.ErrorToken:
			return endOf(lexer)
		case html.StartTagToken:
			tag = newTag(lexer.Text(), data)
		case html.AttributeToken:
			tag.add(string(lexer.AttrKey()), string(lexer.AttrVal()), data)
		case html.StartTagCloseToken, html.StartTagVoidToken:
			err = s.place(tag, data)
		case html.EndTagToken:
			err = s.end(string(lexer.Text()), data)
		case html.TextToken:
			s.text(data)
		default:
			s.keep(data)
		}
	}
	return err
}

// keep writes what stays as it is in the page, unless it is being skipped.
func (s *single) keep(data []byte) {
	if s.skip == "" {
		s.html.Write(data)
	}
}

// text writes a text, or takes the script that it is.
func (s *single) text(data []byte) {
	if s.skip == "script" {
		s.first = append(s.first, bytes.Clone(data))
		return
	}
	s.keep(data)
}

// end writes an end tag, which may be the last of what is skipped.
func (s *single) end(name string, data []byte) error {
	s.keep(data)
	if s.skip == name {
		s.skip = ""
	}
	if name == "head" && s.head == 0 {
		return errors.New("the head ends without a <title>")
	}
	return nil
}

// tag is a start tag with its attributes, in order.
type tag struct {
	name, start string
	attributes  []attribute
}

type attribute struct {
	name, value, text string // text: as it stands in the page
}

func newTag(name, start []byte) tag { return tag{name: string(name), start: string(start)} }

func (t *tag) add(name, value string, text []byte) {
	t.attributes = append(t.attributes, attribute{name, strings.Trim(value, `"'`), string(text)})
}

func (t tag) get(name string) string {
	for _, a := range t.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

func (t tag) has(name string) bool {
	return slices.ContainsFunc(t.attributes, func(a attribute) bool { return a.name == name })
}

// place writes a start tag, or its replacement.
func (s *single) place(t tag, end []byte) error {
	switch {
	case s.skip != "":
		return nil
	case t.name == "link" && t.get("rel") == "stylesheet":
		return s.style(t.get("href"))
	case t.name == "link" && t.get("rel") == "icon":
		return s.icon(t)
	case t.name == "link":
		return nil // feeds and the like are the site's
	case t.name == "script" && t.has("src"):
		s.skip = "script"
		return s.script(t)
	case t.name == "script" && !t.has("type"):
		s.skip = "script" // its text is the page's first script
		return nil
	case t.name == "a" && (t.has("data-takes") || t.has("data-whatif")):
		s.skip = "a"
		return nil
	case t.name == "title":
		s.head = s.html.Len()
	}
	return s.start(t, end)
}

// start writes a start tag without links to other pages. What it loads has to be
// inside the file.
func (s *single) start(t tag, end []byte) error {
	s.html.WriteString(t.start)
	for _, a := range t.attributes {
		local := strings.HasPrefix(a.value, "/") || strings.HasPrefix(a.value, ".")
		switch {
		case local && t.name == "a" && a.name == "href":
			continue
		case local && slices.Contains([]string{"href", "src", "srcset", "action", "poster"}, a.name):
			return fmt.Errorf("<%s %s=%q>: want it inside the file", t.name, a.name, a.value)
		}
		s.html.WriteString(a.text)
	}
	s.html.Write(end)
	return nil
}

func (s *single) style(url string) error {
	a := s.manifest.byURL(url)
	if a == nil {
		return fmt.Errorf("there is no asset at %s", url)
	}
	if len(a.refers) > 0 {
		return fmt.Errorf("%s names %s: want one style sheet that names no other file", a.name, a.refers[0].name)
	}
	s.styles = append(s.styles, a.data...)
	return nil
}

func (s *single) icon(t tag) error {
	icon, err := fs.ReadFile(s.manifest.static, strings.TrimPrefix(t.get("href"), "/"))
	if err != nil {
		return err
	}
	fmt.Fprintf(&s.html, `<link rel="icon" href="data:image/svg+xml;base64,%s">`, base64.StdEncoding.EncodeToString(icon))
	return nil
}

// script takes a module of the page.
func (s *single) script(t tag) error {
	a := s.manifest.byURL(t.get("src"))
	if a == nil {
		return fmt.Errorf("there is no asset at %s", t.get("src"))
	}
	if t.get("type") != "module" {
		return fmt.Errorf("%s: want a module, or its text in the page", a.name)
	}
	s.scripts = append(s.scripts, a.name)
	return nil
}

// write assembles the page: policy, style and script in the head, and at the
// end, as text, the programs and files of Workers.
func (s *single) write() (Single, error) {
	script, workers, err := s.manifest.singleScript(s.scripts)
	if err != nil {
		return nil, err
	}
	var out, texts bytes.Buffer
	for _, name := range workers {
		if err := s.worker(&texts, name); err != nil {
			return nil, err
		}
	}
	before, after := s.html.Bytes()[:s.head], s.html.Bytes()[s.head:]
	out.Write(before)
	if err := s.writeHead(&out, script); err != nil {
		return nil, err
	}
	end := bytes.LastIndex(after, []byte("</body>"))
	if end < 0 {
		return nil, errors.New("the page has no </body>")
	}
	out.Write(after[:end])
	out.Write(texts.Bytes())
	out.Write(after[end:])
	return out.Bytes(), nil
}

// writeHead writes the policy, the styles and the scripts.
func (s *single) writeHead(w *bytes.Buffer, script []byte) error {
	fmt.Fprintf(w, `<meta http-equiv="Content-Security-Policy" content="%s">`, s.policy(script))
	for _, first := range s.first {
		if err := element(w, "", first); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "<style>%s</style>", s.styles)
	return element(w, `type="module"`, script)
}

// worker writes a Worker's program and the files it reads.
func (s *single) worker(w *bytes.Buffer, name string) error {
	program, files, err := s.manifest.singleWorker(name)
	if err != nil {
		return err
	}
	compress := pack.Gzip
	if s.manifest.live {
		compress = pack.GzipStored
	}
	for _, file := range files {
		packed := base64.StdEncoding.EncodeToString(compress(s.manifest.data[file]))
		if err := element(w, fmt.Sprintf(`type="text/plain" id="file:%s"`, file), []byte(packed)); err != nil {
			return err
		}
	}
	return element(w, fmt.Sprintf(`type="text/plain" id="file:%s"`, name), program)
}

// element writes a script element. Its text ends at the first end tag, even if
// that is inside a string of the script.
func element(w *bytes.Buffer, attributes string, text []byte) error {
	lower := bytes.ToLower(text)
	for _, end := range []string{"</script", "<!--"} {
		if bytes.Contains(lower, []byte(end)) {
			return fmt.Errorf("<script %s> contains %s: write it otherwise", attributes, end)
		}
	}
	fmt.Fprintf(w, "<%s>%s</script>", strings.TrimSpace("script "+attributes), text)
	return nil
}

// policy lets the page run its own script, style and Workers, compile
// WebAssembly, and nothing else. No directive allows it to connect to anything.
func (s *single) policy(script []byte) string {
	var scripts strings.Builder
	for _, text := range append(slices.Clone(s.first), script) {
		scripts.WriteString(serve.HashSource(string(text)) + " ")
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + scripts.String() + "'wasm-unsafe-eval'",
		"style-src " + serve.HashSource(string(s.styles)),
		"img-src data:", // its icon
		"worker-src blob:",
		"base-uri 'none'",
		"form-action 'none'",
	}, "; ")
}
