package reward

import (
	"strconv"
	"strings"
	"testing"
)

// A share of less than half of 1/65535 rounds to 0: by hand, 1 task of 200,001 is
// 0.0004999975 percent, and 1 of 131,069 tasks is just enough for 1.
func TestPaidAndNotStored(t *testing.T) {
	score := func(passed int) Miner {
		return Miner{Miner: strconv.Itoa(passed), Passed: &passed, Total: ptr(1_000_000)}
	}
	for _, c := range []struct {
		name    string
		best    int
		others  int // with one task each
		burn    float64
		warning string
	}{
		{"rounds to 0", 200_000, 1, 0, "paid, but 0 of 65535 once rounded: o0 (0.0005 %)"},
		{"rounds to 1", 131_068, 1, 0, ""},
		{"what is burned is not paid", 200_000, 1, 100, ""},
		{"many", 500_000, 12, 0, "o8 (0.0002 %), o9 (0.0002 %) and 2 more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := WeightsRequest{Rulebook: document, Competitions: []Competition{{ID: "c", Alpha: 100, Miners: []Miner{score(c.best)}}}}
			for i := range c.others {
				m := score(1)
				m.Miner = "o" + strconv.Itoa(i)
				req.Competitions[0].Miners = append(req.Competitions[0].Miners, m)
			}
			if c.burn > 0 {
				req.Burn = &Burn{Percent: c.burn}
			}
			found := ""
			for _, w := range weightsOf(t, req).Warnings {
				if w.Code == "rounds-to-zero" {
					found = w.Message
				}
			}
			if !strings.HasSuffix(found, c.warning) || (found == "") != (c.warning == "") {
				t.Errorf("%q, want %q", found, c.warning)
			}
		})
	}
}

// The row is accepted if it has as many weights above 0 as the chain asks for; the burn
// address is one of them.
func TestRowAccepted(t *testing.T) {
	miners := []Miner{{Miner: "1", Score: ptr(0.8)}, {Miner: "2", Score: ptr(0.2)}, {Miner: "3", Score: ptr(0.0)}}
	for _, c := range []struct {
		least    int
		burn     *Burn
		accepted bool
	}{{0, nil, true}, {2, nil, true}, {3, nil, false}, {3, &Burn{Percent: 20}, true}, {2, &Burn{Percent: 100}, false}} {
		res := weightsOf(t, WeightsRequest{Rulebook: document, MinAllowedWeights: &c.least, Burn: c.burn, Competitions: []Competition{{ID: "c", Alpha: 100, Miners: miners}}})
		warned := false
		for _, w := range res.Warnings {
			warned = warned || w.Code == "row-refused"
		}
		if res.Accepted == nil || *res.Accepted != c.accepted || warned == c.accepted {
			t.Errorf("at least %d, burn %v: %v, %v", c.least, c.burn, res.Accepted, res.Warnings)
		}
	}
}
