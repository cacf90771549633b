package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/serve"
)

// served runs serve with these flags until the test ends. It returns its address.
func served(t *testing.T, flags ...string) string {
	t.Helper()
	t.Setenv("PORT", "0")
	ctx, stop := context.WithCancel(t.Context())
	out, status := make(announced, 1), make(chan int, 1)
	go func() { status <- run(ctx, append([]string{"serve"}, flags...), host{out: out, err: io.Discard}) }()
	t.Cleanup(stop)
	select {
	case line := <-out:
		address, _, _ := strings.Cut(strings.TrimPrefix(line, "Tallyproof is at "), "/\n")
		return address
	case got := <-status:
		t.Fatalf("it ended with status %d", got)
		return ""
	}
}

// fetch is what is at an address.
func fetch(t *testing.T, address string) string {
	t.Helper()
	res, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%s: %s %s, %v", address, res.Status, body, err)
	}
	return string(body)
}

// TestServeKeys: what serve publishes are the keys that it judges by, and nothing else of
// the file.
func TestServeKeys(t *testing.T) {
	const spelled, encoded = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
	for _, row := range []struct{ name, file, want string }{
		{"a keyring", `{"keys": [{"id": "k", "owner": "a & <b>", "arena": "open", "public_key": "` + spelled + `", "valid_to": "2030-01-01T00:00:00Z", "status": "active"}]}`,
			`{"keys":[{"id":"k","owner":"a & <b>","arena":"open","public_key":"` + spelled + `","valid_to":"2030-01-01T00:00:00Z"}]}`},
		{"a revoked key", `{"keys": [{"public_key": "` + spelled + `", "status": "revoked"}]}`, `{"keys":[{"public_key":"` + spelled + `","status":"revoked"}]}`},
		{"no key", `{"keys": []}`, `{"keys":[]}`},
		{"a JWKS with what is not used", `{"note": "ours", "keys": [{"kty": "OKP", "crv": "Ed25519", "x": "` + encoded + `", "kid": "k"}, {"kty": "RSA", "n": "wQ", "e": "AQAB"}]}`,
			`{"keys":[{"id":"k","public_key":"` + spelled + `"}]}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "keys.json")
			write(t, file, row.file)
			if got := fetch(t, served(t, "-dist", smallSite(t), "-keys", file)+serve.KeysPath); got != row.want {
				t.Errorf("it publishes %s, want %s", got, row.want)
			}
		})
	}
	t.Run("without -keys, the file of the site", func(t *testing.T) {
		dist := smallSite(t)
		file := filepath.Join(dist, filepath.FromSlash(serve.KeysPath))
		if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, file, string(keys.JSON))
		if got := fetch(t, served(t, "-dist", dist)+serve.KeysPath); got != string(keys.JSON) {
			t.Errorf("it publishes %s", got)
		}
	})
}

// TestCommandOfLog: the command on the page of a host's log, as it is there, verifies the log.
func TestCommandOfLog(t *testing.T) {
	l := &logged{t: t, signer: ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))}
	t.Chdir(t.TempDir())
	write(t, "both.json", fmt.Sprintf(`{"keys": [{"owner": "other", "public_key": "%064x"}, {"owner": "runner", "arena": "open", "public_key": %q}]}`, 1, l.public()))
	l.address = served(t, "-dist", smallSite(t), "-keys", "both.json")
	l.fill(5)
	page := fetch(t, l.address+"/log/")
	code := regexp.MustCompile(`aria-label="In a terminal"><code>([^<]*)</code>`).FindStringSubmatch(page)
	if code == nil {
		t.Fatalf("the page has no command: %s", page)
	}
	args := strings.Fields(strings.ReplaceAll(html.UnescapeString(code[1]), "'", "")) // no key has a space
	for _, want := range []string{"This is the first run", "It continues the checkpoint of 6 entries"} {
		status, out, errs := try(t.Context(), "", args[1:]...)
		if status != done || args[0] != "tallyproof" || !strings.Contains(out, want) || !strings.Contains(out, "All entries lead to its root") {
			t.Errorf("%q: %d, %s%s; want %q", args, status, out, errs, want)
		}
	}
}
