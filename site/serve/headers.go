package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/tallyproof/tallyproof/templates/layout"
)

// Rule sets headers on the responses for the paths it matches.
type Rule struct {
	Pattern string // a path; one * stands for any text, and :name for a segment, as in Cloudflare's _headers
	Set     []Field
}

// Field is a header; without a value it removes the header of an earlier rule. In a
// value, :name is the segment that the pattern has there.
type Field struct{ Name, Value string }

// Matches reports whether the rule holds for a URL's path.
func (r Rule) Matches(path string) bool {
	if before, after, ok := strings.Cut(r.Pattern, "*"); ok {
		return len(path) >= len(before)+len(after) && strings.HasPrefix(path, before) && strings.HasSuffix(path, after)
	}
	_, ok := r.segments(path)
	return ok
}

// segments returns the parts of a path that a pattern without * names, each after its
// name.
func (r Rule) segments(path string) (named []string, ok bool) {
	want, got := strings.Split(r.Pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	for i, w := range want {
		switch {
		case strings.HasPrefix(w, ":") && got[i] != "":
			named = append(named, w, got[i])
		case w != got[i]:
			return nil, false
		}
	}
	return named, true
}

// KeysPath is the address of the keys that a host judges by.
const KeysPath = "/.well-known/arena-keys.json"

// Rules holds every header of the static site besides the file's own (type, encoding,
// validator). All rules that match apply; if two set the same header, the later one wins.
var Rules = []Rule{
	{"/*", []Field{
		{"Content-Security-Policy", content + unframed},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"}, // for browsers older than frame-ancestors
		{"Referrer-Policy", "no-referrer"},
		{"Permissions-Policy", denied(
			"accelerometer", "camera", "display-capture", "geolocation", "gyroscope",
			"magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
		)},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cache-Control", "public, max-age=0, must-revalidate"},
	}},
	// Pages, which are also Markdown, at an address of its own or if the client asks for it.
	{"/", twins("/index")},
	{"/:a/", twins("/:a")},
	{"/:a/:b/", twins("/:a/:b")},
	{"/:a/:b/:c/", twins("/:a/:b/:c")},
	// One file with everything inside. Its own policy has the hashes of its script
	// and style, and allows no connections: both policies apply.
	{"/verify/offline*", []Field{
		{"Content-Security-Policy", policy(
			"default-src 'none'",
			"script-src 'unsafe-inline' 'wasm-unsafe-eval'",
			"style-src 'unsafe-inline'",
			"img-src data:",
			"worker-src blob:",
			"base-uri 'none'",
			"form-action 'none'",
			"frame-ancestors 'none'",
		)},
	}},
	// A hash of the content is in the name, so the content never changes.
	{"/assets/*", []Field{
		{"Access-Control-Allow-Origin", "*"},
		{"Cache-Control", "public, max-age=31536000, immutable"},
	}},
	// The service worker: the browser asks for it at each visit.
	{"/sw.js", []Field{{"Cache-Control", "no-cache"}}},
	// Stable names for other people's tools, which may live on other origins.
	{"/engine/*", shared},
	{"/schema/*", shared},
	{"/api/openapi.json", shared},
	{KeysPath, shared},
	{"/widgets/arena-*", shared},
	// Pages as Markdown, and their list, which programs of other sites read too.
	{"/*.md", open},
	{"/llms.txt", open},
	// The page of proofs, with a script in its head.
	{"/verify/", []Field{{"Content-Security-Policy", strings.Replace(content, "script-src",
		"script-src "+HashSource(layout.LinkedScript), 1) + unframed}}},
	// The page that makes code for other sites frames leaderboards of this one, and
	// previews of the code, whose elements start the engine as they do on other pages.
	{"/widgets/", []Field{{"Content-Security-Policy", strings.Replace(content, "worker-src 'self'",
		"worker-src 'self' blob:", 1) + unframed + "; frame-src 'self'"}}},
	// The page that other sites frame, also inside a frame with a sandbox, which "*"
	// in frame-ancestors would refuse. Its card starts the engine as it does on their
	// pages, with a Worker made there.
	{"/embed/proof/*", []Field{
		{"Content-Security-Policy", strings.Replace(content, "worker-src 'self'", "worker-src 'self' blob:", 1)},
		{"X-Frame-Options", ""},
		{"Cross-Origin-Opener-Policy", ""},
		{"Link", ""},
	}},
	// TypeScript declarations. Hosts that guess by the extension treat .ts as a
	// video.
	{"/engine/engine.d.*", []Field{
		{"Content-Type", "text/plain; charset=utf-8"},
	}},
}

// twins names the Markdown of a page.
func twins(page string) []Field {
	return []Field{{"Link", "<" + page + `.md>; rel="alternate"; type="text/markdown"`}, {"Vary", "Accept"}}
}

// open lets programs of other sites read a file.
var open = []Field{{"Access-Control-Allow-Origin", "*"}}

// shared are the headers of what other tools read.
var shared = []Field{
	{"Access-Control-Allow-Origin", "*"},
	{"Cache-Control", "public, max-age=300, must-revalidate"},
}

// SetHeaders gives a response the headers that Rules has for a path.
func SetHeaders(h http.Header, path string) {
	for _, rule := range Rules {
		if !rule.Matches(path) {
			continue
		}
		named, _ := rule.segments(path)
		values := strings.NewReplacer(named...)
		for _, f := range rule.Set {
			if f.Value == "" {
				h.Del(f.Name)
				continue
			}
			h.Set(f.Name, values.Replace(f.Value))
		}
	}
}

// content is the policy of a page, and unframed forbids to frame it.
var (
	content = policy(
		"default-src 'none'",
		"script-src 'self' 'wasm-unsafe-eval'", // compiles WebAssembly, not strings of JavaScript
		"style-src 'self'",
		"font-src 'self'",
		"img-src 'self' data:",
		"connect-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
	)
	unframed = "; frame-ancestors 'none'"
)

// HashSource names a script or a style that stands in a page, for its policy.
func HashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func policy(directives ...string) string { return strings.Join(directives, "; ") }

// denied forbids browser features to this page and to everything it embeds.
func denied(features ...string) string {
	return strings.Join(features, "=(), ") + "=()"
}
