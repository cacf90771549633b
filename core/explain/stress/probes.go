package stress

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// found is what the checks found, for the cards and the fixes.
type found struct {
	first, next *entrant // whose order a faster answer reverses
	times       float64  // how many times faster it is
	least       int      // the dimension that decides least for its weight, or −1
	constant    []int    // dimensions with a weight in which all are equal
	personas    map[string]persona
	crowded     map[string]crowd
	worth, gap  float64 // of one test, and between the first two
	changing    []int   // places whose result one test changes
	low, high   float64 // the quartiles
	difficulty  string  // that the wins show
}

// persona is an answer that nobody sent, and the limit that its score is held to.
type persona struct {
	x            []float64
	total, limit float64
}

// crowd are dimensions in which half of the agents, but not all, have a score.
type crowd struct {
	columns []int
	score   float64
}

// bystanders looks for two neighbours in the ranking whose order a faster answer
// reverses or whose tie it breaks. If it reverses any two, it reverses two neighbours.
// Their distance is a broken line over the speed of that answer; it breaks where one of
// them has no points for speed any more, where a fix caps what it costs, and after so many
// times the speed nobody has any.
func (s *stress) bystanders() {
	if s.rb == nil {
		s.skip("The table does not say how speed was measured: choose the rules.")
		return
	}
	for p := range s.rows[1:] {
		first, next := &s.rows[p], &s.rows[p+1]
		times := s.reverses(first, next)
		if times == 0 && first.rank == next.rank { // a tie, which either may win
			first, next = next, first
			times = s.reverses(first, next)
		}
		if times == 0 {
			continue
		}
		s.found.first, s.found.next, s.found.times = first, next, times
		show := ""
		if !s.quiet {
			show = s.show(s.lines(max(0, p+2-caseRows), caseRows, times).line("("+s.next().label+")", s.persona(s.scale, 0)))
		}
		over, under := s.apart(s.total(s.hurried(next.x, times)), s.total(s.hurried(first.x, times)))
		s.add(true, show, words.Percent(1/times), next.called(), over, first.called(), under)
		return
	}
	s.add(false, s.all())
}

// effective compares weights with what they decide. As in score.sensitivity, a dimension
// decides the share w·cov(x, total) of the variance of the totals.
func (s *stress) effective() {
	parts, sum := make([]float64, len(s.Keys)), 0.0
	mean := 0.0
	for i := range s.rows {
		mean += s.rows[i].total / float64(len(s.rows))
	}
	for k := range parts {
		for i := range s.rows {
			e := &s.rows[i]
			parts[k] += float64(s.weigh(k) * float64((e.x[k]-s.means[k])*(e.total-mean)))
		}
		sum += parts[k]
	}
	least, ratio := -1, sum
	for k := range parts {
		if r := parts[k] / s.weigh(k); s.Weights.Hundredths(k) > 0 && s.differs[k] && (least < 0 || r < ratio) {
			least, ratio = k, r
		}
	}
	if len(s.rows) < 3 || least < 0 || sum < float64(s.scale*s.scale*noise) {
		s.skip("There are fewer than three agents, or all are equal.")
		return
	}
	s.found.least = least
	s.add(ratio < sum/4, s.all(), words.Called(s.Labels[least]), words.Percent(s.weigh(least)),
		words.Rate(parts[least]/sum))
}

// constant looks for dimensions with a weight that decide nothing.
func (s *stress) constant() {
	if len(s.rows) < 2 {
		s.skip(few)
		return
	}
	list := []string{}
	for k, differs := range s.differs {
		if !differs && s.Weights.Hundredths(k) > 0 {
			s.found.constant = append(s.found.constant, k)
			list = append(list, words.Called(s.Labels[k])+" ("+words.Percent(s.weigh(k))+")")
		}
	}
	s.add(len(list) > 0, s.all(), words.Join(list))
}

