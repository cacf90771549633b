package weights

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// RanksRequest is a table, its weights, and how many weightings to try.
type RanksRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights, with the bounds of others and the noise of scores."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Samples int           `json:"samples,omitempty" op:"min=1 max=65535" doc:"How many random weightings to draw, unless all is known exactly; by default 38416 for up to 208 agents, then 8000000 divided by their number, but at least 100."`
	Seed    *int          `json:"seed,omitempty" op:"min=0 max=9007199254740992" doc:"Seed of the random weightings and of the noise; 1 by default. The same seed gives the same answer, everywhere."`
	Keep    []string      `json:"keep,omitempty" op:"max=8" doc:"Ids of agents that are wanted wherever they are, with bars."`
}

// RanksResponse holds the ranks that every agent takes as weights move within their
// bounds, and scores within their noise.
type RanksResponse struct {
	Sentence string     `json:"sentence" doc:"How many groups of agents can be told apart."`
	Key      string     `json:"key" doc:"The words of the sentence that matter most."`
	Brief    string     `json:"brief" doc:"The same in two words."`
	How      string     `json:"how" doc:"How many weightings were drawn, and what their shares are good to at 95 %; or that all is exact."`
	Good     string     `json:"good" doc:"What shares are good to, in short: ± 0.5 at 95 %, or exact."`
	Exact    bool       `json:"exact,omitempty" doc:"Whether all is exact: so it is without noise, for up to three dimensions and 40 agents."`
	Error    float64    `json:"error" doc:"What shares are good to in 95 % of cases, in ± percentage points; 0 if they are exact."`
	Noise    string     `json:"noise" doc:"The noise of the scores in a few words, or none."`
	Solid    string     `json:"solid" doc:"How many agents are ahead of the next in at least 95 % of all weightings."`
	Likely   string     `json:"likely" doc:"How many others in at least 75 %."`
	TossUp   string     `json:"toss_up" doc:"How many in fewer."`
	River    River      `json:"river" doc:"The ranges of all ranks, as one picture."`
	Axis     []RankTick `json:"axis" doc:"Marks of the axis on which the strips of the rows are drawn."`
	Rows     []RankRow  `json:"rows" doc:"The agents, best first; at most 200."`
}

// RankRow is the ranks that an agent takes. Places of its strip are in percent, on the
// axis of the answer.
type RankRow struct {
	ID       string  `json:"id" doc:"Id of the agent."`
	Name     string  `json:"name" doc:"Name for readers."`
	Rank     string  `json:"rank" doc:"Its present rank: 57th."`
	Low      int     `json:"low" doc:"The best rank that it takes in 95 % of all weightings, the middle ones."`
	High     int     `json:"high" doc:"The worst one."`
	Range    string  `json:"range" doc:"Both: 51–66."`
	Mark     string  `json:"mark" doc:"Whether it is ahead of the next agent: solid in at least 95 % of all weightings, likely in 75 %, else toss-up; last if there is none."`
	Ahead    string  `json:"ahead,omitempty" doc:"In how many it is ahead of the next."`
	Run      string  `json:"run" doc:"Where it stands among neighbours that are toss-ups: first, inner, last or only."`
	Says     string  `json:"says" doc:"All this in a sentence."`
	X        float64 `json:"x" doc:"Where its ranks in 95 % begin."`
	Width    float64 `json:"width" doc:"How wide they are."`
	MidX     float64 `json:"mid_x" doc:"Where its ranks in the middle 50 % begin."`
	MidWidth float64 `json:"mid_width" doc:"How wide they are."`
	NowX     float64 `json:"now_x" doc:"Its present rank."`
	NowWidth float64 `json:"now_width" doc:"How wide a rank is."`
	RunX     float64 `json:"run_x" doc:"Where the ranks of its toss-ups begin."`
	RunWidth float64 `json:"run_width" doc:"How wide they are; 0 if it has none."`
	Bars     string  `json:"bars,omitempty" doc:"Of an agent that is kept: in which share of all weightings it takes each rank, as a path 100 wide and 22 high."`
}

// Shares from which one agent is ahead of another one.
const (
	solidShare  = 0.95
	likelyShare = 0.75
)

// How many random weightings are drawn: shares of 38,416 are good to ± 0.5 points at 95 %,
// those of 385 to ± 5.
const (
	mostRankSamples  = 38_416
	leastRankSamples = 100
	rankWork         = 8_000_000 // weightings times agents of a request
	boardSamples     = 385
	boardWork        = 16_000_000 // of a table in process, which is drawn in parts
)

