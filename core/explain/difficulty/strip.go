package difficulty

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/words"
)

const (
	mostColumns  = 240 // of the strip; more matches are shares in fewer columns
	shareColumns = 120
	mostFlags    = 60  // without labels
	letterNarrow = 2.3 // percent of a picture of 320 pixels
)

func (d *difficulty) strip() DifficultyStrip {
	matches := d.now.tried.matches
	n, count := len(matches), d.now.fit.Attempts
	s := DifficultyStrip{Flags: d.flags()}
	s.Won, s.Drawn, s.Lost, s.Expired = matchCells(matches)
	s.Cursor = DifficultyCursor{Field: "/count", At: chart.Hundredth(100 * float64(count) / float64(n)), Value: float64(count), High: float64(n),
		Step: 1, Label: "match " + words.Grouped(int64(count)), Says: fmt.Sprintf("%s of %s matches count", words.Grouped(int64(count)),
			words.Grouped(int64(n)))}.shifted(60)
	s.Later = chart.Hundredth(100 - s.Cursor.At)
	return s
}

// matchCells draws matches as a column each, or the shares of many in fewer columns.
func matchCells(matches []attempted) (won, drawn, lost, gone string) {
	n := len(matches)
	columns := n
	if n > mostColumns {
		columns = shareColumns
	}
	var paths [4]strings.Builder
	wide := 1000 / float64(columns)
	between := min(1.5, wide/4)
	for c := range columns {
		from, to := c*n/columns, (c+1)*n/columns
		var of [4]int
		for _, m := range matches[from:to] {
			of[slices.Index([]string{"win", "draw", "loss", expired}, m.outcome)]++
		}
		bottom := 40.0
		left, right := chart.Fixed(float64(float64(c)*wide), 2), chart.Fixed(float64(float64(c+1)*wide)-between, 2)
		for k, count := range of {
			if count == 0 {
				continue
			}
			top := bottom - float64(40*float64(count))/float64(to-from)
			paths[k].WriteString("M" + left + " " + chart.Fixed(bottom, 2) + "V" + chart.Fixed(top, 2) + "H" + right + "V" +
				chart.Fixed(bottom, 2) + "Z")
			bottom = top
		}
	}
	return paths[0].String(), paths[1].String(), paths[2].String(), paths[3].String()
}

// flags are the revisions, with labels where they have room: first where the decision changes, then at the others
// from the last on.
func (d *difficulty) flags() []DifficultyMark {
	all := d.all[d.chosen].revisions
	list := make([]DifficultyMark, len(all))
	for i, r := range all {
		list[i] = d.flag(r)
	}
	l := labels{list: list, kept: map[int]bool{}}
	for i := range all {
		if i > 0 && all[i].tier != all[i-1].tier {
			l.place(i)
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		l.place(i)
	}
	few := list[:0]
	for i, m := range list {
		if l.kept[i] {
			few = append(few, m)
		} else if len(all) <= mostFlags {
			m.Label, m.Value = "", ""
			few = append(few, m)
		}
	}
	return few
}

// flag marks a revision.
func (d *difficulty) flag(r revision) DifficultyMark {
	m := DifficultyMark{ID: strconv.Itoa(r.after), At: chart.Hundredth(100 * float64(r.after) / float64(len(d.now.tried.matches))),
		Label: r.tier, Side: "end", Value: words.Grouped(int64(r.after))}
	if r.tier == "" {
		m.Label = "too few"
	}
	if m.At < 16 {
		m.Side = "start"
	}
	if r.after > d.now.fit.Attempts {
		m.Kind = "off"
	}
	return m
}

// labels find room for flags, in wide and in narrow pictures.
type labels struct {
	list         []DifficultyMark
	kept         map[int]bool
	wide, narrow []reach
}

// reach is from where to where a label lies, in percent.
type reach struct{ from, to float64 }

// place keeps the label of a flag if it has room.
func (l *labels) place(i int) {
	s, fits := room(l.list[i], letterWide, l.wide)
	if l.kept[i] || !fits {
		return
	}
	l.kept[i], l.wide = true, append(l.wide, s)
	if s, fits = room(l.list[i], letterNarrow, l.narrow); fits && s.from >= -2 && s.to <= 102 {
		l.narrow = append(l.narrow, s)
	} else if l.list[i].Kind == "" {
		l.list[i].Kind = "minor"
	}
}

// room returns where a label lies, and whether no other is there.
func room(m DifficultyMark, letter float64, taken []reach) (reach, bool) {
	w := float64(letter * float64(len(m.Label)+len(m.Value)+3))
	s := reach{m.At, m.At + w}
	if m.Side == "end" {
		s = reach{m.At - w, m.At}
	}
	return s, !slices.ContainsFunc(taken, func(t reach) bool { return s.from < t.to && t.from < s.to })
}
