package proof

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// What a proof is estimated to cost does not depend on how names are spelled.
func TestVerifyCost(t *testing.T) {
	entry := `{"public_key":"` + strings.Repeat("A", 43) + `"},`
	ring := func(entry string) op.Raw {
		return op.Raw(`{"keys":[` + strings.TrimSuffix(strings.Repeat(entry, 5_000), ",") + `]}`)
	}
	plain := Cost(VerifyRequest{Text: "{}", Keys: ring(entry)}).Work
	escaped := Cost(VerifyRequest{Text: "{}", Keys: ring(strings.Replace(entry, "public_key", `public\u005fkey`, 1))}).Work
	if plain < 5_000*signatureWork || escaped < plain {
		t.Errorf("%g µs, escaped %g: want at least %d", plain, escaped, 5_000*signatureWork)
	}
	if few := Cost(VerifyRequest{Text: "{}", Keys: op.Raw(`{"keys":[` + strings.TrimSuffix(entry, ",") + `]}`)}).Work; few > 1_000 {
		t.Errorf("one key: %g µs", few)
	}
	flat := `{"score": 1, "signature": "` + strings.Repeat("x", signatureText) + `"}`
	for _, text := range []string{flat, strings.Replace(flat, "{", `{"note": "tallyproof-score/1", `, 1), strings.Replace(flat, "signature", `\u0073ignature`, 1)} {
		if got := Cost(VerifyRequest{Text: text, Key: "x"}).Work; got < layoutLimit*layoutWork {
			t.Errorf("%s: %g µs: want at least %d", text, got, layoutLimit*layoutWork)
		}
	}
	given := VerifyRequest{Text: flat, Key: "x", Layout: &layout.Layout{}}
	if got := Cost(given).Work; got > 200 {
		t.Errorf("a layout that is given: %g µs, want none to look for", got)
	}
	if got := BatchCost(VerifyBatchRequest{Text: flat, Key: "x", Layout: given.Layout}).Work; got > 400 {
		t.Errorf("a list with a layout that is given: %g µs, want none to look for", got)
	}
	if got := Cost(VerifyRequest{Text: `{"version": "tallyproof-score/1", "signature": "x"}`}).Work; got > 200 {
		t.Errorf("a declared layout: %g µs, want none to try", got)
	}
}

// What is in base64 counts as the values that are read from it: a payload, which is read once
// a signature holds, has none for [Recognize].
func TestEncodedCost(t *testing.T) {
	values := 10_000
	list := "[" + strings.Repeat("0,", values-1) + "0]"
	std, url := base64.StdEncoding.EncodeToString([]byte(list)), base64.RawURLEncoding.EncodeToString([]byte(list))
	all := op.Reading(0, values)
	if got := canonicalizeCost(CanonicalizeRequest{Data: std}); got.Work < all.Work || got.Memory < all.Memory {
		t.Errorf("data: %+v, want at least %+v", got, all)
	}
	for _, c := range []struct {
		name, text string
		isRead     bool
	}{
		{"payload", `{"payload":"` + std + `","signatures":[{"sig":"AA"}]}`, false},
		{"payload behind white space", `{"payload" :` + "\n" + ` "` + std + `"}`, false},
		{"compact JWS", "eyJhIjoxfQ." + url + ".AA", false},
		{"header", `{"payload":"AA","protected":"` + url + `","signature":"AA"}`, true},
		{"header before a payload", `{"protected":"` + url + `","payload":"AA"}`, true},
		{"header of a compact JWS", base64.RawURLEncoding.EncodeToString([]byte(`{"a":`+list+"}")) + ".AA.AA", true},
		{"badge", "<metadata>a b c " + std, true},
	} {
		got := RecognizeCost(c.text)
		if isRead := got.Work > all.Work/2; isRead != c.isRead {
			t.Errorf("%s: %+v, read: %t", c.name, got, c.isRead)
		}
	}
	signature := `{"protected":"e30","signature":"AA"},`
	jws := `{"payload":"` + url + `","signatures":[` + strings.Repeat(signature, 31) + `{}]}`
	if got, want := RecognizeCost(jws).Memory, float64(31*len(jws)); got < want {
		t.Errorf("a JWS with 31 signatures: %g bytes, want at least %g", got, want)
	}
}

// A text that a request gives once is not answered whole with each of many rows.
func TestLongTextsAreNotRepeated(t *testing.T) {
	public, private := prooftest.TestKey('v')
	long := strings.Repeat("x", 100_000)
	good := declaredRecord(private, `"agent": "nova", `+journey)
	flat := flatOf(private, `"agent": "nova", "score": 12`, "nova|12")
	lines := strings.Join([]string{good, strings.Replace(good, "82.8", "99", 1), flat, `{}`, "x"}, "\n")
	table := func(column, cell string) string {
		return "proof," + column + "\n" + `"` + strings.ReplaceAll(good, `"`, `""`) + `",` + cell + "\n"
	}
	signed := layout.Layout{Form: "values", Separator: "|", Order: "listed", Fields: []string{"agent", "score"}}
	absent, prefixed := signed, signed
	absent.Fields, prefixed.Prefix = []string{"agent", long}, long
	ring := func(more string) []byte { return pin(public, more) }
	for _, c := range []struct {
		name    string
		req     VerifyBatchRequest
		refused string
	}{
		{"owner", VerifyBatchRequest{Text: lines, Keys: []byte(`{"keys":[{"owner":"` + long + `","public_key":"` + hex.EncodeToString(public) + `"}]}`)}, "/keys/keys/0/owner: expected at most 200 characters, found 100000"},
		{"arena", VerifyBatchRequest{Text: lines, Keys: ring(`, "arena":"` + long + `"`)}, "/keys/keys/0/arena: expected at most 200 characters, found 100000"},
		{"date", VerifyBatchRequest{Text: lines, Keys: ring(`, "valid_from":"2099-01-01T00:00:00.` + strings.Repeat("0", 100_000) + `Z"`)}, "/keys/keys/0/valid_from: expected a time of at most 64 bytes, found 100021"},
		{"source", VerifyBatchRequest{Text: lines, Keys: ring(`, "source":"https://` + long + `"`)}, ""},
		{"namespace", VerifyBatchRequest{Text: lines, Keys: ring(`, "namespaces":["` + long + `"]`)}, ""},
		{"dimension", VerifyBatchRequest{Text: lines, Keys: ring(""), Weights: map[string]float64{"correctness": 1, long: 1}}, ""},
		{"member of a layout", VerifyBatchRequest{Text: lines, Keys: ring(""), Layout: &absent}, ""},
		{"beginning of a layout", VerifyBatchRequest{Text: lines, Keys: ring(""), Layout: &prefixed}, ""},
		{"column", VerifyBatchRequest{Text: table("score ("+long+")", "11"), Keys: ring("")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := VerifyBatch(c.req)
			if c.refused != "" {
				if err == nil || err.Error() != c.refused {
					t.Errorf("%.200v, want %s", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			said := 0
			for i := range got.Results {
				if said += len(got.Results[i].Reason); len(got.Results[i].Reason) > 1000 {
					t.Errorf("row %d has a reason of %d bytes: %.200s", i, len(got.Results[i].Reason), got.Results[i].Reason)
				}
			}
			if said == 0 {
				t.Error("no row has a reason")
			}
		})
	}
}
