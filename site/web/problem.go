package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/badges"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/stored"
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
	codeQuota       = "quota"
	codeUnavailable = "unavailable"
)

// Problem is a refusal: the members of RFC 9457, and those of the engine's
// problems.
type Problem struct {
	Type    string `json:"type" doc:"Always about:blank: the code names the kind of problem."`
	Title   string `json:"title" doc:"The kind of problem in words, the same for each code."`
	Status  int    `json:"status" doc:"The HTTP status."`
	Detail  string `json:"detail" doc:"What was found and what was wanted."`
	Code    string `json:"code" op:"enum=malformed|invalid|not-authentic|conflict|not-found|method-not-allowed|too-large|unknown-format|internal|quota|unavailable" doc:"The kind of refusal, as a stable word."`
	Field   string `json:"field" doc:"JSON Pointer to the record's member, or the name of the query parameter; empty for the whole of it."`
	Verdict string `json:"verdict,omitempty" doc:"The verdict of proof.verify, if that is the reason."`
	URL     string `json:"url,omitempty" doc:"In a conflict: the page of the proof that has the id."`
}

// kinds are the status and the title of each code.
var kinds = map[string]struct {
	status int
	title  string
}{
	codeMalformed:   {http.StatusBadRequest, "The proof cannot be read"},
	codeInvalid:     {http.StatusUnprocessableEntity, "The request is not valid"},
	codeRefused:     {http.StatusForbidden, "Only authentic proofs are stored"},
	codeConflict:    {http.StatusConflict, "The id already holds another proof"},
	codeNotFound:    {http.StatusNotFound, "Nothing is stored at this address"},
	codeWrongMethod: {http.StatusMethodNotAllowed, "Wrong method"},
	codeTooLarge:    {http.StatusRequestEntityTooLarge, "The proof is too large"},
	codeFormat:      {http.StatusNotImplemented, "No such format"},
	codeInternal:    {http.StatusInternalServerError, "An error of this server"},
	codeQuota:       {http.StatusTooManyRequests, "This key has reached its limit for today"},
	codeUnavailable: {http.StatusServiceUnavailable, "No proofs are stored here"},
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

// fault is a problem of the server. Its cause is written to the log.
func fault() *Problem {
	return refuse(codeInternal, "the database did not answer: try again in a moment")
}

// Unavailable answers the addresses of [Handles] on a host without a store: with
// 503, except for badges of proofs in the address. nil means the site's keyring.
func Unavailable(why string, keyring []byte) http.Handler {
	if keyring == nil {
		keyring = keys.JSON
	}
	drawn := badges.New(badges.Config{Keyring: keyring})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, badge.Prefix+"d/") {
			drawn.ServeHTTP(w, r)
			return
		}
		setHeaders(w.Header(), r.URL.Path)
		problem := refuse(codeUnavailable, "%s", why)
		w.Header().Set("Retry-After", "300")
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(problem.Status)
		if r.Method != http.MethodHead {
			w.Write(encode(*problem))
		}
	})
}

// layout is the frame of a page of stored proofs, that of every other page.
func (a *App) layout(path, title, description string) layout.View {
	return layout.View{
		Title: title, Description: description, Path: path, Style: a.Style, Font: a.Font, Nav: pages.Nav(), Foot: pages.Foot(),
		Note: "This page was made by the server that stores the proof. Open the proof under Verify to check it on your own device.",
	}
}

// problemPage is the page of a problem.
func (a *App) problemPage(r *http.Request, problem *Problem) []byte {
	var text bytes.Buffer
	v := stored.ProblemView{
		Layout: a.layout(r.URL.Path, problem.Title, problem.Detail),
		H1:     problem.Title,
		Detail: problem.Detail,
	}
	if err := stored.Problem(v).Render(r.Context(), &text); err != nil {
		return []byte(problem.Title)
	}
	return text.Bytes()
}
