package op

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Limits of a request's text, in bytes.
const (
	SmallLimit = 1 << 20   // over HTTP, and in process unless an operation says otherwise
	BulkLimit  = 256 << 20 // in process, for operations on many rows
)

// Op is one operation of the engine. Make it with [Define].
type Op struct {
	Name     string  // "score.compute"
	Doc      string  // one sentence
	Limit    int     // bytes of request text accepted in process
	Request  *Schema // shape of the request
	Response *Schema // shape of the answer

	run func(text []byte) (any, error)
}

// Define binds a pure function as an operation. The function returns an
// [*Error] for input it refuses; any other error is a fault of ours.
func Define[Req, Res any](name, doc string, f func(Req) (Res, error)) Op {
	request := SchemaOf[Req]()
	return Op{
		Name:     name,
		Doc:      doc,
		Limit:    SmallLimit,
		Request:  request,
		Response: SchemaOf[Res](),
		run: func(text []byte) (any, error) {
			var req Req
			if err := request.Decode(text, &req); err != nil {
				return nil, err
			}
			return f(req)
		},
	}
}

// Bulk is the same operation with the limit for work on many rows.
func (o Op) Bulk() Op {
	o.Limit = BulkLimit
	return o
}

// Call decodes the request, runs the operation and answers the envelope
// {"ok": …} or {"error": {code, field, message}}. It never panics.
func (o Op) Call(text []byte) []byte {
	result, err := o.guard(text)
	if err != nil {
		return Envelope(err)
	}
	body, err := encode(result)
	if err != nil { // a NaN or an infinity reached the answer: ours to mend
		return Envelope(&Error{Internal, "", "the answer could not be written: " + err.Error()})
	}
	out := make([]byte, 0, len(body)+len(`{"ok":}`))
	out = append(out, `{"ok":`...)
	out = append(out, body...)
	return append(out, '}')
}

// guard runs the operation and turns a panic into an internal error.
func (o Op) guard(text []byte) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, &Error{Internal, "", fmt.Sprintf("%s failed unexpectedly: %v", o.Name, p)}
		}
	}()
	if len(text) > o.Limit {
		return nil, &Error{TooLarge, "", fmt.Sprintf("the request has %d bytes: want at most %d", len(text), o.Limit)}
	}
	return o.run(text)
}

// Envelope is the answer for a refusal.
func Envelope(err error) []byte {
	var refusal *Error
	if !errors.As(err, &refusal) {
		refusal = &Error{Internal, "", err.Error()}
	}
	body, err := encode(refusal)
	if err != nil {
		panic("op: an Error is always JSON: " + err.Error())
	}
	return append(append([]byte(`{"error":`), body...), '}')
}

// encode writes compact JSON without HTML escapes.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
