package weights

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/weights"
)

// picture is where the ranks under each weighting are drawn.
type picture struct {
	Height  int
	Columns []column
	Lines   []line
}

// column is a weighting, and where it is in percent of the width.
type column struct{ Letter, At string }

// line is an agent: its rank and height at both ends, and the corners between them.
type line struct {
	Name, First, Last string
	From, To          int
	Points            string
	Most              bool // whether it moves most under a weighting
}

// Weight returns the weight of its font.
func (l line) Weight() string {
	if l.Most {
		return "600"
	}
	return "400"
}

// Stroke returns its colour.
func (l line) Stroke() string {
	if l.Most {
		return "var(--accent)"
	}
	return "var(--edge)"
}

// Width is how thick it is.
func (l line) Width() string {
	if l.Most {
		return "3"
	}
	return "1"
}

func px(n int) string { return strconv.Itoa(n) }

const slopeTop, slopeRow = 32, 22

// slopesOf places the ranks that an answer has: agents with equal ones in the order of
// the rows. The width is 12, which up to four steps divide.
func slopesOf(r weights.OthersResponse) picture {
	p := picture{Height: slopeTop + slopeRow*len(r.Rows) - slopeRow/2, Columns: []column{{"Now", "0%"}}}
	steps := max(1, len(r.Weightings))
	for i, w := range r.Weightings {
		p.Columns = append(p.Columns, column{w.Letter, strconv.Itoa(100*(i+1)/steps) + "%"})
	}
	for _, row := range r.Rows {
		p.Lines = append(p.Lines, line{Name: row.Name, First: row.Ranks[0], Last: row.Ranks[len(row.Ranks)-1]})
	}
	for c := range p.Columns {
		for place, i := range byRank(r.Rows, c) {
			l, y := &p.Lines[i], slopeTop+slopeRow*place
			if l.To = y; c == 0 {
				l.From = y
			} else {
				_, moved, _ := strings.Cut(r.Rows[i].Ranks[c], " ")
				l.Most = l.Most || r.Weightings[c-1].Moved == l.Name+" "+moved
				l.Points += " "
			}
			l.Points += px(12*c/steps) + "," + px(y)
		}
	}
	return p
}

// byRank returns the places of rows, by their ranks under a weighting.
func byRank(rows []weights.OtherRow, c int) []int {
	ranks, order := make([]int, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		text, _, _ := strings.Cut(row.Ranks[c], " ")
		ranks[i], _ = strconv.Atoi(text)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	return order
}
