package explain

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// StaleRequest is a top score of Term Challenge that nobody has beaten for a
// while.
type StaleRequest struct {
	Source     string  `json:"source,omitempty" op:"enum=docs-a|docs-b|code-epochs|code-blocks" doc:"Whose rules: docs-a is Scoring System, docs-b Scoring & Rewards, code-epochs the published code at e6f673b, code-blocks at 15b59fe. docs-a by default."`
	Stale      int64   `json:"stale" op:"min=0 max=1000000" doc:"Epochs since the last improvement."`
	Blocks     int64   `json:"blocks,omitempty" op:"min=0 max=1000000000" doc:"Blocks since there was a new top agent, which code-blocks counts instead."`
	TopPercent float64 `json:"top_percent" op:"min=0 max=100" doc:"The score to beat, in percent."`
}

// StaleResponse explains what becomes of a stale reward.
type StaleResponse struct {
	Sentence string               `json:"sentence" doc:"Where it stands now, in one sentence."`
	Answer   string               `json:"answer" doc:"What is kept now, for readers."`
	Ruler    string               `json:"ruler" doc:"When grace ends, or ended."`
	Banner   string               `json:"banner" doc:"That the sources disagree, and which one is shown."`
	Rule     string               `json:"rule" doc:"The decay of this source in one line."`
	Chart    string               `json:"chart" doc:"The timeline as a step line, in SVG."`
	Cards    []StaleCard          `json:"cards" doc:"What each way to go on does."`
	Rows     []StaleRow           `json:"rows" doc:"The timeline at its turning points."`
	Steps    []Step               `json:"steps" doc:"How what is kept now was computed."`
	Readings []Reading            `json:"readings" doc:"The same under each of the four sources."`
	Notes    []Note               `json:"notes" doc:"Traps and limits."`
	Result   reward.DecayResponse `json:"result" doc:"The answer of reward.decay for now."`
}

// StaleCard is one way to go on.
type StaleCard struct {
	ID    string `json:"id" op:"enum=nothing|resubmit|beat" doc:"nothing, resubmit or beat."`
	Title string `json:"title" doc:"What one does."`
	Text  string `json:"text" doc:"What it leads to."`
	State string `json:"state" op:"enum=decays|stays|resets" doc:"decays: it goes on losing; stays: it changes nothing; resets: decay begins again from 100 %."`
}

// StaleRow is one turning point of a timeline.
type StaleRow struct {
	At    string `json:"at" doc:"Epoch or block since the last improvement."`
	Stale string `json:"stale" doc:"Of those, beyond the grace period."`
	Kept  string `json:"kept" doc:"What is kept, in percent."`
	Event string `json:"event" doc:"What happens there, for readers; empty for nothing."`
	Now   bool   `json:"now" doc:"Whether it is where the request stands."`
}

// source is one of the places that say how rewards decay.
type source struct {
	id, name string
	rulebook string
	mode     string // of the threshold; the rulebook's when empty
	blocks   bool
	why      string
}

// sources are all of them. No document and no code has the last word.
var sources = [...]source{
	{id: "docs-a", name: "docs A", rulebook: "term", why: "Scoring System: since anybody beat the top score by 2 %"},
	{id: "docs-b", name: "docs B", rulebook: "term", mode: "any", why: "Scoring & Rewards: since your own agent improved, if ever so little"},
	{id: "code-epochs", name: "live code e6f673b", rulebook: "term-live", why: "decays one epoch earlier, and asks for 2 points more"},
	{id: "code-blocks", name: "live code 15b59fe", rulebook: "term-live", blocks: true, why: "counts blocks since there was a new top agent, and has no floor"},
}

func sourceOf(id string) source {
	for _, s := range sources {
		if s.id == id {
			return s
		}
	}
	return sources[0]
}

// Stale explains what becomes of a reward while nobody improves. It refuses
// what reward.decay refuses.
func Stale(req StaleRequest) (StaleResponse, error) {
	d := &stale{source: sourceOf(req.Source), req: req}
	rules, err := rulebook.ID(d.rulebook).Reward()
	if err != nil {
		return StaleResponse{}, err
	}
	d.rules = rules.Decay
	d.now = req.Stale
	if d.blocks {
		d.now = req.Blocks
	}
	got, err := reward.Decay(d.span(d.now, d.now))
	if err != nil {
		return StaleResponse{}, err
	}
	d.kept = got.Epochs[0].KeptPercent
	return StaleResponse{
		Sentence: d.sentence(),
		Answer:   d.percent(d.kept),
		Ruler:    d.ruler(),
		Banner:   d.banner(),
		Rule:     d.rule(),
		Chart:    d.chart().SVG(),
		Cards:    []StaleCard{d.nothing(), d.resubmit(), d.beat()},
		Rows:     d.rows(),
		Steps:    d.steps(got.Epochs[0]),
		Readings: d.readings(),
		Notes:    d.notes(),
		Result:   got,
	}, nil
}

