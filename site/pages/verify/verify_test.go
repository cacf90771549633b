package verify

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
	markup "github.com/tallyproof/tallyproof/templates/verify"
)

// TestVerifyShowsTheEnginesAnswer does what verify.mjs does live with the form
// of the page as it is.
func TestVerifyShowsTheEnginesAnswer(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(htmltest.PageAt(t, htmltest.Documents(t, Pages), "/verify/").Text))
	if err != nil {
		t.Fatal(err)
	}
	request, forms := map[string]any{}, 0
	for field := range htmltest.Find(doc, "name") {
		text := strings.TrimPrefix(htmltest.Content(field), "\n")
		switch name := htmltest.Attr(field, "name"); {
		case field.Data != "select" && strings.HasPrefix(name, "/") && text != "":
			request[name[1:]] = text
		}
	}
	for box := range htmltest.Find(doc, "data-shipped") {
		request["keys"] = json.RawMessage(htmltest.Attr(box, "data-shipped"))
	}
	for root := range htmltest.Find(doc, "data-verify") {
		forms++
		answer, ok := htmltest.Ask(t, htmltest.Attr(root, "data-operation"), request).(map[string]any)
		if !ok {
			t.Fatal("the answer is no object")
		}
		signed, err := base64.StdEncoding.DecodeString(answer["signed_bytes"].(string))
		if err != nil {
			t.Fatal(err)
		}
		var claims []any
		for _, c := range answer["claims"].([]any) {
			if htmltest.At(c, "signed") == true {
				claims = append(claims, c)
			}
		}
		answer["text"], answer["hex"], answer["signed"] = string(signed), spaced(hex.EncodeToString(signed)), claims
		repeat := answer["ed25519"].([]any)[0]
		answer["command"] = map[string]any{"openssl": map[string]any{
			"message": folded(htmltest.At(repeat, "message").(string)), "signature": folded(htmltest.At(repeat, "signature").(string)),
			"key": "MCowBQYDK2VwAyEA" + htmltest.At(repeat, "public_key").(string),
		}}
		addRecomputed(answer)
		answer["members"] = strconv.Itoa(len(answer["signed_fields"].([]any))) + " members"
		answer["parts"] = htmltest.At(htmltest.Ask(t, "explain.score", scoreRequestOf(answer)), "parts")
		answer["slip"] = map[string]any{"name": "Nova", "title": "Merge intervals", "score": "94.25", "time": "17 Nov 2026, 18:00 UTC", "rank": "2", "tests": "39 of 40", "took": "860 ms", "rating": "1249.49"}
		for member, words := range map[string]string{"code": "hash", "other": "none"} {
			answer[member] = htmltest.Attr(root, "data-"+words)
		}
		for link := range htmltest.Find(root, "data-whatif") {
			answer["whatif"] = htmltest.Attr(link, "href")
			checkWhatIf(t, htmltest.Attr(link, "href"), answer)
		}
		for box := range htmltest.Find(root, "data-shipped") {
			listed := listedOf(t, htmltest.Attr(box, "data-shipped"))
			answer["listed"], answer["trusted"] = listed, ownersOf(listed)
		}
		if htmltest.At(answer, "verdict") != "authentic" || htmltest.At(answer, "heading") != "Authentic" {
			t.Errorf("%v: want the example to be authentic", answer["verdict"])
		}
		answer["verdict"], answer["heading"] = "unchecked", "Not checked yet" // before the device has checked it
		answer["sentence"] = "Nothing counts before this device has checked it."
		if places := htmltest.Compare(t, root, answer); places < 50 {
			t.Errorf("%d places for the answer: want the page to show it", places)
		}
	}
	if forms != 1 {
		t.Errorf("%d places to verify a proof: want 1", forms)
	}
}

// scoreRequestOf asks for the recomputed total of an answer.
func scoreRequestOf(answer map[string]any) map[string]any {
	weights, measurements := map[string]any{}, map[string]any{}
	breakdown, _ := htmltest.At(answer, "recomputed/score/breakdown").(map[string]any)
	for key, part := range breakdown {
		weights[key] = htmltest.At(part, "weight")
		measurements[key] = map[string]any{"score": htmltest.At(part, "score")}
	}
	return map[string]any{"rulebook": htmltest.At(answer, "recomputed/score/rulebook"), "weights": weights, "measurements": measurements}
}

