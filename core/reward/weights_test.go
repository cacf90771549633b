package reward

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// strategyNames are the operation's names for those in golden data.
var strategyNames = map[string]string{
	"linear": linear, "wta": winnerTakesAll, "quadratic": quadratic, "ranked": rankedStrategy, "softmax": softmaxStrategy,
}

// minersOf are miners m0, m1, … with fractions as scores.
func minersOf(t *testing.T, scores []string) []Miner {
	t.Helper()
	miners := make([]Miner, len(scores))
	for i, s := range scores {
		miners[i].Miner = "m" + strconv.Itoa(i)
		miners[i].Passed, miners[i].Total = passes(t, s)
	}
	return miners
}

func shares(res WeightsResponse) (all []float64) {
	for _, m := range res.Miners {
		all = append(all, m.Share)
	}
	return all
}

func views(res WeightsResponse, of func(U16) int64) (all []int64) {
	for _, m := range res.Miners {
		all = append(all, of(m.U16))
	}
	return all
}

func rounded(u U16) int64 { return u.Round }

func remainder(u U16) int64 { return u.LargestRemainder }

func nearestsTo(t *testing.T, fractions []string) (all []float64) {
	t.Helper()
	for _, s := range fractions {
		all = append(all, nearestTo(t, s))
	}
	return all
}

func equal[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %v\nwant %v", what, got, want)
	}
}

// The oracle of the documents' strategies.
func TestDocStrategies(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Strategy    string
			TopN        *int `json:"top_n"`
			Scores      []string
			SubmittedAt []int64 `json:"submitted_at"`
		}
		Out struct {
			Shares    []string
			Round     []int64 `json:"u16_round_half_up"`
			Remainder []int64 `json:"u16_largest_remainder"`
		}
	}
	for _, c := range load[vector](t, "doc_strategies") {
		t.Run(c.Label, func(t *testing.T) {
			miners := minersOf(t, c.In.Scores)
			for i := range miners {
				miners[i].SubmittedAt = input.InstantCounter(c.In.SubmittedAt[i])
			}
			res := weightsOf(t, WeightsRequest{
				Rulebook: document, Strategy: strategyNames[c.In.Strategy], TopN: c.In.TopN,
				Competitions: []Competition{{ID: "c", Alpha: 100, Miners: miners}},
			})
			equal(t, "shares", shares(res), nearestsTo(t, c.Out.Shares))
			equal(t, "round", views(res, rounded), c.Out.Round)
			equal(t, "largest remainder", views(res, remainder), c.Out.Remainder)
		})
	}
}

// One reading for all strategies: a score of 0 takes part, and gets what the
// formula gives it. Expected shares by hand.
func TestZeroScores(t *testing.T) {
	for _, tt := range []struct {
		name   string
		req    WeightsRequest
		scores []string
		want   []float64
		warned string
	}{
		{"linear", WeightsRequest{Rulebook: document}, []string{"4/5", "0", "1/5"}, []float64{0.8, 0, 0.2}, ""},
		{"quadratic", WeightsRequest{Rulebook: document, Strategy: quadratic}, []string{"4/5", "0"}, []float64{1, 0}, ""},
		{"ranked", WeightsRequest{Rulebook: document, Strategy: rankedStrategy}, []string{"1/2", "0"}, []float64{2.0 / 3, 1.0 / 3},
			"scores of 0 get 33.33 % of the competition by the formula; with zero_scores nothing the best gets 100 %, not 66.67 %"},
		{"second of two winners", WeightsRequest{Rulebook: document, Strategy: winnerTakesAll, TopN: ptr(2)}, []string{"1/2", "0"}, []float64{0.5, 0.5},
			"scores of 0 get 50 % of the competition by the formula; with zero_scores nothing the best gets 100 %, not 50 %"},
		{"not among the winners", WeightsRequest{Rulebook: document, Strategy: winnerTakesAll, TopN: ptr(2)}, []string{"1/2", "0", "1/4"}, []float64{0.5, 0, 0.5}, ""},
		{"all are 0", WeightsRequest{Rulebook: document, Strategy: winnerTakesAll, TopN: ptr(2)}, []string{"0", "0"}, []float64{0, 0}, ""},
		{"the other reading", WeightsRequest{Rulebook: document, Strategy: winnerTakesAll, TopN: ptr(2), ZeroScores: "nothing"}, []string{"1/2", "0"}, []float64{1, 0}, ""},
		{"the former reading", WeightsRequest{Rulebook: document, Strategy: winnerTakesAll, TopN: ptr(2), ZeroScores: "ranked"}, []string{"1/2", "0"}, []float64{1, 0}, ""},
		{"all are 0 in the published code", WeightsRequest{Rulebook: published, Strategy: winnerTakesAll}, []string{"0", "0"}, []float64{1, 0},
			"scores of 0 get 100 % of the competition by the formula; with zero_scores nothing nobody gets anything"},
		{"the least weight of the published code", WeightsRequest{Rulebook: published}, []string{"1", "0"}, []float64{65535.0 / 65536, 1.0 / 65536},
			"a score of 0 has at least 1 of 65535; with zero_scores nothing it has 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.req.Competitions = []Competition{{ID: "c", Alpha: 100, Miners: minersOf(t, tt.scores)}}
			res := weightsOf(t, tt.req)
			equal(t, "shares", shares(res), tt.want)
			got := ""
			for _, w := range res.Warnings {
				if w.Code == "zero-score-paid" {
					got = w.Message
				}
			}
			if got != tt.warned {
				t.Errorf("warned %q, want %q", got, tt.warned)
			}
		})
	}
}

