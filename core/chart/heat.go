package chart

import "strconv"

// Heat is a table whose cells are the darker, the larger their share is.
type Heat struct {
	Title, Desc string
	Head        string // of the column of names
	Caption     string // of the table
	Columns     []string
	Rows        []HeatRow
}

// HeatRow is one row of shares, from 0 to 1, and their texts.
type HeatRow struct {
	Label  string
	Shares []float64
	Texts  []string
}

const (
	heatNames = 84 // width of the column of names
	heatRow   = 24
)

// SVG is the picture, every cell with its text.
func (h *Heat) SVG() string {
	p := &plot{left: heatNames, right: plotWidth}
	p.begin("heatmap", h.Title, h.Desc, float64(heatRow*(len(h.Rows)+1)))
	if len(h.Columns) == 0 {
		return p.end()
	}
	width := float64(plotWidth-heatNames) / float64(len(h.Columns))
	for i, label := range h.Columns {
		p.textIn("", "middle", heatNames+float64(width*(float64(i)+0.5)), heatRow-8, width-2, label)
	}
	for i, row := range h.Rows {
		y := float64(heatRow * (i + 1))
		p.textIn("name", "start", 0, y+16, heatNames-6, row.Label)
		for j := range h.Columns {
			if j < len(row.Shares) {
				h.cell(p, heatNames+float64(width*float64(j)), y, width, row.Shares[j], at(row.Texts, j))
			}
		}
	}
	return p.end()
}

func (h *Heat) cell(p *plot, x, y, width, share float64, text string) {
	opacity, class := shade(share)
	p.add(`<rect class="heat" x="%" y="%" width="%" height="%" fill-opacity="%"/>`,
		coordinate(x), coordinate(y), coordinate(width), strconv.Itoa(heatRow), Fixed(opacity, 2))
	p.textIn(class, "middle", x+float64(width/2), y+16, width-2, text)
}

// shade is a cell's opacity and the class of its text. Between one half and
// 82 % neither ink nor paper would reach a contrast of 4.5:1 on it, so
// these are left out.
func shade(share float64) (opacity float64, class string) {
	switch {
	case !(share > 0):
		return 0, ""
	case share < 0.6:
		return share / 0.6 * 0.5, ""
	}
	return min(0.82+float64((share-0.6)*0.45), 1), "on"
}

// Table is what the cells show.
func (h *Heat) Table() Table {
	t := Table{Caption: h.Caption, Head: append([]string{h.Head}, h.Columns...)}
	for _, row := range h.Rows {
		cells := []string{row.Label}
		for j := range h.Columns {
			cells = append(cells, at(row.Texts, j))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
