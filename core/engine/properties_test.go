//go:build !js

package engine

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// tolerance is that of sums that are 1 or 0 in exact arithmetic: some
// thousand roundings of float64.
const tolerance = 1e-12

// answers calls f with random requests of an operation that are answered, and
// with the answers. f tells whether the property says anything about them; at
// least one in twenty of all must be so.
func answers(t *testing.T, name string, f func(g *generator, request *node, response []byte) bool) {
	t.Helper()
	tries := randomRequests(name)
	o, _ := Find(name)
	g, held := newGenerator(t, o), 0
	for range tries {
		text := g.request()
		envelope := o.Call(text)
		if !answered(envelope) {
			continue
		}
		request, err := g.root.read(text)
		if err != nil {
			t.Fatal(err)
		}
		if f(g, request, envelope[len(`{"ok":`):len(envelope)-1]) {
			held++
		}
		if t.Failed() {
			t.Fatalf("%s %s\nanswers %s", name, text, envelope)
		}
	}
	if held < max(1, tries/20) {
		t.Errorf("%s: the property was about %d of %d requests", name, held, tries)
	}
}

func decoded[T any](t *testing.T, response []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(response, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The order of an object's members changes no byte of an answer.
func TestMemberOrder(t *testing.T) {
	for _, o := range Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			if len(o.Request().Fields) == 0 || strings.HasPrefix(o.Name, "proof.") {
				return // a proof's document is a text: errors tell columns, and signed bytes may be in its order
			}
			answers(t, o.Name, func(_ *generator, request *node, response []byte) bool {
				if bytes.HasPrefix(response, []byte(`{"ok":false`)) {
					return false // rulebook.check tells the first wrong shape alone
				}
				request.reverseMembers()
				other := o.Call(request.append(nil))
				if !answered(other) || !bytes.Equal(other[len(`{"ok":`):len(other)-1], response) {
					t.Errorf("%s\nanswers %s, not", request.append(nil), other)
				}
				return true
			})
		})
	}
}

func (n *node) reverseMembers() {
	if n.kind == jcs.Object {
		slices.Reverse(n.items)
	}
	for _, item := range n.items {
		item.reverseMembers()
	}
}

// The order of rows changes nothing but the order of rows. Of the rulebooks it
// takes those that do not let ties or sums go by it.
func TestRowOrder(t *testing.T) {
	tests := []struct {
		op, rows string
		follows  bool // whether lists of the answer are in the request's order
		rulebook []string
	}{
		{"score.rank", "submissions", false, []string{"airena", "clawdiators", "term"}},
		{"score.sensitivity", "submissions", false, []string{"airena", "clawdiators", "term"}},
		{"elo.pairwise", "entrants", true, []string{"airena"}},
		{"reward.consensus", "validators", false, []string{"term"}},
		{"reward.consensus", "scores", true, []string{"term"}},
		{"reward.weights", "competitions", true, []string{"term"}},
		{"standing.tracks", "results", false, []string{"clawdiators-live"}},
	}
	for _, tt := range tests {
		t.Run(tt.op+"/"+tt.rows, func(t *testing.T) {
			o, _ := Find(tt.op)
			answers(t, tt.op, func(g *generator, request *node, response []byte) bool {
				rows, book := request.get(tt.rows), request.get("rulebook")
				if rows == nil || len(rows.items) < 2 || !slices.Contains(tt.rulebook, book.text) {
					return false
				}
				g.Shuffle(len(rows.items), func(i, j int) { rows.items[i], rows.items[j] = rows.items[j], rows.items[i] })
				other := o.Call(request.append(nil))
				if !answered(other) {
					t.Errorf("%s\nanswers %s, not", request.append(nil), other)
					return true
				}
				other = other[len(`{"ok":`) : len(other)-1]
				if got, want := unordered(t, other, tt.follows), unordered(t, response, tt.follows); !bytes.Equal(got, want) {
					t.Errorf("%s\nanswers %s\nnot     %s", request.append(nil), got, want)
				}
				return true
			})
		})
	}
}

// unordered is an answer without what goes by the order of rows: warnings,
// which point to them by number, the chain's sums in float64 and, if lists
// follow the request, the order of lists.
func unordered(t *testing.T, response []byte, follows bool) []byte {
	t.Helper()
	v := decoded[map[string]any](t, response)
	delete(v, "warnings")
	delete(v, "chain")
	if follows {
		sortLists(t, v)
	}
	return encoded(t, v)
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func sortLists(t *testing.T, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for _, member := range v {
			sortLists(t, member)
		}
	case []any:
		for _, item := range v {
			sortLists(t, item)
		}
		slices.SortFunc(v, func(a, b any) int { return bytes.Compare(encoded(t, a), encoded(t, b)) })
	}
}

