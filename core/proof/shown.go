package proof

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Shown summarizes a verdict in a few words per field. Unknown fields are empty. Without
// the challenge's weights the recomputed total stays empty: by other weights it proves
// nothing.
type Shown struct {
	Recomputed string  `json:"recomputed,omitempty" doc:"The recomputed total, with = ≈ or ≠."`
	Checks     string  `json:"checks" doc:"7 pass, 2 open."`
	Bytes      string  `json:"bytes,omitempty" doc:"802 bytes."`
	Time       string  `json:"time,omitempty" doc:"The signed time of the evaluation: 17 Nov 2026, 18:00 UTC."`
	Day        string  `json:"day,omitempty" doc:"Its day: 17 Nov 2026."`
	Age        string  `json:"age,omitempty" doc:"How old the record is when it is checked: 11 days."`
	Old        bool    `json:"old,omitempty" doc:"Whether that is more than 30 days."`
	Tests      string  `json:"tests,omitempty" doc:"Signed test counts that make a signed score: 39 of 40."`
	Took       string  `json:"took,omitempty" doc:"A signed time of the run that makes one: 860 ms."`
	Score      string  `json:"score,omitempty" doc:"The signed total, with as many decimals as its parts if it has no more than four."`
	Parts      []Share `json:"parts,omitempty" doc:"The parts of the total, in the order of its rules, if the signed total is the recomputed one."`
}

// Share is the share of a dimension in a total, as a piece of a bar.
type Share struct {
	Key    string  `json:"key" doc:"The dimension's id."`
	Label  string  `json:"label" doc:"Its name, for people."`
	Points string  `json:"points" doc:"Its score times its weight: 19.25."`
	Start  float64 `json:"start" doc:"Where it begins in the bar, in percent."`
	Width  float64 `json:"width" doc:"How wide it is, in percent."`
}

// mostDecimals is the number of decimals that points are shown with.
const mostDecimals = 4

// monthOld is the age, in days, from which on a record counts as old.
const monthOld = 30

// shown returns a verdict in a few words each.
func (r *VerifyResponse) shown(now instant.Instant) *Shown {
	s := &Shown{Checks: countChecks(r.Checks), Parts: partsOf(r.Recomputed)}
	if r.SignedBytes != "" {
		s.Bytes = words.Counted(len(r.SignedBytes)/4*3-strings.Count(r.SignedBytes, "="), "byte", "bytes") // of base64
	}
	if _, at := r.signed.Text(record.MeansTime); at != "" {
		s.Time = instant.Said(at)
		s.date(at, now)
	}
	if _, x, ok := r.signed.Number(record.MeansScore); ok {
		s.Score = op.Show(x)
		if d := words.Decimals(x); d <= mostDecimals {
			s.Score = words.Fixed(x, max(d, decimalsOf(s.Parts)))
		}
	}
	if got := r.Recomputed; got != nil {
		if !got.Defaults {
			s.Recomputed = words.Number(got.Score.Score) + agreement(got)
		}
		s.measured(got.Measured)
	}
	return s
}

// measured says what was measured, of each kind the first.
func (s *Shown) measured(by map[string]measure.Measurement) {
	for _, key := range slices.Sorted(maps.Keys(by)) {
		m := by[key]
		if m.Passed != nil && m.Total != nil && s.Tests == "" {
			s.Tests = strconv.Itoa(*m.Passed) + " of " + strconv.Itoa(*m.Total)
		}
		if m.TimeMs != nil && s.Took == "" {
			s.Took = words.Number(*m.TimeMs) + " ms"
		}
	}
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

// date says on which day the record was evaluated, and how long ago.
func (s *Shown) date(at string, now instant.Instant) {
	then, ok := instant.Parse(at)
	if !ok || !then.Known {
		return
	}
	s.Day, _, _ = strings.Cut(s.Time, ",")
	if now.Known && now.Seconds >= then.Seconds {
		days := int((now.Seconds - then.Seconds) / 86_400)
		s.Age, s.Old = words.Counted(days, "day", "days"), days > monthOld
	}
}

// partsOf returns the parts of a recomputed total. There are none unless the record has the
// weights of its challenge, and its total is the recomputed one.
func partsOf(r *Recomputed) (all []Share) {
	if r == nil || r.Defaults || !r.Agrees || r.Score.Max <= 0 {
		return nil
	}
	rb, err := rulebook.ID(r.Score.Rulebook).Resolve()
	if err != nil {
		return nil
	}
	labels := map[string]string{}
	for _, d := range rb.Dimensions {
		labels[d.Key] = d.Label
	}
	decimals := words.Decimals(r.Claimed)
	for _, p := range r.Score.Breakdown {
		decimals = max(decimals, words.Decimals(p.Weighted))
	}
	decimals = min(decimals, mostDecimals)
	start := 0.0
	for _, p := range r.Score.Breakdown {
		width := 100 * p.Weighted / r.Score.Max
		all = append(all, Share{Key: p.Key, Label: labels[p.Key], Points: words.Fixed(p.Weighted, decimals),
			Start: start, Width: width})
		start += width
	}
	return all
}

// decimalsOf returns the decimals of the points of parts.
func decimalsOf(parts []Share) int {
	if len(parts) == 0 {
		return 0
	}
	_, decimals, _ := strings.Cut(parts[0].Points, ".")
	return len(decimals)
}
