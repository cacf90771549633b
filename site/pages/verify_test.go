package pages

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// The page's example is the record and the key of the vectors, as they are.
func TestProofExampleIsTheVectors(t *testing.T) {
	file := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "proofs", "formats", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if proofExample != file("flat-jcs.json") {
		t.Error("proofExample is not flat-jcs.json")
	}
	if !strings.Contains(keysExample, `"`+strings.TrimSpace(file("pubkey.hex"))+`"`) {
		t.Error("keysExample does not have the key of pubkey.hex")
	}
}

// TestVerifyShowsTheEnginesAnswer does what verify.mjs does live with the form
// of the page as it is.
func TestVerifyShowsTheEnginesAnswer(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(render(t)["/verify/"]))
	if err != nil {
		t.Fatal(err)
	}
	request, forms := map[string]any{}, 0
	for field := range find(doc, "name") {
		text := strings.TrimPrefix(content(field), "\n")
		switch name := attr(field, "name"); {
		case name == "/keys":
			request["keys"] = json.RawMessage(text)
		case strings.HasPrefix(name, "/") && text != "":
			request[name[1:]] = text
		}
	}
	for root := range find(doc, "data-verify") {
		forms++
		answer, ok := ask(t, attr(root, "data-operation"), request).(map[string]any)
		if !ok {
			t.Fatal("the answer is no object")
		}
		signed, err := base64.StdEncoding.DecodeString(answer["signed_bytes"].(string))
		if err != nil {
			t.Fatal(err)
		}
		var claims []any
		for _, c := range answer["claims"].([]any) {
			if at(c, "signed") == true {
				claims = append(claims, c)
			}
		}
		answer["text"], answer["hex"], answer["signed"] = string(signed), spaced(hex.EncodeToString(signed)), claims
		if places := compare(t, root, answer); places < 50 {
			t.Errorf("%d places for the answer: want the page to show it", places)
		}
		if at(answer, "verdict") != "authentic" || at(answer, "heading") != "Authentic" {
			t.Errorf("the example is %v: want authentic", at(answer, "heading"))
		}
	}
	if forms != 1 {
		t.Errorf("%d places to verify a proof: want 1", forms)
	}
}

func TestSpaced(t *testing.T) {
	for _, c := range []struct{ digits, want string }{{"", ""}, {"7b", "7b"}, {"7b220a", "7b 22 0a"}} {
		if got := spaced(c.digits); got != c.want {
			t.Errorf("spaced(%q) = %q: want %q", c.digits, got, c.want)
		}
	}
}
