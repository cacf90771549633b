package reward

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// published competitions, as golden data has them.
type liveCompetition struct {
	Active   bool
	Emission float64 `json:"emission_percent"`
	ID       string
	MinScore float64 `json:"min_score"`
	Miners   [][2]float64
}

func (c liveCompetition) request() Competition {
	comp := Competition{ID: c.ID, Alpha: c.Emission, MinScore: &c.MinScore}
	for _, m := range c.Miners {
		comp.Miners = append(comp.Miners, Miner{Miner: strconv.Itoa(int(m[0])), Score: ptr(m[1])})
	}
	return comp
}

func (c liveCompetition) repeats() bool {
	seen := map[float64]bool{}
	for _, m := range c.Miners {
		if seen[m[0]] {
			return true
		}
		seen[m[0]] = true
	}
	return false
}

// Where the published code does what nobody would expect. Expected numbers: its
// functions (e6f673b, calculate_final_weights and apply_decay_to_weights) by hand.
func TestLiveEdges(t *testing.T) {
	miner := func(id string, score float64) Miner { return Miner{Miner: id, Score: &score} }
	tests := []struct {
		name    string
		req     WeightsRequest
		want    string // u16.round by miner
		warning string
	}{
		{"a weight at the cap gets no excess", WeightsRequest{Cap: &Cap{Percent: ptr(30.0)}, Competitions: []Competition{
			{ID: "a", Alpha: 70, Miners: []Miner{miner("1", 1)}}, {ID: "b", Alpha: 30, Miners: []Miner{miner("2", 1)}},
		}}, "1 32768, 2 32768", ""},
		{"three at the cap", WeightsRequest{Cap: &Cap{Percent: ptr(20.0)}, Competitions: []Competition{
			{ID: "a", Alpha: 100, Miners: []Miner{miner("1", 0.6), miner("2", 0.2), miner("3", 0.2)}},
		}}, "1 21845, 2 21845, 3 21845", ""},
		{"one below the cap gets all excess", WeightsRequest{Cap: &Cap{Percent: ptr(30.0)}, Competitions: []Competition{
			{ID: "a", Alpha: 60, Miners: []Miner{miner("1", 1)}}, {ID: "b", Alpha: 30, Miners: []Miner{miner("2", 1)}}, {ID: "c", Alpha: 10, Miners: []Miner{miner("3", 1)}},
		}}, "1 19661, 2 19661, 3 26214", ""},
		{"a competition of 0 % pays 1", WeightsRequest{Competitions: []Competition{
			{ID: "a", Alpha: 100, Miners: []Miner{miner("1", 1)}}, {ID: "b", Alpha: 0, Miners: []Miner{miner("2", 0.9), miner("3", 0)}},
		}}, "1 65535, 2 1, 3 1", "zero-alpha /competitions/1/alpha: 0: the published code gives each of its miners at least 1 of 65535, without that 2 miners have 0"},
		{"a competition of 0 % pays nothing if no other pays", WeightsRequest{Competitions: []Competition{
			{ID: "a", Alpha: 100}, {ID: "b", Alpha: 0, Miners: []Miner{miner("2", 0.9), miner("3", 0)}},
		}}, "2 0, 3 0", ""},
		{"only winners of a competition of 0 %", WeightsRequest{Strategy: winnerTakesAll, Competitions: []Competition{
			{ID: "a", Alpha: 100, Miners: []Miner{miner("1", 1)}}, {ID: "b", Alpha: 0, Miners: []Miner{miner("2", 0.9), miner("3", 0)}},
		}}, "1 65535, 2 1, 3 0", "zero-alpha /competitions/1/alpha: 0: the published code gives each of its miners at least 1 of 65535, without that 1 miner has 0"},
		{"a burn of everything wraps", WeightsRequest{Burn: &Burn{Percent: 100}, Competitions: []Competition{
			{ID: "a", Alpha: 100, Miners: []Miner{miner("1", 1), miner("2", 1)}},
		}}, "1 0, 2 0, 0 0", "u16-overflow /burn: the burn address would have 65536, which the published code stores in 16 bits, as 0; without that 65535"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Rulebook = published
			res := weightsOf(t, tt.req)
			var got []string
			for _, m := range res.Miners {
				got = append(got, m.Miner+" "+strconv.FormatInt(m.U16.Round, 10))
			}
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("%s, want %s", text, tt.want)
			}
			found := tt.warning == ""
			for _, w := range res.Warnings {
				found = found || w.Code+" "+w.Field+": "+w.Message == tt.warning
			}
			if !found {
				t.Errorf("warnings %v, want %q", res.Warnings, tt.warning)
			}
		})
	}
}

