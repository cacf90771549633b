// Package named reads the files that options of the command name.
package named

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// MostLine limits the size in bytes of a private key written as a line.
const MostLine = 4 << 10

// ErrLong is a file that has more bytes than anything it may be.
var ErrLong = errors.New("want a shorter file")

// Misuse is a mistake in a file, an option or a variable that the site was given: it
// says nothing of the site or of a proof.
type Misuse struct{ Err error }

// Error returns the words of the error itself.
func (m Misuse) Error() string { return m.Err.Error() }

// Unwrap returns the error itself.
func (m Misuse) Unwrap() error { return m.Err }

// Read reads the file that an option names, of at most so many bytes: a device, or the
// wrong file, may have no end. Errors name the option and the file.
func Read(option, file string, most int64) ([]byte, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", option, err)
	}
	defer opened.Close()
	return readAll(option, opened, most)
}

func readAll(option string, opened *os.File, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(opened, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", option, err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("%s %s has more than %d bytes: %w", option, opened.Name(), most, ErrLong)
	}
	return text, nil
}

// ReadKey is Read for a private key, which it refuses if other users can read the file.
func ReadKey(option, file string, most int64) ([]byte, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", option, err)
	}
	defer opened.Close()
	text, err := readAll(option, opened, most)
	if err != nil || !private.Match(text) || runtime.GOOS == "windows" { // whose modes say nothing
		return text, err
	}
	info, err := opened.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", option, err)
	}
	if mode := info.Mode(); mode.IsRegular() && mode.Perm()&0o077 != 0 {
		return nil, Misuse{Err: fmt.Errorf("%s %s: other users can read this private key (mode %04o): run chmod 600 %s",
			option, file, mode.Perm(), Word(file))}
	}
	return text, nil
}

// private matches private keys in PEM and those of transparency logs.
var private = regexp.MustCompile(`PRIVATE[ +]KEY`)

// plain matches words that shells take as they are.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./][A-Za-z0-9_./:=@%+-]*$`)

// Word returns a text as one word of a shell's command line.
func Word(text string) string {
	if plain.MatchString(text) {
		return text
	}
	if strings.HasPrefix(text, "-") {
		text = "./" + text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// Keyring returns the keyring in a file, which may be a key alone, as JSON. It refuses
// the text of a file that is neither, and says where in it.
func Keyring(file string, text []byte) ([]byte, error) {
	ring, err := key.Keyring(key.KeyringRequest{Keyrings: []op.Raw{text}})
	if err != nil {
		return nil, Misuse{Err: fmt.Errorf("%s: %s", file, strings.TrimPrefix(strings.TrimPrefix(err.Error(), "/keyrings/0"),
			": "))}
	}
	return op.Encode(ring)
}
