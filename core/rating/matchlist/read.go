// Package matchlist reads a pasted list of matches: CSV in any form of a table, JSON or
// JSON Lines, with the names that arenas use.
package matchlist

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/replay"
)

// List is a pasted list of matches.
type List struct {
	Matches []replay.ReplayMatch
	Unknown []string // names that no rule needs, the first of them
	Claims  bool     // whether any rating is claimed
	From    []int    // where each match was in the text; nil if they were in time order
	Used    []string // members that were read, as the list names them

	lines []int // of each match in the text, from 1
	times []instant.Instant
	timed [3]instant.Instant // of the match that is read: completed_at, expires_at, started_at
	spell func(name string) string
}

// Most is how many matches a list may have.
const Most = 20_000

const mostUnknown = 12 // names that are listed

// Nobody is the agent of a match that names none.
const Nobody = "this agent"

const wantMatches = "want CSV with a header, JSON Lines, or a JSON array of matches"

// Read reads a list in any of its forms. A refusal names the line, what is there, and what
// is wanted.
func Read(text string) (*List, *op.Error) { return ReadSpelled(text, Spelled) }

// ReadSpelled is [Read] with other names of members: spell returns a member's own name for one
// of the list, or "" if nothing needs it.
func ReadSpelled(text string, spell func(name string) string) (*List, *op.Error) {
	known := map[string]string{} // each name is Spelled once
	list := &List{spell: func(name string) string {
		own, seen := known[name]
		if !seen {
			own = spell(name)
			known[name] = own
		}
		return own
	}}
	text = strings.TrimPrefix(text, "\ufeff")
	trimmed := strings.TrimLeft(text, " \t\r\n")
	var refusal *op.Error
	switch {
	case trimmed == "":
		return nil, op.Refuse("/text", "the text is empty: %s", wantMatches)
	case trimmed[0] == '{' || trimmed[0] == '[':
		refusal = list.json(text)
	default:
		refusal = list.csv(text)
	}
	if refusal != nil {
		return nil, refusal
	}
	if len(list.Matches) == 0 {
		return nil, op.Refuse("/text", "it contains no match: %s", wantMatches)
	}
	return list, nil
}

// json reads an array, an object that holds one, or objects line by line.
func (l *List) json(text string) *op.Error {
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		return l.jsonLines(text, err)
	}
	rows := arrayOf(&root)
	if rows == nil {
		if root.Kind == jcs.Object && (root.Get("difficulty") != nil || root.Get("elo_change") != nil) {
			return l.object(&root, 1)
		}
		return op.Refuse("/text", "it contains no list of matches: want an array, or an object with matches or data")
	}
	line, at := 1, 0
	for i := range rows.Items {
		v := &rows.Items[i]
		line, at = line+strings.Count(text[at:v.Start], "\n"), v.Start
		if refusal := l.object(v, line); refusal != nil {
			return refusal
		}
	}
	return nil
}

// arrayOf returns the list in a document: itself, or its matches or data.
func arrayOf(v *jcs.Value) *jcs.Value {
	for range 3 {
		switch {
		case v == nil || v.Kind == jcs.Array:
			return v
		case v.Get("matches") != nil:
			v = v.Get("matches")
		default:
			v = v.Get("data")
		}
	}
	return nil
}

// jsonLines reads an object a line. If not even the first can be read, the
// text as a whole is at fault.
func (l *List) jsonLines(text string, whole error) *op.Error {
	line := 0
	for row := range strings.Lines(text) {
		line++
		if strings.TrimSpace(row) == "" {
			continue
		}
		v, err := jcs.Parse([]byte(strings.TrimRight(row, "\r\n")))
		switch {
		case err != nil && len(l.Matches) == 0:
			return op.Refuse("/text", "%s", whole.Error())
		case err != nil:
			return inLine(line, strings.TrimPrefix(err.Error(), "line 1, "))
		}
		if refusal := l.object(&v, line); refusal != nil {
			return refusal
		}
	}
	return nil
}

func inLine(line int, problem string) *op.Error {
	return op.Refuse("/text", "line %d: %s", line, problem)
}

// inMatch returns an error about match i, counted from 0. It names the match if others
// come before it on the line.
func (l *List) inMatch(i, line int, problem string) *op.Error {
	if i > 0 && l.lines[i-1] == line {
		problem = fmt.Sprintf("match %s: %s", strconv.Itoa(i+1), problem)
	}
	return inLine(line, problem)
}

// object reads one match.
func (l *List) object(v *jcs.Value, line int) *op.Error {
	if v.Kind != jcs.Object {
		return l.inMatch(len(l.Matches), line, fmt.Sprintf("expected a match, found %s", v.Kind.String()))
	}
	// the API's envelope, line by line
	if inside := v.Get("data"); inside != nil && inside.Kind == jcs.Object && v.Get("ok") != nil {
		v = inside
	}
	m := l.begin()
	for i := range v.Items {
		member := inner(&v.Items[i])
		said, ok := cellOf(member)
		if !ok {
			l.leaveOut(member.Key)
			continue
		}
		if problem := l.set(m, member.Key, said); problem != "" {
			return l.inMatch(len(l.Matches), line, problem)
		}
	}
	return l.add(m, line)
}

// inner returns the text of a member: the name of an agent, the id of a challenge.
func inner(member *jcs.Value) *jcs.Value {
	name := ""
	switch member.Key {
	case "agent":
		name = "name"
	case "challenge":
		name = "slug"
	}
	if v := member.Get(name); v != nil && v.Kind == jcs.String {
		said := *v
		said.Key = member.Key
		return &said
	}
	return member
}

