package web

import (
	"fmt"
	"time"

	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// freshFor is how long a score is shown without its age.
const freshFor = 7 * 24 * time.Hour

// freshness has the age of a score and its rules.
type freshness struct {
	words string // "as of 2026-11-20 · rules AiRENA"
	stale bool
}

// fresh dates a record by its signed time, else by when it was stored.
func fresh(s proofrecord.Signed, res *proof.VerifyResponse, storedAt string, now time.Time) freshness {
	at, err := time.Parse(time.RFC3339, signedText(s, proofrecord.MeansTime))
	since := "as of "
	if err != nil {
		at, err = time.Parse(time.RFC3339, storedAt)
		since = "stored "
	}
	if err != nil {
		return freshness{"of an unknown date", true}
	}
	at = at.UTC()
	f := freshness{words: since + at.Format(time.DateOnly)}
	if age := now.Sub(at); age > freshFor {
		f.stale = true
		f.words += fmt.Sprintf(", %d days old", int(age/(24*time.Hour)))
	}
	if rules := rulesOf(s, res); rules != "" {
		f.words += " · rules " + rules
	}
	return f
}

// rulesOf names the rules: those the record names, else those that its total was
// recomputed by.
func rulesOf(s proofrecord.Signed, res *proof.VerifyResponse) string {
	if named := signedText(s, proofrecord.MeansRules); named != "" && len(named) <= 60 {
		return words.Isolate(named)
	}
	if r := res.Recomputed; r != nil && r.Agrees && !r.Defaults {
		if rules, err := rulebook.ID(r.Score.Rulebook).Resolve(); err == nil {
			return rules.Name
		}
	}
	return ""
}
