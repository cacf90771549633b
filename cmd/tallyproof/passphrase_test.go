//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// asked runs a command for somebody who answers questions with these texts.
func asked(t *testing.T, in string, answers []string, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	status = run(t.Context(), args, host{in: strings.NewReader(in), out: &o, err: &e, secret: func(string) ([]byte, error) {
		if len(answers) == 0 {
			return nil, errors.New("nobody answers")
		}
		answer := answers[0]
		answers = answers[1:]
		return []byte(answer), nil
	}})
	if len(answers) > 0 {
		t.Errorf("%q: nobody asked for %q", args, answers)
	}
	return status, o.String(), e.String()
}

// TestPassphrase: a key with a passphrase signs for who knows it, and OpenSSH reads it.
func TestPassphrase(t *testing.T) {
	folder := t.TempDir()
	key, ring := filepath.Join(folder, "key.pem"), filepath.Join(folder, "keys.json")
	if status, out, errs := asked(t, "", []string{"open sesame", "open sesame"}, "keygen", "-passphrase", "-owner", "o", "-o", ring, key); status != done || out+errs != "" {
		t.Fatalf("keygen: %d, %q, %q", status, out, errs)
	}
	status, proof, errs := asked(t, signable, []string{"open sesame"}, "sign", "-key", key)
	if status != done || errs != "" {
		t.Fatalf("sign: %d, %q", status, errs)
	}
	if status, out, errs := try(t.Context(), proof, "verify", "-keys", ring); status != done {
		t.Errorf("verify: %d, %s%s", status, out, errs)
	}
	if status, out, errs := asked(t, signable, []string{"sesame"}, "sign", "-key", key); status != failed || out != "" || errs != "tallyproof: -key "+key+": the passphrase is wrong\n" {
		t.Errorf("a wrong passphrase: %d, %q, %q", status, out, errs)
	}
	if status, out, errs := try(t.Context(), signable, "sign", "-key", key); status != failed || out != "" || !strings.Contains(errs, "there is no terminal to ask for it: want -agent") {
		t.Errorf("nobody to ask: %d, %q, %q", status, out, errs)
	}
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Fatal(err)
	}
	public, err := exec.Command("ssh-keygen", "-y", "-P", "open sesame", "-f", key).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(public), "ssh-ed25519 ") {
		t.Fatalf("ssh-keygen: %v, %s", err, public)
	}
	alone := filepath.Join(folder, "key.pub")
	write(t, alone, string(public))
	if status, out, errs := try(t.Context(), proof, "verify", "-keys", alone); status != done {
		t.Errorf("verify by what ssh-keygen says: %d, %s%s", status, out, errs)
	}
}

// TestPassphraseRefused: without two equal answers no key is made.
func TestPassphraseRefused(t *testing.T) {
	for _, row := range []struct {
		name    string
		answers []string
		say     string
	}{
		{"two texts", []string{"one", "two"}, "keygen: -passphrase: the two differ"},
		{"nothing", []string{""}, "keygen: -passphrase: it is empty"},
		{"nobody", nil, "keygen: -passphrase: nobody answers"},
	} {
		t.Run(row.name, func(t *testing.T) {
			folder := t.TempDir()
			status, out, errs := asked(t, "", row.answers, "keygen", "-passphrase", filepath.Join(folder, "key.pem"))
			if status == done || out != "" || !strings.HasPrefix(errs, "tallyproof: "+row.say) || len(inFolder(t, folder)) > 0 {
				t.Errorf("%d, %q, %q", status, out, errs)
			}
		})
	}
	file := filepath.Join(t.TempDir(), "key.pem")
	write(t, file, "mine")
	if status, _, errs := asked(t, "", nil, "keygen", "-passphrase", file); status != misled || !strings.Contains(errs, "file exists") {
		t.Errorf("a file that is there: %d, %q", status, errs)
	}
}

