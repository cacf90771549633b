package key

import (
	"crypto/sha256"
	"strings"
	"unicode"
	"unicode/utf8"
)

// noteEd25519 is the signature type of c2sp.org/signed-note.
const noteEd25519 = 1

// IsKeyName reports whether a text may name the key of a signed note.
func IsKeyName(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.Contains(name, "+") &&
		strings.IndexFunc(name, unicode.IsSpace) < 0
}

// NoteHash returns the key ID of c2sp.org/signed-note for an Ed25519 key:
// SHA-256(name ‖ LF ‖ type ‖ key)[:4].
func NoteHash(name string, key []byte) string {
	sum := sha256.Sum256(append([]byte(name+"\n\x01"), key...))
	return string(sum[:4])
}
