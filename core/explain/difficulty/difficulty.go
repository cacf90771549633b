package difficulty

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Limits of an answer; all matches count.
const (
	mostChallenges = 50
	mostCurves     = 12
)

// Difficulty explains how hard challenges play, from matches: the opponent's rating under which the
// results are the likeliest, with its 95 % interval by the likelihood ratio; shares of results by tier and
// on the first try; and what the arena's calibration decides. Errors name the line and what it lacks.
func Difficulty(req DifficultyRequest) (DifficultyResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return DifficultyResponse{}, err
	}
	if rb.Rating.Scheme == rulebook.Pairwise {
		return DifficultyResponse{}, op.Refuse("/rulebook", "%q rates agents against each other: want a rulebook whose agents play "+
			"challenges, such as clawdiators-live", rb.ID)
	}
	list, refusal := readTried(rb, req.Text)
	if refusal != nil {
		return DifficultyResponse{}, refusal
	}
	d := &difficulty{req: req, rb: rb, list: list, rules: calibrationOf(rb)}
	for _, c := range list.challenges {
		d.all = append(d.all, d.measure(c, c.matches))
	}
	if refusal := d.choose(); refusal != nil {
		return DifficultyResponse{}, refusal
	}
	return d.response(), nil
}

// difficulty is a list of matches being put into words.
type difficulty struct {
	req    DifficultyRequest
	rb     *rulebook.Rulebook
	rules  *rulebook.Calibration // nil if there are none
	list   *triedList
	all    []*measured
	chosen int
	now    *measured // the chosen one, with the matches that count
	at     float64   // the rating of the cursor
}

// measured is a challenge with its matches, or the first of them, and what follows.
type measured struct {
	*tried
	*fitted
	fit       DifficultyFit
	revisions []revision
}

func (d *difficulty) measure(c *tried, matches []attempted) *measured {
	m := &measured{tried: c, fitted: fit(d.rb.Rating, matches), revisions: revisionsOf(d.rules, matches)}
	m.fit = DifficultyFit{Challenge: c.name, Tier: c.tier, Claimed: c.claim, Attempts: len(matches), Points: m.made}
	for _, one := range matches {
		if one.outcome == expired {
			continue
		}
		m.fit.Completed++
		won := 0
		switch one.outcome {
		case "win":
			m.fit.Wins++
			won = 1
		case "draw":
			m.fit.Draws++
		default:
			m.fit.Losses++
		}
		if one.first {
			m.fit.Firsts++
			m.fit.FirstWins += won
		}
	}
	if m.finite() {
		m.fit.Rating = &m.best
	}
	if m.low-m.low == 0 {
		m.fit.Low = &m.low
	}
	if m.high-m.high == 0 {
		m.fit.High = &m.high
	}
	m.fit.Revised, m.fit.From = settled(m.revisions)
	return m
}

// off reports how far the rating that a challenge claims is outside the interval: negative if it is too low.
func (m *measured) off() float64 {
	if m.claim == nil || m.games == 0 || *m.claim >= m.low && *m.claim <= m.high {
		return 0
	}
	return *m.claim - m.near()
}

// near is the rating that fits, or its bound if none does.
func (m *measured) near() float64 {
	switch {
	case m.finite() || m.games == 0:
		return m.best
	case m.made == 0:
		return m.low
	}
	return m.high
}

// choose finds the challenge to explain, and which of its matches count.
func (d *difficulty) choose() *op.Error {
	d.chosen = -1
	furthest := 0.0
	for i, m := range d.all {
		if d.req.Challenge == m.name {
			d.chosen = i
			break
		}
		if by := math.Abs(m.off()); d.req.Challenge == "" && by > furthest {
			d.chosen, furthest = i, by
		}
	}
	if d.chosen < 0 && d.req.Challenge != "" {
		return op.Refuse("/challenge", "%s is not in the list: want a challenge that is", op.Quote(d.req.Challenge))
	}
	d.chosen = max(d.chosen, 0)
	d.now = d.all[d.chosen]
	if n := d.req.Count; n != nil {
		c := d.now.tried
		if *n > len(c.matches) {
			return op.Refuse("/count", "%d: want at most %d, the matches of the challenge", *n, len(c.matches))
		}
		if *n < len(c.matches) {
			d.now = d.measure(c, c.matches[:*n])
		}
	}
	switch {
	case d.req.At != nil:
		d.at = *d.req.At
	case d.now.claim != nil:
		d.at = *d.now.claim
	case d.now.games > 0:
		d.at = 5 * math.Round(d.now.near()/5)
	default:
		d.at = d.rb.Rating.Start
	}
	return nil
}

