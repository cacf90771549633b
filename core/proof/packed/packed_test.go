package packed

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// TestDictionary holds the dictionary fast: addresses in use depend on each of its bytes. If
// it is to change, the change is a second dictionary, with another mark.
func TestDictionary(t *testing.T) {
	const want = "41737498bb72d1967d9760bc872ae721bb0994e30ee61e66a4d3f2f5d0f49196"
	if sum := sha256.Sum256([]byte(dictionary1)); hex.EncodeToString(sum[:]) != want {
		t.Errorf("the first dictionary has another digest, %x", sum)
	}
}

// pinned is a text that was packed once, by the first release.
const pinned = `{"agent_id":"nova","final_score":94.25,"version":"tallyproof-score/1"}`

// TestPinned: what was packed once is unpacked for ever.
func TestPinned(t *testing.T) {
	for _, c := range []struct{ packed, text string }{
		{"1.AUYAuf97ImFnZW50X2lkIjoibm92YSIsImZpbmFsX3Njb3JlIjo5NC4yNSwidmVyc2lvbiI6InRhbGx5cHJvb2Ytc2NvcmUvMSJ9", pinned}, // stored, as RFC 1951 allows
		{Deflate(pinned), pinned},
	} {
		if text, wanted := Inflate(c.packed); text != c.text || wanted != "" {
			t.Errorf("%s: %q, %s", c.packed, text, wanted)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, text := range []string{"a", pinned, strings.Repeat(pinned, 900), strings.Repeat("x", MostText), "\ufeffé\x00\n— x", dictionary1} {
		packed := Deflate(text)
		if got, wanted := Inflate(packed); got != text || wanted != "" {
			t.Errorf("%.20q of %d bytes: %d bytes, %s", text, len(text), len(got), wanted)
		}
		if strings.Trim(strings.TrimPrefix(packed, Mark), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("%.40q needs escapes in an address", packed)
		}
	}
}

// deflated packs bytes that may be no text.
func deflated(t *testing.T, data string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriterDict(&b, 9, []byte(dictionary1))
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

func TestRefused(t *testing.T) {
	packed := func(data string) string { return Mark + base64.RawURLEncoding.EncodeToString([]byte(data)) }
	whole := deflated(t, pinned)
	for _, c := range []struct{ name, packed, wanted string }{
		{"empty", "", "a packed text, which begins with 1."},
		{"another version", "2.AAAA", "a packed text, which begins with 1."},
		{"the mark alone", Mark, "damaged or cut"},
		{"no base64url", Mark + "a+bc", "base64url after 1."},
		{"noise", packed("\xff\xff\xff\xff"), "damaged or cut"},
		{"cut", packed(whole[:len(whole)-1]), "damaged or cut"},
		{"more behind", packed(whole + "x"), "the end of a packed text"},
		{"no text", packed(deflated(t, "")), "in UTF-8"},
		{"no UTF-8", packed(deflated(t, "\xff")), "in UTF-8"},
		{"a byte too many", packed(deflated(t, strings.Repeat("x", MostText+1))), "at most 65536 bytes"},
		{"what would fill the memory", packed(deflated(t, strings.Repeat("x", 10<<20))), "at most 65536 bytes"},
		{"too long for an address", Mark + strings.Repeat("A", MostPacked), "at most 16384 bytes, found 16386"},
	} {
		if text, wanted := Inflate(c.packed); text != "" || !strings.Contains(wanted, c.wanted) {
			t.Errorf("%s: %.40q, %s", c.name, text, wanted)
		}
	}
}

func FuzzInflate(f *testing.F) {
	f.Add(Deflate(pinned))
	f.Add("1.")
	f.Fuzz(func(t *testing.T, packed string) {
		text, wanted := Inflate(packed)
		if (text == "") == (wanted == "") || len(text) > MostText {
			t.Fatalf("%d bytes, %s", len(text), wanted)
		}
		if text != "" {
			if again, wanted := Inflate(Deflate(text)); again != text {
				t.Fatalf("%q became %q, %s", text, again, wanted)
			}
		}
	})
}
