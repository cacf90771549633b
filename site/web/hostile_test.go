package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	hostile     = flag.Int("hostile", 10_000, "how many rows of hostile stores TestHostileStore has")
	hostileSeed = flag.Uint64("hostile.seed", 0, "seed of TestHostileStore; 0: the time")
)

// mark is in every value that a hostile store makes up, and in nothing that was signed.
const mark = "Zzyzx"

// hostileStore is a store whose rows are changed at random, and who knows what they were.
type hostileStore struct {
	*rand.Rand
	t      testing.TB
	app    *App
	told   map[string]*told // by text
	texts  []string         // of proofs
	ids    []string
	errors bytes.Buffer // what the host logs
}

const proofColumns = `id, content, text, arena, challenge, agent, name, total, rating, at, stored_at, slot, generation, key, owner, signed_at, expires, good`

func newHostileStore(t testing.TB, seed uint64) *hostileStore {
	h := &hostileStore{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, told: map[string]*told{}}
	ring := strings.Replace(owners(""), "\n]}", fmt.Sprintf(",\n{\"owner\": \"any\", \"public_key\": %q}]}", anywhere.public()), 1)
	h.app = newApp(t, func(c *Config) { c.Keyring, c.Errors = []byte(ring), log.New(&h.errors, "", 0) })
	spellings := []func(evaluator, record) string{
		func(e evaluator, r record) string { return e.sign(t, r) },
		func(e evaluator, r record) string { return e.token(t, r.like(record{"version": nil})) },
		func(e evaluator, r record) string { return e.secure(t, r.like(record{"version": nil}), nil) },
	}
	for i := range 9 {
		r := &told{arena: "open", challenge: fmt.Sprint("c", i%2), title: fmt.Sprint("Title", i%2), agent: fmt.Sprint("agent-", i%4), name: fmt.Sprintf("Nom%c", 'a'+i), total: 40.125 + float64(i), submission: fmt.Sprint("s", i), listed: true}
		by := []evaluator{runner, second, anywhere}[i%3]
		text := spellings[i%3](by, r.record())
		h.ids = append(h.ids, keep(t, h.app, text))
		h.remember(r, text)
	}
	anew := h.told[h.texts[0]]
	again := *anew
	again.name, again.total = "Nomreissued", 61.125
	text := second.sign(t, again.record())
	h.ids = append(h.ids, keep(t, h.app, text))
	h.remember(&again, text)
	for i, id := range h.ids[3:6] {
		r := &told{reason: fmt.Sprint("Because", i), of: id, listed: true}
		text := []evaluator{runner, second, anywhere}[i%3].sign(t, change(id, "").like(record{"reason": r.reason, "evaluated_at": "2026-11-20T13:00:00Z"}))
		keep(t, h.app, text)
		h.told[text] = r
	}
	h.exec(`CREATE TABLE proofs0 AS SELECT ` + proofColumns + ` FROM proofs`)
	h.exec(`CREATE TABLE changes0 AS SELECT * FROM changes`)
	h.rows(`SELECT text FROM changes`, func(text string) { h.told[text] = cmp.Or(h.told[text], h.toldBy(text)) })
	return h
}

// remember keeps what a stored text says: as it is stored, and as it was posted.
func (h *hostileStore) remember(r *told, posted string) {
	h.told[posted] = r
	h.rows(`SELECT text FROM proofs WHERE id = '`+h.ids[len(h.ids)-1]+`'`, func(text string) {
		h.told[text] = r
		h.texts = append(h.texts, text)
	})
}

// toldBy finds the record that a minimal text was made of.
func (h *hostileStore) toldBy(text string) *told {
	for _, r := range h.told {
		if r.reason != "" && strings.Contains(text, r.reason) {
			return r
		}
	}
	return nil
}

func (h *hostileStore) exec(statement string, args ...any) {
	h.t.Helper()
	if _, err := h.app.DB.Exec(statement, args...); err != nil {
		h.t.Fatalf("%v: %s", err, statement)
	}
}