// stale is a source's decay being put into words.
type stale struct {
	source
	req   StaleRequest
	rules rulebook.RewardDecay
	now   int64 // epochs or blocks since the last improvement
	kept  float64
}

// span asks for epochs, or blocks, since the last improvement.
func (d *stale) span(from, to int64) reward.DecayRequest {
	req := reward.DecayRequest{Rulebook: rulebook.ID(d.rulebook), From: &from, To: &to}
	if d.blocks {
		all := 100.0 // the code has a least multiplier, and it is 0
		req.Curve, req.MaxBurn = "block", &all
	}
	return req
}

// at is what is kept so long after the last improvement.
func (d *stale) at(n int64) float64 {
	got, err := reward.Decay(d.span(n, n))
	if err != nil {
		panic("explain: a span of one is never refused: " + err.Error())
	}
	return got.Epochs[0].KeptPercent
}

// grace is the last epoch, or block, at which everything is kept.
func (d *stale) grace() int64 {
	if d.blocks {
		return int64(d.rules.GraceBlocks)
	}
	return int64(d.rules.Grace - d.rules.Early)
}

// first is when at most so much is kept. Epochs are few; blocks are counted in
// half-lives.
func (d *stale) first(percent float64) int64 {
	n := d.grace()
	if d.blocks {
		return n + int64(math.Round(float64(d.rules.HalfLife)*halvings(percent)))
	}
	for d.at(n) > percent && n < d.grace()+1000 {
		n++
	}
	return n
}

// halvings of 100 % that leave a percentage above 0.
func halvings(percent float64) float64 {
	n := 0.0
	for ; percent < 100; percent *= 2 {
		n++
	}
	return n
}

func (d *stale) floor() float64 {
	if d.blocks {
		return 0
	}
	return 100 - d.rules.MaxBurn
}

func (d *stale) percent(x float64) string { return short(x) + " %" }

// count is a number of epochs or blocks: "1 epoch", "21,600 blocks (about 72 h)".
func (d *stale) count(n int64) string {
	text := say("%s %s", thousands(n), plural(int(n), d.noun()))
	switch {
	case !d.blocks:
		return text
	case n < anHour:
		return text + " (less than 1 h)"
	}
	return say("%s (about %s h)", text, thousands((n+anHour/2)/anHour))
}

// anHour is the blocks of an hour: one every 12 seconds.
const anHour = 300

// thousands groups digits with commas.
func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func (d *stale) unit(n int64) string { return d.noun() + " " + thousands(n) }

func (d *stale) ruler() string {
	if left := d.grace() - d.now; left > 0 {
		return say("Grace ends in %s", d.count(left))
	} else if left == 0 {
		return "Grace ends now"
	}
	return say("Grace ended %s ago", d.count(d.now-d.grace()))
}

func (d *stale) sentence() string {
	switch {
	case d.now < d.grace():
		return say("%s: everything is kept until then.", d.ruler())
	case d.now == d.grace():
		return say("%s: everything is still kept.", d.ruler())
	}
	return say("%s: %s is kept.", d.ruler(), d.percent(d.kept))
}

func (d *stale) banner() string {
	if d.rulebook == "term" {
		return say("Two official pages disagree; you are viewing %s.", d.name)
	}
	return say("The published code differs from both official pages; you are viewing %s.", d.name)
}

func (d *stale) rule() string {
	if d.blocks {
		return say("full for %s, then half every %s, no floor", d.count(int64(d.rules.GraceBlocks)), strings.Replace(d.count(int64(d.rules.HalfLife)), " blocks", "", 1))
	}
	return say("full for %s, then %s less every epoch, down to %s", d.count(d.grace()), percent(d.rules.Rate), d.percent(d.floor()))
}