// cellOf returns a member as a table would have it, "" for null; false for a list or
// an object.
func cellOf(member *jcs.Value) (said string, ok bool) {
	switch member.Kind {
	case jcs.String:
		return member.Str, true
	case jcs.Number:
		return op.Show(member.Num), true
	case jcs.Bool:
		return strconv.FormatBool(member.Bool), true
	}
	return "", member.Kind == jcs.Null
}

func (l *List) begin() *replay.ReplayMatch {
	l.timed = [3]instant.Instant{}
	return &replay.ReplayMatch{Agent: Nobody}
}

func (l *List) add(m *replay.ReplayMatch, line int) *op.Error {
	if len(l.Matches) == Most {
		return inLine(line, fmt.Sprintf("more than %s matches: want at most that many at once", strconv.Itoa(Most)))
	}
	l.Matches, l.lines, l.times = append(l.Matches, *m), append(l.lines, line), append(l.times, l.time())
	l.Claims = l.Claims || m.EloBefore != nil || m.EloAfter != nil || m.EloChange != nil
	return nil
}

// Spelled returns a member's own name for one that arenas use; empty if no rule
// needs it.
func Spelled(name string) string {
	switch name {
	case "agent_name":
		return "agent"
	case "challenge_slug":
		return "challenge"
	case "result":
		return "outcome"
	case "attempt_number":
		return "attempt"
	case "opponent_elo":
		return "opponent"
	case "id", "agent_id", "challenge_id":
		return ""
	}
	return name
}

func (l *List) known(name string) bool {
	return slices.Contains([]string{"agent", "challenge", "difficulty", "opponent", "outcome", "score", "verified",
		"memoryless", "first_attempt", Ending,
		"attempt", "category", "status", "elo_before", "elo_after", "elo_change"}, l.spell(name))
}

// use notes a name that was read.
func (l *List) use(name string) {
	if !slices.Contains(l.Used, name) && l.known(name) {
		l.Used = append(l.Used, name)
	}
}

func (l *List) leaveOut(name string) {
	if len(l.Unknown) < mostUnknown && !slices.Contains(l.Unknown, op.Quote(name)) {
		l.Unknown = append(l.Unknown, op.Quote(name))
	}
}

// set puts a value where it belongs, or reports what is wrong with it. An empty
// one is not given.
func (l *List) set(m *replay.ReplayMatch, name, said string) (problem string) {
	stated := name
	if name = l.spell(name); said == "" || name == "" {
		return ""
	}
	l.use(stated)
	if len(said) > 200 {
		return fmt.Sprintf("%s: %s bytes, want at most 200", name, strconv.Itoa(len(said)))
	}
	switch name {
	case "agent":
		m.Agent = said
	case "challenge":
		m.Challenge = said
	case "difficulty":
		m.Difficulty = strings.ToLower(said)
	case "category":
		m.Category = said
	case "outcome":
		m.Outcome, problem = oneOf(name, said, "win", "draw", "loss")
	case Ending:
		problem = ended(m, said)
	case "status":
		m.Status, problem = oneOf(name, said, "completed", "expired", "forgotten")
	case "opponent":
		m.Opponent, problem = decimal(name, said, 100_000)
	case "score":
		m.Score, problem = decimal(name, said, 1e9)
	case "elo_before":
		m.EloBefore, problem = decimal(name, said, 100_000)
	case "elo_after":
		m.EloAfter, problem = decimal(name, said, 100_000)
	case "elo_change":
		m.EloChange, problem = decimal(name, said, 200_000)
	case "verified":
		m.Verified, problem = yes(name, said)
	case "memoryless":
		m.Memoryless, problem = yes(name, said)
	case "first_attempt":
		var first bool
		first, problem = yes(name, said)
		m.FirstAttempt = &first
	case "attempt":
		n, err := strconv.Atoi(said)
		if err != nil || n < 1 || n > 1_000_000_000 {
			return fmt.Sprintf("attempt %s: want a whole number from 1", op.Quote(said))
		}
		m.Attempt = &n
	case "completed_at":
		l.timed[0], _ = instant.Parse(said)
	case "expires_at":
		l.timed[1], _ = instant.Parse(said)
	case "started_at":
		l.timed[2], _ = instant.Parse(said)
	default:
		l.leaveOut(name)
	}
	return problem
}

func oneOf(name, said string, words ...string) (string, string) {
	if word := strings.ToLower(said); slices.Contains(words, word) {
		return word, ""
	}
	return "", fmt.Sprintf("%s %s: want %s", name, op.Quote(said), strings.Join(words, ", "))
}

// decimal reads a number, with a point or a comma. A comma before three digits
// may mean a thousand: it is refused.
func decimal(name, said string, most float64) (*float64, string) {
	if _, behind, _ := strings.Cut(said, ","); len(behind) == 3 {
		return nil, fmt.Sprintf("%s %s: want a decimal point, and nothing between thousands", name, op.Quote(said))
	}
	plain := strings.Replace(strings.TrimPrefix(strings.Replace(said, "−", "-", 1), "+"), ",", ".", 1)
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil || strings.ContainsAny(plain, "xXpP_iInN") || math.Abs(x) > most {
		return nil, fmt.Sprintf("%s %s: want a number from −%s to %s", name, op.Quote(said), op.Show(most), op.Show(most))
	}
	return &x, ""
}

func yes(name, said string) (bool, string) {
	switch strings.ToLower(said) {
	case "true", "yes", "1":
		return true, ""
	case "false", "no", "0":
		return false, ""
	}
	return false, fmt.Sprintf("%s %s: want true or false", name, op.Quote(said))
}

// InMatch refuses a match of the list as it is ordered now: the text names its line.
func (l *List) InMatch(i int, problem string) *op.Error {
	at := l.Place(i)
	return l.inMatch(at, l.lines[at], problem)
}
