package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/migrations"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/testdata"
)

const formats = "vectors/proofs/formats/"

// vectors are the texts of the published formats, by name, and a keyring with
// their key.
func vectors(t testing.TB) (texts map[string]string, ring []byte) {
	t.Helper()
	paths, err := fs.Glob(testdata.FS, formats+"*")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d formats, %v", len(paths), err)
	}
	texts = map[string]string{}
	for _, file := range paths {
		data, err := testdata.FS.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[path.Base(file)] = string(data)
	}
	// Those whose signature stands beside the record, in one text with it.
	texts["signify-embedded"] = texts["record.json.signify"] + texts["record.json"]
	first, rest, _ := strings.Cut(texts["record.tlog-proof"], "\n")
	texts["tlog-extra"] = first + "\nextra " + base64.StdEncoding.EncodeToString([]byte(texts["record.json"])) + "\n" + rest
	return texts, fmt.Appendf(nil, `{"keys": [{"id": "k", "owner": "arena-runner", "arena": "arena.example", "public_key": %q}, {"id": "s", "arena": "arena.example", "public_key": %q}]}`,
		strings.TrimSpace(texts["pubkey.hex"]), strings.Split(texts["signify.pub"], "\n")[1])
}

// TestMinimalText: of every format that can be posted the stored text verifies by
// itself to the same claims, and holds no byte more than it needs.
func TestMinimalText(t *testing.T) {
	texts, ring := vectors(t)
	stored, contents := map[string]bool{}, map[string][]string{}
	for name, text := range texts {
		app := newApp(t, func(c *Config) { c.Keyring = ring })
		first, err := app.verify(text)
		if err != nil {
			t.Fatal(err)
		}
		found, problem := app.examine(text)
		if (problem == nil) != (first.Verdict == "authentic") && (problem == nil || problem.Code != codeInvalid) {
			t.Errorf("%s: %s, and %+v", name, first.Verdict, problem)
		}
		if problem != nil {
			continue
		}
		id := keep(t, app, text)
		minimal := storedText(t, app, id).Text
		res, err := app.verify(minimal)
		if err != nil || res.Verdict != "authentic" || res.SignedBytes != first.SignedBytes || claims(&res) != claims(&first) || len(minimal) > len(text)+200 {
			t.Errorf("%s: %v: %s of %s", name, err, res.Verdict, minimal)
		}
		if again, problem := app.examine(minimal); problem != nil || again.proof.Text != minimal || again.proof.Content != found.proof.Content {
			t.Errorf("%s: again %+v", name, problem)
		}
		stored[first.Format] = true
		contents[found.proof.Content] = append(contents[found.proof.Content], name)
	}
	for _, format := range []string{"data-integrity", "dsse", "jws", "note", "tlog-proof", "signify"} {
		if !stored[format] {
			t.Errorf("nothing of the format %s was stored: %v", format, stored)
		}
	}
	t.Logf("the same content: %v", contents)
}

func claims(res *proof.VerifyResponse) (all string) {
	for _, c := range res.Claims {
		all += c.Field + "=" + c.Value + "\n"
	}
	return all
}

// TestDefacement: what strangers add to a proof of somebody else is not stored, and
// makes no second row.
func TestDefacement(t *testing.T) {
	app := newApp(t, nil)
	r := record{"arena": "open", "challenge_id": "c", "agent_id": "nova", "score": 85}
	plain := runner.secure(t, r, nil)
	id := keep(t, app, plain)
	want := storedText(t, app, id).Text
	var doc map[string]any
	if err := json.Unmarshal([]byte(plain), &doc); err != nil {
		t.Fatal(err)
	}
	var junk []any
	for i := range 31 {
		var foreign map[string]any
		e := newEvaluator(byte(100 + i))
		if err := json.Unmarshal([]byte(e.secure(t, r, map[string]any{"note": strings.Repeat("lies ", 200)})), &foreign); err != nil {
			t.Fatal(err)
		}
		junk = append(junk, foreign["proof"])
	}
	doc["proof"] = append([]any{doc["proof"]}, junk...)
	text, _ := json.Marshal(doc)
	for name, text := range map[string]string{"31 proofs of strangers": string(text), "60 KB of spaces": plain + strings.Repeat(" \n", 30_000), "respelled": strings.ReplaceAll(plain, "\n", "\r\n\t")} {
		empty := newApp(t, nil) // where the defaced one comes first
		for _, app := range []*App{app, empty} {
			w := ask(app, "POST", Proofs, text)
			if w.Code != 200 && w.Code != 201 {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
				continue
			}
			if got := storedText(t, app, read[Kept](t, w).ID).Text; got != want || rows(t, app) != 1 {
				t.Errorf("%s: %d rows, and %s", name, rows(t, app), got)
			}
		}
	}
}

