package badges

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/bake"
	"github.com/tallyproof/tallyproof/site/picture"
)

// pixels describes the address of a PNG: score.png, score.dark.png,
// score.proof@2x.png. Its name is that of the SVG, with the density behind it.
type pixels struct {
	svg   string // the address of the same badge as SVG
	scale int
}

// pixelsOf reads the address of a badge as PNG. ok is false for other addresses.
func pixelsOf(path string) (p pixels, ok bool) {
	name, ok := strings.CutSuffix(path, ".png")
	if p.scale = 1; strings.HasSuffix(name, "@2x") {
		name, p.scale = strings.TrimSuffix(name, "@2x"), 2
	}
	p.svg = name + ".svg"
	if ok {
		_, ok = badge.Route(p.svg)
	}
	return p, ok
}

// answer returns the answer of the SVG, with its picture in pixels. One that is to carry
// its proof has it in a chunk of its own.
func (p pixels) answer(asked engine.Request, want badge.Want) engine.Response {
	method, had := asked.Method, asked.IfNoneMatch
	if asked.IfNoneMatch = ""; method == http.MethodHead {
		asked.Method = http.MethodGet
	}
	res := engine.HTTP(asked)
	if res.Header.Get("Content-Type") != "image/svg+xml" {
		return res
	}
	data, err := p.draw(string(res.Body), want, asked.Host.Keyring)
	if err != nil {
		res.Status, res.Body = http.StatusInternalServerError, nil
		res.Header.Set("Cache-Control", "no-store")
		res.Header.Delete("ETag")
		res.Header.Delete("Content-Type")
		return res
	}
	sum := sha256.Sum256(data)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	res.Body = data
	res.Header.Set("ETag", tag)
	res.Header.Set("Content-Type", "image/png")
	if res.Status == http.StatusOK && (strings.Contains(had, tag) || strings.TrimSpace(had) == "*") {
		res.Header.Delete("Content-Type")
		res.Status, res.Body = http.StatusNotModified, nil
	}
	if method == http.MethodHead {
		res.Body = nil
	}
	return res
}

// draw returns the PNG of an SVG, with the proof if the SVG carries it: an SVG does so only
// if the proof is authentic. Nobody draws a PNG again to check it, so that it only claims.
func (p pixels) draw(svg string, want badge.Want, keys []byte) ([]byte, error) {
	carries := strings.Contains(svg, "<metadata>")
	if carries {
		claims, err := badge.Render(badge.Request{Kind: want.Kind, Variant: want.Variant, Text: want.Text, Keys: keys})
		if err != nil {
			return nil, err
		}
		svg = claims.SVG
	}
	data, err := picture.Badge(svg, p.scale)
	if err != nil || !carries {
		return data, err
	}
	return bake.Put(data, keyword(want.Text), want.Text)
}

// keyword is that of Open Badges for a proof that is one, so that wallets find it,
// and ours for all others.
func keyword(proof string) string {
	var credential struct {
		Type []string `json:"type"`
	}
	if json.Unmarshal([]byte(proof), &credential) == nil && slices.ContainsFunc(credential.Type, isOpenBadge) {
		return bake.OpenBadge
	}
	return bake.Keyword
}

// isOpenBadge reports whether a type of a credential makes it an Open Badge; both names
// are of the specification.
func isOpenBadge(name string) bool {
	return name == "OpenBadgeCredential" || name == "AchievementCredential"
}
