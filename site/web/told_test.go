package web

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
)

// told is what a record says, in words that no other record has.
type told struct {
	arena, challenge, title, agent, name, reason string
	of                                           string // of a change: the id that it names
	submission                                   string
	total                                        float64
	listed                                       bool // whether its key is
}

// words are those that only this record may bring to a page.
func (r *told) words() []string {
	return slices.DeleteFunc([]string{r.name, r.reason, r.totalText()}, func(s string) bool { return s == "" })
}

// slot is the address of a submission.
func (r *told) slot() string {
	return idOf("submission", r.arena, r.challenge, r.agent, r.submission)
}

func (r *told) totalText() string {
	if r.total == 0 {
		return ""
	}
	return op.Show(r.total)
}

// record is what is signed.
func (r *told) record() record {
	return record{
		"version": "tallyproof-score/1", "arena": r.arena, "challenge_id": r.challenge, "challenge_name": r.title, "agent_id": r.agent, "agent_name": r.name,
		"submission_id": r.submission, "evaluated_at": "2026-11-20T12:00:00Z", "score": r.total,
	}
}