// TestNumbers: a total and a rating are numbers of JSON, in every place that may
// hold one.
func TestNumbers(t *testing.T) {
	app := newApp(t, nil)
	bare := record{"version": "tallyproof-score/1", "challenge_id": "c", "agent_id": "a"}
	for _, row := range []struct {
		member string
		value  any
	}{
		{"final_score", "999"}, {"total", "12"}, {"score", "1e9"}, {"elo_after", "Infinity"}, {"rating", "NaN"}, {"elo", "0x10"},
		{"final_score", []any{999}}, {"score", map[string]any{"value": 1}}, {"rating", true}, {"elo_after", 1e300}, {"rating", -1e10},
	} {
		for _, r := range []record{bare, bare.like(record{"score": 85}), bare.like(record{"rating": 1200, "composite": 3})} {
			text := runner.sign(t, r.like(record{row.member: row.value}))
			if w := ask(app, "POST", Proofs, text); w.Code != 422 && w.Code != 403 || w.Code == 422 && read[Problem](t, w).Field != "/"+row.member {
				t.Errorf("%s %v beside %v: %d %s", row.member, row.value, r, w.Code, w.Body)
			}
		}
	}
	if n := rows(t, app); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// TestOldRows: a database of the first version is read again, row by row, and no
// row of it can break a list, whatever it holds.
func TestOldRows(t *testing.T) {
	db, err := sqlite.Open(t.Context(), sqlite.Memory)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	app := newApp(t, func(c *Config) { c.DB = db })
	good, lies, text := runner.sign(t, nova), runner.sign(t, nova.like(record{"submission_id": "2", "elo_after": "Infinity"})), runner.sign(t, nova.like(record{"submission_id": "3", "score": "999"}))
	for i, row := range []struct {
		text  string
		total any
	}{{good, 85.0}, {lies, math.Inf(1)}, {text, 999.0}, {"no proof", "Infinity"}, {stranger.sign(t, nova), 100.0}, {good[:100], nil}} {
		if _, err := db.Exec(`INSERT INTO proofs (id, content, text, arena, challenge, agent, name, total, rating, at, stored_at) VALUES (?, ?, ?, 'open', 'sort-1', 'nova', 'Nova', ?, 9e999, '~', '2026-11-20T12:00:00Z')`,
			strings.Repeat(string(rune('a'+i)), 26), fmt.Sprint(i), row.text, row.total); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/challenges/open/sort-1.json", "/agents/open/nova.json"} {
		l := board(t, app, path)
		if l.Count != 1 || len(l.Entries) != 1 || l.Entries[0].ID != strings.Repeat("a", 26) || *l.Entries[0].Total != 85 {
			t.Errorf("%s: %+v", path, l)
		}
	}
	for _, path := range []string{BadgeIndex, Challenges + "index.json", "/challenges/open/sort-1", "/agents/open/nova"} {
		if w := ask(app, "GET", path, ""); w.Code != 200 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := ask(app, "POST", Proofs, good); w.Code != 200 || read[Kept](t, w).ID != strings.Repeat("a", 26) {
		t.Errorf("posted again: %d %s", w.Code, w.Body)
	}
	// Its key listed, the stranger's counts.
	known := app.withKeys(t, strings.Replace(string(ring), runner.public(), stranger.public(), 1))
	if l := board(t, known, "/challenges/open/sort-1.json"); l.Count != 1 || l.Entries[0].ID != strings.Repeat("e", 26) {
		t.Errorf("%+v", l)
	}
}

// TestMigrationsAreKept: files that were applied somewhere are never edited.
func TestMigrationsAreKept(t *testing.T) {
	found, err := migrations.Files.ReadDir(".")
	var got []string
	for _, file := range found {
		text, _ := migrations.Files.ReadFile(file.Name())
		got = append(got, fmt.Sprintf("%s %.4x", file.Name(), sha256.Sum256(text)))
	}
	if want := []string{"0001_proofs.sql 0a5b6173", "0002_keys_and_changes.sql 5bdd0a5a", "0003_log.sql 2d353a42", "0004_cosignatures.sql eedb2b4e", "0005_tallies.sql 192a9111", "0006_lighter.sql a27064fb", "0007_owners.sql 32499c38"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v: want %v", got, err, want)
	}
}

// TestQuotaAtOnce: 64 clients at once store no more than a key may in a day, and the next
// day they may again.
func TestQuotaAtOnce(t *testing.T) {
	clock := now
	file := t.TempDir() + "/proofs.db"
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const most, clients, each = 100, 64, 4
	app := newApp(t, func(c *Config) {
		c.DB, c.Quota, c.Now = db, store.Quota{Proofs: most, Bytes: 1 << 20}, func() time.Time { return clock }
	})
	var texts [clients][each]string
	for i := range clients {
		for j := range each {
			texts[i][j] = runner.sign(t, nova.like(record{"submission_id": fmt.Sprint(i, "-", j)}))
		}
	}
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			for _, text := range texts[i] {
				if w := ask(app, "POST", Proofs, text); w.Code != 201 && (w.Code != 429 || w.Header().Get("Retry-After") != "43201" || w.Header().Get("Content-Type") != "application/problem+json") {
					t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
				}
			}
		})
	}
	all.Wait()
	if n := rows(t, app); n != most {
		t.Errorf("%d rows, want %d", n, most)
	}
	var taken string
	if err := db.QueryRow(`SELECT text FROM proofs LIMIT 1`).Scan(&taken); err != nil {
		t.Fatal(err)
	}
	if w := ask(app, "POST", Proofs, taken); w.Code != 200 {
		t.Errorf("what is stored: %d %s", w.Code, w.Body)
	}
	if w := ask(app, "POST", Proofs, anywhere.sign(t, nova.like(record{"agent_id": "other"}))); w.Code != 201 {
		t.Errorf("another key: %d %s", w.Code, w.Body)
	}
	clock = clock.AddDate(0, 0, 1)
	if w := ask(app, "POST", Proofs, runner.sign(t, nova.like(record{"submission_id": "next day"}))); w.Code != 201 {
		t.Errorf("the next day: %d %s", w.Code, w.Body)
	}
	keep(t, newApp(t, func(c *Config) { c.Quota = store.Quota{Proofs: 1, Bytes: 1 << 20} }), taken)
	two := newApp(t, func(c *Config) { c.Quota = store.Quota{Proofs: 2, Bytes: 1 << 20} })
	withdrawal := runner.sign(t, change(keep(t, two, runner.sign(t, nova)), ""))
	for i, want := range []int{201, 200} {
		if w := ask(two, "POST", Proofs, withdrawal); w.Code != want {
			t.Errorf("a withdrawal, post %d: %d %s; want %d", i+1, w.Code, w.Body, want)
		}
	}
	if usual := newApp(t, nil).Quota; usual != (store.Quota{Proofs: 5_000, Bytes: 16 << 20}) {
		t.Errorf("by default a key may store %+v in a day", usual)
	}
	small := newApp(t, func(c *Config) { c.Quota = store.Quota{Proofs: most, Bytes: 1 << 10} })
	keep(t, small, runner.sign(t, nova))
	if w := ask(small, "POST", Proofs, runner.sign(t, nova.like(record{"submission_id": "2"}))); w.Code != 429 || !strings.Contains(w.Body.String(), "100 records and 1 KiB a day") {
		t.Errorf("too many bytes: %d %s", w.Code, w.Body)
	}
}

