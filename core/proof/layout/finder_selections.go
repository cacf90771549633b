package layout

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/record"
)

// documentedNames are the members that AiRENA's documentation names, in its
// order.
var documentedNames = []string{
	"passed_tests", "total_tests", "correctness", "execution_time_ms", "fastest_time_ms", "speed", "quality", "process",
	"final_score", "composite_score", "total_score", "score", "evaluator_pubkey", "code_hash",
}

// identityNames lists members that distinguish records: with the score and the code's
// hash, the likely parts of a short signed text.
var identityNames = []string{
	"submission_id", "challenge_id", "agent_id", "id", "agent", "challenge", "match_id", "task_id", "arena",
	"code_hash", "code_sha256", "final_score", "composite_score", "total_score", "score", "correctness",
	"evaluated_at", "scored_at", "timestamp", "version",
}

// coreNames lists the likeliest parts of a short signed text.
var coreNames = []string{"submission_id", "challenge_id", "agent_id", "id", "match_id", "code_hash", "final_score",
	"score", "evaluated_at", "timestamp"}

// mostCore is the number of them in short texts.
const mostCore = 6

// mostMembers is the largest record for which quadruples of members are tried;
// mostTriples is the largest for triples.
const mostMembers, mostTriples = 16, 24

// mostLeftOut is the largest record from which layouts leave out a member; a layout names
// no more.
const mostLeftOut = 64

// membersOf returns the record's members without the signature, and those without the key
// as well.
func (f *finder) membersOf() (all, bare []int) {
	for i := range f.sp.members {
		name := f.sp.members[i].Key
		if record.IsSignatureName(name) {
			continue
		}
		if !record.IsKeyMember(name) {
			bare = append(bare, i)
		}
		all = append(all, i)
	}
	return all, bare
}

// usualSelections lists which members are signed as a rule, likeliest first.
func (f *finder) usualSelections() {
	all, bare := f.membersOf()
	s := f.selector()
	s.add(all, "sorted", true)
	s.add(bare, "sorted", true)
	s.add(f.named(all, record.CodeNames), "sorted", false)
	s.add(all, "document", true)
	s.add(bare, "document", true)
	s.add(f.named(all, record.ScoreNames), "document", false)
}

// selections lists which others are likely to be signed, and then short ones.
func (f *finder) selections() {
	all, bare := f.membersOf()
	s := f.selector()
	s.likely(all, bare)
	f.likely = len(f.picks)
	core := f.named(all, coreNames)
	core = core[:min(len(core), mostCore)]
	s.permutations(core, 2, nil)
	s.permutations(core, 3, nil)
	f.short = len(f.picks)
}

// otherSelections lists the rest that may be signed.
func (f *finder) otherSelections() {
	all, bare := f.membersOf()
	s := f.selector()
	if len(bare) <= mostLeftOut {
		s.runs(bare)
	}
	s.tuples(all)
}

// named returns the members in of whose name is in names, in that order.
func (f *finder) named(of []int, names []string) []int {
	var some []int
	for _, i := range of {
		if slices.Contains(names, f.sp.members[i].Key) {
			some = append(some, i)
		}
	}
	return some
}

// selector adds selections that were not added before.
type selector struct {
	f    *finder
	seen map[string]bool
}

// selector adds to the selections there are.
func (f *finder) selector() *selector {
	s := &selector{f: f, seen: map[string]bool{}}
	for i := range f.picks {
		s.seen[s.id(f.picks[i].order, f.picks[i].kind)] = true
	}
	return s
}

// id tells selections apart by what they spell.
func (s *selector) id(sorted []int, kind string) string {
	id := make([]byte, 0, 2*len(sorted)+1)
	for _, i := range sorted {
		id = append(id, byte(i), byte(i>>8))
	}
	if kind == "sorted" && s.f.nested(sorted) {
		id = append(id, 's')
	}
	return string(id)
}

func (s *selector) add(members []int, kind string, without bool) {
	if len(members) == 0 {
		return
	}
	sorted := append([]int(nil), members...)
	switch kind {
	case "sorted":
		slices.SortStableFunc(sorted, s.byName)
	case "documented":
		sorted, kind, without = s.f.documented(sorted), "listed", false
	}
	if kind != "sorted" && !s.f.nested(sorted) && s.sorted(sorted) {
		kind = "sorted"
	}
	id := s.id(sorted, kind)
	if s.seen[id] {
		return
	}
	s.seen[id] = true
	s.f.picks = append(s.f.picks, selection{sorted, kind, without})
}

