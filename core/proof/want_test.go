package proof

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
)

// TestWant: a signed record is authentic only with a score that is recognised, or with
// what the request wants instead.
func TestWant(t *testing.T) {
	public, private := prooftest.TestKey('v')
	code := []byte("print()\n")
	sum := hex.EncodeToString(sha256Of(string(code)))
	scored, points := `"score": 7, "agent_id": "a"`, `"points": 9999, "agent_id": "a"`
	hashed := points + fmt.Sprintf(`, "code_hash": %q`, sum)
	for _, c := range []struct {
		name, members string
		want          []string
		code          string
		verdict, said string
	}{
		{"a score", scored, nil, "", authentic, "Every member is inside"},
		{"points", points, nil, "", qualified, "have no score, a number called final_score, composite_score, total_score, score, composite or total."},
		{"points, and nothing wanted", points, []string{}, "", authentic, "it has no score"},
		{"points, and a score wanted", points, []string{"score"}, "", qualified, "have no score"},
		{"points by their name", points, []string{"points"}, "", authentic, "it has no score"},
		{"two members", scored, []string{"score", "agent_id"}, "", authentic, "Every member"},
		{"one of two members", scored, []string{"agent_id", "rank"}, "", qualified, "have no rank, which is wanted."},
		{"a score and a member, neither there", points, []string{"score", "rank"}, "", qualified, "have no score or rank, which is wanted."},
		{"a member of a member", `"score": 7, "more": {"rank": 1}`, []string{"rank"}, "", qualified, "have no rank"},
		{"null", `"score": 7, "rank": null`, []string{"rank"}, "", qualified, "have no rank"},
		{"the key", scored, []string{"evaluator_signature"}, "", qualified, "have no evaluator_signature"},
		{"the file", hashed, []string{"file"}, string(code), authentic, "it has no score"},
		{"the file and a score", hashed, []string{"file", "score"}, string(code), qualified, "have no score, a number called"},
		{"another file", hashed, []string{"file"}, "print(1)\n", qualified, "it has no score"}, // the check code fails
		{"a file whose hash is not signed", points, []string{"file"}, string(code), qualified, "have no code hash"},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := VerifyRequest{Text: declaredRecord(private, c.members), Keys: pin(public, ""), Want: c.want, Code: base64.StdEncoding.EncodeToString([]byte(c.code))}
			got := verified(t, req)
			if got.Verdict != c.verdict {
				t.Errorf("%s, %q", got.Verdict, got.Sentence)
			}
			for _, check := range got.Checks {
				if check.ID == "coverage" && !strings.Contains(check.Message, c.said) {
					t.Errorf("%s, %q: want %q", check.Status, check.Message, c.said)
				}
			}
			if c.code != "" {
				return
			}
			batch, err := VerifyBatch(VerifyBatchRequest{Text: strings.ReplaceAll(req.Text, "\n", " "), Keys: req.Keys, Want: c.want})
			if err != nil || len(batch.Results) != 1 || batch.Results[0].Verdict != c.verdict {
				t.Errorf("in a list: %+v, %v", batch.Results, err)
			}
		})
	}
	if _, err := Verify(VerifyRequest{Text: "{}", Want: []string{"file"}}); err == nil || !strings.HasPrefix(err.Error(), "/code: missing") {
		t.Errorf("file without code: %v", err)
	}
	if _, err := VerifyBatch(VerifyBatchRequest{Text: "{}", Want: []string{"score", "file"}}); err == nil || !strings.HasPrefix(err.Error(), "/want/1: file") {
		t.Errorf("file of a list: %v", err)
	}
}
