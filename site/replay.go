package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// Replay computes leaderboards anew from the entries of a host's log, with a store
// of its own.
type Replay struct {
	app      *web.App
	Kept     int // entries that are authentic now
	Refused  int // entries that are not authentic now, and have no rank
	closeAll func() error
}

// NewReplay is a replay under a keyring; nil for the site's own.
func NewReplay(ctx context.Context, keyring []byte) (*Replay, error) {
	db, err := sqlite.Open(ctx, sqlite.Memory)
	if err != nil {
		return nil, err
	}
	app, err := web.New(web.Config{
		DB: db, Compiled: true, Keyring: keyring, Base: "https://replay.invalid", Style: "/none.css", Replays: true,
		Quota: store.Quota{Proofs: 1 << 40, Bytes: 1 << 50}, Errors: log.New(io.Discard, "", 0),
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	return &Replay{app: app, closeAll: db.Close}, nil
}

// Close ends the replay.
func (r *Replay) Close() error { return r.closeAll() }

// Add stores an entry as the host did.
func (r *Replay) Add(ctx context.Context, text string) {
	if authentic, _ := r.app.Replay(ctx, text); authentic {
		r.Kept++
	} else {
		r.Refused++
	}
}

// ErrCannotTell is a leaderboard that hangs on an entry under a key that is not listed:
// the replay lacks it.
var ErrCannotTell = errors.New("cannot tell")

// mostBoard is how many bytes a part of a leaderboard may have.
const mostBoard = 4 << 20

// Board compares a leaderboard of the host with the one that follows from the
// entries, and returns how many proofs it ranks. address is that of its page,
// size the number of entries that were replayed.
func (r *Replay) Board(ctx context.Context, client *http.Client, address string, size int64) (ranked int, err error) {
	at, err := url.Parse(address)
	if err != nil {
		return 0, err
	}
	parts := strings.Split(strings.Trim(at.EscapedPath(), "/"), "/")
	if len(parts) < 3 || parts[len(parts)-3] != "challenges" {
		return 0, fmt.Errorf("%s is not a leaderboard: want an address that ends in /challenges/{arena}/{challenge}", address)
	}
	arena, _ := url.PathUnescape(parts[len(parts)-2])
	challenge, _ := url.PathUnescape(parts[len(parts)-1])
	if entry, ok := r.app.Doubt(arena, challenge); ok {
		return 0, fmt.Errorf("%w: entry %d is signed by no key that is listed, and the leaderboard depends on what it was", ErrCannotTell, entry)
	}
	ours := func(after string) (*web.List, error) {
		l, problem := r.app.Leaderboard(ctx, arena, challenge, after)
		if problem != nil && problem.Status == http.StatusNotFound { // it has only entries that are not replayed
			return &web.List{}, nil
		}
		if problem != nil {
			return nil, fmt.Errorf("%s: %s", address, problem.Detail)
		}
		return l, nil
	}
	ranked, err = follows(ctx, client, address, size, ours)
	if entry, ok := r.app.Lacks(arena, challenge); ok && errors.Is(err, translog.ErrBroken) { // the host may list the key
		return ranked, fmt.Errorf("%w: entry %d is signed by no key that is listed, and without it the leaderboard does not follow from the log%s", ErrCannotTell, entry, strings.TrimPrefix(err.Error(), translog.ErrBroken.Error()))
	}
	return ranked, err
}

// follows compares a leaderboard of the host with ours, part by part.
func follows(ctx context.Context, client *http.Client, address string, size int64, part func(after string) (*web.List, error)) (ranked int, err error) {
	for after, theirsAfter, more := "", "", true; more; {
		theirs, err := fetchBoard(ctx, client, boardPart(address, theirsAfter))
		if err != nil {
			return ranked, err
		}
		if theirs.Log == nil || theirs.Log.Size != size {
			return ranked, fmt.Errorf("the leaderboard was not computed from the checkpoint of %s: something was stored since; try again", translog.Entries(size))
		}
		ours, err := part(after)
		if err != nil {
			return ranked, err
		}
		if err := compare(theirs, ours); err != nil {
			return ranked, err
		}
		ranked += len(ours.Entries)
		more = ours.Next != "" && len(ours.Entries) > 0
		if (theirs.Next != "") != more {
			return ranked, fmt.Errorf("%w: after %s, one leaderboard ends and the other goes on", translog.ErrBroken, proofs(ranked))
		}
		if more {
			last := len(ours.Entries) - 1
			after, theirsAfter = ours.Entries[last].ID, theirs.Entries[last].ID
		}
	}
	return ranked, nil
}

// boardPart is the address of the part of a leaderboard after a proof. It is not
// taken from what the host sends: a reader asks the addresses that it was given.
func boardPart(address, after string) string {
	part := strings.TrimSuffix(address, "/") + ".json"
	if after != "" {
		part += "?after=" + url.QueryEscape(after)
	}
	return part
}

func fetchBoard(ctx context.Context, client *http.Client, address string) (l *web.List, err error) {
	text, err := translog.Get(ctx, client, address, mostBoard)
	if err == nil {
		err = json.Unmarshal(text, &l)
	}
	if err == nil && l == nil {
		err = fmt.Errorf("%s is not a leaderboard", address)
	}
	return l, err
}

// row is what a leaderboard says of a proof. Its id depends on what was stored
// before it under keys that are not listed now, and is left out.
type row struct{ rank, total, rating, agent, name, submitted, evaluated string }

func rowOf(e web.Entry) row {
	show := func(x *float64) string {
		if x == nil {
			return ""
		}
		return fmt.Sprint(*x)
	}
	return row{fmt.Sprint(e.Rank), show(e.Total), show(e.Rating), e.Agent, e.Name, e.SubmittedAt, e.EvaluatedAt}
}

// compare reports the first difference between two leaderboards.
func compare(theirs, ours *web.List) error {
	if theirs.Count != ours.Count {
		return fmt.Errorf("%w: the leaderboard counts %s, the log has %d that count", translog.ErrBroken, proofs(theirs.Count), ours.Count)
	}
	same := slices.EqualFunc(theirs.Entries, ours.Entries, func(a, b web.Entry) bool { return rowOf(a) == rowOf(b) })
	if same {
		return nil
	}
	for i := range min(len(theirs.Entries), len(ours.Entries)) {
		if a, b := rowOf(theirs.Entries[i]), rowOf(ours.Entries[i]); a != b {
			return fmt.Errorf("%w: the leaderboard has rank %s: %s with %s; from the log follows rank %s: %s with %s", translog.ErrBroken, a.rank, a.agent, a.total, b.rank, b.agent, b.total)
		}
	}
	return fmt.Errorf("%w: the leaderboard lists %s, from the log follow %d", translog.ErrBroken, proofs(len(theirs.Entries)), len(ours.Entries))
}

// proofs is a number of proofs in words.
func proofs(n int) string { return words.Counted(n, "proof", "proofs") }