func TestDocRanking(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Agents []struct {
				ID            string
				Passed, Total int
				SubmittedAt   int64 `json:"submitted_at"`
			}
		}
		Out struct {
			Order    []string
			PassRate []string `json:"pass_rate"`
			Percent  []string `json:"percent_1dp"`
		}
	}
	for _, c := range load[vector](t, "doc_pass_rate_ranking") {
		t.Run(c.Label, func(t *testing.T) {
			var entries []entry
			var all []int
			for i, a := range c.In.Agents {
				score := number.Arithmetic{}.Ratio(int64(a.Passed), int64(a.Total))
				if want := ratOf(t, c.Out.PassRate[i]); score.Float() != nearestTo(t, c.Out.PassRate[i]) || c.Out.Percent[i] != oneDecimal(want) {
					t.Errorf("%s: pass rate %v, want %v (%s %%)", a.ID, score, want, c.Out.Percent[i])
				}
				entries = append(entries, entry{id: a.ID, score: score, at: input.Moment{Known: true, Counter: a.SubmittedAt}})
				all = append(all, i)
			}
			var order []string
			for _, i := range (strategy{byTime: true}).order(entries, all) {
				order = append(order, entries[i].id)
			}
			equal(t, "order", order, c.Out.Order)
		})
	}
}

// oneDecimal is a fraction in percent, rounded half up to one decimal.
func oneDecimal(r *big.Rat) string {
	tenths := new(big.Rat).Mul(r, big.NewRat(1000, 1))
	n := new(big.Int).Div(new(big.Int).Add(new(big.Int).Mul(tenths.Num(), big.NewInt(2)), tenths.Denom()), new(big.Int).Mul(tenths.Denom(), big.NewInt(2)))
	return n.String()[:max(0, len(n.String())-1)] + map[bool]string{true: "0", false: ""}[len(n.String()) == 1] + "." + n.String()[len(n.String())-1:]
}

func TestDocMultiCompetition(t *testing.T) {
	type competition struct {
		ID     string
		Alpha  float64 `json:"alpha_percent"`
		Miners [][2]any
	}
	type vector struct {
		Label string
		In    struct{ Competitions []competition }
		Out   struct {
			Share       map[string]string `json:"emission_share"`
			Unallocated string
			Renorm      map[string]string `json:"renormalised"`
		}
	}
	for _, c := range load[vector](t, "doc_multi_competition") {
		t.Run(c.Label, func(t *testing.T) {
			req := WeightsRequest{Rulebook: document}
			for _, comp := range c.In.Competitions {
				in := Competition{ID: comp.ID, Alpha: comp.Alpha}
				for _, m := range comp.Miners {
					passed, total := passes(t, m[1].(string))
					in.Miners = append(in.Miners, Miner{Miner: "m" + strconv.Itoa(int(m[0].(float64))), Passed: passed, Total: total})
				}
				req.Competitions = append(req.Competitions, in)
			}
			for empty, want := range map[string]map[string]string{"burn": c.Out.Share, "renormalize": c.Out.Renorm} {
				req.Empty = empty
				res := weightsOf(t, req)
				if res.Unallocated != nearestTo(t, c.Out.Unallocated) {
					t.Errorf("unallocated %v, want %s", res.Unallocated, c.Out.Unallocated)
				}
				got := map[string]float64{}
				for _, m := range res.Miners {
					if id := strings.TrimPrefix(m.Miner, "m"); m.Share > 0 && m.Miner != burnAddress {
						got[id] = m.Share
					}
				}
				for id, share := range want {
					if f := nearestTo(t, share); f > 0 && got[id] != f {
						t.Errorf("%s: miner %s has %v, want %s", empty, id, got[id], share)
					}
				}
				if empty == "burn" && len(got) > 0 && !near(res.ActualBurn, 100*res.Unallocated) {
					t.Errorf("burned %v %%, want the unallocated %v", res.ActualBurn, res.Unallocated)
				}
			}
		})
	}
}

