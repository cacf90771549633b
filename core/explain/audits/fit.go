package audits

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Fit is how far the claimed scores are from the scores that the weights give.
type Fit struct {
	Says  string `json:"says" doc:"How many scores the weights give; \"\" if there are no weights or no scores."`
	Key   string `json:"key" doc:"The words of it that matter most."`
	Parts []Part `json:"parts" doc:"The weights, as parts of a bar."`
	Dots  []Dot  `json:"dots" doc:"A score each; of more than 400 the first 200 that differ."`
	Few   string `json:"few" doc:"Which scores are drawn if not all are, or \"\"."`
}

// Part is the weight of a dimension.
type Part struct {
	Key   string  `json:"key" doc:"The dimension."`
	Label string  `json:"label" doc:"The dimension for readers."`
	Text  string  `json:"text" doc:"Its weight: 40 %."`
	Start float64 `json:"start" doc:"Where it begins, in percent of all weights."`
	Width float64 `json:"width" doc:"How wide it is, in percent."`
	End   float64 `json:"end" doc:"Where it ends, in percent."`
	Edge  *Edge   `json:"edge,omitempty" doc:"Its end, which may move to the next dimension's; the last one has none."`
}

// Edge is the end of a weight on the way that it can move.
type Edge struct {
	Span float64 `json:"span" doc:"How long the way is from the part's start, in percent."`
	Most float64 `json:"most" doc:"Where the way ends, in percent."`
	Says string  `json:"says" doc:"Both weights, for readers."`
}

// Dot is a claimed score.
type Dot struct {
	Place string  `json:"place" doc:"Number of the submission, from 1."`
	At    float64 `json:"at" doc:"Where it is among all submissions, in percent."`
	Off   float64 `json:"off" doc:"Where it is between 0 for too much and 100 for too little; 50 is right. The distance from there grows with the square root of the difference."`
	Wrong bool    `json:"wrong" doc:"Whether it differs."`
	Flag  string  `json:"flag" doc:"The name and the difference, if there is room for it, or \"\"."`
	Lift  float64 `json:"lift" doc:"How far the flag is below the dot, in pixels; above it if it is negative."`
	Side  string  `json:"side" doc:"Where the flag's text ends: start, middle or end."`
}

const (
	mostDots  = 400
	mostFew   = 200
	mostFlags = 4
	wideFlag  = 30 // percent of the width that a flag needs on a phone
)

// fit returns how far the scores are from the weights.
func (s *Session) fit(sum audit.Summary) Fit {
	f := Fit{Parts: []Part{}, Dots: []Dot{}}
	score := sum.ByRule[2]
	all := score.Matches + score.Differences
	if all == 0 || len(s.weights.keys) < 2 {
		return f
	}
	f.Key = counted(score.Matches) + " of " + counted(all)
	f.Says = s.weights.line + " fits " + f.Key + " " + words.Plural(all, "score") + "."
	f.Parts = s.parts()
	list := s.audit.Residuals(false, mostDots+1)
	if len(list) > mostDots {
		list, f.Few = s.audit.Residuals(true, mostFew), "Only scores that differ are drawn."
	}
	for _, r := range list {
		f.Dots = append(f.Dots, s.dot(r))
	}
	flag(f.Dots, list)
	return f
}

// dot places a score. The scale ends at a quarter of the rules' scale.
func (s *Session) dot(r audit.Residual) Dot {
	by := (r.Claimed - r.Ours) / (s.rb.Scale / 4)
	far := fmath.RoundHalfUp(float64(math.Sqrt(math.Min(math.Abs(by), 1))*4600)) / 100
	d := Dot{Place: strconv.Itoa(r.Row + 1), At: hundredth(float64(float64(2*r.Row+1)*50) / float64(max(s.source.count, 1))),
		Wrong: !words.Agrees(r.Claimed, r.Ours), Side: "middle"}
	if !d.Wrong {
		far = 0
	}
	if by > 0 {
		far = -far
	}
	d.Off = 50 + far
	if d.At < wideFlag/2 {
		d.Side = "start"
	} else if d.At > 100-wideFlag/2 {
		d.Side = "end"
	}
	return d
}

// flag names the scores that are furthest off, above each other if they are near.
func flag(dots []Dot, list []audit.Residual) {
	var far []int
	for i := range dots {
		if dots[i].Wrong {
			far = append(far, i)
		}
	}
	slices.SortStableFunc(far, func(i, j int) int {
		return cmp.Compare(math.Abs(list[j].Claimed-list[j].Ours), math.Abs(list[i].Claimed-list[i].Ours))
	})
	far = far[:min(mostFlags, len(far))]
	slices.Sort(far)
	last, lift := -100.0, 0.0
	for _, i := range far {
		by := list[i].Claimed - list[i].Ours
		sign := "+"
		if by < 0 {
			sign = "−"
		}
		if lift++; dots[i].At-last >= wideFlag {
			lift = 1
		}
		dots[i].Flag, last = words.Called(list[i].Name)+" "+sign+apart(math.Abs(by)), dots[i].At
		dots[i].Lift = liftOf(dots[i].Off, lift)
	}
}

// liftOf returns where the text of a flag is, that many lines from its dot: away from the line
// of the scores that fit, unless there is no room.
func liftOf(off, lines float64) float64 {
	const line, above, below = 17, 12, 22
	if up := off < 50; up != (off < 20 || off > 80) {
		return -(above + float64(line*(lines-1)))
	}
	return below + float64(line*(lines-1))
}

// parts returns the weights as parts of a bar.
func (s *Session) parts() []Part {
	w := &s.weights
	sum := 0.0
	for _, x := range w.list {
		sum += x
	}
	parts, from := make([]Part, len(w.keys)), 0.0
	for k, key := range w.keys {
		d, _ := s.rb.Dimension(key)
		width := w.list[k] * 100 / sum
		parts[k] = Part{Key: key, Label: label(d.Label, key), Text: op.Show(words.Shown(width, 1)) + " %",
			Start: hundredth(from), Width: hundredth(width), End: hundredth(from + width)}
		from += width
	}
	for k := range parts[:len(parts)-1] {
		p, next := &parts[k], &parts[k+1]
		p.Edge = &Edge{Span: hundredth(p.Width + next.Width), Most: next.End,
			Says: p.Label + " " + p.Text + ", " + next.Label + " " + next.Text}
	}
	return parts
}

func label(label, key string) string {
	if label == "" {
		return key
	}
	return label
}

// edged is what weights begin with that are given as places: where all dimensions but the
// last end, in percent, one after another.
const edged = "ends"

// fromEdges returns the weights in percent between the ends of dimensions, with one decimal.
func fromEdges(text string, keys []string) ([]string, *op.Error) {
	ends := strings.Fields(strings.TrimPrefix(text, edged))
	if len(ends)+1 != len(keys) {
		return nil, op.Refuse("/weights", "%s: want %d", words.Counted(len(ends), "end", "ends"), len(keys)-1)
	}
	var parts []string
	from := 0.0
	for _, end := range append(ends, "100") {
		at, ok := words.Read(end)
		if at = words.Shown(at, 1); !ok || at < from || at > 100 {
			return nil, op.Refuse("/weights", "%s: want a place from %s to 100", op.Quote(end), op.Show(from))
		}
		parts = append(parts, op.Show(words.Shown(at-from, 1)))
		from = at
	}
	return parts, nil
}
