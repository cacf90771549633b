// Package badges answers the addresses of badges: /badge/d/{proof}/score.svg and
// its kind, which package core/badge describes.
package badges

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/badge"
)

// Config is what badges are made with.
type Config struct {
	Keyring []byte           // the keys whose proofs are shown as verified, as proof.verify takes them
	Now     func() time.Time // nil: the machine's clock

	// Stored is the text of the proof with that id, [ErrNotFound] where there is
	// none. nil: no proofs are stored here.
	Stored func(ctx context.Context, id string) (string, error)
}

// ErrNotFound is what [Config].Stored says of an id that no proof has.
var ErrNotFound = errors.New("badges: no such proof")

// New answers paths below /badge/. It keeps nothing and may be used by several
// at a time.
func New(c Config) http.Handler {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &handler{c}
}

type handler struct{ Config }

// headers of every answer: badges are for every page, run nothing and load
// nothing.
var headers = map[string]string{
	"Access-Control-Allow-Methods":  "GET, HEAD, OPTIONS",
	"Access-Control-Allow-Origin":   "*",
	"Access-Control-Expose-Headers": "ETag",
	"Content-Security-Policy":       "default-src 'none'; style-src 'unsafe-inline'; sandbox",
	"X-Content-Type-Options":        "nosniff",
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		w.Header().Set("Allow", "GET, HEAD, OPTIONS")
		refuse(w, r, http.StatusMethodNotAllowed, "method-not-allowed", "want one of GET, HEAD, OPTIONS")
		return
	}
	want, ok := badge.Route(r.URL.EscapedPath())
	if !ok {
		refuse(w, r, http.StatusNotFound, "not-found", "this is no badge: want /badge/d/{proof in base64url}/{kind}.svg or /badge/p/{id}/{kind}.svg, where kind is one of "+strings.Join(badge.Kinds, ", "))
		return
	}
	text, err := "", error(nil)
	if want.ID != "" {
		text, err = h.stored(r.Context(), want.ID)
	}
	switch {
	case errors.Is(err, ErrNotFound):
		h.send(w, r, http.StatusNotFound, want, badge.Missing(want.Kind))
		return
	case err != nil:
		refuse(w, r, http.StatusInternalServerError, "internal", "the proof could not be read; try again")
		return
	}
	b, err := want.Badge(text, h.Keyring, h.Now().UTC().Format(time.RFC3339))
	if err != nil {
		refuse(w, r, http.StatusInternalServerError, "internal", "the badge could not be made: "+err.Error())
		return
	}
	h.send(w, r, http.StatusOK, want, b)
}

func (h *handler) stored(ctx context.Context, id string) (string, error) {
	if h.Stored == nil {
		return "", ErrNotFound
	}
	return h.Stored(ctx, id)
}

// send answers with a badge, or with 304 to a reader who has it. It may be kept
// for five minutes: its age in days, and the keys it was checked with, are as old
// as that.
func (h *handler) send(w http.ResponseWriter, r *http.Request, status int, want badge.Want, b badge.Response) {
	mediaType, body := "image/svg+xml", []byte(b.SVG)
	if want.JSON {
		mediaType, body = "application/json", encode(b.Shields)
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "public, max-age=300, stale-while-revalidate=86400")
	if status == http.StatusOK && has(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	write(w, r, status, mediaType, body)
}

// has reports whether the reader has what has that tag.
func has(r *http.Request, tag string) bool {
	for _, list := range r.Header.Values("If-None-Match") {
		for given := range strings.SplitSeq(list, ",") {
			if given = strings.TrimPrefix(strings.TrimSpace(given), "W/"); given == tag || given == "*" {
				return true
			}
		}
	}
	return false
}

// refuse answers with the members of RFC 9457 and the code, as the API does.
func refuse(w http.ResponseWriter, r *http.Request, status int, code, detail string) {
	w.Header().Set("Cache-Control", "no-store")
	write(w, r, status, "application/problem+json", encode(map[string]any{
		"type": "about:blank", "title": http.StatusText(status), "status": status, "detail": detail, "code": code, "field": "",
	}))
}

func write(w http.ResponseWriter, r *http.Request, status int, mediaType string, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic("badges: texts and numbers are always JSON: " + err.Error())
	}
	return body
}
