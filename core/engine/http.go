package engine

import (
	"crypto/sha256"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
)

// Request is an HTTP request to the API, as data.
type Request struct {
	Method      string
	Path        string // percent-decoded, without the query, which nothing reads
	IfNoneMatch string // that header, or empty
	Body        []byte // JSON, whatever Content-Type says; one byte over [op.SmallLimit] is enough of a longer one
	Host        Host   // for badges

	// Admit is passed to [op.Limits]; nil on hosts that work on a single request at a
	// time.
	Admit func(op.Cost) *op.Error
}

// Response is its answer, as data.
type Response struct {
	Status int
	Header Header
	Body   []byte
}

// Prefix begins the path of every operation.
const Prefix = "/api/v1"

// HTTP answers the API: GET /api/v1 lists the catalogue and POST
// /api/v1/{operation} runs one operation on a JSON body. It also answers the
// addresses of badges. It is a pure function, so that every host answers the
// same.
//
// OPTIONS is answered everywhere, or a page of another origin would see no more
// of a 404 than that its preflight failed.
func HTTP(req Request) Response {
	res := route(req)
	switch req.Method {
	case "OPTIONS":
		res.Header.Delete("Content-Type")
		res.Header.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
		res.Header.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS")
		res.Header.Set("Access-Control-Max-Age", "86400")
		res.Status, res.Body = 204, nil
	case "HEAD":
		res.Body = nil
	}
	return res
}

func route(req Request) Response {
	rest, ok := strings.CutPrefix(req.Path, Prefix)
	switch {
	case ok && (rest == "" || rest == "/"):
		return listing(req)
	case ok && rest[0] == '/':
		return operation(req, rest[1:])
	case strings.HasPrefix(req.Path, badge.Prefix):
		return picture(req)
	}
	return problem(&op.Error{Code: op.Unknown, Message: "nothing is here: want " + Prefix + " or " + Prefix +
		"/{operation}"})
}

// Listing is the answer of GET /api/v1.
type Listing struct {
	Version    string   `json:"version" doc:"Version of the contract."`
	Operations []Listed `json:"operations" doc:"Every operation, in the order of the documentation."`
}

// Listed is an operation in a [Listing].
type Listed struct {
	Operation string `json:"operation" doc:"Its name."`
	Doc       string `json:"doc" doc:"What it does, in one sentence."`
	Path      string `json:"path" doc:"Where to POST its request."`
}

func listing(req Request) Response {
	if !reads(req) {
		return notAllowed("GET, HEAD, OPTIONS")
	}
	l := Listing{Version: Version}
	for _, o := range Catalogue {
		l.Operations = append(l.Operations, Listed{Operation: o.Name, Doc: o.Doc, Path: Prefix + "/" + o.Name})
	}
	return cacheable(req, "application/json", "public, max-age=300, must-revalidate", encode(l))
}

func operation(req Request, name string) Response {
	o, ok := Find(name)
	switch {
	case !ok:
		return problem(op.Unnamed(name))
	case req.Method != "POST":
		return notAllowed("POST, OPTIONS")
	case len(req.Body) > op.SmallLimit:
		return problem(&op.Error{Code: op.TooLarge,
			Message: "the body is over 1 MiB: split the work, or run the engine in process"})
	}
	limits := op.OverHTTP()
	limits.Admit = req.Admit
	body, refusal := o.AnswerWithin(limits, req.Body)
	if refusal != nil {
		return refused(refusal)
	}
	return answer(200, "application/json", body)
}

// refused returns the answer of a request that is refused, or for which there is no time.
func refused(refusal *op.Error) Response {
	if refusal.Code == Busy {
		return Overloaded()
	}
	return problem(refusal)
}

func reads(req Request) bool { return req.Method == "GET" || req.Method == "HEAD" }

