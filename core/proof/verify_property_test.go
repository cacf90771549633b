package proof

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// sealed is a proof that is authentic under its keyring.
type sealed struct {
	name string
	req  VerifyRequest
}

// authentics are the records of vectors/proofs/formats in every envelope, and
// flat records of ours.
func authentics(t testing.TB) []sealed {
	t.Helper()
	public, private := prooftest.TestKey('v')
	vectorsKey := testKeyOfVectors(t)
	all := []sealed{
		{"declared", VerifyRequest{Text: declaredRecord(private, journey+weighed+codeOf+when), Keys: pin(public, "")}},
		{"found", VerifyRequest{Text: prooftest.FlatRecord(private, prooftest.Canonical), Keys: pin(public, "")}},
	}
	for _, name := range []string{"flat-jcs.json", "pos-number-respelled.json", "vc-eddsa-jcs-2022.json", "dsse-intoto.json", "jws-compact.txt", "jws-flattened.json", "a2a-jws-over-jcs.json", "record.note"} {
		all = append(all, sealed{name, VerifyRequest{Text: string(prooftest.FormatFile(t, name)), Keys: pin(vectorsKey, "")}})
	}
	for _, c := range []struct{ signature, record, key string }{
		{"record.json.minisig", "record.json", "minisign.pub"},
		{"record.json.signify", "record.json", "signify.pub"},
		{"record.json.sshsig", "record.json", "sshsig.pub"},
		{"jws-detached-over-jcs.txt", "record.json", "pubkey.hex"},
		{"record.tlog-proof", "record.jcs.json", "pubkey.hex"},
	} {
		key, p := key.Parse(string(prooftest.FormatFile(t, c.key)))
		if p != nil {
			t.Fatal(c.key, p)
		}
		all = append(all, sealed{c.signature, VerifyRequest{Text: string(prooftest.FormatFile(t, c.record)), Signature: string(prooftest.FormatFile(t, c.signature)), Keys: pin(key.Bytes, "")}})
	}
	for i := range all {
		all[i].req.Limit = 4 // the layouts here are among the first
		if got := verified(t, all[i].req); got.Verdict != authentic {
			t.Fatalf("%s is %s: %+v", all[i].name, got.Verdict, got.Checks)
		}
	}
	return all
}

