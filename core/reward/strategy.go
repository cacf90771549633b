package reward

import (
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Strategies (Scoring System, Weight Strategies; softmax is that of the published
// code and of Platform docs).
const (
	linear          = "linear"
	winnerTakesAll  = "winner-takes-all"
	quadratic       = "quadratic"
	rankedStrategy  = "ranked"
	softmaxStrategy = "softmax"
)

// entry is one miner in one competition.
type entry struct {
	miner int // index into the field
	id    string
	score number.Number
	at    input.Moment
}

// strategy divides a competition.
type strategy struct {
	number.Arithmetic
	rules  rulebook.RewardWeights // strategy, top_n, temperature and zero scores, as the request has them
	byTime bool                   // whether the earlier of two equal scores ranks first
}

// divide returns one part per entry and their total; a share is part/total.
// The total is not positive when nobody is paid.
func (s strategy) divide(entries []entry) (parts []number.Number, total number.Number) {
	parts = make([]number.Number, len(entries))
	taking := s.taking(entries)
	if len(taking) == 0 {
		return parts, number.Zero
	}
	switch s.rules.Strategy {
	case winnerTakesAll:
		return parts, s.winners(entries, taking, parts)
	case rankedStrategy:
		return parts, s.ranked(entries, taking, parts)
	case softmaxStrategy:
		return parts, s.softmax(entries, taking, parts)
	case quadratic:
		return parts, s.powers(entries, taking, parts, func(x number.Number) number.Number { return x.Mul(x) })
	default:
		return parts, s.powers(entries, taking, parts, func(x number.Number) number.Number { return x })
	}
}

// zeroTakesPart reports whether a score of 0 takes part beside others.
func (s strategy) zeroTakesPart() bool {
	switch s.rules.ZeroScores {
	case rulebook.ZeroPaid, rulebook.ZeroFormula:
		return true
	case rulebook.ZeroRanked:
		return s.rules.Strategy == rankedStrategy
	}
	return false
}

// taking returns the entries that take part. If all scores are 0 nobody does,
// unless zero scores are paid.
func (s strategy) taking(entries []entry) []int {
	keepsPlace := s.zeroTakesPart()
	scored := s.rules.ZeroScores == rulebook.ZeroPaid
	var taking []int
	for i := range entries {
		positive := entries[i].score.Sign() > 0
		scored = scored || positive
		if keepsPlace || positive {
			taking = append(taking, i)
		}
	}
	if !scored {
		return nil
	}
	return taking
}

// powers is linear, w_m = s_m / Σ s_j, and quadratic, w_m = s_m² / Σ s_j²
// (Weight Strategies 1 and 3).
func (s strategy) powers(entries []entry, taking []int, parts []number.Number,
	power func(number.Number) number.Number) (total number.Number) {
	for _, i := range taking {
		parts[i] = power(entries[i].score)
		total = total.Add(parts[i])
	}
	return total
}

// winners is w_m = 1/N for the top N, N at most those who take part (Weight
// Strategies 2).
func (s strategy) winners(entries []entry, taking []int, parts []number.Number) (total number.Number) {
	n := min(s.rules.TopN, len(taking))
	for _, i := range s.order(entries, taking)[:n] {
		parts[i] = number.One
	}
	return number.Integer(int64(n))
}

// ranked is w_m = (N − rank_m + 1) / (N(N+1)/2) (Weight Strategies 4).
func (s strategy) ranked(entries []entry, taking []int, parts []number.Number) (total number.Number) {
	n := int64(len(taking))
	for rank, i := range s.order(entries, taking) {
		parts[i] = number.Integer(n - int64(rank))
	}
	return number.Integer(n * (n + 1) / 2)
}

// softmax is w_m = e^((s_m − max)/number) / Σ e^((s_j − max)/number). Of the documents,
// only Platform docs have it; e is not rational, so the powers are float64 in both
// arithmetics.
func (s strategy) softmax(entries []entry, taking []int, parts []number.Number) (total number.Number) {
	scores := make([]number.Number, len(taking))
	for n, i := range taking {
		scores[n] = entries[i].score
	}
	top, temperature := number.Largest(scores), s.Decimal(s.rules.Temperature)
	for n, i := range taking {
		exponent := scores[n].Sub(top).Quo(temperature)
		parts[i] = s.Decimal(fmath.Exp(exponent.Float()))
		total = total.Add(parts[i])
	}
	return total
}

// order returns the entries best first: by score, then by earlier submission (Scoring
// System, "Ranking"), then by id; or, where submission time does not count, in
// the order given.
func (s strategy) order(entries []entry, taking []int) []int {
	order := input.Sorted(len(taking), func(i, j int) int {
		a, b := &entries[taking[i]], &entries[taking[j]]
		if c := b.score.Cmp(a.score); c != 0 || !s.byTime {
			return c
		}
		if c := a.at.Compare(b.at); c != 0 {
			return c
		}
		return input.CompareIDs(a.id, b.id)
	})
	for n, i := range order {
		order[n] = taking[i]
	}
	return order
}
