package server

import (
	"io"
	"net/http"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/limit"
)

// api passes requests to the engine, which is a pure function. It reads one
// byte more than the engine accepts, so that the engine refuses a body that is
// too long.
func api(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, op.SmallLimit+1))
	if err != nil {
		return // the client left, or was too slow
	}
	answer := engine.HTTP(engine.Request{
		Method:      r.Method,
		Path:        r.URL.Path,
		IfNoneMatch: strings.Join(r.Header.Values("If-None-Match"), ", "),
		Body:        body,
		Admit:       limit.Gate(r.Context()),
	})
	for _, field := range answer.Header {
		w.Header().Set(field.Name, field.Value)
	}
	w.WriteHeader(answer.Status)
	w.Write(answer.Body)
}
