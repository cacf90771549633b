package web

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/web/store"
)

// three are keys of one owner, of which some are not listed any more.
var three = []evaluator{newEvaluator(21), newEvaluator(22), newEvaluator(23)}

// listedOf is a keyring with some of them, each with a change of its entry.
func listedOf(changes ...string) []byte {
	var all []string
	for i, change := range changes {
		if change != "dropped" {
			all = append(all, fmt.Sprintf(`{"id": "k%d", "owner": "o", "arena": "open", "public_key": %q%s}`, i, three[i].public(), change))
		}
	}
	return []byte(`{"keys": [` + strings.Join(all, ", ") + `]}`)
}

// replayOf replays the log of a host under a keyring.
func replayOf(t *testing.T, host *App, keyring []byte) *App {
	t.Helper()
	r := newApp(t, func(c *Config) {
		c.Keyring, c.Replays, c.Now, c.Quota = keyring, true, host.Now, store.Quota{Proofs: 1 << 30, Bytes: 1 << 40}
	})
	size, err := host.store.LogSize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	texts, err := host.store.LogEntries(t.Context(), 0, size)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		r.Replay(t.Context(), text)
	}
	return r
}

// said is what a leaderboard says, without the ids.
func said(t *testing.T, app *App, challenge string) (all string) {
	t.Helper()
	l, problem := app.Leaderboard(t.Context(), "open", challenge, "")
	if problem != nil {
		return ""
	}
	for _, e := range l.Entries {
		all += fmt.Sprintln(e.Rank, *e.Total, e.Agent)
	}
	return all
}

// TestDoubts: of a leaderboard that hangs on an entry under a key that is not listed any
// more, a replay says so. Any other one is that of the host.
func TestDoubts(t *testing.T) {
	score := record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_id": "nova", "submission_id": "1", "score": 50}
	lost, kept := three[0], three[1]
	withdraw := func(id string) string { return kept.sign(t, change(id, "")) }
	type post func(text string) (id string)
	for _, row := range []struct {
		name  string
		post  func(app *App, post post)
		entry int64 // on which the leaderboard hangs; -1 for none
	}{
		{"signed again", func(_ *App, post post) {
			post(lost.sign(t, score))
			post(kept.sign(t, score.like(record{"score": 60})))
		}, -1},
		{"signed again, and withdrawn by its id", func(_ *App, post post) {
			post(lost.sign(t, score))
			post(withdraw(post(kept.sign(t, score.like(record{"score": 60})))))
		}, 0},
		{"signed again, and the first withdrawn by its id", func(_ *App, post post) {
			id := post(lost.sign(t, score))
			post(kept.sign(t, score.like(record{"score": 60})))
			post(withdraw(id))
		}, 0},
		{"signed again, and withdrawn by its content", func(app *App, post post) {
			post(lost.sign(t, score))
			text := kept.sign(t, score)
			post(text)
			post(withdraw(examineProof(t, app, text).Content))
		}, -1},
		{"signed again with the key before", func(_ *App, post post) {
			post(kept.sign(t, score))
			post(lost.sign(t, score))
			post(kept.sign(t, score.like(record{"score": 60})))
		}, 1},
		{"withdrawn with the lost key, and signed again", func(_ *App, post post) {
			post(lost.sign(t, change(post(kept.sign(t, score)), "")))
			post(kept.sign(t, score.like(record{"score": 60})))
		}, 1},
		{"replaced by one of the lost key", func(_ *App, post post) {
			by := post(lost.sign(t, score.like(record{"submission_id": "2"})))
			post(kept.sign(t, change(post(kept.sign(t, score)), by)))
		}, 0},
		{"a token that does not name its key, signed again, and withdrawn by its id", func(_ *App, post post) {
			post(kept.sign(t, score.like(record{"submission_id": "2"})))
			post(lost.token(t, score.like(record{"version": nil})))
			post(withdraw(post(kept.sign(t, score.like(record{"score": 60})))))
		}, 1},
		{"nothing under a key that is listed", func(_ *App, post post) { post(lost.sign(t, score)) }, -1},
	} {
		host := newApp(t, func(c *Config) { c.Keyring = listedOf("", "") })
		row.post(host, func(text string) string { return keep(t, host, text) })
		keyring := listedOf("dropped", "")
		today := host.withKeys(t, string(keyring))
		replay := replayOf(t, today, keyring)
		entry, doubtful := replay.Doubt("open", "c")
		if doubtful != (row.entry >= 0) || doubtful && entry != row.entry {
			t.Errorf("%s: hangs on %d, %v; want %d", row.name, entry, doubtful, row.entry)
		}
		if ours, theirs := said(t, replay, "c"), said(t, today, "c"); !doubtful && ours != theirs {
			t.Errorf("%s: the host says %s, the replay %s", row.name, theirs, ours)
		}
	}
}