// The published code adds in the order of a hash map. Ours is its answer for
// ascending UIDs: shares of 1/2, 1/3 and 1/6 under a cap of 50 % give 32768 or
// 32767, as the last bit of their sum has it.
func TestSumsInAscendingOrder(t *testing.T) {
	for _, tt := range []struct {
		uids [3]string // of the best, the second and the third
		want int64     // of the best
	}{{[3]string{"1", "2", "3"}, 32768}, {[3]string{"2", "3", "1"}, 32768}, {[3]string{"3", "2", "1"}, 32767}, {[3]string{"10", "9", "2"}, 32767}} {
		var miners []Miner
		for i, uid := range tt.uids {
			miners = append(miners, Miner{Miner: uid, Score: ptr(0.9 - 0.3*float64(i))})
		}
		res := weightsOf(t, WeightsRequest{Rulebook: published, Strategy: rankedStrategy, Cap: &Cap{}, Competitions: []Competition{{ID: "c", Alpha: 100, Miners: miners}}})
		if got := res.Miners[0].U16.Round; got != tt.want {
			t.Errorf("UIDs %v: %d, want %d", tt.uids, got, tt.want)
		}
	}
}

// The published code's strategies, one competition at a time.
func TestStrategies(t *testing.T) {
	type vector struct {
		Label string
		Tie   bool `json:"rounding_tie"`
		In    struct {
			liveCompetition
			TopN        *int `json:"top_n"`
			Temperature *int `json:"temperature_x100"`
		}
		Out struct {
			Raw  [][2]int64
			Part [][2]float64 `json:"emission_weighted"`
			U16  [][2]int64   `json:"raw_u16"`
		}
	}
	for _, name := range []string{"linear", "wta", "quadratic", "ranked", "softmax"} {
		for _, c := range load[vector](t, "strategy_"+name) {
			t.Run(name+"/"+c.Label, func(t *testing.T) {
				comp := c.In.request()
				if c.In.repeats() {
					_, err := Weights(WeightsRequest{Rulebook: published, Competitions: []Competition{{ID: "c", Alpha: 100, Miners: comp.Miners}}})
					if refusal := new(op.Error); !errors.As(err, &refusal) || refusal.Field != "/competitions/0/miners/1/miner" {
						t.Errorf("error %v, want a refusal of the second entry", err)
					}
					return
				}
				s := strategyOf(rulesOf(t, published))
				s.rules.Strategy = strategyNames[name]
				input.Override(&s.rules.TopN, c.In.TopN)
				if c.In.Temperature != nil {
					s.rules.Temperature = max(0.01, float64(*c.In.Temperature)/100)
				}
				entries := liveEntries(comp.Miners, *comp.MinScore)
				parts, total := s.divide(entries)
				got := map[int64]int64{}
				if total.Sign() > 0 {
					for i, e := range entries {
						uid, _ := strconv.ParseInt(e.id, 10, 64)
						if w := s.whole(parts[i], total); w > 0 {
							got[uid] = w
						}
					}
				}
				compareU16(t, got, c.Out.U16, c.Tie || name == "softmax")
				for i, w := range c.Out.U16 {
					want, part := c.Out.Part[i][1], number.Float(float64(w[1])).Quo(number.MaxU16).Mul(number.Float(c.In.Emission)).Float()
					if !near(part, want) {
						t.Errorf("UID %d has %v %% of emission, want %v", w[0], part, want)
					}
				}
			})
		}
	}
}

