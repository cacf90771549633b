package op

import (
	"fmt"
	"strconv"
	"strings"
)

// Codes of [Error]. HTTP maps them to a status in one table (package engine).
const (
	Malformed = "malformed"         // the text is not strict JSON
	Invalid   = "invalid"           // the JSON does not fit the operation
	TooLarge  = "too-large"         // the text is over the operation's limit, or its work or answer over the call's
	Unknown   = "unknown-operation" // no operation has that name
	Expired   = "expired"           // a submission came after its time limit
	Internal  = "internal"          // an error of the engine, which keeps working
)

// Error is a refusal. Field is a JSON Pointer (RFC 6901) into the request, ""
// for the whole of it. Message is lower case, without a full stop, and says
// what was found and what was wanted.
type Error struct {
	Code    string `json:"code" doc:"The kind of refusal: malformed, invalid, too-large, unknown-operation, expired or internal."`
	Field   string `json:"field" doc:"JSON Pointer into the request; empty for the whole of it."`
	Message string `json:"message" doc:"What was found and what was wanted."`

	Offers []Offer `json:"offers,omitempty" doc:"Ways to go on, if there are some to choose from."`
}

// Offer is a way out of a refusal: members that settle it.
type Offer struct {
	Label string `json:"label" doc:"What the choice means, in a word or a number."`
	Set   Raw    `json:"set" doc:"An object of members to put into the request."`
}

// Offering returns the refusal with one more way out. Members are encoded as JSON.
func (e *Error) Offering(label string, members any) *Error {
	set, err := Encode(members)
	if err != nil {
		panic("op: an offer is always JSON: " + err.Error())
	}
	e.Offers = append(e.Offers, Offer{label, set})
	return e
}

// Error returns the message, after the place that it is about.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Message
	}
	return e.Field + ": " + e.Message
}

// Refuse returns an [Error] with code [Invalid] at the given pointer.
func Refuse(field, format string, args ...any) *Error {
	return &Error{Code: Invalid, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Warning reports something the operation adjusted or wants the reader to
// know. The answer still holds.
type Warning struct {
	Code    string `json:"code" doc:"A stable word for the kind of warning."`
	Field   string `json:"field" doc:"JSON Pointer into the request; empty for the whole of it."`
	Message string `json:"message" doc:"What was adjusted or what to know, in one sentence."`
}

// Warnf returns a [Warning].
func Warnf(code, field, format string, args ...any) Warning {
	return Warning{Code: code, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Pointer builds a JSON Pointer from member names (strings) and indexes (ints).
func Pointer(parts ...any) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		switch p := part.(type) {
		case string:
			b.WriteString(escapePointer(p))
		case int:
			b.WriteString(strconv.Itoa(p))
		default:
			panic("op: a pointer part is neither a string nor an int")
		}
	}
	return b.String()
}

// escapePointer escapes a member name as RFC 6901 section 3 says.
func escapePointer(s string) string {
	if !strings.ContainsAny(s, "~/") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// Quote shows a value a caller sent, shortened so that a message stays readable.
func Quote(s string) string {
	const most = 40
	short := []rune(s)
	if len(short) > most {
		return strconv.Quote(string(short[:most])) + "…"
	}
	return strconv.Quote(s)
}
