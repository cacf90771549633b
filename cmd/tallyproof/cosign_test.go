package main

import (
	"crypto/ed25519"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"github.com/tallyproof/tallyproof/core/words"
)

// TestLogCosign: a witness signs what continues what it signed before, hands it in,
// and others ask for it.
func TestLogCosign(t *testing.T) {
	folder := t.TempDir()
	private, kept := filepath.Join(folder, "witness.key"), filepath.Join(folder, "signed.txt")
	status, public, errs := try(t.Context(), "", "log", "keygen", "-witness", "witness.example", private)
	public = strings.TrimSpace(public)
	if status != done || !strings.HasPrefix(public, "witness.example+") {
		t.Fatalf("%d %s%s", status, public, errs)
	}
	l := newLogged(t, public)
	l.fill(5)
	cosign := func(more ...string) (int, string, string) {
		return try(t.Context(), "", append(append([]string{"log", "cosign", "-key", l.key, "-witness-key", private, "-kept", kept}, more...), l.address+"/log")...)
	}
	if out, trouble, status := l.verify("-witness", public); status == done || !strings.Contains(trouble, "404") {
		t.Errorf("before it signed: %d %s%s", status, out, trouble)
	}
	status, out, errs := cosign("-send")
	if status != done || !strings.HasPrefix(out, "open.example/log\n6\n") || !strings.Contains(out, "\n— witness.example ") {
		t.Fatalf("%d %s%s", status, out, errs)
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != out {
		t.Errorf("it remembers %q, %v", text, err)
	}
	l.fill(3)
	if out, trouble, status := l.verify("-witness", public); status != done || !strings.Contains(out, "It continues the checkpoint of 6 entries that the witness witness.example signed at 20") {
		t.Errorf("%d %s%s", status, out, trouble)
	}
	if status, out, errs := cosign(); status != done || !strings.HasPrefix(out, "open.example/log\n7\n") {
		t.Errorf("the next one: %d %s%s", status, out, errs)
	}
	other := strings.Replace(public, "witness.example", "other.example", 1)
	if _, trouble, status := l.verify("-witness", other); status == done || !strings.Contains(trouble, "want its verifier key") {
		t.Errorf("a key whose hash is another: %d %s", status, trouble)
	}

	young := loggedBy(t, l.secret, l.key, []string{public}) // another history under the same key
	young.fill(2)
	l.address = young.address
	before, _ := os.ReadFile(kept)
	if status, out, errs := cosign("-send"); status == done || out != "" || !strings.Contains(errs, "it has 3 entries now, and had 7") {
		t.Errorf("a log that lost entries: %d %s%s", status, out, errs)
	}
	young.fill(30)
	if status, out, errs := cosign("-send"); status == done || out != "" || !strings.Contains(errs, "it does not begin with the older checkpoint of 7 entries") {
		t.Errorf("a log that was rewritten: %d %s%s", status, out, errs)
	}
	if after, _ := os.ReadFile(kept); string(after) != string(before) {
		t.Error("the witness forgot what it had signed")
	}
	for _, row := range []struct{ name, file, want string }{
		{"no file", filepath.Join(folder, "none"), "no such file"},
		{"the log's verifier key", kept, "cannot be read: want the line that log keygen -witness wrote"},
	} {
		if status, _, errs := try(t.Context(), "", "log", "cosign", "-key", l.key, "-witness-key", row.file, "-kept", kept, l.address+"/log"); status == done || !strings.Contains(errs, row.want) {
			t.Errorf("%s: %d %s", row.name, status, errs)
		}
	}
}

// TestLogCosignOverlaps: a host that lets one run wait, and meanwhile shows another history
// to a second one, gets no two signatures that contradict each other.
func TestLogCosignOverlaps(t *testing.T) {
	folder := t.TempDir()
	private, kept := filepath.Join(folder, "witness.key"), filepath.Join(folder, "signed.txt")
	if status, _, errs := try(t.Context(), "", "log", "keygen", "-witness", "witness.example", private); status != done {
		t.Fatal(errs)
	}
	l := newLogged(t)
	fork := loggedBy(t, l.secret, l.key, nil)
	l.fill(5)
	fork.fill(5)
	cosign := func(l *logged) (int, string, string) {
		return try(t.Context(), "", "log", "cosign", "-key", l.key, "-witness-key", private, "-kept", kept, l.address+"/log")
	}
	if status, _, errs := cosign(l); status != done {
		t.Fatal(errs)
	}
	for host, score := range map[*logged]int{l: 1, fork: 99} {
		host.store(map[string]any{"challenge_id": "sort", "agent_id": "nova", "submission_id": "forked", "score": score})
	}
	goOn := l.hold(t, cosign)
	for _, row := range []struct {
		name string
		run  func() (int, string, string)
	}{
		{"log cosign", func() (int, string, string) { return cosign(fork) }},
		{"log verify", func() (int, string, string) {
			return try(t.Context(), "", "log", "verify", "-key", fork.key, "-keys", fork.ring, "-kept", kept, fork.address+"/log")
		}},
	} {
		if status, out, errs := row.run(); status != misled || out != "" || !strings.Contains(errs, "-kept "+kept+": another run of tallyproof is using it") {
			t.Errorf("%s while another run uses the file: %d %s%s", row.name, status, out, errs)
		}
	}
	if status, out, errs := goOn(); status != done || !strings.HasPrefix(out, "open.example/log\n7\n") {
		t.Errorf("the first run: %d %s%s", status, out, errs)
	}
	if status, out, errs := cosign(fork); status != failed || out != "" || !strings.Contains(errs, "two checkpoints of 7 entries have different roots") {
		t.Errorf("afterwards: %d %s%s", status, out, errs)
	}
}

// hold starts a run, and returns when it waits for a tile of the log. goOn lets it end.
func (l *logged) hold(t *testing.T, run func(*logged) (int, string, string)) (goOn func() (int, string, string)) {
	asks, held := make(chan string, 9), make(chan struct{})
	l.change = func(path string, body []byte) []byte {
		if strings.HasPrefix(path, "/log/tile/") {
			asks <- path
			<-held
		}
		return body
	}
	var status int
	var out, errs string
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		status, out, errs = run(l)
	}()
	select {
	case <-asks:
	case <-ended:
		t.Fatalf("the run ends before it asks for a tile: %d %s%s", status, out, errs)
	}
	return func() (int, string, string) {
		close(held)
		<-ended
		return status, out, errs
	}
}