func (d *difficulty) response() DifficultyResponse {
	m := d.now
	res := DifficultyResponse{Challenge: words.Called(m.name), Listed: words.Counted(d.list.count, "match", "matches"),
		Count: m.fit.Attempts, Most: len(m.matches), Saw: d.saw(), Odd: d.odd(), Notes: d.notes(), Rows: []DifficultyChallenge{},
		Tiers: d.tiers(), Result: []DifficultyFit{}, Of: "of " + words.Grouped(int64(len(m.matches))),
		Columns: strconv.Itoa(len(d.list.read)) + " read", Read: words.Join(d.list.read), Opponents: d.opponents(),
		Thresholds: d.thresholds(), Revises: "never"}
	if d.rules != nil {
		res.Revises = "every " + words.Counted(d.rules.Every, "match", "matches")
	}
	res.Answer, res.Range, res.Basis = m.rating(), m.interval(), m.basis()
	res.Brief, res.Verdict, res.Claims = res.Answer, m.verdict(), m.claims()
	if !m.finite() {
		res.Brief = "No rating fits"
	}
	res.Sentence, res.Key = d.sentence()
	res.Calibration, res.Moves = d.calibrated()
	res.Plot, res.Strip = d.plot(), d.strip()
	for i, one := range d.all {
		if i < mostChallenges {
			res.Rows, res.Result = append(res.Rows, d.row(i)), append(res.Result, one.fit)
		}
	}
	for i, t := range res.Tiers {
		if i > 0 {
			res.Shares += " · "
		}
		res.Shares += t.Win
	}
	res.Steps = d.steps()
	return res
}

// toPoint shows a rating without decimals.
func toPoint(x float64) string { return words.Fixed(x, 0) }

// share shows a part of matches in whole percent; a dash of none.
func share(part, of int) string {
	if of == 0 {
		return "–"
	}
	return words.Fixed(100*float64(part)/float64(of), 0) + " %"
}

// rating is the rating that fits, for readers.
func (m *measured) rating() string {
	if m.finite() {
		return toPoint(m.best)
	}
	return "–"
}

// interval is where it lies.
func (m *measured) interval() string {
	switch {
	case m.games == 0:
		return "No finished match"
	case m.finite():
		return toPoint(m.low) + " to " + toPoint(m.high)
	}
	return "No rating fits"
}

// basis is what the interval rests on, or the bound if no rating fits.
func (m *measured) basis() string {
	n := words.Counted(m.fit.Completed, "match", "matches")
	switch {
	case m.games == 0:
		return words.Counted(m.fit.Attempts, "match", "matches") + " expired"
	case m.finite():
		return "95 % interval, " + n
	case m.made == 0:
		return n + " lost: at least " + toPoint(m.low)
	}
	return n + " won: at most " + toPoint(m.high)
}

// tierName is the tier that a challenge claims, or its rating; empty if it claims none.
func (c *tried) tierName() string {
	if c.tier == "" && c.claim != nil {
		return toPoint(*c.claim)
	}
	return c.tier
}

func (m *measured) verdict() string {
	switch {
	case m.claim == nil || m.games == 0:
		return ""
	case m.off() != 0:
		return "Not " + m.tierName()
	}
	return words.Capital(m.tierName())
}

