package widgets

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	markup "github.com/tallyproof/tallyproof/templates/widgets"
)

// The days of the picture, and the one that it shows.
const (
	firstDay = "2026-11-01T12:00:00Z"
	days     = 57
	shownDay = 27
	monthOld = 30 // days, as in core/proof
)

// follower is the agent of the example.
const follower = "nova"

// signed is a record of the example's agent.
type signed struct {
	text, score string
	day         int
}

// records returns the records of the example's agent, the oldest first.
func records() (all []signed, name string, err error) {
	var older []json.RawMessage
	if err := json.Unmarshal([]byte(demo.History(follower)), &older); err != nil {
		return nil, "", err
	}
	first, err := time.Parse(time.RFC3339, firstDay)
	if err != nil {
		return nil, "", err
	}
	for _, text := range append(older, json.RawMessage(demo.Flat(follower))) {
		res, err := proof.Verify(proof.VerifyRequest{Text: string(text), Keys: keys.JSON})
		if err != nil {
			return nil, "", err
		}
		_, when := res.Signed().Text(record.MeansTime)
		at, err := time.Parse(time.RFC3339, when)
		if err != nil {
			return nil, "", err
		}
		_, name = res.Signed().Text(record.MeansName)
		all = append(all, signed{text: string(text), score: res.Shown.Score, day: int(at.Sub(first.Add(-12*time.Hour)).Hours() / 24)})
	}
	var scores []*string
	for i := range all {
		scores = append(scores, &all[i].score)
	}
	decimals.Even(scores...)
	return all, name, nil
}

// choice returns what a badge shows day by day if it follows the agent, and if it keeps one
// proof.
func choice() (v markup.DaysView, err error) {
	all, name, err := records()
	if err != nil {
		return v, err
	}
	last := all[len(all)-1]
	v = markup.DaysView{First: firstDay, Days: days, Day: shownDay, Agent: "/agents/demo/" + follower, Label: dayOf(shownDay)}
	keeps := markup.TrackView{Value: "keep", Name: "Keeps this one proof", Said: last.score + " of " + dayOf(last.day) + ", for good", Chosen: true, Spans: spansOf(last)}
	follows := markup.TrackView{Value: "follow", Name: "Follows " + name, Said: "always its newest authentic record"}
	for i, r := range all {
		spans := spansOf(r)
		if i+1 < len(all) {
			spans = []markup.SpanView{spanOf(r, r.day, all[i+1].day, false)}
		}
		follows.Spans = append(follows.Spans, spans...)
		v.Marks = append(v.Marks, markup.DayMark{X: percentOf(r.day), Label: dayOf(r.day)})
	}
	v.Tracks = []markup.TrackView{follows, keeps}
	for i := range v.Tracks {
		b, err := badge.Render(badge.Request{Kind: "score", Variant: "auto", Text: last.text, Keys: keys.JSON, At: shownAt()})
		if err != nil {
			return v, err
		}
		t := &v.Tracks[i]
		t.Picture, t.Alt, t.Width = picture(b.SVG), b.Title, b.Width
	}
	return v, nil
}

// spansOf are the days of a record that no newer one replaces: fresh, then old.
func spansOf(r signed) []markup.SpanView {
	old := min(days, r.day+monthOld)
	return []markup.SpanView{spanOf(r, r.day, old, false), spanOf(r, old, days, true)}
}

func spanOf(r signed, from, to int, old bool) markup.SpanView {
	label := r.score
	if old {
		label = "old"
	}
	return markup.SpanView{X: percentOf(from), Width: percentOf(to - from), From: from, To: to, Label: label, Old: old, Proof: r.text}
}

func percentOf(day int) string { return fmt.Sprintf("%.3f%%", 100*float64(day)/days) }

func dayOf(day int) string {
	first, _ := time.Parse(time.RFC3339, firstDay)
	return first.AddDate(0, 0, day).Format("2 Jan")
}

func shownAt() string {
	first, _ := time.Parse(time.RFC3339, firstDay)
	return first.AddDate(0, 0, shownDay).Format(time.RFC3339)
}
