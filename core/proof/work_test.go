package proof

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// crowd is a keyring of n keys with ids, which signed nothing, and then theKey's.
func crowd(n int, id func(i int) string, last string) []byte {
	var b strings.Builder
	b.WriteString(`{"keys":[`)
	for i := range n {
		fmt.Fprintf(&b, `{%s"public_key":%q},`, id(i), strangers()[i])
	}
	fmt.Fprintf(&b, `{"id":"last","public_key":%q}]}`, last)
	return []byte(b.String())
}

// strangers are as many keys as a keyring may have, in base64.
var strangers = sync.OnceValue(func() (keys []string) {
	for i := range key.Most {
		seed := make([]byte, ed25519.SeedSize)
		binary.LittleEndian.PutUint64(seed, uint64(i)+1)
		public := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
		keys = append(keys, base64.StdEncoding.EncodeToString(public))
	}
	return keys
})

// crowdOf is a crowd without ids, of whom all but the last list a layout.
func crowdOf(n int, last, layout string) []byte {
	return bytes.ReplaceAll(crowd(n, noID, last), []byte("},"), []byte(`,"layout":`+layout+`},`))
}

// oneValue is a layout whose signed bytes take long to read back, if the value is
// a list.
const oneValue = `{"form":"values","order":"sorted","fields":["x"],"encoding":"hex"}`

// numbersRecord is a flat record that holds a list of n numbers.
func numbersRecord(n int, signature string) string {
	return fmt.Sprintf(`{"x":[%s7],"signature":%q}`, strings.Repeat("7,", n-1), signature)
}

func noID(int) string { return "" }

func withID(i int) string { return fmt.Sprintf(`"id":"k%d",`, i) }

// manySigned is a JWS with many signatures, which no key made.
func manySigned(header string, size int) string {
	one := fmt.Sprintf(`{"protected":%q,"signature":%q}`, base64.RawURLEncoding.EncodeToString([]byte(header)), strings.Repeat("A", 86))
	payload := base64.RawURLEncoding.EncodeToString([]byte(`{"score":` + strings.Repeat(" ", size) + `1}`))
	return fmt.Sprintf(`{"payload":%q,"signatures":[%s]}`, payload, strings.TrimSuffix(strings.Repeat(one+",", envelope.MostSignatures), ","))
}

