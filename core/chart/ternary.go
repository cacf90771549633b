package chart

import (
	"math"
	"strconv"
)

// Ternary is a triangle of all mixtures of three things, cut into areas.
type Ternary struct {
	Title, Desc string
	Caption     string // of the table
	Head        [2]string
	Corners     [3]string // top, left, right
	Areas       []Area
	Here        *Mixture // marks one mixture
	HereText    string
}

// Mixture are the shares of the three corners. They need not sum to 1: their
// proportions count.
type Mixture [3]float64

// Area is a part of the triangle, with its corners in turn.
type Area struct {
	Label string
	Text  string // its share of all mixtures, or what else the table says of it
	Edge  []Mixture
}

const (
	ternarySide   = 300.0
	ternaryTop    = 24.0
	ternaryHeight = 320.0
)

// SVG is the picture, every area with its label if there is room.
func (t *Ternary) SVG() string {
	p := &plot{}
	p.begin("ternary", t.Title, t.Desc, ternaryHeight)
	corners := [3]point{{180, ternaryTop}, {(plotWidth - ternarySide) / 2, low()}, {(plotWidth + ternarySide) / 2, low()}}
	p.path("base", corners[:], "Z")
	for i, area := range t.Areas {
		var edge []point
		for _, m := range area.Edge {
			edge = append(edge, m.in(corners))
		}
		if len(edge) > 2 {
			p.add(`<path class="region" data-region="%" d="%Z"><title>%</title></path>`, strconv.Itoa(i%6), trail(edge), Escaped(area.Label+": "+area.Text))
		}
	}
	p.path("frame", corners[:], "Z")
	for _, area := range t.Areas {
		t.label(p, area, corners)
	}
	p.text("", "middle", corners[0].x, ternaryTop-8, t.Corners[0])
	p.textIn("", "start", 0, low()+lineSpace, plotWidth/2-8, t.Corners[1])
	p.textIn("", "end", plotWidth, low()+lineSpace, plotWidth/2-8, t.Corners[2])
	if t.Here != nil {
		at := t.Here.in(corners)
		p.add(`<circle class="here" cx="%" cy="%" r="5"><title>%</title></circle>`, coordinate(at.x), coordinate(at.y), Escaped(t.HereText))
	}
	return p.end()
}

// low is the y of the triangle's base.
func low() float64 { return ternaryTop + ternarySide*math.Sqrt(3)/2 }

// in is a mixture's place: the mean of the corners, weighted by its shares.
func (m Mixture) in(corners [3]point) point {
	sum, at := 0.0, point{}
	for i, share := range m {
		if !(share > 0) {
			continue
		}
		share = min(share, furthest)
		sum += share
		at.x += float64(share * corners[i].x)
		at.y += float64(share * corners[i].y)
	}
	if sum == 0 {
		return Mixture{1, 1, 1}.in(corners)
	}
	return point{at.x / sum, at.y / sum}
}

// label stands at the centre of an area that is wide enough for it.
func (t *Ternary) label(p *plot, area Area, corners [3]point) {
	var width span
	var sum point
	for _, m := range area.Edge {
		at := m.in(corners)
		width.hold(at.x)
		sum.x, sum.y = sum.x+at.x, sum.y+at.y
	}
	n := float64(len(area.Edge))
	if n < 3 || wide(area.Label) > (width.hi-width.lo)*0.8 {
		return
	}
	p.text("name", "middle", sum.x/n, sum.y/n+4, area.Label)
}

// Table is what the areas are.
func (t *Ternary) Table() Table {
	table := Table{Caption: t.Caption, Head: t.Head[:]}
	for _, area := range t.Areas {
		table.Rows = append(table.Rows, []string{area.Label, area.Text})
	}
	return table
}
