package chart

// Stack are bars of parts that add up, a row each.
type Stack struct {
	Title, Desc string
	Head        string  // of the table's column of names
	Caption     string  // of the table
	End         float64 // of the scale; 0 for the longest bar's
	Parts       []StackPart
	Rows        []StackRow
}

// StackPart is a part of every bar.
type StackPart struct{ Key, Label string }

// StackRow is one bar: a value and its text for every part, and their sum.
type StackRow struct {
	Label  string
	Values []float64 // from 0; below counts as 0
	Texts  []string
	Total  string
}

const stackRow = 40

// SVG returns the picture: each bar under its name and its total.
func (s *Stack) SVG() string {
	p := &plot{left: 0, right: plotWidth, top: 0}
	p.begin("stack", s.Title, s.Desc, float64(stackRow*max(1, len(s.Rows))))
	p.x = axis{hi: s.end()}
	for i, row := range s.Rows {
		s.row(p, row, float64(i*stackRow))
	}
	return p.end()
}

func (s *Stack) end() float64 {
	var reach span
	reach.hold(s.End)
	for _, row := range s.Rows {
		sum := 0.0
		for _, v := range row.Values {
			sum += max(0, v)
		}
		reach.hold(sum)
	}
	if reach.hi > 0 {
		return reach.hi
	}
	return 1
}

func (s *Stack) row(p *plot, row StackRow, y float64) {
	total := wide(row.Total)
	p.textIn("", "start", 0, y+fontSize, plotWidth-total-8, row.Label)
	p.text("end", "end", plotWidth, y+fontSize, row.Total)
	p.add(`<rect class="base" x="0" y="%" width="360" height="18"/>`, coordinate(y+lineSpace+2))
	sum := 0.0
	for i, part := range s.Parts {
		if i >= len(row.Values) || !(row.Values[i] > 0) {
			continue
		}
		from := p.at(sum, 0).x
		sum += row.Values[i]
		to := p.at(sum, 0).x
		p.add(`<rect class="seg" data-dim="%" x="%" y="%" width="%" height="18"><title>%</title></rect>`, Escaped(part.Key),
			coordinate(from), coordinate(y+lineSpace+2), coordinate(to-from), Escaped(part.Label+": "+at(row.Texts, i)))
	}
}

// Table returns the numbers of the bars.
func (s *Stack) Table() Table {
	t := Table{Caption: s.Caption, Head: []string{s.Head}}
	for _, part := range s.Parts {
		t.Head = append(t.Head, part.Label)
	}
	t.Head = append(t.Head, "Total")
	for _, row := range s.Rows {
		cells := []string{row.Label}
		for i := range s.Parts {
			cells = append(cells, at(row.Texts, i))
		}
		t.Rows = append(t.Rows, append(cells, row.Total))
	}
	return t
}

// at returns the text at place i, or "".
func at(texts []string, i int) string {
	if i < len(texts) {
		return texts[i]
	}
	return ""
}
