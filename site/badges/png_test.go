package badges

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"image"
	"image/png"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/bake"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
)

var novaInPath = "/badge/d/" + base64.RawURLEncoding.EncodeToString([]byte(demo.Flat("nova")))

// decoded is the picture of an answer, by a decoder that is not ours.
func decoded(t *testing.T, w *httptest.ResponseRecorder) image.Image {
	t.Helper()
	got, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		t.Fatalf("%d: %v", w.Code, err)
	}
	return got
}

// A PNG is as large as the SVG that carries nothing, or twice, and carries the proof if the
// SVG of its address does.
func TestPNG(t *testing.T) {
	for _, row := range []struct {
		name, path string
		status     int
		carries    bool
	}{
		{"stored", "/badge/p/nova/score", 200, false},
		{"stored, with its proof", "/badge/p/nova/score.proof", 200, true},
		{"dark, with its proof", "/badge/p/nova/rating.dark.proof", 200, true},
		{"in the address", novaInPath + "/verified.compact.proof", 200, true},
		{"withdrawn, with its proof", "/badge/p/gone/verified.proof", 200, false},
		{"not in the record, with its proof", "/badge/p/nova/tier.proof", 200, false},
		{"not stored, with its proof", "/badge/p/vega/score.proof", 404, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			drawn := row.path
			if row.carries { // what is inside is checked, and not its picture
				drawn = strings.TrimSuffix(row.path, ".proof")
			}
			svg := ask("GET", drawn+".svg", "")
			var size struct {
				Width int `xml:"width,attr"`
			}
			if err := xml.Unmarshal(svg.Body.Bytes(), &size); err != nil || svg.Code != row.status {
				t.Fatal(svg.Code, err)
			}
			for ending, scale := range map[string]int{".png": 1, "@2x.png": 2} {
				w := ask("GET", row.path+ending, "")
				if w.Code != row.status || w.Header().Get("Content-Type") != "image/png" {
					t.Fatalf("%s: %d %v", ending, w.Code, w.Header())
				}
				if got, want := decoded(t, w).Bounds().Size(), image.Pt(size.Width*scale, 20*scale); got != want {
					t.Errorf("%s: %v, want %v", ending, got, want)
				}
				carried, err := bake.Take(w.Body.Bytes())
				if want := map[bool]string{true: demo.Flat("nova")}[row.carries]; carried != want || err != nil {
					t.Errorf("%s: carries %q, %v", ending, carried, err)
				}
				head := ask("HEAD", row.path+ending, "")
				if head.Code != row.status || head.Body.Len() > 0 || head.Header().Get("ETag") != w.Header().Get("ETag") {
					t.Errorf("%s: HEAD: %d %v", ending, head.Code, head.Header())
				}
				if again := ask("GET", row.path+ending, w.Header().Get("ETag")); row.status == 200 && (again.Code != 304 || again.Body.Len() > 0) {
					t.Errorf("%s: %d to a client that has it", ending, again.Code)
				}
			}
		})
	}
	for path, status := range map[string]int{
		"/badge/p/nova/score@3x.png": 404, "/badge/p/nova/score@2x.svg": 404, "/badge/p/nova/place.png": 404, "/badge/p/nova/.png": 404,
		"/badge/p/broken/score.png": 500, "/badge/p/nova/score.png.png": 404, "/badge/p/nova/score.json.png": 404,
	} {
		if w := ask("GET", path, ""); w.Code != status || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
	}
	if w := ask("POST", "/badge/p/nova/score.png", ""); w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
}

// What a picture carries is judged by itself: a proof of somebody else under the
// picture of Nova is the proof of somebody else.
func TestSwappedProof(t *testing.T) {
	picture := ask("GET", "/badge/p/nova/score.png", "").Body.Bytes()
	baked, err := bake.Put(picture, bake.Keyword, demo.Flat("vega"))
	if err != nil {
		t.Fatal(err)
	}
	carried, err := bake.Take(baked)
	if err != nil {
		t.Fatal(err)
	}
	res, err := proof.Verify(proof.VerifyRequest{Text: carried, Keys: keys.JSON})
	if err != nil || res.Verdict != "authentic" {
		t.Fatal(res.Verdict, err)
	}
	names := 0
	for _, c := range res.Claims {
		if strings.Contains(c.Value, "Vega") {
			names++
		}
		if strings.Contains(c.Value, "Nova") {
			t.Errorf("%s is %s", c.Field, c.Value)
		}
	}
	if names == 0 {
		t.Error("the verdict does not name whose proof it is")
	}
}

// An Open Badge is baked as such.
func TestKeyword(t *testing.T) {
	for text, want := range map[string]string{
		demo.Flat("nova"): bake.Keyword,
		`{"type": ["VerifiableCredential", "OpenBadgeCredential"]}`: bake.OpenBadge,
		`{"type": ["AchievementCredential"]}`:                       bake.OpenBadge,
		`{"type": "OpenBadgeCredential"}`:                           bake.Keyword,
		"untrusted comment: OpenBadgeCredential":                    bake.Keyword,
	} {
		if got := keyword(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// The marks of all badges are drawn: what the font or the reader lacks is an error.
func TestPixelsOfAllBadges(t *testing.T) {
	for _, req := range []badge.Request{
		{Kind: "score", Text: "x"}, {Kind: "score", Text: demo.Flat("nova")}, {Kind: "score", Value: "1", Name: "名前 \u05e9\u05dc\u05d5\u05dd <b>&"},
		{Kind: "score", Value: strings.Repeat("W", 500), Name: strings.Repeat("日", 500)},
	} {
		for _, variant := range proof.Variants {
			req.Variant = variant
			b, err := badge.Render(req)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (pixels{scale: 2}).draw(b.SVG, badge.Want{}, nil); err != nil {
				t.Errorf("%s: %v", b.SVG, err)
			}
		}
	}
	if out := os.Getenv("PICTURES"); out != "" { // to look at
		for i, path := range []string{"/badge/p/nova/score.png", "/badge/p/nova/score@2x.png", "/badge/p/nova/score.dark@2x.png", "/badge/p/gone/score@2x.png", "/badge/p/vega/score@2x.png", novaInPath + "/score.compact@2x.png"} {
			if err := os.WriteFile(out+"/"+strconv.Itoa(i)+".png", ask("GET", path, "").Body.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
