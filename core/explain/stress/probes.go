package stress

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// stress is a table under its weights, and the checks that are done.
type stress struct {
	*weights.Ranked
	req      Request
	rb       *rulebook.Rulebook // nil for none
	step     *live.Step
	rows     []entrant       // best first
	fast     []bool          // columns of speed and effort
	relative []measure.Decay // those measured against the fastest
	tested   int             // the column that counts tests, or −1
	highest  float64         // score of the table
	scale    float64         // that of the rules, if these have less
	means    []float64       // of the columns
	differs  []bool          // columns in which not all rows are equal
	res      Response
	failed   []string // labels of the checks that fail
	skipped  int      // checks that were not done
}

// entrant is a row of the table.
type entrant struct {
	name  string
	rank  int32
	x     []float64
	total float64
}

const (
	caseRows  = 6     // of a case: the leading agents
	longCase  = 2_000 // characters of a table in a link
	mostTests = 200   // that are recognised
	noise     = 1e-9  // of the scale: scores that differ by no more are equal
)

func newStress(req Request) (*stress, error) {
	s := &stress{req: req, tested: -1}
	var err error
	if s.Ranked, err = weights.Rank(req.Text, req.Reading, req.Weights); err != nil {
		return nil, err
	}
	if req.Rulebook != nil {
		if s.rb, err = req.Rulebook.Resolve(); err != nil {
			return nil, err
		}
	}
	var refusal *op.Error
	if s.step, refusal = s.Step(s.Weights); refusal != nil {
		return nil, refusal
	}
	most := 0.0
	for _, i := range s.step.Order {
		x := make([]float64, len(s.Keys))
		for k := range x {
			x[k] = s.Table.Given(i, k)
			most = max(most, x[k])
		}
		s.rows = append(s.rows, entrant{words.Named(s.Table.Names[i]), s.step.Rank[i], x, s.total(x)})
	}
	s.scale, s.highest = s.Scale, s.Scale
	if s.rb != nil && s.rb.Scale < s.Scale && most <= s.rb.Scale {
		s.scale = s.rb.Scale
	}
	s.columns()
	s.means, s.differs = make([]float64, len(s.Keys)), make([]bool, len(s.Keys))
	for i := range s.rows {
		for k, x := range s.rows[i].x {
			s.means[k] += x / float64(len(s.rows))
			s.differs[k] = s.differs[k] || x != s.rows[0].x[k]
		}
	}
	return s, nil
}

// Names of columns of speed and effort, and of tests.
const (
	fastNames = " speed time latency token_efficiency call_efficiency "
	testNames = " correctness pass_rate "
)

// columns finds out what each column measures: by the rules, or by its name and unit.
func (s *stress) columns() {
	s.fast, s.relative = make([]bool, len(s.Keys)), make([]measure.Decay, len(s.Keys))
	for k, key := range s.Keys {
		tests := strings.Contains(testNames, " "+key+" ")
		s.fast[k] = isTime(s.Columns[k]) || strings.Contains(fastNames, " "+key+" ")
		if s.rb != nil {
			if d, found := s.rb.Dimension(key); found {
				m := measure.Of(d.Measure)
				if m.Relative {
					s.relative[k] = m.Falls(d.Decay)
				}
				s.fast[k], tests = s.fast[k] || m.Effort, tests || m.Tests
			}
		}
		if tests {
			s.tested = k
		}
	}
}

// or returns a limit of the request, or the usual one, as a score.
func (s *stress) or(percent, usual float64) float64 {
	if percent == 0 {
		percent = usual
	}
	return float64(percent*s.scale) / 100
}

// total returns the score of a row.
func (s *stress) total(x []float64) float64 {
	sum := 0.0
	for k := range s.Keys {
		sum += float64(s.Weights.Hundredths(k) * x[k])
	}
	return sum / live.Whole
}

func (s *stress) points(x float64) string { return explain.Points(s.Table.Rulebook, x) }

