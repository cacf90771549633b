package translog

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// A witness signs checkpoints that continue all that it signed before
// (c2sp.org/tlog-cosignature). So a host that shows one history to some people and
// another one to others needs witnesses that help it.

// timed is the type of keys whose signatures say when they were made.
const timed = 0x04

// hashOf is the hash of a key, which signatures begin with.
func hashOf(name string, key ed25519.PublicKey) uint32 {
	sum := sha256.Sum256(append([]byte(name+"\n"), append([]byte{timed}, key...)...))
	return binary.BigEndian.Uint32(sum[:])
}

// Witness checks the cosignatures of one witness, as a [note.Verifier].
type Witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

// NewWitness reads the verifier key of a witness, "witness.example+1f2e3d4c+BA…".
func NewWitness(key string) (*Witness, error) {
	wrong := fmt.Errorf("the witness's key %s: %w, of type 4, as log keygen -witness prints it", shownKey(key), ErrKey)
	parts := strings.SplitN(strings.TrimSpace(key), "+", 3)
	if len(parts) != 3 || parts[0] == "" || strings.ContainsAny(parts[0], " \t\n") || words.Plain(parts[0]) != parts[0] {
		return nil, wrong
	}
	hash, err := strconv.ParseUint(parts[1], 16, 32)
	raw, err2 := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || err2 != nil || len(parts[1]) != 8 || len(raw) != 1+ed25519.PublicKeySize || raw[0] != timed {
		return nil, wrong
	}
	w := &Witness{parts[0], uint32(hash), raw[1:]}
	if hashOf(w.name, w.key) != w.hash {
		return nil, wrong
	}
	return w, nil
}

// id tells its key from others of the same name.
func (w *Witness) id() string { return idOf(w.name, w.hash) }

func idOf(name string, hash uint32) string { return fmt.Sprintf("%s+%08x", name, hash) }

// Name is the name of its key.
func (w *Witness) Name() string { return w.name }

// KeyHash is what its signatures begin with.
func (w *Witness) KeyHash() uint32 { return w.hash }

// Verify reports whether a signature, a time and 64 bytes, is the witness's over a
// checkpoint.
func (w *Witness) Verify(text, signature []byte) bool {
	const length = 8 + ed25519.SignatureSize
	return len(signature) == length && ed25519.Verify(w.key, cosigned(binary.BigEndian.Uint64(signature), text), signature[8:])
}

// cosigned is what a witness signs.
func cosigned(at uint64, text []byte) []byte {
	return append(fmt.Appendf(nil, "cosignature/v1\ntime %d\n", at), text...)
}

// GenerateWitnessKey makes the key pair of a witness: the private line, and the
// verifier key.
func GenerateWitnessKey(random io.Reader, name string) (private, public string, err error) {
	if err := checkName(name); err != nil {
		return "", "", err
	}
	key, secret, err := ed25519.GenerateKey(random)
	if err != nil {
		return "", "", err
	}
	spell := func(before string, bytes []byte) string {
		return fmt.Sprintf("%s%s+%08x+%s", before, name, hashOf(name, key), base64.StdEncoding.EncodeToString(append([]byte{timed}, bytes...)))
	}
	return spell("PRIVATE+KEY+", secret.Seed()), spell("", key), nil
}

// cosigner signs as a witness, as a [note.Signer].
type cosigner struct {
	Witness
	secret ed25519.PrivateKey
	now    func() time.Time
}

// NewCosigner is a witness that signs, with the line that [GenerateWitnessKey] made.
func NewCosigner(private string, now func() time.Time) (note.Signer, error) {
	wrong := fmt.Errorf("the witness's private key %s: %w", kindOf(private), ErrWitnessLine)
	parts := strings.SplitN(strings.TrimSpace(private), "+", 5)
	if len(parts) != 5 || parts[0] != "PRIVATE" || parts[1] != "KEY" {
		return nil, wrong
	}
	seed, err := base64.StdEncoding.DecodeString(parts[4])
	if err != nil || len(seed) != 1+ed25519.SeedSize || seed[0] != timed {
		return nil, wrong
	}
	secret := ed25519.NewKeyFromSeed(seed[1:])
	key := secret.Public().(ed25519.PublicKey)
	c := &cosigner{Witness{parts[2], hashOf(parts[2], key), key}, secret, now}
	if fmt.Sprintf("%08x", c.hash) != parts[3] {
		return nil, wrong
	}
	return c, nil
}

