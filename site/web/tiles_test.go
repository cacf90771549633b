package web

import (
	"bytes"
	"context"
	"errors"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shelf keeps tiles in memory, and may fail.
type shelf struct {
	kept   map[string][]byte
	puts   int
	broken error
}

func (s *shelf) Get(_ context.Context, key string, most int) ([]byte, error) {
	if len(s.kept[key]) > most {
		return nil, s.broken
	}
	return s.kept[key], s.broken
}

func (s *shelf) Put(_ context.Context, key string, data []byte) error {
	s.puts++
	s.kept[key] = bytes.Clone(data)
	return s.broken
}

// Full tiles are kept once, and read from there as long as they are the right ones:
// what else is there is never answered.
func TestKeptTiles(t *testing.T) {
	plain := newLogged(t, nil)
	for i := range 260 {
		keep(t, plain, runner.sign(t, record{"version": "tallyproof-score/1", "submission_id": strconv.Itoa(i), "final_score": 1}))
	}
	openCheckpoint(t, plain)
	paths := []string{"tile/0/000", "tile/entries/000", "tile/0/001.p/4", "tile/entries/001.p/4", "tile/1/000.p/1", "tile/0/000.p/7"}
	want := map[string]string{}
	for _, path := range paths {
		want[path] = ask(plain, "GET", Log+path, "").Body.String()
	}
	s := &shelf{kept: map[string][]byte{}}
	var said strings.Builder // what the operator reads
	app := newLogged(t, func(c *Config) { c.DB, c.Tiles, c.Errors = plain.DB, s, log.New(&said, "", 0) })
	hears := func(when string, sentences ...string) {
		t.Helper()
		for _, sentence := range sentences {
			if !strings.Contains(said.String(), sentence) {
				t.Errorf("%s: the operator does not read %q: %s", when, sentence, &said)
			}
		}
		said.Reset()
	}
	same := func(when string, puts int) {
		t.Helper()
		for _, path := range paths {
			if w := ask(app, "GET", Log+path, ""); w.Code != 200 || w.Body.String() != want[path] || w.Header().Get("Cache-Control") != forEver {
				t.Errorf("%s: %s: %d, %d bytes", when, path, w.Code, w.Body.Len())
			}
		}
		if s.puts != puts {
			t.Errorf("%s: %d tiles were written, want %d", when, s.puts, puts)
		}
		s.puts = 0
	}
	const tile, bundle = "tallyproof.test/log/tile/0/000", "tallyproof.test/log/tile/entries/000"
	same("empty", 2)
	if keys := slices.Sorted(maps.Keys(s.kept)); !slices.Equal(keys, []string{tile, bundle}) {
		t.Fatalf("kept are %v", keys)
	}
	same("kept", 0)
	sound := maps.Clone(s.kept)
	for when, wrong := range map[string][]byte{
		"a bit": append([]byte{sound[tile][0] ^ 1}, sound[tile][1:]...), "cut": sound[tile][:8000], "empty": {}, "the other one": sound[bundle], "a text": []byte("<html>"),
		"far too long": make([]byte, 20<<20), "entries in another order": reordered(sound[bundle]),
	} {
		s.kept[tile], s.kept[bundle] = wrong, wrong
		if when == "the other one" {
			s.kept[bundle] = sound[tile]
		}
		same(when, 2)
		if len(wrong) <= 256*32 { // what is longer than a tile is not read
			hears(when, "the tile "+tile+" is not the log's", "the tile "+bundle+" is not the log's")
		}
		if !maps.EqualFunc(s.kept, sound, bytes.Equal) {
			t.Errorf("%s: it was not replaced", when)
		}
	}
	s.broken = errors.New("the bucket does not answer")
	same("broken", 2)
	hears("broken", "reading the tile "+tile+": the bucket does not answer", "keeping the tile "+bundle+": the bucket does not answer")
	s.broken = nil

	// What is kept is what is read: the database has lost these texts.
	if _, err := app.DB.Exec(`UPDATE proofs SET text = 'gone' WHERE id = (SELECT id FROM log WHERE place = 3)`); err != nil {
		t.Fatal(err)
	}
	same("texts that are gone", 0)
	delete(s.kept, bundle)
	if w := ask(app, "GET", Log+"tile/entries/000", ""); strings.Contains(w.Body.String(), want["tile/entries/000"]) || s.puts > 0 {
		t.Error("a bundle that does not lead to the log's hash was kept")
	}
}

// reordered is a bundle with its first two entries in the other order.
func reordered(data []byte) []byte {
	cut := func(from int) int { return from + 2 + int(data[from])<<8 + int(data[from+1]) }
	one := cut(0)
	two := cut(one)
	return slices.Concat(data[one:two], data[:one], data[two:])
}

// TestNotCovered has a proof that was stored after the checkpoint was read: it has a
// place, and no checkpoint to be proved in yet.
func TestNotCovered(t *testing.T) {
	before, app := newLogged(t, nil), newLogged(t, nil)
	texts := []string{runner.sign(t, nova), runner.sign(t, nova.like(record{"submission_id": "later"}))}
	keep(t, before, texts[0])
	app.log = before.log // as it was read before the second was stored
	for place, c := range []struct {
		name  string
		size  int64
		proof bool
	}{
		{"covered", 1, true},
		{"the next place", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, problem := app.found(t.Context(), keep(t, app, texts[place]))
			if problem != nil {
				t.Fatal(problem)
			}
			got, problem := app.logged(t.Context(), &shown{Proof: p})
			if problem != nil || got == nil || got.Place != int64(place) || got.Size != c.size || (got.Proof != "") != c.proof {
				t.Errorf("%+v, %v: want place %d of %d", got, problem, place, c.size)
			}
		})
	}
}
