package main

import (
	"context"
	"crypto/ed25519"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/signer"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/serve"
)

// try runs a command in this directory of the checkout.
func try(ctx context.Context, in string, args ...string) (status int, out, errs string) {
	var o, e strings.Builder
	status = run(ctx, args, host{in: strings.NewReader(in), out: &o, err: &e})
	return status, o.String(), e.String()
}

// TestUsage: a command that is called wrongly says what is wrong and how to see
// more, and does nothing.
func TestUsage(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		say  string
	}{
		{"nothing", nil, "want a command\nRun tallyproof help "},
		{"unknown command", []string{"publish"}, `there is no command "publish"`},
		{"unknown option", []string{"build", "-fast"}, "build: there is no option -fast\nRun tallyproof help build "},
		{"argument too many", []string{"build", "dist"}, `build: "dist" is an argument too many`},
		{"option without its value", []string{"build", "-out"}, "build: -out: want a value\n"},
		{"two operations", []string{"call", "a", "b"}, `"b" is an argument too many`},
		{"an origin that is none", []string{"serve", "-origin", "tallyproof.example"}, `-origin is "tallyproof.example": want https:// and a host`},
		{"a build for an origin that is none", []string{"build", "-out", "none/none", "-origin", "tallyproof.example"}, `-origin is "tallyproof.example": want https:// and a host`},
		{"an address without a port", []string{"serve", "-dist", "none", "-addr", "localhost"}, `-addr is "localhost": want HOST:PORT`},
		{"no number of a port", []string{"serve", "-dist", "none", "-addr", "localhost:99999"}, `-addr is "localhost:99999": want HOST:PORT`},
		{"no connection for anybody", []string{"serve", "-dist", "none", "-per-address", "0"}, `-per-address is 0: want 1 to 1024`},
		{"a database in no folder", []string{"serve", "-addr", "127.0.0.1:0", "-dist", smallSite(t), "-db", "none/proofs.db"}, `database "none/proofs.db": there is no folder`},
		{"argument to serve", []string{"serve", "8787"}, `"8787" is an argument too many`},
		{"file that is not there", []string{"verify", "nowhere.json"}, "nowhere.json"},
		{"folder", []string{"verify", "."}, "is a directory"},
		{"name below a file", []string{"rank", "main.go/scores.json"}, "main.go/scores.json"},
		{"no keyring", []string{"verify", "-keys", "main.go", "main.go"}, "-keys main.go: "},
		{"a keyring without a name", []string{"verify", "-keys", "", demo}, "verify: -keys is empty: want the name of a file"},
		{"a memory without a name", []string{"log", "verify", "-key", "a", "-kept=", "c"}, "log verify: -kept is empty"},
		{"names and a list of names", []string{"verify", "-files0-from", "-", demo}, "want either -files0-from or the names of files"},
		{"a list without names", []string{"verify", "-files0-from", "-"}, "-files0-from -: want names of files"},
		{"an agent's key without a name", []string{"sign", "-agent", ""}, "want either -key or -agent"},
		{"no key", []string{"sign"}, "want either -key or -agent"},
		{"two keys", []string{"sign", "-key", "a", "-agent", "b"}, "want either -key or -agent"},
		{"another format", []string{"sign", "-key", "a", "-format", "pdf"}, "want -format record or -format openbadge"},
		{"an issuer of a record", []string{"sign", "-key", "a", "-issuer", "b"}, "for an Open Badge alone"},
		{"two records", []string{"sign", "-key", "a", "b", "c"}, `sign: "c" is an argument too many`},
		{"key and record in standard input", []string{"sign", "-key", "-"}, "one of key and record"},
		{"no file for a key", []string{"keygen"}, "keygen: want FILE"},
		{"log without a verb", []string{"log"}, "want log verify, log keygen or log accept-rollback"},
		{"log without a key", []string{"log", "verify", "https://a.example/log"}, "log verify: want -key\nRun tallyproof help log verify "},
		{"log without an address", []string{"log", "verify", "-key", "a"}, "log verify: want ADDRESS\nRun tallyproof help log verify "},
		{"a log's key without a file", []string{"log", "keygen", "a.example"}, "log keygen: want "},
		{"two logs", []string{"log", "verify", "-key", "a", "b", "c"}, `log verify: "c" is an argument too many`},
		{"unknown option below log", []string{"log", "keygen", "-fast"}, "log keygen: there is no option -fast\nRun tallyproof help log keygen "},
		{"keyring without check", []string{"keyring"}, "want check FILE…"},
		{"no request", []string{"elo"}, "elo: want a file, - for standard input, or options"},
		{"no number", []string{"elo", "-rating", "high"}, "elo: -rating \"high\": want a number\n"},
		{"no number in a list", []string{"forecast", "-target", "1,2"}, "forecast: -target \"1,2\": want a number\n"},
		{"neither true nor false", []string{"verify", "-json=maybe"}, "verify: -json \"maybe\": want true or false\n"},
		{"no finite number", []string{"elo", "-rating", "NaN"}, "elo: -rating NaN: want a finite number"},
		{"no finite target", []string{"forecast", "-target", "1200", "-target", "inf"}, "forecast: -target +Inf: want a finite number"},
		{"no pointer", []string{"elo", "-set", "rating=1"}, "want /member/of/the/request=value"},
		{"no plan", []string{"forecast", "-plan", "newcomer:,"}, "-plan newcomer:,: want opponents or difficulties"},
		{"completion for no shell", []string{"completion"}, "completion: want bash, zsh, fish or pwsh"},
		{"completion for another shell", []string{"completion", "csh"}, "completion: want bash, zsh, fish or pwsh"},
		{"help for nothing", []string{"help", "publish"}, `there is no command "publish"`},
		{"help for nothing below log", []string{"help", "log", "publish"}, `there is no command "log publish"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), "", row.args...)
			if status != 2 || out != "" || !strings.HasPrefix(errs, "tallyproof: ") || !strings.Contains(errs, row.say) {
				t.Errorf("got %d, %q, %q; want 2 and %q", status, out, errs, row.say)
			}
		})
	}
}

// TestHelp: every command has help, a place in the manual page and a usage that
// says what it does.
func TestHelp(t *testing.T) {
	_, all, _ := try(t.Context(), "", "help")
	_, manual, _ := try(t.Context(), "", "man")
	n := 0
	for _, c := range program(host{}).Commands {
		n++
		for _, inside := range c.Commands {
			if _, out, _ := try(t.Context(), "", "help", c.Name, inside.Name); !strings.Contains(out, "tallyproof "+c.Name+" "+inside.Name+" - "+inside.Usage) {
				t.Errorf("help %s %s says %q", c.Name, inside.Name, out)
			}
		}
		for _, args := range [][]string{{"help", c.Name}, {c.Name, "-help"}, {c.Name, "--help"}} {
			status, out, errs := try(t.Context(), "", args...)
			if status != 0 || !strings.Contains(out, c.Usage) || errs != "" {
				t.Errorf("%v: %d, %q, %q", args, status, out, errs)
			}
		}
		if !strings.Contains(all, c.Usage) || !strings.Contains(manual, ".SS tallyproof "+c.Name+" ") {
			t.Errorf("%s is not in help or in the manual page", c.Name)
		}
	}
	if n < 14 {
		t.Errorf("%d commands: want all", n)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "pwsh"} {
		if status, out, errs := try(t.Context(), "", "completion", shell); status != 0 || !strings.Contains(out, "--generate-shell-completion") || errs != "" {
			t.Errorf("%s: %d, %q, %q", shell, status, out, errs)
		}
	}
	if status, out, _ := try(t.Context(), "", "verify", "--k", "--generate-shell-completion"); !strings.Contains(out, "--keys") {
		t.Errorf("completion says %d, %q", status, out)
	}
	if strings.Contains(manual, "?.") {
		t.Error("a question of the manual page ends with a full stop")
	}
	if !strings.Contains(manual, "\n.nh\n") || regexp.MustCompile(`[^\\]-`).MatchString(manual) {
		t.Error("the manual page has hyphens that nobody can copy into a command")
	}
	if lines := regexp.MustCompile(`(?m)^\.(\w+)`).FindAllStringSubmatch(manual, -1); len(lines) < 20 {
		t.Errorf("the manual page has %d requests", len(lines))
	} else {
		for _, line := range lines {
			if !slices.Contains([]string{"TH", "SH", "SS", "PP", "TP", "B", "I", "br", "nh", "RS", "RE", "EX", "EE"}, line[1]) {
				t.Errorf("the manual page has a request .%s", line[1])
			}
		}
	}
}

func TestCall(t *testing.T) {
	for _, row := range []struct {
		name, operation, in string
		status              int
		out, errs           string
	}{
		{"answer", "elo.expected", `{"rating": 1200, "opponent": 1200}`, 0, `{"ok":{"expected":0.5}}`, ""},
		{"unknown operation", "elo.guess", `{}`, 1, `{"error":{"code":"unknown-operation",`, "tallyproof: call: no operation is called \"elo.guess\": tallyproof call, without a name, lists them\n"},
		{"refused", "elo.expected", `{"rating": "high"}`, 1, `{"error":{"code":"invalid",`, ""},
		{"no JSON", "elo.expected", "{", 1, `{"error":{"code":"malformed",`, ""},
		{"no input", "rulebook.list", "", 0, `{"ok":{"rulebooks":[`, ""},
		{"no input where it is needed", "elo.expected", "", 1, `{"error":{"code":"invalid",`, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, "call", row.operation)
			if status != row.status || !strings.HasPrefix(out, row.out) || strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "\n") || errs != row.errs {
				t.Errorf("got %d, %q, %q; want %d, %s…", status, out, errs, row.status, row.out)
			}
		})
	}
	status, list, errs := try(t.Context(), "", "call")
	for _, operation := range engine.Catalogue {
		if status != 0 || errs != "" || !strings.Contains(list, "\n"+operation.Name+" ") || !strings.Contains(list, "  "+operation.Doc+"\n") {
			t.Errorf("call lists no %s: %d, %s", operation.Name, status, errs)
		}
	}
}

// TestInterrupt: a signal ends a command that waits for more input.
func TestInterrupt(t *testing.T) {
	if args := os.Getenv("TALLYPROOF_ARGS"); args != "" { // the program that the test starts
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
	}
	short := strings.Repeat(" ", 1<<17) // more than a pipe holds: it reads
	for _, row := range []struct{ name, args, in string }{
		{"an operation", "call elo.expected", short}, {"a proof", "verify", short}, {"a question", "rank", short},
		{"a list of proofs", "verify -q", strings.Repeat(strings.Repeat("x", 1023)+"\n", 3*firstPart>>10)},
	} {
		t.Run(row.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			program := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestInterrupt$")
			program.Env = append(os.Environ(), "TALLYPROOF_ARGS="+row.args)
			in, err := program.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := program.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(in, row.in); err != nil {
				t.Fatal(err)
			}
			if err := program.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			program.Wait()
			if status := program.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("it ended as %v: want by the signal", program.ProcessState)
			}
		})
	}
}

// announced passes the first line written on.
type announced chan string

func (a announced) Write(line []byte) (int, error) {
	a <- string(line)
	return len(line), nil
}

// smallSite is a folder with a site of one page.
func smallSite(t *testing.T) string {
	t.Helper()
	dist := t.TempDir()
	write(t, filepath.Join(dist, "index.html"), "home")
	write(t, filepath.Join(dist, serve.AssetsFile), `{"style.css": "/assets/style.0123456789.css"}`)
	return dist
}

func TestServe(t *testing.T) {
	t.Setenv("PORT", "0")
	dist := smallSite(t)
	ctx, stop := context.WithCancel(t.Context())
	out, status := make(announced, 1), make(chan int)
	go func() { status <- run(ctx, []string{"serve", "-dist", dist}, host{out: out, err: io.Discard}) }()

	var line string
	select {
	case line = <-out:
	case got := <-status:
		t.Fatalf("it ended with status %d", got)
	}
	line, said, _ := strings.Cut(line, "\n")
	if said != "Proofs are stored in memory and are lost when this program ends. Use -db FILE to keep them.\n" {
		t.Errorf("of stored proofs it said %q", said)
	}
	url, ok := strings.CutPrefix(line, "Tallyproof is at ")
	if !ok || !strings.HasPrefix(url, "http://127.0.0.1:") || strings.HasPrefix(url, "http://127.0.0.1:0/") || !strings.HasSuffix(url, "/") {
		t.Fatalf("it said %q", line)
	}
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(body) != "home" {
		t.Errorf("got %q, %v", body, err)
	}
	res, err = http.Get(url + "api/v1")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 200 {
		t.Errorf("the API: status %d", res.StatusCode)
	}

	res, err = http.Get(url + "challenges/demo/merge-intervals.json")
	if err != nil {
		t.Fatal(err)
	}
	body, err = io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || res.StatusCode != 200 || !strings.Contains(string(body), `"count":12`) {
		t.Errorf("the demonstration challenge: %d %s, %v", res.StatusCode, body, err)
	}

	stop()
	select {
	case got := <-status:
		if got != 0 {
			t.Errorf("it ended with status %d, want 0", got)
		}
	case <-time.After(10 * time.Second):
		t.Error("it does not end")
	}
}

const demo = "../../site/demo/flat/nova.json"

func TestVerify(t *testing.T) {
	text, err := os.ReadFile(demo)
	if err != nil {
		t.Fatal(err)
	}
	ring := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(ring, []byte(`{"keys": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key := signer.Of(private)
	signed, err := sign([]byte(`{"agent": "N\nscore      99\u202e", "final_score": 1}`), key)
	if err != nil {
		t.Fatal(err)
	}
	named := string(signed)
	for _, row := range []struct {
		name, in string
		args     []string
		status   int
		out      string
	}{
		{"file", "", []string{demo}, 0, "Authentic\n"},
		{"input", string(text), nil, 0, "Authentic\n"},
		{"JSON", string(text), []string{"-json"}, 0, `{"verdict":"authentic",`},
		{"changed", strings.Replace(string(text), "94.25", "99.25", 1), nil, 1, "Not authentic\n"},
		{"a file with the name that asks for completion", "", []string{"-keys", ring, "--", demo, "--generate-shell-completion"}, 2, ""},
		{"changed, JSON", strings.Replace(string(text), "94.25", "99.25", 1), []string{"-json"}, 1, `{"verdict":"not-authentic",`},
		{"keys of a file", "", []string{"-keys", ring, demo}, 1, "Signed by a key we do not know\n"},
		{"a name of several lines", named, []string{"-keys", ring}, 1, "Signed by a key we do not know\n"},
		{"characters that turn the line around", "{\"\u202e\": 1}", nil, 1, "Can't read this\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, append([]string{"verify"}, row.args...)...)
			if status != row.status || !strings.HasPrefix(out, row.out) || errs != "" || strings.ContainsRune(out, '\u202e') || strings.Contains(out, "\nscore      99") {
				t.Errorf("got %d, %q, %q; want %d, %s…", status, out, errs, row.status, row.out)
			}
		})
	}
}
