package rewards

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ShareRequest is a list of miners, of whom you are one, and how emission is divided among them.
type ShareRequest struct {
	Rulebook    rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook with reward rules, or a whole rulebook."`
	Strategy    string       `json:"strategy,omitempty" op:"enum=linear|winner-takes-all|quadratic|ranked|softmax" doc:"How a competition is divided; the rulebook's by default."`
	TopN        *int         `json:"top_n,omitempty" op:"min=1 max=100000" doc:"Winners under winner-takes-all; the rulebook's by default."`
	Temperature *float64     `json:"temperature,omitempty" op:"min=0.01 max=1000" doc:"Temperature of softmax; the rulebook's by default."`
	Cap         *reward.Cap  `json:"cap,omitempty" doc:"Maximum share of all weight for one miner; without it there is no cap."`
	Burn        *reward.Burn `json:"burn,omitempty" doc:"What decay burns; without it nothing is burned."`
	Text        string       `json:"text" op:"maxlen=200000" doc:"The miners, one a line: a name, and tasks passed or a score from 0 to 1. A line # B 20 begins a competition that pays 20 % of all emission. You are the line you, or else the median of the first competition."`
	Mine        *float64     `json:"mine,omitempty" op:"min=0 max=1000000" doc:"Your tasks, or hundredths of a score, instead of those of your line."`
	Scale       *float64     `json:"scale,omitempty" op:"min=0.000001 max=2" doc:"Top of the picture as a share; by default it follows from the shares."`
	List        bool         `json:"list,omitempty" doc:"Whether the answer has a row for every miner, and yours by each mode of the cap and of the burn, and by both rulebooks."`
}

// ShareResponse is your share, beside those of all others and by all strategies.
type ShareResponse struct {
	Key        string         `json:"key" doc:"The words of the sentence that matter most."`
	Brief      string         `json:"brief" doc:"Your share."`
	Sentence   string         `json:"sentence" doc:"Your share and your place."`
	Answer     string         `json:"answer" doc:"Your share."`
	Number     string         `json:"number" doc:"Your share in percent, without its sign."`
	Place      string         `json:"place" doc:"Your place among all miners."`
	Short      string         `json:"short" doc:"The same in fewer words."`
	After      string         `json:"after" doc:"What the share is after."`
	Stored     string         `json:"stored" doc:"What the chain stores of your share."`
	Miners     string         `json:"miners" doc:"How many miners there are."`
	Contests   string         `json:"contests" doc:"How many competitions, or their parts."`
	Mine       ShareMine      `json:"mine" doc:"Your score."`
	Cap        ShareHint      `json:"cap" doc:"What the cap does."`
	Burn       ShareHint      `json:"burn" doc:"What is really burned."`
	Strategies []ShareRow     `json:"strategies" doc:"What each strategy pays you."`
	Lost       bool           `json:"lost" doc:"Whether a strategy leaves a miner with a share nothing on the chain."`
	Plot       SharePlot      `json:"plot" doc:"Shares by rank, as a picture in numbers."`
	Split      Said           `json:"split" doc:"Whether it pays to enter twice."`
	Equal      Said           `json:"equal" doc:"How concentrated the shares are."`
	Squares    ShareSquares   `json:"squares" doc:"The same as squares, one for each miner."`
	Chain      Said           `json:"chain" doc:"What the chain's whole numbers lose."`
	Fall       Said           `json:"fall" doc:"Your share after the whole decay."`
	Stream     ShareStream    `json:"stream" doc:"What is burned over the epochs without a gain."`
	Caps       []ShareWay     `json:"caps" doc:"The largest share before the burn, and yours, by each cap mode; empty unless the list is asked for."`
	CapsSay    string         `json:"caps_say" doc:"What the cap as written leaves to the largest."`
	Burns      []ShareWay     `json:"burns" doc:"What is really burned, and your share, by each burn mode; empty without the list."`
	Rules      []ShareWay     `json:"rules" doc:"The largest share, and yours, by the documents and by the published code; empty without the list."`
	RulesSay   string         `json:"rules_say" doc:"Your share by both."`
	Rows       []ShareMiner   `json:"rows" doc:"All miners, best first; empty unless they are asked for."`
	Notes      []explain.Note `json:"notes" doc:"What was adjusted or is worth knowing."`
}

// Said is a sentence and its words that matter.
type Said struct {
	Text string `json:"text" doc:"The sentence."`
	Key  string `json:"key" doc:"The words of it that matter most."`
}

// ShareMine is your score as an input.
type ShareMine struct {
	Name  string  `json:"name" doc:"Your tasks, or Your score."`
	Value string  `json:"value" doc:"Their number."`
	Of    string  `json:"of" doc:"All of them: / 91."`
	Most  float64 `json:"most" doc:"All of them."`
	Gain  string  `json:"gain" doc:"What one more adds to your share, in points."`
	Key   string  `json:"key" doc:"That number."`
	Left  string  `json:"left" doc:"How many are left."`
	Step  string  `json:"step" doc:"One more task, or One more point."`
}

