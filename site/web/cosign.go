package web

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/tallyproof/tallyproof/site/web/translog"
)

// Cosignatures is where witnesses hand in what they signed.
const Cosignatures = Log + "cosignatures"

// Cosigned is the answer to cosignatures that are kept.
type Cosigned struct {
	Kept int `json:"kept" doc:"How many cosignatures of listed witnesses the checkpoint has."`
}

// cosign keeps the cosignatures of the checkpoint that is the request's body.
func (a *App) cosign(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	if a.log == nil {
		_, problem := a.head(ctx)
		return problem
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, mostRecord+1))
	if err != nil || len(text) > mostRecord {
		return refuse(codeMalformed, "the body has over %d bytes, or ended early: want a checkpoint with the cosignatures of witnesses", mostRecord)
	}
	kept, err := a.log.Cosign(ctx, string(text), a.Now())
	if errors.Is(err, translog.ErrNotCosigned) {
		return refuse(codeInvalid, "the body is not a checkpoint that this log signed, with the signature of a witness that this host lists and a time that is not in the future")
	}
	if err != nil {
		return a.failed(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(encode(Cosigned{kept}))
	return nil
}

// witnessed answers with the newest checkpoint that a witness signed.
func (a *App) witnessed(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	if a.log == nil {
		_, problem := a.head(ctx)
		return problem
	}
	h, err := a.log.Witnessed(ctx, r.URL.Query().Get("witness"))
	if errors.Is(err, translog.ErrNotCosigned) {
		return refuse(codeNotFound, "no listed witness has signed a checkpoint: want a host with witnesses, and the name of one of them or none")
	}
	if err != nil {
		return a.failed(err)
	}
	send(w, r, plainText, []byte(h.Note))
	return nil
}
