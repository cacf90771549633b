package engine

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Request is an HTTP request to the API, as data.
type Request struct {
	Method string
	Path   string // without query
	Body   []byte
}

// Response is its answer, as data. Header names are in canonical form.
type Response struct {
	Status int
	Header map[string]string
	Body   []byte
}

// Prefix is where the API lives.
const Prefix = "/api/v1"

// HTTP answers the API: GET /api/v1 lists the catalogue and POST
// /api/v1/{operation} runs one operation on a JSON body. It is a pure function,
// so that every host answers the same.
func HTTP(req Request) Response {
	switch {
	case req.Method == "OPTIONS":
		return Response{Status: 204, Header: cors(map[string]string{"Access-Control-Max-Age": "86400"}), Body: []byte{}}
	case req.Path == Prefix || req.Path == Prefix+"/":
		return listing(req)
	case strings.HasPrefix(req.Path, Prefix+"/"):
		return operation(req, strings.TrimPrefix(req.Path, Prefix+"/"))
	}
	return problem(&op.Error{Code: op.Unknown, Message: "nothing is here: want " + Prefix + " or " + Prefix + "/{operation}"}, 404)
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
	if req.Method != "GET" && req.Method != "HEAD" {
		return notAllowed("GET, HEAD, OPTIONS")
	}
	l := Listing{Version: Version}
	for _, o := range Catalogue {
		l.Operations = append(l.Operations, Listed{o.Name, o.Doc, Prefix + "/" + o.Name})
	}
	return answer(req, 200, "application/json", l)
}

func operation(req Request, name string) Response {
	o, ok := Find(name)
	if !ok {
		return problem(unknown(name), 404)
	}
	if req.Method != "POST" {
		return notAllowed("POST, OPTIONS")
	}
	if len(req.Body) > op.SmallLimit {
		return problem(&op.Error{Code: op.TooLarge, Message: "the body is over 1 MiB: split the work, or run the engine in process"}, 413)
	}
	body, refusal := o.Answer(req.Body)
	if refusal != nil {
		return problem(refusal, StatusOf(refusal.Code))
	}
	return Response{200, cors(map[string]string{"Content-Type": "application/json"}), body}
}

// WrongMethod is the code of a refusal that only HTTP knows.
const WrongMethod = "method-not-allowed"

// StatusOf is the one table from the code of a [Problem] to an HTTP status.
func StatusOf(code string) int {
	switch code {
	case op.Malformed:
		return 400
	case op.Unknown:
		return 404
	case WrongMethod:
		return 405
	case op.TooLarge:
		return 413
	case op.Invalid, op.Expired:
		return 422
	}
	return 500
}

// titles are the short, constant summaries RFC 9457 asks for.
func titleOf(code string) string {
	switch code {
	case op.Malformed:
		return "The body is not strict JSON"
	case op.Unknown:
		return "No such operation"
	case op.TooLarge:
		return "The body is too large"
	case op.Invalid:
		return "The request does not fit the operation"
	case op.Expired:
		return "The submission has expired"
	case WrongMethod:
		return "Wrong method"
	}
	return "A fault of ours"
}

// Problem is a refusal over HTTP: the members of RFC 9457, and two of ours.
type Problem struct {
	Type   string `json:"type" doc:"Always about:blank: the code tells the kind of problem."`
	Title  string `json:"title" doc:"The kind of problem in words, the same for each code."`
	Status int    `json:"status" doc:"The HTTP status."`
	Detail string `json:"detail" doc:"What was found and what was wanted."`
	Code   string `json:"code" op:"enum=malformed|unknown-operation|method-not-allowed|too-large|invalid|expired|internal" doc:"What kind of refusal, as a stable word."`
	Field  string `json:"field" doc:"JSON Pointer into the request; empty for the whole of it."`
}

// problem is an application/problem+json answer (RFC 9457).
func problem(e *op.Error, status int) Response {
	return answer(Request{}, status, "application/problem+json", Problem{"about:blank", titleOf(e.Code), status, e.Message, e.Code, e.Field})
}

func notAllowed(allow string) Response {
	res := problem(&op.Error{Code: WrongMethod, Message: "want one of " + allow}, 405)
	res.Header["Allow"] = allow
	return res
}

func answer[T any](req Request, status int, contentType string, v T) Response {
	body, err := op.Encode(v)
	if err != nil {
		panic("engine: listings and problems are always JSON: " + err.Error())
	}
	if req.Method == "HEAD" {
		body = []byte{}
	}
	return Response{status, cors(map[string]string{"Content-Type": contentType}), body}
}

// cors opens the API to every origin: it reads and computes, and keeps nothing.
func cors(header map[string]string) map[string]string {
	header["Access-Control-Allow-Origin"] = "*"
	header["Access-Control-Allow-Methods"] = "GET, HEAD, POST, OPTIONS"
	header["Access-Control-Allow-Headers"] = "Content-Type"
	header["Cache-Control"] = "no-store"
	header["X-Content-Type-Options"] = "nosniff"
	return header
}