// nothing is what happens without any improvement.
func (d *stale) nothing() StaleCard {
	card := StaleCard{ID: "nothing", Title: "Do nothing", State: "decays"}
	start := d.grace() + 1
	var text []string
	if d.now < start {
		at := d.percent(d.at(start))
		if d.blocks {
			at = "less than 100 %"
		}
		text = append(text, say("%s at %s", at, d.unit(start)))
	} else {
		text = append(text, say("%s now", d.percent(d.kept)))
	}
	half := d.first(50)
	if d.now < half {
		text = append(text, "50 % at "+after(d.unit(half), !d.blocks && d.now < start))
	}
	if d.blocks {
		if quarter := d.first(25); d.now < quarter {
			text = append(text, "25 % at "+d.unit(quarter))
		}
		card.Text = strings.Join(append(text, "no floor"), ", ")
		return card
	}
	switch floor := d.first(d.floor()); {
	case d.now < floor:
		text = append(text, say("floor %s from %s", d.percent(d.floor()), after(d.unit(floor), d.now < start || d.now < half)))
	default:
		text, card.State = []string{say("%s now, the floor", d.percent(d.floor()))}, "stays"
	}
	card.Text = strings.Join(text, ", ")
	return card
}

// after leaves the noun out where it has just been said.
func after(unit string, said bool) string {
	if said {
		return unit[len("epoch "):]
	}
	return unit
}

// resets asks the rules whether a score resets decay where top is the one to
// beat, which does not depend on how long that was: here, an epoch.
func (d *stale) resets(top, score float64) bool {
	got, err := reward.Decay(reward.DecayRequest{Rulebook: rulebook.ID(d.rulebook), ThresholdMode: d.mode, History: []reward.HistoryEpoch{
		{Epoch: 0, BestScore: &top}, {Epoch: 1, BestScore: &score},
	}})
	if err != nil {
		panic("explain: a history of two rates is never refused: " + err.Error())
	}
	last := got.Epochs[len(got.Epochs)-1].LastImprovement
	return last != nil && *last == 1
}

// resubmit is the same score once more.
func (d *stale) resubmit() StaleCard {
	card := StaleCard{ID: "resubmit", Title: "Resubmit", State: "stays"}
	switch {
	case d.blocks:
		card.Text = "changes nothing: only a new top agent resets it"
	case d.mode == "any":
		card.Text = "the same score resets nothing; any better score of yours resets now"
	default:
		card.Text = "the same score resets nothing, for anybody"
	}
	return card
}

// beat is a score that is better by two percent.
func (d *stale) beat() StaleCard {
	card := StaleCard{ID: "beat", Title: "Beat top by 2 %", State: "resets"}
	top := exact.Of(d.req.TopPercent).Quo(exact.Int(100))
	better := top.Mul(exact.Of(1.02))
	shown := enough(better)
	switch {
	case d.blocks:
		card.Text = "a new top agent resets now"
	case better.Cmp(exact.Int(1)) > 0:
		card.State, card.Text = "stays", say("cannot: that is %s, more than all tasks", shown)
	case top.Sign() == 0 && d.rulebook == "term":
		card.Text = "any score above 0 % resets now"
	case d.resets(top.Float(), better.Float()):
		card.Text = say("resets now, with %s", shown)
	default:
		points := top.Add(exact.Of(d.rules.Threshold))
		card.State = "stays"
		card.Text = say("%s resets nothing: the code asks for 2 points more, %s", shown, enough(points))
		switch {
		case points.Cmp(exact.Int(1)) > 0:
			card.Text += ", more than all tasks"
		case !d.resets(top.Float(), points.Float()):
			card.Text += ", and in binary floating point a little more than that"
		}
	}
	return card
}

// enough is a rate in percent, rounded up to two decimals.
func enough(rate exact.Num) string {
	return short(rate.Mul(exact.Int(-10000)).Floor().Neg().Quo(exact.Int(100)).Float()) + " %"
}

// rows are the turning points, and where the request stands.
func (d *stale) rows() []StaleRow {
	grace, half := d.grace(), d.first(50)
	points := []int64{0, grace, grace + 1, grace + 2, half}
	if d.blocks {
		points = []int64{0, grace, grace + 1, half, d.first(25), d.first(12.5), d.first(6.25)}
	} else {
		floor := d.first(d.floor())
		points = append(points, half+1, floor-1, floor, floor+1)
	}
	points = insert(points, d.now)
	var rows []StaleRow
	for _, n := range points {
		row := StaleRow{At: thousands(n), Stale: thousands(max(0, n-grace)), Kept: d.column(d.at(n)), Now: n == d.now}
		switch {
		case n == 0:
			row.Event = "improvement"
		case n == grace:
			row.Event = "grace ends"
		case n == grace+1:
			row.Event = "decay starts"
		case n == half:
			row.Event = "half is left"
		case !d.blocks && n == d.first(d.floor()):
			row.Event = "floor"
		}
		rows = append(rows, row)
	}
	return rows
}

