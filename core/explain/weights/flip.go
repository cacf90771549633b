package weights

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// Flip is the smallest change that puts another agent first.
type Flip struct {
	Heading  string `json:"heading" doc:"Whom the ways dethrone; without any, why there are none."`
	Sentence string `json:"sentence" doc:"What to move, and who wins then."`
	Key      string `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string `json:"brief" doc:"How much to move."`
	Ways     []Way  `json:"ways" doc:"The smallest moves of weight from one dimension to another that do it, at most three."`
}

// Way is a move of weight that puts another agent first.
type Way struct {
	Label  string  `json:"label" doc:"From which dimension to which."`
	Change string  `json:"change" doc:"Percentage points, from and to."`
	Moved  string  `json:"moved" doc:"How much is moved: 2.13 points."`
	Text   string  `json:"text" doc:"Who wins then."`
	Fill   string  `json:"fill" doc:"JSON: the weights then, by their place in the request."`
	Points float64 `json:"points" doc:"How much is moved, in percentage points."`
}

// flip looks for the smallest moves of weight from one column to another that put
// another row first. Moving τ adds τ·(d_to − d_from) to the lead of a row whose
// scores differ from those of the first by d.
func (f *field) flip() Flip {
	type move struct{ from, to, points int }
	moves := []move{}
	for from := range f.basis {
		for to := range f.basis {
			if points := f.least(from, to); points > 0 {
				moves = append(moves, move{from, to, points})
			}
		}
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(a.points, b.points) })
	flip := Flip{Ways: []Way{}}
	for _, m := range moves[:min(len(moves), 3)] {
		flip.Ways = append(flip.Ways, f.way(m.from, m.to, m.points, len(flip.Ways) == 0))
	}
	f.sayFlip(&flip)
	return flip
}

func (f *field) sayFlip(flip *Flip) {
	switch {
	case len(f.rows) == 1:
		flip.Sentence, flip.Key, flip.Brief = "There is nobody else to be first.", "nobody else", "none"
	case f.same(0, 1) && len(flip.Ways) == 0:
		flip.Sentence, flip.Key, flip.Brief = fmt.Sprintf("%s and %s are equal in every dimension: no weights put one "+
			"before the other.", f.names[0], f.names[1]), "equal in every dimension", "none"
	case f.rival() > 0:
		flip.Sentence, flip.Key, flip.Brief = fmt.Sprintf("%s and %s have the same score now: any change may decide.",
			f.names[0], f.names[f.rival()]), "the same score", "0 points"
	case len(flip.Ways) == 0:
		flip.Sentence, flip.Key, flip.Brief = "No move of weight from one dimension to another"+f.within()+" puts another agent first.",
			"No move", "none"
	default:
		best := flip.Ways[0]
		flip.Key = pointsOf(best.Points)
		flip.Brief = flip.Key
		before, after, _ := cutWord(best.Label)
		flip.Sentence = fmt.Sprintf("Move %s from %s to %s: %s.", flip.Key, before, after, best.Text)
	}
	if flip.Heading = flip.Sentence; len(flip.Ways) > 0 {
		flip.Heading = "The smallest changes that dethrone " + f.names[0]
	}
}

// pointsOf counts points: 1 point, 0.5 points.
func pointsOf(x float64) string { return strings.TrimPrefix(words.Change(x, "point"), "+") }

// least returns the fewest basis points from one column to another that put another row
// first, or 0 if that is impossible or a column is locked.
func (f *field) least(from, to int) int {
	if from == to || f.list[from].Locked || f.list[to].Locked {
		return 0
	}
	best, start, end := 0, 1.0, float64(f.basis[from])
	if f.limits != nil {
		start, end = f.movable(from, to)
	}
	for i := 1; i < len(f.rows); i++ {
		gain := f.rows[i][to] - f.rows[i][from] - f.rows[0][to] + f.rows[0][from]
		if gain <= 0 {
			continue
		}
		points := max(start, math.Floor(f.now(0, i)/gain+1e-9)+1)
		if points <= end && (best == 0 || points < float64(best)) {
			best = int(points)
		}
	}
	for tries := 2; best > 0 && tries > 0; tries-- { // equal weights are not hundredths of a percent
		if f.winner(f.shifted(from, to, best)) != 0 {
			return best
		}
		if best++; !f.equal || best > int(end) {
			break
		}
	}
	return 0
}

// movable returns the fewest and the most basis points from one column to another that the
// conditions allow; the most is less if they allow none.
func (f *field) movable(from, to int) (fewest, most float64) {
	d := make([]float64, len(f.basis))
	d[from], d[to] = -1, 1
	const rounding = 1e-6 // of a basis point
	low, high := f.limits.Along(f.partsNow(), d, 0, float64(f.basis[from])/live.Whole)
	return max(1, math.Ceil(float64(low*live.Whole)-rounding)), math.Floor(float64(high*live.Whole) + rounding)
}

func (f *field) shifted(from, to, points int) []int32 {
	basis := slices.Clone(f.basis)
	basis[from] -= int32(points)
	basis[to] += int32(points)
	return basis
}

func (f *field) way(from, to, points int, best bool) Way {
	moved := words.Fixed(float64(points)/100, 2)
	basis := f.shifted(from, to, points)
	return Way{
		Label:  f.labels[from] + separator + f.labels[to],
		Change: "−" + moved + " · +" + moved,
		Moved:  pointsOf(float64(points) / 100),
		Text:   f.names[f.winner(basis)] + " wins",
		Fill:   f.fillOf(basis),
		Points: float64(points) / 100,
	}
}
