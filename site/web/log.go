package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/site/web/translog"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// Log is the path of the transparency log: the page that explains it, and the
// addresses of c2sp.org/tlog-tiles below.
const Log = "/log/"

// forEver is the Cache-Control of tiles and bundles, which never change.
const forEver = "public, max-age=31536000, immutable"

// LogState is the log's signed state.
type LogState struct {
	Origin     string `json:"origin" doc:"The log's name, the first line of its checkpoints."`
	Key        string `json:"key" doc:"The verifier key of its signatures (c2sp.org/signed-note)."`
	Size       int64  `json:"size" doc:"How many entries the checkpoint covers."`
	Root       string `json:"root" doc:"The root hash of the tree of these entries, in base64."`
	Checkpoint string `json:"checkpoint" doc:"The checkpoint as it is signed (c2sp.org/tlog-checkpoint)."`
	URL        string `json:"url" doc:"The prefix of the log's addresses (c2sp.org/tlog-tiles)."`
}

// Logged is a proof's place in the log.
type Logged struct {
	Place int64  `json:"place" doc:"The number of its entry, from 0."`
	Size  int64  `json:"size" doc:"How many entries the checkpoint covers that it is proved to be in; 0 if none does yet."`
	Proof string `json:"proof,omitempty" doc:"Address of the tlog-proof (c2sp.org/tlog-proof) that leads from its text to the checkpoint."`
}

// LogHead names the checkpoint that a list was computed from.
type LogHead struct {
	Size int64  `json:"size" doc:"How many entries the checkpoint covers: the list follows from these, and from no others."`
	Root string `json:"root" doc:"Its root hash, in base64."`
}

// head returns the log's state now.
func (a *App) head(ctx context.Context) (translog.Head, *Problem) {
	if a.log == nil {
		return translog.Head{}, refuse(codeNotFound, "this host signs no log: it has no log key")
	}
	h, err := a.log.Head(ctx)
	if isDamaged(err) {
		return h, a.damaged(err)
	}
	return h, a.failed(err)
}

// isDamaged reports whether an error says that the log was changed behind the
// host's back, or that nobody can tell: the last signed state cannot be read or kept.
func isDamaged(err error) bool {
	return errors.Is(err, translog.ErrRewritten) || errors.Is(err, store.ErrGone) || errors.Is(err, translog.ErrMemory)
}

// damaged returns the problem of a log that was changed.
func (a *App) damaged(err error) *Problem {
	a.Errors.Printf("the log: %v", err)
	if errors.Is(err, translog.ErrRolledBack) {
		return refuse(codeInternal, "the database of this host is older than its log, or another one: nothing is signed "+
			"until the host restores it, or accepts that with a reason (tallyproof log accept-rollback)")
	}
	if errors.Is(err, translog.ErrMemory) {
		return refuse(codeInternal,
			"this host cannot read, or keep, what its log signed last: nothing is signed until it can")
	}
	return refuse(codeInternal, "the entries of this log do not lead to the root that was signed: they were changed "+
		"behind the host's back, and nothing is signed until they are as before")
}

// headIfSound returns the log's state now; false for a host that signs no log, and for one
// whose log is damaged: what it stores is shown without it.
func (a *App) headIfSound(ctx context.Context) (translog.Head, bool, *Problem) {
	if a.log == nil {
		return translog.Head{}, false, nil
	}
	h, err := a.log.Head(ctx)
	if isDamaged(err) {
		a.damaged(err)
		return translog.Head{}, false, nil
	}
	return h, err == nil, a.failed(err)
}

// logState returns the log's state as answers give it.
func (a *App) logState(ctx context.Context) (*LogState, *Problem) {
	h, problem := a.head(ctx)
	if problem != nil {
		return nil, problem
	}
	return &LogState{Origin: a.log.Origin(), Key: a.log.Key(), Size: h.Size, Root: h.Root.String(), Checkpoint: h.Note,
		URL: a.Base + strings.TrimSuffix(Log, "/")}, nil
}

// logPage answers with the log's state.
func (a *App) logPage(form string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		s, problem := a.logState(ctx)
		if problem != nil {
			return problem
		}
		if form == twin.JSON {
			return asJSON(w, r, *s)
		}
		v := stored.LogView{
			Layout: a.layout(Log, "Transparency log", "Every stored proof and every change of one has a place in a signed "+
				"log, so that whoever kept a checkpoint sees what is changed or dropped."),
			Origin: s.Origin, Key: s.Key, Size: countOf(s.Size), Checkpoint: s.Checkpoint, URL: s.URL, JSON: Log + "index.json",
		}
		v.Layout.Links = append(otherForms(v.JSON, "This log's state"), layout.HeadLink{Rel: "canonical", Href: a.Base + Log})
		return pageOrText(ctx, w, r, caching, form, twin.Page{Path: Log, InJSON: v.JSON}, stored.Log(v))
	}
}

