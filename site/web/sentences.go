package web

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// leads returns the sentence with the first: "Nova leads with 88."
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

// claimed returns the sentence with the first while nobody has checked the rows.
func claimed(l *List) string {
	if first(l).Rank != 1 {
		return leads(l)
	}
	shared := ""
	switch others := l.tied - 1; {
	case others == 1:
		shared = " and one other proof shares the rank,"
	case others > 1:
		shared = fmt.Sprintf(" and %d other proofs share the rank,", others)
	}
	return fmt.Sprintf("%s leads,%s by what %s.", cmp.Or(named(first(l).Name), "A record without a name"), shared,
		words.Counted(l.Count, "row claims", "rows claim"))
}

// proven returns it once every row is checked: "Nova leads by 0.25."
func proven(l *List) string {
	if first(l).Rank != 1 || l.tied > 1 || len(l.Entries) < 2 {
		return leads(l)
	}
	return fmt.Sprintf("%s leads by %s.", cmp.Or(named(first(l).Name), "A record without a name"),
		ahead(*l.Entries[0].Total, *l.Entries[1].Total))
}

// latest returns the sentence about the newest proof.
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

// newest returns an entry with the latest known time of evaluation, and how many have that.
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

// none returns the sentence for a list in which nothing counts.
func none(l *List) string {
	said := "No proof counts now. Of " + plural(l.Others, "proof") +
		" that are stored here, each is withdrawn, replaced or no longer authentic"
	if l.Differing > 0 {
		said += ", or its row differs from it"
	}
	return said + "."
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// freshness has the age of a score and its rules.
type freshness struct {
	words    string // "as of 2026-11-20 · rules AiRENA"
	day, age string // "20 Nov 2026" and "11 days"; "" if they are not known
	old      bool   // more than 30 days, or undated
}

// on returns the day, and the age of what is old.
func (f *freshness) on() string {
	if f.old && f.age != "" {
		return f.day + " · " + f.age + " old"
	}
	return f.day
}

// monthOld is the age, in days, from which on a record counts as old, as in core/proof.
const monthOld = 30

// fresh dates a record by its signed time, else by when it was stored: the day and the
// age are those of its badges.
func fresh(s proofrecord.Signed, res *proof.VerifyResponse, storedAt string, now time.Time) freshness {
	text, since := signedText(s, proofrecord.MeansTime), "as of "
	if text == "" {
		text, since = storedAt, "stored "
	}
	at, ok := instant.Parse(text)
	if !ok || !at.Known {
		return freshness{words: "of an unknown date", old: true}
	}
	f := freshness{words: since + date(text)}
	f.day, _, _ = strings.Cut(instant.Said(text), ",")
	if since == "stored " {
		f.day = since + f.day
	}
	if days := int((now.Unix() - at.Seconds) / 86_400); days >= 0 {
		f.age, f.old = words.Counted(days, "day", "days"), days > monthOld
	}
	if days := badge.Old(at, instant.Instant{Known: true, Seconds: now.Unix()}); days > 0 {
		f.words += fmt.Sprintf(", %d days old", days)
	}
	if rules := rulesOf(s, res); rules != "" {
		f.words += " · rules " + rules
	}
	return f
}

// rulesOf names the rules: those the record names, else those that its total was
// recomputed by.
func rulesOf(s proofrecord.Signed, res *proof.VerifyResponse) string {
	if named := signedText(s, proofrecord.MeansRules); named != "" && len(named) <= 60 {
		return words.Called(named)
	}
	if r := res.Recomputed; r != nil && r.Agrees && !r.Defaults {
		if rules, err := rulebook.ID(r.Score.Rulebook).Resolve(); err == nil {
			return rules.Name
		}
	}
	return ""
}
