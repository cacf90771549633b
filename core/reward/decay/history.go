package decay

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// timeline follows a history of scores from improvement to improvement.
type timeline struct {
	*decayer
	begun    bool          // whether there has been a score
	top      number.Number // the score to beat
	topAgent string
	last     int64   // epoch of the last improvement
	burning  bool    // whether the epoch before was stale
	before   float64 // its burn, as it was answered
}

// best is the best score of one epoch; not known when nobody was evaluated.
type best struct {
	known bool
	score number.Number
	agent string
}

// history answers one row per epoch: of those from the first to the last, or
// of those the history speaks of where only processed epochs count.
func (d *decayer) history() ([]DecayEpoch, *op.Error) {
	if refusal := d.checkHistory(); refusal != nil {
		return nil, refusal
	}
	t := &timeline{decayer: d}
	var rows []DecayEpoch
	for i := 0; i < len(d.req.History); {
		epoch := d.req.History[i].Epoch
		var b best
		for ; i < len(d.req.History) && d.req.History[i].Epoch == epoch; i++ {
			if refusal := d.better(i, &b); refusal != nil {
				return nil, refusal
			}
		}
		if len(rows) > 0 && !d.rules.Processed {
			rows = t.wait(rows, epoch-1)
		}
		rows = append(rows, t.pass(epoch, b))
	}
	if d.req.To != nil {
		rows = t.wait(rows, *d.req.To)
	}
	return rows, nil
}

// wait takes the timeline through epochs without a score, up to the given one.
func (t *timeline) wait(rows []DecayEpoch, to int64) []DecayEpoch {
	for epoch := rows[len(rows)-1].Epoch + 1; epoch <= to; epoch++ {
		rows = append(rows, t.pass(epoch, best{}))
	}
	return rows
}

// checkHistory refuses what cannot be followed.
func (d *decayer) checkHistory() *op.Error {
	const both = "give either this or history, not both"
	switch h := d.req.History; {
	case d.req.LastImprovement != nil:
		return input.Refuse("/last_improvement", both)
	case d.req.From != nil:
		return input.Refuse("/from", both)
	case d.req.Every != nil:
		return input.Refuse("/every", both)
	case d.rules.Staleness == "agent" && d.req.Agent == "":
		return input.Refuse("/agent", "missing: want the agent whose staleness counts")
	case d.rules.Staleness != "agent" && d.req.Agent != "":
		d.Ignored("/agent", "the staleness of the competition counts, not one agent's")
		fallthrough
	default:
		return d.checkEpochs(h)
	}
}

// checkEpochs refuses a history that runs backward or too long.
func (d *decayer) checkEpochs(h []HistoryEpoch) *op.Error {
	for i := 1; i < len(h); i++ {
		if h[i].Epoch < h[i-1].Epoch {
			return input.Below(input.Item("/history", i)+"/epoch", h[i].Epoch, h[i-1].Epoch, "the epoch before it")
		}
	}
	if n := rowsOf(h, nil, d.rules.Processed); n > maxEpochs {
		return tooMany("/history", n)
	}
	if to, last := d.req.To, h[len(h)-1].Epoch; to != nil {
		if *to < last {
			return input.Below("/to", *to, last, "the last epoch of the history")
		}
		if n := rowsOf(h, to, d.rules.Processed); n > maxEpochs {
			return tooMany("/to", n)
		}
	}
	return nil
}

// rowsOf is how many rows answer a history and the epochs after it up to one: a
// row for each epoch, but of the history only those that it speaks of, where only
// processed epochs count.
func rowsOf(h []HistoryEpoch, to *int64, processed bool) int64 {
	first, last := h[0].Epoch, h[len(h)-1].Epoch
	rows := last - first + 1
	if processed {
		rows = 1
		for i := 1; i < len(h); i++ {
			if h[i].Epoch > h[i-1].Epoch {
				rows++
			}
		}
	}
	if to != nil {
		rows += max(0, *to-last)
	}
	return rows
}

