package web

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/op"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// past is a record of an agent's history, with its row.
type past struct {
	*shown
	row    *stored.ProofRow
	rank   *float64
	before *float64 // the rating before
}

// addPast adds to the page of an agent what its records say over time.
func addPast(v *stored.ProofsView, l *List, entries []*shown) {
	v.Of = stored.OfView{Arena: l.Arena, Agent: l.Agent}
	v.Counts = plural(l.Count, "proof")
	all := make([]past, len(entries))
	for i, s := range entries {
		all[i] = pastOf(s, &v.Rows[i])
		v.Placed = v.Placed || all[i].rank != nil
	}
	addGains(all)
	dated := slices.DeleteFunc(all, func(p past) bool { return moment(p.entry().EvaluatedAt, "") == "" })
	slices.Reverse(dated)
	slices.SortStableFunc(dated, func(x, y past) int {
		return cmp.Compare(moment(x.entry().EvaluatedAt, ""), moment(y.entry().EvaluatedAt, ""))
	})
	shortDays(dated)
	pictures := picturesOf(dated)
	if len(pictures) == 0 {
		return
	}
	last := dated[len(dated)-1]
	begins := "newest record, "
	if l.Count > len(l.Entries) {
		begins = "newest on this page, "
	}
	number := cmp.Or(last.row.Total, last.row.Rating)
	v.Agent = &stored.AgentView{
		Number: number, Long: len(number) > mostLarge, Title: last.title, Newest: begins, Said: said(&last.as), Old: last.as.old,
		Slip: slipOf(last.shown), Href: last.row.Href, Pictures: pictures,
	}
	if slip := v.Agent.Slip; slip != nil {
		slip.Total = cmp.Or(last.row.Total, slip.Total)
		slip.Facts = slices.DeleteFunc(slip.Facts, func(f stored.FactView) bool { return f.Label == "Age" }) // it is said above
	}
	addFinding(v.Agent, dated, l)
}

// mostLarge is the number of characters of a number in large letters.
const mostLarge = 8

// pastOf returns a record with its row, to which it adds what a history says besides.
func pastOf(s *shown, row *stored.ProofRow) past {
	e := s.entry()
	p := past{shown: s, row: row, rank: numberOf(s.signed, proofrecord.MeansRank)}
	row.Past = &stored.PastView{
		Said: said(&s.as), Old: s.as.old, Challenge: e.Challenge, ExactTitle: e.Title,
	}
	if row.Time != "" && s.as.day != "" {
		row.Date = s.as.day
	}
	if p.rank != nil {
		row.Past.Rank, row.Past.ExactRank = place(*p.rank), op.Show(*p.rank)
	}
	for _, c := range s.res.Claims {
		if !c.Signed || c.Kind != "number" || !slices.Contains(proofrecord.BeforeNames, c.Field) {
			continue
		}
		if x, err := strconv.ParseFloat(c.Value, 64); err == nil {
			p.before, row.Past.Before, row.Past.Field = &x, c.Value, c.Field
		}
	}
	return p
}

// said returns how old a record is.
func said(as *freshness) string {
	switch {
	case as.age == "":
		return as.day
	case as.age == "0 days":
		return "today"
	}
	return as.age + " old"
}

// place returns a rank in words: 2nd.
func place(rank float64) string {
	if rank != math.Trunc(rank) || rank < 1 || rank > mostTotal {
		return op.Show(rank)
	}
	return words.Ordinal(int(rank))
}

// addGains says how much each record changed the rating.
func addGains(all []past) {
	var column []*string
	for _, p := range all {
		if p.Rating == nil || p.before == nil {
			continue
		}
		sign := "▲ "
		if *p.Rating < *p.before {
			sign = "▼ "
		}
		p.row.Past.Gain = sign + ahead(max(*p.Rating, *p.before), min(*p.Rating, *p.before))
		column = append(column, &p.row.Past.Gain)
	}
	decimals.Even(column...)
}

// shortDays leaves out the year of days that are all in one.
func shortDays(dated []past) {
	years := map[string]bool{}
	for _, p := range dated {
		years[p.row.Date[max(0, len(p.row.Date)-5):]] = true
	}
	if len(years) > 1 {
		return
	}
	for _, p := range dated {
		for year := range years {
			p.row.Date = strings.TrimSuffix(p.row.Date, year)
		}
	}
}

// Measures of a picture of records over time, in pixels, and in percent across.
const (
	pastTop, pastHeight = 24, 196
	pastFrom, pastWidth = 10, 76
	pastStart, pastEnd  = 4, 98
)

// valued is a value of records over time.
type valued struct {
	key, label string
	value      func(past) *float64
	said       func(past) string
}