// weigh returns the weight of a column as a fraction.
func (s *stress) weigh(k int) float64 {
	if k < 0 {
		return 0
	}
	return s.Weights.Fraction(k)
}

// shown is a table of some agents, to be opened on the page of weights.
type shown struct{ text []byte }

// lines returns rows of the ranking as CSV, after an answer that is times faster than the
// fastest.
func (s *stress) lines(from, count int, times float64) *shown {
	t := &shown{text: []byte("agent")}
	for _, c := range s.Columns {
		t.text = weights.AppendCell(append(t.text, ','), c.Name, ",")
	}
	for i := range s.rows {
		if e := &s.rows[i]; i >= from && i < from+count {
			t.line(e.name, s.hurried(e, times))
		}
	}
	return t
}

// line adds an agent.
func (t *shown) line(name string, x []float64) *shown {
	t.text = weights.AppendCell(append(t.text, '\n'), name, ",")
	for k := range x {
		t.text = append(append(t.text, ','), op.Show(x[k])...)
	}
	return t
}

// all returns the case of the whole table.
func (s *stress) all() string {
	if len(s.rows) > 100 {
		return ""
	}
	return s.show(s.lines(0, 100, 1))
}

// beside returns the case of the leading agents with an additional agent, named like the
// next check.
func (s *stress) beside(x []float64) string {
	return s.show(s.lines(0, caseRows, 1).line("("+s.next().label+")", x))
}

// show returns the address of the page of weights with a table; "" if it is too long.
func (s *stress) show(t *shown) string {
	if len(t.text) > longCase {
		return ""
	}
	link := "/weights/#1;t=" + escape(t.text) + ";d=" + strings.Join(s.Keys, ",")
	link += listed("w", s.Keys, func(k int) string { return words.Short(s.Weights.Hundredths(k) / 100) })
	if !s.reads(t) {
		link += s.choices()
	}
	return link + ";end"
}

// choices says how the columns of a case are read: as the scores that they are.
func (s *stress) choices() string {
	always := func(text string) func(int) string { return func(int) string { return text } }
	link := listed("c", s.Keys, func(k int) string { return escape([]byte(s.Columns[k].Name)) }) +
		listed("cr", s.Keys, always(table.RoleDimension)) + listed("cb", s.Keys, always(table.Higher))
	if s.Plain {
		return link + listed("cs", s.Keys, always(table.AsIs))
	}
	return link + listed("cs", s.Keys, always(table.FullMarks)) + listed("cf", s.Keys, always("0")) +
		listed("ct", s.Keys, always(op.Show(s.highest)))
}

// listed returns a member of a link, with a value for each key.
func listed(member string, keys []string, value func(k int) string) string {
	list := make([]string, len(keys))
	for k := range keys {
		list[k] = value(k)
	}
	return ";" + member + "=" + strings.Join(list, ",")
}

// reads reports whether a table is guessed to be what it is: these dimensions, as they are.
func (s *stress) reads(t *shown) bool {
	b, err := weights.Rank(string(t.text), table.Reading{}, "")
	return err == nil && b.Plain && s.Plain && b.Scale == s.highest && slices.Equal(b.Keys, s.Keys)
}

// escape writes a text as a link has it (site/assets/page/link/fragment.mjs).
func escape(text []byte) string {
	const digits = "0123456789ABCDEF"
	link := make([]byte, 0, len(text)+len(text)/2)
	for _, c := range text {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_' ||
			c == '~' {
			link = append(link, c)
		} else {
			link = append(link, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(link)
}

// bystanders looks for two neighbours in the ranking whose order a faster answer
// reverses or whose tie it breaks. If it reverses any two, it reverses two neighbours.
// Their distance is a broken line over the speed of that answer; it breaks where one of
// them has no points for speed any more, and after so many times the speed nobody has any.
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
		if times > 0 {
			bystander := s.lines(max(0, p+2-caseRows), caseRows, times).line("("+s.next().label+")", s.persona(s.scale, 0))
			over, under := s.apart(s.total(s.hurried(next, times)), s.total(s.hurried(first, times)))
			s.add(true, s.show(bystander), words.Percent(1/times), next.called(), over, first.called(), under)
			return
		}
	}
	s.add(false, s.all())
}

// effective compares weights with what they decide. As in score.sensitivity, a dimension
// decides the share w·cov(x, total) of the variance of the totals.
func (s *stress) effective() {
	parts, sum := make([]float64, len(s.Keys)), 0.0
	mean := s.total(s.means)
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
	} else {
		s.add(ratio < sum/4, s.all(), words.Called(s.Labels[least]), words.Percent(s.weigh(least)),
			words.Rate(parts[least]/sum))
	}
}