// TestSameProofAtOnce: of clients that post one proof at the same time, one stores it,
// the others hear that it is stored, and its key pays once. So it is for a withdrawal.
func TestSameProofAtOnce(t *testing.T) {
	for range 10 {
		db, err := sqlite.Open(t.Context(), t.TempDir()+"/proofs.db")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		app := newApp(t, func(c *Config) { c.DB = db })
		proof := runner.sign(t, nova)
		id := idOf("submission", "open", "sort-1", "nova", "sort-1-nova")
		for _, text := range []string{proof, runner.sign(t, change(id, ""))} {
			var clients sync.WaitGroup
			var made atomic.Int32
			for range 32 {
				clients.Go(func() {
					w := ask(app, "POST", Proofs, text)
					if w.Code == 201 {
						made.Add(1)
					} else if w.Code != 200 {
						t.Errorf("%d %s", w.Code, w.Body)
					}
				})
			}
			clients.Wait()
			if n := made.Load(); n != 1 {
				t.Errorf("made %d times", n)
			}
		}
		var spent int
		if err := db.QueryRow(`SELECT SUM(proofs) FROM quotas`).Scan(&spent); err != nil || spent != 2 {
			t.Errorf("its key paid for %d records, %v; want 2", spent, err)
		}
	}
}

// FuzzExamine: whatever is posted is refused with a reason, or becomes a row whose
// text stands by itself and has finite numbers and plain ids. Some 3,000 a second,
// with -fuzzminimizetime 10x: the usual minute for each new input takes them all.
func FuzzExamine(f *testing.F) {
	texts, keys := vectors(f)
	for _, text := range texts {
		f.Add(text)
	}
	f.Add(runner.sign(f, nova))
	f.Add(runner.sign(f, change("aaaaaaaaaaaaaaaaaaaaaaaaaa", "")))
	f.Add(runner.secure(f, record{"arena": "open", "score": 85}, map[string]any{"expires": "2026-12-01T00:00:00Z"}))
	f.Add(stranger.sign(f, nova))
	f.Add("")
	both := strings.Replace(string(ring), `{"keys": [`, `{"keys": [`+strings.TrimSuffix(strings.TrimPrefix(string(keys), `{"keys": [`), `]}`)+",", 1)
	app := newApp(f, func(c *Config) { c.Keyring = []byte(both) })
	f.Fuzz(func(t *testing.T, text string) {
		found, problem := app.examine(text)
		if problem != nil {
			if problem.Detail == "" || problem.Status < 400 || problem.Status >= 500 {
				t.Errorf("%+v", problem)
			}
			return
		}
		p := found.proof
		if p == nil {
			return
		}
		if p.Total != nil && !(*p.Total >= 0 && *p.Total <= mostTotal) || !isID(p.ID) || len(p.Text) > mostRecord {
			t.Errorf("%+v", p)
		}
		for _, id := range []string{p.Arena, p.Challenge, p.Agent} {
			if id != "" && refuseID(id) != "" {
				t.Errorf("%q", id)
			}
		}
		if again, problem := app.examine(p.Text); problem != nil || again.proof.Content != p.Content || again.proof.Text != p.Text {
			t.Errorf("%+v: %s", problem, p.Text)
		}
	})
}

// The JSON of a stored proof, which readers download, is read as the proof in it, and
// what this host says beside it is taken for no unsigned member.
func TestStoredJSONVerifies(t *testing.T) {
	app := newApp(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	w := ask(app, "GET", "/p/"+id+".json", "")
	res, err := proof.Verify(app.request(w.Body.String()))
	if err != nil || res.Verdict != "authentic" || len(res.UnsignedFields) != 0 {
		t.Errorf("%s %s, unsigned %q, %v: want authentic, and nothing unsigned", res.Verdict, res.Sentence, res.UnsignedFields, err)
	}
	changed := strings.Replace(w.Body.String(), `"id":`, `"score":99,"id":`, 1)
	if res, err := proof.Verify(app.request(changed)); err != nil || res.Verdict != "qualified" {
		t.Errorf("with a score beside it: %s %s, %v: want qualified", res.Verdict, res.Sentence, err)
	}
}