// hostile are requests of at most 1 MiB that ask for as much as they can, and
// what the answer says.
func hostile(t testing.TB) []struct {
	name string
	ask  func() (answer string)
	want string
} {
	t.Helper()
	_, private := prooftest.TestKey('w')
	public := hex.EncodeToString(private.Public().(ed25519.PublicKey))
	raw := hex.EncodeToString(ed25519.Sign(private, []byte("a message")))
	verify := func(req VerifyRequest) func() string {
		return func() string {
			got, err := Verify(req)
			if err != nil {
				return err.Error()
			}
			return got.Verdict + ": " + got.Sentence
		}
	}
	batch := func(rows string, ring []byte) func() string {
		return func() string {
			got, err := VerifyBatch(VerifyBatchRequest{Text: rows, Keys: ring})
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%+v", got.Summary)
		}
	}
	find := func(text string, ring []byte) func() string {
		return func() string {
			got, err := FindLayout(FindLayoutRequest{Text: text, Keys: ring, Limit: 1_000_000})
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("found %t, exhausted %t, some %t", got.Found, got.Exhausted, got.Next > 0)
		}
	}
	unknownFlat := func(i int, more string) string {
		return fmt.Sprintf(`{"id":%d,"score":85.5%s,"evaluator_pubkey":%q,"evaluator_signature":%q}`, i, more, public, raw)
	}
	keyless := fmt.Sprintf(`{"score":85.5,"signature":%q}`, raw)
	rows := func(n int, row func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(row(i) + "\n")
		}
		return b.String()
	}
	good := declaredRecord(private, `"score": 85.5`)
	const cut = "more than one request may try"
	return []struct {
		name string
		ask  func() string
		want string
	}{
		{"10,000 keys, the last is right", verify(VerifyRequest{Text: "a message", Signature: raw, Keys: crowd(key.Most-1, noID, public)}), "qualified"},
		{"10,000 keys, 32 signatures", verify(VerifyRequest{Text: manySigned(`{"alg":"EdDSA"}`, 0), Keys: crowd(key.Most-1, noID, public)}), cut},
		{"7,000 keys with other names, 32 signatures", verify(VerifyRequest{Text: manySigned(`{"alg":"EdDSA","kid":"me"}`, 0), Keys: crowd(7_000, withID, public)}), cut},
		{"5,000 keys, 500 KB signed", verify(VerifyRequest{Text: "a message" + strings.Repeat(" ", 500_000), Signature: raw, Keys: crowd(5_000, noID, public)}), cut},
		{"5,000 keys, a flat record of 500 KB", verify(VerifyRequest{Text: strings.Replace(keyless, ":", ":"+strings.Repeat(" ", 500_000), 1), Keys: crowd(5_000, noID, public)}), "unmatched: The signature fits none of the layouts tried: the record was altered, or its signature is over bytes we do not know. There are more layouts and keys than one request may try."},
		{"10,000 keys, a flat record", verify(VerifyRequest{Text: keyless, Keys: crowd(key.Most-1, noID, public), Limit: 1_000_000}), "unmatched"},
		{"8 keys, a flat record", verify(VerifyRequest{Text: keyless, Keys: crowd(7, noID, public), Limit: 1_000_000}), "unmatched"},
		{"every layout", verify(VerifyRequest{Text: fmt.Sprintf(prooftest.UnsignedRecord, public, fmt.Sprintf(`, "evaluator_signature": %q`, raw)), Limit: 1_000_000}), "more layouts and keys than"},
		{"every layout of a record of 1 MB", verify(VerifyRequest{Text: unknownFlat(1, `,"note":"`+strings.Repeat("x", 1_000_000)+`"`), Limit: 1_000_000}), "more layouts and keys than"},
		{"every layout of 60,000 members", verify(VerifyRequest{Text: unknownFlat(1, strings.TrimSuffix(rows(60_000, func(i int) string { return fmt.Sprintf(`,"m%d":%d`, i, i) }), "\n")), Limit: 1_000_000}), "more layouts and keys than"},
		{"80,000 names beside a signature", verify(VerifyRequest{Text: `{"payload":"e30","protected":"eyJhbGciOiJFZERTQSJ9","signature":"` + strings.Repeat("A", 86) + `"` + strings.TrimSuffix(rows(80_000, func(i int) string { return fmt.Sprintf(`,"m%d":1`, i) }), "\n") + "}"}), "unknown-key"},
		{"find every layout", find(fmt.Sprintf(prooftest.UnsignedRecord, public, fmt.Sprintf(`, "evaluator_signature": %q`, raw)), nil), "found false, exhausted false, some true"},
		{"find with 5,000 keys", find(keyless, crowd(5_000, noID, public)), "found false, exhausted false, some true"},
		{"find with 5,000 keys, a record of 500 KB", find(strings.Replace(keyless, ":", ":"+strings.Repeat(" ", 500_000), 1), crowd(5_000, noID, public)), "/keys: 5001 keys: want at most 81 for a record of 500157 bytes"},
		{"2,000 keys with layouts, a flat record of 500 KB", verify(VerifyRequest{Text: strings.Replace(keyless, "{", `{"note":"`+strings.Repeat("x", 500_000)+`",`, 1), Keys: crowdOf(2_000, public, `{"form":"json","order":"sorted","without":["signature"]}`)}), "more layouts and keys than"},
		{"700 keys with a layout of one value, a flat record of 8,000 numbers", verify(VerifyRequest{Text: numbersRecord(8_000, raw), Keys: crowdOf(700, public, oneValue)}), "unmatched"},
		{"4,000 rows without a layout", batch(rows(4_000, func(i int) string { return unknownFlat(i, "") })+good, []byte(`{"keys":[{"public_key":"`+public+`"}]}`)), "{Authentic:1 Qualified:0 UnknownKey:0 Contested:0 Unmatched:4000 NotAuthentic:0 Unreadable:0}"},
		{"2,000 rows and 6,000 keys", batch(rows(2_000, func(i int) string { return fmt.Sprintf(`{"score":%d,"signature":%q}`, i, raw) })+good, crowd(6_000, noID, public)), "{Authentic:1 Qualified:0 UnknownKey:0 Contested:0 Unmatched:2000 NotAuthentic:0 Unreadable:0}"},
		{"4,000 rows of 500 keys", batch(rows(4_000, func(i int) string {
			seed := bytes.Repeat([]byte{byte(i % 250), byte(i % 2)}, 16)
			return declaredRecord(ed25519.NewKeyFromSeed(seed), fmt.Sprintf(`"score": %d`, i))
		}), nil), "{Authentic:0 Qualified:0 UnknownKey:4000 Contested:0 Unmatched:0 NotAuthentic:0 Unreadable:0}"},
	}
}

