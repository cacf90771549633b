package ranking

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
)

// Acceptance is how one submission fares under all weightings.
type Acceptance struct {
	ID            string    `json:"id" doc:"Id of the submission."`
	First         float64   `json:"first" doc:"Share of the weightings under which it ranks first, alone or with others."`
	Central       Weights   `json:"central,omitempty" doc:"Mean of these weightings, by dimension: the centre of where it ranks first. Absent if it never did."`
	StandardError float64   `json:"standard_error" doc:"Standard error of first, √(p(1−p)/samples)."`
	ByRank        []float64 `json:"by_rank" doc:"Share of the weightings under which it has rank 1, 2 and so on: 10 ranks, or top if that is more, or as many as there are submissions if that is fewer."`
	Lower         float64   `json:"lower" doc:"Share of the weightings under which it ranks below those: by_rank and lower sum to 1."`
	MeanRank      float64   `json:"mean_rank" doc:"Mean of its rank."`
	MeanRankError float64   `json:"mean_rank_error" doc:"Standard error of mean_rank."`
}

// Weights are weights by dimension, as fractions.
type Weights map[string]float64

const (
	someRanks = 10   // in by_rank at least, if there are as many
	someRows  = 1000 // listed whatever their ranks
)

// Samples times submissions, what sampling costs: about 15 ns each.
const (
	usualWork = 2_500_000   // by default, but at least 100 samples: 10,000 of 250 submissions
	mostWork  = 500_000_000 // that may be asked for
)

// samplesFor returns the number of weightings to try.
func samplesFor(asked, rows int) (int, error) {
	if asked == 0 {
		return max(100, min(10_000, usualWork/rows)), nil
	}
	if most := mostWork / rows; asked > most {
		return 0, op.Refuse("/samples", "%d for %d submissions: want at most %d", asked, rows, most)
	}
	return asked, nil
}

// binomialError returns the standard error of a share p of n independent samples.
func binomialError(p float64, n int) float64 {
	return math.Sqrt(float64(p*(1-p)) / float64(n))
}

// contest returns the weighed columns of the table.
func (t *table) contest() *live.Contest {
	columns := make([][]float64, t.weighed)
	for k := range columns {
		columns[k] = make([]float64, len(t.ids))
		for i := range t.ids {
			columns[k][i] = t.row(i)[k]
		}
	}
	return live.NewContest(columns, t.at)
}

// tally counts ranks by row.
type tally struct {
	ranks   int         // counted one by one
	places  [][]int32   // by row, from rank 1; nil until it has one of them
	moments []moments   // by row
	first   [][]float64 // by row: the sums of the weights under which it was first; nil until it was
	weights []float64   // of the contest, which may not sum to 1
	total   float64
}

// moments are sums of ranks and of their squares.
type moments struct{ rank, square int64 }

func newTally(rows, ranks int) *tally {
	return &tally{ranks: ranks, places: make([][]int32, rows), moments: make([]moments, rows), first: make([][]float64, rows)}
}

// under sets the weights of the contest to be counted.
func (t *tally) under(w []float64) {
	t.weights, t.total = w, nearest.Sum(w)
}

// count adds the ranks of one contest by row, "1224" as in [score.Rank].
func (t *tally) count(ranks []int32) {
	counted, moments := int32(t.ranks), t.moments[:len(ranks)]
	for i, rank := range ranks {
		m, r := &moments[i], int64(rank)
		m.rank += r
		m.square += r * r
		if rank <= counted {
			t.countOne(i, rank)
		}
	}
}

// countOne adds a rank that is counted one by one.
func (t *tally) countOne(i int, rank int32) {
	if t.places[i] == nil {
		t.places[i] = make([]int32, t.ranks)
	}
	t.places[i][rank-1]++
	if rank > 1 {
		return
	}
	if t.first[i] == nil {
		t.first[i] = make([]float64, len(t.weights))
	}
	for k, x := range t.weights {
		t.first[i][k] += x / t.total
	}
}

// central returns the mean of the weights under which a row was first, by these keys.
func (t *tally) central(i int, keys []string) Weights {
	if t.first[i] == nil {
		return nil
	}
	mean := make(Weights, len(keys))
	for k, key := range keys {
		mean[key] = t.first[i][k] / float64(t.places[i][0])
	}
	return mean
}

func (t *tally) answer(id string, i, samples int) Acceptance {
	n := float64(samples)
	a := Acceptance{ID: id, ByRank: make([]float64, t.ranks), MeanRank: float64(t.moments[i].rank) / n}
	rest := samples
	for r, count := range t.places[i] {
		a.ByRank[r] = float64(count) / n
		rest -= int(count)
	}
	a.Lower = float64(rest) / n
	a.First = a.ByRank[0]
	a.StandardError = binomialError(a.First, samples)
	variance := float64(t.moments[i].square)/n - float64(a.MeanRank*a.MeanRank)
	a.MeanRankError = math.Sqrt(max(0, variance) / n)
	return a
}