func (h *hostileStore) rows(statement string, each func(text string)) {
	h.t.Helper()
	rows, err := h.app.DB.Query(statement)
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			h.t.Fatal(err)
		}
		all = append(all, text)
	}
	rows.Close()
	for _, text := range all {
		each(text)
	}
}

func pick[T any](h *hostileStore, of ...T) T { return of[h.IntN(len(of))] }

// value is a made-up value of a column, or one of another row.
func (h *hostileStore) value(column string) any {
	made := pick(h, mark, "<b>"+mark+"</b>", mark+"\x00\u202e", "[x]("+mark+")", mark+": 100 · verified", strings.Repeat(mark, 40), "2026-"+mark)
	switch h.IntN(4) {
	case 0: // of another row, as hostile as can be: it was signed, elsewhere
		var other any
		if err := h.app.DB.QueryRow(`SELECT `+column+` FROM proofs0 ORDER BY rowid LIMIT 1 OFFSET ?`, h.IntN(len(h.ids))).Scan(&other); err != nil {
			h.t.Fatal(err)
		}
		return other
	case 1:
		return pick[any](h, 777.0625, 1e300, -8812.5, int64(7), "", "~", "-", nil)
	}
	return made
}

// text is a made-up text of a row: no proof, another proof, or a proof and more.
func (h *hostileStore) text() string {
	r := h.told[h.texts[0]]
	switch h.IntN(6) {
	case 0:
		return pick(h, mark, `{"agent_name": "`+mark+`", "score": 777.0625}`, `{"version": "tallyproof-score/1", "agent_name": "`+mark+`", "score": 777.0625, "evaluator_pubkey": "`+runner.public()+`", "evaluator_signature": "`+strings.Repeat("ab", 64)+`"}`, "")
	case 1: // its signature does not hold any more
		return strings.Replace(pick(h, h.texts...), "Nom", mark, 1)
	case 2: // what is not signed
		parts := strings.Split(h.texts[1], ".")
		text := fmt.Sprintf(`{"protected": %q, "payload": %q, "signature": %q, "header": {"note": "%s"}}`, parts[0], parts[1], parts[2], mark)
		h.told[text] = h.told[h.texts[1]]
		return text
	case 3:
		text := pick(h, " \n", "") + h.texts[0] + pick(h, "\n", "  ")
		h.told[text] = r
		return text
	case 4: // by a key that is not listed
		lies := told{arena: "open", challenge: r.challenge, title: r.title, agent: r.agent, name: "Nomunlisted", total: 71.125, submission: "unlisted"}
		text := stranger.sign(h.t, lies.record())
		h.told[text] = &lies
		return text
	}
	return pick(h, h.texts...)
}

// disturb changes some columns of every row.
func (h *hostileStore) disturb() (cases int) {
	h.errors.Reset()
	h.exec(`DELETE FROM proofs`)
	h.exec(`DELETE FROM changes`)
	h.exec(`DELETE FROM log`)
	h.exec(`INSERT INTO proofs (` + proofColumns + `) SELECT ` + proofColumns + ` FROM proofs0`)
	h.exec(`INSERT INTO changes SELECT * FROM changes0`)
	columns := strings.Split(proofColumns, ", ")
	for _, id := range h.ids {
		cases++
		for range 1 + h.IntN(3) {
			column := pick(h, columns...)
			v := h.value(column)
			switch {
			case column == "text":
				v = h.text()
			case column == "id" && h.IntN(2) == 0:
				v = idOf("made up", fmt.Sprint(h.IntN(9)))
			case v == nil && column != "total" && column != "rating":
				v = ""
			}
			h.exec(`UPDATE OR IGNORE proofs SET `+column+` = ? WHERE id = ?`, v, id)
		}
	}
	h.rows(`SELECT id FROM changes`, func(id string) {
		cases++
		column := pick(h, "id", "of", "kind", "by", "reason", "text", "key", "signed_at", "expires", "stored_at")
		var v any = mark
		switch {
		case column == "of" || column == "by" && h.IntN(2) == 0:
			v = pick(h, h.ids...)
		case column == "text":
			v = h.text()
		}
		h.exec(`UPDATE OR IGNORE changes SET `+column+` = ? WHERE id = ?`, v, id)
	})
	return cases
}