// cacheable returns an answer that only changes with our code, or 304 if the client has
// it. The validator is strong: it comes from the bytes.
func cacheable(req Request, contentType, cacheControl string, body []byte) Response {
	res := answer(200, contentType, body)
	tag := entityTag(body)
	res.Header.Set("ETag", tag)
	res.Header.Set("Cache-Control", cacheControl)
	res.Header.Set("Access-Control-Expose-Headers", "ETag")
	// Entity tags contain no quotes, so finding ours with its quotes means that the list
	// has it.
	if strings.Contains(req.IfNoneMatch, tag) || strings.TrimSpace(req.IfNoneMatch) == "*" {
		res.Header.Delete("Content-Type")
		res.Status, res.Body = 304, nil
	}
	return res
}

// entityTag is half of the SHA-256 in hexadecimal and quotes.
func entityTag(body []byte) string {
	const digits = "0123456789abcdef"
	sum := sha256.Sum256(body)
	tag := []byte{'"'}
	for _, b := range sum[:16] {
		tag = append(tag, digits[b>>4], digits[b&15])
	}
	return string(append(tag, '"'))
}

// Codes of refusals that only HTTP knows.
const (
	WrongMethod = "method-not-allowed"
	NotFound    = "not-found" // no badge has that address
	Busy        = "busy"      // the host is busy; for hosts
)

// StatusOf returns the one table from the code of a [Problem] to an HTTP status.
func StatusOf(code string) int {
	switch code {
	case op.Malformed:
		return 400
	case op.Unknown, NotFound:
		return 404
	case WrongMethod:
		return 405
	case op.TooLarge:
		return 413
	case op.Invalid, op.Expired:
		return 422
	case Busy:
		return 503
	}
	return 500
}

// titleOf returns the short, constant summary of a code that RFC 9457 asks for.
func titleOf(code string) string {
	switch code {
	case op.Malformed:
		return "The body is not strict JSON"
	case op.Unknown:
		return "No such operation"
	case op.TooLarge:
		return "The request is too large"
	case op.Invalid:
		return "The request does not fit the operation"
	case op.Expired:
		return "The submission has expired"
	case WrongMethod:
		return "Wrong method"
	case NotFound:
		return "Nothing is here"
	case Busy:
		return "The host is busy"
	}
	return "An error of this server"
}

// Problem is a refusal over HTTP: the members of RFC 9457, and two of ours.
type Problem struct {
	Type   string `json:"type" doc:"Always about:blank: the code names the kind of problem."`
	Title  string `json:"title" doc:"The kind of problem in words, the same for each code."`
	Status int    `json:"status" doc:"The HTTP status."`
	Detail string `json:"detail" doc:"What was found and what was wanted."`
	Code   string `json:"code" op:"enum=malformed|unknown-operation|not-found|method-not-allowed|too-large|invalid|expired|busy|internal" doc:"The kind of refusal, as a stable word."`
	Field  string `json:"field" doc:"JSON Pointer into the request; empty for the whole of it."`
}

// problem returns an application/problem+json answer (RFC 9457).
func problem(e *op.Error) Response {
	status := StatusOf(e.Code)
	return answer(status, "application/problem+json",
		encode(Problem{Type: "about:blank", Title: titleOf(e.Code), Status: status, Detail: e.Message, Code: e.Code,
			Field: e.Field}))
}

// Overloaded returns the answer of a busy host. The
// request was not looked at.
func Overloaded() Response {
	res := problem(&op.Error{Code: Busy,
		Message: "the host is busy: try again in a few seconds, or run the engine in process"})
	res.Header.Set("Retry-After", "2")
	return res
}

func notAllowed(allow string) Response {
	res := problem(&op.Error{Code: WrongMethod, Message: "want one of " + allow})
	res.Header.Set("Allow", allow)
	return res
}

func encode(v any) []byte {
	body, err := op.Encode(v)
	if err != nil {
		panic("engine: listings and problems are always JSON: " + err.Error())
	}
	return body
}

// answer is open to every origin, since the API reads and computes, and is kept
// by no cache.
func answer(status int, contentType string, body []byte) Response {
	return Response{status, Header{
		{"Access-Control-Allow-Origin", "*"},
		{"Cache-Control", "no-store"},
		{"Content-Type", contentType},
		{"X-Content-Type-Options", "nosniff"},
	}, body}
}
