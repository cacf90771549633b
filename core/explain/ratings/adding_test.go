package ratings

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// In every row of a table the numbers add up as they are shown.
func TestRowsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 34))
	for range 40 {
		entrants := entrantsOf(rng, 2+rng.IntN(5))
		text := "agent,challenge,score\n"
		for challenge := range 12 {
			for _, e := range entrants[:1+rng.IntN(len(entrants))] {
				text += e.ID + "," + strconv.Itoa(challenge) + "," + strconv.Itoa(60+10*rng.IntN(4)) + "\n"
			}
		}
		history, err := Replay(HistoryRequest{Rulebook: rulebook.ID("airena"), Text: text})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range history.Rows {
			addUp(t, row.Before, row.Change, row.After)
		}
		challenge, err := Challenge(ChallengeRequest{Rulebook: rulebook.ID("airena"), Entrants: contenders(entrants)})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range challenge.Rows {
			addUp(t, row.Before, row.Change, row.Rating)
		}
		last := len(entrants) - 1
		one, err := Entrant(EntrantRequest{Rulebook: rulebook.ID("airena"), Entrants: contenders(entrants[:last]), Entrant: entrants[last]})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range one.Rows {
			if !row.New {
				addUp(t, row.Without, row.Delta, row.With)
			}
		}
	}
}

func entrantsOf(rng *rand.Rand, n int) []rating.Entrant {
	list := make([]rating.Entrant, n)
	for i := range list {
		list[i] = rating.Entrant{ID: "agent " + strconv.Itoa(i), Rating: 1000 + 400*rng.Float64(), Competitions: rng.IntN(40), Score: float64(60 + 10*rng.IntN(4))}
	}
	return list
}

// contenders are entrants that all have their own ratings.
func contenders(entrants []rating.Entrant) []Contender {
	var list []Contender
	for _, e := range entrants {
		list = append(list, Contender{ID: e.ID, Rating: &e.Rating, Competitions: &e.Competitions, Score: e.Score})
	}
	return list
}

func addUp(t *testing.T, before, change, after string) {
	t.Helper()
	var x [3]float64
	for i, text := range []string{before, change, after} {
		var ok bool
		if x[i], ok = words.Read(strings.Replace(text, "−", "-", 1)); !ok {
			t.Fatalf("%q is no number", text)
		}
	}
	if math.Abs(x[0]+x[1]-x[2]) > 1e-10 {
		t.Errorf("%s %s gives %s", before, change, after)
	}
}

// A difference that rounds to nothing has no sign.
func TestSignedFixed(t *testing.T) {
	for x, want := range map[float64]string{0.004: "0.00", -0.004: "0.00", 0.006: "+0.01", -0.006: "−0.01", 0: "0.00"} {
		if got := signedFixed(x, 2); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}

// A list that is longer than what is shown of it says so.
func TestLongLists(t *testing.T) {
	const cut = "The first 500 are listed; all count."
	for _, row := range []struct {
		name, header, match string
		matches             int
		cut                 bool
	}{
		{"as many matches as are listed", "opponent,outcome", "1000,win", mostRows, false},
		{"one more", "opponent,outcome", "1000,win", mostRows + 1, true},
		{"as many claims as are listed", "opponent,outcome,elo_after,elo_change", "1000,win,1,1", mostRows / 2, false},
		{"two more", "opponent,outcome,elo_after,elo_change", "1000,win,1,1", mostRows/2 + 1, true},
	} {
		res, err := Replay(HistoryRequest{Rulebook: rulebook.ID("clawdiators"), Text: row.header + "\n" + strings.Repeat(row.match+"\n", row.matches)})
		if err != nil {
			t.Fatal(row.name, err)
		}
		said := false
		for _, note := range res.Notes {
			said = said || note.Text == cut
		}
		if said != row.cut {
			t.Errorf("%s: %+v, %d claims, want the note: %t", row.name, res.Notes, len(res.Mismatches), row.cut)
		}
	}
}