// better reads one score of an epoch into the best of it. Where one agent's
// staleness counts, only its own scores do.
func (d *decayer) better(i int, b *best) *op.Error {
	h := d.req.History[i]
	if h.BestScore == nil && h.Passed == nil && h.Total == nil {
		return nil
	}
	score, refusal := d.Grade(input.Item("/history", i), input.Marks{Passed: h.Passed, Total: h.Total, Score: h.BestScore,
		ScoreName: "best_score"})
	if refusal != nil {
		return refusal
	}
	if d.rules.Staleness == "agent" && h.Agent != d.req.Agent {
		return nil
	}
	if !b.known || score.Cmp(b.score) >= 0 {
		*b = best{true, score, h.Agent}
	}
	return nil
}

// pass takes the timeline through one epoch.
func (t *timeline) pass(epoch int64, b best) DecayEpoch {
	reset := t.improve(epoch, b)
	stale := int64(0)
	if t.begun && reset == "" {
		stale = t.stale(epoch, t.last)
	}
	if reset == firstScore {
		reset = ""
	}
	row := t.epoch(epoch, stale)
	if reset != "" {
		row.Events = append(row.Events, reset)
	}
	if b.known || !t.rules.Processed {
		row.Events = append(row.Events, t.changes(stale > 0, row.BurnPercent)...)
	}
	if n := len(row.Events); n > 0 {
		row.Event = row.Events[n-1]
	}
	if t.begun {
		last := t.last
		row.LastImprovement, row.TopScore, row.TopAgent = &last, number.FloatPtr(t.top), t.topAgent
	}
	t.burning, t.before = stale > 0, row.BurnPercent
	return row
}

// firstScore is the improvement that no event reports.
const firstScore = "first"

// improve is whether the best score of an epoch resets decay, and by which event
// (Scoring System, Decay Reset; Scoring & Rewards: "Even small improvements reset
// your decay timer"). In mode any an improvement below the threshold may leave
// the score to beat as it was.
func (t *timeline) improve(epoch int64, b best) string {
	switch {
	case !b.known:
		return ""
	case !t.begun:
		t.begun = true
		t.top, t.topAgent, t.last = b.score, b.agent, epoch
		return firstScore
	case b.score.Cmp(t.top) < 0, b.score.Cmp(t.top) == 0 && !t.equalCounts():
		return ""
	}
	anyCounts := t.rules.ThresholdMode == "any"
	if t.reaches(b.score) || anyCounts && !t.rules.AnyKeepsTop {
		t.top, t.topAgent, t.last = b.score, b.agent, epoch
		return "reset"
	}
	if anyCounts {
		t.last = epoch
		return "improvement"
	}
	return ""
}

// equalCounts reports whether the score to beat itself resets decay: the published code
// asks whether s − top ≥ θ, which may be 0; the documents ask for a better score.
func (t *timeline) equalCounts() bool {
	return t.rules.Threshold == 0 && (t.rules.ThresholdMode == "absolute" || t.rules.ThresholdMode == "any" &&
		t.rules.AnyKeepsTop)
}

// reaches is s − top ≥ θ · top, or ≥ θ in the other modes. A top score of 0 is
// beaten by anything.
func (t *timeline) reaches(score number.Number) bool {
	gain, threshold := score.Sub(t.top), t.Decimal(t.rules.Threshold)
	if t.rules.ThresholdMode == "relative" {
		return t.top.Sign() == 0 || gain.Quo(t.top).Cmp(threshold) >= 0
	}
	return gain.Cmp(threshold) >= 0
}

// changes is what staleness does in an epoch, by the numbers that are answered: an
// exponential burn comes as near to 100 % as float64 can tell, and never reaches it.
// The published code reports the maximum in every epoch it processes, the documents'
// reading when it is reached.
func (t *timeline) changes(stale bool, burn float64) []string {
	if !stale {
		return nil
	}
	var events []string
	switch {
	case !t.burning:
		events = append(events, "started")
	case burn > t.before:
		events = append(events, "increased")
	}
	most := t.rules.MaxBurn
	if burn >= most && (t.rules.Processed || !t.burning || t.before < most) {
		events = append(events, "max")
	}
	return events
}