// textOf is the text of a row now.
func (h *hostileStore) textOf(id string) (text string, found bool) {
	if isContent(id) {
		h.rows(`SELECT text FROM proofs WHERE content = '`+id+`'`, func(one string) {
			if res, err := h.app.verify(one); err == nil && res.Key != nil && contentOf(one, &res) == id {
				text, found = one, true
			}
		})
		return text, found
	}
	found = h.app.DB.QueryRow(`SELECT text FROM proofs WHERE id = ?`, id).Scan(&text) == nil
	return text, found
}

// TestHostileStore: whatever a store has in the columns of its rows, no page, twin, card,
// frame, badge, picture or answer says of a proof what nobody signed.
func TestHostileStore(t *testing.T) {
	count := *hostile
	seed := *hostileSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	for worker := range 2 {
		t.Run(fmt.Sprint(worker), func(t *testing.T) {
			t.Parallel()
			h := newHostileStore(t, seed+uint64(worker))
			n := 0
			for n < count/2 && !t.Failed() {
				n += h.disturb()
				h.askLists()
				for _, id := range append(h.ids, idOf("made up", fmt.Sprint(h.IntN(9)))) {
					h.askProof(id)
				}
			}
			t.Logf("%d rows", n)
		})
	}
}

// get asks for a surface, on which nothing may be that a hostile store made up.
func (h *hostileStore) get(path string) string {
	w := ask(h.app, "GET", path, "")
	return h.sound(path, w.Code, w.Body.String())
}

func (h *hostileStore) sound(what string, code int, said string) string {
	if code >= 500 || strings.Contains(said, mark) || strings.Contains(said, "777.0625") || strings.Contains(said, "8812.5") {
		h.t.Fatalf("%s: %d %s\n%s", what, code, said, h.dump())
	}
	return said
}

func (h *hostileStore) dump() string {
	var b strings.Builder
	b.WriteString(h.errors.String())
	h.rows(`SELECT json_array(id, substr(text, 1, 80), arena, challenge, agent, name, total, rating, at, stored_at, slot, generation, key, signed_at, expires, good) FROM proofs`, func(row string) { b.WriteString(row + "\n") })
	h.rows(`SELECT json_array(id, of, kind, by, reason, substr(text, 1, 80), key, signed_at, expires, stored_at) FROM changes`, func(row string) { b.WriteString(row + "\n") })
	return b.String()
}

// askProof asks for two of the surfaces of a proof.
func (h *hostileStore) askProof(id string) {
	text, _ := h.textOf(id)
	r := h.told[text]
	for range 2 {
		path := pick(h, "/p/"+id, "/p/"+id+".json", "/p/"+id+".md", "/embed/card/"+id, "/oembed?url="+url.QueryEscape(base+"/p/"+id),
			"/badge/p/"+id+"/score.svg", "/badge/p/"+id+"/score.json", "/badge/p/"+id+"/verified.svg", "a picture")
		said := ""
		if path != "a picture" {
			said = h.get(path)
		} else if p, err := h.app.store.Get(h.t.Context(), id); err == nil {
			s, problem := h.app.show(h.t.Context(), p)
			if problem != nil {
				h.t.Fatalf("%s: %v", id, problem)
				continue
			}
			said = h.sound(path, 200, drawnIn(h.app.proofCard(s)))
		}
		h.onlyOf(path, said, id, r)
	}
}

