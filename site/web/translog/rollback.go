package translog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/site/web/store"
)

// State is a size of a log and its root.
type State struct {
	Size int64  `json:"size" doc:"How many entries there are."`
	Root string `json:"root" doc:"The root hash of the tree of these entries, in base64."`
}

// Rollback is the statement that a log goes on from a state that does not continue what
// it signed. As a signed note it is an entry of the log.
type Rollback struct {
	Log    string `json:"log" doc:"The log's name."`
	Signed State  `json:"signed" doc:"The highest state that was signed."`
	From   State  `json:"from" doc:"The state from which the log goes on."`
	Reason string `json:"reason,omitempty" doc:"Why."`
}

// rollbackTag is the first line of a rollback: no log has this name.
const rollbackTag = "tallyproof-rollback/1"

// mostReason limits the characters of a reason.
const mostReason = 200

var (
	// ErrNoRollback means that the log continues what it signed.
	ErrNoRollback = errors.New("the log continues what it signed: there is no rollback to accept")
	// ErrOtherRollback is a rollback that is not the one that the log has.
	ErrOtherRollback = errors.New("this is not the rollback that the log has now, signed by its key and with a reason of 1 to 200 characters")
)

// text returns the text that is signed.
func (r Rollback) text() (string, error) {
	line, err := json.Marshal(r)
	return rollbackTag + "\n" + string(line) + "\n", err
}

// SignRollback signs a rollback with the private key of the log.
func SignRollback(private string, r Rollback) (string, error) {
	signer, err := signerOf(private)
	if err != nil {
		return "", err
	}
	return r.signedBy(signer)
}

func (r Rollback) signedBy(signer note.Signer) (string, error) {
	text, err := r.text()
	if err != nil {
		return "", err
	}
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	return string(signed), err
}

// ParseRollback reads a rollback that a key signed; false for other texts.
func ParseRollback(text string, by note.Verifier) (r Rollback, ok bool) {
	n, err := note.Open([]byte(text), note.VerifierList(by))
	if err != nil || !strings.HasPrefix(n.Text, rollbackTag+"\n") {
		return r, false
	}
	if json.Unmarshal([]byte(strings.TrimPrefix(n.Text, rollbackTag+"\n")), &r) != nil {
		return r, false
	}
	same, err := r.text()
	long := utf8.RuneCountInString(r.Reason)
	return r, err == nil && same == n.Text && r.Log == by.Name() && long >= 1 && long <= mostReason
}

// Rollback is what would have to be accepted, without a reason: the log does not
// continue what was signed. Else it is [ErrNoRollback].
func (l *Log) Rollback(ctx context.Context) (Rollback, error) {
	r, _, err := l.rollback(ctx)
	return r, err
}

func (l *Log) rollback(ctx context.Context) (r Rollback, text string, err error) {
	signed, text, err := l.signed(ctx)
	if err != nil {
		return r, "", err
	}
	size, err := l.store.LogSize(ctx)
	if err != nil {
		return r, "", err
	}
	hashed, err := l.hash(ctx, size)
	if err != nil {
		return r, "", err
	}
	if size >= signed.Size {
		if err = l.contradicts(ctx, signed); err == nil {
			return r, "", ErrNoRollback
		}
		if !errors.Is(err, ErrRolledBack) {
			return r, "", err
		}
	}
	root, err := tlog.TreeHash(hashed, l.hashes(ctx))
	r = Rollback{Log: l.Origin(), Signed: State(signed), From: State{hashed, root.String()}}
	return r, text, err
}

// AcceptRollback returns the log go on from a state that does not continue what was signed:
// the rollback becomes an entry, and then the state that is kept besides the database.
func (l *Log) AcceptRollback(ctx context.Context, text string, now time.Time) (Rollback, error) {
	verifier, err := note.NewVerifier(l.key)
	if err != nil {
		return Rollback{}, err
	}
	r, ok := ParseRollback(text, verifier)
	has, kept, err := l.rollback(ctx)
	if err != nil {
		return r, err
	}
	if !ok || r.Signed != has.Signed || r.From.Size > has.From.Size || l.continues(ctx, store.LogHead(r.From)) != nil {
		return r, ErrOtherRollback
	}
	if text, err = r.signedBy(l.signer); err != nil { // without what others have added
		return r, err
	}
	if err := l.addRollback(ctx, text, r.Reason, now); err != nil {
		return r, err
	}
	next, err := l.note(store.LogHead(r.From))
	if err != nil {
		return r, err
	}
	switch now, err := l.memory.Swap(ctx, kept, next); {
	case err != nil:
		return r, fmt.Errorf("%w: %w", ErrMemory, err)
	case now != next:
		return r, ErrOtherRollback
	}
	return r, nil
}

// addRollback makes a rollback an entry. The same one again is one entry.
func (l *Log) addRollback(ctx context.Context, text, reason string, now time.Time) error {
	sum := sha256.Sum256([]byte(text))
	_, err := l.store.AddChange(ctx, &store.Change{
		ID: hex.EncodeToString(sum[:]), Kind: store.Rollback, Reason: reason, Text: text, StoredAt: now.UTC().Format(time.RFC3339),
		Signer: store.Signer{Key: l.key, Expires: store.Never},
	})
	if err != nil {
		return fmt.Errorf("the rollback is not stored: %w", err)
	}
	return nil
}