// ShareHint says what an input does.
type ShareHint struct {
	Text string `json:"text" doc:"What it does."`
	Key  string `json:"key" doc:"The words of it that matter; empty if none do."`
}

// ShareRow is a strategy: what it pays you, and how.
type ShareRow struct {
	ID     string  `json:"id" doc:"The strategy."`
	Name   string  `json:"name" doc:"Its name."`
	Chosen bool    `json:"chosen" doc:"Whether it is that of the request."`
	You    string  `json:"you" doc:"Your share."`
	Next   string  `json:"next" doc:"What one more task adds, in points."`
	Twice  string  `json:"twice" doc:"What entering twice adds to your share."`
	Equal  string  `json:"equal" doc:"As concentrated as so many equal miners."`
	Zero   string  `json:"zero" doc:"What scores of 0 have together."`
	Lost   string  `json:"lost" doc:"How many miners have a share and nothing on the chain."`
	Path   string  `json:"path" doc:"SVG path of the shares by rank; empty for the chosen strategy, which has its own."`
	Label  float64 `json:"label" doc:"Where its name has room at the start of its line, in percent from the top."`
	Top    string  `json:"top" doc:"The largest share."`
	Beyond string  `json:"beyond" doc:"An arrow if that is above the picture; otherwise empty."`
}

// ShareWay is a mode of the cap or of the burn.
type ShareWay struct {
	Name string `json:"name" doc:"The mode."`
	All  string `json:"all" doc:"The largest share, or what is really burned."`
	You  string `json:"you" doc:"Your share."`
}

// ShareMiner is a miner.
type ShareMiner struct {
	Place  string   `json:"place" doc:"Its place."`
	Name   string   `json:"name" doc:"Its name."`
	Solved string   `json:"solved" doc:"Its best score, in tasks or points."`
	Share  string   `json:"share" doc:"Its share."`
	Stored string   `json:"stored" doc:"What the chain stores."`
	By     []string `json:"by" doc:"Its share by each strategy."`
}

// strategyNames are those of all strategies, in the order of reward.Strategies.
var strategyNames = map[string]string{"linear": "Linear", "quadratic": "Quadratic", "softmax": "Softmax", "ranked": "Ranked"}

// sharing is a list of miners whose emission is divided.
type sharing struct {
	*listed
	req    *ShareRequest
	d      *reward.Division
	you    int
	scores []float64
	chosen int // the strategy, among all
	out    []reward.Outcome
	pay    []reward.MarginalPay
	best   [][]float64 // shares by each strategy, best first
	order  []int       // the miners by their shares, best first, you last among equals
	rank   int
}

// Share explains your share of the emission.
func Share(req ShareRequest) (ShareResponse, error) {
	s, err := share(&req)
	if err != nil {
		return ShareResponse{}, err
	}
	now, pay := s.out[s.chosen], s.pay[s.chosen]
	text := percentOf(pay.Share)
	res := ShareResponse{
		Key: text, Brief: text, Answer: text, Number: numberOf(pay.Share),
		Place: words.Ordinal(s.rank) + " of " + s.miners(), Short: words.Ordinal(s.rank) + " of " + words.Grouped(int64(s.count)),
		After: "after cap, burn and chain", Stored: words.Grouped(pay.Stored), Miners: s.miners(), Contests: s.contests(),
		Mine: s.mineHints(), Cap: s.capHint(now), Burn: s.burnHint(now), Strategies: s.rows(), Lost: s.loses(), Split: s.split(), Equal: s.equal(),
		Squares: s.squares(), Chain: s.chain(), Notes: s.notes(),
	}
	if s.d.Float64() {
		res.After = "by the published code"
	}
	res.Sentence = "You get " + text + ", " + res.Place + "."
	res.Plot = s.plot(res.Strategies)
	res.Fall, res.Stream = s.stream()
	res.Caps, res.Burns, res.Rules, res.Rows = []ShareWay{}, []ShareWay{}, []ShareWay{}, []ShareMiner{}
	if req.List {
		s.ways(&res)
		err = s.byRules(&res)
		res.Rows = s.list()
	}
	return res, err
}

// notes are the warnings, but for what only other strategies of the table use.
func (s *sharing) notes() []explain.Note {
	return explain.Notes(slices.DeleteFunc(s.d.Warnings(), func(w op.Warning) bool { return w.Code == "ignored" }))
}

