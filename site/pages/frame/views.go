package frame

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// Hundred returns the ruler of a score from 0 to 100, or of a rate in percent.
func Hundred(unit string) []parts.TickView {
	var ticks []parts.TickView
	for _, x := range []float64{0, 25, 50, 75, 100} {
		ticks = append(ticks, parts.TickView{At: x, Label: Show(x) + unit})
	}
	return ticks
}

// Capital begins a text with a capital.
func Capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Each translates a list.
func Each[From, To any](list []From, one func(From) To) []To {
	out := make([]To, len(list))
	for i, x := range list {
		out[i] = one(x)
	}
	return out
}

// ScoreView returns an explained score with its columns aligned. ticks label the ruler
// of its bar.
func ScoreView(s breakdown.ScoreResponse, ticks []parts.TickView) parts.ScoreView {
	list := Each(s.Parts, func(p breakdown.ScorePart) parts.PartView {
		return parts.PartView{ScorePart: p, Bare: p.Score, Answered: p.Weighted, Share: p.Weight}
	})
	decimals.Columns(list, func(p *parts.PartView) []*string {
		return []*string{&p.Score, &p.Weight, &p.Weighted,
			&p.Most}
	})
	return parts.ScoreView{Answer: s, Parts: list, Ticks: ticks}
}

// Recompute is what the picture of a calculator says of the page.
const Recompute = "Recompute it with your own numbers. They stay on your device."

// ScorePicture returns the picture of an explained score.
func ScorePicture(question string, s breakdown.ScoreResponse) picture.Card {
	return picture.Card{Question: question, Answer: s.Sentence, Key: s.Answer, Foot: Recompute,
		Parts: Each(s.Parts, func(p breakdown.ScorePart) picture.Part {
			return picture.Part{Key: p.Key, Label: p.Label, Value: p.Weighted, Start: p.Start, Width: p.Width}
		})}
}

// Show writes an example's number as a reader would type it.
func Show[N int | float64](x N) string { return op.Show(float64(x)) }

// Thousands returns a number below a million as people read it.
func Thousands(n int) string {
	if n < 1000 {
		return Show(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// Ptr returns the address of a value, for optional members of requests.
func Ptr[T any](x T) *T { return &x }
