package web

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// TestTwoEnvelopes: one record of one key is one row, whatever carries it.
func TestTwoEnvelopes(t *testing.T) {
	texts, ring := vectors(t)
	app := newApp(t, func(c *Config) { c.Keyring = ring })
	names := []string{"jws-compact.txt", "jws-flattened.json", "a2a-jws-over-jcs.json"}
	for _, name := range names {
		if w := ask(app, "POST", Proofs, texts[name]); w.Code != 200 && w.Code != 201 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if n := rows(t, app); n != 1 {
		t.Errorf("%d rows for %v", n, names)
	}
}

// TestTwoFormsOfACredential: a credential as a token and with a Data Integrity proof is
// one row, of its subject, whichever comes first.
func TestTwoFormsOfACredential(t *testing.T) {
	subject := record{"challenge_id": "sort-1", "agent_id": "nova", "agent_name": "Nova", "final_score": 85}
	credential := record{"type": []any{"VerifiableCredential"}, "arena": "open", "credentialSubject": subject.like(record{"arena": "open"})}
	forms := []string{runner.token(t, credential), runner.secure(t, credential, nil)}
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		app := newApp(t, nil)
		for _, i := range order {
			keep(t, app, forms[i])
		}
		l := board(t, app, "/challenges/open/sort-1.json")
		if l.Count != 1 || rows(t, app) != 1 || l.Entries[0].Name != "Nova" || *l.Entries[0].Total != 85 {
			t.Errorf("%v: %d rows, %+v", order, rows(t, app), l)
		}
	}
	elsewhere := record{"type": []any{"VerifiableCredential"}, "arena": "closed", "credentialSubject": subject.like(record{"arena": "open"})}
	for _, text := range []string{runner.token(t, elsewhere), runner.secure(t, elsewhere, nil)} {
		if w := ask(newApp(t, nil), "POST", Proofs, text); w.Code == 200 || w.Code == 201 {
			t.Errorf("a credential of another arena: %d %s", w.Code, w.Body)
		}
	}
}

// TestUnsignedNames: a second member that is called as a signature is refused, and the
// name on the line of a note's signature is not kept.
func TestUnsignedNames(t *testing.T) {
	said, err := json.Marshal(nova.like(record{"version": nil}))
	if err != nil {
		t.Fatal(err)
	}
	if said, err = jcs.Canonicalize(said); err != nil {
		t.Fatal(err)
	}
	flat := fmt.Sprintf(`%s,"evaluator_pubkey":%q,"evaluator_signature":"%x","signature":"Nova cheated"}`, strings.TrimSuffix(string(said), "}"), runner.public(), ed25519.Sign(runner.key, said))
	noted := string(said) + "\n"
	line := append([]byte(key.NoteHash("Nova-cheated.example", runner.key.Public().(ed25519.PublicKey))), ed25519.Sign(runner.key, []byte(noted))...)
	note := noted + "\n— Nova-cheated.example " + base64.StdEncoding.EncodeToString(line) + "\n"
	app := newApp(t, func(c *Config) { // AiRENA's form is not declared in the record
		c.Keyring = fmt.Appendf(nil, `{"keys":[{"public_key":%q,"layout":{"form":"json","order":"sorted","without":["evaluator_signature","signature","evaluator_pubkey"]}}]}`, runner.public())
	})
	if w := ask(app, "POST", Proofs, flat); w.Code != 422 || read[Problem](t, w).Field != "/signature" {
		t.Errorf("a second signature: %d %s", w.Code, w.Body)
	}
	if got := storedText(t, app, keep(t, app, note)).Text; strings.Contains(got, "cheated") {
		t.Errorf("stored: %s", got)
	}
}
