package proof

import (
	"bytes"
	"crypto/sha256"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/text"
)

// codeHash reads a SHA-256 hash as records write it: hexadecimal or base64,
// bare or after sha256: or sha256-.
func codeHash(str string) (sum [32]byte, ok bool) {
	for _, prefix := range []string{"sha256:", "sha256-", "0x"} {
		str = strings.TrimPrefix(str, prefix)
	}
	data, ok := text.DecodeHex(str)
	if !ok || len(data) != len(sum) {
		data, ok = text.DecodeBase64(str)
	}
	if !ok || len(data) != len(sum) {
		return sum, false
	}
	return [32]byte(data), true
}

// byteOrderMark is U+FEFF in UTF-8.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// codeVariant finds how a file would have to be written for its hash to be the
// record's: with other line ends, with or without a byte order mark, with or
// without a line end after the last line. It answers the difference in words.
func codeVariant(code []byte, want [32]byte) (difference string, found bool) {
	unix := strings.ReplaceAll(string(code), "\r\n", "\n") // bytes.ReplaceAll would add its own search to the engine
	lineEnds := []struct {
		words string
		text  []byte
		end   string
	}{
		{"", code, lineEndOf(code)},
		{"line ends LF instead of CRLF", []byte(unix), "\n"},
		{"line ends CRLF instead of LF", []byte(strings.ReplaceAll(unix, "\n", "\r\n")), "\r\n"},
	}
	for _, lines := range lineEnds {
		for _, mark := range markVariants(lines.text) {
			for _, last := range lastVariants(mark.text, lines.end) {
				if sha256.Sum256(last.text) == want {
					return joinWords(lines.words, mark.words, last.words), true
				}
			}
		}
	}
	return "", false
}

type codeText struct {
	words string
	text  []byte
}

func markVariants(code []byte) []codeText {
	if bare, had := bytes.CutPrefix(code, byteOrderMark); had {
		return []codeText{{"", code}, {"no byte order mark at the start", bare}}
	}
	return []codeText{{"", code}, {"a byte order mark at the start", append(bytes.Clone(byteOrderMark), code...)}}
}

func lastVariants(code []byte, end string) []codeText {
	if bare, had := bytes.CutSuffix(code, []byte(end)); had {
		return []codeText{{"", code}, {"no line end after the last line", bare}}
	}
	return []codeText{{"", code}, {"a line end after the last line", append(bytes.Clone(code), end...)}}
}

// lineEndOf returns the line end a text uses first.
func lineEndOf(code []byte) string {
	if at := bytes.IndexByte(code, '\n'); at > 0 && code[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func joinWords(words ...string) string {
	var said []string
	for _, w := range words {
		if w != "" {
			said = append(said, w)
		}
	}
	return text.List(said)
}