// sorted reports whether members stand in the order of their names.
func (s *selector) sorted(sorted []int) bool {
	for n := 1; n < len(sorted); n++ {
		if s.byName(sorted[n-1], sorted[n]) > 0 {
			return false
		}
	}
	return true
}

func (s *selector) byName(a, b int) int {
	return jcs.CompareUTF16(s.f.sp.members[a].Key, s.f.sp.members[b].Key)
}

// addAll adds the members in every order that is not a permutation: sorted, as
// in the document, as documented.
func (s *selector) addAll(members []int, without bool) {
	for _, kind := range []string{"sorted", "document", "documented"} {
		s.add(members, kind, without)
	}
}

// nested reports whether one of the members is an object with members to sort.
func (f *finder) nested(members []int) bool {
	for _, i := range members {
		if len(f.sp.members[i].Items) > 0 {
			return true
		}
	}
	return false
}

// documented puts the members that AiRENA's documentation names last, in its
// order.
func (f *finder) documented(members []int) []int {
	var sorted []int
	for _, i := range members {
		if !slices.Contains(documentedNames, f.sp.members[i].Key) {
			sorted = append(sorted, i)
		}
	}
	for _, name := range documentedNames {
		for _, i := range members {
			if f.sp.members[i].Key == name {
				sorted = append(sorted, i)
			}
		}
	}
	return sorted
}

// likely adds the groups a record falls into, and all but one more member.
func (s *selector) likely(all, bare []int) {
	if len(all) <= mostLeftOut {
		s.add(all, "documented", true)
		s.add(bare, "documented", true)
	}
	var scores, withCode []int
	for _, i := range all {
		name := s.f.sp.members[i].Key
		if record.IsScoreName(name) {
			scores = append(scores, i)
		}
		if record.IsScoreName(name) || slices.Contains(record.CodeNames, name) {
			withCode = append(withCode, i)
		}
	}
	identity := s.f.named(all, identityNames)
	for _, group := range [][]int{scores, withCode, identity, s.f.named(all, documentedNames),
		s.f.named(bare, documentedNames)} {
		s.addAll(group, false)
	}
	if len(all) > mostLeftOut {
		return
	}
	for _, base := range [][]int{bare, all} {
		for n := range base {
			s.addAll(allBut(base, n, -1), true)
		}
	}
	for n := range all {
		s.add(all[n:n+1], "document", false)
	}
}

// runs adds members that follow one another in the document, and all but two
// more.
func (s *selector) runs(bare []int) {
	for n := 2; n < len(bare); n++ {
		s.addAll(bare[:n], false)
		s.addAll(bare[len(bare)-n:], false)
	}
	if len(bare) > mostTriples {
		return
	}
	for a := range bare {
		for b := a + 1; b < len(bare); b++ {
			s.addAll(allBut(bare, a, b), true)
		}
	}
}

// allBut returns the members without the a-th and the b-th.
func allBut(members []int, a, b int) []int {
	rest := make([]int, 0, len(members))
	for n, i := range members {
		if n != a && n != b {
			rest = append(rest, i)
		}
	}
	return rest
}

// tuples adds pairs and triples of members in every order, and quadruples in
// the orders of a record. If there are too many members, those that tell one
// record from another.
func (s *selector) tuples(all []int) {
	few := all
	if len(few) > mostTriples {
		few = s.f.named(all, identityNames)
	}
	s.permutations(few, 2, nil)
	s.permutations(few, 3, nil)
	if len(few) > mostMembers {
		few = s.f.named(all, identityNames)
	}
	s.combinations(few, 4, nil)
}

func (s *selector) permutations(of []int, n int, chosen []int) {
	if n == 0 {
		s.add(chosen, "listed", false)
		return
	}
	for _, i := range of {
		if !slices.Contains(chosen, i) {
			s.permutations(of, n-1, append(chosen, i))
		}
	}
}

func (s *selector) combinations(of []int, n int, chosen []int) {
	if n == 0 {
		s.addAll(chosen, false)
		return
	}
	for at, i := range of {
		s.combinations(of[at+1:], n-1, append(chosen, i))
	}
}
