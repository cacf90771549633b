package rules

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
)

// functions are what {{…}} blocks can call, beside ask, at and measured, which
// belong to a page.
var functions = template.FuncMap{
	// numbers
	"show":    frame.Show[float64],
	"brief":   prose.Brief,
	"gained":  prose.Gained,
	"share":   func(x float64) string { return percentage(100 * x) },
	"percent": percentage,
	"points":  func(x float64) string { return prose.Brief(100 * x) },
	"add":     func(a, b int) int { return a + b },
	"exactly": func(x, y float64) string { return frame.Show(exact.Of(x).Mul(exact.Of(y)).Float()) },
	"nearly":  func(x, y float64) string { return frame.Show(x * y) },
	// words
	"capital": frame.Capital,
	"listed":  prose.Listed,
	"join":    strings.Join,
	"replace": strings.ReplaceAll,
	"escape":  markdown.EscapeSentence,
	"untold":  untold,
	"list":    func(items ...any) []any { return items },
	// requests and answers
	"refused":    refused,
	"link":       link,
	"miners":     miners,
	"validators": validators,
	"where":      where,
	"sum":        sum,
	"operation":  operation,
	"operations": operations,
	"timeline":   timeline,
	// rulebooks
	"book":     frame.Resolve,
	"reading":  reading,
	"rounds":   rounds,
	"weighted": weighted,
	"measures": measures,
	"stats":    stats,
	"least":    least,
}

// percentage shows a number of percent.
func percentage(x float64) string { return prose.Brief(x) + "\u00a0%" }

// untold refuses a rulebook for which the page has no words.
func untold(what, value string) (string, error) {
	return "", fmt.Errorf("%s %q: nothing to say of it", what, value)
}

// where returns the objects of a list that have a member of that value.
func where(list []any, member string, value any) []any {
	return slices.DeleteFunc(slices.Clone(list), func(o any) bool { return o.(map[string]any)[member] != value })
}

// sum adds up a number of every object of a list, which is a member of a member.
func sum(list []any, member, of string) string {
	total := 0.0
	for _, o := range list {
		total += o.(map[string]any)[member].(map[string]any)[of].(float64)
	}
	return frame.Show(total)
}

// operations returns the engine's operations of a group.
func operations(group string) []op.Op {
	return slices.DeleteFunc(slices.Clone(engine.Catalogue), func(o op.Op) bool { return frame.Group(o.Name) != group })
}

// reading names a rulebook, with a link to a place on its page from any other page.
func reading(about *rulebook.Rulebook, id, place string) string {
	name := frame.Resolve(id).Name
	if id == about.ID {
		return name
	}
	return "[" + name + "](" + pathOf(id) + "#" + place + ")"
}

// rounds reports whether anything in a rulebook is rounded.
func rounds(rb *rulebook.Rulebook) bool {
	return rb.Composite.Rounding == rulebook.RoundParts ||
		rb.Rating != nil && rb.Rating.Rounding != rulebook.RatingReal ||
		slices.ContainsFunc(rb.Dimensions, func(d rulebook.Dimension) bool { return measure.Of(d.Measure).Rounds })
}

// weighted reports whether a rulebook has default weights.
func weighted(rb *rulebook.Rulebook) bool {
	return slices.ContainsFunc(rb.Dimensions, func(d rulebook.Dimension) bool { return d.Weight != nil })
}

// used is a measure with the dimensions that use it.
type used struct {
	ID                    string
	Dimensions            []rulebook.Dimension
	Formula, Words, Reads string
	Direct                bool // whether it takes the score itself
}

// measures returns the measures of a rulebook, in the order of its dimensions.
func measures(rb *rulebook.Rulebook) []used {
	var all []used
	for _, d := range rb.Dimensions {
		i := slices.IndexFunc(all, func(u used) bool { return u.ID == string(d.Measure) })
		if i < 0 {
			i, all = len(all), append(all, used{ID: string(d.Measure)})
		}
		all[i].Dimensions = append(all[i].Dimensions, d)
	}
	for i := range all {
		all[i].describe(rb)
	}
	return all
}

// describe adds what the measure says of itself under a rulebook.
func (u *used) describe(rb *rulebook.Rulebook) {
	m := measure.Of(measure.ID(u.ID))
	u.Words, u.Reads, u.Direct = m.Rule.Words, m.Rule.Reads, m.Direct()
	if rb.Reward != nil && rb.Reward.Missing == "drop" && m.Rule.Dropped != "" {
		u.Words = m.Rule.Dropped
	}
	if m.Rule.Formula == "" {
		return
	}
	name := "score"
	if len(u.Dimensions) == 1 {
		name = `"` + strings.ToLower(u.Dimensions[0].Label) + `"`
	}
	u.Formula = name + " = " + scaled(m.Rule, rb.Scale)
}

// scaled puts the scale into a formula.
func scaled(r measure.Rule, scale float64) string {
	factor := frame.Show(scale) + " · "
	switch {
	case r.To100 && scale == 100, !r.To100 && scale == 1:
		factor = ""
	case r.To100:
		factor = frame.Show(scale) + " / 100 · "
	}
	return strings.Replace(r.Formula, "SCALE · ", factor, 1)
}

// stats returns the statistics that tiers ask for, in their order.
func stats(tiers []rulebook.Tier) []string {
	var names []string
	for _, t := range tiers {
		for _, n := range t.Needs {
			if !slices.Contains(names, n.Stat) {
				names = append(names, n.Stat)
			}
		}
	}
	return names
}

// least returns what a tier asks of a statistic, nil for nothing.
func least(t rulebook.Tier, stat string) *rulebook.Need {
	if i := slices.IndexFunc(t.Needs, func(n rulebook.Need) bool { return n.Stat == stat }); i >= 0 {
		return &t.Needs[i]
	}
	return nil
}