// onlyOf refuses the words of other records on a surface of one.
func (h *hostileStore) onlyOf(what, said, id string, own *told) {
	for _, r := range h.told {
		if r == own || r.of != "" && r.of == id || own != nil && r.submission != "" && r.submission == own.submission { // signed anew
			continue
		}
		if r.listed && r.submission != "" && r.slot() == id { // which this address is of
			continue
		}
		if own != nil && r.of != "" && r.of == own.slot() { // the change is of what stands here, wherever that is
			continue
		}
		for _, word := range r.words() {
			if strings.Contains(said, word) && (own == nil || !slices.Contains(own.words(), word)) {
				h.t.Fatalf("%s of %s says %q: %s\n%s", what, id, word, said, h.dump())
			}
		}
	}
}

// askLists asks for some lists, and holds their entries against what was signed.
func (h *hostileStore) askLists() {
	board, history := fmt.Sprint("/challenges/open/c", h.IntN(2)), fmt.Sprint("/agents/open/agent-", h.IntN(4))
	h.get(pick(h, board, board+".md", strings.Replace(board, "/challenges/", "/embed/board/", 1), "/oembed?url="+url.QueryEscape(base+board)))
	h.get(pick(h, history, history+".md", Challenges, Challenges+"index.md"))
	if l, problem := h.app.Leaderboard(h.t.Context(), "open", board[len(board)-2:], ""); problem == nil {
		h.sound("a picture of "+board, 200, drawnIn(h.app.boardCard(l)))
	}
	for _, path := range []string{board + ".json", history + ".json"} {
		var l List
		if json.Unmarshal([]byte(h.get(path)), &l) == nil {
			h.entries(path, &l)
		}
	}
	var badges BadgeList
	if err := json.Unmarshal([]byte(h.get(BadgeIndex)), &badges); err != nil {
		h.t.Error(err)
	}
	for _, p := range badges.Proofs {
		text, _ := h.textOf(p.ID)
		h.onlyOf(BadgeIndex, fmt.Sprint(p), p.ID, h.told[text])
	}
	var challenges ChallengeList
	if err := json.Unmarshal([]byte(h.get(Challenges+"index.json")), &challenges); err != nil {
		h.t.Error(err)
	}
	for _, c := range challenges.Entries {
		if !h.says(func(r *told) bool {
			return r.listed && r.arena == c.Arena && r.challenge == c.Challenge && r.title == c.Title && r.total == c.Best
		}) {
			h.t.Fatalf("%+v\n%s", c, h.dump())
		}
	}
}

// says reports whether a text that is stored now says something.
func (h *hostileStore) says(what func(*told) bool) (found bool) {
	h.rows(`SELECT text FROM proofs`, func(text string) {
		r := h.told[text]
		found = found || r != nil && what(r)
	})
	return found
}

// entries are those of a leaderboard or a history.
func (h *hostileStore) entries(path string, l *List) {
	for _, e := range slices.Concat(l.Entries, l.Apart) {
		text, found := h.textOf(e.ID)
		r := cmp.Or(h.told[text], &told{})
		total := 0.0
		if e.Total != nil {
			total = *e.Total
		}
		if !found || e.Rating != nil || e.Name != r.name || total != r.total || e.Agent != r.agent || e.Challenge != r.challenge || e.Title != r.title {
			h.t.Fatalf("%s: %+v, signed is %+v\n%s", path, e, r, h.dump())
		}
	}
	for i, e := range l.Entries {
		text, _ := h.textOf(e.ID)
		r := cmp.Or(h.told[text], &told{})
		if !r.listed || r.arena != l.Arena || l.Challenge != "" && (r.challenge != l.Challenge || e.Rank != i+1) || l.Agent != "" && r.agent != l.Agent || e.Verdict != "authentic" || e.State != "" {
			h.t.Fatalf("%s ranks %+v, signed is %+v\n%s", path, e, r, h.dump())
		}
	}
}
