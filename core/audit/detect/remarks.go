package detect

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// mostRemarks is the number of remarks that an answer lists.
const mostRemarks = 20

// noteRemarks lists the arena's remarks on a submission (Clawdiators docs, Scoring,
// Submission Validation), and what follows from them.
func noteRemarks(res *DetectResponse, d document) {
	for i, w := range remarksIn(d, "submission_warnings") {
		effect := "advisory: it changes no score"
		if w.text("severity") == "error" {
			effect = "of severity error: by the documents the dimension scores 0, in the deployed code the warning is advisory"
		}
		noteRemark(res, w, "Submission warning", i, effect)
	}
	for i, w := range remarksIn(d, "constraint_violations") {
		noteRemark(res, w, "Constraint violation", i,
			"no rule takes points for it; what a limit costs is in the efficiency dimensions")
	}
	for i, w := range remarksIn(d, "harness_warning") {
		noteRemark(res, w, "Harness warning", i, "it changes neither the score nor the rating")
	}
	if trajectory := d.child("trajectory_validation"); trajectory.known("valid") && !trajectory.flag("valid") {
		res.note(trajectory.at("valid"), "Trajectory", "not valid",
			"the match is not verified: efficiency dimensions score 0, and a gain has no bonus")
	}
}

// remarksIn returns the remarks of a member: the elements of a list, or its only
// value. A match has the warnings of its submission inside that.
func remarksIn(d document, key string) (all []document) {
	member := d.child(key)
	if inside := d.child("submission"); key == "submission_warnings" && !d.known(key) {
		member = inside.child("warnings")
	}
	if member.value == nil || member.value.Kind == jcs.Null {
		return nil
	}
	if member.value.Kind != jcs.Array {
		return []document{member}
	}
	for i := range member.value.Items {
		all = append(all, member.item(i))
	}
	return all
}

// noteRemark lists one remark: a text, or an object with a message and the
// field that it is about.
func noteRemark(res *DetectResponse, w document, label string, i int, effect string) {
	if i >= mostRemarks {
		return
	}
	said := ""
	switch w.value.Kind {
	case jcs.String:
		said = w.value.Str
	case jcs.Object:
		said = strings.TrimPrefix(w.shown("field")+": "+w.shown("message"), ": ")
	default:
		effect = "it is no text: want a text, or an object with a message"
	}
	res.note(w.base, label, short(said), effect)
}
