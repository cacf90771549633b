package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
	"github.com/tallyproof/tallyproof/templates/rules"
)

// indexed puts a page's text into its rules.
type indexed struct {
	book
	list    listing
	worked  *worked
	answers map[string]any
	placed  map[string]bool // ids that a rule names
}

// view makes the page of a rulebook without its frame.
func (b book) view() (v rules.View, err error) {
	x := indexed{book: b, placed: map[string]bool{}}
	if x.list, err = readListing(b.listed); err != nil {
		return v, err
	}
	if x.worked, x.answers, err = readWorked(b.example); err != nil {
		return v, err
	}
	if err := x.place(); err != nil {
		return v, err
	}
	v = rules.View{Question: b.doc.Title, Read: x.list.read, Whose: arenaName(b.Arena)}
	count := 0
	for _, g := range x.list.groups {
		group := rules.GroupView{Name: g.name, IDs: g.ids}
		for _, r := range g.rules {
			view, err := x.rule(r)
			if err != nil {
				return v, fmt.Errorf("the rule %q: %w", r.name, err)
			}
			if r.formula == "" {
				v.Folds = append(v.Folds, view)
				continue
			}
			group.Rules = append(group.Rules, view)
			count++
		}
		if len(group.Rules) > 0 {
			v.Groups = append(v.Groups, group)
		}
	}
	v.Count, v.Ends, v.Left = fmt.Sprintf("%d rules", count), x.list.ends+".", left(len(x.points()))
	if v.Flow, err = x.flow(); err != nil {
		return v, err
	}
	text, err := json.Marshal(worked{Fields: x.worked.Fields, Calls: x.worked.Calls})
	v.Worked = string(text)
	return v, err
}

// left says how many points stay open.
func left(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "One point stays open."
	}
	return words.Capital(words.Spelled(n)) + " points stay open."
}

// points are the contradictions of the page.
func (x *indexed) points() []markup.SectionView {
	for _, s := range x.doc.Sections {
		if s.ID == "contradictions" {
			return s.Parts
		}
	}
	return nil
}

// place notes the parts that rules name, and refuses ids that the text does not have, and
// sections that no rule shows.
func (x *indexed) place() error {
	var faults []error
	for _, g := range x.list.groups {
		for _, id := range g.ids {
			section, _ := x.find(id)
			if section != nil && len(section.Blocks) > 0 {
				faults = append(faults, fmt.Errorf("the group %q: #%s has a text of its own: want it in holds: of a rule", g.name, id))
			}
			x.placed[id] = true
		}
		for _, r := range g.rules {
			for _, id := range slices.Concat(r.holds, r.open) {
				if _, found := x.find(id); !found {
					faults = append(faults, fmt.Errorf("the rule %q: the text has no #%s", r.name, id))
				}
				if x.placed[id] {
					faults = append(faults, fmt.Errorf("the rule %q: #%s is shown twice", r.name, id))
				}
				x.placed[id] = true
			}
		}
	}
	for _, s := range x.doc.Sections {
		if !x.placed[s.ID] {
			faults = append(faults, fmt.Errorf("no rule shows #%s: want it in holds: of a rule, or as the id of a group", s.ID))
		}
		for _, p := range s.Parts {
			if !x.placed[p.ID] && x.isGroup(s.ID) {
				faults = append(faults, fmt.Errorf("no rule shows #%s: want it in holds: of a rule", p.ID))
			}
		}
	}
	return errors.Join(faults...)
}

// isGroup reports whether a group has the id of a section, so that each of its parts needs a rule.
func (x *indexed) isGroup(id string) bool {
	return slices.ContainsFunc(x.list.groups, func(g group) bool { return slices.Contains(g.ids, id) })
}

// find returns the section or part of that id.
func (x *indexed) find(id string) (*markup.SectionView, bool) {
	for i, s := range x.doc.Sections {
		if s.ID == id {
			return &x.doc.Sections[i], true
		}
		for k, p := range s.Parts {
			if p.ID == id {
				return &s.Parts[k], true
			}
		}
	}
	return nil, false
}

func (x *indexed) rule(r listed) (rules.RuleView, error) {
	v := rules.RuleView{ID: r.id, Name: r.name, Formula: r.formula, Says: r.says}
	for i, id := range r.holds {
		if id == "source" {
			v.Inside = append(v.Inside, x.about())
		}
		x.hold(&v, id, i == 0)
	}
	for _, id := range r.open {
		part, _ := x.find(id)
		v.Points = append(v.Points, parts.LinkView{Href: "#" + id, Label: part.Title})
		v.Inside = append(v.Inside, rules.PartView{ID: id, Title: part.Title, Open: true, Blocks: part.Blocks})
	}
	if r.more != "" {
		html, err := prose.HTML(r.more)
		if err != nil {
			return v, err
		}
		v.Inside = append(v.Inside, rules.PartView{Blocks: []templ.Component{templ.Raw(html)}})
	}
	if r.from != "" {
		name := x.source(r.from)
		if name == "" {
			return v, fmt.Errorf("no source is called %q", r.from)
		}
		v.From = &parts.LinkView{Href: "#source-" + r.from, Label: name}
	}
	for _, t := range r.live {
		token, err := x.token(t)
		if err != nil {
			return v, err
		}
		v.Live = append(v.Live, token)
	}
	var err error
	v.Picture, err = x.picture(r.picture)
	return v, err
}

