package op

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// Cost is what a request takes at most, as an operation estimates it from the
// decoded request and before the work. What is left 0 is small in proportion to
// the request.
type Cost struct {
	Work   float64 // microseconds of a processor: natively, or a third of them as wasm if that is more
	Memory float64 // bytes in use at the same time, beside the request's own
	Answer float64 // bytes of JSON

	Field string // JSON Pointer of what decides it; empty for the whole request
	Fewer string // what to ask for less of: "fewer epochs"
}

// Product multiplies the parts of an estimate. Each product is rounded, so that it
// is the same on every machine.
func Product(parts ...float64) float64 {
	p := 1.0
	for _, x := range parts {
		p = float64(p * x)
	}
	return p
}

// Limits are the most that a call may take. 0 is no limit.
type Limits struct {
	Work   float64 // as in [Cost]
	Memory float64
	Answer float64
	Values int // JSON values in the request's text

	// Admit, if there is one, is asked before work within these limits begins:
	// a host with other work waits in it, or refuses.
	Admit func(Cost) *Error
}

// OverHTTP returns the limits of a request over HTTP: about a second of work,
// 64 MiB and an answer of 4 MiB. A JSON value takes up to 300 bytes while it is
// read.
func OverHTTP() Limits {
	return Limits{Work: 1e6, Memory: 64 << 20, Answer: 4 << 20, Values: 200_000}
}

// Costs gives the operation an estimate, a func(Req) Cost of the operation's own
// request type, and returns it. An operation needs one if its work, memory or
// answer can grow faster than its request. The estimate is fast and near to
// what is measured, and zero for a request that the operation refuses.
func (o Op) Costs(estimate any) Op {
	f := reflect.ValueOf(estimate)
	request := o.run.Type().In(0)
	if t := f.Type(); t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 1 || t.In(0) != request || t.Out(0) != reflect.TypeFor[Cost]() {
		panic(fmt.Sprintf("op: the estimate of %s is a %s: want a func(%s) op.Cost", o.Name, t.String(), request.String()))
	}
	o.cost = f
	return o
}

// Cost estimates what a request takes in all: to read it, to work on it and to answer.
func (o Op) Cost(text []byte) (Cost, *Error) {
	request := reflect.New(o.Request().typ)
	if err := o.Request().Decode(text, request.Interface()); err != nil {
		return Cost{}, err
	}
	return o.estimate(request.Elem(), text), nil
}

// estimate adds to the operation's own cost what any takes: to read the request, and the
// documents that are texts in it, and to write the answer.
func (o Op) estimate(request reflect.Value, text []byte) Cost {
	c := Reading(len(text), Outer(text))
	add := func(values int, kept float64) {
		more := Reading(0, values)
		c.Work, c.Memory = c.Work+more.Work, c.Memory+float64(kept*more.Memory)
	}
	for _, f := range o.Request().Fields {
		switch value := request.FieldByIndex(f.index).Interface().(type) {
		case string:
			most := f.Schema.MaxLen
			if f.Schema.Kind == KindString && most >= documentLen && (most < tableLen || most < pieceLen && isJSON(value)) {
				kept := 0.0
				switch {
				case isJSON(value) && most >= tableLen:
					kept = 0.6 // of its rows some are kept
				case isJSON(value):
					kept = 1
				}
				add(Read(value), kept)
			}
		case Raw:
			add(quotedValues(value), 1)
		case []Raw:
			for _, one := range value {
				add(quotedValues(one), 1)
			}
		}
	}
	if o.cost.IsValid() {
		own := o.cost.Call([]reflect.Value{request})[0].Interface().(Cost)
		own.Work += c.Work + Product(own.Answer, answerWork)
		own.Memory += c.Memory + Product(own.Answer, answerMemory)
		c = own
	}
	return c
}

// documentLen is how long a text may be that the operation reads as a document, whose values
// are kept if it is JSON; tableLen one that is a table, whose cells it counts itself unless
// they are JSON; and pieceLen one that it reads piece by piece.
const (
	documentLen = 64 << 10
	tableLen    = 64_000_000
	pieceLen    = 64 << 20
)

// What it takes to read a request and to write an answer: microseconds and bytes, for a
// byte and for a value.
const (
	byteWork     = 0.015
	byteMemory   = 6 // the text, its strings, and what is made of them
	valueWork    = 0.15
	valueMemory  = 200
	answerWork   = 0.01
	answerMemory = 3
)

// Reading is the cost of reading that many bytes with that many values.
func Reading(bytes, values int) Cost {
	return Cost{
		Work:   Product(float64(bytes), byteWork) + Product(float64(values), valueWork),
		Memory: Product(float64(bytes), byteMemory) + Product(float64(values), valueMemory),
	}
}

// afford refuses a request that is estimated to be over a limit.
func (o Op) afford(request reflect.Value, text []byte, limits Limits) *Error {
	if limits.Admit == nil && limits.Work == 0 && limits.Memory == 0 && limits.Answer == 0 {
		return nil
	}
	return limits.Allow(o.estimate(request, text))
}

// Allow refuses work that is estimated to be over a limit, or that the host has no time
// for. It is the one gate before any work that strangers ask for.
func (l Limits) Allow(c Cost) *Error {
	for _, part := range []struct {
		what        string
		cost, limit float64
	}{
		{"microseconds of work", c.Work, l.Work},
		{"bytes of memory", c.Memory, l.Memory},
		{"bytes of answer", c.Answer, l.Answer},
	} {
		if part.limit > 0 && !(part.cost <= part.limit) {
			return &Error{Code: TooLarge, Field: c.Field, Message: "about " + count(part.cost) + " " + part.what + ": want at most " + count(part.limit) + " here; ask for " + c.fewer() + ", or run the engine in process"}
		}
	}
	if l.Admit != nil {
		return l.Admit(c)
	}
	return nil
}

func (c Cost) fewer() string {
	if c.Fewer == "" {
		return "less at once"
	}
	return c.Fewer
}

// count writes an estimate as a whole number.
func count(x float64) string {
	if !(x < 1<<53) {
		return "more than " + strconv.Itoa(1<<53)
	}
	return strconv.FormatInt(int64(math.Ceil(x)), 10)
}

// readable refuses a text with more values than may be read.
func (l Limits) readable(text []byte) *Error {
	if l.Values == 0 {
		return nil
	}
	values := Values(string(text))
	if values <= l.Values {
		return nil
	}
	return &Error{Code: TooLarge, Field: "", Message: fmt.Sprintf("the request has up to %d values: want at most %d here; send fewer at once, or run the engine in process", values, l.Values)}
}

// errLong is the failure of an answer that is over its limit.
var errLong = &Error{Code: TooLarge, Field: "", Message: "the answer is too long for here: ask for less at once, or run the engine in process"}