// share reads and solves a request.
func share(req *ShareRequest) (*sharing, error) {
	l, err := readMiners(req.Text)
	if err != nil {
		return nil, err
	}
	if req.Mine != nil {
		if *req.Mine > l.of {
			return nil, op.Refuse("/mine", "%s: want at most %s", op.Show(*req.Mine), op.Show(l.of))
		}
		if !l.points && *req.Mine != math.Floor(*req.Mine) {
			return nil, op.Refuse("/mine", "%s: want whole tasks", op.Show(*req.Mine))
		}
		l.become(*req.Mine)
	}
	s := &sharing{listed: l, req: req}
	if s.d, err = reward.Divide(s.division()); err != nil {
		return nil, err
	}
	s.you, s.scores = s.d.Miner(l.you), s.d.Scores()
	score := rateOf(l.mine()).Float()
	if !l.points {
		score = l.mine() / l.of
	}
	for i, strategy := range reward.Strategies {
		if strategy == s.d.Strategy() {
			s.chosen = i
		}
		out := s.d.Solve(reward.Variant{Strategy: strategy})
		s.out = append(s.out, out)
		s.pay = append(s.pay, s.d.Pay(out, strategy, s.you, score+l.step()))
	}
	s.sort()
	return s, nil
}

// division is the request without its list.
func (s *sharing) division() reward.WeightsRequest {
	return reward.WeightsRequest{Rulebook: s.req.Rulebook, Strategy: s.req.Strategy, TopN: s.req.TopN,
		Temperature: s.req.Temperature, Cap: s.req.Cap, Burn: s.req.Burn, Competitions: s.competitions}
}

// sort orders the miners by their shares, then by their scores; you come last among equals.
func (s *sharing) sort() {
	final := s.out[s.chosen].Final
	for i := range s.d.IDs {
		if i != s.d.Sink || s.scores[i] > 0 || s.d.IDs[i] == s.listed.you {
			s.order = append(s.order, i)
		}
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		if c := cmp.Compare(final[b], final[a]); c != 0 && !same(final[a], final[b]) {
			return c
		}
		if c := cmp.Compare(s.scores[b], s.scores[a]); c != 0 {
			return c
		}
		switch s.you {
		case a:
			return 1
		case b:
			return -1
		}
		return input.CompareIDs(s.d.IDs[a], s.d.IDs[b])
	})
	s.rank = slices.Index(s.order, s.you) + 1
}

// same reports whether two shares differ by no more than sums of float64 may.
func same(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// numberOf shows a share in percent: three digits that count.
func numberOf(share float64) string {
	percent := 100 * share
	switch {
	case share == 0:
		return "0"
	case percent >= 0.9995:
		return words.Fixed(percent, words.Apart(percent, 100, 2))
	case percent >= 0.00995:
		return words.Fixed(percent, 3)
	}
	return words.Fixed(percent, words.Apart(percent, 100, 4))
}

func percentOf(share float64) string { return numberOf(share) + " %" }

// pointsOf shows a change of a share in points of a percent.
func pointsOf(change float64) string {
	points := 100 * change
	switch {
	case same(change, 0):
		return "0"
	case math.Abs(points) >= 1:
		return signed(points, 2)
	}
	return signed(points, 4)
}

// signed is a change with its sign and decimals.
func signed(x float64, decimals int) string {
	text := words.Fixed(x, decimals)
	if x > 0 {
		return "+" + text
	}
	return text
}

func (s *sharing) miners() string { return words.Counted(s.count, "miner", "miners") }

// contests are the parts of competitions, or their number.
func (s *sharing) contests() string {
	if len(s.competitions) == 1 {
		return "1"
	}
	var parts []string
	for _, c := range s.competitions {
		parts = append(parts, words.Called(c.ID)+" "+words.Short(c.Alpha)+" %")
	}
	return strings.Join(parts, " · ")
}

// name is a strategy for readers.
func (s *sharing) name(strategy string) string {
	if strategy != "winner-takes-all" {
		return strategyNames[strategy]
	}
	if s.d.Winners() == 1 {
		return "Winner takes all"
	}
	return "Top " + words.Grouped(int64(s.d.Winners()))
}

// mineHints are what your score means.
func (s *sharing) mineHints() ShareMine {
	left := s.of - s.listed.mine()
	m := ShareMine{Name: "Your tasks", Value: op.Show(s.listed.mine()), Of: "/ " + op.Show(s.of), Most: s.of,
		Left: words.Within(left, 2) + " left", Step: "One more task"}
	if s.points {
		m.Name, m.Step = "Your score", "One more point"
	}
	if m.Gain, m.Key = s.next(""); s.pay[s.chosen].Next == nil {
		m.Gain, m.Key = "no more to solve", ""
	}
	return m
}

// next is what one more task adds to your share, with a unit.
func (s *sharing) next(unit string) (text, key string) {
	p := s.pay[s.chosen]
	if p.Next == nil {
		return "all " + s.unit() + "s solved", ""
	}
	if key = pointsOf(*p.Next - p.Share); key == "0" {
		return "one more " + s.unit() + " adds nothing", "nothing"
	}
	return "one more " + s.unit() + " " + key + unit, key
}