func verified(t testing.TB, req VerifyRequest) VerifyResponse {
	t.Helper()
	got, err := Verify(req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Whatever byte of a proof is changed, the answer is not authentic, nor
// qualified, unless the signed bytes are the same: then the change was outside
// them, in white space or in how a number or a signature is spelled.
func TestTamperingIsNeverAuthentic(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	for _, c := range authentics(t) {
		t.Run(c.name, func(t *testing.T) {
			whole := verified(t, c.req)
			flipped, held := 0, 0
			for _, part := range []*string{&c.req.Text, &c.req.Signature} {
				original := []byte(*part)
				for i := 0; i < len(original); i += step {
					for _, bit := range []byte{1, 0x20} {
						changed := bytes.Clone(original)
						changed[i] ^= bit
						*part = string(changed)
						got := verified(t, c.req)
						flipped++
						if got.Verdict != authentic && got.Verdict != qualified {
							continue
						}
						held++
						if got.SignedBytes != whole.SignedBytes {
							t.Errorf("byte %d changed to %q is %s with other signed bytes", i, changed[i], got.Verdict)
						}
						if !sameSigned(got.Claims, whole.Claims) {
							t.Errorf("byte %d changed to %q is %s with other signed claims:\n%v\n%v", i, changed[i], got.Verdict, got.Claims, whole.Claims)
						}
					}
				}
				*part = string(original)
			}
			if flipped == 0 || held*2 > flipped {
				t.Errorf("%d of %d changed proofs still hold: want few", held, flipped)
			}
		})
	}
}

// sameSigned says whether the signed claims are the same, in whatever order.
func sameSigned(a, b []record.Claim) bool {
	signed := func(claims []record.Claim) (all []string) {
		for _, c := range claims {
			if c.Signed {
				all = append(all, fmt.Sprintf("%q=%q", c.Field, c.Value))
			}
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(signed(a), signed(b))
}

// A valid signature under a key that is not in the keyring is never authentic,
// with any other keyring, a key pasted beside it, or none.
func TestUnknownKeyIsNeverAuthentic(t *testing.T) {
	other, _ := prooftest.TestKey('o')
	for _, c := range authentics(t) {
		for _, keys := range []op.Raw{nil, op.Raw(`{"keys": []}`), pin(other, "")} {
			for _, key := range []string{"", fmt.Sprintf("%x", testKeyOfVectors(t))} {
				req := c.req
				req.Keys, req.Key = keys, key
				got, err := Verify(req)
				if err != nil {
					continue // an empty keyring may be refused
				}
				if got.Verdict == authentic || got.Verdict == qualified {
					t.Errorf("%s with keyring %s is %s", c.name, keys, got.Verdict)
				}
			}
		}
	}
}

// A record whose signature leaves out the score, or leaves open which member it
// is, is never authentic.
func TestUncoveredIsNeverAuthentic(t *testing.T) {
	public, private := prooftest.TestKey('f')
	for _, c := range prooftest.SignedTexts(fmt.Sprintf("%x", public)) {
		got := verified(t, VerifyRequest{Text: prooftest.FlatRecord(private, c.Text), Keys: pin(public, ""), Limit: 5_000})
		named := got.Layout != nil && len(got.Layout.Form) >= 4 && got.Layout.Form[:4] == "json"
		scored := slices.Contains(got.SignedFields, "score")
		if got.Verdict == authentic && !(named && scored) {
			t.Errorf("%s is authentic with signed fields %v, layout %+v", c.Name, got.SignedFields, got.Layout)
		}
	}
	for name, l := range map[string]layout.Layout{
		"run together":         {Form: "values", Order: "listed", Fields: []string{"submission_id", "score", "correctness", "speed", "quality"}},
		"separator in a value": {Form: "values", Separator: "0", Order: "listed", Fields: []string{"score", "correctness", "speed", "quality"}},
		"rounded":              {Form: "json", Numbers: "fixed-0", Order: "sorted", Without: []string{"evaluator_signature"}},
		"bytes":                {Form: "bytes", Order: "listed", Fields: []string{"code_hash"}},
	} {
		str := prooftest.FlatRecord(private, "")
		root, p := text.ParseJSON(str)
		if p != nil {
			t.Fatal(p)
		}
		signed, missing := l.Bytes(layout.NewSpeller(str, &root))
		if missing != "" {
			t.Fatal(name, missing)
		}
		got := verified(t, VerifyRequest{Text: prooftest.FlatRecord(private, string(signed)), Keys: pin(public, ""), Layout: &l})
		if got.Verdict != qualified {
			t.Errorf("%s: %s, want %s", name, got.Verdict, qualified)
		}
	}
}

// What is answered as signed bytes is what the key signed.
func TestSignedBytesAreSigned(t *testing.T) {
	_, private := prooftest.TestKey('v')
	text := declaredRecord(private, journey)
	got := verified(t, VerifyRequest{Text: text})
	signed, err := base64.StdEncoding.DecodeString(got.SignedBytes)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`"evaluator_signature": "%x"`, ed25519.Sign(private, signed)); !bytes.Contains([]byte(text), []byte(want)) {
		t.Errorf("the signature is not over %q", signed)
	}
}

func FuzzVerify(f *testing.F) {
	for _, c := range authentics(f) {
		f.Add(c.req.Text, c.req.Signature, string(c.req.Keys))
	}
	for _, name := range []string{"neg-duplicate-key.json", "neg-tampered-score.json", "neg-self-signed-forgery.json"} {
		f.Add(string(prooftest.FormatFile(f, name)), "", "")
	}
	f.Fuzz(func(t *testing.T, text, signature, keys string) {
		got, err := Verify(VerifyRequest{Text: text, Signature: signature, Keys: op.Raw(keys), Limit: 20})
		if err != nil {
			return
		}
		if got.Verdict == authentic && (got.Key == nil || !got.Key.Pinned || anyFailed(got.Checks)) {
			t.Errorf("authentic with key %+v and checks %+v", got.Key, got.Checks)
		}
		if _, err := op.Encode(got); err != nil {
			t.Error(err)
		}
	})
}

// Every row that is not empty has one verdict, in the order of the rows.
func FuzzVerifyBatch(f *testing.F) {
	_, private := prooftest.TestKey('v')
	good := declaredRecord(private, journey)
	f.Add(good + "\n\n{\n" + good)
	f.Add("[" + good + ", 7, \"[\"]")
	f.Add(" \r\n[ ")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := VerifyBatch(VerifyBatchRequest{Text: text, Limit: 4})
		if err != nil {
			return
		}
		s := got.Summary
		if n := s.Authentic + s.Qualified + s.UnknownKey + s.Contested + s.Unmatched + s.NotAuthentic + s.Unreadable; n != len(got.Results) {
			t.Errorf("%d verdicts counted, %d given", n, len(got.Results))
		}
		for i, row := range got.Results {
			if i > 0 && row.Index <= got.Results[i-1].Index {
				t.Errorf("row %d after row %d", row.Index, got.Results[i-1].Index)
			}
		}
	})
}
