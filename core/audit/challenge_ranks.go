package audit

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// rankingRule describes how equal scores are ranked.
func rankingRule(rb *rulebook.Rulebook) string {
	if rb.Ties == rulebook.TiesByOrder {
		return "ranked by score, then in the order of the report"
	}
	return "ranked by score, then by earlier submission; equal submissions share a rank and leave a gap after it (1, 2, 2, 4)"
}

// checkRanks compares ranks. They depend on every submission, so each needs a
// score: by the rules, or else claimed.
func (a *Audit) checkRanks() {
	claims, without := 0, 0
	for i := range a.rows {
		row := &a.rows[i]
		if row.Rank != nil {
			claims++
		}
		if !row.scored && row.Score == nil {
			without++
		}
	}
	if claims == 0 {
		return
	}
	if without > 0 {
		a.note("", "Ranks", words.Counted(claims, "rank", "ranks"), "not recomputed: "+words.Counted(without,
			"submission has", "submissions have")+" no score")
		return
	}
	s, undecided := a.standings(), 0
	for i := range a.rows {
		row := &a.rows[i]
		switch {
		case row.Rank == nil:
		case *row.Rank == s.place[i]:
			a.agrees(rankRule, row, "Rank", float64(*row.Rank))
		case s.open[i]:
			undecided++
		default:
			a.differs(rankRule, row, "/rank", "Rank", strconv.Itoa(*row.Rank), strconv.Itoa(s.place[i]),
				rankingRule(a.rb)+s.why(i, *row.Rank))
			a.because(a.saysRank(&s, i))
		}
	}
	if undecided > 0 {
		a.note("", "Ranks", words.Counted(undecided, "rank", "ranks"),
			"not compared: the scores are equal, and the report has no time of submission, which decides")
	}
}

// standings are places by the rules and by rules an arena may have used instead.
type standings struct {
	place   []int
	holder  []int  // a row with each place, counted from 1; -1 if there is none
	open    []bool // a time that is not in the report decides
	instead []otherPlaces
}

type otherPlaces struct {
	words string
	place []int
}

func (a *Audit) standings() standings {
	byScore := func(i, j int) int { return cmp.Compare(a.rows[j].score, a.rows[i].score) }
	byTime := func(i, j int) int { return cmp.Or(byScore(i, j), a.rows[i].time.Compare(a.rows[j].time)) }
	byClaim := func(i, j int) int {
		return cmp.Or(cmp.Compare(a.rows[j].claimed(), a.rows[i].claimed()), a.rows[i].time.Compare(a.rows[j].time))
	}
	s := standings{place: places(len(a.rows), byTime, gapped), open: a.open(byScore)}
	s.holder = slices.Repeat([]int{-1}, len(a.rows)+1)
	for i, place := range s.place {
		s.holder[place] = i
	}
	s.instead = []otherPlaces{
		{"by the claimed scores", places(len(a.rows), byClaim, gapped)},
		{"without a gap after equal ranks (1, 2, 2, 3)", places(len(a.rows), byTime, dense)},
		{"with a shared rank for equal scores at any time", places(len(a.rows), byScore, gapped)},
		{"with equal submissions ranked in the order of the report", places(len(a.rows), byTime, ordinal)},
		{"with the lower of the shared places (1, 3, 3, 4)", places(len(a.rows), byTime, lowest)},
		{"counted from the lowest score", places(len(a.rows), func(i, j int) int { return -byScore(i, j) }, gapped)},
	}
	return s
}

// open marks the claimed ranks of equal scores of which no time of submission is known,
// if there are times that lead to them.
func (a *Audit) open(byScore func(i, j int) int) []bool {
	sorted, open := score.Order(len(a.rows), byScore), make([]bool, len(a.rows))
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && byScore(sorted[from], sorted[to]) == 0 {
			to++
		}
		if equal := sorted[from:to]; a.timeless(equal) && a.possible(equal, from) {
			for _, i := range equal {
				open[i] = true
			}
		}
		from = to
	}
	return open
}

func (a *Audit) timeless(rows []int) bool {
	for _, i := range rows {
		if a.rows[i].time.Known {
			return false
		}
	}
	return true
}

// possible reports whether rows that follow so many better ones may have the ranks
// that are claimed of them, and each of the others any.
func (a *Audit) possible(rows []int, better int) bool {
	var claims []int
	for _, i := range rows {
		if rank := a.rows[i].Rank; rank != nil {
			claims = append(claims, *rank)
		}
	}
	before := places(len(claims), func(i, j int) int { return claims[i] - claims[j] }, gapped)
	for i, claim := range claims {
		if least := better + before[i]; claim < least || claim > least+len(rows)-len(claims) {
			return false
		}
	}
	return true
}

// claimed returns the claimed score, or else the score by the rules.
func (r *auditRow) claimed() float64 {
	if r.Score != nil {
		return *r.Score
	}
	return r.score
}

// why names the ranking by which a claimed rank is right.
func (s *standings) why(i, claim int) string {
	for _, other := range s.instead {
		if other.place[i] == claim {
			return "; the claim fits a ranking " + other.words
		}
	}
	return "; no usual ranking gives the claim"
}

// numbering gives a run of equal rows a rank: the run-th, at sorted places from
// from up to, but not including, to.
type numbering func(run, from, to, place int) int

func gapped(_, from, _, _ int) int   { return from + 1 }
func dense(run, _, _, _ int) int     { return run + 1 }
func lowest(_, _, to, _ int) int     { return to }
func ordinal(_, _, _, place int) int { return place + 1 }

// places returns the ranks of n rows in some order.
func places(n int, compare func(i, j int) int, number numbering) []int {
	sorted, rank := score.Order(n, compare), make([]int, n)
	run := 0
	for from := 0; from < n; run++ {
		to := from + 1
		for to < n && compare(sorted[from], sorted[to]) == 0 {
			to++
		}
		for p := from; p < to; p++ {
			rank[sorted[p]] = number(run, from, to, p)
		}
		from = to
	}
	return rank
}

func keysOf(m map[string]float64) []string {
	return slices.Sorted(maps.Keys(m))
}
