package badge

import (
	"crypto/ed25519"
	"embed"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/testdata"
)

var update = flag.Bool("update", false, "rewrite the pictures of testdata")

//go:embed testdata
var goldens embed.FS

const formats = "vectors/proofs/formats/"

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := testdata.FS.ReadFile(formats + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ring is a keyring with the key of the vectors, for an arena or any.
func ring(t testing.TB, arena string) []byte {
	t.Helper()
	entry := map[string]string{"id": "runner-1", "owner": "airena-runner-1", "public_key": strings.TrimSpace(file(t, "pubkey.hex"))}
	if arena != "" {
		entry["arena"] = arena
	}
	text, err := json.Marshal(map[string]any{"keys": []any{entry}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pictures are badges of every kind and state.
func pictures(t testing.TB) map[string]Request {
	flat, credential := file(t, "flat-jcs.json"), file(t, "vc-eddsa-jcs-2022.json")
	keys := ring(t, "arena.example")
	altered := strings.Replace(credential, `"score": 85.5`, `"score": 86.5`, 1)
	if altered == credential {
		t.Fatal("the credential has no score 85.5")
	}
	all := map[string]Request{
		"verified":      {Kind: "verified", Text: credential, Keys: keys},
		"aged":          {Kind: "score", Text: flat, Keys: keys, At: "2026-03-09T12:00:00Z"},
		"compact-aged":  {Kind: "score", Variant: "compact", Text: flat, Keys: keys, At: "2026-03-09T12:00:00Z"},
		"carries":       {Kind: "score", Text: flat, Keys: keys, Carry: true, At: "2026-11-21T12:00:00Z"},
		"not-signed":    {Kind: "tier", Text: flat, Keys: keys},
		"other-arena":   {Kind: "score", Text: flat, Keys: ring(t, "elsewhere")},
		"unknown-key":   {Kind: "score", Text: flat},
		"not-authentic": {Kind: "score", Text: altered, Keys: keys},
		"unmatched":     {Kind: "score", Text: file(t, "neg-tampered-score.json"), Keys: keys},
		"forged":        {Kind: "score", Text: file(t, "neg-self-signed-forgery.json"), Keys: keys},
		"qualified":     {Kind: "score", Text: flat, Keys: keys, At: "2026-02-01T00:00:00Z"},
		"unreadable":    {Kind: "score", Text: flat[:100], Keys: keys},
		"plain":         {Kind: "rating", Name: "nova", Value: "1302", AsOf: "2026-11-20", Rules: "airena", At: "2026-11-21T12:00:00Z"},
		"plain-undated": {Kind: "score", Name: "nova", Value: "88"},
		"contested":     {Kind: "score", Text: `{"final_score": 85.5, "version": "tallyproof-score/1", "evaluator_pubkey": "01` + strings.Repeat("0", 62) + `", "evaluator_signature": "01` + strings.Repeat("0", 126) + `"}`},
		"plain-stale":   {Kind: "result", Name: "nova", Value: "win", AsOf: "2026-11-12T12:00:00Z", At: "2026-11-20T12:00:00Z"},
	}
	public, private := prooftest.TestKey('b')
	signed := jws(private, `{"arena":"Arena of agents: 2","agent_name":"Nova: 100 · verified","tier":"Gold (top 5 %)","score":88,"timestamp":"2026-03-01T12:00:00Z"}`)
	all["names"] = Request{Kind: "tier", Text: signed, Keys: fmt.Appendf(nil, `{"keys": [{"public_key": "%x"}]}`, public), Carry: true}
	for _, variant := range proof.Variants {
		all["score-"+variant] = Request{Kind: "score", Variant: variant, Text: flat, Keys: keys}
	}
	return all
}

// Each picture is the one in testdata, is sound, and within 1.2 KB unless it
// carries a proof.
func TestPictures(t *testing.T) {
	all := pictures(t)
	for name, req := range all {
		t.Run(name, func(t *testing.T) {
			got := render(t, req)
			golden := "testdata/" + name + ".svg"
			if *update {
				if err := os.WriteFile(golden, []byte(got.SVG), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := goldens.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.SVG != string(want) {
				t.Errorf("\n got %s\nwant %s", got.SVG, want)
			}
			if size := len(got.SVG); size > 1200 && !got.Carries {
				t.Errorf("%d bytes, want at most 1200", size)
			}
			check(t, got)
		})
	}
	files, err := fs.Glob(goldens, "testdata/*.svg")
	if err != nil || len(files) != len(all) {
		t.Errorf("%d files in testdata, want one for each of %d pictures: %v", len(files), len(all), err)
	}
}

func render(t testing.TB, req Request) Response {
	t.Helper()
	got, err := Render(req)
	if err != nil {
		t.Fatalf("%+v: %v", req, err)
	}
	return got
}

// What a badge of a proof says, and that only an authentic one shows a value.
func TestWords(t *testing.T) {
	all := pictures(t)
	tests := map[string]struct{ label, message, note, verdict string }{
		"score-auto":    {"arena.example · a1b2c3d4", "claims 85.5", "as of 2026-03-01", "authentic"},
		"score-compact": {"a1b2c3d4", "claims 85.5", "", "authentic"},
		"verified":      {"arena.example · a1b2c3d4", "claims to be signed", "as of 2026-03-01", "authentic"},
		"aged":          {"arena.example · a1b2c3d4", "claims 85.5", "as of 2026-03-01, 8 days old", "authentic"},
		"compact-aged":  {"a1b2c3d4", "claims 85.5", "", "authentic"},
		"carries":       {"arena.example · a1b2c3d4", "score 85.5 verified", "as of 2026-03-01", "authentic"},
		"not-signed":    {"tier", "not in this proof", "", "authentic"},
		"other-arena":   {"score", "the key is of another arena", "", "qualified"},
		"unknown-key":   {"score", "unknown key", "", "unknown-key"},
		"forged":        {"score", "unknown key", "", "unknown-key"},
		"not-authentic": {"score", "not authentic", "", "not-authentic"},
		"unmatched":     {"score", "signature does not fit", "", "unmatched"},
		"qualified":     {"score", "the dates do not fit", "", "qualified"},
		"unreadable":    {"score", "can't read", "", "unreadable"},
		"plain":         {"nova", "rating 1302 unsigned", "as of 2026-11-20 · rules airena", ""},
		"plain-undated": {"nova", "score 88 unsigned", "undated", ""},
		"contested":     {"score", "verifiers disagree", "", "contested"},
		"names":         {"Arena of agents: 2 · Nova: 100 - verified", "tier “Gold (top 5 %)” verified", "as of 2026-03-01", "authentic"},
		"plain-stale":   {"nova", "result win unsigned", "as of 2026-11-12, 8 days old", ""},
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			got := render(t, all[name])
			if got.Label != want.label || got.Message != want.message || got.Note != want.note || got.Verdict != want.verdict {
				t.Errorf("%q, %q, %q, %q, want %q", got.Label, got.Message, got.Note, got.Verdict, want)
			}
			said := strings.TrimSuffix(got.Message+" · "+got.Note, " · ")
			if !reflect.DeepEqual(got.Shields, Shields{SchemaVersion: 1, Label: got.Label, Message: said, Color: got.Color, IsError: want.verdict == "not-authentic" || want.verdict == "unmatched"}) {
				t.Errorf("for shields: %+v", got.Shields)
			}
			claims := strings.HasPrefix(got.Message, "claims ")
			if says := strings.Contains(got.SVG, " verified<"); says != all[name].Carry {
				t.Errorf("says verified: %t, for verdict %q and %q", says, got.Verdict, got.Message)
			}
			if claims && got.Verdict != "authentic" {
				t.Errorf("%q, for verdict %q", got.Message, got.Verdict)
			}
			if !claims && !all[name].Carry && strings.Contains(got.SVG, "85.5") {
				t.Error("shows a value that is not proven")
			}
		})
	}
}

// The words of a picture have the age behind the date, also if the picture has neither.
func TestTitleOfAge(t *testing.T) {
	all := pictures(t)
	for name, want := range map[string]string{
		"score-compact": "claims 85.5 · as of 2026-03-01 · arena.example · a1b2c3d4",
		"compact-aged":  "claims 85.5 · as of 2026-03-01, 8 days old · arena.example · a1b2c3d4",
		"aged":          "claims 85.5 · as of 2026-03-01, 8 days old · arena.example · a1b2c3d4",
		"plain-stale":   "result win unsigned · as of 2026-11-12, 8 days old · nova",
	} {
		t.Run(name, func(t *testing.T) {
			if got := render(t, all[name]).Title; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// Every key, envelope and change: whatever is not authentic for proof.verify
// never says verified.
func TestNothingElseIsVerified(t *testing.T) {
	paths, err := fs.Glob(testdata.FS, formats+"*")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d formats: %v", len(paths), err)
	}
	keys, shown := ring(t, ""), 0
	for _, file := range paths {
		data, err := testdata.FS.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := proof.Verify(proof.VerifyRequest{Text: string(data), Keys: keys})
		if err != nil {
			continue
		}
		for _, kind := range Kinds {
			got, err := Render(Request{Kind: kind, Text: string(data), Keys: keys, Carry: true})
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			says := strings.Contains(got.SVG, "verified")
			if says && answer.Verdict != "authentic" || got.Verdict != answer.Verdict || got.Carries && !says {
				t.Errorf("%s, %s: verdict %s, badge of %s: %s", path.Base(file), kind, answer.Verdict, got.Verdict, got.SVG)
			}
			if says {
				shown++
			}
			check(t, got)
		}
	}
	if shown < 5 {
		t.Errorf("%d badges said verified: the test found no proofs", shown)
	}
}

// A badge that carries its proof is verified by itself, and no byte of its
// picture can be changed without notice.
func TestCarried(t *testing.T) {
	keys := ring(t, "arena.example")
	for _, name := range []string{"flat-jcs.json", "vc-eddsa-jcs-2022.json", "dsse-intoto.json", "jws-compact.txt"} {
		for _, variant := range proof.Variants {
			got := render(t, Request{Kind: "verified", Variant: variant, Text: file(t, name), Keys: keys, Carry: true})
			verdict(t, got.SVG+"\n", keys, "authentic")
			verdict(t, got.SVG, nil, "unknown-key")
		}
	}
	svg := render(t, Request{Kind: "score", Text: file(t, "vc-eddsa-jcs-2022.json"), Keys: keys, Carry: true}).SVG
	begin, end := strings.Index(svg, "<metadata>"), strings.Index(svg, "</metadata>")
	for i := range svg {
		if i > begin && i < end {
			continue // the proof itself may be spelled otherwise
		}
		changed := svg[:i] + string(svg[i]^1) + svg[i+1:]
		answer, err := proof.Verify(proof.VerifyRequest{Text: changed, Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		if answer.Verdict == "authentic" || answer.Verdict == "unknown-key" {
			t.Fatalf("byte %d changed: %s\n%s", i, answer.Verdict, changed)
		}
	}
}

func TestEditedBadges(t *testing.T) {
	keys := ring(t, "arena.example")
	svg := render(t, Request{Kind: "score", Text: file(t, "flat-jcs.json"), Keys: keys, Carry: true}).SVG
	other := base64.StdEncoding.EncodeToString([]byte(file(t, "vc-eddsa-jcs-2022.json")))
	nested := base64.StdEncoding.EncodeToString([]byte(svg))
	tests := []struct{ name, from, to, verdict string }{
		{"one digit", ">score 85.5 verified</text>", ">score 95.5 verified</text>", "not-authentic"},
		{"the title", "<title>score 85.5", "<title>score 95.5", "not-authentic"},
		{"a text on top", "</svg>", `<text x="6" y="14">99</text></svg>`, "not-authentic"},
		{"what it shows", "tallyproof-badge/1 score", "tallyproof-badge/1 rating", "not-authentic"},
		{"its variant", " auto ", " dark ", "not-authentic"},
		{"no such variant", " auto ", " red ", "not-authentic"},
		{"a declaration before it", "<svg ", `<?xml version="1.0"?><svg `, "not-authentic"},
		{"another proof", strings.Fields(svg[strings.Index(svg, "auto "):])[1], other + "</metadata><style>@media(prefers-color-scheme:dark){.t{fill:#272d32}.i{fill:#e8ebed}", "not-authentic"},
		{"a badge in a badge", strings.SplitN(svg[strings.Index(svg, "auto ")+5:], "<", 2)[0], nested, "unreadable"},
		{"no base64", " auto ", " auto !", "unreadable"},
		{"nothing inside", " auto ", "", "unreadable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(svg, tt.from, tt.to, 1)
			if changed == svg {
				t.Fatalf("%q is not in the badge", tt.from)
			}
			verdict(t, changed, keys, tt.verdict)
		})
	}
}

// A picture drawn of a member that is no kind of badge would show its value in the
// place of the score.
func TestOtherKinds(t *testing.T) {
	public, private := prooftest.TestKey('b')
	keys := fmt.Appendf(nil, `{"keys": [{"public_key": "%x"}]}`, public)
	text := jws(private, `{"agent":"Nova","score":12,"submission_id":"99.5","rank":1,"challenge":"100","arena":"a","rulebook":"99"}`)
	answer, err := proof.Verify(proof.VerifyRequest{Text: text, Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"score", "submission", "challenge", "arena", "rules"} {
		picture, ok := proof.Badge(answer.Signed(), kind, "compact", text)
		svg, _ := picture.SVG()
		want := "not-authentic"
		if kind == "score" {
			want = "authentic"
		}
		if !ok {
			t.Errorf("%s: no picture", kind)
		}
		verdict(t, svg, keys, want)
	}
}

// jws is a payload that a key signs.
func jws(key ed25519.PrivateKey, payload string) string {
	encoded := base64.RawURLEncoding.EncodeToString
	input := encoded([]byte(`{"alg":"EdDSA"}`)) + "." + encoded([]byte(payload))
	return input + "." + encoded(ed25519.Sign(key, []byte(input)))
}

func verdict(t *testing.T, text string, keys []byte, want string) {
	t.Helper()
	answer, err := proof.Verify(proof.VerifyRequest{Text: text, Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	if answer.Verdict != want || want != "unreadable" && answer.Format != "badge" {
		t.Errorf("%s, format %q, want %s: %s\n%s", answer.Verdict, answer.Format, want, answer.Sentence, text)
	}
}

func TestRefusals(t *testing.T) {
	flat := file(t, "flat-jcs.json")
	tests := []struct {
		name string
		req  Request
		want string
	}{
		{"nothing", Request{Kind: "score"}, `/text: "": want a proof in text, or a value`},
		{"verified without a proof", Request{Kind: "verified", Value: "1"}, `/kind: "verified": want the proof in text`},
		{"carried without a proof", Request{Kind: "score", Value: "1", Carry: true}, `/carry: "true": want the proof in text`},
		{"both", Request{Kind: "score", Text: flat, AsOf: "2026-01-01"}, `/text: "2026-01-01": want a proof or plain values, not both`},
		{"rules beside a proof", Request{Kind: "score", Text: flat, Rules: "airena"}, `/text: "airena": want a proof or plain values, not both`},
		{"a value with another tick", Request{Kind: "score", Value: "88 ✓"}, `/value: "88 ✓": want a text without the word verified, which only a proof may show`},
		{"a value that says verified", Request{Kind: "score", Value: "88 Verified"}, `/value: "88 Verified": want a text without the word verified, which only a proof may show`},
		{"a name that ticks", Request{Kind: "score", Name: "nova ✅", Value: "88"}, `/name: "nova ✅": want a text without the word verified, which only a proof may show`},
		{"rules that say it", Request{Kind: "score", Value: "88", Rules: "authentic"}, `/rules: "authentic": want a text without the word verified, which only a proof may show`},
		{"no date", Request{Kind: "score", Value: "88", AsOf: "yesterday"}, `/as_of: "yesterday": want a date such as 2026-03-01, or an RFC 3339 time such as 2026-03-01T12:00:00Z`},
		{"no time", Request{Kind: "score", Value: "88", AsOf: "2026-03-01", At: "now"}, `/at: "now": want an RFC 3339 time such as 2026-03-01T12:00:00Z`},
		{"no keyring", Request{Kind: "score", Text: flat, Keys: []byte(`{"keys":[{}]}`)}, "/keys/keys/0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Render(tt.req)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}

// Names that mean harm make badges that are as sound as others.
func TestHostileNames(t *testing.T) {
	names := map[string]string{
		"markup":      `</text><script>alert(1)</script><text a="&quot;'>`,
		"CDATA":       "]]><!--",
		"RTL":         "\u202e\u05e0\u05d5\u05d1\u05d4 \u2067abc",
		"Arabic":      "نوفا العربية الطويلة جدا",
		"emoji":       "👩‍👩‍👧‍👦🏳️‍🌈🤖",
		"combining":   "a" + strings.Repeat("\u0301", 500),
		"wide":        strings.Repeat("日本語", 40),
		"long":        strings.Repeat("W", 200),
		"long words":  strings.Repeat("nova ", 40),
		"controls":    "a\x00\x01\x1b\x7f\u0085b\ufffe\uffff",
		"lines":       "a\r\n\tb\u2028c",
		"white":       "   ",
		"no width":    "\u200b\u200d\ufeff\u2060",
		"tags":        "a\U000e0041\U000e0042",
		"quotes":      `"'&<>`,
		"empty":       "",
		"replacement": "\ufffd",
	}
	for name, text := range names {
		t.Run(name, func(t *testing.T) {
			for _, variant := range proof.Variants {
				got := render(t, Request{Kind: "score", Variant: variant, Name: text, Value: "88" + text, AsOf: "2026-11-20", Rules: text[:min(len(text), 200)]})
				check(t, got)
				if got.Width > 800 {
					t.Errorf("%d pixels wide", got.Width)
				}
				if strings.Contains(got.SVG, "\u202e") {
					t.Error("it turns the text after it")
				}
			}
		})
	}
}
