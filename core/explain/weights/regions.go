package weights

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/regions"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// RegionsRequest is a table, its weights and the three of them that are divided anew.
type RegionsRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Pinned  []live.Weight `json:"pinned,omitempty" op:"max=64" doc:"Other weights, which the map also shows if they differ in the three corners alone."`
	Corners string        `json:"corners,omitempty" op:"maxlen=400" doc:"The three dimensions, with commas between them; without any, the first three that are not locked."`
	Place   *MapPlace     `json:"place,omitempty" doc:"A place in the map, for its weights."`
}

// MapPlace is a place in the map, which is [MapWidth] wide.
type MapPlace struct {
	X float64 `json:"x" op:"min=-1000 max=1000" doc:"From the left."`
	Y float64 `json:"y" op:"min=-1000 max=1000" doc:"From the top."`
}

// The map is a triangle in a picture of this size.
const (
	MapWidth  = 368
	MapHeight = 348

	mapSide = 352.0
	mapTop  = 20.0
	mapLow  = mapTop + mapSide*0.8660254037844386 // √3/2
	mapLeft = (MapWidth - mapSide) / 2
	mapFont = 13
	mapText = 100 * MapWidth / 2 / mapFont // of two adjacent texts, each in hundredths of the font's size
)

// RegionsResponse names the first agent under every division of the three weights' sum.
type RegionsResponse struct {
	Sentence string      `json:"sentence" doc:"Who is first under most divisions."`
	Key      string      `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string      `json:"brief" doc:"Who that is."`
	Stays    string      `json:"stays,omitempty" doc:"What the other weights are; absent if there are none."`
	None     string      `json:"none,omitempty" doc:"Why there is no map."`
	Corners  []string    `json:"corners" doc:"The three dimensions, or their beginnings, each with what it has at its corner of the map: above, left, right. There are none if there is no map."`
	Dims     []int       `json:"dims" doc:"The places of the three among the dimensions, counted from 0."`
	Rows     []RegionRow `json:"rows" doc:"The regions, the largest first."`
	Now      MapPlace    `json:"now" doc:"Where the present weights are in the map."`
	Was      MapPlace    `json:"was" doc:"Where the pinned weights are, if the others are the same; else the same place as now."`
	Allowed  string      `json:"allowed,omitempty" doc:"The corners of what the bounds allow, as SVG writes them; absent if that is all."`
	Beyond   string      `json:"beyond,omitempty" doc:"The rest of the map, as SVG writes a path that is filled by evenodd."`
	Fill     string      `json:"fill,omitempty" doc:"JSON: the weights of the place, by their place in the request."`
	Says     string      `json:"says,omitempty" doc:"What they do."`
}

// RegionRow is the region in which an agent is first.
type RegionRow struct {
	ID     string `json:"id" doc:"Id of the agent."`
	Name   string `json:"name" doc:"Name for readers, and how many others have the same scores there."`
	Share  string `json:"share" doc:"Share of all divisions, in percent."`
	Points string `json:"points" doc:"The corners of the region in the map, as SVG writes them."`
	Shade  string `json:"shade" doc:"Opacity of the region, so that neighbours differ."`
	Label  string `json:"label,omitempty" doc:"The name, or its beginning, if the region is large enough for it."`
	X      string `json:"x" doc:"Where the label stands."`
	Y      string `json:"y" doc:"And how low."`
	Centre string `json:"centre" doc:"The three weights in the centre of the region."`
	Fill   string `json:"fill" doc:"JSON: all weights there, by their place in the request; empty if no hundredths of a percent are inside."`
	Says   string `json:"says" doc:"What they do."`
}

// Regions names the first agent under every division of three weights. The others stay.
func Regions(req RegionsRequest) (res RegionsResponse, err error) {
	s, err := ranked(Request{Text: req.Text, Reading: req.Reading, Weights: req.Weights, Equal: req.Equal,
		Pinned: req.Pinned})
	if err != nil {
		return res, err
	}
	res.Rows, res.Corners, res.Dims = []RegionRow{}, []string{}, []int{}
	m := &divisions{field: newField(s)}
	if len(s.basis) < 3 {
		return res.without("three dimensions", "A map needs three dimensions."), nil
	}
	if refusal := m.choose(req.Corners); refusal != nil {
		return RegionsResponse{}, refusal
	}
	if m.free == 0 {
		return res.without("nothing to divide", "There is nothing to divide: these three weights are 0."), nil
	}
	list, ok := m.cut()
	if !ok {
		return RegionsResponse{},
			op.Refuse("/text", "more than 100 agents are first somewhere: want fewer agents, or weights that separate them")
	}
	if len(list) == 0 {
		return res.without("no weights", "The bounds leave no weights to these three."), nil
	}
	largestFirst(list)
	res.say(m, list)
	res.mark(m)
	if req.Place != nil {
		basis := m.at(req.Place.mixture())
		res.Fill, res.Says = m.fillOf(basis), m.names[m.winner(basis)]+" wins."
	}
	return res, nil
}

// without returns an answer that has no map.
func (r RegionsResponse) without(key, why string) RegionsResponse {
	r.Key, r.Brief, r.Sentence, r.None = key, "no map", why, why
	return r
}

// largestFirst sorts regions; those that are equal but for rounding keep their order.
func largestFirst(list []regions.Region) {
	for i := range list {
		for ; i > 0 && list[i].Share > list[i-1].Share+1e-9; i-- {
			list[i-1], list[i] = list[i], list[i-1]
		}
	}
}

// divisions are three columns, and what they weigh together.
type divisions struct {
	*field
	corners [3]int
	free    int32
	whole   []regions.Mixture // the corners of what the conditions allow
}

// choose finds the three columns.
func (m *divisions) choose(text string) *op.Error {
	chosen := []int{}
	for _, name := range strings.Split(text, ",") {
		k := m.find(strings.TrimSpace(name))
		if k < 0 || slices.Contains(chosen, k) {
			break
		}
		chosen = append(chosen, k)
	}
	if text == "" {
		chosen = m.free3()
	}
	if len(chosen) != 3 {
		return op.Refuse("/corners", "%s: want three columns of the table, each once", op.Quote(text))
	}
	for i, k := range chosen {
		m.corners[i] = k
		m.free += m.basis[k]
	}
	return nil
}

// free3 returns the first three columns that are not locked; then the locked ones.
func (m *divisions) free3() []int {
	list := []int{}
	for _, locked := range []bool{false, true} {
		for k := range m.basis {
			if len(list) < 3 && m.list[k].Locked == locked {
				list = append(list, k)
			}
		}
	}
	return list
}

// cut finds the region of each agent, within the bounds of the weights.
func (m *divisions) cut() ([]regions.Region, bool) {
	values := make([][3]float64, len(m.rows))
	for i, row := range m.rows {
		stays := 0.0
		for k, w := range m.basis {
			if !slices.Contains(m.corners[:], k) {
				stays += float64(float64(w) * row[k])
			}
		}
		for c, k := range m.corners {
			values[i][c] = stays + float64(float64(m.free)*row[k])
		}
	}
	within := regions.Whole()
	m.whole = m.within(within)
	return regions.Cut(values, m.whole, float64(m.scale*1e-7))
}

// within returns the part of the map in which the conditions on its three weights hold.
func (m *divisions) within(edge []regions.Mixture) []regions.Mixture {
	if m.contradiction != nil {
		return nil
	}
	if m.limits == nil {
		return edge
	}
	for _, wall := range m.limits.Walls {
		var inside [3]float64
		touches := false
		stays := -wall.Least
		for k, w := range m.basis {
			if c := slices.Index(m.corners[:], k); c < 0 {
				stays += float64(wall.N[k]*float64(w)) / live.Whole
			} else if wall.N[k] != 0 {
				inside[c], touches = float64(wall.N[k]*float64(m.free))/live.Whole, true
			}
		}
		for c := range inside {
			inside[c] += stays
		}
		if touches {
			edge = regions.Clip(edge, inside)
		}
	}
	return edge
}

// at returns the weights at a mixture, in whole basis points.
func (m *divisions) at(shares regions.Mixture) []int32 {
	basis := append([]int32{}, m.basis...)
	left := m.free
	for c, k := range m.corners {
		points := min(left, int32(math.Round(float64(shares[c]*float64(m.free)))))
		if c == 2 {
			points = left
		}
		basis[k] = points
		left -= points
	}
	return basis
}

// placeOf returns the place of weights in the map; ok is false if other weights changed.
func (m *divisions) placeOf(basis []int32) (at MapPlace, ok bool) {
	var shares regions.Mixture
	for k, w := range basis {
		c := slices.Index(m.corners[:], k)
		if c < 0 && w != m.basis[k] {
			return at, false
		}
		if c >= 0 {
			shares[c] = float64(w) / float64(m.free)
		}
	}
	return mapped(&shares), true
}

// mapped returns the place of a mixture in the map.
func mapped(m *regions.Mixture) MapPlace {
	x := mapLeft + float64(mapSide*(m[2]+float64(m[0]/2)))
	y := mapLow - float64((mapLow-mapTop)*m[0])
	return MapPlace{X: float64(math.Round(float64(x*10)) / 10), Y: float64(math.Round(float64(y*10)) / 10)}
}

// MapCorners returns the corners of the map as SVG writes them: above, left, right.
func MapCorners() (points string) {
	for c := range 3 {
		var m regions.Mixture
		m[c] = 1
		x, y := mapped(&m).texts()
		points += x + "," + y + " "
	}
	return points
}

// mixture returns the mixture at a place. Outside the triangle it takes the nearest side
// or corner.
func (p *MapPlace) mixture() (m regions.Mixture) {
	m[0] = max(0, min((mapLow-p.Y)/(mapLow-mapTop), 1))
	m[2] = max(0, min((p.X-mapLeft)/mapSide-float64(m[0]/2), 1-m[0]))
	m[1] = 1 - m[0] - m[2]
	return m
}

// mark adds the map's marks other than regions.
func (r *RegionsResponse) mark(m *divisions) {
	for _, k := range m.corners {
		has := " " + words.Short(float64(m.free)/100) + " %"
		width, _ := chart.Width(has)
		r.Corners = append(r.Corners, chart.Fit(m.labels[k], mapText-width)+has)
	}
	if m.limits != nil {
		r.Allowed, r.Beyond = m.bounds()
	}
	r.Stays, r.Dims = m.stay(), m.corners[:]
	r.Now, _ = m.placeOf(m.basis)
	r.Was = r.Now
	if m.before == nil {
		return
	}
	if at, ok := m.placeOf(m.before.basis); ok {
		r.Was = at
	}
}

// bounds draws what the conditions allow, and the rest of the map; both are "" if that is
// nothing.
func (m *divisions) bounds() (allowed, beyond string) {
	share := 0.0
	for i := range m.whole {
		x, y := mapped(&m.whole[i]).texts()
		allowed += x + "," + y + " "
		for _, part := range m.whole[i] {
			share += float64(part * part)
		}
	}
	if len(m.whole) == 3 && share > 3-1e-9 {
		return "", ""
	}
	return allowed, "M" + MapCorners() + "ZM" + allowed + "Z"
}

// stay says what the weights outside the map are.
func (m *divisions) stay() string {
	rest := live.Whole - m.free
	switch n := len(m.basis) - 3; n {
	case 0:
		return ""
	case 1:
		for k := range m.basis {
			if !slices.Contains(m.corners[:], k) {
				return fmt.Sprintf("%s stays at %s %%.", words.Called(m.labels[k]), words.Short(float64(rest)/100))
			}
		}
	}
	return fmt.Sprintf("The other %d weights stay, %s %% in all.", len(m.basis)-3, words.Short(float64(rest)/100))
}

// draw says how a region looks, the i-th of them.
func (r *RegionRow) draw(one *regions.Region, i int) {
	for i := range one.Edge {
		x, y := mapped(&one.Edge[i]).texts()
		r.Points += x + "," + y + " "
	}
	r.Shade = []string{"0.08", "0.26", "0.46", "0.16", "0.36"}[i%5]
	centre := regions.Centre(one.Edge)
	at := mapped(&centre)
	r.X, r.Y = at.texts()
	if one.Share > 0.05 {
		r.Label = chart.Fit(r.Name, min(mapText, int(200*min(at.X, MapWidth-at.X))/mapFont))
	}
}

func (p MapPlace) texts() (x, y string) { return op.Show(p.X), op.Show(p.Y) }

func (r *RegionsResponse) say(m *divisions, list []regions.Region) {
	for i := range list {
		one := &list[i]
		basis := m.at(regions.Centre(one.Edge))
		row := RegionRow{ID: m.ids[one.Row], Name: m.names[one.Row], Share: words.Rate(one.Share)}
		if one.Same > 0 {
			row.Name += fmt.Sprintf(" and %d with the same scores", one.Same)
		}
		for c, k := range m.corners {
			row.Centre += []string{"", " · ", " · "}[c] + percentOf(basis[k])
		}
		if m.lead(basis, m.winner(basis), one.Row) == 0 {
			row.Fill, row.Says = m.fillOf(basis), m.names[one.Row]+" wins."
		}
		row.draw(one, i)
		r.Rows = append(r.Rows, row)
	}
	first := r.Rows[0]
	r.Brief, r.Key = first.Name, first.Share
	verb := "wins"
	if list[0].Same > 0 {
		verb = "win"
	}
	r.Sentence = fmt.Sprintf("%s %s %s of this map.", first.Name, verb, r.Key)
}
