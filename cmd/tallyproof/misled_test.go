package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMisled: what is wrong with an option, a file or a variable ends with status 2 in every
// command, and the message names it.
func TestMisled(t *testing.T) {
	folder, dist := t.TempDir(), smallSite(t)
	ring, request := filepath.Join(folder, "ring.json"), filepath.Join(folder, "request.json")
	write(t, ring, `{"a": 1}`)
	write(t, request, `{"rating": 1000, "matches": 1, "opponent": 1000}`)
	logs, public, pem := filepath.Join(folder, "log"), filepath.Join(folder, "public"), filepath.Join(folder, "pem")
	_, verifier, _ := try(t.Context(), "", "log", "keygen", "a.example", logs)
	write(t, public, verifier)
	try(t.Context(), "", "keygen", pem)
	serve := []string{"serve", "-addr", "127.0.0.1:0", "-dist", dist}
	for _, row := range []struct {
		name string
		args []string
		say  string
	}{
		{"a keyring of verify", []string{"verify", "-keys", ring, demo}, "-keys " + ring + ": /keys: "},
		{"a keyring of serve", append(serve, "-keys", ring), "-keys " + ring + ": /keys: "},
		{"no number", []string{"elo", "-rating", "a"}, "elo: -rating "},
		{"no whole number", []string{"elo", "-rating", "1000", "-matches", "1.5"}, "elo: -matches: 1.5: want a whole number"},
		{"no whole number beside a file", []string{"elo", "-matches", "1.5", request}, "elo: -matches: 1.5: want a whole number"},
		{"no difficulty", []string{"elo", "-rating", "1000", "-matches", "1", "-difficulty", "x"}, `elo: -difficulty: unknown difficulty "x"`},
		{"no difficulty in a plan", []string{"forecast", "-rating", "1000", "-strength", "1000", "-plan", "x"}, `forecast: -plan: unknown difficulty "x"`},
		{"an option missing", []string{"elo", "-rating", "1000"}, "elo: -matches: missing: "},
		{"a strength missing", []string{"forecast", "-rating", "1000", "-plan", "newcomer"}, "forecast: -strength: missing: "},
		{"no rules", []string{"elo", "-rulebook", "chess", request}, "elo: -rulebook: "},
		{"no member", []string{"score", "-set", "/measurements/x=1"}, "score: -set /measurements/x: 1: want an object"},
		{"a folder for a database", append(serve, "-db", folder), `-db: database "` + folder + `": it is a folder`},
		{"a public key for a log", append(serve, "-log-key", public), "-log-key " + public + ": the log's key is a public one, a verifier key: want "},
		{"a key of proofs for a log", append(serve, "-log-key", pem), "-log-key " + pem + ": the log's key is one of another format, PEM: want "},
		{"a request for a log's key", append(serve, "-log-key", request), "-log-key " + request + ": the log's key cannot be read: want "},
		{"the address of a log as its name", []string{"log", "keygen", "https://a.example/log", filepath.Join(folder, "key")}, `"https://a.example/log": want a name without a scheme`},
		{"help of nothing", []string{"call", "-h", "extra"}, "-h: want no argument"},
		{"no site outside of a checkout", []string{"serve", "-addr", "127.0.0.1:0"}, "is not inside a checkout of tallyproof: download a release from https://github.com/tallyproof/tallyproof/releases, give a built site with -dist FOLDER"},
		{"no port in PORT", []string{"serve", "-dist", dist}, `PORT is "abc": want the number of a port`},
		{"a build outside of a checkout", []string{"build"}, "is not inside a checkout of tallyproof"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Setenv("PORT", "abc")
			if strings.Contains(row.name, "outside") {
				t.Chdir(folder)
			}
			status, out, errs := try(t.Context(), "", row.args...)
			if status != misled || out != "" || !strings.HasPrefix(errs, "tallyproof: ") || !strings.Contains(errs, row.say) {
				t.Errorf("got %d, %q, %q; want 2 and %q", status, out, errs, row.say)
			}
		})
	}
}

// TestRefusedFiles: what is in a file is refused with status 1 and the file's name.
func TestRefusedFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plain.json")
	write(t, file, `{"a": 1}`)
	for _, args := range [][]string{{"rank", file}, {"score", file}, {"elo", "-rating", "1000", file}, {"audit", file}, {"forecast", file}} {
		if status, out, errs := try(t.Context(), "", args...); status != failed || out != "" || !strings.HasPrefix(errs, "tallyproof: "+file+": /a: unknown field ") {
			t.Errorf("%q: %d, %q, %q", args, status, out, errs)
		}
	}
}

// TestRefusedKeyring: what keyring check checks is refused with status 1, as a proof is that
// verify verifies; a file that is not there ends with status 2.
func TestRefusedKeyring(t *testing.T) {
	folder := t.TempDir()
	ring, none := filepath.Join(folder, "ring.json"), filepath.Join(folder, "none.json")
	write(t, ring, `{"a": 1}`)
	for _, row := range []struct {
		name, file string
		status     int
		say        string
	}{
		{"no keyring", ring, failed, "tallyproof: " + ring + ": /keys: "},
		{"no file", none, misled, "tallyproof: open " + none + ": "},
	} {
		t.Run(row.name, func(t *testing.T) {
			if status, out, errs := try(t.Context(), "", "keyring", "check", row.file); status != row.status || out != "" || !strings.HasPrefix(errs, row.say) {
				t.Errorf("got %d, %q, %q; want %d and %q", status, out, errs, row.status, row.say)
			}
		})
	}
}

// TestUTF16: a file as some shells of Windows write it is named as such by every command that
// reads text but rank, which decodes it, and is nothing that an audit could pass over.
func TestUTF16(t *testing.T) {
	folder := t.TempDir()
	private, file := filepath.Join(folder, "private"), filepath.Join(folder, "file")
	try(t.Context(), "", "keygen", private)
	const sentence = "UTF-16, as some shells of Windows write files: save the text as UTF-8\n"
	for order, text := range map[string]string{"little": "\xff\xfea\x00,\x00", "big": "\xfe\xff\x00a\x00,"} {
		write(t, file, text)
		for _, args := range [][]string{{"audit", file}, {"score", file}, {"elo", file}, {"forecast", file}, {"keyring", "check", file}, {"sign", "-key", private, file}, {"sign", "-key", file, private}} {
			t.Run(order+" endian "+args[0], func(t *testing.T) {
				if status, out, errs := try(t.Context(), "", args...); status != failed || out != "" || !strings.Contains(errs, file) || !strings.HasSuffix(errs, sentence) {
					t.Errorf("%q: %d, %q, %q", args, status, out, errs)
				}
			})
		}
		for _, args := range [][]string{{"audit"}, {"audit", "-"}, {"call", "elo.expected"}, {"sign", "-key", private}} {
			t.Run(order+" endian standard input of "+args[0], func(t *testing.T) {
				if status, out, errs := try(t.Context(), text, args...); status != failed || out != "" || !strings.HasSuffix(errs, sentence) {
					t.Errorf("%q: %d, %q, %q", args, status, out, errs)
				}
			})
		}
	}
}
