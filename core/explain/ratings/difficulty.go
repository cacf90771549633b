package ratings

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// DifficultyRequest is a pasted list of matches against challenges.
type DifficultyRequest struct {
	Rulebook  rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, whose agents play challenges."`
	Text      string       `json:"text" op:"maxlen=1048576" doc:"Matches in time order, in any form of a table, JSON or JSON Lines: challenge, difficulty or opponent, the agent's rating before, result or score, and if known agent, attempt and status."`
	Challenge string       `json:"challenge,omitempty" op:"maxlen=200" doc:"The challenge to explain; by default the one furthest from its tier, else the first."`
	Count     *int         `json:"count,omitempty" op:"min=0 max=20000" doc:"How many of its matches count, from the first on; all by default."`
	At        *float64     `json:"at,omitempty" op:"min=-100000 max=100000" doc:"A rating to compare with: the points that the agents expect there; by default that of its tier, else the one that fits."`
}

// DifficultyResponse explains how hard challenges play.
type DifficultyResponse struct {
	Key         string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief       string                `json:"brief" doc:"The rating that fits, or that none does."`
	Sentence    string                `json:"sentence" doc:"What the challenge plays like, and its tier, in one sentence."`
	Answer      string                `json:"answer" doc:"The rating that fits; a dash if none does."`
	Challenge   string                `json:"challenge" doc:"The challenge that is explained, for readers."`
	Range       string                `json:"range" doc:"The 95 % interval of the rating, or that none fits."`
	Basis       string                `json:"basis" doc:"What that rests on."`
	Verdict     string                `json:"verdict" doc:"Whether its tier is in the interval, in two words; empty if it claims none."`
	Claims      string                `json:"claims" doc:"The rating of its tier, and how far that is off."`
	Listed      string                `json:"listed" doc:"How many matches the list has."`
	Count       int                   `json:"count" doc:"Matches of the challenge that count."`
	Most        int                   `json:"most" doc:"Matches of the challenge in the list."`
	Of          string                `json:"of" doc:"The same behind the number that counts."`
	Columns     string                `json:"columns" doc:"How many columns were read."`
	Read        string                `json:"read" doc:"Which ones."`
	Opponents   string                `json:"opponents" doc:"The ratings of the tiers, in words."`
	Revises     string                `json:"revises" doc:"How often the arena revises."`
	Thresholds  []DifficultyThreshold `json:"thresholds" doc:"What each tier takes in a revision; empty if the rules do not calibrate."`
	Saw         DifficultyFinding     `json:"saw" doc:"Points expected at the cursor, and points made."`
	Calibration DifficultyFinding     `json:"calibration" doc:"What the arena's calibration decides, and from which match on."`
	Moves       string                `json:"moves" doc:"What would move that decision; empty if the rules do not calibrate."`
	Odd         DifficultyFinding     `json:"odd" doc:"Which challenges do not play like their tier."`
	Plot        DifficultyPlot        `json:"plot" doc:"The likelihood of each rating, a curve a challenge."`
	Strip       DifficultyStrip       `json:"strip" doc:"The challenge's matches in order, with the arena's revisions."`
	Rows        []DifficultyChallenge `json:"rows" doc:"The challenges, with all their matches, in the order of the list; the first 50."`
	Tiers       []DifficultyTier      `json:"tiers" doc:"The same by the tiers that they claim."`
	Shares      string                `json:"shares" doc:"Shares of wins by tier, in one line."`
	Steps       []explain.Step        `json:"steps" doc:"How the rating, its interval, the first try and the calibration were computed."`
	Notes       []explain.Note        `json:"notes" doc:"Limits, and what was left out."`
	Result      []DifficultyFit       `json:"result" doc:"The numbers of the rows, for tools."`
}

// DifficultyFinding is a sentence with its key words.
type DifficultyFinding struct {
	Text string `json:"text" doc:"The sentence."`
	Key  string `json:"key" doc:"Its words that matter most, letter for letter."`
}

