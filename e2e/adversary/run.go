package adversary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Report is what a run came to.
type Report struct {
	Cases    int                 // given to a surface
	Made     int                 // different inputs
	Valid    int                 // that reached a signature which holds
	By       map[string]int      // cases by move, format and surface
	Found    map[string]int      // findings by kind
	Smallest map[string]*Example // of each kind
}

// Example is a finding with the case that shows it.
type Example struct {
	Surface, Said string
	Case          *Case
}

func newReport() *Report {
	return &Report{By: map[string]int{}, Found: map[string]int{}, Smallest: map[string]*Example{}}
}

// Add adds what another part of the run came to.
func (r *Report) Add(other *Report) {
	r.Cases, r.Made, r.Valid = r.Cases+other.Cases, r.Made+other.Made, r.Valid+other.Valid
	for name, n := range other.By {
		r.By[name] += n
	}
	for kind, n := range other.Found {
		r.Found[kind] += n
	}
	for kind, e := range other.Smallest {
		r.keep(kind, e)
	}
}

// keep keeps the example with the fewest moves, of equals the shortest.
func (r *Report) keep(kind string, e *Example) {
	if old := r.Smallest[kind]; old == nil || e.size() < old.size() {
		r.Smallest[kind] = e
	}
}

func (e *Example) size() int {
	return 100_000*(len(e.Case.Moves)+len(e.Case.Options.Moves)) + len(e.Case.Text) + len(e.Case.Proof.Signature)
}

// String lists findings by kind, each with its smallest case.
func (r *Report) String() string {
	var b strings.Builder
	for _, kind := range r.kinds() {
		e := r.Smallest[kind]
		fmt.Fprintf(&b, "%d × %s; %s: %s\n%s\n\n", r.Found[kind], kind, e.Surface, e.Said, e.Case)
	}
	return b.String()
}

func (r *Report) kinds() (kinds []string) {
	for kind := range r.Found {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}

// note counts a case that a surface answered.
func (r *Report) note(surface string, c *Case, all []Finding) {
	r.Cases++
	r.By["surface "+surface]++
	for _, f := range all {
		r.Found[f.Kind]++
		r.keep(f.Kind, &Example{surface, f.Said, c})
	}
}

// count counts an input by what it was made of, and whether its signature holds.
func (r *Report) count(c *Case, valid bool) {
	r.Made++
	state := "reached "
	if valid {
		r.Valid++
		r.By["valid "+c.Origs[0].Envelope]++
	} else {
		state = "early "
	}
	for _, names := range [][]string{c.Moves, c.Options.Moves} {
		for _, name := range names {
			r.By["move "+name]++
			r.By[state+name]++
		}
	}
}

// holds reports whether an answer says that a signature holds.
func holds(a *Answer) bool {
	return a.Verdict == "authentic" || a.Verdict == "qualified" || a.Verdict == "unknown-key" && a.SignedBytes != "" ||
		a.Verdict == "contested"
}

// Run makes cases until so many were given to surfaces.
func (m *Maker) Run(n int) *Report {
	r := newReport()
	for r.Cases < n {
		m.block(r)
		for range 16 {
			m.one(r)
		}
	}
	return r
}

// one gives a case to proof.verify, and some to badge.render.
func (m *Maker) one(r *Report) {
	c := m.Case()
	a, all := c.Verify()
	r.note("verify", c, all)
	r.count(c, holds(&a))
	m.badge(r, c, &a)
}

// badge gives some cases to badge.render, which takes a text and a viewer's keys
// alone.
func (m *Maker) badge(r *Report, c *Case, a *Answer) {
	o := c.Options
	if c.Proof.Signature != "" || c.Message != "" || o.Key != "" || o.Layout != nil || o.Rulebook != "" ||
		len(o.Weights) > 0 || a.Verdict == "unmatched" || !m.One(4) {
		return
	}
	verdict, all := c.Badge(Pick(m.Rand, badge.Kinds), Pick(m.Rand, []string{"auto", "compact"}), m.One(2))
	if a.Verdict == "authentic" && verdict != "authentic" {
		all = append(all, found(Apart, "badge is %s, verify %s", verdict, a.Verdict))
	}
	r.note("badge", c, all)
}

// isRow reports whether a case can be a row of a text in that format.
func (c *Case) isRow(format string) bool {
	text := line(c.Text)
	switch {
	case c.Proof.Signature != "" || c.Message != "" || text == "":
		return false
	case format == "array":
		return parse(text) != nil
	case format == "lines":
		return text[0] == '{' && text[len(text)-1] == '}'
	}
	return true
}

// block gives cases to proof.verify_batch, and some of them to proof.verify too,
// most of those that reach a signature.
func (m *Maker) block(r *Report) {
	cases := m.Block(160)
	format := Pick(m.Rand, Formats)
	rows := cases[:0:0]
	for _, c := range cases {
		if !c.isRow(format) {
			a, all := c.Verify()
			r.note("verify", c, all)
			r.count(c, holds(&a))
			continue
		}
		rows = append(rows, c)
	}
	if len(rows) == 0 {
		return
	}
	results, all := Batch(rows, format)
	for _, f := range all {
		r.note("batch", rows[0], []Finding{f})
	}
	for i := range results {
		row := &results[i]
		if row.Index >= len(rows) {
			r.By["rows behind the last"]++
			break
		}
		c := rows[row.Index]
		all := CheckRow(c, row)
		r.note("batch", c, all)
		r.By["format "+format]++
		valid := row.Verdict == "authentic" || row.Verdict == "qualified" || row.Verdict == "unknown-key" &&
			(row.Score != nil || row.Name != "")
		r.count(c, valid)
		if format == "cells" || !(valid && m.One(5) || len(all) > 0 || m.One(30)) {
			continue
		}
		same := *c
		if format != "column" {
			same.Text = line(c.Text)
		}
		a, more := same.Verify()
		r.note("verify", &same, append(more, same.asRow(row, &a)...))
		m.badge(r, &same, &a)
	}
}

// asRow is Same for a verdict of a row that may owe its layout to another row or
// to the request: proof.verify then has to find that first.
func (c *Case) asRow(row *proof.Row, a *Answer) []Finding {
	if a.Verdict != "unmatched" || row.Verdict == a.Verdict || row.Unfinished {
		return Same(row, a)
	}
	if len(c.Options.laid) > 0 && row.Verdict != "authentic" && row.Score == nil && row.Name == "" {
		return nil
	}
	longer, options := *c, *c.Options
	options.Limit, longer.Options = 5000, &options
	found, _ := longer.Verify()
	return Same(row, &found)
}
