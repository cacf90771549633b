package envelope

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// TestWrapped reads proofs with what came along when they were copied, and places problems
// in the text that was pasted.
func TestWrapped(t *testing.T) {
	record := string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	token := strings.TrimSpace(string(prooftest.FormatFile(t, "jws-compact.txt")))
	note := string(prooftest.FormatFile(t, "record.note"))
	quoted := func(text string) string { data, _ := json.Marshal(text); return string(data) }
	k, _ := key.Parse(prooftest.TheKey)
	for _, c := range []struct{ name, text string }{
		{"byte order mark", "\ufeff" + record},
		{"byte order mark before a note", "\ufeff" + note},
		{"fence", "```json\n" + record + "\n```"},
		{"fence with lines around and CR LF", "\r\n```\r\n" + record + "\r\n```\r\n\r\n"},
		{"fence of a note", "~~~~\n" + note + "~~~~~\n"},
		{"backticks", "`" + token + "`"},
		{"string", quoted(record)},
		{"string of a note", " " + quoted(note) + "\n"},
		{"string in a string", quoted(quoted(record))},
		{"Bearer", "Bearer " + token},
		{"header of HTTP", "authorization:\tbearer  " + token + "\n"},
		{"all of them", "\ufeff```\n" + quoted("Bearer "+token) + "\n```\n"},
	} {
		statements, p := Read(c.text)
		if p != nil || anyHolds(statements, k.Bytes) == nil {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
	for _, c := range []struct {
		name, text   string
		line, column int
		wanted       string
	}{
		{"fence", "\n```json\n{\"score\": 1,\n \"score\": 2}\n```", 4, 2, "expected each member name once"},
		{"string", `"{\"score\": 1, \"score\": 2}"`, 1, 1, "in the string, line 1, column 14 (byte 13): expected each member name once"},
		{"string that ends nowhere", `"{}`, 1, 1, "expected a proof"},
		{"fence that ends nowhere", "```json\n" + record, 1, 1, "expected a proof"},
		{"fence with words behind", "```json\n" + record + "\n``` as above", 1, 1, "expected a proof"},
		{"fence around nothing", "```\n```", 1, 1, "expected a proof"},
		{"Bearer of another token", "Bearer 0123", 1, 1, "expected a proof"},
		{"five strings", quoted(quoted(quoted(quoted(quoted(record))))), 1, 1, "expected a proof"},
		{"private key in a string", quoted("-----BEGIN PRIVATE KEY-----\n"), 1, 1, "found a private key"},
		{"private JWK in a fence", "```\n" + `{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}` + "\n```", 2, 1, "found a private key"},
	} {
		if _, p := Read(c.text); p == nil || p.Line != c.line || p.Column != c.column || !strings.Contains(p.Message, c.wanted) {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

// TestWrappedBeside reads a signature in a fence beside its message, which stays as it is.
func TestWrappedBeside(t *testing.T) {
	message := prooftest.FormatFile(t, "record.json")
	k, _ := key.Parse(string(prooftest.FormatFile(t, "minisign.pub")))
	for _, text := range []string{"```\n%s```\n", "\ufeff%s"} {
		text = strings.Replace(text, "%s", string(prooftest.FormatFile(t, "record.json.minisig")), 1)
		if statements, p := ReadBeside(text, message); p != nil || anyHolds(statements, k.Bytes) == nil {
			t.Errorf("%q: %+v", text[:4], p)
		}
	}
}

// TestBareInside: nothing may stand around a proof that a log, a host or a badge carries.
func TestBareInside(t *testing.T) {
	record := "\ufeff" + string(prooftest.FormatFile(t, "vc-eddsa-jcs-2022.json"))
	stored, _ := json.Marshal(map[string]any{"text": record, "answer": map[string]any{}})
	badge := "<svg><metadata>" + BadgeMark + " score auto " + prooftest.StdBase64(record) + "</metadata></svg>"
	for _, text := range []string{string(stored), badge} {
		if _, p := Read(text); p == nil || !strings.Contains(p.Message, "byte order mark") {
			t.Errorf("%.30q: %+v", text, p)
		}
	}
}