// DifficultyChallenge is one challenge of a list, with all its matches.
type DifficultyChallenge struct {
	ID         string  `json:"id" doc:"The challenge."`
	Claims     string  `json:"claims" doc:"The tier that it claims."`
	Won        float64 `json:"won" doc:"Share of finished matches that were won, in percent."`
	Drawn      float64 `json:"drawn" doc:"Share that were drawn, in percent."`
	Unlost     float64 `json:"unlost" doc:"Both together."`
	Lost       float64 `json:"lost" doc:"Share that were lost, in percent."`
	Win        string  `json:"win" doc:"Share of wins, for readers."`
	First      string  `json:"first" doc:"Share of wins on the first try."`
	FirstRange string  `json:"first_range" doc:"Its 95 % interval, and of how many."`
	Fits       string  `json:"fits" doc:"The rating that fits; a dash if none does."`
	FitsRange  string  `json:"fits_range" doc:"Its 95 % interval."`
	Played     string  `json:"played" doc:"Finished matches, of how many."`
	Decision   string  `json:"decision" doc:"What the arena's calibration decides."`
	Moved      bool    `json:"moved" doc:"Whether that is another tier than it claims."`
	Chosen     bool    `json:"chosen" doc:"Whether it is the one that is explained."`
}

// DifficultyTier is all challenges that claim one tier.
type DifficultyTier struct {
	Tier   string `json:"tier" doc:"The tier and its rating."`
	Played string `json:"played" doc:"Finished matches."`
	Win    string `json:"win" doc:"Share that were won."`
	Draw   string `json:"draw" doc:"Share that were drawn."`
	Loss   string `json:"loss" doc:"Share that were lost."`
	First  string `json:"first" doc:"Share of wins on the first try."`
}

// DifficultyThreshold is a tier of a calibration.
type DifficultyThreshold struct {
	Tier     string `json:"tier" doc:"Tier."`
	Won      string `json:"won" doc:"The least share of wins; else for the hardest."`
	Finished string `json:"finished" doc:"The least share of finished matches; empty for the hardest."`
}

// DifficultyFit is the numbers of one challenge.
type DifficultyFit struct {
	Challenge string   `json:"challenge" doc:"The challenge."`
	Tier      string   `json:"tier,omitempty" doc:"The tier that it claims; absent if it claims none."`
	Claimed   *float64 `json:"claimed,omitempty" doc:"The rating of that."`
	Attempts  int      `json:"attempts" doc:"All matches."`
	Completed int      `json:"completed" doc:"Matches that did not expire."`
	Wins      int      `json:"wins" doc:"Of these, won."`
	Draws     int      `json:"draws" doc:"Drawn."`
	Losses    int      `json:"losses" doc:"Lost."`
	Firsts    int      `json:"firsts" doc:"Completed first tries."`
	FirstWins int      `json:"first_wins" doc:"First tries that were won."`
	Points    float64  `json:"points" doc:"Points of the agents: 1 for a win, ½ for a draw."`
	Rating    *float64 `json:"rating,omitempty" doc:"The rating with the greatest likelihood; absent if all matches were won or all lost."`
	Low       *float64 `json:"low,omitempty" doc:"Lower end of its 95 % interval; absent if there is none."`
	High      *float64 `json:"high,omitempty" doc:"Upper end; absent if there is none."`
	Revised   string   `json:"revised,omitempty" doc:"The tier by the arena's calibration; absent before it decides."`
	From      int      `json:"from,omitempty" doc:"The match from which on it decides so."`
}

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
	m := &measured{tried: c, fitted: fit(d.rb.Rating.Scale, matches), revisions: revisionsOf(d.rules, matches)}
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

// odd says which challenges do not play like their tier.
func (d *difficulty) odd() DifficultyFinding {
	claimed, missed := 0, []string{}
	for _, m := range d.all {
		if m.claim == nil || m.games == 0 {
			continue
		}
		claimed++
		if m.off() != 0 {
			missed = append(missed, words.Called(m.name))
		}
	}
	n := strconv.Itoa(len(missed))
	switch {
	case claimed == 0:
		return DifficultyFinding{Text: fmt.Sprintf("%s, without a tier.", words.Counted(len(d.all), "challenge", "challenges"))}
	case len(missed) == 0 && claimed == 1:
		return DifficultyFinding{Text: "It plays like its tier."}
	case len(missed) == 0:
		return DifficultyFinding{Text: fmt.Sprintf("All %s play like their tier.", strconv.Itoa(claimed))}
	case claimed == 1:
		return DifficultyFinding{Text: missed[0] + " does not play like its tier.", Key: missed[0]}
	case len(missed) == 1:
		return DifficultyFinding{Text: missed[0] + " is the odd one out.", Key: missed[0]}
	}
	return DifficultyFinding{Text: fmt.Sprintf("%s of %s miss their tier.", n, strconv.Itoa(claimed)), Key: n}
}

