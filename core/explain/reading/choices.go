package reading

import (
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// missing says who lacks a score, and what may become of it.
func (s *study) missing() (string, []Choice) {
	names, columns, more := []string{}, []string{}, 0
	for i := range s.Names {
		lacks := s.lacks(i)
		if len(lacks) == 0 {
			continue
		}
		if len(names) < mostWho {
			names = append(names, words.Called(s.Names[i]))
		} else {
			more++
		}
	}
	first := ""
	for _, i := range s.dims {
		if c := &s.Columns[i]; c.Missing > 0 {
			columns = append(columns, words.Called(c.Name))
			if first == "" {
				first = c.Name
			}
		}
	}
	if len(columns) == 0 {
		return "", nil
	}
	if more > 0 {
		names = append(names, words.Counted(more, "other", "others"))
	}
	if n := len(columns); n > mostNamed {
		columns = []string{words.Counted(n, "column", "columns")}
	}
	return words.Join(names) + ": no " + words.Join(columns) + ". " + done[s.Missing], append(
		choices("missing", s.Missing, table.LeaveOut, "Leave out", table.Zero, "Zero", table.Worst, "Worst"),
		Choice{Member: "ignore", Value: first, Label: "Ignore " + words.Called(first), Chosen: "false"})
}

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
