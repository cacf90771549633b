package ratings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/score"
)

// time returns the end of the current match, if stated.
func (l *matchList) time() instant.Instant {
	for _, at := range l.timed {
		if at.Known {
			return at
		}
	}
	return instant.Instant{}
}

// inTimeOrder sorts the matches if all of them have a time: arenas list the
// latest first. Under pairwise rules a challenge has the time of its last entrant,
// so that its entrants stay together.
func (l *matchList) inTimeOrder(pairwise bool) {
	last := map[string]int{}
	for i, m := range l.matches {
		if !l.times[i].Known {
			return
		}
		if j, begun := last[m.Challenge]; !begun || l.times[i].Compare(l.times[j]) > 0 {
			last[m.Challenge] = i
		}
	}
	times := slices.Clone(l.times)
	sorted := true
	for i, m := range l.matches {
		if pairwise && m.Challenge != "" {
			times[i] = l.times[last[m.Challenge]]
		}
		sorted = sorted && (i == 0 || times[i].Compare(times[i-1]) >= 0)
	}
	if sorted {
		return
	}
	l.from = score.Order(len(l.matches), func(i, j int) int { return times[i].Compare(times[j]) })
	matches := slices.Clone(l.matches)
	for to, from := range l.from {
		l.matches[to] = matches[from]
	}
}

// place returns the position of a match in the text.
func (l *matchList) place(i int) int {
	if i >= len(l.from) {
		return i
	}
	return l.from[i]
}

// located turns a refusal about a match into one about its line.
func (l *matchList) located(err error) error {
	refusal, ok := err.(*op.Error)
	if !ok || !strings.HasPrefix(refusal.Field, "/matches/") {
		return err
	}
	index, member, _ := strings.Cut(strings.TrimPrefix(refusal.Field, "/matches/"), "/")
	i, bad := strconv.Atoi(index)
	if bad != nil || i >= len(l.lines) {
		return err
	}
	i = l.place(i)
	problem := strings.TrimPrefix(member+": "+refusal.Message, ": ")
	return l.inMatch(i, l.lines[i], numbered(problem, l.place, " was finalized at match ", " is also match "))
}
