package rewards

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// StaleRequest is a top score of Term Challenge that nobody has beaten for a
// while.
type StaleRequest struct {
	Source     string        `json:"source,omitempty" op:"enum=docs-a|docs-b|code-epochs|code-blocks" doc:"Whose rules: docs-a is Scoring System, docs-b Scoring & Rewards, code-epochs the published code at e6f673b, code-blocks at 15b59fe. docs-a by default."`
	Rulebook   *rulebook.Ref `json:"rulebook,omitempty" doc:"Instead of a source: a whole rulebook with reward rules, or the id of a built-in one."`
	Stale      int64         `json:"stale" op:"min=0 max=1000000" doc:"Epochs since the last improvement."`
	Blocks     int64         `json:"blocks,omitempty" op:"min=0 max=1000000000" doc:"Blocks since there was a new top agent, which code-blocks and rulebooks with the block curve count instead."`
	TopPercent float64       `json:"top_percent" op:"min=0 max=100" doc:"The score to beat, in percent: 0, or at least 1e-10."`
	EpochHours *float64      `json:"epoch_hours,omitempty" op:"min=0.5 max=24" doc:"Length of an epoch in hours, which no source defines. With it, epochs and blocks are the same moment: the unit that the rules count is read, the other follows. Without it, both are read, and pictures assume 7.2."`
	Path       string        `json:"path,omitempty" op:"enum=wait|submit" doc:"wait: nobody improves; submit: next_percent is submitted now. wait by default."`
	Next       *float64      `json:"next_percent,omitempty" op:"min=0 max=100" doc:"Your next score, in percent: 0, or at least 1e-10; a point above the score to beat by default."`
}

