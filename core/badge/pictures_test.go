package badge

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/words"
)

// drawn is an SVG as this package makes it.
type drawn struct {
	XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
	Width   int      `xml:"width,attr"`
	Height  int      `xml:"height,attr"`
	Role    string   `xml:"role,attr"`
	Title   string   `xml:"title"`
	Style   string   `xml:"style"`
	Group   struct {
		Shapes []struct {
			XMLName xml.Name
			D       string `xml:"d,attr"`
			X       int    `xml:"x,attr"`
			Length  int    `xml:"textLength,attr"`
			Fill    string `xml:"fill,attr"`
			Class   string `xml:"class,attr"`
			Text    string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"g"`
}

// Colours and forms that every badge has: well-formed, a title, texts that fit
// and stand out from what they stand on in each scheme.
func check(t *testing.T, got Response) {
	t.Helper()
	if err := wellFormed(got.SVG); err != nil {
		t.Fatalf("%v in %s", err, got.SVG)
	}
	var svg drawn
	if err := xml.Unmarshal([]byte(got.SVG), &svg); err != nil {
		t.Fatalf("%v in %s", err, got.SVG)
	}
	if svg.Width != got.Width || svg.Height != got.Height || svg.Role != "img" || strings.TrimSpace(svg.Title) == "" {
		t.Errorf("width %d and %d, role %q, title %q", svg.Width, got.Width, svg.Role, svg.Title)
	}
	dark := darkRules(svg.Style)
	var ground, groundDark string
	var from, to, texts int
	for _, s := range svg.Group.Shapes {
		switch {
		case strings.Contains(s.D, " 0H"):
			var back int
			if n, err := fmt.Sscanf(s.D, "M%d 0H%dv20H%d", &from, &to, &back); n != 3 || err != nil || back != from || to > svg.Width {
				t.Fatalf("ground %q in %s", s.D, got.SVG)
			}
			ground, groundDark = s.Fill, pick(dark, s.Class, s.Fill)
		case s.XMLName.Local == "text":
			texts++
			if s.X < from || s.X+s.Length > to || s.Length <= 0 {
				t.Errorf("%q at %d, %d long, leaves its ground from %d to %d", s.Text, s.X, s.Length, from, to)
			}
			for _, pair := range [][2]string{{s.Fill, ground}, {pick(dark, s.Class, s.Fill), groundDark}} {
				if c := contrast(t, pair[0], pair[1]); c < 4.5 {
					t.Errorf("%q: contrast %.2f of %s on %s, want 4.5", s.Text, c, pair[0], pair[1])
				}
			}
		}
	}
	if texts == 0 || to != svg.Width {
		t.Errorf("%d texts, to %d of %d", texts, to, svg.Width)
	}
}

func wellFormed(text string) error {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// darkRules are the colours of classes in the dark.
func darkRules(style string) map[string]string {
	rules := map[string]string{}
	style = strings.TrimSuffix(strings.TrimPrefix(style, "@media(prefers-color-scheme:dark){"), "}")
	for rule := range strings.SplitSeq(style, "}") {
		if class, set, ok := strings.Cut(rule, "{"); ok {
			_, colour, _ := strings.Cut(set, ":")
			rules[strings.TrimPrefix(class, ".")] = colour
		}
	}
	return rules
}

func pick(dark map[string]string, class, light string) string {
	if colour, ok := dark[class]; ok {
		return colour
	}
	return light
}

// contrast is that of WCAG 2.2, between 1 and 21.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	digits := strings.TrimPrefix(colour, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	sum := 0.0
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(digits[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatalf("colour %q: %v", colour, err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += share * c
	}
	return sum
}

// A name that looks like an arena and an agent is not drawn as both.
func TestLabelsOfTwoParts(t *testing.T) {
	public, private := prooftest.TestKey('b')
	keys := fmt.Appendf(nil, `{"keys": [{"public_key": "%x"}]}`, public)
	for _, c := range []struct{ name, record, label string }{
		{"an arena and an agent", `"arena":"airena","agent_name":"Bob"`, "airena · Bob"},
		{"both in a name", `"agent_name":"airena · Bob"`, "airena - Bob"},
		{"with blanks of another kind", "\"agent_name\":\"airena\u00a0\u00b7\u2003Bob\"", "airena -\u2003Bob"},
		{"with characters that are not seen", "\"agent_name\":\"airena \u200b·\u200b Bob\"", "airena \u200b-\u200b Bob"},
		{"with a dot that looks the same", "\"agent_name\":\"airena \u2219 Bob\"", "airena - Bob"},
		{"a dot at the end", `"arena":"airena ·","agent_name":"Bob"`, "airena - · Bob"},
		{"a dot at the beginning", `"arena":"airena","agent_name":"· Bob"`, "airena · - Bob"},
		{"a dot between letters", `"arena":"airena","agent_name":"Col·lecció"`, "airena · Col·lecció"},
		{"a letter that is drawn as a dot", `"agent_name":"airena ꞏ Bob"`, "airena - Bob"},
		{"an emoji and a stroke", `"arena":"airena","agent_name":"🤖 Nova—2"`, "airena · 🤖 Nova—2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := render(t, Request{Kind: "score", Text: jws(private, "{"+c.record+`,"score":88}`), Keys: keys})
			if got.Label != words.Isolate(c.label) || got.Verdict != "authentic" {
				t.Errorf("%s, %q: want %q", got.Verdict, got.Label, c.label)
			}
		})
	}
}
