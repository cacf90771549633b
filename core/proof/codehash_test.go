package proof

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// A file whose line ends, byte order mark or last line end differ is told so.
func TestCodeVariants(t *testing.T) {
	scored := "a = 1\nb = 2\n"
	tests := []struct{ name, dropped, scored, said string }{
		{"CRLF", "a = 1\r\nb = 2\r\n", scored, "line ends LF instead of CRLF"},
		{"LF", scored, "a = 1\r\nb = 2\r\n", "line ends CRLF instead of LF"},
		{"mark too many", "\xEF\xBB\xBF" + scored, scored, "no byte order mark at the start"},
		{"mark missing", scored, "\xEF\xBB\xBF" + scored, "a byte order mark at the start"},
		{"line end too many", scored, "a = 1\nb = 2", "no line end after the last line"},
		{"line end missing", "a = 1\nb = 2", scored, "a line end after the last line"},
		{"line end missing, CRLF", "a = 1\r\nb = 2", "a = 1\r\nb = 2\r\n", "a line end after the last line"},
		{"all at once", "\xEF\xBB\xBFa = 1\r\nb = 2", scored, "line ends LF instead of CRLF, no byte order mark at the start and a line end after the last line"},
		{"another file", "a = 2\n", scored, ""},
		{"empty", "", scored, ""},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, found := codeVariant([]byte(c.dropped), sha256.Sum256([]byte(c.scored)))
			if got != c.said || found != (c.said != "") {
				t.Errorf("%q, %t: want %q", got, found, c.said)
			}
		})
	}
}

// A code hash in any spelling.
func TestCodeHash(t *testing.T) {
	want, _ := hex.DecodeString(prooftest.Hash)
	for _, text := range []string{prooftest.Hash, strings.ToUpper(prooftest.Hash), "sha256:" + prooftest.Hash, "0x" + prooftest.Hash, "sha256-" + base64.StdEncoding.EncodeToString(want), base64.RawURLEncoding.EncodeToString(want)} {
		if got, ok := codeHash(text); !ok || string(got[:]) != string(want) {
			t.Errorf("%q: %x, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", prooftest.Hash[:62], prooftest.Hash + "00", "sha512:" + prooftest.Hash + prooftest.Hash} {
		if _, ok := codeHash(text); ok {
			t.Errorf("%q: want no hash", text)
		}
	}
}
