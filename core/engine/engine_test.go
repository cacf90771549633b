package engine

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

func TestHTTP(t *testing.T) {
	tests := []struct {
		name   string
		req    Request
		status int
		body   string // contained
		header map[string]string
	}{
		{"listing", Request{Method: "GET", Path: Prefix}, 200, `"operation":"score.compute"`, map[string]string{"Content-Type": "application/json"}},
		{"listing with a slash", Request{Method: "GET", Path: Prefix + "/"}, 200, `"operations":[`, nil},
		{"listing, head only", Request{Method: "HEAD", Path: Prefix}, 200, "", nil},
		{"listing, wrong method", Request{Method: "POST", Path: Prefix}, 405, `"code":"method-not-allowed"`, map[string]string{"Allow": "GET, HEAD, OPTIONS"}},
		{"operation", Request{Method: "POST", Path: Prefix + "/elo.expected", Body: []byte(`{"rating":1000,"opponent":1000}`)}, 200, `{"expected":0.5}`, map[string]string{"Access-Control-Allow-Origin": "*"}},
		{"wrong method", Request{Method: "GET", Path: Prefix + "/elo.expected"}, 405, `"status":405`, map[string]string{"Allow": "POST, OPTIONS"}},
		{"unknown operation", Request{Method: "POST", Path: Prefix + "/elo.guess"}, 404, `"code":"unknown-operation"`, map[string]string{"Content-Type": "application/problem+json"}},
		{"unknown path", Request{Method: "GET", Path: "/api/v2"}, 404, `"detail"`, nil},
		{"path that goes on", Request{Method: "GET", Path: Prefix + "x"}, 404, `"detail"`, nil},
		{"path upwards", Request{Method: "POST", Path: Prefix + "/../v1/elo.expected"}, 404, `no operation is called`, nil},
		{"markup", Request{Method: "POST", Path: Prefix + "/<script>\xff\x00"}, 404, `no operation is called`, nil},
		{"no path", Request{}, 404, `"detail"`, nil},
		{"malformed", Request{Method: "POST", Path: Prefix + "/elo.expected", Body: []byte(`{`)}, 400, `"code":"malformed"`, nil},
		{"invalid", Request{Method: "POST", Path: Prefix + "/elo.expected", Body: []byte(`{"rating":"x","opponent":1}`)}, 422, `"field":"/rating"`, nil},
		{"expired", Request{Method: "POST", Path: Prefix + "/score.compute", Body: []byte(`{"rulebook":"clawdiators","weights":{"correctness":0.5,"speed":0.5},"measurements":{"correctness":{"score":1},"speed":{"used":2,"limit":1}}}`)}, 422, `"code":"expired"`, nil},
		{"too large", Request{Method: "POST", Path: Prefix + "/score.rank", Body: make([]byte, op.SmallLimit+1)}, 413, `"code":"too-large"`, nil},
		{"not larger", Request{Method: "POST", Path: Prefix + "/score.rank", Body: make([]byte, op.SmallLimit)}, 400, `"code":"malformed"`, nil},
		{"head of an operation", Request{Method: "HEAD", Path: Prefix + "/score.rank"}, 405, "", map[string]string{"Allow": "POST, OPTIONS"}},
		{"preflight", Request{Method: "OPTIONS", Path: Prefix + "/score.rank"}, 204, "", map[string]string{"Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS", "Allow": "POST, OPTIONS", "Access-Control-Max-Age": "86400", "Content-Type": ""}},
		{"preflight of the listing", Request{Method: "OPTIONS", Path: Prefix}, 204, "", map[string]string{"Allow": "GET, HEAD, OPTIONS"}},
		{"preflight of nothing", Request{Method: "OPTIONS", Path: "/api/v2"}, 204, "", map[string]string{"Allow": "", "Access-Control-Allow-Origin": "*"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := HTTP(tt.req)
			if got.Status != tt.status || !strings.Contains(string(got.Body), tt.body) {
				t.Errorf("status %d, body %s\nwant %d, …%s…", got.Status, got.Body, tt.status, tt.body)
			}
			if tt.body == "" && len(got.Body) != 0 {
				t.Errorf("body %s, want none", got.Body)
			}
			if len(got.Body) > 0 && !json.Valid(got.Body) {
				t.Errorf("body is not JSON: %s", got.Body)
			}
			for name, want := range tt.header {
				if got.Header.Get(name) != want {
					t.Errorf("%s: %q, want %q", name, got.Header.Get(name), want)
				}
			}
		})
	}
}

