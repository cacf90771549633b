package web

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// rowsOf returns the rows of a table of proofs.
func rowsOf(l *List, entries []Entry) (rows []stored.ProofRow) {
	for _, e := range entries {
		row := stored.ProofRow{
			Href: "/p/" + e.ID, Name: brief(e.Name), Agent: pathTo("agents", l.Arena, e.Agent),
			Challenge: brief(e.Title), ChallengeHref: pathTo("challenges", l.Arena, e.Challenge),
			Total: number(e.Total), Rating: number(e.Rating), Date: date(e.EvaluatedAt), Time: e.EvaluatedAt,
			Verdict: e.Verdict, Heading: words.Isolate(e.Heading), Note: e.Note,
			ID: e.ID, Exact: number(e.Total), ExactRating: number(e.Rating), Named: e.Name,
		}
		if e.State != "" {
			row.Verdict = "qualified"
		}
		if e.Rank > 0 {
			row.Rank = strconv.Itoa(e.Rank)
		}
		rows = append(rows, row)
	}
	if l.Challenge != "" {
		addLeads(rows, entries)
	}
	var columns [2][]*string
	for i := range rows {
		columns[0], columns[1] = append(columns[0], &rows[i].Total), append(columns[1], &rows[i].Rating)
	}
	decimals.Even(columns[0]...)
	decimals.Even(columns[1]...)
	return rows
}

// addLeads says how far the next row is behind each.
func addLeads(rows []stored.ProofRow, entries []Entry) {
	for i := range max(0, len(entries)-1) {
		if a, b := entries[i].Total, entries[i+1].Total; a != nil && b != nil {
			rows[i].Lead = ahead(*a, *b)
		}
	}
	var column []*string
	for i := range rows {
		column = append(column, &rows[i].Lead)
	}
	decimals.Even(column...)
}

// ahead returns a difference of totals, with the decimals that both have at most.
func ahead(a, b float64) string {
	return words.Fixed(a-b, min(4, max(words.Decimals(a), words.Decimals(b))))
}
