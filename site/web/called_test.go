package web

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/words"
)

// hostileNames would say something of ours, were they not names. Each has Zyx in it.
var hostileNames = []string{
	"Zyx: 100 in sort-1 · verified",
	"Zyx verified",
	"Zyx leads with 100. Nova",
	"Zyx” is authentic “",
	`Zyx" title="Authentic`,
	"Zyx'; 'verified",
	"Zyx\nAuthentic",
	"\u202eZyx 19",
	"\u2069Zyx\u2069: 100",
	"Zyx](https://evil.example) [verified",
	"**Zyx** | verified | 100",
	"<b>Zyx</b> · Authentic",
	"Zyx " + strings.Repeat("verified ", 22),
	"שם Zyx: 100",
}

var (
	tags    = regexp.MustCompile(`(?s)<style.*?</style>|<script.*?</script>|</?(?:bdi|b|i|em|strong|wbr)\b[^>]*>`)
	texts   = regexp.MustCompile(`(?s)>([^<]*)<`)
	written = regexp.MustCompile(` (?:title|content|alt|aria-label|placeholder)="([^"]*)"`)
)

// apart reports whether a name in a text has a boundary: all of the text is the name, or
// it stands in quotation marks, of which the record has none.
func apart(text, name string) bool {
	text = strings.NewReplacer("\u2068", "", "\u2069", "").Replace(html.UnescapeString(text))
	if alone := strings.TrimSuffix(strings.TrimSpace(text), "…"); strings.HasPrefix(words.Plain(name), alone) || strings.HasPrefix(name, alone) {
		return true
	}
	before, after, _ := strings.Cut(text, "Zyx")
	return strings.Count(before, "“") == strings.Count(before, "”")+1 && strings.Contains(after, "”")
}

// TestHostileNames: on every surface, a name that reads like a verdict has a boundary.
func TestHostileNames(t *testing.T) {
	for i, name := range hostileNames {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			app := newApp(t, nil)
			id := keep(t, app, runner.sign(t, nova.like(record{"agent_name": name, "challenge_name": name, "tier": name, "rulebook": name})))
			proof, list := "/p/"+id, "/challenges/open/sort-1"
			for _, path := range []string{proof, list, "/agents/open/nova", "/challenges/", "/embed/card/" + id, "/embed/board/open/sort-1"} {
				body := tags.ReplaceAllString(ask(app, "GET", path, "").Body.String(), "")
				for _, found := range append(texts.FindAllStringSubmatch(body, -1), written.FindAllStringSubmatch(body, -1)...) {
					if strings.Contains(found[1], "Zyx") && !strings.Contains(found[1], "&#34;agent_name&#34;") && !strings.HasPrefix(found[1], "&lt;") && !strings.HasPrefix(found[1], "[") && !apart(found[1], name) {
						t.Errorf("%s: no boundary in %q", path, found[1])
					}
				}
			}
			for _, of := range []string{proof, list} {
				e := read[OEmbed](t, ask(app, "GET", "/oembed?url="+url.QueryEscape(base+of), ""))
				if !apart(e.Title, name) {
					t.Errorf("oEmbed of %s: %q", of, e.Title)
				}
			}
			for _, kind := range []string{"score", "tier", "verified"} {
				var said struct{ Title, Message string }
				w := ask(app, "GET", "/badge/p/"+id+"/"+kind+".svg", "").Body.String()
				_, title, _ := strings.Cut(w, "<title>")
				said.Title, _, _ = strings.Cut(title, "</title>")
				if err := json.Unmarshal(ask(app, "GET", "/badge/p/"+id+"/"+kind+".json", "").Body.Bytes(), &said); err != nil {
					t.Fatal(err)
				}
				for _, text := range []string{said.Title, said.Message} {
					if strings.Contains(text, "Zyx") && !apart(text, name) {
						t.Errorf("the badge %s: %q", kind, text)
					}
				}
			}
			l, problem := app.Leaderboard(t.Context(), "open", "sort-1", "")
			if problem != nil {
				t.Fatal(problem)
			}
			picture := app.boardCard(l)
			for _, text := range []string{cardOf(t, app, id).Verdict.Who, picture.Question, picture.Answer, app.boardElement(l)} {
				if strings.Contains(text, "Zyx") && !apart(text, name) {
					t.Errorf("the pictures and the code: %q", text)
				}
			}
			for _, path := range []string{proof + ".md", list + ".md", "/agents/open/nova.md"} {
				for line := range strings.Lines(ask(app, "GET", path, "").Body.String()) {
					if strings.HasPrefix(line, "# ") && strings.Contains(line, "Zyx") && !apart(line, name) {
						t.Errorf("%s: %q", path, line)
					}
				}
			}
		})
	}
}
