package web

import (
	"regexp"
	"strings"
	"testing"
)

// TestIDsThatHide: an id is refused if it has characters that nobody sees, or looks
// like another one.
func TestIDsThatHide(t *testing.T) {
	app := newApp(t, nil)
	for name, id := range map[string]string{
		"an override": "\u202ea", "an isolate": "a\u2066b", "a mark of direction": "a\u200fb", "zero width": "no\u200bva", "a joiner": "no\u200dva",
		"a soft hyphen": "no\u00adva", "a filler": "nova\u3164", "half a filler": "nova\uffa0", "a grapheme joiner": "no\u034fva", "a variation": "nova\ufe0f",
		"a tag": "nova\U000e0041", "a control": "no\u0007va", "private": "no\ue000va", "unassigned": "no\u0378va", "a mark alone": "\u0301", "a mark first": "\u0301nova",
		"a mark after a dot": "nova.\u0301", "not composed": "Zoe\u0308", "fullwidth": "ｎova", "a ligature": "ﬁve", "mathematical": "𝐧𝐨𝐯𝐚", "three scripts": "nоvα",
		"two without Latin": "аα", "a space that is none": "a\u00a0b", "two spaces": "a  b", "Braille blank": "a\u2800",
	} {
		for member, field := range map[string]string{"arena": "/arena", "challenge_id": "/challenge_id", "agent_id": "/agent_id", "submission_id": "/submission_id"} {
			if member == "submission_id" && (name == "two spaces") {
				continue // it is part of no address
			}
			w := ask(app, "POST", Proofs, anywhere.sign(t, nova.like(record{member: id})))
			if w.Code != 422 || read[Problem](t, w).Field != field {
				t.Errorf("%s, %s %q: %d %s", name, member, id, w.Code, w.Body)
			}
		}
	}
	for _, id := range []string{strings.Repeat("é", 128), "Zoë", "nova-2", "Нова", "東京タワー", "שלום", "नमस्ते", "nova Нова", "a.b_c~d:e@f+g"} {
		keep(t, app, anywhere.sign(t, nova.like(record{"agent_id": id})))
	}
}

// TestForeignTexts: a name does not change the order of what stands around it, on
// any page, and one of several scripts is marked.
func TestForeignTexts(t *testing.T) {
	app := newApp(t, nil)
	const turned, mixed, hebrew = "\u202e19 Nova", "Nоva", "נובה 19"
	ids := map[string]string{}
	for _, name := range []string{turned, mixed, hebrew} {
		ids[name] = keep(t, app, runner.sign(t, nova.like(record{"agent_name": name, "challenge_name": name, "submission_id": "s" + string(rune('a'+len(ids)))})))
	}
	hides := regexp.MustCompile("[\u202a-\u202e\u200b-\u200f]")
	for name, id := range ids {
		pages := []string{"/p/" + id, "/embed/card/" + id, "/challenges/open/sort-1", "/agents/open/nova", "/challenges/", "/embed/board/open/sort-1", "/oembed?url=" + base + "/challenges/open/sort-1", "/oembed?url=" + base + "/p/" + id, "/badge/p/" + id + "/score.svg", "/badge/p/" + id + "/score.json"}
		for _, path := range pages {
			w := ask(app, "GET", path, "")
			if w.Code != 200 || hides.MatchString(w.Body.String()) {
				t.Errorf("%q on %s: %d %s", name, path, w.Code, w.Body)
			}
		}
	}
	for _, row := range []struct{ path, say string }{
		{"/p/" + ids[turned], `Is the score of “\u202e19 Nova”, 85, authentic?`},
		{"/p/" + ids[hebrew], "Is the score of <bdi>נובה 19</bdi>, 85, authentic?"},
		{"/p/" + ids[hebrew], "<title>\u2068נובה 19\u2069: 85 in \u2068נובה 19\u2069"},
		{"/embed/card/" + ids[hebrew], "<bdi>\u2068נובה 19\u2069</bdi>"},
		{"/p/" + ids[mixed], "“Nоva” (letters of several scripts)"},
		{"/embed/card/" + ids[mixed], "“Nоva” (letters of several scripts)"},
		{"/challenges/open/sort-1", "⚠ letters of several scripts"},
		{"/embed/board/open/sort-1", "⚠ letters of several scripts"},
		{"/embed/board/open/sort-1", "<bdi>נובה 19</bdi>"},
		{"/challenges/open/sort-1.json", `"note":"letters of several scripts"`},
		{"/oembed?url=" + base + "/p/" + ids[mixed], "“Nоva” (letters of several scripts): 85"},
		{"/oembed?url=" + base + "/p/" + ids[hebrew], "\u2068נובה 19\u2069: 85"},
	} {
		if body := ask(app, "GET", row.path, "").Body.String(); !strings.Contains(body, row.say) {
			t.Errorf("%s: want %q in %s", row.path, row.say, body)
		}
	}
	if body := ask(app, "GET", "/p/"+ids[turned]+".json", "").Body.String(); !strings.Contains(body, "\u202e19") {
		t.Error("programs get another text than the one that was signed")
	}
}

// TestLongNames: a list has the names that proof.verify answers, also long ones, or
// <arena-board> finds that they differ.
func TestLongNames(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova.like(record{"agent_name": strings.Repeat("ñ", 300), "challenge_name": strings.Repeat("t", 201)})))
	claimed := map[string]string{}
	answer, err := app.verify(storedText(t, app, id).Text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range answer.Claims {
		claimed[c.Field] = c.Value
	}
	if e := board(t, app, "/challenges/open/sort-1.json").Entries[0]; e.Name != claimed["agent_name"] || e.Title != claimed["challenge_name"] {
		t.Errorf("the list has %q and %q, the claims are %q", e.Name, e.Title, claimed)
	}
}

// TestOneRating: a record with the rating before and after shows the one after,
// wherever it is shown.
func TestOneRating(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova.like(record{"elo": 1201, "elo_after": 1233, "rating": 1202})))
	for _, path := range []string{"/challenges/open/sort-1", "/challenges/open/sort-1.json", "/agents/open/nova", "/agents/open/nova.json", "/badge/p/" + id + "/rating.svg", "/badge/p/" + id + "/rating.json"} {
		w := ask(app, "GET", path, "")
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, "1233") {
			t.Errorf("%s: %d without the rating 1233", path, w.Code)
		}
		if strings.Contains(body, "1201") || strings.Contains(body, "1202") {
			t.Errorf("%s shows a rating that is not the one after", path)
		}
	}
	if body := ask(app, "GET", "/p/"+id, "").Body.String(); !strings.Contains(body, "1233") {
		t.Error("the record's page does not show 1233")
	}
}
