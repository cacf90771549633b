package standings

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// PathResponse explains the shortest way to a tier or title.
type PathResponse struct {
	Key      string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                `json:"brief" doc:"How many further challenges it takes, in few words."`
	Sentence string                `json:"sentence" doc:"What the target needs, what the record has, and the fastest path or why there is none."`
	Finding  string                `json:"finding" doc:"The target and the fastest path, or why there is none, in one sentence."`
	Much     string                `json:"much" doc:"The words of the finding that matter most, letter for letter."`
	Asks     []PathAsk             `json:"asks" doc:"Challenges, average and wins, with what the target asks of each; none if the target is a title."`
	Limit    string                `json:"limit" doc:"Before which challenge it is impossible if the average decides; else the tier of the record."`
	Way      string                `json:"way" doc:"The target and the path in few words."`
	Answer   string                `json:"answer" doc:"Fewest further challenges, for readers; empty when none are planned."`
	Name     string                `json:"name" doc:"Name of the target."`
	Needs    []PathNeed            `json:"needs" doc:"Every requirement of the target."`
	Road     PathRoad              `json:"road" doc:"The tiers as gates of a road; none if the target is a title."`
	Steps    []explain.Step        `json:"steps" doc:"How it was computed; if it is impossible, the proof."`
	Notes    []explain.Note        `json:"notes" doc:"What the plan leaves open."`
	Result   standing.PlanResponse `json:"result" doc:"The answer of standing.plan."`
}

// PathNeed is one requirement of an explained plan.
type PathNeed struct {
	ID     string `json:"id" doc:"What is counted."`
	Label  string `json:"label" doc:"Name for readers."`
	Have   string `json:"have" doc:"The record's value; a question mark if it is unknown."`
	Needed string `json:"needed" doc:"The least that is enough."`
	Alone  string `json:"alone" doc:"Fewest further challenges that meet it by themselves, or why none are counted."`
	State  string `json:"state" op:"enum=earned|missing|unknown" doc:"earned: met; missing: further challenges meet it; unknown: no number of challenges guarantees it."`
}

// Plan explains the fewest further challenges to a tier or title. It refuses
// what standing.plan refuses.
func Plan(req standing.PlanRequest) (PathResponse, error) {
	got, err := standing.Plan(req)
	if err != nil {
		return PathResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return PathResponse{}, err
	}
	now, err := standing.Evaluate(req.Record())
	if err != nil {
		return PathResponse{}, err
	}
	p := newPath(rb, req, got)
	p.tier = now.Tier
	sentence, key := p.sentence()
	res := PathResponse{Key: key, Brief: key, Sentence: sentence, Name: got.Name, Needs: []PathNeed{}, Steps: p.steps(),
		Notes: p.notes(), Result: *got}
	for _, n := range got.Needs {
		res.Needs = append(res.Needs, p.need(n))
	}
	if got.Challenges != nil {
		res.Answer = strconv.Itoa(*got.Challenges)
		if !got.Held {
			res.Brief = res.Answer + " more"
		}
	}
	res.Finding, res.Much = p.finding()
	res.Limit, res.Asks = p.limit(), p.asks()
	res.Road = p.road()
	res.Way = res.Name + ": " + res.Brief
	return res, nil
}

// path is a plan being put into words.
type path struct {
	rb      *rulebook.Rulebook
	req     standing.PlanRequest
	got     *standing.PlanResponse
	tier    string  // that it has now; empty without tiers
	noun    string  // what is played
	played  float64 // so far
	average float64 // so far, NaN if no average is asked
	best    float64 // highest further score
}

func newPath(rb *rulebook.Rulebook, req standing.PlanRequest, got *standing.PlanResponse) *path {
	p := &path{rb: rb, req: req, got: got, noun: "challenge"}
	if got.Any {
		p.noun = "match"
	}
	p.best, p.average = rb.Scale, math.NaN()
	if req.BestScore != nil {
		p.best = *req.BestScore
	}
	for _, n := range got.Needs {
		if n.Requirement == rulebook.AverageScore && n.Have != nil {
			p.average = *n.Have
		}
	}
	p.played = float64(len(req.History))
	if req.Challenges != nil {
		p.played = float64(*req.Challenges)
	}
	return p
}

func (p *path) sentence() (sentence, key string) {
	got := p.got
	if got.Held {
		return got.Name + " is already held.", "already held"
	}
	var need, have []string
	for _, n := range got.Needs {
		need = append(need, needed(n))
		have = append(have, had(n))
	}
	list := strings.Join(need, ", ")
	if got.Any && len(need) > 1 {
		list = strings.Join(need[:len(need)-1], ", ") + " or " + need[len(need)-1]
	}
	text := fmt.Sprintf("%s needs %s. ", got.Name, list)
	switch {
	case len(need) == 0:
	case strings.Trim(strings.Join(have, ""), "?") == "":
		text += "Your record does not show what you have. "
	default:
		text += fmt.Sprintf("You have %s. ", strings.Join(have, ", "))
	}
	way, key := p.fastest()
	return text + way, key
}

