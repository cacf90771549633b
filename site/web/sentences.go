package web

import (
	"cmp"
	"fmt"
	"strconv"
)

// leads is the sentence with the first: "Nova leads with 88."
func leads(l *List) string {
	return leadsAs(l, cmp.Or(named(first(l).Name), "A record without a name"))
}

// leadsAs is that sentence with this name of the first.
func leadsAs(l *List, name string) string {
	if l.Count == 0 && l.Others > 0 {
		return none(l)
	}
	if first(l).Rank != 1 {
		return plural(l.Count, "proof") + " in all."
	}
	total := number(l.Entries[0].Total)
	switch others := l.tied - 1; {
	case others < 1:
		return fmt.Sprintf("%s leads with %s.", name, total)
	case others == 1:
		return fmt.Sprintf("%s leads with %s, and one other proof shares the rank.", name, total)
	default:
		return fmt.Sprintf("%s leads with %s, and %d other proofs share the rank.", name, total, others)
	}
}

// latest is the sentence about the newest proof.
func latest(l *List) string {
	if l.Count == 0 && l.Others > 0 {
		return none(l)
	}
	e, alike := newest(l)
	if alike == 0 {
		return plural(l.Count, "proof") + " in all."
	}
	said := "The newest proof"
	if alike > 1 {
		said = "One of the newest proofs"
	}
	if l.Count > len(l.Entries) { // the list is by the time of submission, where there is one
		said += " on this page"
	}
	switch {
	case e.Total != nil:
		said += " is of " + number(e.Total)
	case e.Rating != nil:
		said += " is of a rating of " + number(e.Rating)
	}
	if e.Title != "" {
		said += " in " + named(e.Title)
	}
	return said + ", on " + date(e.EvaluatedAt) + "."
}

// newest is an entry with the latest known time of evaluation, and how many have that.
func newest(l *List) (e Entry, alike int) {
	last := ""
	for _, one := range l.Entries {
		switch at := moment(one.EvaluatedAt, ""); {
		case at > last:
			e, alike, last = one, 1, at
		case at != "" && at == last:
			alike++
		}
	}
	return e, alike
}

// none is the sentence for a list in which nothing counts.
func none(l *List) string {
	return "No proof counts now. Of " + plural(l.Others, "proof") + " that are stored here, each is withdrawn, replaced or no longer authentic."
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
