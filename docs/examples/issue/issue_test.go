package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/proof"
)

// programs are the three examples, which say the same in three languages.
var programs = []struct {
	name    string
	command []string
}{
	{"Go", []string{"go", "run", "issue.go"}},
	{"Python", []string{"python3", "issue.py"}},
	{"Node", []string{"node", "issue.mjs"}},
}

// odd has what canonical forms disagree about: numbers that are whole, small,
// large or negative, names whose order depends on the encoding, characters that
// some writers escape.
const odd = `{"final_score": 83.0, "a": [0, -0.0, -1.5, 0.1, 1e3, 4503599627370497.5, 9007199254740991, 0.0001, true, null, {}, []],
"\ud83d\ude00": 1, "\ufb33": 2, "\u20ac": "\u2028\u2029\u007f\u0001\b\t\n\f\r\"\\/<>&", "": "é", "evaluated_at": "2026-11-21T12:00:00Z"}`

// newKey is a key, its file and a keyring of it.
func newKey(t *testing.T, seed byte) (key ed25519.PrivateKey, file, ring string) {
	t.Helper()
	key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return key, file, `{"keys": [{"owner": "evaluator-1", "public_key": "` + hex.EncodeToString(key.Public().(ed25519.PublicKey)) + `"}]}`
}

func exampleRecord(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("record.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func issue(t *testing.T, command []string, record string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(record)
	cmd.Stderr = new(strings.Builder)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", strings.Join(command, " "), err, cmd.Stderr)
	}
	return string(out)
}

