package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/badges"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/copies"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// caching is the Cache-Control of an answer. It shows a verdict, so no
// cache may serve it longer while it asks again.
const caching = "public, max-age=60, must-revalidate"

// setHeaders sets the headers of all answers for a path, including errors:
// those of the site's pages, and permissions for what other sites read or
// frame.
func setHeaders(h http.Header, path string) {
	serve.SetHeaders(h, path)
	h.Del("Link") // these pages name their other forms in their heads
	h.Del("Vary")
	h.Set("Cache-Control", "no-store")
	if strings.HasPrefix(path, "/embed/") {
		h.Del("X-Frame-Options")
		h.Del("Cross-Origin-Opener-Policy")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Content-Security-Policy", embedPolicy)
	}
	if forPrograms(path) {
		setOpen(h)
	}
	if path == Proofs {
		h.Set("Access-Control-Allow-Methods", "POST, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Access-Control-Expose-Headers", "Location")
		h.Set("Access-Control-Max-Age", "86400")
	}
}

// setOpen lets programs of other sites read an answer.
func setOpen(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// forPrograms reports whether a path is for programs: its problems are JSON,
// whatever the client accepts.
func forPrograms(path string) bool {
	return path == Proofs || path == oembedPath || strings.HasSuffix(path, twin.JSON) || strings.HasSuffix(path, twin.Markdown) || strings.HasPrefix(path, Log) && path != Log
}

// embedPolicy lets any site frame a card, a leaderboard or a forecast, which need their
// own style, a leaderboard also the script that sorts it, and nothing else. It has no
// frame-ancestors: even "*" would refuse a page inside a frame with a sandbox, as some
// editors show what is pasted. Everything else is as strict as can be.
var embedPolicy = func() string {
	policy := "default-src 'none'; script-src " + serve.HashSource(stored.BoardScript) + "; style-src"
	for _, theme := range stored.Themes {
		policy += " " + serve.HashSource(stored.CardStyle(theme))
	}
	policy += " " + serve.HashSource(stored.SlipStyle) + " " + serve.HashSource(stored.ForecastStyle)
	return policy + "; base-uri 'none'; form-action 'none'"
}()

// page answers with HTML.
func page(ctx context.Context, w http.ResponseWriter, r *http.Request, c templ.Component) *Problem {
	return pageOrText(ctx, w, r, caching, "", twin.Page{}, c)
}

// pageOrText answers with a page, or with its text as Markdown: what its readers
// see, in the same order. of has its addresses; cache is its Cache-Control.
func pageOrText(ctx context.Context, w http.ResponseWriter, r *http.Request, cache, form string, of twin.Page, c templ.Component) *Problem {
	var text bytes.Buffer
	if err := c.Render(ctx, &text); err != nil {
		return fault()
	}
	if form != twin.Markdown {
		sendFor(w, r, cache, "text/html; charset=utf-8", text.Bytes())
		return nil
	}
	markdown, err := of.Read(text.Bytes())
	if err != nil {
		return fault()
	}
	sendFor(w, r, cache, "text/markdown; charset=utf-8", markdown.Text)
	return nil
}

// lasting returns what a page shows as read makes it, and keeps a copy. If the store
// fails, it returns the last copy, and says how old that is. what names the page; ""
// keeps none, lest whoever makes up addresses drives out the copies of others. Another
// keyring may judge other proofs, and another style sheet belongs to another build: each
// has copies of its own.
func lasting[V any](ctx context.Context, a *App, what string, read func() (V, *Problem)) (v V, last string, _ *Problem) {
	if what == "" {
		v, problem := read()
		return v, "", problem
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %q", what, a.Base, a.Style, a.Text, a.Keyring))
	key := base64.RawURLEncoding.EncodeToString(sum[:])
	v, problem := read()
	if problem == nil {
		text, err := json.Marshal(v)
		if err != nil {
			panic("web: " + err.Error())
		}
		a.Copies.Put(ctx, key, copies.Copy{At: a.Now(), Text: text})
		return v, "", nil
	}
	copied, found := a.Copies.Get(ctx, key)
	if found && problem.Code == codeNotFound {
		a.Copies.Put(ctx, key, copies.Copy{At: a.Now()}) // what is gone does not come back
	}
	if !found || problem.Code != codeInternal || json.Unmarshal(copied.Text, &v) != nil {
		return v, "", problem
	}
	return v, "Last updated " + copies.Ago(a.Now().Sub(copied.At)), nil
}

// cachingOf returns the Cache-Control of an answer: an old copy is not kept.
func cachingOf(last string) string {
	if last != "" {
		return "no-store"
	}
	return caching
}

// otherForms returns the links of a page's head to its JSON and its Markdown; what names
// the page.
func otherForms(json, what string) []layout.HeadLink {
	return []layout.HeadLink{
		{Rel: "alternate", Type: "application/json", Href: json, Title: what + " as JSON"},
		{Rel: "alternate", Type: "text/markdown", Href: strings.TrimSuffix(json, twin.JSON) + twin.Markdown, Title: what + " as Markdown"},
	}
}

// queryOf reads a query.
func queryOf(text string) (url.Values, *Problem) {
	given, err := url.ParseQuery(text)
	if text, _ := url.QueryUnescape(text); err != nil || !utf8.ValidString(text) {
		return nil, refuse(codeInvalid, "the query cannot be read: want name=value pairs in UTF-8 with & between them, in which ; is written as %%3B and %% as %%25")
	}
	return given, nil
}

// partOf returns the query of an address, with "?", of which only these parameters count.
func partOf(r *http.Request, names ...string) string {
	given, counts := r.URL.Query(), url.Values{}
	for _, name := range names {
		if value := given.Get(name); value != "" {
			counts.Set(name, value)
		}
	}
	if len(counts) == 0 {
		return ""
	}
	return "?" + counts.Encode()
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
	sendAs(w, r, tagOf(text), cache, media, text)
}

// sendAs does so for bytes with that tag. It reads neither Range nor other conditions,
// which the cache of the Worker does not pass on: so all hosts answer the same.
func sendAs(w http.ResponseWriter, r *http.Request, tag, cache, media string, text []byte) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("ETag", tag)
	if hasTag(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method != http.MethodHead {
		w.Write(text)
	}
}

// hasTag reports whether the client has the bytes with that tag.
func hasTag(r *http.Request, tag string) bool {
	known := strings.Join(r.Header.Values("If-None-Match"), ", ")
	return strings.Contains(known, tag) || strings.TrimSpace(known) == "*"
}

// tagOf returns an entity tag that only these bytes have.
func tagOf(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}

// refuse answers with a problem: a page for a browser that asks for one.
func (a *App) refuse(w http.ResponseWriter, r *http.Request, problem *Problem) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if problem.Code == codeBusy {
		h.Set("Retry-After", "2")
	}
	media, text := "application/problem+json", encode(*problem)
	if !forPrograms(r.URL.EscapedPath()) {
		h.Set("Vary", "Accept")
		h.Del("Content-Location")
		if wantsPage(r) {
			media, text = "text/html; charset=utf-8", a.problemPage(r, problem)
		} else {
			setOpen(h)
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

// Codes of problems that the engine does not know.
const (
	codeMalformed   = "malformed"
	codeInvalid     = "invalid"
	codeRefused     = "not-authentic"
	codeConflict    = "conflict"
	codeNotFound    = "not-found"
	codeWrongMethod = "method-not-allowed"
	codeTooLarge    = "too-large"
	codeFormat      = "unknown-format"
	codeInternal    = "internal"
	codeQuota       = "quota"
	codeBusy        = "busy" // for pictures and forecasts; for all others it is answered before this package: site/limit, hosts/worker/limits.mjs
	codeUnavailable = "unavailable"
	codeGone        = "gone"
	codeFull        = "full"
)

// Problem is a refusal: the members of RFC 9457, and those of the engine's
// problems.
type Problem struct {
	Type    string `json:"type" doc:"Always about:blank: the code names the kind of problem."`
	Title   string `json:"title" doc:"The kind of problem in words, the same for each code."`
	Status  int    `json:"status" doc:"The HTTP status."`
	Detail  string `json:"detail" doc:"What was found and what was wanted."`
	Code    string `json:"code" op:"enum=malformed|invalid|not-authentic|conflict|not-found|method-not-allowed|too-large|unknown-format|internal|quota|busy|unavailable|gone|full" doc:"The kind of refusal, as a stable word."`
	Field   string `json:"field" doc:"JSON Pointer to the record's member, or the name of the query parameter; empty for the whole of it."`
	Verdict string `json:"verdict,omitempty" doc:"The verdict of proof.verify, if that is the reason."`
	URL     string `json:"url,omitempty" doc:"In a conflict: the page of the proof that has the id."`
}

// kinds are the status and the title of each code.
var kinds = map[string]struct {
	status int
	title  string
}{
	codeMalformed:   {http.StatusBadRequest, "The proof cannot be read"},
	codeInvalid:     {http.StatusUnprocessableEntity, "The request is not valid"},
	codeRefused:     {http.StatusForbidden, "Only authentic proofs are stored"},
	codeConflict:    {http.StatusConflict, "The id already holds another proof"},
	codeNotFound:    {http.StatusNotFound, "Nothing is stored at this address"},
	codeWrongMethod: {http.StatusMethodNotAllowed, "Wrong method"},
	codeTooLarge:    {http.StatusRequestEntityTooLarge, "The text is too large"},
	codeFormat:      {http.StatusNotImplemented, "No such format"},
	codeInternal:    {http.StatusInternalServerError, "An error of this server"},
	codeQuota:       {http.StatusTooManyRequests, "This key has reached its limit for today"},
	codeBusy:        {http.StatusServiceUnavailable, "The host is busy"},
	codeUnavailable: {http.StatusServiceUnavailable, "No proofs are stored here"},
	codeGone:        {http.StatusGone, "This address is gone"},
	codeFull:        {http.StatusConflict, "The leaderboard is full"},
}

func refuse(code, format string, args ...any) *Problem {
	k := kinds[code]
	return &Problem{Type: "about:blank", Title: k.title, Status: k.status, Detail: fmt.Sprintf(format, args...), Code: code}
}

// invalid refuses a member of the record.
func invalid(member, format string, args ...any) *Problem {
	p := refuse(codeInvalid, format, args...)
	p.Field = op.Pointer(member)
	return p
}

// fault returns a problem of the server. Its cause is written to the log.
func fault() *Problem {
	return refuse(codeInternal, "the database did not answer: try again in a moment")
}

// Unavailable answers the addresses of [Handles] on a host without a store: with
// 503, except for badges of proofs in the address. nil means the site's keyring.
func Unavailable(why string, keyring []byte) http.Handler {
	if keyring == nil {
		keyring = keys.JSON
	}
	drawn := badges.New(badges.Config{Keyring: keyring})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, badge.Prefix+"d/") {
			drawn.ServeHTTP(w, r)
			return
		}
		setHeaders(w.Header(), r.URL.Path)
		problem := refuse(codeUnavailable, "%s", why)
		w.Header().Set("Retry-After", "300")
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(problem.Status)
		if r.Method != http.MethodHead {
			w.Write(encode(*problem))
		}
	})
}

// layout returns the frame of a page of stored proofs, that of every other page.
func (a *App) layout(path, title, description string) layout.View {
	var scripts []string
	if a.Text != "" {
		scripts = []string{a.Text}
	}
	return layout.View{
		Scripts: scripts,
		Title:   title, Description: description, Path: path, Style: a.Style, Font: a.Font, Nav: pages.Nav(), Foot: pages.Foot(),
		Note: "This page was made by the server that stores the proof. Open the proof under Verify to check it on your own device.",
	}
}

// problemPage returns the page of a problem.
func (a *App) problemPage(r *http.Request, problem *Problem) []byte {
	var text bytes.Buffer
	c := stored.Problem(stored.ProblemView{
		Layout: a.layout(r.URL.Path, problem.Title, problem.Detail),
		H1:     problem.Title,
		Detail: problem.Detail,
	})
	if strings.HasPrefix(r.URL.Path, "/embed/") { // whose policy lets no frame load the style of pages
		theme, _ := themeIn(r.URL.Query())
		c = stored.RefusedCard(stored.CardView{Title: problem.Title, Name: problem.Title, In: problem.Detail, Href: a.Base + "/", Host: a.host, Theme: theme})
	}
	if err := c.Render(r.Context(), &text); err != nil {
		return []byte(problem.Title)
	}
	return text.Bytes()
}
