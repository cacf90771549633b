package translog

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"

	"github.com/tallyproof/tallyproof/core/words"
)

// GenerateKey makes the key pair of a log: the private line, and the verifier key.
// The name is the log's origin, such as "example.org/log".
func GenerateKey(random io.Reader, name string) (private, public string, err error) {
	if err := checkName(name); err != nil {
		return "", "", err
	}
	return note.GenerateKey(random, name)
}

// checkName refuses what cannot be the name of a key in a signed note, and addresses,
// because a log's name has no scheme, and names that read as another one.
func checkName(name string) error {
	if name == "" || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsSpace) || strings.Contains(name, "+") || strings.Contains(name, "://") || words.Plain(name) != name {
		return fmt.Errorf("the name %q: %w", name, ErrName)
	}
	return nil
}

// ErrName refuses the name of a log.
var ErrName = errors.New("want a name without a scheme, spaces and plus signs whose characters can all be seen, such as tallyproof.example/log")

// ErrKey reports an invalid verifier key.
var ErrKey = errors.New("want its verifier key, name+hash+key")

// shownKey is how a message shows what should be a verifier key: whoever gave the private
// key instead does not want to read it in the log of a CI run.
func shownKey(key string) string {
	if strings.Contains(key, "PRIVATE+KEY+") {
		return "is a private one"
	}
	return strconv.Quote(key)
}

// ErrLogLine refuses the private key of a log.
var ErrLogLine = errors.New("want the line that log keygen writes")

// kindOf says what a text is that should be a private key of another kind. It does not
// repeat the text, which may be a private key.
func kindOf(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "-----BEGIN ") {
		return "is one of another format, PEM"
	}
	private, is := strings.CutPrefix(text, "PRIVATE+KEY+")
	parts := strings.Split(private, "+")
	key, err := base64.StdEncoding.DecodeString(strings.Join(parts[min(2, len(parts)):], "+"))
	if err != nil || len(parts) < 3 || len(key) != 1+ed25519.SeedSize {
		return "cannot be read"
	}
	switch kind := key[0]; {
	case !is && kind == logged:
		return "is a public one, a verifier key"
	case kind == logged:
		return "is that of a log"
	}
	return "cannot be read"
}

// logged is the type of keys of logs.
const logged = 0x01

// signerOf returns the signer with the private key of a log.
func signerOf(private string) (note.Signer, error) {
	signer, err := note.NewSigner(strings.TrimSpace(private))
	if err != nil {
		return nil, fmt.Errorf("the log's key %s: %w", kindOf(private), ErrLogLine)
	}
	return signer, nil
}

// CheckKey refuses what is not the private key of a log, and says what it is.
func CheckKey(private string) error {
	_, err := signerOf(private)
	return err
}

// VerifierKey returns the verifier key of a private line.
func VerifierKey(private string) (string, error) {
	wrong := errors.New("translog: not a private key of a signed note")
	parts := strings.SplitN(strings.TrimSpace(private), "+", 5)
	if len(parts) != 5 {
		return "", wrong
	}
	seed, err := base64.StdEncoding.DecodeString(parts[4])
	if err != nil || len(seed) != 1+ed25519.SeedSize || seed[0] != 1 {
		return "", wrong
	}
	return note.NewEd25519VerifierKey(parts[2], ed25519.NewKeyFromSeed(seed[1:]).Public().(ed25519.PublicKey))
}