// A composite's weights sum to 1; without rounding, its parts sum to the score,
// and no score is over the most there is, unless the rounding of parts is.
func TestCompositeAddsUp(t *testing.T) {
	type response struct {
		Score, Max float64
		Breakdown  map[string]struct{ Score, Weight, Weighted float64 }
	}
	answers(t, "score.compute", func(_ *generator, request *node, body []byte) bool {
		res := decoded[response](t, body)
		weights, parts := 0.0, 0.0
		for _, part := range res.Breakdown {
			weights += part.Weight
			parts += part.Weighted
		}
		if math.Abs(weights-1) > 0.001 { // the tolerance of rulebooks
			t.Errorf("weights sum to %v", weights)
		}
		switch request.get("rulebook").text {
		case "airena", "term":
			if math.Abs(parts-res.Score) > tolerance*res.Max {
				t.Errorf("parts sum to %v", parts)
			}
		case "clawdiators":
			if res.Score != math.Trunc(res.Score) || res.Score > res.Max || res.Score > parts+tolerance*res.Max || res.Score < min(parts, res.Max)-1-tolerance {
				t.Errorf("parts sum to %v: the score is not that rounded down, up to %v", parts, res.Max)
			}
		case "clawdiators-live":
			if parts != res.Score {
				t.Errorf("parts sum to %v", parts)
			}
		default:
			return false
		}
		return true
	})
}

// Expected scores of two players sum to 1, and twice the ratings at twice the
// scale expect the same, to the last bit.
func TestExpectedMirrorsAndScales(t *testing.T) {
	ask := func(rating, opponent, scale float64) float64 {
		text := `{"rating":` + show(rating) + `,"opponent":` + show(opponent) + `,"scale":` + show(scale) + `}`
		envelope := Call("elo.expected", []byte(text))
		if !answered(envelope) {
			return math.NaN() // outside the ranges
		}
		return decoded[struct{ OK struct{ Expected float64 } }](t, envelope).OK.Expected
	}
	answers(t, "elo.expected", func(_ *generator, request *node, body []byte) bool {
		rating, opponent, scale := request.get("rating").number(), request.get("opponent").number(), 400.0
		if given := request.get("scale"); given != nil {
			scale = given.number()
		}
		want := decoded[struct{ Expected float64 }](t, body).Expected
		if mirror := ask(opponent, rating, scale); math.Abs(want+mirror-1) > 1e-15 {
			t.Errorf("the mirror is %v", mirror)
		}
		doubled := ask(2*rating, 2*opponent, 2*scale)
		if !math.IsNaN(doubled) && doubled != want {
			t.Errorf("doubled it is %v", doubled)
		}
		return !math.IsNaN(doubled)
	})
}

// Where all K are equal, what some win the others lose.
func TestPairwiseChangesSumToZero(t *testing.T) {
	type response struct {
		Entrants []struct{ K, Change, Expected, Actual float64 }
	}
	o, _ := Find("elo.pairwise")
	answers(t, o.Name, func(_ *generator, request *node, _ []byte) bool {
		for _, e := range request.get("entrants").items {
			if matches := e.get("competitions"); matches != nil {
				matches.text = "12"
			}
		}
		envelope := o.Call(request.append(nil))
		if !answered(envelope) {
			t.Errorf("%s\nanswers %s", request.append(nil), envelope)
		}
		res := decoded[struct{ OK response }](t, envelope).OK
		sum, most := 0.0, 1.0
		for _, e := range res.Entrants {
			sum += e.Change
			most = max(most, math.Abs(e.Change))
		}
		if math.Abs(sum) > tolerance*most {
			t.Errorf("%s\nanswers %s: changes sum to %v", request.append(nil), envelope, sum)
		}
		return len(res.Entrants) > 1
	})
}

// Probabilities and shares of all cases sum to 1.
func TestProbabilitiesSumToOne(t *testing.T) {
	answers(t, "elo.project", func(_ *generator, _ *node, body []byte) bool {
		type response struct {
			Final struct {
				Distribution []struct{ Probability float64 }
			}
		}
		sum := 0.0
		for _, d := range decoded[response](t, body).Final.Distribution {
			sum += d.Probability
		}
		if math.Abs(sum-1) > tolerance {
			t.Errorf("probabilities sum to %v", sum)
		}
		return true
	})
	answers(t, "score.sensitivity", func(_ *generator, _ *node, body []byte) bool {
		type response struct {
			Acceptability []struct {
				ByRank []float64 `json:"by_rank"`
				Lower  float64
			}
		}
		for _, a := range decoded[response](t, body).Acceptability {
			sum := a.Lower
			for _, p := range a.ByRank {
				sum += p
			}
			if math.Abs(sum-1) > tolerance {
				t.Errorf("shares of ranks sum to %v", sum)
			}
		}
		return true
	})
}

// Emission is divided whole: normalized shares sum to 1, or to 0 where nobody
// is paid, and what decay burns and keeps is 100 percent.
func TestEmissionAddsUp(t *testing.T) {
	answers(t, "reward.weights", func(_ *generator, _ *node, body []byte) bool {
		type response struct {
			Miners []struct {
				Normalized float64 `json:"normalized_share"`
			}
		}
		res, sum := decoded[response](t, body), 0.0
		for _, m := range res.Miners {
			sum += m.Normalized
		}
		if math.Abs(sum-1) > tolerance && sum != 0 {
			t.Errorf("normalized shares sum to %v", sum)
		}
		return sum != 0
	})
	answers(t, "reward.decay", func(_ *generator, _ *node, body []byte) bool {
		type response struct {
			Epochs []struct {
				Burned float64 `json:"burn_percent"`
				Kept   float64 `json:"kept_percent"`
			}
		}
		res := decoded[response](t, body)
		for _, e := range res.Epochs {
			if math.Abs(e.Burned+e.Kept-100) > 100*tolerance || e.Burned < 0 || e.Kept < 0 {
				t.Errorf("burned %v, kept %v", e.Burned, e.Kept)
			}
		}
		return len(res.Epochs) > 0
	})
}
