package audits

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

const mostRows = 1_000_000

// member is a member of a submission as audit.challenge takes it.
type member struct {
	name  string
	means string // what it means in a record, whose names it may have
	other string // another name
}

// members lists the members of a submission except its dimensions. The first two are
// texts, the next ones up to the opponent numbers.
var members = []member{
	{"id", record.MeansSubmission, "id"}, {"name", record.MeansName, ""},
	{"score", record.MeansScore, ""}, {"rank", record.MeansRank, ""}, {"rating_after", record.MeansRating, ""},
	{"rating_before", "", "elo_before"}, {"rating_change", "", "elo_change"},
	{"matches", "", "match_count"}, {"competitions", "", "total_challenges"}, {"opponent", "", "opponent_rating"},
	{"submitted_at", "", ""}, {"result", "", ""}, {"outcome", "", ""}, {"difficulty", "", ""}, {"verified", "", ""},
	{"memoryless", "", ""}, {"first_attempt", "", ""}, {"measurements", "", ""}, {"proof", "", ""},
}

const (
	texts   = 2  // members
	numbers = 10 // texts included
)

// names returns the accepted names of the member. If a row has several, the first wins,
// as in a signed record.
func (m *member) names() []string {
	names := record.Names(m.means)
	if m.other != "" || m.means == "" {
		names = append([]string{m.name, m.other}, names...)
	}
	return names
}

// firstOf returns the first of several members that a row has and that is not null, or nil.
func firstOf(row *jcs.Value, names []string) *jcs.Value {
	for _, name := range names {
		if found := row.Get(name); found != nil && found.Kind != jcs.Null {
			return found
		}
	}
	return nil
}

var claimsSchema = op.LazySchema[audit.Claims]()

// reader makes claims of the rows of a text.
type reader struct {
	rb    *rulebook.Rulebook
	left  []string  // members that are not used
	again jcs.Value // other scores of the row that was read last
}

// claims reads a row.
func (r *reader) claims(row table.Row, index int) (audit.Claims, *op.Error) {
	var c audit.Claims
	if row.Problem != "" {
		return c, inRow(index, "", row.Problem)
	}
	v, err := jcs.ParseString(row.Text)
	switch {
	case err != nil:
		return c, inRow(index, "", err.Error())
	case v.Kind != jcs.Object:
		return c, inRow(index, "", "found "+v.Kind.String()+": want a submission, an object")
	case index >= mostRows:
		return c, inRow(index, "", "want at most "+strconv.Itoa(mostRows)+" submissions")
	}
	if record.MemberOf(&v, record.SignatureNames) == "" {
		r.rename(&v)
	}
	all := r.known(&v, index)
	if refusal := claimsSchema().DecodeValue(&all, []byte(row.Text), &c); refusal != nil {
		return c, inRow(index, refusal.Field, refusal.Message)
	}
	if record.MemberOf(&v, record.SignatureNames) != "" && c.Proof == nil {
		c.Proof = op.Raw(row.Text)
	}
	if c.Name == c.ID {
		c.Name = ""
	}
	return c, nil
}

// rename gives members in other letters the names that are known: Total Score is
// total_score. What is signed keeps its names.
func (r *reader) rename(v *jcs.Value) {
	for i := range v.Items {
		m := &v.Items[i]
		if isKnown(m.Key, r.rb) || record.IsScores(m.Key) {
			continue
		}
		if key := small(m.Key); v.Get(key) == nil && (isKnown(key, r.rb) || record.IsScores(key)) {
			m.Key = key
		}
	}
}

// inRow returns a refusal of a row.
func inRow(index int, field, message string) *op.Error {
	field = strings.ReplaceAll(strings.TrimPrefix(field, "/"), "/", " ")
	if field != "" {
		field = ", " + field
	}
	return op.Refuse("/text", "row %s%s: %s", strconv.Itoa(index+1), field, message)
}

// known returns the members of a row that are used, under the names that audit.challenge
// has for them.
func (r *reader) known(v *jcs.Value, index int) jcs.Value {
	all := jcs.Value{Kind: jcs.Object, Items: make([]jcs.Value, 0, len(v.Items)+2)}
	r.again.Items = r.again.Items[:0]
	for n := range members {
		m := &members[n]
		found := firstOf(v, m.names())
		if m.name == "id" && found == nil {
			found = firstOf(v, whose)
		}
		switch {
		case found != nil && n < texts:
			r.put(&all, m.name, found, jcs.String)
		case found != nil && n < numbers:
			r.put(&all, m.name, found, jcs.Number)
			r.others(v, m, found.Key, all.Items[len(all.Items)-1].Num)
		case found != nil:
			r.put(&all, m.name, found, jcs.Null)
		case m.name == "id":
			r.put(&all, m.name, &jcs.Value{Kind: jcs.String, Str: "row " + strconv.Itoa(index+1)}, jcs.Null)
		}
	}
	r.dimensions(v, &all)
	return all
}

