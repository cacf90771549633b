package web

import (
	"context"
	"slices"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// Replay stores the next entry of another host's log, and reports whether it is
// authentic now. The app must have [Config].Replays.
func (a *App) Replay(ctx context.Context, text string) (authentic bool, _ *Problem) {
	kept, problem := a.Keep(ctx, text)
	if err := a.doubt(ctx, text, kept.ID); err != nil {
		return false, a.failed(err)
	}
	if problem != nil {
		return false, problem
	}
	_, problem = a.authentic(text)
	return problem == nil, nil
}

// onceAuthentic is what proof.verify answers for an entry of a log that is not
// authentic now, but may have been when it was stored: its signature holds, its key is
// listed, and nothing but the key's dates or status contradicts it. It does not count,
// but what was signed later may name it, or stand in its place.
func (a *App) onceAuthentic(text string) (*proof.VerifyResponse, *Problem) {
	res, err := a.verify(text)
	if err != nil {
		return nil, refusedBy(err)
	}
	contradicts := func(c proof.Check) bool { return c.Status == "fail" && c.ID != "key" && c.ID != "time" }
	if res.Verdict != "qualified" || slices.ContainsFunc(res.Checks, contradicts) {
		return nil, ofVerdict(codeRefused, &res)
	}
	return &res, nil
}

// madeRoom reports whether the latest proof of a submission was withdrawn, so that the
// same key may sign the submission again. In a log, a withdrawal did that even if its
// own key has been revoked since.
func (a *App) madeRoom(as *standing) bool {
	isWithdrawal := func(e Event) bool { return e.Kind == store.Withdrawal }
	return as.state == withdrawn || a.Replays && slices.ContainsFunc(as.events, isWithdrawal)
}
