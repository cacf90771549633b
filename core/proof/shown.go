package proof

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Shown is a verdict in a few words each, for what stays in sight beside it.
// What is not known is empty. If the challenge's weights are not known, nothing
// is said of the recomputed total: by other weights it proves nothing.
type Shown struct {
	_ op.NotCompared

	Recomputed string `json:"recomputed,omitempty" doc:"The recomputed total, with = ≈ or ≠."`
	Checks     string `json:"checks" doc:"7 pass, 2 open."`
	Bytes      string `json:"bytes,omitempty" doc:"802 bytes."`
}

// shown is a verdict in a few words each.
func (r *VerifyResponse) shown() *Shown {
	s := &Shown{Checks: countChecks(r.Checks)}
	if r.SignedBytes != "" {
		s.Bytes = words.Counted(len(r.SignedBytes)/4*3-strings.Count(r.SignedBytes, "="), "byte", "bytes") // of base64
	}
	if got := r.Recomputed; got != nil && !got.Defaults {
		s.Recomputed = words.Number(got.Score.Score) + agreement(got)
	}
	return s
}

func agreement(got *Recomputed) string {
	switch {
	case !got.Agrees:
		return " ≠"
	case got.Rounded:
		return " ≈"
	}
	return " ="
}

// countChecks says how many checks have each status: 7 pass, 2 open.
func countChecks(checks []Check) string {
	n := map[string]int{}
	for _, c := range checks {
		n[c.Status]++
	}
	n["open"] = n[unknown] + n[skipped]
	var list []string
	for _, kind := range []string{pass, fail, "open"} {
		if n[kind] > 0 {
			list = append(list, strconv.Itoa(n[kind])+" "+kind)
		}
	}
	return strings.Join(list, ", ")
}