// TestWork holds that what a request may ask for is bounded, that the answer
// says where it ended, and that nothing is called false on that account.
func TestWork(t *testing.T) {
	for _, row := range hostile(t) {
		t.Run(row.name, func(t *testing.T) {
			if got := row.ask(); !strings.Contains(got, row.want) {
				t.Errorf("%s, want %s", got, row.want)
			}
		})
	}
}

// TestTrialReadsNothingBack holds that a layout under which no signature holds costs
// no more memory than the bytes it signs: what they say is read only once one does.
func TestTrialReadsNothingBack(t *testing.T) {
	const trials, numbers = 200, 8_000
	public, private := prooftest.TestKey('w')
	signature := hex.EncodeToString(ed25519.Sign(private, []byte("a message")))
	text := numbersRecord(numbers, signature)
	keys := crowdOf(trials, hex.EncodeToString(public), oneValue)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Verify(VerifyRequest{Text: text, Keys: keys, Limit: 1}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / trials; each > 16*uint64(len(text)) {
		t.Errorf("%d bytes of memory for each trial of a record of %d bytes", each, len(text))
	}
}

func BenchmarkWork(b *testing.B) {
	for _, row := range hostile(b) {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				row.ask()
			}
		})
	}
}

// TestNamedKeyIsFree holds that the key which a document names is tried even
// where no work is left.
func TestNamedKeyIsFree(t *testing.T) {
	public, private := prooftest.TestKey('w')
	v := &verifier{}
	ring, p := key.ParseKeyring(crowd(100, withID, hex.EncodeToString(public)))
	if p != nil {
		t.Fatal(p)
	}
	v.ring = key.Trust(ring, key.Ring{})
	message := []byte("a message")
	got := v.attempt(&envelope.Statement{Format: "raw", Message: message, Signature: ed25519.Sign(private, message), KeyID: "last", Layout: "it"})
	if got.verdict != authentic {
		t.Errorf("%+v", got)
	}
	if got := v.attempt(&envelope.Statement{Format: "raw", Message: message, Signature: ed25519.Sign(private, message), KeyID: "other", Layout: "it"}); got.verdict != unknownKey || !got.cut {
		t.Errorf("%+v", got)
	}
	listed := fmt.Sprintf(`{"keys":[{"public_key":"%x","layout":{"form":"json","order":"sorted","without":["evaluator_pubkey","evaluator_signature"]}}]}`, public)
	if ring, p = key.ParseKeyring([]byte(listed)); p != nil {
		t.Fatal(p)
	}
	statements, p := envelope.Read(prooftest.FlatRecord(private, prooftest.Canonical))
	if p != nil {
		t.Fatal(p)
	}
	v = &verifier{ring: key.Trust(ring, key.Ring{})}
	if got := v.attempt(&statements[0]); got.verdict != authentic {
		t.Errorf("the layout that is listed with it: %+v", got)
	}
}
