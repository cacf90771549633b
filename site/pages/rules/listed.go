package rules

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// listing is the list of a page's rules, as a file defines it: {{define "at rules"}}.
//
//	ends: make a tier from tests              what the rules do, after their number
//	read: No public code, so one reading.     what was read
//	## Score {#measures}                      a group
//	### Speed {#speed}                        a rule
//	formula: max(0, 100 − …)
//	says: Counts against the fastest run.
//	live: 100 − ([time] / [fastest] − 1) · 50 = [=score/parts/key=speed/score]
//	picture: pace/curve [time]                a picture of the answers, and the number that a slider over it moves
//	from: scoring                             its source
//	holds: relative-time                      parts of the text that it opens
//	open: bystander new-fastest               the contradictions on it
//	more: A line in the place of parts.
//
// A rule without a formula is a fold at the end of the page; says is its value.
type listing struct {
	ends, read string
	groups     []group
}

type group struct {
	name  string
	ids   []string
	rules []listed
}

type listed struct {
	name, id            string
	formula, says, more string
	from                string
	live                []token
	picture             []token // the path of a picture, and a field or none
	holds, open         []string
}

// token is a piece of a live line: words, a number to change, a value, or a link.
type token struct{ text, field, out, href string }

var (
	listHeading = regexp.MustCompile(`^(##|###) (.+?)(?: \{(#[\w-]+(?: #[\w-]+)*)\})?$`)
	liveToken   = regexp.MustCompile(`\[(=?)([^\]]+)\](?:\((/[^)]*)\))?`)
)

// readListing reads the list of a page's rules.
func readListing(text string) (l listing, err error) {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if strings.HasPrefix(line, "#") {
			err = l.heading(line)
		} else {
			err = l.line(line)
		}
		if err != nil {
			return l, fmt.Errorf("the list of rules, %q: %w", line, err)
		}
	}
	if l.ends == "" || len(l.groups) == 0 {
		return l, errors.New("the list of rules: want ends: and groups")
	}
	return l, nil
}

func (l *listing) heading(line string) error {
	m := listHeading.FindStringSubmatch(line)
	if m == nil {
		return errors.New("want ## Group, or ### Rule {#id}")
	}
	var ids []string
	for _, id := range strings.Fields(m[3]) {
		ids = append(ids, id[1:])
	}
	if m[1] == "##" {
		l.groups = append(l.groups, group{name: m[2], ids: ids})
		return nil
	}
	if len(ids) != 1 || len(l.groups) == 0 {
		return errors.New("want one id, below a group: ### Rule {#id}")
	}
	at := &l.groups[len(l.groups)-1]
	at.rules = append(at.rules, listed{name: m[2], id: ids[0]})
	return nil
}

func (l *listing) line(line string) error {
	name, value, _ := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if value == "" {
		return errors.New("want a name, a colon and a value")
	}
	if len(l.groups) == 0 {
		to := map[string]*string{"ends": &l.ends, "read": &l.read}[name]
		if to == nil {
			return errors.New("want ends: or read: before the first group")
		}
		*to = value
		return nil
	}
	rules := l.groups[len(l.groups)-1].rules
	if len(rules) == 0 {
		return errors.New("want ### Rule {#id} first")
	}
	r := &rules[len(rules)-1]
	switch name {
	case "formula":
		r.formula = value
	case "says":
		r.says = value
	case "more":
		r.more = value
	case "from":
		r.from = value
	case "live":
		r.live = tokens(value)
	case "picture":
		r.picture = tokens(value)
	case "holds":
		r.holds = strings.Fields(value)
	case "open":
		r.open = strings.Fields(value)
	default:
		return errors.New("want formula, says, live, picture, from, holds, open or more")
	}
	return nil
}

// tokens cuts a live line into its pieces.
func tokens(line string) (all []token) {
	end := 0
	for _, m := range liveToken.FindAllStringSubmatchIndex(line, -1) {
		if m[0] > end {
			all = append(all, token{text: line[end:m[0]]})
		}
		inner, t := line[m[4]:m[5]], token{}
		switch {
		case m[6] >= 0:
			t.text, t.href = inner, line[m[6]:m[7]]
		case m[3] > m[2]:
			t.out = inner
		default:
			t.field = inner
		}
		all, end = append(all, t), m[1]
	}
	if end < len(line) {
		all = append(all, token{text: line[end:]})
	}
	return all
}
