package adversary

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// Original is a proof that an honest signer made, and what they meant by it.
type Original struct {
	Name, Envelope string
	Proof
	Key       string              // the public key in hexadecimal
	Record    Record              // what was signed, as far as it is a record
	Claims    map[string]Meant    // the same by name
	Means     map[string][]string // the values of score, agent, arena and rating that may be shown
	Arena     string              // that the record names
	Time      string              // that the record was made at
	Bytes     []byte              // that are signed; nil if only the file of the proof is known
	Signature []byte
	Namespace string // of SSHSIG
	Type      string // of a DSSE payload
	Numbered  bool   // whether the signature repeats a key number
	Layout    *layout.Layout
	Code      string // a file made by a stranger, whose hash is signed
	Ambiguous bool   // whether the bytes do not say which value is which

	tree *node // of Text, nil if it is not JSON
}

// What members mean, by the names that arenas give them. The first number in
// the list is the score.
var meanings = []struct {
	means  string
	number bool
	names  []string
}{
	{"score", true, []string{"final_score", "composite_score", "total_score", "score", "composite", "total"}},
	{"rating", true, []string{"rating", "elo", "elo_rating", "elo_after", "rating_after"}},
	{"agent", false, []string{"agent_name", "agent", "name", "agent_id", "miner", "hotkey", "model", "participant",
		"participant_id", "submission_id", "id"}},
	{"arena", false, []string{"arena"}},
}

// mean fills in what the record says.
func (o *Original) mean() {
	o.Claims, o.Means = map[string]Meant{}, map[string][]string{}
	for _, m := range o.Record {
		o.Claims[m.Name] = shown(m.Value)
	}
	for _, m := range meanings {
		for _, name := range m.names {
			claim, ok := o.Claims[name]
			if !ok || m.number && claim.Kind != "number" || m.means == "score" && len(o.Means["score"]) > 0 {
				continue
			}
			o.Means[m.means] = append(o.Means[m.means], claim.Value)
		}
	}
	o.Arena = plain(first(o.Record, "arena"))
	o.Time = plain(first(o.Record, "evaluated_at"))
	o.tree = parse(o.Text)
}

func first(r Record, name string) string {
	value, _ := r.get(name)
	return value
}

// original returns a proof of this package's own.
func original(name, envelope string, s *Signer, made sealed) *Original {
	o := &Original{
		Name: name, Envelope: envelope, Proof: made.Proof, Key: s.Hex, Record: made.signed, Bytes: made.bytes,
		Signature: made.signature, Namespace: made.namespace, Type: made.kind, Numbered: made.number,
	}
	o.mean()
	return o
}