// checkpoint answers with the signed state itself.
func (a *App) checkpoint(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	h, problem := a.head(ctx)
	if problem != nil {
		return problem
	}
	send(w, r, plainText, []byte(h.Note))
	return nil
}

// countOf returns a number of entries.
func countOf(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return strconv.FormatInt(n, 10) + " entries"
}

// plainText is the media type of notes.
const plainText = "text/plain; charset=utf-8"

// tile answers with a tile or a bundle of entries.
func (a *App) tile(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	if a.log == nil {
		_, problem := a.head(ctx)
		return problem
	}
	t, err := translog.ParseTile(strings.TrimPrefix(r.URL.Path, Log))
	var data []byte
	if err == nil {
		data, err = a.log.Tile(ctx, t)
	}
	if errors.Is(err, translog.ErrNoEntry) {
		return refuse(codeNotFound, "the log has no such tile: want one that its checkpoint covers, %s, %s or %s",
			Log+"tile/0/000", Log+"tile/0/x001/234.p/56", Log+"tile/entries/000")
	}
	if isDamaged(err) {
		return a.damaged(err)
	}
	if err != nil {
		return a.failed(err)
	}
	sendFor(w, r, forEver, "application/octet-stream", data)
	return nil
}

// logProof answers with the tlog-proof of a stored proof.
func (a *App) logProof(id string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		p, problem := a.found(ctx, id)
		if problem != nil && problem.Code == codeNotFound {
			return refuse(codeNotFound, "no proof %s is in the log", id)
		}
		if problem != nil {
			return problem
		}
		place, err := a.store.LogPlace(ctx, p.ID)
		if errors.Is(err, store.ErrNotFound) {
			return refuse(codeNotFound, "no proof %s is in the log", id)
		}
		if err != nil {
			return a.failed(err)
		}
		h, problem := a.head(ctx)
		if problem != nil {
			return problem
		}
		text, err := a.log.Proof(ctx, h, place)
		if errors.Is(err, translog.ErrNoEntry) {
			return refuse(codeNotFound, "no checkpoint covers this proof yet: want it in a moment")
		}
		if isDamaged(err) {
			return a.damaged(err)
		}
		if err != nil {
			return a.failed(err)
		}
		w.Header().Set("Content-Disposition", `attachment; filename="`+id+`.tlog-proof"`)
		send(w, r, plainText, []byte(text))
		return nil
	}
}

// logged returns the place of a proof in the log; nil if the host signs none, or none that
// is sound.
func (a *App) logged(ctx context.Context, s *shown) (*Logged, *Problem) {
	h, sound, problem := a.headIfSound(ctx)
	if problem != nil || !sound {
		return nil, problem
	}
	place, err := a.store.LogPlace(ctx, s.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, a.failed(err)
	}
	l := &Logged{Place: place}
	if place < h.Size {
		l.Size, l.Proof = h.Size, a.Base+Log+"proof/"+s.own()+".tlog-proof"
	}
	return l, nil
}

// mostReadings limits how often a list is computed anew if something is stored while it
// is computed.
const mostReadings = 3

// fromCheckpoint computes a list until it follows from one checkpoint, and returns
// that; nil if the host signs no log or none that is sound, or is being written to
// without a pause.
func (a *App) fromCheckpoint(ctx context.Context, compute func() *Problem) (*LogHead, *Problem) {
	for range mostReadings {
		h, sound, problem := a.headIfSound(ctx)
		if problem != nil {
			return nil, problem
		}
		if problem := compute(); problem != nil || !sound {
			return nil, problem
		}
		size, err := a.store.LogSize(ctx)
		if err != nil {
			return nil, a.failed(err)
		}
		if size == h.Size {
			return &LogHead{Size: h.Size, Root: h.Root.String()}, nil
		}
	}
	return nil, nil
}

// noWitnesses answers the addresses that earlier versions had for witnesses.
func noWitnesses(*App, address) answer {
	return func(context.Context, http.ResponseWriter, *http.Request) *Problem {
		return refuse(codeGone, "this host keeps no signatures of witnesses any more: keep %scheckpoint, and check with "+
			"tallyproof log verify -kept that later ones continue it", Log)
	}
}