// StaleResponse explains what becomes of a stale reward.
type StaleResponse struct {
	Key      string              `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string              `json:"brief" doc:"What is kept now."`
	Sentence string              `json:"sentence" doc:"Where it stands now, in one sentence."`
	Answer   string              `json:"answer" doc:"What is kept now, for readers."`
	Ruler    string              `json:"ruler" doc:"When grace ends, or ended."`
	Banner   string              `json:"banner" doc:"That the sources disagree, and which one is shown."`
	Rule     string              `json:"rule" doc:"The decay of this source in one line."`
	Chart    string              `json:"chart" doc:"The timeline as a step line, in SVG."`
	Lead     string              `json:"lead" doc:"The first line of the sentence."`
	Then     string              `json:"then" doc:"The rest of the sentence."`
	Number   string              `json:"number" doc:"What is kept now in percent, with one decimal if it is not whole."`
	Turns    string              `json:"turns" doc:"How many rows the timeline has."`
	Clock    StaleClock          `json:"clock" doc:"The moment, in both units."`
	Hints    StaleHints          `json:"hints" doc:"What the inputs mean."`
	Sources  []StaleSource       `json:"sources" doc:"Each of the four sources, and the rulebook of the request, if there is one: what is kept, its line in the picture, and what resets its decay."`
	Course   StaleCourse         `json:"course" doc:"What is kept over time, as a picture in numbers."`
	Paths    []StalePath         `json:"paths" doc:"What each way to go on keeps of the time ahead: wait, resubmit, beat."`
	Reset    StaleReset          `json:"reset" doc:"Which sources a next score resets, on a ruler."`
	Cards    []StaleCard         `json:"cards" doc:"The effect of each possible action."`
	Rows     []StaleRow          `json:"rows" doc:"The timeline at its turning points."`
	Steps    []explain.Step      `json:"steps" doc:"How what is kept now was computed."`
	Readings []explain.Reading   `json:"readings" doc:"The same by the rulebook, if the request has one, and by each of the four sources."`
	Notes    []explain.Note      `json:"notes" doc:"Traps and limits."`
	Result   decay.DecayResponse `json:"result" doc:"The answer of reward.decay for now."`
}

// minTop is the least top score above 0 that reward.decay takes, in percent.
const minTop = 1e-10

// Decay explains what becomes of a reward while nobody improves. It refuses
// what reward.decay refuses.
func Decay(req StaleRequest) (StaleResponse, error) {
	if req.TopPercent > 0 && req.TopPercent < minTop {
		return StaleResponse{}, op.Refuse("/top_percent", "%s: want 0, or at least 1e-10", op.Show(req.TopPercent))
	}
	if req.Next != nil && *req.Next > 0 && *req.Next < minTop {
		return StaleResponse{}, op.Refuse("/next_percent", "%s: want 0, or at least 1e-10", op.Show(*req.Next))
	}
	d, err := req.chosen()
	if err != nil {
		return StaleResponse{}, err
	}
	got, err := decay.Decay(d.span(d.now, d.now))
	if err != nil {
		return StaleResponse{}, err
	}
	lead, key, then := d.says()
	sentence := "Now " + d.percent(d.kept) + ": " + strings.ToLower(lead[:1]) + lead[1:] + " " + then
	v, rows := d.view(), d.rows()
	return StaleResponse{
		Key:      key,
		Lead:     lead,
		Then:     then,
		Number:   short(d.kept),
		Clock:    StaleClock{Stale: d.req.Stale, Blocks: d.req.Blocks, Epochs: !d.blocks, InBlocks: d.blocks, Best: words.Capital(d.best()) + " score"},
		Hints:    v.hints(),
		Sources:  v.sources(),
		Course:   v.course(),
		Paths:    v.paths(),
		Reset:    v.reset(),
		Brief:    d.percent(d.kept),
		Sentence: sentence,
		Answer:   d.percent(d.kept),
		Ruler:    d.ruler(),
		Banner:   d.banner(),
		Rule:     d.rule(),
		Chart:    d.chart(sentence).SVG(),
		Cards:    []StaleCard{d.nothing(), d.resubmit(), d.beat()},
		Rows:     rows,
		Turns:    words.Counted(len(rows), "row", "rows"),
		Steps:    d.steps(got.Epochs[0]),
		Readings: d.readings(),
		Notes:    d.notes(),
		Result:   got,
	}, nil
}

// stale is a decay being put into words.
type stale struct {
	source
	req      StaleRequest
	ref      rulebook.Ref // to the rules below
	rules    rulebook.RewardDecay
	blocks   bool    // whether it counts blocks, not epochs
	decimals int     // of percentages in columns
	now      int64   // epochs or blocks since the last improvement
	kept     float64 // then, in percent
	hours    float64 // of an epoch
}

func (d *stale) readings() []explain.Reading {
	list := []explain.Reading{}
	if d.id == own.id {
		list = append(list, d.reading(d))
	}
	for _, s := range sources {
		list = append(list, d.reading(d.req.under(s, s.rules())))
	}
	return list
}

func (d *stale) reading(by *stale) explain.Reading {
	why := by.why
	if by.id == own.id {
		why = by.rule()
	}
	return explain.Reading{Rulebook: by.rulebook, Name: by.name, Answer: by.percent(by.kept),
		Differs: by.kept != d.kept, Why: why}
}

func (d *stale) notes() []explain.Note {
	list := []explain.Note{}
	switch d.id {
	case "docs-a":
		list = append(list, explain.Note{Kind: "source", Field: "/source",
			Text: "The Scoring page counts epochs since anybody beat the top score; on the Rewards page, weights decay “if you don't " +
				"update your agent”."})
	case "docs-b":
		list = append(list, explain.Note{Kind: "source", Field: "/source",
			Text: "The Rewards page has no formula: its timeline gives the same grace, rate and floor as the Scoring page. They differ in whose " +
				"epochs count."})
	case "code-epochs":
		list = append(list, explain.Note{Kind: "trap", Field: "/source",
			Text: "This code counts the tenth epoch as stale, one earlier than both pages."})
	case own.id:
		return append(list, explain.Note{Kind: "limit", Field: "",
			Text: "This is the formula of your rulebook, not your payout."})
	case "code-blocks":
		list = append(list, explain.Note{Kind: "limit", Field: "/source",
			Text: "The answers that we have of this code do not show how much better a new top agent must be. A block counts " +
				"as 12 seconds."})
	}
	return append(list, explain.Note{Kind: "limit", Field: "",
		Text: "This is the published formula, not your payout: the validator code never used most of it for payouts."})
}
