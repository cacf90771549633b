package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

const signable = `{"arena": "a", "agent_id": "n", "final_score": 85.5}`

// TestKeygen: what keygen makes signs, and its keyring makes that authentic.
func TestKeygen(t *testing.T) {
	folder := t.TempDir()
	file, ring := filepath.Join(folder, "key.pem"), filepath.Join(folder, "keys.json")
	status, keyring, errs := try(t.Context(), "", "keygen", "-id", "k", "-owner", "o", "-arena", "a", file)
	if status != 0 || errs != "" {
		t.Fatalf("keygen: %d, %s", status, errs)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the private key: %v, %v", info.Mode(), err)
	}
	if strings.Contains(keyring, "PRIVATE") {
		t.Error("the keyring has the private key")
	}
	write(t, ring, keyring)
	status, signed, errs := try(t.Context(), signable, "sign", "-key", file)
	if status != 0 {
		t.Fatalf("sign: %s", errs)
	}
	if status, out, _ := try(t.Context(), signed, "verify", "-keys", ring); status != 0 {
		t.Errorf("verify: %s", out)
	}
	var made struct {
		Keys []struct {
			PublicKey string `json:"public_key"`
		}
	}
	alone := filepath.Join(folder, "public.txt")
	if err := json.Unmarshal([]byte(keyring), &made); err != nil || len(made.Keys) != 1 {
		t.Fatalf("%s: %v", keyring, err)
	}
	write(t, alone, made.Keys[0].PublicKey)
	if status, out, errs := try(t.Context(), signed, "verify", "-keys", alone); status != 0 {
		t.Errorf("verify by a key alone: %d, %s%s", status, out, errs)
	}
	record := filepath.Join(folder, "record.json")
	write(t, record, signable)
	private, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if status, again, errs := try(t.Context(), string(private), "sign", "-key", "-", record); status != 0 || again != signed {
		t.Errorf("key from standard input: %d, %q, %s", status, again, errs)
	}
	if status, _, errs := try(t.Context(), "", "keygen", file); status == 0 || !strings.Contains(errs, "exists") {
		t.Errorf("a key that is there: %d, %q", status, errs)
	}
	status, out, errs := try(t.Context(), "", "keyring", "check", ring)
	if status != 0 || !strings.Contains(out, "Owner") || strings.Count(out, "\n") != 2 {
		t.Errorf("keyring check: %d, %q, %q", status, out, errs)
	}
	var listed struct{ Keys []struct{ Owner string } }
	if _, out, _ := try(t.Context(), "", "keyring", "check", "-json", ring, ring); json.Unmarshal([]byte(out), &listed) != nil || len(listed.Keys) != 1 || listed.Keys[0].Owner != "o" {
		t.Errorf("keyring check -json: %q", out)
	}
	if status, _, errs := try(t.Context(), "", "keyring", "check", record); status != failed || !strings.Contains(errs, "record.json: ") {
		t.Errorf("no keyring: %d, %q", status, errs)
	}
	write(t, record, `{"keys": [{"owner": "o"}]}`)
	if status, _, errs := try(t.Context(), "", "keyring", "check", record); status != failed || !strings.HasSuffix(errs, "record.json: /keys/0/public_key: expected a public key, found none\n") {
		t.Errorf("no key: %d, %q", status, errs)
	}
}

// TestKeygenFrom: a result from before the key was made is authentic if the key is valid
// since then.
func TestKeygenFrom(t *testing.T) {
	const record = `{"arena": "a", "agent_id": "n", "final_score": 85.5, "evaluated_at": "2026-03-01T12:00:00Z"}`
	for _, row := range []struct {
		name   string
		from   []string
		valid  string
		status int
	}{
		{"now", nil, "", failed},
		{"a date", []string{"-from", "2026-03-01"}, "2026-03-01T00:00:00Z", done},
		{"a time", []string{"-from", "2026-03-01T13:00:00+01:00"}, "2026-03-01T13:00:00+01:00", done},
		{"a later date", []string{"-from", "2026-03-02"}, "2026-03-02T00:00:00Z", failed},
		{"no such day", []string{"-from", "2026-02-30"}, "", misled},
		{"a month", []string{"-from", "2026-03"}, "", misled},
		{"a time without a zone", []string{"-from", "2026-03-01T12:00:00"}, "", misled},
	} {
		t.Run(row.name, func(t *testing.T) {
			folder := t.TempDir()
			file, ring := filepath.Join(folder, "key.pem"), filepath.Join(folder, "keys.json")
			status, keyring, errs := try(t.Context(), "", append(append([]string{"keygen"}, row.from...), file)...)
			if row.status == misled {
				if _, err := os.Stat(file); status != misled || keyring != "" || err == nil || !strings.Contains(errs, "keygen: -from: \""+row.from[1]+"\": want a date such as ") {
					t.Fatalf("%d, %q, %q", status, keyring, errs)
				}
				return
			}
			if status != done || !strings.Contains(keyring, `"valid_from":"`+row.valid) {
				t.Fatalf("%d, %q, %q", status, keyring, errs)
			}
			write(t, ring, keyring)
			_, signed, _ := try(t.Context(), record, "sign", "-key", file)
			if status, out, _ := try(t.Context(), signed, "verify", "-keys", ring); status != row.status {
				t.Errorf("verify: %d, %s", status, out)
			}
		})
	}
}

