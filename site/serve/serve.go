package serve

import (
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Options are the files and handlers to serve.
type Options struct {
	Site fs.FS        // the files that build.Build made
	API  http.Handler // answers /api and paths below it that are not files; nil: there is no API
	Keys []byte       // the keyring at [KeysPath]; nil: the file of the site
}

// New reads the site into memory and returns a handler for it, safe for
// concurrent use. Files that change later are not seen: make a new handler.
func New(o Options) (http.Handler, error) {
	files, err := load(o.Site)
	if err != nil {
		return nil, err
	}
	if o.Keys != nil {
		files[KeysPath] = &file{media: MediaType(KeysPath), plain: &variant{data: o.Keys, etag: etag(o.Keys)}}
	}
	return &site{files, o.API}, nil
}

type site struct {
	files map[string]*file // by URL path
	api   http.Handler
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.api != nil && strings.HasPrefix(r.URL.EscapedPath()+"/", "/api/") && s.files[r.URL.Path] == nil {
		s.api.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		refuseMethod(w)
		return
	}
	path := r.URL.Path
	if address, f := s.twin(path, r); f != nil {
		SetHeaders(w.Header(), path)
		SetHeaders(w.Header(), address)
		w.Header().Set("Content-Location", address)
		f.send(w, r)
		return
	}
	if f := s.files[path]; f != nil {
		SetHeaders(w.Header(), path)
		f.send(w, r)
		return
	}
	if dir := path + "/"; s.files[dir] != nil { // a known path, so never another host's
		SetHeaders(w.Header(), path)
		to := url.URL{Path: dir, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
		return
	}
	if instead := s.gone(path); instead != "" {
		refuseGone(w, instead)
		return
	}
	s.notFound(w, r)
}

func refuseMethod(w http.ResponseWriter) {
	SetHeaders(w.Header(), errorPath)
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "this path answers GET and HEAD", http.StatusMethodNotAllowed)
}

// send answers with the file, or with 304 to a client that has it.
func (f *file) send(w http.ResponseWriter, r *http.Request) {
	v := f.pick(w, r)
	w.Header().Set("ETag", v.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(v.data))
}

// pick chooses the encoding and sets the headers that depend on it.
func (f *file) pick(w http.ResponseWriter, r *http.Request) *variant {
	v := parseAcceptEncoding(r.Header.Values("Accept-Encoding")).choose(f)
	h := w.Header()
	h.Set("Content-Type", f.media)
	h.Set("Content-Length", strconv.Itoa(len(v.data)))
	h.Add("Vary", "Accept-Encoding")
	if v.encoding != "" {
		h.Set("Content-Encoding", v.encoding)
	}
	return v
}

// errorPath is the page for missing files. Errors have its headers: a missing
// asset must not be cached for ever, as the asset itself may be.
const errorPath = "/404.html"

func (s *site) notFound(w http.ResponseWriter, r *http.Request) {
	SetHeaders(w.Header(), errorPath)
	f := s.files[errorPath]
	if f == nil {
		http.NotFound(w, r)
		return
	}
	v := f.pick(w, r)
	w.WriteHeader(http.StatusNotFound)
	io.Copy(w, bytes.NewReader(v.data)) // net/http drops the body of a HEAD
}
