package detect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/explain/difficulty"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// maxRows bounds what a list's findings may grow to.
const maxRows = 500

// rows describes a list of documents of the same kind.
type rows struct {
	kind, name string
	title      string // the sentence's beginning
	one, many  string
	row        string                          // names a row by its number; "" if rows have names
	read       func(document) DetectResponse   // what is read of a row; nil for all of it
	whole      func(*DetectResponse, *rowList) // what only the whole list tells; nil for nothing
}

// rowList is a list that is being read.
type rowList struct {
	*rows
	list   []document // of this kind
	others int        // elements of another kind
	text   string
	notes  []note
}

// note is a remark on one row or more.
type note struct {
	at      int    // in the findings, where its label and rule are
	claimed string // of the first row
	more    int    // rows after it
}

var (
	matches = rows{kind: "clawdiators-matches", name: "List of Clawdiators matches", title: "A list of",
		one: "Clawdiators match", many: "Clawdiators matches", row: "match", whole: offerReplay}
	events = rows{kind: "clawdiators-feed", name: "Clawdiators feed", title: "A feed of", one: "Clawdiators event",
		many: "Clawdiators events", row: "event", whole: offerReplay}
	agents = rows{kind: "clawdiators-leaderboard", name: "Clawdiators leaderboard",
		title: "A Clawdiators leaderboard of", one: "agent", many: "agents", read: readTitle, whole: checkOrder}

	submissions = rows{kind: "airena-submissions", name: "List of AiRENA submissions", title: "A list of",
		one: "AiRENA submission", many: "AiRENA submissions", row: "submission"}
)

// readList reads an array by the kind of its first element that is known.
func readList(doc document, text string) (DetectResponse, bool) {
	l := &rowList{text: text}
	var read func(document) DetectResponse
	for i := range min(len(doc.value.Items), maxRows) {
		row := opened(doc.item(i))
		k := detectorOf(row)
		switch {
		case k == nil || k.rows == nil || l.rows != nil && k.rows != l.rows:
			l.others++
			continue
		case l.rows == nil:
			l.rows = k.rows
			if read = k.rows.read; read == nil {
				read = k.read
			}
		}
		l.list = append(l.list, row)
	}
	if l.rows == nil {
		return DetectResponse{}, false
	}
	res := answer(l.kind, l.name, "")
	for i, row := range l.list {
		got := read(row)
		l.add(&res, &got, row, i)
	}
	if l.whole != nil {
		l.whole(&res, l)
	}
	res.sort()
	res.Sentence = fmt.Sprintf("%s %s: %s.", l.title, words.Counted(len(l.list), l.one, l.many), res.verdict())
	if l.others > 0 {
		res.Sentence += fmt.Sprintf(" Not read: %s of another kind.", words.Counted(l.others, "element", "elements"))
	}
	if more := len(doc.value.Items) - maxRows; more > 0 {
		res.Sentence += fmt.Sprintf(" Not read: %s more, because the first %s are enough for one answer.", itoa(more),
			itoa(maxRows))
	}
	return res, true
}

// add takes over the findings of a row, and merges equal notes of several rows.
func (l *rowList) add(res, got *DetectResponse, row document, i int) {
	res.both = res.both || got.both
	of := " of " + op.Quote(row.text("name"))
	if l.row != "" {
		of = " of " + l.row + " " + itoa(i+1)
	}
	for _, f := range got.Findings {
		switch {
		case f.Severity != audit.Noted:
			f.Label += of
		case f.Recomputed != "", f.Claimed == "not reported", l.again(res, f):
			continue // lists are shorter than documents
		default:
			l.notes = append(l.notes, note{at: len(res.Findings), claimed: f.Claimed})
		}
		res.Findings = append(res.Findings, f)
	}
}

// again counts a note that another row had.
func (l *rowList) again(res *DetectResponse, f audit.Finding) bool {
	for i := range l.notes {
		n := &l.notes[i]
		if first := &res.Findings[n.at]; first.Label == f.Label && first.Rule == f.Rule {
			n.more++
			first.Claimed = n.claimed + ", and " + itoa(n.more) + " more"
			return true
		}
	}
	return false
}