// finding returns "Gold: 11 more challenges at 78.8 or better, one of them a win." and its key words.
func (p *path) finding() (finding, much string) {
	got := p.got
	if got.Held {
		return got.Name + " is already held.", "already held"
	}
	way, key := p.fastest()
	if got.Challenges == nil || !got.Feasible {
		return way, key
	}
	much = fmt.Sprintf("%s more %s", words.Grouped(int64(*got.Challenges)), words.Plural(*got.Challenges, p.noun))
	finding = got.Name + ": " + much
	if got.AverageNeeded != nil && atLeast(*got.AverageNeeded) >= p.rb.Scale {
		finding += " with perfect scores"
	} else if got.AverageNeeded != nil && *got.AverageNeeded > 0 {
		finding += " at " + words.Short(min(atLeast(*got.AverageNeeded), p.best)) + " or better"
	}
	switch wins := got.WinsNeeded; {
	case wins == nil || *wins == 0:
	case *wins == *got.Challenges && *wins == 1:
		finding += ", won"
	case *wins == *got.Challenges:
		finding += ", all won"
	case *wins == 1:
		finding += ", one of them a win"
	default:
		finding += fmt.Sprintf(", %s of them wins", words.Spelled(*wins))
	}
	return finding + ".", much
}

// fastest returns a sentence with the fastest way, or why no way exists, and its key
// words.
func (p *path) fastest() (sentence, key string) {
	got, even := p.got, ""
	if got.NotBefore != nil {
		even = fmt.Sprintf("ot before %s %s", p.noun, strconv.Itoa(*got.NotBefore))
	}
	const perfect = ", even with perfect scores."
	switch {
	case !got.Feasible:
		text := fmt.Sprintf("%s: out of reach with scores of at most %s", got.Name, words.Number(p.best))
		if even == "" {
			return text + ".", "out of reach"
		}
		return text + "; n" + even + perfect, "out of reach"
	case got.Challenges == nil:
		key = "No number of " + words.Plural(2, p.noun)
		return key + " guarantees it.", key
	case got.Binding == rulebook.AverageScore && p.perfect():
		return got.Name + ": n" + even + perfect, "n" + even
	}
	key = p.way()
	if got.Binding == rulebook.AverageScore {
		return fmt.Sprintf("Fastest path: %s. N%s%s", key, even, perfect), key
	}
	return fmt.Sprintf("Fastest path: %s.", key), key
}

// perfect is whether the plan is the one with perfect scores.
func (p *path) perfect() bool { return p.best == p.rb.Scale }

// way is "11 more at ≥ 78.8 and one win".
func (p *path) way() string {
	got := p.got
	text := fmt.Sprintf("%s more", strconv.Itoa(*got.Challenges))
	if got.Any {
		text = fmt.Sprintf("%s more %s", strconv.Itoa(*got.Challenges), words.Plural(*got.Challenges, p.noun))
	}
	if got.AverageNeeded != nil && *got.AverageNeeded > 0 {
		text += " at ≥ " + words.Short(min(atLeast(*got.AverageNeeded), p.best))
	}
	switch wins := got.WinsNeeded; {
	case wins == nil || *wins == 0:
		return text
	case *wins == *got.Challenges && *wins == 1:
		return text + ", won"
	case *wins == *got.Challenges:
		return text + ", all won"
	case *wins == 1:
		return text + " and one win"
	default:
		return text + fmt.Sprintf(" and %s wins", strconv.Itoa(*wins))
	}
}

// atLeast rounds up to one decimal, so that what it says is enough. What is
// within 10⁻⁹ of a decimal is that decimal.
func atLeast(x float64) float64 { return math.Ceil(float64(x*10)-1e-9) / 10 }

// needed returns a requirement in few words: "25 challenges", "average 70".
func needed(n standing.PlanNeed) string {
	what := op.Show(n.Needed)
	count := func(noun string) string {
		if n.Needed != 1 {
			noun += "s"
		}
		return what + " " + noun
	}
	switch n.Requirement {
	case rulebook.AverageScore:
		return "average " + what
	case rulebook.RatingStat:
		return "a rating of " + what
	case rulebook.PeakRating:
		return "a highest rating of " + what
	case rulebook.Wins:
		return count("win")
	case rulebook.WinStreak:
		return count("win") + " in a row"
	case rulebook.ScoreStreak:
		return count("high score") + " in a row"
	case rulebook.Authored:
		return count("challenge") + " written"
	}
	return count("challenge")
}

// had returns the record's value for a requirement, or a question mark.
func had(n standing.PlanNeed) string {
	switch {
	case n.Have == nil:
		return "?"
	case n.Status == standing.NeedMet:
		return words.Short(*n.Have)
	}
	return below(*n.Have)
}

