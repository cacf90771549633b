package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// mostText is how many bytes a stored proof may have: a hundred times what a
// record needs, and few enough for a page to carry it in a link.
const mostText = 64 << 10

// Kept is the answer to a proof that is stored.
type Kept struct {
	ID        string `json:"id" doc:"The proof's id."`
	Created   bool   `json:"created" doc:"Whether it is new; false where it was stored before."`
	URL       string `json:"url" doc:"Its page."`
	JSON      string `json:"json" doc:"The same for programs."`
	Card      string `json:"card" doc:"A card for an <iframe>."`
	Challenge string `json:"challenge,omitempty" doc:"The challenge's leaderboard, where the record names a challenge."`
	Agent     string `json:"agent,omitempty" doc:"The agent's history, where the record names an agent."`
}

// post stores the proof that is the request's body.
func (a *App) post(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	text, err := io.ReadAll(io.LimitReader(r.Body, mostText+1)) // one byte more is refused
	if err != nil {
		return refuse(codeMalformed, "the body broke off after %d bytes: want a proof", len(text))
	}
	kept, problem := a.Keep(ctx, string(text))
	if problem != nil {
		return problem
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Location", strings.TrimPrefix(kept.URL, a.Base))
	status := http.StatusOK
	if kept.Created {
		status = http.StatusCreated
	}
	w.WriteHeader(status)
	w.Write(encode(kept))
	return nil
}

// Keep stores a proof if it is authentic now.
func (a *App) Keep(ctx context.Context, text string) (Kept, *Problem) {
	p, problem := a.examine(text)
	if problem != nil {
		return Kept{}, problem
	}
	created, err := a.store.Put(ctx, p)
	url := a.Base + "/p/" + p.ID
	if errors.Is(err, store.ErrConflict) {
		problem := refuse(codeConflict, "%s holds another score of the same submission, or the same by another key: what is stored is never replaced", url)
		problem.URL = url
		return Kept{}, problem
	}
	if err != nil {
		return Kept{}, a.failed(err)
	}
	kept := Kept{ID: p.ID, Created: created, URL: url, JSON: url + ".json", Card: a.Base + "/embed/card/" + p.ID}
	if path := pathTo("challenges", p.Arena, p.Challenge); path != "" {
		kept.Challenge = a.Base + path
	}
	if path := pathTo("agents", p.Arena, p.Agent); path != "" {
		kept.Agent = a.Base + path
	}
	return kept, nil
}

// examine is the row of a proof, or why it is not stored.
func (a *App) examine(text string) (*store.Proof, *Problem) {
	switch {
	case len(text) > mostText:
		return nil, refuse(codeTooLarge, "the proof is over %d KiB: want at most that", mostText>>10)
	case !utf8.ValidString(text) || strings.Contains(text, "\x00"):
		return nil, refuse(codeMalformed, "the proof is not UTF-8 text, or has a character U+0000 in it")
	case strings.TrimSpace(text) == "":
		return nil, refuse(codeMalformed, "the body is empty: want a proof, byte for byte as it was published")
	}
	res, err := a.verify(text)
	if err != nil {
		return nil, refusedBy(err)
	}
	switch res.Verdict {
	case "authentic":
		return rowOf(text, &res, a.Now().UTC().Format(time.RFC3339))
	case "unreadable":
		return nil, ofVerdict(codeMalformed, &res)
	}
	return nil, ofVerdict(codeRefused, &res)
}

// ofVerdict is a refusal with what proof.verify says of the text.
func ofVerdict(code string, res *proof.VerifyResponse) *Problem {
	problem := refuse(code, "%s. %s", res.Heading, res.Sentence)
	problem.Verdict = res.Verdict
	return problem
}

// refusedBy is a refusal of the request by the engine.
func refusedBy(err error) *Problem {
	var e *op.Error
	if errors.As(err, &e) {
		return refuse(codeInvalid, "%s", e.Message)
	}
	return fault()
}
