package web

import (
	"fmt"
	"net/http"

	"github.com/tallyproof/tallyproof/core/op"
)

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
)

// Problem is a refusal: the members of RFC 9457, and those of the engine's
// problems.
type Problem struct {
	Type    string `json:"type" doc:"Always about:blank: the code tells the kind of problem."`
	Title   string `json:"title" doc:"The kind of problem in words, the same for each code."`
	Status  int    `json:"status" doc:"The HTTP status."`
	Detail  string `json:"detail" doc:"What was found and what was wanted."`
	Code    string `json:"code" op:"enum=malformed|invalid|not-authentic|conflict|not-found|method-not-allowed|too-large|unknown-format|internal" doc:"What kind of refusal, as a stable word."`
	Field   string `json:"field" doc:"JSON Pointer to the record's member, or the name of the query parameter; empty for the whole of it."`
	Verdict string `json:"verdict,omitempty" doc:"What proof.verify answers, where that is why."`
	URL     string `json:"url,omitempty" doc:"What holds the id, in a conflict."`
}

// kinds are the status and the title of each code.
var kinds = map[string]struct {
	status int
	title  string
}{
	codeMalformed:   {http.StatusBadRequest, "The proof cannot be read"},
	codeInvalid:     {http.StatusUnprocessableEntity, "The request cannot be taken"},
	codeRefused:     {http.StatusForbidden, "Only authentic proofs are stored"},
	codeConflict:    {http.StatusConflict, "The id already holds another proof"},
	codeNotFound:    {http.StatusNotFound, "Nothing is stored at this address"},
	codeWrongMethod: {http.StatusMethodNotAllowed, "Wrong method"},
	codeTooLarge:    {http.StatusRequestEntityTooLarge, "The proof is too large"},
	codeFormat:      {http.StatusNotImplemented, "No such format"},
	codeInternal:    {http.StatusInternalServerError, "A fault of ours"},
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

// fault is a problem that is not the visitor's. What went wrong is for the log.
func fault() *Problem {
	return refuse(codeInternal, "the store did not answer: try again in a moment")
}
