package chart

import "strconv"

// Curve is a number that follows from another, with a cursor on it. It has no size of its
// own: texts and lines are placed in percent, so that words keep their size at every width.
type Curve struct {
	Title, Desc string
	Dim         string // whose colour it has
	Points      []CurvePoint
	Unit        string // behind every tick of the x-axis: "×"
	End         string // name of the last place; "" for ticks alone
	Cursor      CurvePoint
	Pill, Said  string // the cursor's place and its value in words
}

// CurvePoint is a place of a curve.
type CurvePoint struct{ X, Y float64 }

// The field of a curve in percent of its picture, and the units its path is drawn in.
const (
	curveLeft, curveRight = 6, 94
	curveTop, curveBottom = 10, 84
	pathWidth, pathHeight = 1000, 200
	endRoom               = 0.24 // of the field, which ticks leave to the name of the end
	turnsAt               = 0.66 // of the field, from which on the cursor's value is on its left
	highAt                = 0.8  // of the field, from which on the pill leaves no room above the cursor
	pillWidth, pillInward = 104, 34
	pillNear              = 0.15 // of the field
)

// SVG returns the picture. Without points there is nothing to draw.
func (c *Curve) SVG() string {
	if len(c.Points) == 0 {
		return ""
	}
	p := &plot{}
	var x, y span
	for _, at := range c.Points {
		x.hold(at.X)
		y.hold(at.Y)
	}
	p.x, p.y = x.nice(5, false), y.nice(2, true)
	p.x.unit = c.Unit
	ticks := 1.0
	if c.End != "" {
		ticks -= endRoom
	}
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" class="curve" data-dim="%" role="img"><title>%</title><desc>%</desc>`,
		Escaped(c.Dim), Escaped(c.Title), Escaped(c.Desc))
	p.y.each(func(at float64, text string) {
		p.add(`<line class="rule" x1="%" x2="%" y1="%" y2="%"/><text y="%" dy="4">%</text>`, percent(curveLeft),
			percent(curveRight), p.down(at), p.down(at), p.down(at), text)
	})
	p.x.each(func(at float64, text string) {
		if share := p.x.share(at); c.ticked(share, ticks) {
			p.add(`<text x="%" y="97%" text-anchor="middle"%>%</text>`, p.across(at), "%", c.narrow(share), text)
		}
	})
	if c.End != "" {
		p.add(`<text x="%" y="97%" text-anchor="end">%</text>`, percent(curveRight), "%", Escaped(c.End))
	}
	points := make([]point, len(c.Points))
	for i, at := range c.Points {
		points[i] = point{p.x.share(at.X) * pathWidth, float64((1 - p.y.share(at.Y)) * pathHeight)}
	}
	p.add(`<svg x="%" y="%" width="%" height="%" viewBox="0 0 1000 200" preserveAspectRatio="none">`, percent(curveLeft),
		percent(curveTop), percent(curveRight-curveLeft), percent(curveBottom-curveTop))
	p.path("line", points, "")
	p.add("</svg>")
	c.cursor(p)
	return p.end()
}

// ticked reports whether a tick has room before the end of the field.
func (c *Curve) ticked(share, end float64) bool {
	return share > 0 && share < end || c.End == "" && share >= 0 && share <= end
}

// narrow is the class of a tick that a narrow picture has no room for.
func (c *Curve) narrow(share float64) string {
	if share > 0.5 {
		return ` class="wide"`
	}
	return ""
}

// cursor draws the line, its pill, and the value where it meets the curve.
func (c *Curve) cursor(p *plot) {
	x, y := p.across(c.Cursor.X), p.down(c.Cursor.Y)
	p.add(`<line class="cursor" x1="%" x2="%" y1="13" y2="%"/><circle class="ring" cx="%" cy="%" r="7"/>`, x, x,
		percent(curveBottom), x, y)
	side, dx, under := "start", "14", !c.falls() || p.y.share(c.Cursor.Y) > highAt
	share := p.x.share(c.Cursor.X)
	if share > turnsAt {
		side, dx, under = "end", "-14", c.falls()
	}
	dy := "-12"
	if under {
		dy = "22"
	}
	p.add(`<text class="said" x="%" y="%" dx="%" dy="%" text-anchor="%">%</text>`, x, y, dx, dy, side, Escaped(c.Said))
	p.add(`<svg class="pill" x="%" y="0"><rect x="%" y="0" width="104" height="26" rx="6"/>`+
		`<text x="%" y="18" text-anchor="middle">%</text></svg>`, x, coordinate(inward(share)-pillWidth/2), coordinate(inward(share)),
		Escaped(c.Pill))
}

// falls reports whether the curve ends below its beginning: then the room beside the
// cursor is above it on the right, and under it on the left.
func (c *Curve) falls() bool { return c.Points[len(c.Points)-1].Y < c.Points[0].Y }

// inward is by how many pixels the pill moves inwards near an end, so that a narrow picture
// has room for it.
func inward(share float64) float64 {
	near := func(from float64) float64 { return float64(pillInward * max(0, 1-from/pillNear)) }
	return near(share) - near(1-share)
}

func (p *plot) across(x float64) string {
	return percent(curveLeft + float64(p.x.share(x)*(curveRight-curveLeft)))
}

func (p *plot) down(y float64) string {
	return percent(curveTop + float64((1-p.y.share(y))*(curveBottom-curveTop)))
}

// percent returns a place in percent, to a hundredth.
func percent(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) + "%" }