// TestLogCosignRefusesMore: a witness signs three lines and nothing else, and whatever a
// host writes, none of it reaches the terminal as it is.
func TestLogCosignRefusesMore(t *testing.T) {
	folder := t.TempDir()
	private, kept := filepath.Join(folder, "witness.key"), filepath.Join(folder, "signed.txt")
	if status, _, errs := try(t.Context(), "", "log", "keygen", "-witness", "witness.example", private); status != done {
		t.Fatal(errs)
	}
	l := newLogged(t)
	l.fill(5)
	signer, err := note.NewSigner(strings.TrimSpace(l.secret))
	if err != nil {
		t.Fatal(err)
	}
	const more, unseen = "the checkpoint says more than origin, size and root hash", "\u009b2J\u202e"
	for _, row := range []struct {
		name, say string
		change    func(text string) string
	}{
		{"as it is", "", func(text string) string { return text }},
		{"a further line", more, func(text string) string { return text + "more\n" }},
		{"a line with controls", more, func(text string) string { return text + unseen + "\n" }},
		{"an empty line", more, func(text string) string { return text + "\n" }},
		{"a root hash in another spelling", more, func(text string) string {
			const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
			before, last := text[:len(text)-3], text[len(text)-3]
			return before + string(digits[strings.IndexByte(digits, last)+1]) + "=\n"
		}},
		{"a size with controls", "the checkpoint's second line is", func(text string) string { return strings.Replace(text, "\n6\n", "\n6"+unseen+"\n", 1) }},
		{"another origin", "is not one of the log", func(text string) string { return unseen + text }},
	} {
		t.Run(row.name, func(t *testing.T) {
			l.change = func(path string, body []byte) []byte {
				if path != "/log/checkpoint" {
					return body
				}
				text, _, _ := strings.Cut(string(body), "\n\n")
				signed, err := note.Sign(&note.Note{Text: row.change(text + "\n")}, signer)
				if err != nil {
					t.Error(err)
				}
				return append(signed, "— other.example"+unseen+" AAAAAAAA\n"...)
			}
			os.Remove(kept)
			status, out, errs := try(t.Context(), "", "log", "cosign", "-key", l.key, "-witness-key", private, "-kept", kept, l.address+"/log")
			_, lost := os.Stat(kept)
			if signs := row.say == ""; signs != (status == done) || signs != (lost == nil) || !signs && out != "" || !strings.Contains(errs, row.say) || words.Lines(out+errs) != out+errs {
				t.Errorf("%d %q %q, memory: %v", status, out, errs, lost)
			}
		})
	}
	key, err := note.NewEd25519VerifierKey("open.example"+unseen, l.signer.Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	if status, out, errs := try(t.Context(), "", "log", "cosign", "-key", key, "-witness-key", private, "-kept", kept, l.address+"/log"); status != misled || out != "" || !strings.Contains(errs, `the log's key "open.example\u009b2J\u202e+`) {
		t.Errorf("a key with controls in its name: %d %q %q", status, out, errs)
	}
}

// TestLogOfOneEntry: what is said of one entry is not said as of several.
func TestLogOfOneEntry(t *testing.T) {
	folder := t.TempDir()
	private, kept := filepath.Join(folder, "witness.key"), filepath.Join(folder, "kept.txt")
	_, public, _ := try(t.Context(), "", "log", "keygen", "-witness", "witness.example", private)
	public = strings.TrimSpace(public)
	l := newLogged(t, public)
	l.store(map[string]any{"challenge_id": "sort", "agent_id": "nova", "submission_id": "1", "score": 50})
	if status, out, errs := try(t.Context(), "", "log", "cosign", "-key", l.key, "-witness-key", private, "-kept", kept, "-send", l.address+"/log"); status != done {
		t.Fatalf("%d %s%s", status, out, errs)
	}
	out, trouble, status := l.verify("-kept", kept, "-witness", public)
	for _, want := range []string{"The checkpoint of 1 entry is", "checkpoint of 1 entry that was kept", "checkpoint of 1 entry that the witness", " 1 is authentic now, 0 are not and count nowhere.", ": 1 proof.\n"} {
		if status != done || !strings.Contains(out, want) {
			t.Errorf("status %d, %s%s: want %q", status, out, trouble, want)
		}
	}
}