func TestDocCap(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Percent string `json:"cap_percent"`
			Scores  []string
		}
		Out struct {
			Truncate struct {
				Shares []string `json:"shares_of_original"`
				Top    string   `json:"after_chain_normalisation_max"`
			} `json:"truncate_only"`
			Once struct {
				Shares []string
				Top    string  `json:"max"`
				Round  []int64 `json:"u16_round_half_up"`
			} `json:"single_pass_redistribute"`
			Iterative struct {
				Feasible  bool
				Shares    []string
				Remainder []int64 `json:"u16_largest_remainder"`
			}
		}
	}
	for _, c := range load[vector](t, "doc_cap") {
		t.Run(c.Label, func(t *testing.T) {
			limited := func(mode string) WeightsResponse {
				return weightsOf(t, WeightsRequest{
					Rulebook:     document,
					Cap:          &Cap{Percent: ptr(nearestTo(t, c.In.Percent)), Mode: mode},
					Competitions: []Competition{{ID: "c", Alpha: 100, Miners: minersOf(t, c.In.Scores)}},
				})
			}
			cut := limited(capTruncate)
			equal(t, "truncate", shares(cut), nearestsTo(t, c.Out.Truncate.Shares))
			if cut.TopShare != nearestTo(t, c.Out.Truncate.Top) {
				t.Errorf("truncate: top share %v, want %s", cut.TopShare, c.Out.Truncate.Top)
			}
			once := limited(capRedistribute)
			equal(t, "redistribute", shares(once), nearestsTo(t, c.Out.Once.Shares))
			equal(t, "redistribute, round", views(once, rounded), c.Out.Once.Round)
			if once.TopShare != nearestTo(t, c.Out.Once.Top) {
				t.Errorf("redistribute: top share %v, want %s", once.TopShare, c.Out.Once.Top)
			}
			full := limited(capIterative)
			if full.Cap.Feasible != c.Out.Iterative.Feasible {
				t.Fatalf("feasible %t, want %t", full.Cap.Feasible, c.Out.Iterative.Feasible)
			}
			if full.Cap.Feasible {
				equal(t, "iterative", shares(full), nearestsTo(t, c.Out.Iterative.Shares))
				equal(t, "iterative, largest remainder", views(full, remainder), c.Out.Iterative.Remainder)
			}
		})
	}
}

func TestDocBurn(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Weights []int64 `json:"weights_u16"`
			Percent string  `json:"burn_percent"`
		}
		Out struct {
			Add struct {
				UID0      int64
				Others    []int64
				Effective string `json:"effective_burn_share"`
			} `json:"add_uid0_only"`
			Scale struct {
				Remainder int64 `json:"uid0_remainder"`
				Others    []int64
				Effective string `json:"effective_burn_share_remainder"`
			} `json:"scale_others"`
			Multiply struct{ Others []int64 } `json:"multiply_only_no_uid0"`
		}
	}
	for _, c := range load[vector](t, "doc_burn") {
		t.Run(c.Label, func(t *testing.T) {
			check := func(mode string, others []int64, uid0 int64, effective string) {
				t.Helper()
				rest, burned := burnU16(c.In.Weights, number.Arithmetic{}.Decimal(nearestTo(t, c.In.Percent)).Quo(number.Hundred), mode)
				equal(t, mode, rest, others)
				if burned != uid0 {
					t.Errorf("%s: UID 0 gets %d, want %d", mode, burned, uid0)
				}
				total := burned
				for _, w := range rest {
					total += w
				}
				if effective != "" && big.NewRat(burned, total).Cmp(ratOf(t, effective)) != 0 {
					t.Errorf("%s: really %d/%d, want %s", mode, burned, total, effective)
				}
			}
			check(burnAdd, c.Out.Add.Others, c.Out.Add.UID0, c.Out.Add.Effective)
			check(burnScale, c.Out.Scale.Others, c.Out.Scale.Remainder, c.Out.Scale.Effective)
			check(burnMultiply, c.Out.Multiply.Others, 0, "")
		})
	}
}

func TestBurnApply(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Percent float64 `json:"burn_percent"`
			Weights [][2]int64
		}
		Out struct {
			Added   int64 `json:"burn_weight_added"`
			Weights [][2]int64
		}
	}
	for _, c := range load[vector](t, "burn_apply") {
		t.Run(c.Label, func(t *testing.T) {
			var weights []int64
			want := map[int64]int64{}
			for _, w := range c.In.Weights {
				weights = append(weights, w[1])
			}
			for _, w := range c.Out.Weights {
				want[w[0]] = w[1]
			}
			rest, burned := burnU16(weights, number.Float(c.In.Percent).Quo(number.Hundred), burnScale)
			if burned != c.Out.Added {
				t.Errorf("burned %d, want %d", burned, c.Out.Added)
			}
			for i, w := range c.In.Weights {
				got := rest[i]
				if w[0] == 0 {
					got += burned
				}
				if got != want[w[0]] {
					t.Errorf("UID %d has %d, want %d", w[0], got, want[w[0]])
				}
			}
		})
	}
}
