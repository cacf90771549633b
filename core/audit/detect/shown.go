package detect

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Shown is a text as a slip shows it: whose, its number or else a sentence, and a verdict
// on its arithmetic.
type Shown struct {
	Who    string `json:"who,omitempty" doc:"What it is."`
	About  string `json:"about,omitempty" doc:"When it was, and what else counts."`
	Number string `json:"number,omitempty" doc:"Its number by the rules; absent if it has none, or several."`
	Unit   string `json:"unit,omitempty" doc:"What the number leads to, or is out of."`
	Lead   string `json:"lead,omitempty" doc:"The finding, in place of a number."`
	Text   string `json:"text,omitempty" doc:"What to do next."`
	Ruler  *Ruler `json:"ruler,omitempty" doc:"Where its score is among the results; absent if it has none."`
	Agree  string `json:"agree,omitempty" doc:"How many of the values compared agree."`
	By     string `json:"by,omitempty" doc:"The rules by which they were compared."`
	State  string `json:"state" doc:"plain, or wrong if a value differs."`
	Word   string `json:"word" doc:"The verdict on its numbers."`
	Said   string `json:"said" doc:"What the verdict does not say."`
}

// Ruler is a scale of results, in percent of its width.
type Ruler struct {
	Zones []Zone  `json:"zones" doc:"The results, the lowest first."`
	At    float64 `json:"at" doc:"Where the score is."`
	Mark  string  `json:"mark" doc:"The score."`
	Side  string  `json:"side" doc:"Which part of the mark's text is there: start, middle or end."`
}

// Zone is a result on a ruler.
type Zone struct {
	Label string  `json:"label" doc:"win, draw or loss."`
	Start float64 `json:"start" doc:"Where it begins."`
	Width float64 `json:"width" doc:"How wide it is."`
	On    string  `json:"on,omitempty" doc:"on for the result of the score."`
}

// show says the same on a slip. A proof has a verdict of its own.
func (r *DetectResponse) show(pasted string) {
	s := &r.slip
	s.State, s.Said = "plain", "Nobody signed them."
	if r.Kind == "proof" || r.Kind == "proofs" || r.Kind == "table" && r.Prefill != nil {
		return
	}
	r.Shown = s
	switch r.Kind {
	case "address":
		s.Lead, s.Word, s.Said = "Paste the text, not its address.", "Nothing was fetched", "This page sends no request."
		return
	case "key":
		s.Lead, s.Word, s.Said = "A public key. Whose?", "Not trusted here", "Compare it with the arena’s own page."
		if r.Prefill == nil {
			s.Lead, s.Word, s.Said = "A private key. Show it to nobody.", "It was not read", "Clear it here. If others saw it, "+
				"replace it."
		}
		return
	case "unreadable", "json":
		s.Lead, s.Word, s.Said = "No score in this text.", "Nothing was kept", "The text stays on this device."
		switch described, _, cut := strings.Cut(r.Sentence, ", but not of an arena"); {
		case cut:
			s.Text = described + "."
		case r.Name == "JSON Lines":
			s.Lead = r.Sentence
		default:
			s.broken(pasted)
		}
		return
	}
	r.recounted()
}

// broken says where a text that begins as JSON cannot be read.
func (s *Shown) broken(pasted string) {
	var at *jcs.Error
	text := strings.TrimSpace(pasted)
	if _, err := jcs.Parse([]byte(pasted)); text == "" || !strings.ContainsAny(text[:1], "{[") || !errors.As(err, &at) {
		return
	}
	s.Lead = fmt.Sprintf("This JSON breaks at line %d, column %d.", at.Line, at.Column)
	s.Text = words.Capital(at.Msg) + "."
	if at.Offset == len(pasted) {
		s.Text = "Copy all of it, to the last bracket."
	}
}

// recounted says how many of an arena's numbers are right.
func (r *DetectResponse) recounted() {
	s := &r.slip
	if s.Who = r.Name; r.Kind == "clawdiators-submit" {
		s.Who = "Clawdiators match"
	}
	if s.Number == "" {
		s.Lead = r.Sentence
	}
	agree, differ := r.count(audit.Match), r.count(audit.Difference)
	switch {
	case differ > 0:
		s.State, s.Word = "wrong", wrong(differ)
	case agree > 0:
		s.Word = "The numbers add up"
	default:
		s.Word, s.Said = "Nothing to compare", "Nobody signed it."
	}
	if agree+differ > 0 {
		s.Agree, s.By = r.Tally, r.rules()
	}
}

// wrong counts wrong numbers; few are written as a word.
func wrong(n int) string {
	few := []string{"One number is", "Two numbers are", "Three numbers are", "Four numbers are", "Five numbers are"}
	if n <= len(few) {
		return few[n-1] + " wrong"
	}
	return words.Grouped(int64(n)) + " numbers are wrong"
}

// count shows a number, unless the document has shown one.
func (s *Shown) count(number, unit string) {
	if s.Number == "" {
		s.Number, s.Unit = number, unit
	}
}

// rank shows a match's score among the results.
func (s *Shown) rank(d document) {
	total, ok := totalOf(d)
	rb, _ := rulebook.ID(live).Resolve()
	if !ok || len(rb.Results) == 0 {
		return
	}
	end := max(rb.Scale, rb.Results[0].Min)
	at := 100 * min(max(0, total), end) / end
	s.Ruler = &Ruler{At: at, Mark: words.Number(total), Side: "middle"}
	switch {
	case at < 4:
		s.Ruler.Side = "start"
	case at > 96:
		s.Ruler.Side = "end"
	}
	result, from := rb.ResultOf(total), 0.0
	for i := len(rb.Results) - 1; i >= 0; i-- {
		z := Zone{Label: rb.Results[i].ID, Start: 100 * from / end}
		to := end
		if i > 0 {
			to = rb.Results[i-1].Min
		}
		z.Width, from = 100*(to-from)/end, to
		if z.Label == result {
			z.On = "on"
		}
		s.Ruler.Zones = append(s.Ruler.Zones, z)
	}
	s.count(s.Ruler.Mark, "of "+words.Number(end))
}

// match says when a match was, and what its bonus depends on.
func (s *Shown) match(d document) {
	var said []string
	for _, when := range []string{d.child("evaluation_log").text("completedAt"), d.text("completed_at"),
		d.text("submitted_at")} {
		if at, err := time.Parse(time.RFC3339, when); err == nil {
			said = append(said, at.UTC().Format("2 Jan 2006"))
			break
		}
	}
	if d.known("verified") {
		status := "not verified"
		if d.flag("verified") {
			status = "verified"
		}
		if attempt, ok := d.number("attempt_number"); ok && attempt == 1 {
			status += ", first attempt"
		}
		said = append(said, status)
	}
	s.About = strings.Join(said, " · ")
	s.rank(d)
}

// change shows what a match does to a rating.
func (s *Shown) change(change, after float64) {
	s.Number, s.Unit = words.SignedNumber(change), "to "+op.Show(after)
}
