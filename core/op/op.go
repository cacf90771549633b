package op

import (
	"fmt"
	"reflect"
)

// Limits of a request's text, in bytes.
const (
	SmallLimit = 1 << 20   // over HTTP, and in process unless an operation says otherwise
	BulkLimit  = 256 << 20 // in process, for operations on many rows
)

// Op is one operation of the engine. Make it with [Define]. Copies share its definition.
type Op struct{ *definition }

type definition struct {
	Name     string         // "score.compute"
	Doc      string         // one sentence
	Limit    int            // bytes of request text accepted in process
	Request  func() *Schema // shape of the request
	Response func() *Schema // shape of the answer

	run  reflect.Value // a func(Req) (Res, error)
	cost reflect.Value // a func(Req) Cost; not valid: small in proportion to the request
}

// Define binds a pure function as an operation: a func(Req) (Res, error), which
// returns an [*Error] for input it refuses; any other error is an error of the
// engine.
func Define(name, doc string, f any) Op {
	t := reflect.TypeOf(f)
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 2 || t.Out(1) != reflect.TypeFor[error]() {
		panic(fmt.Sprintf("op: %s is a %s: want a func(Req) (Res, error)", name, t.String()))
	}
	return Op{&definition{
		Name:     name,
		Doc:      doc,
		Limit:    SmallLimit,
		Request:  lazySchema(t.In(0)),
		Response: lazySchema(t.Out(0)),
		run:      reflect.ValueOf(f),
	}}
}

// Bulk gives the operation the limit for work on many rows, and returns it.
func (o Op) Bulk() Op {
	o.Limit = BulkLimit
	return o
}

// Call decodes the request, runs the operation and answers the envelope
// {"ok": …} or {"error": {code, field, message}}. It never panics.
func (o Op) Call(text []byte) []byte {
	out, refusal := o.answer(`{"ok":`, text, Limits{})
	if refusal != nil {
		return Envelope(refusal)
	}
	return append(out, '}')
}

// Answer is [Op.Call] without the envelope: the answer's JSON, or the refusal.
func (o Op) Answer(text []byte) ([]byte, *Error) { return o.answer("", text, Limits{}) }

// AnswerWithin is [Op.Answer] with limits, for untrusted callers: a request that would
// take more than the limits is refused before the work, and an answer that still becomes
// too long is not finished.
func (o Op) AnswerWithin(limits Limits, text []byte) ([]byte, *Error) {
	return o.answer("", text, limits)
}

// someBytes is room for most answers, so that they need not be copied as they grow.
const someBytes = 512

func (o Op) answer(before string, text []byte, limits Limits) ([]byte, *Error) {
	result, err := o.guard(text, limits)
	if err != nil {
		return nil, asError(err)
	}
	dst := append(make([]byte, 0, someBytes), before...)
	e := encoder{most: int(limits.Answer)}
	dst, err = e.encode(o.Response(), dst, result)
	if err == error(errLong) {
		return nil, errLong
	}
	if err != nil { // a NaN or an infinity reached the answer: ours to mend
		return nil, &Error{Code: Internal, Field: "", Message: "the answer could not be written: " + err.Error()}
	}
	return dst, nil
}

// guard runs the operation and turns a panic into an internal error.
func (o Op) guard(text []byte, limits Limits) (result reflect.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = reflect.Value{}, &Error{Code: Internal, Field: "", Message: o.Name + " failed unexpectedly: " +
				PanicText(p)}
		}
	}()
	if len(text) > o.Limit {
		return result, &Error{Code: TooLarge, Field: "", Message: fmt.Sprintf("the request has %d bytes: want at most %d",
			len(text), o.Limit)}
	}
	if err := limits.readable(text); err != nil {
		return result, err
	}
	schema := o.Request()
	request := reflect.New(schema.typ)
	if err := schema.Decode(text, request.Interface()); err != nil {
		return result, err
	}
	if err := o.afford(request.Elem(), text, limits); err != nil {
		return result, err
	}
	out := o.run.Call([]reflect.Value{request.Elem()})
	if err := out[1]; !err.IsNil() {
		return result, err.Interface().(error)
	}
	return out[0], nil
}

// PanicText returns the text of a recovered panic.
func PanicText(p any) string {
	switch x := p.(type) {
	case string:
		return x
	case error:
		return x.Error()
	}
	return "a panic without a text"
}

// Envelope returns the answer for a refusal.
func Envelope(err error) []byte {
	body, err := new(encoder).encode(errorSchema(), []byte(`{"error":`), reflect.ValueOf(asError(err)))
	if err != nil {
		panic("op: an Error is always JSON: " + err.Error())
	}
	return append(body, '}')
}

var errorSchema = LazySchema[Error]()

// asError keeps a refusal; any other error is an error of the engine.
func asError(err error) *Error {
	if refusal, ok := err.(*Error); ok { // no operation wraps one
		return refusal
	}
	return &Error{Code: Internal, Field: "", Message: err.Error()}
}