var values = []valued{
	{"score", "Score", func(p past) *float64 { return p.Total }, func(p past) string { return p.row.Total }},
	{"rating", "Rating", func(p past) *float64 { return p.Rating }, func(p past) string { return p.row.Rating }},
	{"rank", "Rank", func(p past) *float64 { return p.rank }, func(p past) string { return p.row.Past.Rank }},
}

// picturesOf returns a picture of each value that all of the records have.
func picturesOf(dated []past) (all []stored.PictureView) {
	for _, of := range values {
		lacks := slices.ContainsFunc(dated, func(p past) bool { return of.value(p) == nil })
		if len(dated) > 0 && !lacks {
			all = append(all, of.picture(dated))
		}
	}
	return all
}

func (of valued) picture(dated []past) stored.PictureView {
	v := stored.PictureView{Key: of.key, Label: of.label}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range dated {
		lo, hi = min(lo, *of.value(p)), max(hi, *of.value(p))
	}
	start := dated[0].before
	steps := of.key == "rating" && start != nil
	if steps {
		lo, hi = min(lo, *start), max(hi, *start)
	}
	down := of.scale(&v, lo, hi)
	across := func(i int) float64 { return pastFrom + pastWidth*float64(i)/float64(max(1, len(dated)-1)) }
	if len(dated) == 1 {
		across = func(int) float64 { return pastFrom + pastWidth/2 }
	}
	var line strings.Builder
	if steps {
		v.Start = parts.Number(down(*start))
		fmt.Fprintf(&line, "M%v %s", pastStart, v.Start)
	}
	for i, p := range dated {
		y := down(*of.value(p))
		x := parts.Number(math.Round(across(i)*1000) / 1000)
		switch {
		case steps:
			fmt.Fprintf(&line, "H%sV%s", x, parts.Number(y))
		case i == 0:
			fmt.Fprintf(&line, "M%s %s", x, parts.Number(y))
		default:
			fmt.Fprintf(&line, "L%s %s", x, parts.Number(y))
		}
		v.Points = append(v.Points, stored.PointView{
			ID: p.row.ID, Href: p.row.Href, X: x + "%", Y: parts.Number(y), Foot: parts.Number(y + 15),
			Value: of.said(p), Day: p.row.Date,
		})
	}
	if steps {
		fmt.Fprintf(&line, "H%v", pastEnd)
	}
	v.Line = line.String()
	switch {
	case len(dated) > 6:
		v.Most = "many"
	case len(dated) > 3:
		v.Most = "some"
	}
	return v
}

// scale draws the lines across a picture, and returns how far down a value is. The first
// rank is above all others.
func (of valued) scale(v *stored.PictureView, lo, hi float64) func(float64) float64 {
	step := hi - lo
	if step <= 0 {
		step = max(1, math.Abs(hi)/100)
	}
	from, to := lo-step/4, hi+step/8
	down := func(x float64) float64 {
		return math.Round(10*(pastTop+(to-x)/(to-from)*pastHeight)) / 10
	}
	if of.key == "rank" {
		from, to = min(1, lo), hi+max(1, step/4)
		down = func(x float64) float64 { return math.Round(10*(pastTop+(x-from)/(to-from)*pastHeight)) / 10 }
	}
	for _, t := range chart.Ticks(from, to, 3) {
		if t.At < from || t.At > to || of.key == "rank" && t.At != math.Trunc(t.At) {
			continue
		}
		label := t.Text
		if of.key == "rank" {
			label = place(t.At)
		}
		y := down(t.At)
		v.Ticks = append(v.Ticks, stored.HeightView{Y: parts.Number(y), Words: parts.Number(y - 5), Label: label})
	}
	return down
}

// addFinding says what all records show together, before and after they are checked.
func addFinding(v *stored.AgentView, dated []past, l *List) {
	records := words.Spelled(len(l.Entries)) + " records"
	if len(l.Entries) == 1 {
		records = "one record"
	}
	if l.Count > len(l.Entries) {
		records = fmt.Sprintf("%d of %d records", len(l.Entries), l.Count)
	}
	records = words.Capital(records)
	v.Claimed, v.Proven = records+", not checked yet.", records+", all authentic."
	chained := len(dated) == len(l.Entries) && len(dated) > 1
	follows := true
	for i, p := range dated {
		chained = chained && p.before != nil && p.Rating != nil
		follows = follows && (i == 0 || chained && *p.before == *dated[i-1].Rating)
	}
	if !chained {
		return
	}
	v.Unbroken, v.Loose = true, "The ratings do not follow one another."
	v.Claimed, v.Proven = records+" claim one unbroken rating.", records+", one unbroken rating."
	if !follows {
		v.Claimed = records + " claim ratings that do not follow one another."
	}
}
