package audits

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/op"
)

const scoresNeeded = "Dimension scores"

// Need is something that a report lacks.
type Need struct {
	Add  string `json:"add" doc:"What the report lacks."`
	Then string `json:"then" doc:"What could be checked with it."`
}

// open returns the claims of the first submissions that were not compared.
func (s *Session) open(wrong []audit.Detail) (list []audit.Value) {
	if !s.done {
		return nil
	}
	type value struct {
		row  int
		line string
	}
	has := map[value]bool{}
	for _, v := range s.audit.Values() {
		has[value{v.Row, lineOf(v.Kind, v.What)}] = true
	}
	for i := range wrong {
		has[value{wrong[i].Row, lineOf(wrong[i].Kind, wrong[i].What)}] = true
	}
	for row := range s.first {
		for _, v := range claims(&s.first[row]) {
			if v.Row = row; !has[value{row, lineOf(v.Kind, v.What)}] {
				list = append(list, v)
			}
		}
	}
	return list
}

// claims returns what a submission claims of what follows from its dimensions.
func claims(c *audit.Claims) (list []audit.Value) {
	number := func(kind, what string, x *float64) {
		if x != nil {
			list = append(list, audit.Value{Kind: kind, What: what, Claimed: op.Show(*x)})
		}
	}
	text := func(kind, what, claimed string) {
		if claimed != "" {
			list = append(list, audit.Value{Kind: kind, What: what, Claimed: claimed})
		}
	}
	number("score", "Score", c.Score)
	text("result", "Result", c.Result)
	text("result", "Outcome", c.Outcome)
	if c.Rank != nil {
		text("rank", "Rank", strconv.Itoa(*c.Rank))
	}
	number("rating", "New rating", c.RatingAfter)
	number("rating", "Rating change", c.RatingChange)
	return list
}

// isBare reports whether nothing of a report could be compared.
func (s *Session) isBare() bool {
	sum := s.audit.Summary()
	return s.done && sum.Checked == 0 && sum.Missed > 0
}

// inputs are the dimensions of a bare report: what it has of them, and what it lacks.
func (s *Session) inputs() (lines []Line) {
	for i := range s.rb.Dimensions {
		d := &s.rb.Dimensions[i]
		l := Line{Label: label(d.Label, d.Key), Cells: make([]Cell, len(s.first)), Count: "–"}
		for row := range s.first {
			c := &l.Cells[row]
			x, claimed := s.first[row].Dimensions[d.Key]
			_, measured := s.first[row].Measurements[d.Key]
			switch {
			case claimed:
				*c = s.cellOf(audit.Value{Row: row, Kind: "dimension", What: l.Label, Claimed: op.Show(x)}, isOpen)
			case measured:
				c.State = isNone
			default:
				c.State = isEmpty
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// lacks says why a claim was not compared.
func (s *Session) lacks(v audit.Value) string {
	if c := &s.first[v.Row]; v.Kind == "score" && len(c.Dimensions)+len(c.Measurements) == 0 {
		return "Dimension scores to add up are missing."
	}
	return "It cannot be recomputed from this table."
}

// needs returns what a bare report lacks.
func (s *Session) needs() []Need {
	list := []Need{}
	if !s.isBare() {
		return list
	}
	var scores, measured, ranks, ratings, proofs bool
	for i := range s.first {
		c := &s.first[i]
		scores = scores || len(c.Dimensions) > 0
		measured = measured || len(c.Measurements) > 0
		ranks = ranks || c.Rank != nil
		ratings = ratings || c.RatingBefore != nil && c.RatingAfter != nil
		proofs = proofs || c.Proof != nil
	}
	for _, need := range []struct {
		has bool
		Need
	}{
		{scores, Need{scoresNeeded, "every score"}},
		{measured, Need{"What was measured", "the dimension scores"}},
		{ranks, Need{"Ranks", "the order"}},
		{ratings || s.rb.Rating == nil, Need{"Ratings before and after", "every rating"}},
		{proofs, Need{"Signed records", "who vouches for a score"}},
	} {
		if !need.has {
			list = append(list, need.Need)
		}
	}
	return list
}
