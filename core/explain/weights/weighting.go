package weights

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// weighting is a weight for each dimension.
type weighting struct {
	basis []int32 // in hundredths of a percent; they sum to [live.Whole]
	equal bool    // whether each is exactly 1/n, which basis does not hold
}

// same reports whether two weightings are the same.
func (w weighting) same(other weighting) bool {
	return w.equal == other.equal && slices.Equal(w.basis, other.basis)
}

// hundredths returns a weight in hundredths of a percent.
func (w weighting) hundredths(k int) float64 {
	if w.equal {
		return float64(live.Whole) / float64(len(w.basis))
	}
	return float64(w.basis[k])
}

// fraction returns a weight as a part of 1.
func (w weighting) fraction(k int) float64 {
	if w.equal {
		return 1 / float64(len(w.basis))
	}
	return float64(w.basis[k]) / live.Whole
}

// percent returns a weight in percent, for readers.
func (w weighting) percent(k int) string { return words.Fixed(w.hundredths(k)/100, 2) }

// units returns the weights as [live.Table.Part] takes them.
func (w weighting) units() []int32 {
	if w.equal {
		return slices.Repeat([]int32{1}, len(w.basis))
	}
	return w.basis
}

// text returns the weights in one line.
func (w weighting) text() string {
	list := make([]string, len(w.basis))
	for k := range w.basis {
		list[k] = words.Short(w.hundredths(k) / 100)
	}
	return strings.Join(list, " · ") + " %"
}

// equalWeighting returns equal weights of so many dimensions.
func equalWeighting(n int) weighting {
	w := weighting{make([]int32, n), live.Whole%n != 0}
	for k, one := range live.Balance(make([]live.Weight, n), -1) {
		w.basis[k] = int32(math.Round(float64(one.Percent * 100)))
	}
	return w
}

// rank ranks the rows under a weighting.
func (b *Board) rank(w weighting) (*live.Step, *op.Error) {
	if w.equal {
		return b.Table.Equally(), nil
	}
	return b.Table.Step(w.basis)
}

// given is a weighting as a request has it: in the order of the dimensions.
type given struct {
	weighting
	list   []live.Weight
	places []int // of each dimension's weight in the request
}

// order brings weights in the order of the dimensions, each of which has one. If they are
// to be equal, their own numbers do not count; and without any, they are what the table
// says of itself, or equal.
func (b *Board) order(weights []live.Weight, equal bool, member string) (g given, refusal *op.Error) {
	n := len(b.keys)
	if len(weights) == 0 {
		if weights = b.own(); weights == nil || equal {
			weights, equal = equalWeights(b.keys), true
		}
	}
	g.list, g.places = make([]live.Weight, n), make([]int, n)
	g.basis = make([]int32, n)
	seen, sum := make([]bool, n), 0
	for i, w := range weights {
		k := b.columnOf(w.Dimension)
		if k < 0 || seen[k] {
			return g, op.Refuse(op.Pointer(member, i, "dimension"), "%s: want each column of the table once",
				op.Quote(w.Dimension))
		}
		points := math.Round(float64(w.Percent * 100))
		if !equal && points != float64(w.Percent*100) && math.Abs(points-float64(w.Percent*100)) > 1e-6 {
			return g, op.Refuse(op.Pointer(member, i, "percent"), "%s: want at most two decimals", op.Show(w.Percent))
		}
		if w.Noise > b.scale {
			return g, op.Refuse(op.Pointer(member, i, "noise"), "%s: want at most the highest score, %s", op.Show(w.Noise),
				op.Show(b.scale))
		}
		g.list[k], g.basis[k], g.places[k], seen[k] = w, int32(points), i, true
		sum += int(points)
	}
	for k, has := range seen {
		if !has {
			return g, op.Refuse("/"+member, "no weight for %s: want one for each column of the table", op.Quote(b.labels[k]))
		}
	}
	if !equal && sum != live.Whole && !alike(g.basis) {
		return g, op.Refuse("/"+member, "the weights sum to %s %%: want 100 %%", op.Show(float64(sum)/100))
	}
	if equal || sum != live.Whole {
		g.weighting = equalWeighting(n)
		for k, points := range g.basis {
			g.list[k].Percent = float64(points) / 100
		}
	}
	return g, nil
}

// alike reports whether weights are equal ones, as they are shown: 33.33 three times.
func alike(basis []int32) bool {
	for _, points := range basis {
		if points != int32(math.Round(live.Whole/float64(len(basis)))) {
			return false
		}
	}
	return true
}

// own returns the weights that the table gives its dimensions, or nil.
func (b *Board) own() []live.Weight {
	weights, ok := b.sheet.Weights()
	list, sum := equalWeights(b.keys), 0.0
	for k, percent := range weights {
		list[k].Percent = percent
		sum += percent
	}
	if !ok || !(sum > 0) {
		return nil
	}
	return live.Balance(list, -1)
}

func (b *Board) columnOf(key string) int { return slices.Index(b.keys, key) }

// find returns the dimension with a key or a name, or −1.
func (b *Board) find(name string) int {
	if k := b.columnOf(name); k >= 0 {
		return k
	}
	for k, d := range b.dims {
		if strings.EqualFold(name, b.labels[k]) || strings.EqualFold(name, b.sheet.Columns[d].Name) {
			return k
		}
	}
	return -1
}

// equalWeights give all columns the same, but for what rounding leaves.
func equalWeights(keys []string) []live.Weight {
	list := make([]live.Weight, len(keys))
	for k, key := range keys {
		list[k].Dimension = key
	}
	return live.Balance(list, -1)
}

// fillOf puts weights into the form, by their places in the request.
func (s *study) fillOf(basis []int32) string { return s.fill(weighting{basis: basis}) }

func (s *study) fill(w weighting) string {
	fill := ""
	for k := range w.basis {
		if k > 0 {
			fill += ","
		}
		fill += fmt.Sprintf(`"/weights/%d/percent":"%s"`, s.places[k], w.percent(k))
	}
	return "{" + fill + "}"
}

// separator stands between the two dimensions of a way.
const separator = " → "

func cutWord(label string) (before, after string, ok bool) {
	for i := range label {
		if rest := label[i:]; len(rest) > len(separator) && rest[:len(separator)] == separator {
			return label[:i], rest[len(separator):], true
		}
	}
	return label, "", false
}