// TestLacks: the first entry under a key that is not listed may decide the leaderboards
// of its challenge, and every one if nobody can tell what it is of.
func TestLacks(t *testing.T) {
	score := record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_id": "nova", "submission_id": "1", "score": 50}
	lost, kept := three[0], three[1]
	for _, row := range []struct {
		name, first string
		every       bool
	}{
		{"a proof of the challenge", lost.sign(t, score), false},
		{"a token that does not name its key", lost.token(t, score.like(record{"version": nil})), true},
		{"a proof of no arena", lost.sign(t, score.like(record{"arena": nil})), true},
	} {
		host := newApp(t, func(c *Config) { c.Keyring = listedOf("", "") })
		keep(t, host, row.first)
		keep(t, host, kept.sign(t, score.like(record{"submission_id": "2"})))
		replay := replayOf(t, host, listedOf("dropped", ""))
		for challenge, want := range map[string]bool{"c": true, "d": row.every} {
			if entry, lacks := replay.Lacks("open", challenge); lacks != want || entry != 0 {
				t.Errorf("%s: %s lacks entry %d, %v; want %v", row.name, challenge, entry, lacks, want)
			}
		}
	}
}

// TestDoubtsOfMany: whatever three keys of an owner signed, and whichever of them are not
// listed any more, a leaderboard without doubts is that of the host.
func TestDoubtsOfMany(t *testing.T) {
	same := 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		clock := now
		host := newApp(t, func(c *Config) {
			c.Keyring, c.Now = listedOf("", "", ""), func() time.Time { return clock }
		})
		var names []string // of stored proofs: ids and contents
		for i := range 3 + random.IntN(8) {
			clock = clock.Add(time.Minute)
			w := ask(host, "POST", Proofs, anything(t, random, names, i, clock))
			if w.Code != 201 {
				continue // by the rules of the host
			}
			p, err := host.store.Get(t.Context(), read[Kept](t, w).ID)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, []string{p.ID, p.Content}[random.IntN(2)])
		}
		changes := []string{"", "", ""}
		changes[random.IntN(3)] = []string{"", revoked}[random.IntN(2)]
		changes[random.IntN(3)] = "dropped"
		keyring := listedOf(changes...)
		today := host.withKeys(t, string(keyring))
		replay := replayOf(t, today, keyring)
		for _, c := range []string{"c0", "c1"} {
			if _, doubtful := replay.Doubt("open", c); doubtful {
				continue
			}
			same++
			if ours, theirs := said(t, replay, c), said(t, today, c); ours != theirs {
				t.Errorf("seed %d: %s: the host says %s, the replay %s", seed, c, theirs, ours)
			}
		}
	}
	if same < 60 {
		t.Errorf("%d leaderboards without doubts", same)
	}
}

// anything is a record that one of three keys signs: a score, or a change of one of the
// proofs with these names.
func anything(t *testing.T, random *rand.Rand, names []string, i int, at time.Time) string {
	one := func(n int) bool { return random.IntN(n) == 0 }
	r := record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": fmt.Sprint("c", random.IntN(2)), "agent_id": "nova", "submission_id": fmt.Sprint(random.IntN(2)), "score": i}
	if len(names) > 0 && one(2) {
		by := ""
		if one(3) {
			by = names[random.IntN(len(names))]
		}
		r = change(names[random.IntN(len(names))], by)
	}
	if !one(3) {
		r["evaluated_at"] = at.Add(-time.Second).Format(time.RFC3339)
	}
	if one(8) {
		r = r.like(record{"submission_id": nil})
	}
	if one(8) {
		r = r.like(record{"arena": nil})
	}
	by := three[random.IntN(3)]
	if one(6) {
		return by.token(t, r.like(record{"version": nil}))
	}
	return by.sign(t, r)
}
