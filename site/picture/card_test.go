package picture

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/chart"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var parts = []Part{
	{"correctness", "Correctness", "36.00", 0, 36}, {"speed", "Speed", "20.00", 36, 20},
	{"quality", "Quality", "16.00", 56, 16}, {"process", "Process", "1.00", 72, 1},
}

// cards are one of each kind.
var cards = map[string]Card{
	"score": {Question: "What does this submission score?", Answer: "This submission scores 73.00 of 100.", Key: "73.00", Parts: parts, Foot: "Foot."},
	"chart": {
		Question: "Where will my Elo go?", Answer: "After 60 matches: 1116 in the middle; 90 % of careers end between 1057 and 1177.", Key: "1116",
		Chart: (&chart.Fan{Title: "t", Lines: []chart.Mark{{At: 1150, Text: "1150"}}, Points: []chart.FanPoint{
			{At: 0, Levels: [5]float64{1000, 1000, 1000, 1000, 1000}}, {At: 60, Levels: [5]float64{1057, 1090, 1116, 1140, 1177}, Texts: [5]string{"1057", "", "1116", "", "1177"}},
		}}).SVG(),
	},
	"authentic":     {Question: "Is this score authentic?", Verdict: &Verdict{State: "authentic", Heading: "Authentic", Words: "Signed by runner-2.", Who: "Nova · Sorting", Total: "85"}},
	"not authentic": {Question: "Is this score authentic?", Verdict: &Verdict{State: "not-authentic", Heading: "Not authentic", Words: "The signature does not match these bytes.", Who: "A stored record"}},
}

func TestCards(t *testing.T) {
	for name, card := range cards {
		t.Run(name, func(t *testing.T) {
			golden := filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+".svg")
			svg := strings.ReplaceAll(card.SVG(), "><", ">\n<") + "\n"
			if *update {
				if err := os.WriteFile(golden, []byte(svg), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if svg != string(want) {
				t.Errorf("got\n%s\nwant\n%s", svg, want)
			}
			if size := pixels(t, card).Bounds().Size(); size != image.Pt(Width, Height) {
				t.Errorf("got a picture of %v pixels", size)
			}
		})
	}
}

func pixels(t *testing.T, card Card) image.Image {
	t.Helper()
	data, err := card.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 60_000 {
		t.Errorf("the picture has %d bytes: want at most 60,000", len(data))
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Places of the score's card whose colours follow from its numbers.
func TestBarIsWhereItsNumbersSay(t *testing.T) {
	got := pixels(t, cards["score"])
	for _, row := range []struct {
		name    string
		percent float64
		want    string
	}{
		{"first part", 35, "correctness"}, {"second part", 37, "speed"}, {"third part", 71, "quality"},
		{"a part too narrow for its name", 72.4, "process"}, {"what is left", 90, ""},
	} {
		x := int(margin + row.percent*inner/100)
		want := color.Color(colours["rail"])
		if row.want != "" {
			want = dimensions[row.want]
		}
		if r, g, b, _ := got.At(x, 440).RGBA(); [3]uint32{r, g, b} != rgb(want) {
			t.Errorf("%s: got %v at %d", row.name, got.At(x, 440), x)
		}
	}
}

func rgb(c color.Color) [3]uint32 {
	r, g, b, _ := c.RGBA()
	return [3]uint32{r, g, b}
}

// Only an authentic proof has the ground of one.
func TestOnlyAuthenticHasItsGround(t *testing.T) {
	for name, want := range map[string]color.Color{"authentic": colours["good"], "not authentic": colours["paper"]} {
		if got := pixels(t, cards[name]).At(1000, 410); rgb(got) != rgb(want) {
			t.Errorf("%s: got %v", name, got)
		}
	}
	for _, state := range []string{"qualified", "unknown-key", "contested", "unmatched", "not-authentic", "unreadable", "Authentic", ""} {
		card := Card{Verdict: &Verdict{State: state, Heading: "Authentic"}}
		if got := pixels(t, card).At(1000, 410); rgb(got) == rgb(colours["good"]) {
			t.Errorf("%q has the ground of an authentic proof", state)
		}
	}
}

// A text that does not fit is shortened and stays inside the picture; characters
// that the font lacks are left out.
func TestTextsOfStrangers(t *testing.T) {
	for name, text := range map[string]string{
		"long": strings.Repeat("long ", 80), "one long word": strings.Repeat("W", 300), "markup": `</text><script>alert("x")</script>`,
		"other script": "名前の長いエージェント", "right to left": "\u2067שלום\u2069 \u202eabc", "control": "a\x00b\nc", "empty": "",
	} {
		t.Run(name, func(t *testing.T) {
			for kind, card := range map[string]Card{
				"verdict":  {Question: text, Foot: text, Verdict: &Verdict{State: "authentic", Heading: text, Words: text, Who: text, Total: text}},
				"sentence": {Question: text, Answer: text, Key: text, Foot: text},
			} {
				got := pixels(t, card)
				for y := range Height {
					for _, x := range []int{2, Width - 2} {
						if y > 8 && rgb(got.At(x, y)) != rgb(colours["paper"]) {
							t.Fatalf("%s: something is drawn at the edge, at %d, %d", kind, x, y)
						}
					}
				}
			}
		})
	}
}

// What this package cannot draw is an error and no picture with a part missing.
func TestRefuses(t *testing.T) {
	for name, row := range map[string]struct{ svg, want string }{
		"another element": {`<svg viewBox="0 0 360 100"><circle r="4"/></svg>`, "<circle>: is not drawn here"},
		"curve":           {`<svg viewBox="0 0 360 100"><path d="M0 0C1 1 2 2 3 3"/></svg>`, `the command 'C' is not drawn here`},
		"no number":       {`<svg viewBox="0 0 360 100"><rect width="wide"/></svg>`, `"wide": want a number`},
		"no viewBox":      {`<svg></svg>`, `viewBox "": want four numbers`},
		"path of Z":       {`<svg viewBox="0 0 360 100"><path d="Z"/></svg>`, "want M before"},
		"half a point":    {`<svg viewBox="0 0 360 100"><path d="M1"/></svg>`, "want a number at"},
		"broken":          {`<svg viewBox="0 0 360 100"><g>`, "XML syntax error"},
		"empty box":       {`<svg viewBox="0 0 360 100"><text>名</text></svg>`, "characters that the font lacks"},
	} {
		t.Run(name, func(t *testing.T) {
			err := (&canvas{to: blank(Width, Height, colours["paper"])}).draw(row.svg)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %q", err, row.want)
			}
		})
	}
}