// Sign is the signature over a checkpoint, with the time now.
func (c *cosigner) Sign(text []byte) ([]byte, error) {
	at := uint64(c.now().Unix())
	return append(binary.BigEndian.AppendUint64(nil, at), ed25519.Sign(c.secret, cosigned(at, text))...), nil
}

// SignedAt is when a cosignature was made.
func SignedAt(s note.Signature) time.Time {
	raw, err := base64.StdEncoding.DecodeString(s.Base64)
	if err != nil || len(raw) < 12 {
		return time.Time{}
	}
	return time.Unix(int64(binary.BigEndian.Uint64(raw[4:])), 0).UTC()
}

// clocks is how far the clock of a witness may be ahead.
const clocks = 5 * time.Minute

// ErrNotCosigned means that a text is no checkpoint of this log that a listed witness
// signed.
var ErrNotCosigned = errors.New("translog: not a checkpoint of this log that a listed witness signed")

// Cosign keeps the cosignatures of a checkpoint, and returns how many there are: of
// the listed witnesses, over a state that this log signed.
func (l *Log) Cosign(ctx context.Context, text string, now time.Time) (int, error) {
	verifiers := make([]note.Verifier, len(l.witnesses))
	for i, w := range l.witnesses {
		verifiers[i] = w
	}
	n, err := note.Open([]byte(text), note.VerifierList(verifiers...))
	if err != nil {
		return 0, ErrNotCosigned
	}
	size, err := l.sizeOf(ctx, n.Text)
	if err != nil {
		return 0, err
	}
	for _, s := range n.Sigs {
		if SignedAt(s).After(now.Add(clocks)) {
			return 0, fmt.Errorf("%w: it was signed in the future, at %s", ErrNotCosigned, SignedAt(s).Format(time.RFC3339))
		}
	}
	for _, s := range n.Sigs {
		c := store.Cosignature{Size: size, Witness: idOf(s.Name, s.Hash), At: SignedAt(s).Unix(), Line: "— " + s.Name + " " + s.Base64}
		if err := l.store.AddCosignature(ctx, c); err != nil {
			return 0, err
		}
	}
	return len(n.Sigs), nil
}

// sizeOf is the size of which a text is the checkpoint, as this log signed it.
func (l *Log) sizeOf(ctx context.Context, text string) (int64, error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) < 4 || lines[0] != l.Origin() {
		return 0, ErrNotCosigned
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return 0, ErrNotCosigned
	}
	head, err := l.headOf(ctx, size)
	if err == nil && string(text) != checkpoint(l.Origin(), size, head.Root) {
		err = ErrNotCosigned
	}
	return size, err
}

// headOf is the state of a size that was signed, or [ErrNotCosigned].
func (l *Log) headOf(ctx context.Context, size int64) (Head, error) {
	root, err := l.store.LogRoot(ctx, size)
	if errors.Is(err, store.ErrNotFound) {
		err = ErrNotCosigned
	}
	if err != nil {
		return Head{}, err
	}
	return l.sign(ctx, store.LogHead{Size: size, Root: root})
}

// Witnesses are the names of the listed witnesses.
func (l *Log) Witnesses() (names []string) {
	for _, w := range l.witnesses {
		names = append(names, w.name)
	}
	return names
}

// Witnessed is the newest checkpoint that a listed witness signed, with all
// cosignatures of its size, or [ErrNotCosigned]. Without a name any witness will do.
func (l *Log) Witnessed(ctx context.Context, name string) (Head, error) {
	newest := int64(-1)
	for _, w := range l.witnesses {
		if name != "" && w.name != name {
			continue
		}
		size, err := l.store.Witnessed(ctx, w.id())
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return Head{}, err
		}
		if err == nil {
			newest = max(newest, size)
		}
	}
	if newest < 0 {
		return Head{}, ErrNotCosigned
	}
	return l.headOf(ctx, newest)
}

// cosignatures are the lines of the listed witnesses under the checkpoint of a size.
func (l *Log) cosignatures(ctx context.Context, size int64) (string, error) {
	if len(l.witnesses) == 0 {
		return "", nil
	}
	all, err := l.store.Cosignatures(ctx, size)
	var lines strings.Builder
	for _, c := range all {
		for _, w := range l.witnesses {
			if w.id() == c.Witness {
				lines.WriteString(c.Line + "\n")
			}
		}
	}
	return lines.String(), err
}