// constant looks for dimensions with a weight that decide nothing.
func (s *stress) constant() {
	if len(s.rows) < 2 {
		s.skip(few)
		return
	}
	found := []string{}
	for k, differs := range s.differs {
		if !differs && s.Weights.Hundredths(k) > 0 {
			found = append(found, words.Called(s.Labels[k])+" ("+words.Percent(s.weigh(k))+")")
		}
	}
	s.add(len(found) > 0, s.all(), words.Join(found))
}

// personas are answers that nobody should be able to win with, and one that should win.
func (s *stress) personas() {
	wrongs := s.or(s.req.Wrong, 60)
	s.below(s.or(s.req.Empty, 30), s.persona(s.scale, 0))
	s.below(wrongs, s.persona(s.scale, s.or(s.req.Chance, 25)))
	if s.tested < 0 {
		s.skip("No column is called correctness or pass_rate.")
	} else {
		wrong := append([]float64{}, s.means...)
		wrong[s.tested] = 0
		s.below(wrongs, s.quick(wrong))
	}
	perfect, least := s.persona(0, s.scale), s.or(s.req.Perfect, 70)
	scores, limit := s.apart(s.total(perfect), least)
	s.add(s.total(perfect) < least, s.beside(perfect), scores, limit)
	// The copy: if it scores the same, rules rank the earlier one first; a table without
	// rules has no times.
	best := &s.rows[0]
	copied := s.quick(s.hurried(best, 1))
	scores, limit = s.apart(s.total(copied), best.total)
	s.add(s.rb == nil || s.total(copied)-best.total > float64(s.scale*noise), s.beside(copied), best.called(), scores,
		limit)
}

// below wants an answer to score less than a limit.
func (s *stress) below(limit float64, x []float64) {
	scores, below := s.apart(s.total(x), limit)
	s.add(s.total(x) >= limit, s.beside(x), scores, below)
}

// persona has some marks for speed and others for anything else.
func (s *stress) persona(speed, other float64) []float64 {
	x := make([]float64, len(s.Keys))
	for k, fast := range s.fast {
		if x[k] = other; fast {
			x[k] = speed
		}
	}
	return x
}

// quick gives full marks for speed.
func (s *stress) quick(x []float64) []float64 {
	for k, fast := range s.fast {
		if fast {
			x[k] = s.scale
		}
	}
	return x
}

func (s *stress) tie() {
	tied := 0
	for i := range s.rows {
		if s.rows[i].rank == 1 {
			tied++
		}
	}
	texts := []any{s.rows[0].called(), strconv.Itoa(tied) + " agents"}
	if tied == 1 {
		texts = texts[:1]
	}
	s.add(tied > 1, s.all(), texts...)
}

// crowded looks for dimensions in which half of the agents, but not all, have a score.
func (s *stress) crowded(score float64) {
	n, found := len(s.rows), []string{}
	for k, label := range s.Labels {
		count := 0
		for i := range s.rows {
			if s.rows[i].x[k] == score {
				count++
			}
		}
		if 2*count >= n && count < n {
			found = append(found, label)
		}
	}
	if n < 3 {
		s.skip(few)
		return
	}
	s.add(len(found) > 0, s.all(), words.Join(found))
}
