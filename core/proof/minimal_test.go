package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/testdata"
)

// minimalRing lists the keys of the vectors.
func minimalRing(t testing.TB) []byte {
	t.Helper()
	ring, err := json.Marshal(map[string]any{"keys": []any{map[string]string{"public_key": strings.TrimSpace(string(prooftest.FormatFile(t, "pubkey.hex")))}}})
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

// Every format's minimal text verifies to the same claims, and is its own minimal
// text.
func TestMinimal(t *testing.T) {
	paths, err := fs.Glob(testdata.FS, "vectors/proofs/formats/*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d formats, %v", len(paths), err)
	}
	ring, reduced, formats := minimalRing(t), map[string]int{}, map[string]bool{}
	for _, file := range paths {
		name := path.Base(file)
		text := string(prooftest.FormatFile(t, name))
		req := VerifyRequest{Text: text, Keys: ring}
		whole, err := Verify(req)
		if err != nil {
			t.Fatal(err)
		}
		minimal, err := Minimal(req)
		if whole.Verdict != authentic {
			if err == nil {
				t.Errorf("%s: the verdict is %s, and there is a minimal text %s", name, whole.Verdict, minimal)
			}
			continue
		}
		formats[whole.Format] = true
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkMinimal(t, name, &whole, minimal, ring)
		for _, noise := range noisy(text, whole.Format) {
			req.Text = noise
			again, err := Minimal(req)
			if res, _ := Verify(req); res.Verdict != authentic {
				if err == nil {
					t.Errorf("%s: a minimal text of what is %s", name, res.Verdict)
				}
				continue
			}
			reduced[whole.Format]++
			if err != nil || again != minimal {
				t.Errorf("%s: %v, of\n%s\n got %s\nwant %s", name, err, noise, again, minimal)
			}
		}
	}
	for _, format := range []string{"data-integrity", "dsse", "flat", "jws", "note"} {
		if !formats[format] {
			t.Errorf("no file was of the format %s: %v", format, formats)
		}
		if reduced[format] < 1 {
			t.Errorf("%s: %d texts with noise were authentic: want some to reduce", format, reduced[format])
		}
	}
}

func checkMinimal(t *testing.T, name string, whole *VerifyResponse, minimal string, ring []byte) {
	t.Helper()
	req := VerifyRequest{Text: minimal, Keys: ring}
	res, err := Verify(req)
	if err != nil || res.Verdict != authentic || res.Key.PublicKey != whole.Key.PublicKey || res.SignedBytes != whole.SignedBytes || !sameClaims(&res, whole) {
		t.Errorf("%s: %v: %s and %v, want %v, of\n%s", name, err, res.Verdict, res.Claims, whole.Claims, minimal)
	}
	if again, err := Minimal(req); err != nil || again != minimal {
		t.Errorf("%s: again %v:\n got %s\nwant %s", name, err, again, minimal)
	}
}

