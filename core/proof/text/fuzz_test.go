package text

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// FuzzDecode holds the decoders against encoding/base64 and encoding/hex, and
// that no two texts of one spelling mean the same bytes.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "AA==", "AB==", "-_-_", "+/+/", "9e3dbb78", "z6Mk", "2NEpo7TZRRrLZSi2U", "11233QC4"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			return // encoding/base64 passes over them, we do not
		}
		std, wanted := Base64Std.Decode(text)
		if want, err := base64.StdEncoding.Strict().DecodeString(text); (wanted == "") != (err == nil) || err == nil && !bytes.Equal(std, want) {
			t.Fatalf("%q: %x, expected %q; oracle %x, %v", text, std, wanted, want, err)
		}
		url, wanted := Base64URL.Decode(text)
		if want, err := base64.RawURLEncoding.Strict().DecodeString(text); (wanted == "") != (err == nil) || err == nil && !bytes.Equal(url, want) {
			t.Fatalf("%q: %x, expected %q; oracle %x, %v", text, url, wanted, want, err)
		}
		data, ok := DecodeHex(text)
		if want, err := hex.DecodeString(text); ok != (err == nil) || ok && !bytes.Equal(data, want) {
			t.Fatalf("%q: %x, %t; oracle %x, %v", text, data, ok, want, err)
		}
		if data, ok := DecodeBase58(text); ok && encodeBase58(data) != text {
			t.Fatalf("%q: %x, which is %q", text, data, encodeBase58(data))
		}
	})
}

// encodeBase58 is base58btc by long division.
func encodeBase58(data []byte) string {
	var digits []byte
	zeros := len(data) - len(bytes.TrimLeft(data, "\x00"))
	for number := bytes.Clone(data[zeros:]); len(number) > 0; number = bytes.TrimLeft(number, "\x00") {
		rest := 0
		for i, b := range number {
			rest = rest<<8 | int(b)
			number[i] = byte(rest / 58)
			rest %= 58
		}
		digits = append([]byte{base58Digits[rest]}, digits...)
	}
	return strings.Repeat("1", zeros) + string(digits)
}