func verify(t *testing.T, req proof.VerifyRequest, ring string) proof.VerifyResponse {
	t.Helper()
	req.Keys = []byte(ring)
	got, err := proof.Verify(req)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestPrograms runs the three programs: what they issue is authentic under
// their key, and altered it is not. The same record and key make the same flat
// proof in all of them, byte for byte.
func TestPrograms(t *testing.T) {
	_, file, ring := newKey(t, 1)
	for _, record := range []struct{ name, text, from, to string }{
		{"a record", exampleRecord(t), `"final_score":94.25`, `"final_score":94.26`},
		{"an odd record", odd, `"final_score":83`, `"final_score":84`},
	} {
		for _, form := range []string{"flat", "record-1"} {
			var flat []string
			for _, p := range programs {
				t.Run(record.name+" "+form+" "+p.name, func(t *testing.T) {
					issued := issue(t, append(p.command[:len(p.command):len(p.command)], form, file), record.text)
					if got := verify(t, proof.VerifyRequest{Text: issued}, ring); got.Verdict != "authentic" {
						t.Errorf("%s: %s\n%s", got.Verdict, got.Sentence, issued)
					}
					altered := strings.Replace(issued, record.from, record.to, 1)
					if altered == issued {
						t.Fatalf("no %s in %s", record.from, issued)
					}
					if got := verify(t, proof.VerifyRequest{Text: altered}, ring); got.Verdict != "not-authentic" {
						t.Errorf("altered: %s: %s", got.Verdict, got.Sentence)
					}
					flat = append(flat, issued)
				})
			}
			if len(flat) != len(programs) {
				t.Fatalf("%d of %d programs ran", len(flat), len(programs))
			}
			if form == "flat" && (flat[0] != flat[1] || flat[0] != flat[2]) {
				t.Errorf("%s: three proofs\n%s", record.name, strings.Join(flat, ""))
			}
		}
	}
}

// TestCommands runs the commands of the page in a folder with the record: the proof is
// authentic, and altered it is not.
func TestCommands(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(folder, "bin", "tallyproof"), "github.com/tallyproof/tallyproof/cmd/tallyproof").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	script, err := filepath.Abs("issue.sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "record.json"), []byte(exampleRecord(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-e", script)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(folder, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "Authentic") {
		t.Fatalf("%v: %s", err, out)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	altered := strings.Replace(read("proof.json"), `"final_score":94.25`, `"final_score":94.26`, 1)
	if got := verify(t, proof.VerifyRequest{Text: altered}, read("keys.json")); got.Verdict != "not-authentic" {
		t.Errorf("altered: %s: %s", got.Verdict, got.Sentence)
	}
}

// TestPythonRefuses holds that the Python program signs no number that it
// would write otherwise than JavaScript.
func TestPythonRefuses(t *testing.T) {
	_, file, _ := newKey(t, 1)
	for _, number := range []string{"1e-5", "1e17", "9007199254740992", "NaN"} {
		cmd := exec.CommandContext(t.Context(), "python3", "issue.py", "flat", file)
		cmd.Stdin = strings.NewReader(`{"final_score": ` + number + `}`)
		if out, err := cmd.Output(); err == nil {
			t.Errorf("%s is signed: %s", number, out)
		}
	}
}

// TestBase58 holds that a signature which begins with zeros keeps them.
func TestBase58(t *testing.T) {
	if got := base58([]byte{0, 0, 0x28, 0x7f, 0xb4, 0xcd}); got != "11233QC4" { // draft-msporny-base58 section 5
		t.Errorf("%s", got)
	}
	key, _, ring := newKey(t, 2)
	for i := range 2_000 {
		record := map[string]any{"final_score": float64(i)}
		signFlat(record, key)
		if record["evaluator_signature"].(string)[:2] != "00" {
			continue
		}
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		if got := verify(t, proof.VerifyRequest{Text: string(text)}, ring); got.Verdict != "authentic" {
			t.Errorf("%s", got.Sentence)
		}
		return
	}
	t.Fatal("no signature begins with a zero")
}

// TestStatement holds that proof.statement gives the bytes to sign, for a key
// that its holder keeps to itself.
func TestStatement(t *testing.T) {
	key, _, ring := newKey(t, 3)
	record := strings.Replace(exampleRecord(t), "{", `{"version": "tallyproof-score/1", `, 1)
	got, err := proof.Statement(proof.StatementRequest{Document: []byte(record)})
	if err != nil {
		t.Fatal(err)
	}
	message, err := base64.StdEncoding.DecodeString(got.Message)
	if err != nil {
		t.Fatal(err)
	}
	signature := hex.EncodeToString(ed25519.Sign(key, message))
	signed := strings.Replace(record, "{", `{"evaluator_signature": "`+signature+`", `, 1)
	if got := verify(t, proof.VerifyRequest{Text: signed}, ring); got.Verdict != "authentic" {
		t.Errorf("%s: %s", got.Verdict, got.Sentence)
	}
}

// TestSSH signs as the page says, with OpenSSH's own program.
func TestSSH(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if err := os.WriteFile(filepath.Join(dir, "record.json"), []byte(exampleRecord(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-q", "-t", "ed25519", "-N", "", "-C", "evaluator-1", "-f", "evaluator"},
		{"-q", "-Y", "sign", "-f", "evaluator", "-n", "tallyproof-score", "record.json"},
	} {
		cmd := exec.CommandContext(t.Context(), "ssh-keygen", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen: %v: %s", err, out)
		}
	}
	public, err := json.Marshal(file("evaluator.pub"))
	if err != nil {
		t.Fatal(err)
	}
	ring := `{"keys": [{"public_key": ` + string(public) + `}]}`
	record, signature := file("record.json"), file("record.json.sig")
	if got := verify(t, proof.VerifyRequest{Text: record, Signature: signature}, ring); got.Verdict != "authentic" || got.Format != "sshsig" {
		t.Errorf("%s: %s", got.Verdict, got.Sentence)
	}
	if got := verify(t, proof.VerifyRequest{Text: strings.Replace(record, "94.25", "94.26", 1), Signature: signature}, ring); got.Verdict != "not-authentic" {
		t.Errorf("altered: %s: %s", got.Verdict, got.Sentence)
	}
}