// personas are answers that nobody should be able to win with, and one that should win.
func (s *stress) personas() {
	s.found.personas = map[string]persona{}
	wrongs := s.or(s.req.Wrong, usualWrong)
	s.below(s.or(s.req.Empty, usualEmpty), s.persona(s.scale, 0))
	s.below(wrongs, s.persona(s.scale, s.or(s.req.Chance, usualChance)))
	if s.tested < 0 {
		s.skip("No column is called correctness or pass_rate.")
	} else {
		wrong := append([]float64{}, s.means...)
		wrong[s.tested] = 0
		s.below(wrongs, s.quick(wrong))
	}
	perfect, least := s.persona(0, s.scale), s.or(s.req.Perfect, usualPerfect)
	total := s.total(perfect)
	scores, limit := s.apart(total, least)
	s.found.personas["slow"] = persona{perfect, total, least}
	s.add(total < least, s.beside(perfect), scores, limit)
	// The copy: if it scores the same, rules rank the earlier one first; a table without
	// rules has no times.
	best := &s.rows[0]
	copied := s.quick(append([]float64{}, best.x...))
	total = s.total(copied)
	scores, limit = s.apart(total, best.total)
	s.found.personas["copy"] = persona{copied, total, best.total}
	s.add(!s.fixes.Earlier && (s.rb == nil || total-best.total > float64(s.scale*noise)), s.beside(copied), best.called(),
		scores, limit)
}

// below wants an answer to score less than a limit.
func (s *stress) below(limit float64, x []float64) {
	total := s.total(x)
	scores, below := s.apart(total, limit)
	s.found.personas[s.next().id] = persona{x, total, limit}
	s.add(total >= limit, s.beside(x), scores, below)
}

// persona has some marks for speed and others for anything else.
func (b *bench) persona(speed, other float64) []float64 {
	x := make([]float64, len(b.Keys))
	for k, fast := range b.fast {
		if x[k] = other; fast {
			x[k] = speed
		}
	}
	return x
}

// quick gives full marks for speed.
func (b *bench) quick(x []float64) []float64 {
	for k, fast := range b.fast {
		if fast {
			x[k] = b.scale
		}
	}
	return x
}

// tied returns how many agents are first.
func (s *stress) tied() (tied int) {
	for i := range s.rows {
		if s.rows[i].rank == 1 || s.fixes.Ties && s.close(s.rows[0].total-s.rows[i].total) {
			tied++
		}
	}
	return tied
}

// close reports whether a lead is worth at most one test.
func (s *stress) close(lead float64) bool {
	return s.tests > 0 && lead <= s.worth()+float64(s.scale*noise)
}

// worth returns the score that one test is worth.
func (s *stress) worth() float64 {
	return float64(float64(s.weigh(s.tested))*s.scale) / float64(s.tests)
}

func (s *stress) tie() {
	tied := s.tied()
	texts := []any{s.rows[0].called(), strconv.Itoa(tied) + " agents"}
	if tied == 1 {
		texts = texts[:1]
	}
	s.add(tied > 1, s.all(), texts...)
}

// crowded looks for dimensions in which half of the agents, but not all, have a score.
func (s *stress) crowded(score float64) {
	n, list := len(s.rows), []string{}
	of := crowd{score: score}
	for k, label := range s.Labels {
		count := 0
		for i := range s.rows {
			if s.rows[i].x[k] == score {
				count++
			}
		}
		if 2*count >= n && count < n {
			of.columns, list = append(of.columns, k), append(list, label)
		}
	}
	if n < 3 {
		s.skip(few)
		return
	}
	if s.found.crowded == nil {
		s.found.crowded = map[string]crowd{}
	}
	s.found.crowded[s.next().id] = of
	s.add(len(list) > 0, s.all(), words.Join(list))
}