// rankSamples is how many weightings are drawn by default.
func rankSamples(rows int) int {
	return max(leastRankSamples, min(mostRankSamples, rankWork/max(1, rows)))
}

// Ranks finds the ranks that every agent takes in 95 % of all weightings within the bounds,
// under the noise of its scores, and whether it is surely ahead of the next.
func Ranks(req RanksRequest) (RanksResponse, error) {
	b, err := open(req.Text, req.Reading, req.Weights)
	if err != nil {
		return RanksResponse{}, err
	}
	seed := 1
	if req.Seed != nil {
		seed = *req.Seed
	}
	r, err := b.rankings(req.Weights, req.Equal, seed)
	if err != nil {
		return RanksResponse{}, err
	}
	r.of = req.Samples
	if r.of == 0 {
		r.of = rankSamples(len(b.agents))
	}
	r.spread.Draw(r.of)
	rows := part(r.order, 0, mostShown)
	return r.answer(rows, r.kept(rows, req.Keep), req.Keep), nil
}

// RankDraws is an answer of [Ranks] by the random weightings so far.
type RankDraws struct {
	Answer RanksResponse `json:"answer" doc:"As explain.ranks answers, with the rows that are wanted, and then those that are kept."`
	Drawn  int           `json:"drawn" doc:"How many weightings were drawn; 0 if all is exact."`
	Of     int           `json:"of" doc:"How many there will be; 0 if all is exact."`
	Far    string        `json:"far" doc:"The same in words."`
}

// rankings are the ranks of a table, under weightings that are drawn part by part.
type rankings struct {
	*study
	spread *ranking.Spread
	order  []int   // rows by present place
	rank   []int32 // of each row
	of     int
}

// rankings reads weights with their bounds and noise. Nothing is drawn yet.
func (b *Board) rankings(weights []live.Weight, equal bool, seed int) (*rankings, error) {
	s, err := b.study(weights, equal, nil)
	if err != nil {
		return nil, err
	}
	if len(b.agents) == 0 {
		return nil, b.sheet.Rankable()
	}
	if s.contradiction != nil {
		return nil, s.contradiction
	}
	step, refusal := s.rank(s.weighting)
	if refusal != nil {
		return nil, refusal
	}
	r := &rankings{study: s, order: slices.Clone(step.Order), rank: slices.Clone(step.Rank)}
	of := ranking.SpreadOf{Keys: b.keys, Noise: make([]float64, len(b.keys)), Seed: uint64(seed)}
	of.Least, of.Most = s.bounds()
	of.Ratios = s.ratios()
	for k, w := range s.list {
		of.Noise[k] = w.Noise
		column := make([]float64, len(b.agents))
		for i := range column {
			column[i] = b.Table.Given(i, k)
		}
		of.Columns = append(of.Columns, column)
	}
	for p, i := range r.order[1:] {
		of.Pairs = append(of.Pairs, [2]int{r.order[p], i})
	}
	r.spread, err = ranking.NewSpread(of)
	return r, err
}

// ranks draws so many weightings more, from the first one on if there are weights, and
// answers with the rows that are wanted.
func (b *Board) ranks(req *ViewRequest) (any, error) {
	if b.spread == nil || len(req.Weights) > 0 {
		r, err := b.rankings(req.Weights, req.Equal, 1)
		if err != nil {
			return nil, err
		}
		r.of = max(boardSamples, min(mostRankSamples, boardWork/len(b.agents)))
		b.spread = r
	}
	r := b.spread
	n := min(*req.Ranks, r.of-r.spread.Drawn())
	if r.spread.Drawn() == 0 {
		n = max(n, 1)
	}
	r.spread.Draw(n)
	found := b.named(r.order, req.Find)
	from := min(req.From, max(0, len(found)-req.Count))
	rows := part(found, from, req.Count)
	d := RankDraws{Answer: r.answer(rows, r.kept(rows, req.Keep), req.Keep), Drawn: r.spread.Drawn(), Of: r.of}
	if r.spread.Exact() {
		d.Of = 0
	}
	d.Far = fmt.Sprintf("%s of %s weightings", words.Grouped(int64(d.Drawn)), words.Grouped(int64(d.Of)))
	return &d, nil
}