// TestSamples holds that the examples are of three verdicts, the first that of
// the page.
func TestSamples(t *testing.T) {
	var verdicts []string
	for _, s := range samples {
		got, err := proof.Verify(proof.VerifyRequest{Text: s.Text, Keys: keys.JSON})
		if err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, got.Verdict)
	}
	if want := []string{"authentic", "not-authentic", "unknown-key"}; !slices.Equal(verdicts, want) {
		t.Errorf("the examples are %v: want %v", verdicts, want)
	}
	if samples[0].Text != proofExample {
		t.Error("the first example is not that of the page")
	}
}

// addRecomputed spells the recomputed total cell by cell.
func addRecomputed(answer map[string]any) {
	recomputed := answer["recomputed"].(map[string]any)
	var rows []any
	for _, key := range []string{"correctness", "speed", "quality", "process"} {
		part := htmltest.At(recomputed, "score/breakdown/"+key).(map[string]any)
		part["key"] = key
		rows = append(rows, part)
	}
	recomputed["rows"], recomputed["total"], recomputed["differs"] = rows, htmltest.At(recomputed, "score/score"), recomputed["agrees"] != true
	recomputed["same"] = recomputed["agrees"] == true && recomputed["rounded"] != true
}

// A record that rounds its total does not say the same number: both are shown,
// and that the record rounds.
func TestRoundedTotal(t *testing.T) {
	v, err := recomputedView(&proof.Recomputed{Field: "score", Claimed: 83, Agrees: true, Rounded: true, Score: score.ComputeResponse{Rulebook: "airena", Score: 82.8}})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := markup.Page(markup.View{Verdict: markup.VerdictView{Recomputed: v}}).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(&page)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"recomputed/same": false, "recomputed/rounded": true, "recomputed/differs": false} {
		for el := range htmltest.Find(doc, "data-if") {
			if htmltest.Attr(el, "data-if") == path && htmltest.Has(el, "hidden") == want {
				t.Errorf("%s: shown is %v, want %v", path, !want, want)
			}
		}
	}
	for path, want := range map[string]string{"recomputed/total": "82.8", "recomputed/claimed": "83"} {
		for el := range htmltest.Find(doc, "data-out") {
			if htmltest.Attr(el, "data-out") == path && !strings.HasPrefix(htmltest.Content(el), want) {
				t.Errorf("%s is %q: want %s", path, htmltest.Content(el), want)
			}
		}
	}
}

// checkWhatIf holds that the link hands the recomputed score to its page.
func checkWhatIf(t *testing.T, link string, answer map[string]any) {
	t.Helper()
	path, encoded, _ := strings.Cut(strings.TrimSuffix(link, ";end"), "#1;op=score.compute;json=")
	text, err := url.PathUnescape(encoded)
	var request map[string]any
	if err != nil || json.Unmarshal([]byte(text), &request) != nil || path != "/score/airena/" {
		t.Fatalf("what if leads to %s", link)
	}
	if got, want := htmltest.At(htmltest.Ask(t, "score.compute", request), "score"), htmltest.At(answer, "recomputed/score/score"); got != want {
		t.Errorf("what if computes %v: want %v", got, want)
	}
}

// listedOf are the keys that come with the page as it lists them.
func listedOf(t *testing.T, shipped string) []any {
	t.Helper()
	var ring map[string]any
	if err := json.Unmarshal([]byte(shipped), &ring); err != nil {
		t.Fatal(err)
	}
	listed := ring["keys"].([]any)
	if len(listed) == 0 {
		t.Fatal("no key comes with the page")
	}
	for _, key := range listed {
		key := key.(map[string]any)
		key["short"], key["shipped"] = shortKey(key["public_key"].(string)), true
	}
	return listed
}

// ownersOf names the owners of keys, each once: a host may list keys of its own.
func ownersOf(listed []any) string {
	var owners []string
	for _, key := range listed {
		if owner := htmltest.At(key, "owner").(string); !slices.Contains(owners, owner) {
			owners = append(owners, owner)
		}
	}
	return strings.Join(owners, ", ")
}

func TestFolded(t *testing.T) {
	for _, c := range []struct{ text, want string }{{"", ""}, {strings.Repeat("a", 64), strings.Repeat("a", 64)}, {strings.Repeat("a", 65), strings.Repeat("a", 64) + "\na"}} {
		if got := folded(c.text); got != c.want {
			t.Errorf("folded(%q) = %q: want %q", c.text, got, c.want)
		}
	}
}

func TestSpaced(t *testing.T) {
	for _, c := range []struct{ digits, want string }{{"", ""}, {"7b", "7b"}, {"7b220a", "7b 22 0a"}} {
		if got := spaced(c.digits); got != c.want {
			t.Errorf("spaced(%q) = %q: want %q", c.digits, got, c.want)
		}
	}
}
