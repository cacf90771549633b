package weights

import (
	"cmp"
	"math"
	"slices"

	"github.com/tallyproof/tallyproof/core/score"
)

func (m *Marks) sort() {
	slices.SortStableFunc(m.Marks, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID))
	})
}

// nearest finds the next weights on both sides under which another row is first.
func (m *Marks) nearest(f *field, compared []int, k, now int) {
	for _, mark := range m.Marks {
		at := int(math.Round(float64(mark.At * 100)))
		if mark.Kind != "first" {
			continue
		}
		if at > now && m.AboveAt == "" {
			m.AboveAt, m.AboveWho = percentOf(int32(at)), f.names[f.among(compared, f.at(k, at))]
			m.Above, m.AboveSays = m.AboveWho+" wins", m.AboveWho+" above "+oneDecimal(m.AboveAt)
		}
		if at <= now { // below it, another one is first
			for try := at; try >= max(0, at-4); try-- {
				if w := f.among(compared, f.at(k, try)); w != 0 {
					m.BelowAt, m.BelowWho = percentOf(int32(try)), f.names[w]
					m.Below, m.BelowSays = m.BelowWho+" wins", m.BelowWho+" below "+oneDecimal(m.BelowAt)
					break
				}
			}
		}
	}
}

// thin keeps the swaps nearest to the present weight, and all new firsts.
func (m *Marks) thin(now float64) {
	kept := make([]bool, len(m.Marks))
	swaps := 0
	nearest := score.Order(len(m.Marks), func(a, b int) int {
		return cmp.Compare(math.Abs(m.Marks[a].At-now), math.Abs(m.Marks[b].At-now))
	})
	for _, i := range nearest {
		if kept[i] = m.Marks[i].Kind == "first" || swaps < mostMarks; m.Marks[i].Kind == "swap" {
			swaps++
		}
	}
	list := make([]Mark, 0, len(m.Marks))
	for i, keep := range kept {
		if keep {
			list = append(list, m.Marks[i])
		}
	}
	m.Marks = list
}
