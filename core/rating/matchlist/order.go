package matchlist

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
)

// time returns the end of the current match, if stated.
func (l *List) time() instant.Instant {
	for _, at := range l.timed {
		if at.Known {
			return at
		}
	}
	return instant.Instant{}
}

// InTimeOrder sorts the matches if all of them have a time: arenas list the
// latest first. Under pairwise rules a challenge has the time of its last entrant,
// so that its entrants stay together.
func (l *List) InTimeOrder(pairwise bool) {
	last := map[string]int{}
	for i, m := range l.Matches {
		if !l.times[i].Known {
			return
		}
		if j, begun := last[m.Challenge]; !begun || l.times[i].Compare(l.times[j]) > 0 {
			last[m.Challenge] = i
		}
	}
	times := slices.Clone(l.times)
	sorted := true
	for i, m := range l.Matches {
		if pairwise && m.Challenge != "" {
			times[i] = l.times[last[m.Challenge]]
		}
		sorted = sorted && (i == 0 || times[i].Compare(times[i-1]) >= 0)
	}
	if sorted {
		return
	}
	l.From = make([]int, len(l.Matches))
	for i := range l.From {
		l.From[i] = i
	}
	slices.SortStableFunc(l.From, func(i, j int) int { return times[i].Compare(times[j]) })
	matches := slices.Clone(l.Matches)
	for to, from := range l.From {
		l.Matches[to] = matches[from]
	}
}

// Place returns the position of a match in the text.
func (l *List) Place(i int) int {
	if i >= len(l.From) {
		return i
	}
	return l.From[i]
}

// Located turns a refusal about a match into one about its line.
func (l *List) Located(err error) error {
	refusal, ok := err.(*op.Error)
	if !ok || !strings.HasPrefix(refusal.Field, "/matches/") {
		return err
	}
	index, member, _ := strings.Cut(strings.TrimPrefix(refusal.Field, "/matches/"), "/")
	i, bad := strconv.Atoi(index)
	if bad != nil || i >= len(l.lines) {
		return err
	}
	problem := strings.TrimPrefix(member+": "+refusal.Message, ": ")
	return l.InMatch(i, Numbered(problem, l.Place, " was finalized at match ", " is also match "))
}

// Numbered counts the matches behind phrases from 1, as the rows are.
func Numbered(text string, place func(int) int, phrases ...string) string {
	for _, phrase := range phrases {
		at := strings.LastIndex(text, phrase)
		if at < 0 {
			continue
		}
		start := at + len(phrase)
		end := start
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		if n, err := strconv.Atoi(text[start:end]); err == nil {
			text = text[:start] + strconv.Itoa(place(n)+1) + text[end:]
		}
	}
	return text
}

// Line returns the line of a match in the text, from 1.
func (l *List) Line(i int) int { return l.lines[l.Place(i)] }
