package docs

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// refusals are requests that cause every code which a caller can cause.
var refusals = []struct {
	code, when string
	request    engine.Request
}{
	{op.Malformed, "The text is not strict JSON. The message has the line and column.",
		post("elo.expected", `{"rating": 1050,}`)},
	{op.Invalid, "The JSON does not match the operation. The pointer names the place.",
		post("elo.expected", `{"rating": "1050", "opponent": 1200}`)},
	{op.Expired, "A submission came after its time limit and cannot be scored.",
		post("score.compute",
			`{"rulebook": "clawdiators", "weights": {"correctness": 0.5, "speed": 0.5}, "measurements": {"correctness": {"score": 900}, "speed": {"used": 61, "limit": 60}}}`)},
	{op.Unknown, "No operation has that name.", post("elo.guess", `{}`)},
	{op.TooLarge, "The text is over the operation’s limit.", post("elo.expected", strings.Repeat(" ", op.SmallLimit+1))},
	{op.TooLarge, "Over HTTP only: the work, the memory or the answer would be over the limits. Nothing was computed.",
		post("reward.decay", `{"rulebook": "term", "to": 90000}`)},
}

func post(name, body string) engine.Request {
	return engine.Request{Method: "POST", Path: engine.Prefix + "/" + name, Body: []byte(body)}
}

// problem has the members of the API's answer that the page shows.
type problem struct {
	Status              int
	Code, Field, Detail string
}

func refuse(s *prose.Writer, req engine.Request) problem {
	var p problem
	s.Fail(json.Unmarshal(engine.HTTP(req).Body, &p))
	return p
}

// errors returns the page on refusals.
func (d *docsWriter) errors() build.Page {
	s := &prose.Writer{}
	d.envelope(s)
	d.codes(s)
	d.pointers(s)
	d.warnings(s)
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/errors/", "Errors and warnings",
			"The envelope of Tallyproof’s answers, every error code with its HTTP status, JSON Pointers into the request, and warnings."),
		Up: []parts.LinkView{docsHome},
		H1: "What happens when a request is wrong?",
		Answer: "It is refused. The answer has a code, a pointer to the place, and a sentence that names the value found " +
			"and the value wanted.",
		Contents: true,
	}, s)
}

func (d *docsWriter) envelope(s *prose.Writer) {
	s.Section("envelope", "Envelope")
	s.Text("In process, an answer is an object with one member: `ok` with the result, or `error`.")
	wrong := refusals[1].request
	s.Put(markup.Code(markup.CodeView{Label: "A result",
		Text: string(engine.Call("elo.expected", []byte(`{"rating":1200,"opponent":1200}`)))}))
	s.Put(markup.Code(markup.CodeView{Label: "A refusal", Text: pretty(string(engine.Call("elo.expected", wrong.Body)))}))
	s.Text("`engine.call` returns what is inside `ok`, and throws an `EngineError` with `code`, `field` and `message`, and " +
		"with `offers` if there is a choice: each has a `label` and the members to `set` in the request.")
	s.Text("Over HTTP, the body is the result itself, or a problem (RFC 9457) of type `application/problem+json`, whose " +
		"`detail` is the message:")
	s.Put(markup.Code(markup.CodeView{Label: "The same refusal over HTTP", Text: pretty(string(engine.HTTP(wrong).Body))}))
}

func (d *docsWriter) codes(s *prose.Writer) {
	s.Section("codes", "Codes")
	t := markup.TableView{Caption: "Codes and HTTP status", Titled: true, Wide: true,
		Head: []markup.CellView{{Text: "Code"}, {Text: "Status", Num: true}, {Text: "When"}, {Text: "Example of a message"}}}
	ids := map[string]bool{}
	row := func(code, status, when, message string) {
		r := markup.RowView{Cells: []markup.CellView{{Inside: s.Span("`" + code + "`")}, prose.Numeric(status),
			{Inside: s.Span(when)}, {Text: message}}}
		if !ids[code] { // a code may have several reasons
			r.ID, ids[code] = "code-"+code, true
		}
		t.Rows = append(t.Rows, r)
	}
	for _, r := range refusals {
		p := refuse(s, r.request)
		if p.Code != r.code {
			s.Fail(fmt.Errorf("the example of code %q is answered with %q", r.code, p.Code))
		}
		row(r.code, strconv.Itoa(p.Status), r.when, p.Detail)
	}
	var busy problem
	s.Fail(json.Unmarshal(engine.Overloaded().Body, &busy))
	row(busy.Code, strconv.Itoa(busy.Status),
		"Over HTTP only: the host is busy. The header `Retry-After` has the number of seconds to wait.", busy.Detail)
	get := refuse(s, engine.Request{Method: "GET", Path: engine.Prefix + "/elo.expected"})
	row(get.Code, strconv.Itoa(get.Status), "Over HTTP only: the method of the request is not POST.", get.Detail)
	row(op.Internal, "500", "An error in the engine. The engine continues to work. Please report it.", "")
	s.Table(t)
}

func (d *docsWriter) pointers(s *prose.Writer) {
	s.Section("pointers", "Pointers")
	s.Text("`field` is a JSON Pointer (RFC 6901) into the request: `/submissions/3/score` is the member `score` of the " +
		"fourth submission. It is empty if the error concerns the whole request. In a name, `~` is written `~0` and `/` is " +
		"written `~1`.")
	s.Text("Only the first error is reported. Members are read in their order in the request. A missing member is " +
		"reported at the end of its object.")
	s.Text("Input is strict, so that a mistake in a request does not give a wrong answer:")
	t := markup.TableView{Caption: "Mistakes and their messages", Stacked: true,
		Head: prose.Cells("Request of elo.expected", "Field", "Message")}
	for _, body := range []string{
		`{"rating": 1050}`,
		`{"rating": 1050, "opponnent": 1200}`,
		`{"rating": 1050, "Opponent": 1200}`,
		`{"rating": 1050, "rating": 1060, "opponent": 1200}`,
		`{"rating": 1e6, "opponent": 1200}`,
		`{"rating": null, "opponent": 1200}`,
	} {
		p := refuse(s, post("elo.expected", body))
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{{Inside: s.Span("`" + body + "`")},
			{Inside: s.Span(codeOr(p.Field, "–"))}, {Text: p.Detail}}})
	}
	s.Table(t)
}

func codeOr(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return "`" + text + "`"
}

func (d *docsWriter) warnings(s *prose.Writer) {
	s.Section("warnings", "Warnings")
	s.Text("A warning comes with a valid answer. It reports an adjustment or something to know. It has a stable `code`, " +
		"a `field` and a `message`.")
	const name, request = "score.compute",
		`{"rulebook": "clawdiators-live", "weights": {"correctness": 0.5, "speed": 0.5}, "measurements": {"correctness": {"score": 900}}}`
	s.Put(markup.Code(markup.CodeView{Label: "Request of " + name, Text: pretty(request)}))
	s.Put(markup.Code(markup.CodeView{Label: "Answer", Text: pretty(string(engine.HTTP(post(name, request)).Body))}))
}
