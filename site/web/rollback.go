package web

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/tallyproof/tallyproof/site/web/translog"
)

// Rollback is the path at which a log names entries that it signed and lacks, and at which its host accepts that.
const Rollback = Log + "rollback"

// CheckLog signs the log's state, or returns why it cannot; nil for a host that signs no
// log.
func (a *App) CheckLog(ctx context.Context) error {
	if a.log == nil {
		return nil
	}
	_, err := a.log.Head(ctx)
	return err
}

// rollback answers with the rollback that would have to be accepted, or accepts the one
// that is the request's body. The signature of the log's key is the permission.
func (a *App) rollback(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	if a.log == nil {
		_, problem := a.head(ctx)
		return problem
	}
	var found translog.Rollback
	var err error
	if r.Method == http.MethodPost {
		text, unread := io.ReadAll(io.LimitReader(r.Body, mostRecord))
		if unread != nil {
			return refuse(codeMalformed, "the body ended early, after %d bytes: want a rollback that the log's key signed",
				len(text))
		}
		found, err = a.log.AcceptRollback(context.WithoutCancel(ctx), string(text), a.Now())
	} else {
		found, err = a.log.Rollback(ctx)
	}
	switch {
	case errors.Is(err, translog.ErrNoRollback):
		return refuse(codeNotFound, "%v", err)
	case errors.Is(err, translog.ErrOtherRollback):
		return refuse(codeInvalid, "%v", err)
	case isDamaged(err):
		return a.damaged(err)
	case err != nil:
		return a.failed(err)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	w.Write(encode(found))
	return nil
}
