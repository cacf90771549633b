package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/signature"
)

// findWhole looks until a layout is found or none is left.
func findWhole(t *testing.T, text string) FindLayoutResponse {
	t.Helper()
	tried, from := 0, 0
	for {
		got, err := FindLayout(FindLayoutRequest{Text: text, From: from, Limit: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		tried += got.Tried
		if got.Tried = tried; got.Found || got.Exhausted {
			return got
		}
		if got.Next <= from {
			t.Fatalf("no further than %d", from)
		}
		from = got.Next
	}
}

func TestFinder(t *testing.T) {
	public, private := prooftest.TestKey('f')
	cases := prooftest.SignedTexts(hex.EncodeToString(public))
	if len(cases) < 30 {
		t.Fatalf("%d layouts: want at least 30", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			text := prooftest.FlatRecord(private, c.Text)
			got := findWhole(t, text)
			if !got.Found {
				t.Fatalf("not found among %d candidates", got.Tried)
			}
			if !strings.Contains(got.Layout.Name, c.Words) {
				t.Errorf("found %q: want a name with %q", got.Layout.Name, c.Words)
			}
			t.Logf("found at %d of %d", got.Tried, got.Total)
			if refusal := got.Layout.Check(); refusal != nil {
				t.Errorf("proof.verify refuses the layout: %v", refusal)
			}
			res, err := Verify(VerifyRequest{Text: text, Layout: got.Layout})
			if err != nil || res.Verdict != unknownKey {
				t.Fatalf("verify with the layout: %s, %v", res.Verdict, err)
			}
			if signed, _ := base64.StdEncoding.DecodeString(res.SignedBytes); string(signed) != c.Text {
				t.Errorf("signed bytes %q, want %q", signed, c.Text)
			}
		})
	}
}

// A search in parts looks at what one search looks at.
func TestFinderResumes(t *testing.T) {
	_, private := prooftest.TestKey('f')
	text := prooftest.FlatRecord(private, "sub-456|85.5|"+prooftest.Hash)
	whole := findWhole(t, text)
	if !whole.Found {
		t.Fatal(whole)
	}
	tried, from := 0, 0
	for {
		part, err := FindLayout(FindLayoutRequest{Text: text, From: from, Limit: 777})
		if err != nil {
			t.Fatal(err)
		}
		tried += part.Tried
		from = part.Next
		if part.Found {
			if part.Layout.Name != whole.Layout.Name || tried != whole.Tried || part.Next != whole.Next {
				t.Errorf("in parts: %q after %d, at once: %q after %d", part.Layout.Name, tried, whole.Layout.Name, whole.Tried)
			}
			return
		}
		if part.Exhausted || part.Tried != 777 || part.Next != tried {
			t.Fatalf("stopped at %+v", part)
		}
	}
}

// A search that finds nothing ends, and says so.
func TestFinderExhausted(t *testing.T) {
	_, private := prooftest.TestKey('f')
	text := fmt.Sprintf(`{"a": 1, "evaluator_pubkey": "%s", "evaluator_signature": "%s"}`,
		hex.EncodeToString(private.Public().(ed25519.PublicKey)), hex.EncodeToString(ed25519.Sign(private, []byte("something else"))))
	got := findWhole(t, text)
	if got.Found || !got.Exhausted || got.Tried != got.Total || got.Next != got.Total {
		t.Errorf("%+v: want everything tried and nothing found", got)
	}
	past, err := FindLayout(FindLayoutRequest{Text: text, From: got.Total + 5, Limit: 10})
	if err != nil || past.Tried != 0 || !past.Exhausted {
		t.Errorf("beyond the end: %+v, %v", past, err)
	}
}

// A record may be as large as a text may be.
func TestFinderManyMembers(t *testing.T) {
	_, private := prooftest.TestKey('f')
	var b strings.Builder
	b.WriteString("{")
	for i := range 50_000 {
		fmt.Fprintf(&b, `"%x":%d,`, i, i)
	}
	members := b.String()
	root, err := jcs.Canonicalize([]byte(strings.TrimSuffix(members, ",") + "}"))
	if err != nil {
		t.Fatal(err)
	}
	text := members + fmt.Sprintf(`"evaluator_pubkey": "%s", "evaluator_signature": "%s"}`,
		hex.EncodeToString(private.Public().(ed25519.PublicKey)), hex.EncodeToString(ed25519.Sign(private, root)))
	got, err := FindLayout(FindLayoutRequest{Text: text, Limit: 10})
	if err != nil || !got.Found {
		t.Fatalf("%+v, %v", got, err)
	}
}

// A search takes the tables of each key from the work, and each check.
func TestSearchWork(t *testing.T) {
	text, root, s := unspelled(t)
	work := mostWork
	got := layout.NewFinder(layout.NewSpeller(text, root)).Search(0, 200, []*signature.Prepared{signature.Prepare(s.Key), signature.Prepare(s.Key)}, s.Signature, &work)
	if least := 2 * (signature.Tables + 100); got.Tried != 200 || mostWork-work < least {
		t.Errorf("tried %d, which took %d: want 200, and at least %d", got.Tried, mostWork-work, least)
	}
}

// unspelled is a flat record that is signed over bytes that no layout spells.
func unspelled(t testing.TB) (text string, root *jcs.Value, s envelope.Statement) {
	t.Helper()
	_, private := prooftest.TestKey('f')
	text = prooftest.FlatRecord(private, "bytes that no layout spells")
	parsed, err := jcs.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	statements, p := envelope.ReadFlat(text, &parsed)
	if p != nil {
		t.Fatal(p)
	}
	return text, &parsed, statements[0]
}

func BenchmarkFinder(b *testing.B) {
	text, root, s := unspelled(b)
	const some = 20_000
	for b.Loop() {
		if got := layout.NewFinder(layout.NewSpeller(text, root)).Search(0, some, []*signature.Prepared{signature.Prepare(s.Key)}, s.Signature, new(10*mostWork)); got.Tried != some {
			b.Fatal(got)
		}
	}
	b.ReportMetric(float64(some)*float64(b.N)/b.Elapsed().Seconds(), "candidates/s")
}
