package metrics

// benchmarkAgents is the least number of agents for best of k and pass^k in the deployed
// Clawdiators code.
const benchmarkAgents = 3

// Benchmark is a challenge seen as a benchmark of agents.
type Benchmark struct {
	Agents  int      `json:"agents" doc:"Agents with a completed match."`
	PassAt1 *float64 `json:"pass_at_1,omitempty" doc:"Share of completed first attempts that were won; absent when there is none."`
	AtK     []AtK    `json:"at_k" doc:"Best of k and pass^k, for every k asked for."`
}

// AtK holds the measures of k attempts of an agent: its best result, and its reliability.
type AtK struct {
	K            int      `json:"k" doc:"Attempts that count: those numbered 1 to k."`
	BestOf       *float64 `json:"best_of,omitempty" doc:"Mean over agents of their best score in the first k attempts; absent for fewer than 3 agents."`
	BestOfAgents int      `json:"best_of_agents" doc:"Agents in it: all with a completed match among those attempts, not only those who reached attempt k."`
	PassK        *float64 `json:"pass_k,omitempty" doc:"pass^k: share of agents that won all of their first k attempts; absent for fewer than 3 agents."`
	PassKAgents  int      `json:"pass_k_agents" doc:"Agents in it: those who completed all of their first k attempts."`
}

// benchmark compares agents by their completed matches.
func (c *challenge) benchmark(ks []int) Benchmark {
	var b Benchmark
	firsts, passed := 0, 0
	for _, list := range c.agents {
		if len(list) == 0 {
			continue
		}
		b.Agents++
		if c.all[list[0]].Attempt == 1 {
			firsts++
			if c.won[list[0]] {
				passed++
			}
		}
	}
	if firsts > 0 {
		share := c.rate(passed, firsts)
		b.PassAt1 = &share
	}
	for _, k := range ks {
		b.AtK = append(b.AtK, c.atK(k))
	}
	return b
}

func (c *challenge) atK(k int) AtK {
	at := AtK{K: k}
	var bests []float64
	reliable := 0
	for _, list := range c.agents {
		n, best, all := 0, 0.0, true
		for ; n < len(list) && c.all[list[n]].Attempt <= k; n++ {
			best = max(best, *c.all[list[n]].Score)
			all = all && c.won[list[n]]
		}
		if n > 0 {
			bests = append(bests, best)
		}
		if n < k {
			continue
		}
		at.PassKAgents++
		if all {
			reliable++
		}
	}
	if at.BestOfAgents = len(bests); at.BestOfAgents >= benchmarkAgents {
		mean := c.mean(bests, 1)
		at.BestOf = &mean
	}
	if at.PassKAgents >= benchmarkAgents {
		share := c.rate(reliable, at.PassKAgents)
		at.PassK = &share
	}
	return at
}
