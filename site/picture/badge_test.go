package picture

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// badgeSVG is what a badge draws, read by itself.
type badgeSVG struct {
	Width int `xml:"width,attr"`
	Group struct {
		Paths []struct {
			D         string `xml:"d,attr"`
			Fill      string `xml:"fill,attr"`
			Transform string `xml:"transform,attr"`
		} `xml:"path"`
		Texts []struct {
			X      int    `xml:"x,attr"`
			Length int    `xml:"textLength,attr"`
			Fill   string `xml:"fill,attr"`
			Words  string `xml:",chardata"`
		} `xml:"text"`
	} `xml:"g"`
}

// All badges of core/badge, as it draws them: each ground has its colour where the SVG
// has it, and each text has ink from its beginning to its end, and none beyond.
func TestBadges(t *testing.T) {
	files, err := filepath.Glob("../../core/badge/testdata/*.svg")
	if err != nil || len(files) < 12 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			svg, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want badgeSVG
			if err := xml.Unmarshal(svg, &want); err != nil || len(want.Group.Texts) == 0 {
				t.Fatal(err)
			}
			for _, scale := range []int{1, 2} {
				got := badgePixels(t, string(svg), scale)
				if got.Bounds().Size() != image.Pt(want.Width*scale, 20*scale) {
					t.Errorf("%v at %d", got.Bounds(), scale)
				}
				checkBadge(t, got, &want, scale)
			}
		})
	}
}

func badgePixels(t *testing.T, svg string, scale int) image.Image {
	t.Helper()
	data, err := Badge(svg, scale)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func checkBadge(t *testing.T, got image.Image, want *badgeSVG, scale int) {
	t.Helper()
	for _, p := range want.Group.Paths {
		if p.Transform != "" {
			continue
		}
		from, _ := strconv.Atoi(strings.Fields(strings.TrimPrefix(p.D, "M"))[0])
		at := image.Pt((from+3)*scale, 3*scale)
		if rgb(got.At(at.X, at.Y)) != rgb(written(p.Fill)) {
			t.Errorf("the ground at %v is %v, want %s", at, got.At(at.X, at.Y), p.Fill)
		}
	}
	for _, text := range want.Group.Texts {
		first, last := inkOf(got, text.X*scale, (text.X+text.Length)*scale, scale)
		if first > 2*scale || last < (text.Length-3)*scale {
			t.Errorf("%q has ink from %d to %d of %d pixels", text.Words, first, last, text.Length*scale)
		}
		if _, beyond := inkOf(got, (text.X+text.Length+1)*scale, (text.X+text.Length+5)*scale, scale); beyond >= 0 {
			t.Errorf("%q goes on behind its end", text.Words)
		}
	}
}

// inkOf is where the first and the last column is, from a place on, that is not of one
// colour; -1 if there is none.
func inkOf(of image.Image, from, to, scale int) (first, last int) {
	first, last = to, -1
	for x := from; x < to; x++ {
		for y := 3 * scale; y < 17*scale; y++ {
			if rgb(of.At(x, y)) != rgb(of.At(x, 3*scale)) {
				first, last = min(first, x-from), x-from
			}
		}
	}
	return first, last
}

// A character that the font lacks is a box, as wide as the SVG says.
func TestBadgeWithoutLetters(t *testing.T) {
	const svg = `<svg width="60" height="20"><g font-size="11"><path d="M0 0H60v20H0" fill="#fff"/><text x="6" y="14" textLength="48" fill="#123">東京</text></g></svg>`
	got := badgePixels(t, svg, 2)
	if first, last := inkOf(got, 12, 108, 2); first > 10 || last < 60 {
		t.Errorf("ink from %d to %d", first, last)
	}
}

func TestBadgeRefuses(t *testing.T) {
	for _, svg := range []string{"", "<svg", `<svg width="a" height="20"/>`, `<svg width="5000" height="20"/>`, `<svg width="-5" height="20"/>`, `<svg width="9" height="0"/>`, `<svg width="9" height="9"><circle/></svg>`, `<svg width="9" height="9"><path d="M0 0" transform="translate(1)"/></svg>`} {
		if data, err := Badge(svg, 1); err == nil {
			t.Errorf("%q: %d bytes", svg, len(data))
		}
	}
}
