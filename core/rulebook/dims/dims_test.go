package dims

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// documented is the example of Clawdiators docs, Scoring.
const documented = `import { dims } from "@clawdiators/shared";

const CHALLENGE_DIMENSIONS = dims(
  { correctness: 0.40, methodology: 0.25, speed: 0.15, completeness: 0.20 },
  { correctness: { description: "Override description for this challenge" } },
);
`

func TestDocumentedCall(t *testing.T) {
	got, err := Dims(DimsRequest{Rulebook: rulebook.ID("clawdiators"), Text: documented})
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]float64{"correctness": 0.4, "methodology": 0.25, "speed": 0.15, "completeness": 0.2}; !maps.Equal(got.Weights, want) {
		t.Errorf("weights %v, want %v", got.Weights, want)
	}
	if d := got.Dimensions[0]; !reflect.DeepEqual(d, DimsRow{Key: "correctness", Label: "Correctness", Description: "Override description for this challenge", Color: "emerald", Weight: 0.4}) {
		t.Errorf("first dimension %+v", d)
	}
	const want = "dims(\n  { correctness: 0.4, completeness: 0.2, methodology: 0.25, speed: 0.15 },\n" +
		"  { correctness: { description: \"Override description for this challenge\" } },\n)"
	if got.Text != want {
		t.Errorf("text:\n%s\nwant:\n%s", got.Text, want)
	}
}

func TestForms(t *testing.T) {
	tests := []struct{ name, text, description string }{
		{"no descriptions", `dims({speed:0.5,correctness:0.5})`, ""},
		{"percent", `dims({ speed: 50, correctness: 50 });`, ""},
		{"keys in quotation marks, trailing commas", `dims({ 'speed': .5, "correctness": 5e-1, }, )`, ""},
		{"comments", "dims( // weights\n{ speed: 0.5, /* half */ correctness: 0.5 })", ""},
		{"a name that ends with dims", `mydims(1); dims({ speed: 0.5, correctness: 0.5 })`, ""},
		{"escapes", `dims({ speed: 0.5, correctness: 0.5 }, { speed: { description: 'it\'s \u00e9\n"fast"' } })`, "it's é\n\"fast\""},
		{"a template without expressions", "dims({ speed: 0.5, correctness: 0.5 }, { speed: { description: `two\nlines` } })", "two\nlines"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Dims(DimsRequest{Rulebook: rulebook.ID("clawdiators"), Text: tt.text})
			if err != nil {
				t.Fatal(err)
			}
			if got.Weights["speed"] != 0.5 || got.Weights["correctness"] != 0.5 || got.Descriptions["speed"] != tt.description {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	half := map[string]float64{"speed": 0.5, "correctness": 0.5}
	tests := []struct {
		name string
		req  DimsRequest
		want string
	}{
		{"no call", DimsRequest{Text: "const x = mydims({})"}, "/text: no call of dims()"},
		{"an expression", DimsRequest{Text: "dims({ speed: half })"}, `/text: line 1, column 15: "half": want a number`},
		{"infinity", DimsRequest{Text: "dims({ speed: Infinity })"}, `/text: line 1, column 15: "Infinity": want a number`},
		{"too large", DimsRequest{Text: "dims({ speed: 1e999 })"}, `/text: line 1, column 15: "1e999": want a number`},
		{"no comma", DimsRequest{Text: "dims({ speed: 0.5\n correctness: 0.5 })"}, "/text: line 2, column 2: want a comma or }"},
		{"not closed", DimsRequest{Text: "dims({ speed: 0.5, "}, "/text: line 1, column 20: want the key of a dimension"},
		{"no bracket", DimsRequest{Text: "dims({ speed: 0.5, correctness: 0.5 }"}, "/text: line 1, column 38: want )"},
		{"twice", DimsRequest{Text: "dims({ speed: 0.5, speed: 0.5 })"}, `/text: line 1, column 26: "speed" twice`},
		{"another member", DimsRequest{Text: "dims({ speed: 1 }, { speed: { weight: 1 } })"}, `/text: line 1, column 38: "weight": want description`},
		{"an expression in a text", DimsRequest{Text: "dims({ speed: 1 }, { speed: { description: `${x}` } })"}, "${: want a text without expressions"},
		{"a text over two lines", DimsRequest{Text: "dims({ speed: 1 }, { speed: { description: \"a\nb\" } })"}, "a text that does not end on its line"},
		{"an unknown dimension", DimsRequest{Text: "dims({ luck: 1 })"}, `/text: weights/luck: unknown dimension "luck"`},
		{"another sum", DimsRequest{Text: "dims({ speed: 0.5, correctness: 0.6 })"}, "/text: weights: weights sum to 1.1"},
		{"a description without a weight", DimsRequest{Text: "dims({ speed: 0.5, correctness: 0.5 }, { analysis: { description: '' } })"}, `/text: a description of "analysis"`},
		{"text and weights", DimsRequest{Text: "dims({})", Weights: half}, "/text: give either a text or weights"},
		{"nothing", DimsRequest{}, "/weights: missing"},
		{"a description beside weights", DimsRequest{Weights: half, Descriptions: map[string]string{"analysis": ""}}, "/descriptions/analysis"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Rulebook = rulebook.ID("clawdiators")
			if _, err := Dims(tt.req); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// What is written reads as what it was written from.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys := []string{"correctness", "completeness", "precision", "methodology", "speed", "code_quality"}
	letters := []rune("\b\f\x01aé\"'`\\\n\t$ {}/*,:\u2028😀")
	for range 500 {
		req := DimsRequest{Rulebook: rulebook.ID("clawdiators"), Weights: map[string]float64{}, Descriptions: map[string]string{}}
		n := 2 + rng.IntN(5)
		left := 1000
		for i, key := range keys[:n] {
			part := left
			if i < n-1 {
				part = rng.IntN(left + 1)
			}
			left -= part
			req.Weights[key] = float64(part) / 1000
			if rng.IntN(2) == 0 {
				text := make([]rune, rng.IntN(12))
				for j := range text {
					text[j] = letters[rng.IntN(len(letters))]
				}
				req.Descriptions[key] = string(text)
			}
		}
		there, err := Dims(req)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Dims(DimsRequest{Rulebook: req.Rulebook, Text: "x = " + there.Text + ";"})
		if err != nil {
			t.Fatalf("%s: %v", there.Text, err)
		}
		if !maps.Equal(back.Weights, req.Weights) || !maps.Equal(back.Descriptions, req.Descriptions) || back.Text != there.Text {
			t.Fatalf("%+v, read back %+v", req, back)
		}
	}
}
