package weights

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
)

// viewed asks a board for a part of a ranking.
func viewed(t *testing.T, b *Board, weights, pinned []live.Weight, from, count int, find string) View {
	t.Helper()
	request := map[string]any{"from": from, "count": count, "find": find}
	if weights != nil {
		request["weights"], request["pinned"] = weights, pinned
	}
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	view, err := b.View(text)
	if err != nil {
		t.Fatal(err)
	}
	return *view.(*View)
}

// A board that is asked again and again answers what [Weights] answers from the text,
// with other rows of the same ranking.
func TestViewIsTheAnswerOfWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 4))
	for round := range 20 {
		text, scores := randomTable(rng, 2+rng.IntN(60), 1+rng.IntN(5))
		columns := len(scores[0])
		board, err := Open(text, table.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			weights, pinned := weightsOf(randomBasis(rng, columns)), weightsOf(randomBasis(rng, columns))
			want, err := Weights(Request{Text: text, Weights: weights, Pinned: pinned})
			if err != nil {
				t.Fatal(err)
			}
			if got := viewed(t, board, weights, pinned, 0, 1000, ""); !reflect.DeepEqual(got.Answer, want) || got.Found != len(scores) {
				t.Fatalf("round %d: %+v\nwant %+v", round, got, want)
			}
			from, count := rng.IntN(len(scores)), rng.IntN(20)
			got := viewed(t, board, weights, pinned, from, count, "")
			if first := min(from, max(0, len(scores)-count)); got.From != first || !reflect.DeepEqual(got.Answer.Rows, want.Rows[first:min(first+count, len(scores))]) {
				t.Errorf("round %d: %d rows from %d: from %d, %+v", round, count, from, got.From, got.Answer.Rows)
			}
			got.Answer.Rows = want.Rows
			if !reflect.DeepEqual(got.Answer, want) {
				t.Errorf("round %d: the rest depends on which rows are wanted: %+v", round, got.Answer)
			}
		}
	}
}

func TestViewFindsNames(t *testing.T) {
	board, err := Open("agent,speed\nNova,50\nsuperNOVA,60\nOrion,70\n", table.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	view := viewed(t, board, nil, nil, 0, 10, " nOvA ")
	names := []string{}
	for _, row := range view.Answer.Rows {
		names = append(names, row.Rank+" "+row.Name+" "+row.Gap)
	}
	if got := strings.Join(names, ", "); got != "2 superNOVA 10.00, 3 Nova " || view.Found != 2 {
		t.Errorf("%q, %d found", got, view.Found)
	}
	if view := viewed(t, board, nil, nil, 0, 10, "vega"); view.Found != 0 || len(view.Answer.Rows) != 0 || view.Answer.Brief != "Orion" {
		t.Errorf("found %+v", view)
	}
}

// Rows that are kept are those of the ranking, in its order, whichever rows are wanted
// beside them.
func TestViewKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 3))
	for range 40 {
		text, scores := randomTable(rng, 3+rng.IntN(40), 1+rng.IntN(4))
		board, err := Open(text, table.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		request := ViewRequest{Weights: weightsOf(randomBasis(rng, len(scores[0]))), Pinned: weightsOf(randomBasis(rng, len(scores[0]))), Find: "nobody", Keep: []string{"gone"}}
		for range 3 {
			request.Keep = append(request.Keep, "a"+strconv.Itoa(rng.IntN(len(scores))))
		}
		all, err := Weights(Request{Text: text, Weights: request.Weights, Pinned: request.Pinned})
		if err != nil {
			t.Fatal(err)
		}
		want := []Row{}
		for _, row := range all.Rows {
			if slices.Contains(request.Keep, row.ID) {
				want = append(want, row)
			}
		}
		asked, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := board.View(asked)
		if got, _ := answer.(*View); err != nil || !reflect.DeepEqual(got.Kept, want) || got.Found != 0 {
			t.Errorf("%v: %+v, %v: want %+v", request.Keep, got.Kept, err, want)
		}
	}
}

func TestViewRefuses(t *testing.T) {
	board, err := Open("agent,speed,quality\nNova,50,1\nOrion,70,2\n", table.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ request, want string }{
		{`{"weights":[{"dimension":"speed","percent":50},{"dimension":"quality","percent":49}]}`, "/weights: the weights sum to 99 %: want 100 %"},
		{`{"weights":[{"dimension":"speed","percent":100}]}`, `/weights: no weight for "Quality": want one for each column of the table`},
		{`{"count":1001}`, "/count: 1001: want a whole number from 0 to 1000"},
		{`{"keep":["a","b","c","d","e","f","g","h","i"]}`, "/keep: "},
		{`{"from":-1}`, "/from: -1: want a whole number of at least 0"},
		{`{"text":"a"}`, `/text: unknown field "text"`},
	} {
		if _, err := board.View([]byte(row.request)); err == nil || !strings.HasPrefix(fmt.Sprint(err), row.want) {
			t.Errorf("%s: %v\nwant %s", row.request, err, row.want)
		}
	}
}

func TestLoad(t *testing.T) {
	for _, row := range []struct{ request, want string }{
		{`{"text":"agent,speed\nNova,50\n"}`, "Nova, a board"},
		{`{"rulebook":"airena","submissions":[{"id":"b","dimensions":{"correctness":1,"speed":1,"quality":1,"process":1}}]}`, "b"},
		{`{"text":"agent,speed\n"}`, "/text: the table has no row: add a row below the header"},
		{`{"rulebook":"airena"}`, "/submissions: missing: want at least one row"},
		{`{"submissions":[{"id":"b","dimensions":{"speed":1}}]}`, `/rulebook: unknown rulebook "": want one of `},
	} {
		table, board, err := load([]byte(row.request))
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Join(table.Names, " ")
		}
		if board != nil {
			got += ", a board"
		}
		if !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %s\nwant %s", row.request, got, row.want)
		}
	}
}

func load(request []byte) (*live.Table, *Board, error) {
	req, err := live.ReadLoad(request)
	if err != nil {
		return nil, nil, err
	}
	return Load(&req, nil)
}