// TestKeyOfOpenSSL: OpenSSL reads the key of keygen, and its own encrypted form is named.
func TestKeyOfOpenSSL(t *testing.T) {
	folder := t.TempDir()
	key, locked := filepath.Join(folder, "key.pem"), filepath.Join(folder, "locked.pem")
	if status, _, errs := try(t.Context(), "", "keygen", key); status != done {
		t.Fatal(errs)
	}
	if out, err := exec.Command("openssl", "pkcs8", "-topk8", "-in", key, "-out", locked, "-passout", "pass:sesame").CombinedOutput(); err != nil {
		t.Fatalf("openssl: %v, %s", err, out)
	}
	if err := os.Chmod(locked, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := try(t.Context(), signable, "sign", "-key", locked); status != failed || !strings.Contains(errs, "the key is encrypted as PKCS #8: want OpenSSH's form") {
		t.Errorf("%d, %q", status, errs)
	}
}

// TestOpenKeys: a private key that other users can read is refused with the command that
// closes it.
func TestOpenKeys(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	write(t, "record.json", signable)
	for _, name := range []string{"key.pem", "my key.pem"} {
		if status, _, errs := try(t.Context(), "", "keygen", name); status != done {
			t.Fatal(errs)
		}
	}
	if status, _, errs := try(t.Context(), "", "log", "keygen", "a.example/log", "log.key"); status != done {
		t.Fatal(errs)
	}
	dist := smallSite(t)
	for _, row := range []struct {
		name, file string
		mode       os.FileMode
		args       []string
		say        string
	}{
		{"everybody", "key.pem", 0o644, []string{"sign", "-key", "key.pem", "record.json"}, "-key key.pem: other users can read this private key (mode 0644): run chmod 600 key.pem\n"},
		{"a group", "key.pem", 0o640, []string{"sign", "-key", "key.pem", "record.json"}, "(mode 0640): run chmod 600 key.pem\n"},
		{"a name with a space", "my key.pem", 0o644, []string{"sign", "-key", "my key.pem", "record.json"}, "run chmod 600 'my key.pem'\n"},
		{"a log", "log.key", 0o644, []string{"serve", "-addr", "127.0.0.1:0", "-dist", dist, "-log-key", "log.key"}, "-log-key log.key: other users can read this private key (mode 0644): run chmod 600 log.key\n"},
		{"its owner", "key.pem", 0o400, []string{"sign", "-key", "key.pem", "record.json"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			if err := os.Chmod(row.file, row.mode); err != nil {
				t.Fatal(err)
			}
			want := misled
			if row.say == "" {
				want = done
			}
			if status, _, errs := try(t.Context(), "", row.args...); status != want || !strings.HasSuffix(errs, row.say) {
				t.Errorf("%d, %q", status, errs)
			}
		})
	}
}

// TestSignWarns: sign says if the proof will not be authentic under its keyring.
func TestSignWarns(t *testing.T) {
	folder := t.TempDir()
	key, ring, other := filepath.Join(folder, "key.pem"), filepath.Join(folder, "keys.json"), filepath.Join(folder, "other.json")
	if status, _, errs := try(t.Context(), "", "keygen", "-from", "2026-03-01", "-o", ring, key); status != done {
		t.Fatal(errs)
	}
	if info, err := os.Stat(ring); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the keyring: %v, %v", info, err)
	}
	write(t, other, `{"keys": []}`)
	ended := filepath.Join(folder, "ended.json")
	write(t, ended, strings.Replace(read(t, ring), `"valid_from":`, `"valid_to":"2026-03-03T00:00:00Z","valid_from":`, 1))
	const record = `{"arena": "a", "agent_id": "n", "final_score": 85.5, "evaluated_at": "DAYT12:00:00Z"}`
	for _, row := range []struct{ name, day, keys, say string }{
		{"a valid time", "2026-03-02", "", ""},
		{"before the key", "2026-02-28", "", "by what keygen wrote into the key: The key is valid from 2026-03-01T00:00:00Z, and it was used at 2026-02-28T12:00:00Z."},
		{"before the key, by a keyring", "2026-02-28", ring, "by " + ring + ": The key is valid from 2026-03-01T00:00:00Z,"},
		{"after the key", "2026-03-04", ended, "by " + ended + ": The key is valid until 2026-03-03T00:00:00Z, and it was used at 2026-03-04T12:00:00Z."},
		{"in the future", "2126-03-02", "", "is in the future."},
		{"a keyring without the key", "2026-03-02", other, "by " + other + ": "},
	} {
		t.Run(row.name, func(t *testing.T) {
			args := []string{"sign", "-key", key}
			if row.keys != "" {
				args = append(args, "-keys", row.keys)
			}
			status, out, errs := try(t.Context(), strings.Replace(record, "DAY", row.day, 1), args...)
			if status != done || out == "" || row.say == "" && errs != "" || !strings.Contains(errs, row.say) || row.say != "" && !strings.HasPrefix(errs, "tallyproof: warning: this proof is not authentic, by ") {
				t.Errorf("%d, %q, %q", status, out, errs)
			}
		})
	}
	proof := filepath.Join(folder, "proof.json")
	write(t, proof, "older")
	if status, out, errs := try(t.Context(), strings.Replace(record, "DAY", "2026-03-02", 1), "sign", "-key", key, "-o", proof); status != done || out+errs != "" {
		t.Errorf("sign -o: %d, %q, %q", status, out, errs)
	}
	if status, out, errs := try(t.Context(), "", "verify", "-keys", ring, proof); status != done {
		t.Errorf("what -o wrote: %d, %s%s", status, out, errs)
	}
}