// row returns challenge i with all its matches.
func (d *difficulty) row(i int) DifficultyChallenge {
	m := d.all[i]
	f := m.fit
	part := func(n int) float64 {
		return hundredth(100 * float64(n) / float64(max(f.Completed, 1)))
	}
	r := DifficultyChallenge{ID: m.name, Claims: m.tierName(), Won: part(f.Wins), Drawn: part(f.Draws), Lost: part(f.Losses),
		Unlost: part(f.Wins + f.Draws), Win: share(f.Wins, f.Completed), First: share(f.FirstWins, f.Firsts),
		FirstRange: firstRange(f), Fits: m.rating(), FitsRange: m.interval(), Chosen: i == d.chosen,
		Played: fmt.Sprintf("%s of %s", strconv.Itoa(f.Completed), strconv.Itoa(f.Attempts))}
	r.Decision, r.Moved = d.decision(m)
	return r
}

// firstRange is the 95 % interval of the share of wins on the first try, after Wilson.
func firstRange(f DifficultyFit) string {
	if f.Firsts == 0 {
		return "no first try"
	}
	got, err := score.Intervals(score.IntervalRequest{Entrants: []score.Passes{{ID: "first", Passed: f.FirstWins, Total: f.Firsts}}})
	if err != nil {
		panic("explain: a share of tries is never refused: " + err.Error())
	}
	in := got.Entrants[0]
	return fmt.Sprintf("%s to %s %%, %s of %s", words.Fixed(100*in.Low, 0), words.Fixed(100*in.High, 0), strconv.Itoa(f.FirstWins),
		strconv.Itoa(f.Firsts))
}

// tiers adds challenges up by the tier that they claim, the easiest first.
func (d *difficulty) tiers() []DifficultyTier {
	list := []DifficultyTier{}
	add := func(label string, holds func(*measured) bool) {
		sum, some := DifficultyFit{}, false
		for _, m := range d.all {
			if !holds(m) {
				continue
			}
			some = true
			sum.Completed += m.fit.Completed
			sum.Wins += m.fit.Wins
			sum.Draws += m.fit.Draws
			sum.Losses += m.fit.Losses
			sum.Firsts += m.fit.Firsts
			sum.FirstWins += m.fit.FirstWins
		}
		if some {
			list = append(list, DifficultyTier{Tier: label, Played: words.Grouped(int64(sum.Completed)), Win: share(sum.Wins, sum.Completed),
				Draw: share(sum.Draws, sum.Completed), Loss: share(sum.Losses, sum.Completed), First: share(sum.FirstWins, sum.Firsts)})
		}
	}
	for _, o := range d.rb.Rating.Opponents {
		add(fmt.Sprintf("%s, %s", words.Capital(o.Difficulty), toPoint(o.Rating)), func(m *measured) bool { return m.tier == o.Difficulty })
	}
	add("No tier", func(m *measured) bool { return m.tier == "" })
	return list
}

func (d *difficulty) steps() []explain.Step {
	m, f := d.now, d.now.fit
	steps := []explain.Step{{Label: "Points made", Formula: "1 for a win, ½ for a draw", Value: fmt.Sprintf("%s of %s",
		points(m.made), strconv.Itoa(f.Completed))}}
	scale := words.Number(d.rb.Rating.Scale)
	if m.finite() {
		steps = append(steps, explain.Step{Label: "Rating that fits", Formula: fmt.Sprintf(
			"R with Σ 1 / (1 + 10^((R − agent)/%s)) = %s, where the likelihood is greatest", scale, points(m.made)), Value: toPoint(m.best)})
	}
	if m.games > 0 {
		formula, value := "ln L is 1.92 below its greatest value, "+words.Fixed(m.top, 2), m.interval()
		if !m.finite() {
			formula = "no R has the greatest likelihood; ln L falls to −1.92"
			value = m.basis()
		}
		steps = append(steps, explain.Step{Label: "95 % interval", Formula: formula, Value: value},
			explain.Step{Label: "Expected at " + toPoint(d.at), Formula: fmt.Sprintf("Σ 1 / (1 + 10^((%s − agent)/%s))", toPoint(d.at), scale),
				Value: points(m.expected(d.at))})
	}
	if f.Firsts > 0 {
		steps = append(steps, explain.Step{Label: "First try", Formula: fmt.Sprintf("%s won of %s finished; 95 %% interval after Wilson",
			strconv.Itoa(f.FirstWins), strconv.Itoa(f.Firsts)), Value: firstRange(f)})
	}
	return append(steps, d.calibrationStep()...)
}

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