// The listing has a strong validator, and is not sent to who has it.
func TestConditional(t *testing.T) {
	get := func(method, match string) Response {
		return HTTP(Request{Method: method, Path: Prefix, IfNoneMatch: match})
	}
	first := get("GET", "")
	tag := first.Header.Get("ETag")
	if len(tag) != 34 || first.Header.Get("Cache-Control") != "public, max-age=300, must-revalidate" {
		t.Fatalf("headers %v", first.Header)
	}
	for _, row := range []struct {
		name, method, match string
		status              int
	}{
		{"the tag", "GET", tag, 304},
		{"head", "HEAD", tag, 304},
		{"weak", "GET", "W/" + tag, 304},
		{"of several", "GET", `"a", ` + tag + `,W/"b"`, 304},
		{"anything", "GET", " * ", 304},
		{"nothing", "GET", "", 200},
		{"another", "GET", `"0123456789abcdef0123456789abcdef"`, 200},
		{"without quotes", "GET", strings.Trim(tag, `"`), 200},
		{"cut", "GET", tag[:33], 200},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := get(row.method, row.match)
			if got.Status != row.status || got.Header.Get("ETag") != tag {
				t.Errorf("got %d %v, want %d", got.Status, got.Header, row.status)
			}
			if full := row.status == 200; full != (len(got.Body) > 0) || full != (got.Header.Get("Content-Type") != "") {
				t.Errorf("got %v %s", got.Header, got.Body)
			}
		})
	}
	if problem := HTTP(Request{Method: "POST", Path: Prefix}); problem.Header.Get("ETag") != "" || problem.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a problem may be cached: %v", problem.Header)
	}
}

// Names are unique, lower-case and documented, and so is every member of every
// request and response.
func TestCatalogue(t *testing.T) {
	if len(Catalogue) == 0 {
		t.Fatal("no operations")
	}
	seen := map[string]bool{}
	for _, o := range Catalogue {
		if seen[o.Name] {
			t.Errorf("%s is defined twice", o.Name)
		}
		seen[o.Name] = true
		if o.Doc == "" || !strings.HasSuffix(o.Doc, ".") {
			t.Errorf("%s: doc %q is not a sentence", o.Name, o.Doc)
		}
		visited := map[*op.Schema]bool{}
		undocumented(t, o.Name, o.Request(), visited)
		undocumented(t, o.Name, o.Response(), visited)
	}
}

func undocumented(t *testing.T, path string, s *op.Schema, visited map[*op.Schema]bool) {
	if s == nil || visited[s] {
		return
	}
	visited[s] = true
	for _, f := range s.Fields {
		if f.Doc == "" {
			t.Errorf("%s/%s has no documentation", path, f.Name)
		}
		undocumented(t, path+"/"+f.Name, f.Schema, visited)
	}
	undocumented(t, path, s.Elem, visited)
	for _, option := range s.Options {
		undocumented(t, path, option, visited)
	}
}

// Hostile texts get an envelope from every operation: no panic, no internal
// error, valid JSON.
func TestHostileRequests(t *testing.T) {
	texts := map[string]string{
		"empty":          "",
		"3 MB of text":   strings.Repeat("x", 3<<20),
		"deep":           strings.Repeat(`{"a":`, 100_000),
		"deep array":     strings.Repeat("[", 100_000),
		"lone surrogate": `{"rulebook":"\ud800"}`,
		"binary":         "\x00\xff\xfe{}",
		"null":           "null",
		"number":         "1e308",
		"markup":         `{"<script>alert(1)</script>":"<img src=x onerror=alert(1)>"}`,
		"prototype":      `{"__proto__":{"a":1},"constructor":1}`,
	}
	for name, text := range texts {
		for _, o := range Catalogue {
			t.Run(name+"/"+o.Name, func(t *testing.T) {
				checkEnvelope(t, text, Call(o.Name, []byte(text)))
			})
		}
	}
}

func checkEnvelope(t *testing.T, request string, envelope []byte) {
	t.Helper()
	var e struct {
		OK    json.RawMessage
		Error *op.Error
	}
	if err := json.Unmarshal(envelope, &e); err != nil {
		t.Fatalf("request %.200q: answer is not JSON: %v: %.300s", request, err, envelope)
	}
	if (e.OK == nil) == (e.Error == nil) {
		t.Errorf("request %.200q: want ok or error: %.300s", request, envelope)
	}
	if e.Error != nil && (e.Error.Code == op.Internal || e.Error.Message == "") {
		t.Errorf("request %.500q: %+v", request, e.Error)
	}
}
