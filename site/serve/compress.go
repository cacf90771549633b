package serve

import (
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// leastPacked is the size in bytes from which an answer is compressed: a shorter one fits
// into a packet as it is.
const leastPacked = 1024

// Compressed compresses with gzip what next writes for each request, if the client accepts
// that. next writes each answer at once. Files of the site are compressed by the build.
func Compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &packer{ResponseWriter: w, accepts: parseAcceptEncoding(r.Header.Values("Accept-Encoding")).gzip > 0,
			known: strings.Join(r.Header.Values("If-None-Match"), ", "), status: http.StatusOK}
		next.ServeHTTP(p, r)
		p.end()
	})
}

// packer compresses one answer.
type packer struct {
	http.ResponseWriter
	accepts bool
	known   string // the tags of what the client has
	status  int
	begun   bool
	packs   *gzip.Writer // nil if the answer stays as it is
}

// Unwrap returns the writer below, for its deadlines.
func (p *packer) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// WriteHeader keeps the status until the size of the answer is known.
func (p *packer) WriteHeader(status int) { p.status = status }

func (p *packer) Write(data []byte) (int, error) {
	if !p.begun && p.begin(len(data)) {
		p.packs = packers.Get().(*gzip.Writer)
		p.packs.Reset(p.ResponseWriter)
	}
	if p.packs != nil {
		return p.packs.Write(data)
	}
	return p.ResponseWriter.Write(data)
}

var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed+4)
	if err != nil {
		panic("serve: gzip has this level: " + err.Error())
	}
	return w
}}

// begin writes the head of an answer of that size, and reports whether it is compressed.
func (p *packer) begin(size int) (packed bool) {
	p.begun = true
	h := p.Header()
	if isText(h.Get("Content-Type")) && h.Get("Content-Encoding") == "" {
		h.Add("Vary", "Accept-Encoding")
		packed = p.accepts && size >= leastPacked
	}
	tag := h.Get("ETag")
	if packed {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
	}
	has := p.accepts && p.status == http.StatusNotModified && strings.Contains(p.known, "W/"+tag)
	if strings.HasPrefix(tag, `"`) && (packed || has) {
		h.Set("ETag", "W/"+tag) // the same answer, in other bytes
	}
	p.ResponseWriter.WriteHeader(p.status)
	return packed
}

// end ends an answer. One to HEAD has no body, and the head of the answer to GET.
func (p *packer) end() {
	if !p.begun {
		size, _ := strconv.Atoi(p.Header().Get("Content-Length"))
		p.begin(size)
	}
	if p.packs != nil {
		_ = p.packs.Close() // the client has left
		packers.Put(p.packs)
	}
}

// isText reports whether a media type is a text, which compresses well.
func isText(media string) bool {
	kind, _, _ := strings.Cut(media, ";")
	return strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "json") || strings.HasSuffix(kind, "+xml")
}
