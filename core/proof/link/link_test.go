package link

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	oracle "github.com/gowebpki/jcs"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// unpacked packs a proof and unpacks it.
func unpacked(t *testing.T, text string) string {
	t.Helper()
	res, err := Pack(Request{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	back, err := proof.Unpack(proof.UnpackRequest{Packed: res.Packed})
	if err != nil {
		t.Fatal(err)
	}
	return back.Text
}

// TestPack: a proof comes back in canonical JSON, or as it was if its signature may depend on
// that, and proves the same.
func TestPack(t *testing.T) {
	file := func(name string) string { return string(prooftest.FormatFile(t, name)) }
	ring := op.Raw(fmt.Sprintf(`{"keys": [{"public_key": %q}]}`, prooftest.TheKey))
	undeclared := `{"score": 82.50, "agent": "nova", "evaluator_pubkey": "` + prooftest.TheKey + `", "evaluator_signature": "` + strings.Repeat("ab", 64) + `"}`
	for _, c := range []struct {
		name, text string
		canonical  bool
	}{
		{"Data Integrity", file("vc-eddsa-jcs-2022.json"), true},
		{"DSSE", file("dsse-intoto.json"), true},
		{"JWS in JSON", file("jws-flattened.json"), true},
		{"JWS inside", file("a2a-jws-over-jcs.json"), true},
		{"compact JWS", file("jws-compact.txt"), false},
		{"note", file("record.note"), false},
		{"a flat record that does not say how it was signed", undeclared, false},
		{"JSON without a signature", `{"a": 1}`, false},
		{"a member twice", `{"a": 1, "a": 2}`, false},
		{"words", "hello", false},
	} {
		got, want := unpacked(t, c.text), c.text
		if c.canonical {
			canonical, err := oracle.Transform([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			want = string(canonical)
		}
		if got != want {
			t.Errorf("%s: %.80q", c.name, got)
		}
		before, err := proof.Verify(proof.VerifyRequest{Text: c.text, Keys: ring, Limit: 10})
		after, err2 := proof.Verify(proof.VerifyRequest{Text: got, Keys: ring, Limit: 10})
		if err != nil || err2 != nil || before.Verdict != after.Verdict || before.SignedBytes != after.SignedBytes || before.Sentence != after.Sentence && c.canonical {
			t.Errorf("%s: %s, %s; it was %s, %s", c.name, after.Verdict, after.Sentence, before.Verdict, before.Sentence)
		}
	}
	if got := unpacked(t, "```\n{\"a\": 1}\n```"); got != "{\"a\": 1}\n" {
		t.Errorf("in a fence: %q", got)
	}
}

// TestSpelledAsSigned: a record whose layout signs its own spelling is packed as it is.
func TestSpelledAsSigned(t *testing.T) {
	public, private := prooftest.TestKey('v')
	signed := `{"score": 82.5, "agent": "nova"}`
	text := strings.TrimSuffix(signed, "}") + fmt.Sprintf(`, "evaluator_signature": "%x"}`, ed25519.Sign(private, []byte(signed)))
	if got := unpacked(t, text); got != text {
		t.Errorf("%s became %s", text, got)
	}
	res, err := proof.Verify(proof.VerifyRequest{Text: unpacked(t, text), Key: hex.EncodeToString(public)})
	if err != nil || res.Verdict != "unknown-key" || res.SignedBytes == "" {
		t.Errorf("%s, %v", res.Verdict, err)
	}
}

// TestLength: how long the proofs of the demonstration are in an address.
func TestLength(t *testing.T) {
	for file, most := range map[string]int{"flat/nova.json": 450, "record-1/nova.json": 490} {
		text, err := os.ReadFile("../../../site/demo/" + file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Pack(Request{Text: string(text)})
		if err != nil || len(res.Packed) > most {
			t.Errorf("%s: %d characters, %v; want at most %d", file, len(res.Packed), err, most)
		}
		t.Logf("%s: %d bytes, %d characters", file, len(text), len(res.Packed))
	}
}

func TestRefused(t *testing.T) {
	noise := make([]byte, 40<<10)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		noise[i] = "0123456789abcdef"[x&15]
	}
	for name, c := range map[string]struct{ text, wanted string }{
		"empty":              {"", "missing: want a proof"},
		"blank":              {" \n", "missing: want a proof"},
		"long":               {strings.Repeat("x", 64<<10+1), "65537 bytes: want at most 65536 in an address"},
		"long when deflated": {string(noise), "bytes when packed: want at most 16384 in an address"},
	} {
		if res, err := Pack(Request{Text: c.text}); err == nil || !strings.Contains(err.Error(), c.wanted) {
			t.Errorf("%s: %d, %v", name, len(res.Packed), err)
		}
	}
}
