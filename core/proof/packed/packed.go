// Package packed spells proofs short, for addresses: deflated with a dictionary of what
// proofs have in common.
//
// A packed text is its version, a dot, and raw DEFLATE (RFC 1951) in base64url without
// padding. The version names the dictionary, which never changes: addresses are pasted
// once and stay. An address of before, whose base64url is the text itself, has no dot.
package packed

import (
	"bytes"
	"compress/flate"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Mark begins texts that are packed with the first dictionary.
const Mark = "1."

// Limits that bound the work of unpacking before it begins, in bytes: of what is packed, as
// of an address, and of the text.
const (
	MostPacked = 16 << 10
	MostText   = 64 << 10
)

// Deflate packs a text of at most [MostText] bytes.
func Deflate(str string) string {
	var b bytes.Buffer
	w, err := flate.NewWriterDict(&b, flate.BestCompression, []byte(dictionary1))
	if err == nil {
		_, err = io.WriteString(w, str)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("packed: no such level, or a buffer that is full: " + err.Error())
	}
	return string(text.AppendBase64URL([]byte(Mark), b.Bytes()))
}

// Inflate unpacks a text, or returns what was wanted.
func Inflate(str string) (unpacked, wanted string) {
	encoded, ok := strings.CutPrefix(str, Mark)
	switch {
	case !ok:
		return "", "a packed text, which begins with " + Mark
	case len(str) > MostPacked:
		return "", "a packed text of at most " + text.Sized(MostPacked, len(str))
	}
	data, wanted := text.Base64URL.Decode(encoded)
	if wanted != "" {
		return "", wanted + " after " + Mark
	}
	r := bytes.NewReader(data)
	out, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(r, []byte(dictionary1)), MostText+1))
	switch {
	case err != nil:
		return "", "a text that is packed whole, found it damaged or cut"
	case len(out) > MostText:
		return "", "a packed text that has at most " + strconv.Itoa(MostText) + " bytes"
	case r.Len() > 0:
		return "", "the end of a packed text, found more behind it"
	case len(out) == 0 || !utf8.Valid(out):
		return "", "a packed text in UTF-8"
	}
	return string(out), ""
}