// offerReplay hands a list of matches to the page that replays them, or notes
// why that is not possible.
func offerReplay(res *DetectResponse, l *rowList) {
	if refusal := res.replay(l.text); refusal != "" {
		res.note("", "Replay", "", "the matches cannot be replayed: "+refusal)
	}
}

// replay offers to replay the matches in a text. It returns why they cannot be.
func (r *DetectResponse) replay(text string) (refusal string) {
	refused := r.offer("explain.replay", "Replay the ratings",
		ratings.HistoryRequest{Rulebook: rulebook.ID(live), Text: text})
	if refused != nil {
		return refused.Message
	}
	return ""
}

// checkOrder compares the places of a leaderboard with its order.
func checkOrder(res *DetectResponse, l *rowList) {
	if !l.list[0].has("rank") {
		res.Kind, res.Name = "clawdiators-agents", "List of Clawdiators agents"
		l.rows = &rows{title: "A list of", one: "Clawdiators agent", many: "Clawdiators agents"}
		return
	}
	for i, row := range l.list {
		if i > 0 && !ordered(l.list[i-1], row) {
			res.add(row.at("rank"), "Place of "+op.Quote(row.text("name")), row.shown("rank"), "above the row before it",
				"a leaderboard is ordered by best score if it has one, else by rating")
		}
	}
}

// readLines reads JSON Lines: a document a line.
func readLines(text string) (DetectResponse, bool) {
	list := jcs.Value{Kind: jcs.Array}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" {
			continue
		}
		v, err := jcs.Parse([]byte(line))
		switch {
		case err != nil && len(list.Items) == 0:
			return DetectResponse{}, false
		case err != nil:
			return answer("unreadable", "JSON Lines", fmt.Sprintf("This is JSON Lines, but line %s cannot be read as JSON: %s.",
				itoa(n), err.Error())), true
		}
		if list.Items == nil {
			list.Items = make([]jcs.Value, 0, documentsIn(text))
		}
		list.Items = append(list.Items, v)
	}
	if res, ok := readList(document{value: &list}, text); ok {
		return res, true
	}
	return answer("json", "JSON Lines", "This is JSON Lines of "+words.Counted(len(list.Items), "document",
		"documents")+", but not of an arena that we know: want "+wanted+"."), true
}

// documentsIn returns the number of lines that are not empty. A list that grows by
// itself would take more than twice its memory.
func documentsIn(text string) (n int) {
	for line := range strings.Lines(text) {
		if strings.TrimRight(line, " \t\r\n") != "" {
			n++
		}
	}
	return n
}

// ofChallenges reports whether the header of a table has what a match against a challenge has.
func ofChallenges(text string) bool {
	head, _, _ := strings.Cut(strings.TrimLeft(text, "\ufeff \t\r\n"), "\n")
	names := strings.FieldsFunc(strings.ToLower(head), func(c rune) bool { return strings.ContainsRune(",;\t|\"\r", c) })
	has := func(any ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(any, strings.TrimSpace(name)) })
	}
	return has("rating", "rating before") && has("result", "outcome") && has("challenge", "difficulty", "tier", "opponent")
}

// readTable reads matches as elo.replay has them, in JSON or as CSV.
func (r *DetectResponse) readTable(text string) {
	if ofChallenges(text) && r.offer("explain.difficulty", "See how hard they play",
		difficulty.DifficultyRequest{Rulebook: rulebook.ID(live), Text: text}) == nil {
		r.Kind, r.Name, r.Sentence = "matches", "Matches of challenges", "Matches against challenges, which say how hard those are."
		r.replay(text)
		return
	}
	refusal, isJSON := r.replay(text), strings.ContainsAny(strings.TrimSpace(text)[:1], "{[")
	switch {
	case refusal == "":
		r.Kind, r.Name, r.Sentence = "matches", "List of matches", "A list of matches, which can be replayed."
	case r.Kind == "unreadable" && !isJSON && strings.HasPrefix(refusal, "line ") &&
		!strings.Contains(refusal, "the header "):
		r.Kind, r.Name, r.Sentence = "matches", "List of matches", "A list of matches that cannot be replayed: "+refusal+"."
	}
}