// compareU16 compares weights by UID; where some value is halfway between two
// whole numbers they may differ by 1.
func compareU16(t *testing.T, got map[int64]int64, want [][2]int64, tie bool) {
	t.Helper()
	slack := int64(0)
	if tie {
		slack = 1
	}
	if len(got) != len(want) {
		t.Fatalf("%d weights, want %d", len(got), len(want))
	}
	for _, w := range want {
		if off := got[w[0]] - w[1]; off < -slack || off > slack {
			t.Errorf("UID %d has %d, want %d", w[0], got[w[0]], w[1])
		}
	}
}

// The published code's final weights: competitions, cap, whole numbers.
func TestFinalWeights(t *testing.T) {
	type vector struct {
		Label string
		Tie   bool `json:"rounding_tie"`
		In    struct {
			Cap          float64 `json:"cap_percent"`
			Strategy     string
			TopN         *int `json:"top_n"`
			Temperature  *int `json:"temperature_x100"`
			Competitions []liveCompetition
		}
		Out struct {
			Top float64    `json:"max_share"`
			U16 [][2]int64 `json:"weights_u16"`
		}
	}
	for _, name := range []string{"final_weights_cap", "final_weights_multi"} {
		for _, c := range load[vector](t, name) {
			t.Run(name+"/"+c.Label, func(t *testing.T) {
				req := WeightsRequest{Rulebook: published, Strategy: strategyNames[c.In.Strategy], TopN: c.In.TopN, Cap: &Cap{Percent: &c.In.Cap}}
				if c.In.Temperature != nil {
					req.Temperature = ptr(float64(*c.In.Temperature) / 100)
				}
				for _, comp := range c.In.Competitions {
					if comp.Active {
						req.Competitions = append(req.Competitions, comp.request())
					}
				}
				res := weightsOf(t, req)
				got, total, top := map[int64]int64{}, int64(0), int64(0)
				for _, m := range res.Miners {
					uid, _ := strconv.ParseInt(m.Miner, 10, 64)
					if m.U16.Round > 0 {
						got[uid] = m.U16.Round
					}
					total, top = total+m.U16.Round, max(top, m.U16.Round)
				}
				compareU16(t, got, c.Out.U16, c.Tie)
				if total > 0 && !c.Tie && !near(float64(top)/float64(total), c.Out.Top) {
					t.Errorf("top share %v, want %v", float64(top)/float64(total), c.Out.Top)
				}
			})
		}
	}
}

// The order of the published leaderboard: by score, and equal ones as they
// came, without regard to submission time.
func TestLeaderboardOrder(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Most    int `json:"max_entries"`
			Updates []struct {
				Agent         string
				Passed, Total int
			}
		}
		Out struct{ Order [][2]any }
	}
	for _, c := range load[vector](t, "leaderboard_order") {
		t.Run(c.Label, func(t *testing.T) {
			s := strategyOf(rulesOf(t, published))
			var board []entry
			for _, u := range c.In.Updates {
				board = slices.DeleteFunc(board, func(e entry) bool { return e.id == u.Agent })
				board = append(board, entry{id: u.Agent, score: number.Float(float64(u.Passed)).Quo(number.Integer(int64(u.Total)))})
				var sorted []entry
				for _, i := range s.order(board, indexes(len(board))) {
					sorted = append(sorted, board[i])
				}
				board = sorted[:min(len(sorted), c.In.Most)]
			}
			if len(board) != len(c.Out.Order) {
				t.Fatalf("%d entries, want %d", len(board), len(c.Out.Order))
			}
			for i, want := range c.Out.Order {
				if board[i].id != want[0] || !near(board[i].score.Float(), want[1].(float64)) {
					t.Errorf("place %d: %s %v, want %v", i+1, board[i].id, board[i].score, want)
				}
			}
		})
	}
}

func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
