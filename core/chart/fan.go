package chart

// Fan is the course of something uncertain: a middle, a band of half of all
// courses and one of nine in ten. Lines are values to compare with; Courses are
// single ones, with a value at every point.
type Fan struct {
	Title, Desc string
	X, Y        string // what the axes count
	Caption     string // of the table
	Head        [6]string
	Points      []FanPoint
	Lines       []Mark
	Courses     [][]float64
	Ends        *Steps // the distribution at the last point in bins of one width, on the same axis; may be nil
}

// FanPoint is the distribution at one place. Its levels do not descend.
type FanPoint struct {
	At     float64
	Name   string     // of the place: "30"
	Words  string     // all of it in words
	Levels [5]float64 // 5 %, 25 %, 50 %, 75 %, 95 %
	Texts  [5]string  // the levels as text; the last point shows its own
}

const (
	fanHeight    = 232
	besideHeight = 176 // with the distribution at its end
	endsLeft     = 282 // where its bars begin
)

// SVG returns the picture. Without points there is nothing to draw.
func (f *Fan) SVG() string {
	p, height := &plot{left: 36, right: 306, top: 22, bottom: fanHeight - 2*lineSpace - 4}, float64(fanHeight)
	if f.Ends != nil {
		height = besideHeight
		p.right, p.bottom = endsLeft-50, height-2*lineSpace-4
	}
	p.begin("fan", f.Title, f.Desc, height)
	if len(f.Points) == 0 {
		return p.end()
	}
	f.scale(p)
	p.field(f.X, f.Y)
	p.path("band wide", f.band(p, 0, 4), "Z")
	p.path("band", f.band(p, 1, 3), "Z")
	for _, course := range f.Courses {
		p.path("sample", f.course(p, func(i int) float64 { return course[min(i, len(course)-1)] }), "")
	}
	var ends []place
	if f.Ends != nil {
		ends = f.drawEnds(p)
	}
	f.lines(p)
	p.path("line", f.level(p, 2), "")
	f.ends(p)
	f.places(p, ends)
	return p.end()
}

// scale makes the axes: a line that would flatten the fan stays outside and is
// drawn at the edge.
func (f *Fan) scale(p *plot) {
	var x, y span
	for _, point := range f.Points {
		x.hold(point.At)
		y.hold(point.Levels[:]...)
	}
	for _, course := range f.Courses {
		y.hold(course...)
	}
	most := float64(max(y.hi-y.lo, 1) / 2)
	for _, line := range f.Lines {
		if line.At > y.lo-most && line.At < y.hi+most {
			y.hold(line.At)
		}
	}
	if f.Ends != nil {
		y.hold(f.Ends.Points[0].At, f.Ends.End)
	}
	p.x, p.y = x.nice(6, false).whole(), y.nice(5, true)
}

func (f *Fan) course(p *plot, value func(i int) float64) []point {
	points := make([]point, len(f.Points))
	for i := range f.Points {
		points[i] = p.at(f.Points[i].At, value(i))
	}
	return points
}

func (f *Fan) level(p *plot, level int) []point {
	return f.course(p, func(i int) float64 { return f.Points[i].Levels[level] })
}

// band goes along one level and back along another.
func (f *Fan) band(p *plot, low, high int) []point {
	points, back := f.level(p, low), f.level(p, high)
	for i := len(back) - 1; i >= 0; i-- {
		points = append(points, back[i])
	}
	return points
}

func (f *Fan) lines(p *plot) {
	for _, line := range f.Lines {
		at, arrow := p.at(p.x.lo, line.At), ""
		switch {
		case line.At > p.y.hi:
			arrow = "↑ "
		case line.At < p.y.lo:
			arrow = "↓ "
		}
		p.path("mark", []point{{p.left, at.y}, {p.right, at.y}}, "")
		p.textIn("mark", "start", p.left+4, at.y-4, p.right-p.left-4, arrow+line.Text)
	}
}

// ends writes the last values next to the bands, the middle first. It omits labels that
// would overlap.
func (f *Fan) ends(p *plot) {
	last := f.Points[len(f.Points)-1]
	var taken []float64
	for _, level := range [...]int{2, 4, 0} {
		y := p.at(last.At, last.Levels[level]).y
		free := true
		for _, other := range taken {
			free = free && (y-other >= fontSize || other-y >= fontSize)
		}
		if free {
			taken = append(taken, y)
			p.text("end", "start", p.right+5, y+4, last.Texts[level])
		}
	}
}

func (f *Fan) places(p *plot, ends []place) {
	var list []place
	for _, point := range f.Points {
		list = append(list, place{at: p.at(point.At, point.Levels[2]), name: point.Name, words: point.Words})
	}
	p.places(list, ends...)
}

// drawEnds draws the distribution at the end: the bars from the first line on are
// dark. It returns where they can be pointed at.
func (f *Fan) drawEnds(p *plot) []place {
	var list []place
	var paths [2]string
	most, width := 0.0, (f.Ends.End-f.Ends.Points[0].At)/float64(len(f.Ends.Points))
	for _, one := range f.Ends.Points {
		most = max(most, one.Value)
	}
	for _, one := range f.Ends.Points {
		if one.Value == 0 {
			continue
		}
		from, to := p.at(0, one.At+width), p.at(0, one.At)
		from.x, to.x = endsLeft, endsLeft+float64((plotWidth-endsLeft)*one.Value/most)
		shade := 0
		if len(f.Lines) > 0 && one.At >= f.Lines[0].At {
			shade = 1
		}
		paths[shade] += trail([]point{from, {to.x, from.y}, to, {from.x, to.y}}) + "Z"
		list = append(list, place{at: point{to.x, float64((from.y + to.y) / 2)}, name: one.Name, words: one.Words,
			from: from, to: point{plotWidth, to.y}})
	}
	p.path("band", nil, paths[0])
	p.path("heat", nil, paths[1])
	p.text("", "end", plotWidth, p.bottom+lineSpace, "at the end")
	return list
}

// Table returns the numbers of the fan, a row for every point.
func (f *Fan) Table() Table {
	t := Table{Caption: f.Caption, Head: f.Head[:]}
	for _, one := range f.Points {
		t.Rows = append(t.Rows, append([]string{one.Name}, one.Texts[:]...))
	}
	return t
}
