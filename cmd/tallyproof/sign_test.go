package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSign(t *testing.T) {
	folder := t.TempDir()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	key, ring := filepath.Join(folder, "key.pem"), filepath.Join(folder, "keys.json")
	public := hex.EncodeToString(private.Public().(ed25519.PublicKey))
	for file, text := range map[string]string{
		key:  string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		ring: `{"keys": [{"public_key": "` + public + `", "id": "k", "owner": "o", "arena": "a", "status": "active"}]}`,
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	public2, lockedKey, damaged := filepath.Join(folder, "public.pem"), lockKey(t), filepath.Join(t.TempDir(), "key.pem")
	write(t, damaged, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
	write(t, public2, "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n")
	status, proof, errs := try(t.Context(), `{"arena": "a", "agent_id": "n", "final_score": 85.50, "évaluation": "<b>", "version": "old", "evaluator_signature": "00"}`, "sign", "-key", key)
	if status != 0 || !strings.HasPrefix(proof, `{"agent_id":"n","arena":"a","evaluator_pubkey":"`+public+`"`) || !strings.Contains(proof, `"final_score":85.5,"version":"tallyproof-score/1","évaluation":"<b>"}`) {
		t.Fatalf("got %d, %s, %s", status, proof, errs)
	}
	if status, out, errs := try(t.Context(), proof, "verify", "-keys", ring); status != 0 {
		t.Errorf("what was signed: %d, %s%s", status, out, errs)
	}
	badge := `{"arena": "a", "agent_id": "n", "challenge_id": "c", "final_score": 85.5, "evaluated_at": "2026-03-01T12:00:00Z"}`
	status, proof, errs = try(t.Context(), badge, "sign", "-format", "openbadge", "-achievement", "https://a.example/c", "-issuer", "A", "-image", "https://a.example/c.png", "-subject", "did:example:nova", "-status", "https://a.example/revoked", "-key", key)
	if status != 0 || !strings.Contains(proof, `"type":["VerifiableCredential","OpenBadgeCredential"]`) || !strings.Contains(proof, `"id":"https://a.example/c"`) {
		t.Fatalf("an Open Badge: %d, %s, %s", status, proof, errs)
	}
	for _, part := range []string{`"image":{"id":"https://a.example/c.png","type":"Image"}`, `"id":"did:example:nova"`, `"credentialStatus":{"id":"https://a.example/revoked","type":"1EdTechRevocationList"}`} {
		if !strings.Contains(proof, part) {
			t.Errorf("the Open Badge has no %s: %s", part, proof)
		}
	}
	if status, out, errs := try(t.Context(), proof, "verify", "-keys", ring); status != 0 {
		t.Errorf("the Open Badge that was signed: %d, %s%s", status, out, errs)
	}
	if status, out, errs := try(t.Context(), `{}`, "sign", "-format", "openbadge", "-key", key); status != 1 || out != "" || !strings.Contains(errs, "does not say its agent") {
		t.Errorf("an Open Badge of nothing: %d, %s%s", status, out, errs)
	}
	for _, row := range []struct{ name, key, record, want string }{
		{"two members of one name", key, `{"a": 1, "a": 2}`, "the record: "},
		{"no object", key, `[1]`, "want a JSON object"},
		{"null", key, `null`, "want a JSON object"},
		{"no JSON", key, `{`, "the record: "},
		{"an integer that not every reader holds", key, `{"n": 9007199254740993}`, "9007199254740993"},
		{"another format", key, `{"proof": {}}`, "a member proof"},
		{"members of an envelope", key, `{"score": 1, "payloadType": "x", "payload": "eA==", "signatures": []}`, "cannot be verified once it is signed: "},
		{"signatures of another format", key, `{"score": 1, "signatures": [{"sig": "x"}], "payload": "x"}`, "cannot be verified once it is signed: "},
		{"no private key", ring, `{}`, "want a private key of Ed25519"},
		{"public key", public2, `{}`, "want a private key of Ed25519"},
		{"damaged key", damaged, `{}`, "key.pem: the key is damaged: want a private key of Ed25519"},
		{"key with a passphrase", lockedKey, `{}`, "the key has a passphrase, and there is no terminal to ask for it: want -agent"},
	} {
		if status, out, errs := try(t.Context(), row.record, "sign", "-key", row.key); status != 1 || out != "" || !strings.Contains(errs, row.want) {
			t.Errorf("%s: %d, %q, %q: want %s", row.name, status, out, errs, row.want)
		}
	}
}