// column is a percentage in a column: whole for epochs, each of which takes whole
// percents.
func (d *stale) column(percent float64) string {
	if d.blocks {
		return fixed(percent, 2) + " %"
	}
	return fixed(percent, 0) + " %"
}

// chart is what is kept from the improvement on, until nothing changes any more
// or a sixteenth is left.
func (d *stale) chart() *chart.Steps {
	every, end := int64(1), d.grace()+22
	if d.blocks {
		every, end = int64(d.rules.HalfLife/6), d.grace()+int64(4*d.rules.HalfLife)
	}
	steps := &chart.Steps{
		Title: "What is kept", Desc: d.sentence() + " " + capital(d.rule()) + ".",
		X: d.noun() + "s since the last improvement", Y: "kept, %", End: float64(end), FromZero: true,
	}
	if d.now <= end {
		steps.Marks = []chart.Mark{{At: float64(d.now), Text: "now"}}
	}
	for n := int64(0); n < end; n += every {
		kept := d.at(n)
		steps.Points = append(steps.Points, chart.StepPoint{
			At: float64(n), Value: kept, Name: thousands(n), Text: d.column(kept), Words: say("%s: %s kept.", capital(d.unit(n)), d.column(kept)),
		})
	}
	return steps
}

func (d *stale) noun() string {
	if d.blocks {
		return "block"
	}
	return "epoch"
}

// insert puts a number into an ascending list, once.
func insert(list []int64, n int64) []int64 {
	for i, x := range list {
		if x == n {
			return list
		}
		if x > n {
			return append(append(append([]int64{}, list[:i]...), n), list[i:]...)
		}
	}
	return append(list, n)
}

func (d *stale) steps(now reward.DecayEpoch) []Step {
	if d.blocks {
		return []Step{
			{"Blocks beyond grace", say("b = max(0, %s − %s)", thousands(d.now), thousands(d.grace())), thousands(now.Stale)},
			{"Burned", say("B = (1 − 2^(−b/%s)) · 100", thousands(int64(d.rules.HalfLife))), fixed(now.BurnPercent, 2) + " %"},
			{"Kept", "100 − B", fixed(now.KeptPercent, 2) + " %"},
		}
	}
	formula := say("τ = max(0, %s − %s)", strconv.Itoa(int(d.now)), strconv.Itoa(d.rules.Grace))
	if d.rules.Early > 0 {
		formula = say("τ = max(0, %s − %s + %s)", strconv.Itoa(int(d.now)), strconv.Itoa(d.rules.Grace), strconv.Itoa(d.rules.Early))
	}
	return []Step{
		{"Stale epochs", formula, strconv.FormatInt(now.Stale, 10)},
		{"Burned", say("B = min(ρ · τ · 100, B_max) = min(%s · %s · 100, %s)", op.Show(d.rules.Rate), strconv.Itoa(int(now.Stale)), op.Show(d.rules.MaxBurn)), short(now.BurnPercent) + " %"},
		{"Kept", "100 − B", short(now.KeptPercent) + " %"},
	}
}

func (d *stale) readings() []Reading {
	list := []Reading{}
	for _, s := range sources {
		other := &stale{source: s, req: d.req, now: d.req.Stale}
		if s.blocks {
			other.now = d.req.Blocks
		}
		kept := other.at(other.now)
		list = append(list, Reading{Rulebook: s.rulebook, Name: capital(s.name), Answer: short(kept) + " %", Differs: kept != d.kept, Why: s.why})
	}
	return list
}

func (d *stale) notes() []Note {
	list := []Note{}
	switch d.id {
	case "docs-a":
		list = append(list, Note{"source", "/source", "Docs A counts for everybody since anybody beat the top score; docs B says weights decay “if you don't update your agent”."})
	case "docs-b":
		list = append(list, Note{"source", "/source", "Docs B has no formula: grace, rate and floor are those of its timeline, and docs A gives the same. Whose epochs count is what differs."})
	case "code-epochs":
		list = append(list, Note{"trap", "/source", "This code calls the tenth epoch stale, one earlier than both pages."})
	case "code-blocks":
		list = append(list, Note{"limit", "/source", "By how much a new top agent must be better is not in the answers that we have of this code. A block is taken as 12 seconds."})
	}
	return append(list, Note{"limit", "", "By the published formula, never what you will be paid: the validator code never wired most of this to a payout."})
}