// others reads what a row says once more of one thing, of which a member is used: another
// score is compared too, something else is noted.
func (r *reader) others(row *jcs.Value, m *member, used string, number float64) {
	for _, name := range m.names() {
		v := row.Get(name)
		if name == used || v == nil || v.Kind == jcs.Null {
			continue
		}
		last := len(r.again.Items)
		r.put(&r.again, name, v, jcs.Number)
		x := &r.again.Items[last]
		if x.Kind == jcs.Number && m.means == record.MeansScore && x.Num != number {
			continue
		}
		if x.Kind != jcs.Number || x.Num != number {
			r.leave(name)
		}
		r.again.Items = r.again.Items[:last]
	}
}

// leave notes a member that is not used, of many the first ones and that there are more.
func (r *reader) leave(name string) {
	const most = 20
	if len(r.left) > most || slices.Contains(r.left, name) {
		return
	}
	if len(r.left) == most {
		name = "more"
	}
	r.left = append(r.left, name)
}

// whose lists the members that stand in for a missing id.
var whose = append([]string{"agent_id", "team"}, record.Names(record.MeansName)...)

// put adds a member. A value of the other kind is converted: ids may be numbers, and
// numbers may be 1,5 or 50 %. Where 1,500 may mean a thousand it stays a text, which is
// refused.
func (r *reader) put(all *jcs.Value, name string, from *jcs.Value, to jcs.Kind) {
	all.Items = append(all.Items, *from)
	v := &all.Items[len(all.Items)-1]
	v.Key = name
	switch {
	case to == jcs.String && v.Kind == jcs.Number:
		v.Kind, v.Str = jcs.String, op.Show(v.Num)
	case to == jcs.Number && v.Kind == jcs.String:
		if x, ok := words.Read(v.Str); ok && !words.Thousands(v.Str) {
			v.Kind, v.Num = jcs.Number, x
		}
	}
}

// dimensions adds the dimension scores, from a member of their own or from the row
// itself, and notes unused members.
func (r *reader) dimensions(row, all *jcs.Value) {
	scores, measured := jcs.Value{Kind: jcs.Object}, jcs.Value{Kind: jcs.Object}
	for i := range row.Items {
		m := &row.Items[i]
		key, input, _ := strings.Cut(m.Key, ".")
		if _, known := r.rb.Dimension(key); known && input != "" {
			r.putInput(&measured, key, input, m)
		} else if known {
			r.putScore(&scores, m)
		} else if record.IsScores(m.Key) && m.Kind == jcs.Object {
			for k := range m.Items {
				r.putScore(&scores, &m.Items[k])
			}
		} else if !record.HasMeaning(m.Key) && !isMember(m.Key) {
			r.leave(m.Key)
		}
	}
	if len(scores.Items) > 0 {
		r.put(all, "dimensions", &scores, jcs.Null)
	}
	if len(measured.Items) > 0 && all.Get("measurements") == nil {
		r.put(all, "measurements", &measured, jcs.Null)
	}
}

// putInput adds what was measured of a dimension: the cell below speed.time_ms. A text
// with spaces is a list of numbers.
func (r *reader) putInput(measured *jcs.Value, key, input string, cell *jcs.Value) {
	of := measured.Get(key)
	if of == nil {
		measured.Items = append(measured.Items, jcs.Value{Kind: jcs.Object, Key: key})
		of = &measured.Items[len(measured.Items)-1]
	}
	list := jcs.Value{Kind: jcs.Array}
	for _, part := range strings.Fields(cell.Str) {
		r.put(&list, "", &jcs.Value{Kind: jcs.String, Str: part}, jcs.Number)
	}
	if len(list.Items) > 1 {
		cell = &list
	}
	r.put(of, input, cell, jcs.Number)
}

// Read returns the submissions of a text, with the dimensions of rb. If a row claims
// several scores it takes the first: callers of Read do not compare claims.
func Read(text string, how table.Reading, rb *rulebook.Rulebook) (all []audit.Claims, refusal *op.Error) {
	source, refusal := open(text, how)
	if refusal != nil {
		return nil, refusal
	}
	source.by(rb)
	r := source.reader
	for row, ok := source.row(); ok; row, ok = source.row() {
		if row.IsEmpty() {
			continue
		}
		claims, refusal := r.claims(row, len(all))
		if refusal != nil {
			return nil, refusal
		}
		all = append(all, claims)
	}
	if len(all) == 0 {
		return nil, op.Refuse("/text", "it has no submission: %s", wantChallenge)
	}
	return all, nil
}

// isMember reports whether members of that name are used for what is no score.
func isMember(name string) bool {
	for i := range members {
		if m := &members[i]; name == m.name || name == m.other {
			return true
		}
	}
	return record.IsSignatureName(name) || record.IsKeyMember(name)
}

// putScore adds the number in 90 or {"score": 90}.
func (r *reader) putScore(all, v *jcs.Value) {
	from := v
	if inner := v.Get("score"); inner != nil {
		from = inner
	}
	r.put(all, v.Key, from, jcs.Number)
}
