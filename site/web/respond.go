package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// caching is how long clients may keep an answer. It shows a verdict, so no
// cache may serve it longer while it asks again.
const caching = "public, max-age=60, must-revalidate"

// setHeaders sets the headers of all answers for a path, including errors:
// those of the site's pages, and permissions for what other sites read or
// frame.
func setHeaders(h http.Header, path string) {
	serve.SetHeaders(h, path)
	h.Set("Cache-Control", "no-store")
	if strings.HasPrefix(path, "/embed/") {
		h.Del("X-Frame-Options")
		h.Del("Cross-Origin-Opener-Policy")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Content-Security-Policy", embedPolicy)
	}
	if forPrograms(path) {
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if path == Proofs {
		h.Set("Access-Control-Allow-Methods", "POST, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Access-Control-Expose-Headers", "Location")
		h.Set("Access-Control-Max-Age", "86400")
	}
}

// forPrograms reports whether a path is for programs: its problems are JSON,
// whatever the client accepts.
func forPrograms(path string) bool {
	return path == Proofs || path == oembedPath || strings.HasSuffix(path, ".json") || strings.HasPrefix(path, Log) && path != Log
}

// embedPolicy lets any site frame a card or a leaderboard, which need their own style,
// a leaderboard also the script that sorts it, and nothing else. Everything but
// frame-ancestors is as strict as can be.
var embedPolicy = func() string {
	policy := "default-src 'none'; script-src " + hashSource(stored.BoardScript) + "; style-src"
	for _, theme := range stored.Themes {
		policy += " " + hashSource(stored.CardStyle(theme))
	}
	return policy + "; base-uri 'none'; form-action 'none'; frame-ancestors *"
}()

// hashSource names a text in a Content-Security-Policy.
func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// page answers with HTML.
func page(ctx context.Context, w http.ResponseWriter, r *http.Request, c templ.Component) *Problem {
	var text bytes.Buffer
	if err := c.Render(ctx, &text); err != nil {
		return fault()
	}
	send(w, r, "text/html; charset=utf-8", text.Bytes())
	return nil
}

// asJSON answers with a value.
func asJSON[T any](w http.ResponseWriter, r *http.Request, v T) *Problem {
	send(w, r, "application/json", encode(v))
	return nil
}

// encode writes an answer as the engine does, which always can be.
func encode[T any](v T) []byte {
	text, err := op.Encode(v)
	if err != nil {
		panic("web: " + err.Error())
	}
	return append(text, '\n')
}

// send answers 200, or 304 if the client already has these bytes.
func send(w http.ResponseWriter, r *http.Request, media string, text []byte) {
	sendFor(w, r, caching, media, text)
}

// sendFor does so with another time for caches.
func sendFor(w http.ResponseWriter, r *http.Request, cache, media string, text []byte) {
	sum := sha256.Sum256(text)
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", cache)
	h.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:15])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// refuse answers with a problem: a page for a browser that asks for one.
func (a *App) refuse(w http.ResponseWriter, r *http.Request, problem *Problem) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	media, text := "application/problem+json", encode(*problem)
	if !forPrograms(r.URL.Path) {
		h.Add("Vary", "Accept")
		if wantsPage(r) {
			media, text = "text/html; charset=utf-8", a.problemPage(r, problem)
		}
	}
	h.Set("Content-Type", media)
	w.WriteHeader(problem.Status)
	if r.Method != http.MethodHead {
		w.Write(text)
	}
}

// wantsPage reports whether the client is a browser that opens an address: it
// names HTML in Accept. Programs that accept anything get problems as JSON.
func wantsPage(r *http.Request) bool {
	for _, value := range r.Header.Values("Accept") {
		if strings.Contains(strings.ToLower(value), "text/html") {
			return true
		}
	}
	return false
}
