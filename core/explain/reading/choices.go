package reading

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// missing says who lacks which scores, and what may become of them.
func (s *study) missing() (string, []Choice) {
	groups, more := []lacking{}, 0
	for i := range s.Names {
		lacks := s.lacks(i)
		if len(lacks) == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g lacking) bool { return slices.Equal(g.columns, lacks) })
		switch {
		case at >= 0:
			groups[at].agents = append(groups[at].agents, i)
		case len(groups) < mostWho:
			groups = append(groups, lacking{lacks, []int{i}})
		default:
			more++
		}
	}
	if len(groups) == 0 {
		return "", nil
	}
	parts := []string{}
	for _, g := range groups {
		names, columns := []string{}, []string{}
		for _, i := range g.agents[:min(len(g.agents), mostWho)] {
			names = append(names, words.Called(s.Names[i]))
		}
		if n := len(g.agents) - mostWho; n > 0 {
			names = append(names, words.Counted(n, "other", "others"))
		}
		for _, k := range g.columns {
			columns = append(columns, words.Called(s.Columns[k].Name))
		}
		if n := len(columns); n > mostNamed {
			columns = []string{words.Counted(n, "column", "columns")}
		}
		parts = append(parts, words.Join(names)+": no "+strings.ReplaceAll(words.Join(columns), " and ", " or "))
	}
	if more > 0 {
		parts = append(parts, words.Counted(more, "other lacks", "others lack")+" scores too")
	}
	list := choices("missing", s.Missing, table.LeaveOut, "Leave out", table.Zero, "Zero", table.Worst, "Worst")
	for _, k := range s.dims {
		if c := &s.Columns[k]; c.Missing > 0 && len(list) < mostChoices {
			list = append(list, Choice{Member: "ignore", Value: c.Name, Label: "Ignore " + words.Called(c.Name), Chosen: "false"})
		}
	}
	return strings.Join(parts, "; ") + ". " + done[s.Missing], list
}

// lacking are agents that lack the same scores.
type lacking struct{ columns, agents []int }

const mostChoices = 5 // for missing scores

const mostWho = 3

// done says what became of missing scores.
var done = map[string]string{table.LeaveOut: "Left out.", table.Zero: "Counted as 0.",
	table.Worst: "Counted as the worst value."}

// choices lists the values of a member with their labels; the first is the default.
func choices(member, chosen string, pairs ...string) []Choice {
	list := []Choice{}
	for i := 0; i < len(pairs); i += 2 {
		c := Choice{Member: member, Value: pairs[i], Label: pairs[i+1], Chosen: "false"}
		if pairs[i] == chosen {
			c.Chosen = "true"
		}
		list = append(list, c)
	}
	return list
}

// repeats says which names are there several times, and what may become of them.
func (s *study) repeats(rule string) (string, []Choice) {
	seen := make(map[string]int, len(s.Names))
	names, twice := []string{}, 0
	for _, name := range s.Names {
		if seen[name]++; seen[name] == 2 {
			if twice++; twice <= mostWho {
				names = append(names, words.Called(name))
			}
		}
	}
	says := "Equal names count once."
	switch {
	case twice == 0 && (rule == "" || rule == "all"):
		return "", nil
	case twice > mostWho:
		says = words.Join(append(names, words.Counted(twice-mostWho, "other name", "other names"))) +
			" are there several times."
	case twice == 1:
		says = names[0] + " is there several times."
	case twice > 1:
		says = words.Join(names) + " are there several times."
	}
	if rule == "" {
		rule = "all"
	}
	return says, choices("duplicates", rule, "all", "Keep all", "best", "Best", "last", "Last", "mean", "Mean")
}
