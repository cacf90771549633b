package text

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// TestBase64 holds the three rules against encoding/base64 with Strict, over
// all lengths and the texts that are one change away.
func TestBase64(t *testing.T) {
	oracles := map[Base64Rule]func(string) ([]byte, error){
		Base64Std: base64.StdEncoding.Strict().DecodeString,
		Base64URL: base64.RawURLEncoding.Strict().DecodeString,
	}
	for rule, oracle := range oracles {
		for n := range 70 {
			data := make([]byte, n)
			for i := range data {
				data[i] = byte(i*151 + n*37)
			}
			text := string(AppendBase64(nil, data))
			if want := base64.StdEncoding.EncodeToString(data); text != want {
				t.Fatalf("appendBase64(%x) = %q, want %q", data, text, want)
			}
			if rule == Base64URL {
				text = string(AppendBase64URL(nil, data))
				if want := base64.RawURLEncoding.EncodeToString(data); text != want {
					t.Fatalf("appendBase64URL(%x) = %q, want %q", data, text, want)
				}
			}
			if got, wanted := rule.Decode(text); wanted != "" || !bytes.Equal(got, data) {
				t.Fatalf("%s: %q: %x, expected %s", rule, text, got, wanted)
			}
			for i := range text {
				for _, c := range []byte("AB+-/_= \nZ") {
					changed := text[:i] + string(c) + text[i+1:]
					if c == '\n' {
						continue // encoding/base64 passes over line feeds, we do not
					}
					got, wanted := rule.Decode(changed)
					want, err := oracle(changed)
					if (wanted == "") != (err == nil) || err == nil && !bytes.Equal(got, want) {
						t.Fatalf("%s: %q: %x, expected %s; oracle %x, %v", rule, changed, got, wanted, want, err)
					}
				}
			}
		}
	}
}

func TestBase64Refused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rule       Base64Rule
		wanted     string
	}{
		{"one digit", "A", Base64Any, "base64 of a whole number of bytes"},
		{"one digit more", "AAAAA", Base64URL, "base64url of a whole number of bytes"},
		{"no padding", "AA", Base64Std, "standard base64 with its padding"},
		{"half the padding", "AA=", Base64Std, "standard base64 with its padding"},
		{"half the padding, any", "AA=", Base64Any, "base64 with its padding"},
		{"padding that is not needed", "AAAA=", Base64Any, "base64 with its padding"},
		{"padding alone", "====", Base64Any, "base64 with its padding"},
		{"padding inside", "AA==AA==", Base64Any, "base64"},
		{"padding of base64url", "AA==", Base64URL, "base64url with no padding"},
		{"line feed", "AA\nA", Base64Std, "standard base64"},
		{"minus in the standard alphabet", "AA-A", Base64Std, "standard base64"},
		{"plus in base64url", "AA+A", Base64URL, "base64url"},
		{"both alphabets", "A+-A", Base64Any, "base64"},
		{"4 bits left over", "AB==", Base64Std, "standard base64 whose unused bits are zero"},
		{"2 bits left over", "AAB", Base64URL, "base64url whose unused bits are zero"},
	} {
		if _, wanted := c.rule.Decode(c.text); wanted != c.wanted {
			t.Errorf("%s: %q expects %q, want %q", c.name, c.text, wanted, c.wanted)
		}
	}
	for _, text := range []string{"", "AA", "AA==", "-_-_", "+/+/"} {
		if _, ok := DecodeBase64(text); !ok {
			t.Errorf("%q is refused", text)
		}
	}
}

func TestHex(t *testing.T) {
	for _, text := range []string{"", "00", "9e3dBB78", "FF"} {
		want, _ := hex.DecodeString(text)
		if got, ok := DecodeHex(text); !ok || !bytes.Equal(got, want) || string(AppendHex(nil, got)) != strings.ToLower(text) {
			t.Errorf("%q: %x, %t", text, got, ok)
		}
	}
	for _, text := range []string{"0", "0g", "0x00", " 00", "00 ", "é"} {
		if got, ok := DecodeHex(text); ok {
			t.Errorf("%q: %x", text, got)
		}
	}
}

// TestBase58 reads the examples of draft-msporny-base58-03 section 5.
func TestBase58(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"2NEpo7TZRRrLZSi2U", hex.EncodeToString([]byte("Hello World!"))},
		{"USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z", hex.EncodeToString([]byte("The quick brown fox jumps over the lazy dog."))},
		{"11233QC4", "0000287fb4cd"},
		{"", ""},
		{"1", "00"},
	} {
		if got, ok := DecodeBase58(c.text); !ok || hex.EncodeToString(got) != c.want {
			t.Errorf("%q: %x, %t, want %s", c.text, got, ok, c.want)
		}
	}
	for _, text := range []string{"0", "O", "I", "l", "2 ", "é", strings.Repeat("2", mostBase58+1)} {
		if _, ok := DecodeBase58(text); ok {
			t.Errorf("%q is read", text)
		}
	}
}

// TestBlake2b holds RFC 7693 appendix A and, for lengths about the block size,
// sums of Python's hashlib.blake2b over the bytes 0, 1, 2, … 255, 0, ….
func TestBlake2b(t *testing.T) {
	const abc = "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
	if got := Blake2b([]byte("abc")); hex.EncodeToString(got[:]) != abc {
		t.Errorf("abc: %x", got)
	}
	for length, want := range map[int]string{
		0:    "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce",
		1:    "2fa3f686df876995167e7c2e5d74c4c7b6e48f8068fe0e44208344d480f7904c36963e44115fe3eb2a3ac8694c28bcb4f5a0f3276f2e79487d8219057a506e4b",
		127:  "b6292669ccd38d5f01caae96ba272c76a879a45743afa0725d83b9ebb26665b731f1848c52f11972b6644f554c064fa90780dbbbf3a89d4fc31f67df3e5857ef",
		128:  "2319e3789c47e2daa5fe807f61bec2a1a6537fa03f19ff32e87eecbfd64b7e0e8ccff439ac333b040f19b0c4ddd11a61e24ac1fe0f10a039806c5dcc0da3d115",
		129:  "f59711d44a031d5f97a9413c065d1e614c417ede998590325f49bad2fd444d3e4418be19aec4e11449ac1a57207898bc57d76a1bcf3566292c20c683a5c4648f",
		255:  "5b21c5fd8868367612474fa2e70e9cfa2201ffeee8fafab5797ad58fefa17c9b5b107da4a3db6320baaf2c8617d5a51df914ae88da3867c2d41f0cc14fa67928",
		256:  "1ecc896f34d3f9cac484c73f75f6a5fb58ee6784be41b35f46067b9c65c63a6794d3d744112c653f73dd7deb6666204c5a9bfa5b46081fc10fdbe7884fa5cbf8",
		257:  "d8bfe068de0b4f9fa876a3f8024eb9f7b0029fd5dcf251199e065cee89e1a282c8dbf0442f2ade7294ac1c6be19b388dc990c34d8cb79f5f10c54fa813834fda",
		1000: "9fe687126e6566313081b43167cbfa0b4f721b45a5afd4076af327765d63a616478ffbd1cd5fbe4033e8638b8bcf8de6b3978b54a30f1d9d8d68fbe66c2b74cf",
	} {
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(i)
		}
		if got := Blake2b(data); hex.EncodeToString(got[:]) != want {
			t.Errorf("%d bytes: %x", length, got)
		}
	}
}
