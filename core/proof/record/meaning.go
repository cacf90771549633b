package record

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
)

// What a member of a record can mean, whatever its arena calls it.
const (
	MeansScore      = "score"      // the total
	MeansRating     = "rating"     // after the challenge, if the record has both
	MeansRank       = "rank"       // place in the challenge
	MeansTier       = "tier"       // of the agent
	MeansResult     = "result"     // win, draw or loss
	MeansAgent      = "agent"      // id of the agent
	MeansName       = "name"       // of the agent, for readers
	MeansChallenge  = "challenge"  // id of the challenge
	MeansTitle      = "title"      // of the challenge, for readers
	MeansSubmission = "submission" // id of the submission
	MeansArena      = "arena"      // id of the arena
	MeansSubmitted  = "submitted"  // when it was handed in
	MeansTime       = "time"       // when it was evaluated
	MeansRules      = "rules"      // that made the score
	MeansCode       = "code"       // hash of the submitted code
	MeansWeights    = "weights"    // of the dimensions
)

// Kinds of values that a meaning takes.
const (
	kindNumber = "number"
	kindID     = "id"     // a text that is not empty, or a number
	kindText   = "text"   // a text that is not empty
	kindTime   = "time"   // RFC 3339
	kindObject = "object" // of numbers
)

// meaning lists the names of members that may say one thing. Of several the
// first counts whose value is of the kind; of numbers the first of all, since
// another reader takes "41.50" for one.
type meaning struct {
	means, kind string
	names       []string
}

// meanings are the one place that knows what a record's members are called.
// If an arena documents no names, these are the spellings seen.
var meanings = []meaning{
	{MeansScore, kindNumber, ScoreNames},
	{MeansRating, kindNumber, []string{"rating_after", "elo_after", "rating", "elo", "elo_rating"}},
	{MeansRank, kindNumber, []string{"rank", "place", "position"}},
	{MeansTier, kindText, []string{"tier"}},
	{MeansResult, kindText, []string{"result", "outcome"}},
	{MeansAgent, kindID, []string{"agent_id", "agent", "participant_id", "participant", "miner", "hotkey", "agent_name"}},
	{MeansName, kindID, []string{"agent_name", "agent", "name", "participant", "agent_id", "participant_id", "miner",
		"hotkey", "model"}},
	{MeansChallenge, kindID, []string{"challenge_id", "challenge_slug", "challenge", "competition", "task_id", "track"}},
	{MeansTitle, kindText, []string{"challenge_name", "challenge_title"}},
	{MeansSubmission, kindID, []string{"submission_id", "match_id", "attempt_id", "run_id"}},
	{MeansArena, kindText, []string{"arena"}},
	{MeansSubmitted, kindTime, []string{"submitted_at"}},
	{MeansTime, kindTime, WhenNames},
	{MeansRules, kindText, []string{"rulebook", "rules", "rules_version"}},
	{MeansCode, kindText, CodeNames},
	{MeansWeights, kindObject, weightNames},
}

// Names returns the member names for a meaning, for example [MeansScore], the likeliest
// first.
func Names(means string) []string {
	if m := meaningOf(means); m != nil {
		return m.names
	}
	return nil
}

// IsScores reports whether a member of that name holds the scores of all dimensions.
func IsScores(name string) bool { return slices.Contains(scoresMembers, name) }

// meaningOf returns the row of a meaning, or nil.
func meaningOf(means string) *meaning {
	for i := range meanings {
		if meanings[i].means == means {
			return &meanings[i]
		}
	}
	return nil
}

// kindOfName returns the kind of values that members of that name take, "" if it has no
// meaning.
func kindOfName(name string) string {
	for i := range meanings {
		if slices.Contains(meanings[i].names, name) {
			return meanings[i].kind
		}
	}
	return ""
}

// IsPlain reports whether a name has only letters of ASCII, digits, blanks, hyphens, dots
// and underscores. Another may look like one of these, or be read as one.
func IsPlain(name string) bool {
	for i := range len(name) {
		c := name[i]
		if lower := c | 0x20; (lower < 'a' || lower > 'z') && (c < '0' || c > '9') && !isJoint(c) {
			return false
		}
	}
	return true
}

func isJoint(c byte) bool { return c == '_' || c == '-' || c == '.' || c == ' ' }

// Folded returns a plain name as a reader may compare it that is less strict than this one:
// it ignores case, blanks, hyphens, dots and underscores.
func Folded(name string) string {
	folded := make([]byte, 0, len(name))
	for _, c := range []byte(name) {
		switch {
		case c >= 'A' && c <= 'Z':
			folded = append(folded, c+'a'-'A')
		case c >= 0x80 || !isJoint(c):
			folded = append(folded, c)
		}
	}
	return string(folded)
}

// FoldedMeanings returns the names that have a meaning, each as [Folded].
func FoldedMeanings() map[string]bool {
	all := map[string]bool{}
	add := func(names []string) {
		for _, name := range names {
			all[Folded(name)] = true
		}
	}
	add(dimensionNames)
	add(scoresMembers)
	for i := range meanings {
		add(meanings[i].names)
	}
	return all
}

// HasMeaning reports whether members of that name are shown as more than a member:
// as a score or a part of it, a rating, whose it is, or when.
func HasMeaning(name string) bool {
	if slices.Contains(dimensionNames, name) || slices.Contains(scoresMembers, name) {
		return true
	}
	for i := range meanings {
		if slices.Contains(meanings[i].names, name) {
			return true
		}
	}
	return false
}

// find returns the member of an object that says what is meant, or nil.
func (m *meaning) find(object *jcs.Value) *jcs.Value {
	for _, name := range m.names {
		v := object.Get(name)
		switch {
		case v == nil:
		case m.fits(v):
			return v
		case m.kind == kindNumber:
			return nil
		}
	}
	return nil
}

// fits reports whether a value is of the kind. A number in a text is a text.
func (m *meaning) fits(v *jcs.Value) bool {
	switch m.kind {
	case kindNumber:
		return v.Kind == jcs.Number
	case kindID:
		return v.Kind == jcs.String && v.Str != "" || v.Kind == jcs.Number
	case kindTime:
		at, ok := instant.Parse(v.Str)
		return v.Kind == jcs.String && ok && at.Known
	case kindObject:
		return v.Kind == jcs.Object && !slices.ContainsFunc(v.Items,
			func(item jcs.Value) bool { return item.Kind != jcs.Number })
	}
	return v.Kind == jcs.String && v.Str != ""
}

// meansOf lists what a member of the object counts as.
func meansOf(object *jcs.Value, name string) (all []string) {
	for i := range meanings {
		m := &meanings[i]
		if !slices.Contains(m.names, name) {
			continue
		}
		if v := m.find(object); v != nil && v.Key == name {
			all = append(all, m.means)
		}
	}
	return all
}
