package main

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/explain/totals"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// showReading shows each column of the table.
func (b *board) showReading() error {
	heading(b.host, b.read.Line)
	rows := [][]string{}
	for _, c := range b.read.Columns {
		role := c.Role
		if c.Role == table.RoleDimension {
			role = c.Scale
		}
		read := c.Read
		if c.Says != "" {
			read = c.Says
		}
		rows = append(rows, []string{c.Column, role, read, c.Reason})
	}
	if err := terminal.Table(b.host.out, []string{"Column", "Role or scale", "Read as", "Why"}, rows); err != nil {
		return err
	}
	for _, p := range b.read.Problems {
		fmt.Fprintln(b.host.out, words.Plain(p.Message))
	}
	for _, w := range b.read.Warnings {
		fmt.Fprintln(b.host.out, words.Plain(words.Capital(w.Message)+"."))
	}
	return nil
}

// showRanking shows the ranking under weights.
func (b *board) showRanking(r weights.Response) error {
	var parts []string
	for _, w := range r.Weights {
		parts = append(parts, words.Called(w.Label)+" "+w.Percent+" %")
	}
	fmt.Fprintln(b.host.out)
	heading(b.host, r.Sentence)
	fmt.Fprintf(b.host.out, "Weights: %s\n\n", words.Plain(strings.Join(parts, ", ")))
	rows := [][]string{}
	for _, row := range r.Rows {
		rows = append(rows, []string{row.Rank, row.Name, row.Score, row.Gap})
	}
	if len(rows) > 0 {
		if err := terminal.Table(b.host.out, []string{"# ", "Agent", "Score ", "Ahead by "}, rows); err != nil {
			return err
		}
	}
	if r.Beyond != "" {
		fmt.Fprintln(b.host.out, r.Beyond)
	}
	for _, note := range r.Notes {
		if note.Field != "/columns" || note.Kind != "limit" { // those are above, column by column
			fmt.Fprintln(b.host.out, words.Plain(note.Text))
		}
	}
	return nil
}

// mostOff is the number of totals to list that the weights do not give.
const mostOff = 50

// showTotals shows which weights made the published totals.
func (b *board) showTotals(r totals.Response) error {
	fmt.Fprintln(b.host.out)
	heading(b.host, r.Sentence)
	lines := []string{r.Gives, r.More, r.Yours, r.Places}
	for _, note := range r.Notes {
		lines = append(lines, note.Text)
	}
	for _, line := range lines {
		if line != "" {
			fmt.Fprintln(b.host.out, words.Plain(line))
		}
	}
	rows := [][]string{}
	for _, row := range r.Rows {
		if !row.Fits && len(rows) < mostOff {
			rows = append(rows, []string{row.Name, row.Published, row.Computed, row.Difference})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintln(b.host.out)
	return terminal.Table(b.host.out, []string{"Agent", "Published ", "Computed ", "Difference "}, rows)
}
