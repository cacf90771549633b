package table_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/table"
)

// checkSheet holds what is true of every reading.
func checkSheet(t *testing.T, s *table.Sheet) {
	t.Helper()
	n := len(s.Names)
	keys, ids := map[string]bool{}, map[string]bool{}
	for _, id := range s.IDs {
		if ids[id] || id == "" {
			t.Fatalf("the id %q is empty or there twice", id)
		}
		ids[id] = true
	}
	if n == 0 || len(s.IDs) != n || len(s.Rows) != n {
		t.Fatalf("%d names, %d ids, %d rows", n, len(s.IDs), len(s.Rows))
	}
	for k := range s.Columns {
		c := &s.Columns[k]
		if c.Key == "" || keys[c.Key] || c.Name == "" || c.Role == "" || c.Reason == "" || c.Read == "" || len(c.Cells) != n {
			t.Fatalf("column %q: %+v", c.Name, *c)
		}
		keys[c.Key] = true
		checkColumn(t, c)
	}
}

// checkColumn holds that a column with digits in most cells is used, or named with a reason
// of its own, and that the cells of a dimension are read.
func checkColumn(t *testing.T, c *table.Column) {
	t.Helper()
	filled, digits := 0, 0
	for _, cell := range c.Cells {
		switch strings.ToLower(cell) {
		case "", "-", "--", "–", "—", "?", "n/a", "#n/a", "n.a.", "na", "null", "none", "nan":
			continue
		}
		filled++
		if strings.ContainsAny(cell, "0123456789") {
			digits++
		}
	}
	if 2*digits > filled && c.Role == table.RoleAbout && c.Reason == "words" {
		t.Fatalf("column %q with digits in most cells is about the agents for no reason: %q", c.Name, c.Cells)
	}
	if c.Role != table.RoleDimension {
		return
	}
	for i := range c.Cells {
		if !c.Has(i) {
			filled++
			continue
		}
		if x := c.Values[i]; math.IsInf(x, 0) {
			t.Fatalf("column %q: %q is read as %v", c.Name, c.Cells[i], x)
		}
		if x := c.Scaled(i).Float(); !(x >= 0 && x <= 100) {
			t.Fatalf("column %q: %q is scaled to %v", c.Name, c.Cells[i], x)
		}
	}
	if filled != len(c.Cells) || math.IsInf(c.From, 0) || math.IsInf(c.To, 0) || math.IsNaN(c.From) || math.IsNaN(c.To) {
		t.Fatalf("column %q: %d of %d cells are numbers or missing, from %v to %v: %q", c.Name, filled, len(c.Cells), c.From, c.To, c.Cells)
	}
}

// FuzzRead holds that nothing makes the reader fail, that what it reads is sound and the
// same twice, and that what a refusal offers is taken.
func FuzzRead(f *testing.F) {
	for _, file := range files(f) {
		f.Add(string(file), "", "")
	}
	random := rand.New(rand.NewPCG(7, 8))
	for range 5 {
		for _, text := range newBoard(random).forms() {
			f.Add(text, "last", "zero")
		}
	}
	f.Fuzz(func(t *testing.T, text, duplicates, missing string) {
		if len(text) > 1<<14 {
			return
		}
		how := table.Reading{}
		if slices.Contains([]string{"best", "last", "mean"}, duplicates) {
			how.Duplicates = duplicates
		}
		if slices.Contains([]string{"zero", "worst"}, missing) {
			how.Missing = missing
		}
		s, refusal := table.Read(text, how)
		if refusal == nil {
			checkSheet(t, s)
			return
		}
		if refusal.Message == "" || !slices.Contains([]string{"/text", "/numbers", "/list"}, refusal.Field) {
			t.Fatalf("refused at %q with %q", refusal.Field, refusal.Message)
		}
		for _, offer := range refusal.Offers {
			if offer.Label == "" || len(offer.Set) < 4 {
				t.Fatalf("%q offers %q %s", refusal.Message, offer.Label, offer.Set)
			}
		}
		for _, sign := range []string{"point", "comma"} {
			if how.Numbers = sign; refusal.Field == "/numbers" {
				if s, refusal := table.Read(text, how); refusal == nil {
					checkSheet(t, s)
				} else if refusal.Field == "/numbers" {
					t.Fatalf("with a %s it is still refused: %v", sign, refusal)
				}
			}
		}
	})
}