// recognized returns the least number of tests that explains all scores of a column of pass
// rates, or 0 above mostTests.
func (b *bench) recognized() int {
	for n := 1; n <= mostTests && b.tested >= 0; n++ {
		fits := true
		for i := 0; i < len(b.given.x) && fits; i++ {
			passed := float64(b.given.x[i][b.tested] / b.scale * float64(n))
			fits = math.Abs(passed-math.Round(passed)) < 1e-6
		}
		if fits {
			return n
		}
	}
	return 0
}

// oneTest compares the lead, and the distance to the thresholds of results, with what
// one test is worth.
func (s *stress) oneTest() {
	n := s.tests
	switch {
	case n == 0:
		s.skip("The scores do not tell how many tests there were.")
	case len(s.rows) < 2:
		s.skip(few)
	default:
		first, next := &s.rows[0], &s.rows[1]
		gap, lead := first.total-next.total, "level with"
		s.found.worth, s.found.gap = s.worth(), gap
		if gap > float64(s.scale*noise) {
			lead = explain.AsPoints(s.points(gap)) + " ahead of"
		}
		s.add(!s.fixes.Ties && s.close(gap), s.all(), strconv.Itoa(n), s.points(s.found.worth), first.called(), lead,
			next.called())
	}
	if n == 0 || s.rb == nil || len(s.rb.Results) == 0 {
		s.skip("The rules make no results of scores, or the scores do not tell how many tests there were.")
		return
	}
	s.found.changing = s.hanging(s.worth())
	others := len(s.found.changing)
	s.add(10*others > len(s.rows), s.all(), strconv.Itoa(others), words.Counted(len(s.rows), "result", "results"))
}

// hanging returns the places whose result changes with one test more or less.
func (s *stress) hanging(worth float64) (places []int) {
	slack := float64(s.scale * noise)
	for i := range s.rows {
		x := s.rows[i].total
		if now := s.result(x); s.result(min(x+worth+slack, s.scale)) != now || s.result(max(x-worth+slack, 0)) != now {
			places = append(places, i)
		}
	}
	return places
}

// result returns the match result for a score of the table.
func (s *stress) result(x float64) string { return s.rb.ResultOf(x / s.scale * s.rb.Scale) }

// spread compares the quartiles by nearest rank, as challenge.metrics has them.
func (s *stress) spread() {
	n := len(s.rows)
	if n < 3 {
		s.skip(few)
		return
	}
	low, high := s.rows[n-(n+3)/4].total, s.rows[n-(3*n+3)/4].total
	s.found.low, s.found.high = low, high
	s.add(high-low < s.scale/20, s.all(), s.points(low), s.points(high))
}

// calibration compares the claimed difficulty with that which the wins show.
func (s *stress) calibration() error {
	if s.rb == nil || s.rb.Calibration == nil {
		s.skip("The rules do not calibrate: those of the deployed Clawdiators do.")
		return nil
	}
	n, wins := len(s.rows), 0
	for i := range s.rows {
		if s.result(s.rows[i].total) == "win" {
			wins++
		}
	}
	got, err := metrics.Calibrate(metrics.CalibrateRequest{Rulebook: rulebook.Resolved(s.rb), Attempts: n, Completed: n,
		Wins: wins})
	if err != nil {
		return err
	}
	won, verb := fmt.Sprintf("%s of %s", strconv.Itoa(wins), words.Counted(n, "match", "matches")), " were won"
	if wins == 1 {
		verb = " was won"
	}
	won += verb
	s.found.difficulty = got.Difficulty
	switch {
	case got.Difficulty == "":
		s.skip(fmt.Sprintf("%s: the rules want %s of them.", won, strconv.Itoa(got.MinSamples)))
	case s.claims == "":
		s.skip(fmt.Sprintf("%s: that is %s. Choose what the challenge claims.", won, got.Difficulty))
	default:
		s.add(got.Difficulty != s.claims, s.all(), won, got.Difficulty, s.claims)
	}
	return nil
}