// noisy is a proof with what a stranger may add to it.
func noisy(text, format string) (all []string) {
	junk64 := base64.StdEncoding.EncodeToString(make([]byte, 64))
	var doc map[string]any
	if json.Unmarshal([]byte(text), &doc) != nil {
		if format == "note" || format == "tlog-proof" {
			return []string{text + "— stranger " + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", 68))) + "\n"}
		}
		return []string{text + "\n"}
	}
	with := func(change func(map[string]any)) {
		var copied map[string]any
		json.Unmarshal([]byte(text), &copied)
		change(copied)
		out, _ := json.MarshalIndent(copied, "\n\n", " \t ")
		all = append(all, string(out))
	}
	with(func(map[string]any) {})
	switch format {
	case "dsse":
		with(func(d map[string]any) {
			d["note"] = strings.Repeat("unsigned ", 1000)
			d["signatures"] = append(d["signatures"].([]any), map[string]any{"sig": junk64, "keyid": "stranger"})
		})
		with(func(d map[string]any) {
			d["signatures"] = append([]any{map[string]any{"sig": junk64, "keyid": "stranger"}}, d["signatures"].([]any)...)
		})
	case "jws":
		with(func(d map[string]any) {
			if list, ok := d["signatures"].([]any); ok {
				one := list[0].(map[string]any)
				one["header"] = map[string]any{"note": "unsigned"}
				other := map[string]any{"protected": one["protected"], "signature": strings.Repeat("A", 86)}
				d["signatures"] = []any{one, other}
				return
			}
			d["header"] = map[string]any{"note": "unsigned"}
			d["comment"] = "unsigned"
		})
	case "data-integrity":
		with(func(d map[string]any) {
			other := map[string]any{}
			for name, v := range d["proof"].(map[string]any) {
				other[name] = v
			}
			other["created"], other["comment"] = "2026-03-02T12:00:00Z", strings.Repeat("unsigned ", 1000)
			d["proof"] = []any{d["proof"], other}
		})
	}
	return all
}

// A record is reduced to one text whatever the order of its members and the white
// space in them.
func TestMinimalOfSpellings(t *testing.T) {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	plain := declaredRecord(private, `"score": 85, "agent_id": "a", "weights": {"b": 0.5, "a": 0.5}`)
	ring := pin(private.Public().(ed25519.PublicKey), "")
	want, err := Minimal(VerifyRequest{Text: plain, Keys: ring})
	if err != nil || strings.ContainsAny(want, " \n") || len(want) >= len(plain) {
		t.Fatalf("%v: %s", err, want)
	}
	turned := strings.Replace(strings.Replace(plain, `"score": 85, "agent_id": "a"`, `"agent_id": "\u0061", "score": 8.5e1`, 1), `{"b": 0.5, "a"`, "{\"a\": 0.5,"+strings.Repeat(" ", 60_000)+`"b"`, 1)
	for _, text := range []string{want, turned, "\n" + strings.ReplaceAll(plain, ", ", ",\n\t")} {
		if got, err := Minimal(VerifyRequest{Text: text, Keys: ring}); err != nil || got != want {
			t.Errorf("%v: got %s, want %s", err, got, want)
		}
	}
}

// A badge is reduced to the proof that it carries.
func TestMinimalOfBadge(t *testing.T) {
	ring := minimalRing(t)
	text := string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	want, err := Minimal(VerifyRequest{Text: text, Keys: ring})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Verify(VerifyRequest{Text: text, Keys: ring})
	if err != nil {
		t.Fatal(err)
	}
	b, ok := Badge(whole.Signed(), "score", "auto", text)
	svg, _ := b.SVG()
	if got, err := Minimal(VerifyRequest{Text: svg, Keys: ring}); !ok || err != nil || got != want {
		t.Errorf("%v: got %s", err, got)
	}
}

// A record may have a member that is called as the payload of a JWS.
func TestMinimalWithPayload(t *testing.T) {
	public, private := prooftest.TestKey('v')
	for _, member := range []string{`"payload": "a text"`, `"payload": "e30"`, `"payload": {}`} {
		text := declaredRecord(private, journey+", "+member)
		req := VerifyRequest{Text: text, Keys: pin(public, "")}
		whole := verified(t, req)
		minimal, err := Minimal(req)
		if err != nil || whole.Verdict != authentic {
			t.Errorf("%s: %s, %v", member, whole.Verdict, err)
			continue
		}
		checkMinimal(t, member, &whole, minimal, req.Keys)
	}
}

// TestMinimalUnwrapped: what stood around a proof when it was copied is not stored.
func TestMinimalUnwrapped(t *testing.T) {
	public, private := prooftest.TestKey('v')
	record := declaredRecord(private, journey+when)
	note := record + "\n"
	noted := note + "\n— arena " + base64.StdEncoding.EncodeToString(append([]byte(key.NoteHash("arena", public)), ed25519.Sign(private, []byte(note))...)) + "\n"
	for name, c := range map[string]struct{ bare, wrapped string }{
		"fence":           {record, "```json\n" + record + "\n```\n"},
		"byte order mark": {record, "\ufeff" + record},
		"a marked note":   {noted, "\ufeff" + noted},
	} {
		bare, err := Minimal(VerifyRequest{Text: c.bare, Keys: pin(public, "")})
		wrapped, err2 := Minimal(VerifyRequest{Text: c.wrapped, Keys: pin(public, "")})
		if err != nil || err2 != nil || bare != wrapped {
			t.Errorf("%s: %q, %v; %q, %v", name, wrapped, err2, bare, err)
		}
	}
}
