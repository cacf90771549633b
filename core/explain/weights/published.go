package weights

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Compared holds a ranking against what the table publishes.
type Compared struct {
	Sentence string `json:"sentence" doc:"How many of the published numbers the weights reproduce, and which differs most."`
	Key      string `json:"key" doc:"The words of the sentence that matter most."`
}

// published are the totals and places that a table publishes.
type published struct {
	totals   *table.Column
	factor   float64 // of a score, in totals: 100 if these are percentages of scores up to 1
	decimals int     // of the totals

	places *table.Column
	place  []int32 // of each row of the table of scores, among these; 0 for none
}

// publishedOf finds what a table publishes.
func (b *Board) publishedOf() (p published) {
	if k := b.sheet.With(table.RoleTotal); k >= 0 {
		p.totals, p.factor = &b.sheet.Columns[k], 1
		for i, x := range p.totals.Values {
			if p.totals.Has(i) {
				p.decimals = max(p.decimals, words.Decimals(x))
				if b.scale == 1 && x > 1 {
					p.factor = 100
				}
			}
		}
	}
	if k := b.sheet.With(table.RoleRank); k >= 0 && b.sheet.Columns[k].Missing < len(b.sheet.Names) {
		p.places = &b.sheet.Columns[k]
		p.place = b.placesOf(p.places)
	}
	return p
}

// placesOf returns the published place of each row among the agents that are ranked: those
// that are not leave no gap.
func (b *Board) placesOf(c *table.Column) []int32 {
	list, place := []float64{}, make([]int32, len(b.agents))
	for _, i := range b.agents {
		if c.Has(i) {
			list = append(list, c.Values[i])
		}
	}
	slices.Sort(list)
	for row, i := range b.agents {
		if c.Has(i) {
			at, _ := slices.BinarySearch(list, c.Values[i])
			place[row] = int32(at + 1)
		}
	}
	return place
}

// name returns the header of the column that is shown beside the ranking, or "".
func (p *published) name() string {
	switch {
	case p.totals != nil:
		return p.totals.Name
	case p.places != nil:
		return p.places.Name
	}
	return ""
}

// cell returns what the table publishes about an agent.
func (p *published) cell(agent int) string {
	switch {
	case p.totals != nil && p.totals.Has(agent):
		return strings.TrimSpace(p.totals.Cells[agent])
	case p.totals == nil && p.places != nil && p.places.Has(agent):
		return strings.TrimSpace(p.places.Cells[agent])
	}
	return ""
}

// off returns by how much a score differs from the published total of an agent; 0 if it
// does not but for what the total rounds. ok is false without a total.
func (p *published) off(agent int, score float64) (difference float64, ok bool) {
	if p.totals == nil || !p.totals.Has(agent) {
		return 0, false
	}
	d := float64(score*p.factor) - p.totals.Values[agent]
	half := 0.5 / math.Pow10(p.decimals)
	if math.Abs(d) <= half+float64(1e-9*max(1, math.Abs(p.totals.Values[agent]))) {
		return 0, true
	}
	return d, true
}

// text returns a difference to a total, without its sign.
func (p *published) text(d float64) string { return words.Fixed(math.Abs(d), max(2, p.decimals)) }

// compareTotals holds the scores against the published totals; nil without any.
func (s *study) compareTotals(step *live.Step) *Compared {
	p, of, fits, worst, most := &s.published, 0, 0, -1, 0.0
	for row, i := range s.agents {
		d, ok := p.off(i, step.Score[row])
		if !ok {
			continue
		}
		if of++; d == 0 {
			fits++
		} else if math.Abs(d) > math.Abs(most) {
			worst, most = row, d
		}
	}
	if of == 0 {
		return nil
	}
	differs := ""
	if worst >= 0 {
		differs = words.Called(s.Table.Names[worst]) + " differs" + mostly(of-fits) + " by " +
			p.text(most)
	}
	return reproduced("Your weights reproduce", fits, of, "total", differs)
}

// comparePlaces holds the ranking against the published places; nil without any.
func (s *study) comparePlaces(step *live.Step) *Compared {
	of, fits, worst, most := 0, 0, -1, int32(0)
	for row, place := range s.published.place {
		if place == 0 {
			continue
		}
		if of++; place == step.Rank[row] {
			fits++
		} else if d := max(place-step.Rank[row], step.Rank[row]-place); d > most {
			worst, most = row, d
		}
	}
	if of == 0 {
		return nil
	}
	differs := ""
	if worst >= 0 {
		differs = fmt.Sprintf("%s is %s, not %s", words.Called(s.Table.Names[worst]), strconv.Itoa(int(step.Rank[worst])),
			strconv.Itoa(int(s.published.place[worst])))
	}
	return reproduced("Your ranking has", fits, of, "place", differs)
}

// mostly tells the largest of several differences from the only one.
func mostly(n int) string {
	if n > 1 {
		return " most,"
	}
	return ""
}

// reproduced says how many of the published numbers are reproduced, and which is not.
func reproduced(verb string, fits, of int, noun, differs string) *Compared {
	c := &Compared{Key: fmt.Sprintf("%d of %d", fits, of)}
	switch fits {
	case of:
		c.Key = fmt.Sprintf("all %d", of)
	case 0:
		c.Key = fmt.Sprintf("none of %d", of)
	}
	if of == 1 && fits == 1 {
		c.Key = "the one"
	}
	c.Sentence = fmt.Sprintf("%s %s published %s.", verb, c.Key, words.Plural(of, noun))
	if differs != "" {
		c.Sentence = strings.TrimSuffix(c.Sentence, ".") + "; " + differs + "."
	}
	return c
}

// publish adds what the table publishes to rows of the ranking.
func (s *study) publish(list []Row, rows []int, step *live.Step) {
	p := &s.published
	for n, row := range rows {
		list[n].Published = p.cell(s.agents[row])
		if d, ok := p.off(s.agents[row], s.Table.Total(row)); ok && d != 0 {
			if list[n].Differs = "+" + p.text(d); d < 0 {
				list[n].Differs = "−" + p.text(d)
			}
		}
		if s.before == nil && p.place != nil && p.place[row] > 0 {
			list[n].Move = moved(int(p.place[row] - step.Rank[row]))
		}
	}
}