// claims compares the rating that a challenge claims with the one that fits.
func (m *measured) claims() string {
	if m.claim == nil {
		return "claims no tier"
	}
	text, off := "claims "+toPoint(*m.claim)+": ", m.off()
	least := ""
	if !m.finite() {
		least = "at least "
	}
	by := toPoint(math.Abs(math.Round(m.near()) - math.Round(*m.claim)))
	switch {
	case m.games == 0:
		return "claims " + toPoint(*m.claim)
	case off < 0:
		return text + least + by + " too low"
	case off > 0:
		return text + least + by + " too high"
	}
	return text + "fits"
}

func (d *difficulty) sentence() (sentence, key string) {
	m := d.now
	name := words.Called(m.name)
	switch {
	case m.games == 0:
		key = "no finished match"
		return fmt.Sprintf("%s has %s yet.", name, key), key
	case !m.finite():
		key = "no rating fits"
		all := "won"
		bound := "It plays like at most " + toPoint(m.high)
		if m.made == 0 {
			all, bound = "lost", "It plays like at least "+toPoint(m.low)
		}
		return fmt.Sprintf("Agents %s every finished match of %s, so %s. %s.", all, name, key, bound), key
	}
	key = toPoint(m.best)
	sentence = fmt.Sprintf("%s plays like %s, from %s", name, key, m.interval())
	switch {
	case m.claim == nil:
		return sentence + ".", key
	case m.tier == "":
		sentence += fmt.Sprintf("; it claims %s", toPoint(*m.claim))
	default:
		sentence += fmt.Sprintf("; as %s it claims %s", m.tier, toPoint(*m.claim))
	}
	switch off, by := m.off(), toPoint(math.Abs(math.Round(m.best)-math.Round(*m.claim))); {
	case off < 0:
		return sentence + ", " + by + " too low.", key
	case off > 0:
		return sentence + ", " + by + " too high.", key
	}
	return sentence + ", which fits.", key
}

// saw compares the points expected at the cursor with the points made.
func (d *difficulty) saw() DifficultyFinding {
	if d.now.games == 0 {
		return DifficultyFinding{Text: "No match to compare."}
	}
	made := points(d.now.made)
	return DifficultyFinding{Key: made, Text: fmt.Sprintf("At %s the agents expect %s points. They made %s.", toPoint(d.at),
		points(d.now.expected(d.at)), made)}
}

// points shows points with one decimal.
func points(x float64) string { return words.Fixed(x, 1) }

func (d *difficulty) notes() []explain.Note {
	list := []explain.Note{{Kind: "limit", Field: "/text",
		Text: "Matches count as independent, though agents return: the interval is a guide."}}
	note := func(kind, text string) { list = append(list, explain.Note{Kind: kind, Field: "/text", Text: text}) }
	switch {
	case d.list.anonymous:
		note("limit", "Add the column attempt, or agent, to see first tries.")
	case d.list.counted:
		note("source", "First tries are the first match of each agent in the list.")
	}
	if d.list.sorted {
		note("source", "The list was not in the order of its times. The matches count from the earliest on.")
	}
	if d.now.several {
		note("source", "The list has several tiers of this challenge. The last one counts.")
	}
	if len(d.list.unknown) > 0 {
		note("limit", fmt.Sprintf("Ignored: %s.", words.Join(d.list.unknown)))
	}
	if n := len(d.all); n > mostChallenges {
		note("limit", fmt.Sprintf("The first %s of %s challenges are listed.", strconv.Itoa(mostChallenges), words.Grouped(int64(n))))
	}
	return list
}

// expectation is the expected points at a rating, for the cursor.
func (d *difficulty) expectation() string {
	if d.now.games == 0 {
		return "at " + toPoint(d.at)
	}
	return fmt.Sprintf("at %s: expects %s", toPoint(d.at), points(d.now.expected(d.at)))
}

// opponents are the ratings of the tiers.
func (d *difficulty) opponents() string {
	var list []string
	for _, o := range d.rb.Rating.Opponents {
		list = append(list, fmt.Sprintf("%s %s", o.Difficulty, toPoint(o.Rating)))
	}
	if len(list) == 0 {
		return "no tiers"
	}
	return words.Join(list)
}
