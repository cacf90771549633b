package store

import (
	"database/sql"
	"regexp"
	"strings"
	"testing"
)

var (
	// bounded are the ways by which a statement may find proofs of a challenge: by their
	// id, by their slot, those of one tally, of one part, of the page from its best one
	// on, or those that are not plain.
	bounded = regexp.MustCompile(`INDEX (sqlite_autoindex_proofs_1 \(id=\?\)|proofs_by_slot|proofs_apart|proofs_ranked .*\(?low.*>.* AND \(?low.*<|proofs_tallied .*key=\? AND signed_in=\? AND expires_in=\? AND \(low,at,id\)>.* AND \(low,at,id\)<)`)
	made    = regexp.MustCompile(`^(?:CO-ROUTINE|MATERIALIZE) (\S+)`)
	scan    = regexp.MustCompile(`^SCAN (\S+)`)
	search  = regexp.MustCompile(`^SEARCH (?:p|b|n|proofs) `)
	given   = regexp.MustCompile(`\b(?:NEW|OLD)\.\w+`)
)

// steps are the steps by which the database answers a statement.
func steps(t *testing.T, db *sql.DB, statement string) (all []string) {
	t.Helper()
	rows, err := db.Query(`EXPLAIN QUERY PLAN `+statement, make([]any, strings.Count(statement, "?"))...)
	if err != nil {
		t.Fatalf("%v: %s", err, statement)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		all = append(all, step)
	}
	return all
}

// unbounded is a step that reads all rows of a table or all proofs of a challenge.
func unbounded(steps []string) string {
	small := map[string]bool{"moment": true, "CONSTANT": true}
	for _, step := range steps {
		if m := made.FindStringSubmatch(step); m != nil {
			small[m[1]] = true
		}
		m := scan.FindStringSubmatch(step)
		if m != nil && !small[m[1]] && !strings.HasPrefix(m[1], "(subquery") || search.MatchString(step) && !bounded.MatchString(step) {
			return step
		}
	}
	return ""
}

// TestPlans: no statement about a challenge, and no statement of a trigger that keeps
// the tallies, reads all proofs of a challenge or all rows of a table.
func TestPlans(t *testing.T) {
	db := open(t, nil, append(before0005, with0005)...)
	statements := map[string]string{"all": countAll, "parts": partsFrom, "between": countBetween, "sizes": sizes, "challenges": challenges, "changes": changesOf, "last change": lastChange, "later": laterThan, "last later": lastLater}
	for name, of := range map[string]wanted{"counting": areCounting, "apart": areApart} {
		statements[name], statements[name+", further"] = of.statement(false, false), of.statement(true, true)
	}
	rows, err := db.Query(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE 'log\_%' ESCAPE '\'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(text, "BEGIN\n")
		for _, statement := range strings.Split(strings.TrimSuffix(body, "END"), ";\n") {
			if statement = given.ReplaceAllString(strings.TrimSpace(statement), "?"); statement != "" {
				statements[name+": "+statement] = statement
			}
		}
	}
	rows.Close()
	if len(statements) < 25 {
		t.Errorf("%d statements", len(statements))
	}
	for name, statement := range statements {
		all := steps(t, db, statement)
		if step := unbounded(all); step != "" || len(all) == 0 && !strings.Contains(statement, "VALUES") {
			t.Errorf("%s: %q in\n%s", name, step, strings.Join(all, "\n"))
		}
	}
	if unbounded(steps(t, db, slowRing+`SELECT COUNT(*) FROM `+slowProofs+` `+slowRanked+` AND `+slowCounting)) == "" {
		t.Error("the slow statement reads a few proofs only")
	}
}