// records that honest signers sign: agents choose their own names, ids and
// metadata, and some choose them to deceive.
var records = map[string]Record{
	"plain": {
		{"arena", text("open")}, {"challenge_id", text("sort-1")}, {"agent_id", text("nova")}, {"agent_name", text("Nova")},
		{"submission_id", text("sub-17")}, {"final_score", "94.25"}, {"elo_before", "1200"}, {"elo_after", "1216"},
		{"rank", "2"},
		{"tier", text("silver")}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"weighted": {
		{"arena", text("open")}, {"agent", text("Atlas")}, {"score", "85"}, {"correctness", "90"}, {"speed", "80"},
		{"quality", "85"}, {"process", "80"},
		{"scoring_weights", `{"correctness":0.4,"process":0.2,"quality":0.2,"speed":0.2}`},
		{"submission_id", text("sub-18")}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"separators": {
		{"arena", text("open")}, {"agent_name", text("Mallory|97.5|gold")}, {"submission_id", text("a:99,b;98\t97 96")},
		{"score", "12.5"}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"lines": {
		{"arena", text("open")}, {"agent_name", text("Mallory\nscore=99\nfinal_score: 98")},
		{"submission_id", text("sub-19")}, {"score", "7"}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"nested": {
		{"arena", text("open")}, {"agent_name", text("Mallory")}, {"score", "11"},
		{"metadata", `{"agent_name":"Mallory","credentialSubject":{"score":98},"final_score":99,"predicate":{"score":97}}`},
		{"credentialSubject", text("none")}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"quoted": {
		{"arena", text("open")}, {"agent_name", text(`x","final_score":99,"y":"`)}, {"score", "10"},
		{"notes", text(`{"agent":"Mallory","final_score":99}`)}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"text-number": {
		{"arena", text("open")}, {"agent_name", text("Mallory")}, {"final_score", text("999")}, {"score", "85"},
		{"elo_after", text("Infinity")}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"digits": {
		{"arena", text("open")}, {"agent_id", text("97.5")}, {"agent_name", text("99")}, {"rank", "98"},
		{"passed_tests", "100"}, {"score", "5"}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"no-score": {
		{"arena", text("open")}, {"agent_name", text("Mallory")}, {"attempts", "97"},
		{"code_hash", text(strings.Repeat("d5", 32))}, {"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
	"other-arena": {
		{"arena", text("grove")}, {"agent_name", text("Nova")}, {"score", "77"},
		{"evaluated_at", text("2026-11-20T12:00:00Z")},
	},
}

var recordNames = func() (names []string) {
	for name := range records {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}()

// layouts by which honest signers sign flat records without a version.
var layouts = []layout.Layout{
	{Form: "json", Order: "sorted", Without: []string{"evaluator_signature"}},
	{Form: "json-spaced", Order: "document", Without: []string{"evaluator_signature"}},
	{Form: "json", Order: "sorted", Without: []string{"evaluator_signature"}, Hash: "sha256"},
	{Form: "json", Order: "listed", Fields: []string{"agent_name", "score"}},
	{Form: "values", Order: "listed", Fields: []string{"agent_name", "score"}, Separator: "|"},
	{Form: "values", Order: "listed", Fields: []string{"arena", "agent_name", "submission_id", "score"}, Separator: ":"},
	{Form: "values", Order: "listed", Fields: []string{"agent_name", "score"}, Separator: "\n", Newline: true},
	{Form: "values", Order: "listed", Fields: []string{"score", "agent_name"}, Separator: ",", Prefix: "score,"},
	{Form: "values", Order: "listed", Fields: []string{"agent_name", "score"}, Separator: "|", Hash: "sha256",
		Encoding: "hex"},
	{Form: "values", Order: "listed", Fields: []string{"agent_name", "score"}},
	{Form: "pairs", Order: "listed", Fields: []string{"agent_name", "score"}, Separator: "&", Assign: "="},
	{Form: "pairs", Order: "listed", Fields: []string{"agent_name", "score"}, Separator: "\n", Assign: ": "},
	{Form: "values", Order: "listed", Fields: []string{"score"}},
	{Form: "bytes", Order: "listed", Fields: []string{"code_hash"}},
	{Form: "values", Order: "listed", Fields: []string{"code_hash"}},
}

// fits reports whether a record has the layout's members, and nothing that lay
// does not spell.
func fits(r Record, l *layout.Layout) bool {
	if l.Form == "json-spaced" && slices.ContainsFunc(r, func(m Member) bool { return m.Value[0] == '{' }) {
		return false
	}
	return len(r.Only(l.Fields...)) == len(l.Fields)
}

// hostileCode is a program that is a record itself.
var hostileCode = string(Record{{"agent_name", text("Mallory")}, {"arena", text("open")}, {"final_score", "99"},
	{"score", "99"}}.Canonical())

// withCode returns a record that names the hash of hostile code.
func withCode(r Record) Record {
	sum := sha256.Sum256([]byte(hostileCode))
	return r.With("code_hash", text(hex.EncodeToString(sum[:])))
}

// published returns a proof that others made, of which the record alone is known.
func published(name, envelope, key string, p Proof, record Record) *Original {
	o := &Original{Name: name, Envelope: envelope, Proof: p, Key: key, Record: record}
	o.mean()
	return o
}

// recordOf returns a JSON object as a record.
func recordOf(text string) Record {
	v, err := jcs.Parse([]byte(text))
	if err != nil || v.Kind != jcs.Object {
		panic(fmt.Sprintf("adversary: no record: %v: %s", err, text))
	}
	var r Record
	for i := range v.Items {
		m := &v.Items[i]
		r = append(r, Member{m.Key, text[m.Start:m.End]})
	}
	return r
}

// Without returns the record without some members.
func (r Record) Without(names ...string) Record {
	var rest Record
	for _, m := range r {
		if !slices.Contains(names, m.Name) {
			rest = append(rest, m)
		}
	}
	return rest
}