// picture is a picture of the answers, and its slider: the answer has its ends beside it.
func (x *indexed) picture(tokens []token) (*rules.PictureView, error) {
	if len(tokens) == 0 {
		return nil, nil
	}
	v := &rules.PictureView{Path: strings.TrimSpace(tokens[0].text)}
	var err error
	if v.SVG, err = said(x.answers, v.Path); err != nil || len(tokens) == 1 {
		return v, err
	}
	f := x.worked.Fields[tokens[1].field]
	if f == nil {
		return nil, fmt.Errorf("the example has no field %q", tokens[1].field)
	}
	v.Scrubs, v.Label, v.Step, v.Value = tokens[1].field, f.Label, f.Step.String(), f.Value.String()
	answer, _, _ := strings.Cut(v.Path, "/")
	v.Ends = "min=" + answer + "/least max=" + answer + "/most"
	if v.Least, err = said(x.answers, answer+"/least"); err != nil {
		return nil, err
	}
	v.Most, err = said(x.answers, answer+"/most")
	return v, err
}

// about is what the text says of itself.
func (x *indexed) about() rules.PartView {
	return rules.PartView{Blocks: []templ.Component{templ.Raw("<p>" + templ.EscapeString(x.doc.Answer) + "</p>" + x.doc.Lede)}}
}

// hold puts a section or part into a rule: the first one without its heading, and a
// section with those of its parts that no rule names.
func (x *indexed) hold(v *rules.RuleView, id string, first bool) {
	part, _ := x.find(id)
	view := rules.PartView{ID: id, Title: title(part), Blocks: part.Blocks}
	if first {
		view.Title = ""
		v.IDs = append(v.IDs, id)
		for _, n := range part.Named {
			if n.ID != "" {
				v.IDs = append(v.IDs, n.ID)
			}
		}
		v.IDs = slices.DeleteFunc(v.IDs, func(id string) bool { return x.isRule(id) })
	}
	v.Inside = append(v.Inside, view)
	for _, p := range part.Parts {
		if !x.placed[p.ID] {
			v.Inside = append(v.Inside, rules.PartView{ID: p.ID, Title: title(&p), Open: id == "contradictions", Blocks: p.Blocks})
		}
	}
}

// title names a part of the text.
func title(s *markup.SectionView) string {
	if len(s.Named) == 0 {
		return s.Title
	}
	return strings.Join(frame.Each(s.Named, func(n markup.NamedView) string { return n.Label }), ", ")
}

// isRule reports whether a rule has that id itself.
func (x *indexed) isRule(id string) bool {
	return slices.ContainsFunc(x.list.groups, func(g group) bool {
		return slices.ContainsFunc(g.rules, func(r listed) bool { return r.id == id })
	})
}

// source names a source of the page.
func (x *indexed) source(id string) string {
	for _, t := range x.doc.Tables["source"] {
		for _, row := range t.Rows {
			if row.ID == "source-"+id {
				return row.Cells[0].Text
			}
		}
	}
	return ""
}

func (x *indexed) token(t token) (v rules.TokenView, err error) {
	v = rules.TokenView{Text: t.text, Href: t.href, Field: t.field, Out: t.out}
	switch {
	case t.out != "":
		v.Text, err = said(x.answers, t.out)
	case t.field != "":
		f := x.worked.Fields[t.field]
		if f == nil {
			return v, fmt.Errorf("the example has no field %q", t.field)
		}
		v.Text = f.Value.String()
	}
	return v, err
}

func (x *indexed) flow() (v rules.FlowView, err error) {
	of := func(n node) rules.NodeView {
		view := rules.NodeView{Label: n.Label, Dim: n.Dim, Href: "#" + n.Rule, Out: n.Out, Small: n.Small}
		if !x.isRule(n.Rule) {
			err = errors.Join(err, fmt.Errorf("the flow: no rule has the id %q", n.Rule))
		}
		var fault error
		if view.Value, fault = said(x.answers, n.Out); fault == nil && n.Small != "" {
			view.SmallValue, fault = said(x.answers, n.Small)
		}
		err = errors.Join(err, fault)
		return view
	}
	v = rules.FlowView{From: frame.Each(x.worked.Flow.From, of), Main: of(x.worked.Flow.Main), Then: frame.Each(x.worked.Flow.Then, of)}
	return v, err
}