// TestKeygenRefuses: a name that reads as another one makes no key.
func TestKeygenRefuses(t *testing.T) {
	for _, row := range []struct{ name, owner, shown string }{
		{"no width", "air\u200bena", `air\u200bena`},
		{"turned round", "\u202eaneria", `\u202eaneria`},
		{"an isolate", "\u2066airena\u2069", `\u2066airena\u2069`},
		{"a letter that is blank", "airena\u3164", `airena\u3164`},
		{"a control", "airena\x1b[2K", `airena\u001b[2K`},
		{"two lines", "airena\nverified", "airena verified"},
		{"a blank that binds", "airena\u00a0runner", "airena runner"},
		{"no UTF-8", "airena\xff", "airena"},
	} {
		for _, flag := range []string{"-id", "-owner", "-arena"} {
			file := filepath.Join(t.TempDir(), "key.pem")
			status, out, errs := try(t.Context(), "", "keygen", flag, row.owner, file)
			if _, err := os.Stat(file); status != misled || out != "" || !strings.Contains(errs, "keygen: "+flag+": "+row.shown) || err == nil {
				t.Errorf("%s, %s: %d, %q, %q", row.name, flag, status, out, errs)
			}
		}
	}
	for _, owner := range []string{"Zoë 2", "арена", "می\u200cخواهم", "👩\u200d💻"} {
		if status, _, errs := try(t.Context(), "", "keygen", "-owner", owner, filepath.Join(t.TempDir(), "key.pem")); status != 0 {
			t.Errorf("%s: %d, %q", owner, status, errs)
		}
	}
}

// TestAgent: the SSH agent signs without giving its key away, and OpenSSH's own
// format of the same key signs the same.
func TestAgent(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	held := agent.NewKeyring()
	for _, comment := range []string{"evaluator", "other"} {
		key := private
		if comment == "other" {
			if _, key, err = ed25519.GenerateKey(rand.Reader); err != nil {
				t.Fatal(err)
			}
		}
		if err := held.Add(agent.AddedKey{PrivateKey: key, Comment: comment}); err != nil {
			t.Fatal(err)
		}
	}
	listen(t, held)
	sshKey, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "evaluator")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "id_ed25519")
	write(t, file, string(pem.EncodeToMemory(block)))
	_, want, _ := try(t.Context(), signable, "sign", "-key", file)
	if !strings.Contains(want, hex.EncodeToString(public)) {
		t.Fatalf("OpenSSH's format: %q", want)
	}
	line := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(sshKey)))
	for _, name := range []string{"evaluator", ssh.FingerprintSHA256(sshKey), hex.EncodeToString(public), line, line + " evaluator", line + " of another machine\n"} {
		if status, got, errs := try(t.Context(), signable, "sign", "-agent", name); status != 0 || got != want {
			t.Errorf("%s: %d, %q, %s", name, status, got, errs)
		}
	}
	if status, _, errs := try(t.Context(), signable, "sign", "-agent", "nobody"); status != 1 || !strings.Contains(errs, `0 keys of Ed25519 are called "nobody": want one of ["evaluator" "other"]`) {
		t.Errorf("no such key: %d, %q", status, errs)
	}
	t.Setenv("SSH_AUTH_SOCK", "")
	if status, _, errs := try(t.Context(), signable, "sign", "-agent", "evaluator"); status != 1 || !strings.Contains(errs, "SSH_AUTH_SOCK is not set") {
		t.Errorf("no agent: %d, %q", status, errs)
	}
}

// listen serves an agent at SSH_AUTH_SOCK.
func listen(t *testing.T, held agent.Agent) {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "agent")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go agent.ServeAgent(held, connection)
		}
	}()
	t.Setenv("SSH_AUTH_SOCK", socket)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// lockKey is a private key that only a passphrase opens.
func lockKey(t *testing.T) string {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "locked")
	write(t, file, string(pem.EncodeToMemory(block)))
	return file
}
