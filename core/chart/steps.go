package chart

// Steps is a number that stays until it changes. Every point's value holds up to
// the next one, the last up to End. Marks are places of the x-axis to compare
// with.
type Steps struct {
	Title, Desc string
	X, Y        string // what the axes count
	Unit        string // behind every number of the y-axis: " %"
	Caption     string // of the table
	Head        [2]string
	Points      []StepPoint
	End         float64
	Marks       []Mark
	FromZero    bool // whether the y-axis begins at zero
}

// StepPoint is a place at which a number changes.
type StepPoint struct {
	At, Value float64
	Name      string // of the place: "30"
	Text      string // the value
	Words     string // all of it in words
}

const stepsHeight = 176

// SVG returns the picture. Without points there is nothing to draw.
func (s *Steps) SVG() string {
	p := &plot{left: 40, right: 352, top: 22, bottom: stepsHeight - 2*lineSpace - 4}
	p.begin("steps", s.Title, s.Desc, stepsHeight)
	if len(s.Points) == 0 {
		return p.end()
	}
	var x, y span
	x.hold(s.End)
	if s.FromZero {
		y.hold(0)
	}
	for _, point := range s.Points {
		x.hold(point.At)
		y.hold(point.Value)
	}
	p.x, p.y = x.nice(6, false), y.nice(4, true)
	p.y.unit = s.Unit
	p.field(s.X, s.Y)
	line := s.line(p)
	under := append([]point{{line[0].x, p.bottom}}, line...)
	p.path("band", append(under, point{line[len(line)-1].x, p.bottom}), "Z")
	for _, mark := range s.Marks {
		s.mark(p, mark)
	}
	p.path("line", line, "")
	p.places(s.places(p))
	return p.end()
}

// line goes along every value and up or down to the next.
func (s *Steps) line(p *plot) []point {
	var points []point
	for i, one := range s.Points {
		points = append(points, p.at(one.At, one.Value), p.at(s.until(i), one.Value))
	}
	return points
}

func (s *Steps) until(i int) float64 {
	if i+1 < len(s.Points) {
		return s.Points[i+1].At
	}
	return s.End
}

// mark is a line from top to bottom; its text stands on the side with more room.
func (s *Steps) mark(p *plot, mark Mark) {
	x := p.at(mark.At, p.y.lo).x
	p.path("mark", []point{{x, p.top}, {x, p.bottom}}, "")
	if x > (p.left+p.right)/2 {
		p.textIn("mark", "end", x-4, p.top+fontSize-2, x-4-p.left, mark.Text)
		return
	}
	p.textIn("mark", "start", x+4, p.top+fontSize-2, p.right-x-4, mark.Text)
}

func (s *Steps) places(p *plot) []place {
	var list []place
	for i, one := range s.Points {
		from, to := p.at(one.At, one.Value), p.at(s.until(i), one.Value)
		list = append(list, place{at: point{(from.x + to.x) / 2, from.y}, name: one.Name, words: one.Words})
	}
	return list
}

// Table returns the numbers of the line, a row for every change.
func (s *Steps) Table() Table {
	t := Table{Caption: s.Caption, Head: s.Head[:]}
	for _, one := range s.Points {
		t.Rows = append(t.Rows, []string{one.Name, one.Text})
	}
	return t
}