func (p *path) need(n standing.PlanNeed) PathNeed {
	row := PathNeed{ID: n.Requirement, Label: Requirement(n.Requirement), Have: had(n), Needed: op.Show(n.Needed),
		State: "missing"}
	switch n.Status {
	case standing.NeedMet:
		row.State, row.Alone = "earned", "met"
	case standing.NeedPlanned:
		if n.Requirement == rulebook.Wins {
			row.Alone = fmt.Sprintf("%s more %s", strconv.Itoa(*n.Challenges), words.Plural(*n.Challenges, "win"))
			return row
		}
		row.Alone = fmt.Sprintf("%s more %s", strconv.Itoa(*n.Challenges), words.Plural(*n.Challenges, p.noun))
	case standing.NeedUnplanned:
		row.State, row.Alone = "unknown", "not guaranteed by any number of "+words.Plural(2, p.noun)
	case standing.NeedImpossible:
		row.Alone = "impossible"
	}
	return row
}

// steps returns the sums of every requirement that is missing, and what follows.
func (p *path) steps() []explain.Step {
	got, steps := p.got, []explain.Step{}
	if got.Held {
		return steps
	}
	for _, n := range got.Needs {
		if n.Status != standing.NeedMet && n.Status != standing.NeedUnplanned && n.Have != nil {
			steps = append(steps, p.step(n))
		}
	}
	if n, m := p.played, got.Challenges; m != nil && got.AverageNeeded != nil && *got.AverageNeeded > 0 &&
		!math.IsNaN(p.average) {
		asked := p.asked()
		steps = append(steps, explain.Step{Label: "Average over those",
			Formula: fmt.Sprintf("x = (A·(n + m) − n·a)/m = (%s·%s − %s·%s)/%s", words.Number(asked),
				words.Number(n+float64(*m)), words.Number(n), words.Number(p.average), strconv.Itoa(*m)),
			Value: words.Fixed(*got.AverageNeeded, 4)})
	}
	if m := got.Challenges; m != nil && got.Feasible {
		steps = append(steps, explain.Step{Label: "Together", Formula: fmt.Sprintf("%s before, and the largest of these: "+
			"%s more", words.Number(p.played), strconv.Itoa(*m)),
			Value: fmt.Sprintf("%s %s", p.noun, words.Number(p.played+float64(*m)))})
	}
	return steps
}

// asked returns the average that the target asks for.
func (p *path) asked() float64 {
	for _, n := range p.got.Needs {
		if n.Requirement == rulebook.AverageScore {
			return n.Needed
		}
	}
	return 0
}

func (p *path) step(n standing.PlanNeed) explain.Step {
	label := Requirement(n.Requirement)
	value := p.need(n).Alone
	if n.Requirement != rulebook.AverageScore {
		return explain.Step{Label: label, Formula: fmt.Sprintf("%s − %s", op.Show(n.Needed), had(n)), Value: value}
	}
	switch {
	case n.Status == standing.NeedImpossible && p.best <= n.Needed && *n.Have < n.Needed:
		return explain.Step{Label: label, Formula: fmt.Sprintf("further scores of at most %s keep an average of %s below "+
			"%s: b ≤ A", words.Number(p.best), had(n), op.Show(n.Needed)), Value: value}
	case n.Status == standing.NeedImpossible:
		return explain.Step{Label: label, Formula: fmt.Sprintf(
			"(A·(n + m) − n·a)/m is more than %s for every m that the others allow", words.Number(p.best)), Value: value}
	case p.best <= n.Needed || p.played == 0:
		return explain.Step{Label: label, Formula: fmt.Sprintf("first scores of %s", words.Number(p.best)), Value: value}
	}
	more := float64(p.played*(n.Needed-*n.Have)) / (p.best - n.Needed)
	return explain.Step{Label: label, Formula: fmt.Sprintf("m ≥ n·(A − a)/(b − A) = %s·(%s − %s)/(%s − %s) = %s",
		words.Number(p.played), op.Show(n.Needed), words.Number(*n.Have), words.Number(p.best), op.Show(n.Needed),
		enoughMore(more)), Value: value}
}

// enoughMore returns a number of challenges with two decimals at most. What is a little more
// than a whole number is not that number, as it takes one more.
func enoughMore(x float64) string {
	text := words.Short(x)
	if shown, _ := words.Read(text); math.Ceil(shown) < math.Ceil(x-1e-9) {
		return words.Short(math.Ceil(float64(x*100)) / 100)
	}
	return text
}

func (p *path) notes() []explain.Note {
	list := []explain.Note{}
	for _, n := range p.got.Needs {
		if n.Status == standing.NeedUnplanned {
			list = append(list, explain.Note{Kind: "limit", Field: "/" + n.Requirement, Text: words.Capital(n.Message) +
				fmt.Sprintf(": no number of %s guarantees it.", words.Plural(2, p.noun))})
		}
	}
	if p.got.Challenges != nil && !p.got.Held {
		list = append(list, explain.Note{Kind: "limit", Field: "",
			Text: fmt.Sprintf("The plan counts the fewest %s. Lower scores or fewer wins on the way make it longer.",
				words.Plural(2, p.noun))})
	}
	return list
}
