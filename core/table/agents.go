package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// sheet makes the sheet of what was read.
func (r *reader) sheet() (*Sheet, *op.Error) {
	s := &Sheet{Form: r.form, Numbers: r.sign.String(), Missing: r.how.Missing, Problems: append(r.notes, r.lost()...)}
	if s.Missing == "" {
		s.Missing = LeaveOut
	}
	r.label()
	r.weigh()
	for k := range r.columns {
		s.Columns = append(s.Columns, r.columns[k].Column)
	}
	s.Rows = make([]int, r.rows)
	for i := range s.Rows {
		s.Rows[i] = i + 1
	}
	s.name()
	if refusal := r.scale(s); refusal != nil {
		return nil, refusal
	}
	if r.how.Duplicates != "" && r.how.Duplicates != All && s.merge(r.how.Duplicates) {
		s.name()
		if refusal := r.scale(s); refusal != nil {
			return nil, refusal
		}
	}
	for k := range s.Columns {
		s.Columns[k].Missing = s.Columns[k].countMissing()
	}
	s.remark()
	return s, nil
}

// countMissing counts the agents without a value.
func (c *Column) countMissing() (n int) {
	for i, cell := range c.Cells {
		if isMissing(cell) || c.Values != nil && !c.Has(i) {
			n++
		}
	}
	return n
}

// name names the agents.
func (s *Sheet) name() {
	column := s.With(RoleName)
	s.Names, s.IDs = make([]string, len(s.Rows)), make([]string, len(s.Rows))
	count := make(map[string]int, len(s.Rows))
	for i, row := range s.Rows {
		if column >= 0 && !isMissing(s.Columns[column].Cells[i]) {
			s.Names[i] = s.Columns[column].Cells[i]
		} else {
			s.Names[i] = "row " + strconv.Itoa(row)
		}
		count[s.Names[i]]++
	}
	for i, name := range s.Names {
		s.IDs[i] = name
		for count[name] > 1 && count[s.IDs[i]] > 0 {
			s.IDs[i] += " (row " + strconv.Itoa(s.Rows[i]) + ")"
		}
		if count[name] > 1 {
			count[s.IDs[i]]++
		}
	}
}

// label gives columns their keys and labels.
func (r *reader) label() {
	taken := make(map[string]bool, len(r.columns))
	for pass := range 2 { // dimensions first: their keys are in rules and exports
		for k := range r.columns {
			c := &r.columns[k]
			if (c.Role == RoleDimension) == (pass == 1) {
				continue
			}
			name := withoutWeight(c.Name)
			if _, inner, nested := strings.Cut(name, "."); nested && inner != "" && isContainer(name) && !taken[keyOf(inner)] {
				name = inner
			}
			c.Key, c.Label = keyOf(name), words.Capital(strings.Join(strings.Fields(strings.ReplaceAll(name, "_", " ")), " "))
			for taken[c.Key] {
				if c.Key += "_"; len(c.Key) > mostKey { // of many names that differ in other letters, or at their ends
					c.Key = "column_" + strconv.Itoa(k+1)
				}
			}
			taken[c.Key] = true
		}
	}
}

// isContainer reports whether the first part of a name is that of a member with scores.
func isContainer(name string) bool {
	outer, _, _ := strings.Cut(name, ".")
	return headOf(outer).isOne("scores|dimensions|breakdown|score breakdown|metrics|results|row|data|values|stats")
}

const mostKey = 60 // bytes that a rulebook allows

// keyOf returns a name as the key of a dimension.
func keyOf(label string) string {
	key := []byte{}
	for _, c := range []byte(strings.ToLower(label)) {
		switch {
		case c >= 'a' && c <= 'z' || isDigit(c):
			key = append(key, c)
		case len(key) > 0 && key[len(key)-1] != '_':
			key = append(key, '_')
		}
	}
	if len(key) == 0 || key[0] <= '9' {
		key = append([]byte("d"), key...)
	}
	return strings.TrimRight(string(key[:min(len(key), 50)]), "_")
}

// weigh notes the weights of dimensions that headers or the document give.
func (r *reader) weigh() {
	sum, list := exact.Int(0), make([]*float64, len(r.columns))
	for k := range r.columns {
		c := &r.columns[k]
		written := weightIn(c.Name)
		if c.weighed > 0 {
			written = r.constant(c.weighed - 1)
		}
		n, ok := readNumber(written)
		if fit, _ := signsOf(n.digits); !ok || fit == 0 || c.Role != RoleDimension {
			continue
		}
		sign := point
		if fit, _ := signsOf(n.digits); fit&point == 0 {
			sign = comma
		}
		x := n.value(sign)
		if math.IsNaN(x) || x < 0 {
			continue
		}
		list[k], sum = &x, sum.Add(exact.Of(x))
	}
	scale := 1.0
	switch near := sum.Float(); {
	case near > 0.999 && near < 1.001:
		scale = 100
	case near < 99.9 || near > 100.1:
		return
	}
	for k, x := range list {
		if x != nil {
			percent := exact.Of(*x).Mul(exact.Of(scale)).Float()
			r.columns[k].Weight = &percent
			if at := r.columns[k].weighed; at > 0 {
				w := &r.columns[at-1]
				w.Weighs, w.Reason = true, "the weight of "+r.columns[k].Name
			}
		}
	}
}

// weightIn returns the weight that a header has in brackets behind its name, as in
// correctness (40 %), or "".
func weightIn(name string) string {
	at := strings.LastIndexAny(name, "([")
	if at <= 0 || !strings.HasSuffix(name, ")") && !strings.HasSuffix(name, "]") {
		return ""
	}
	inner := trimSpace(name[at+1 : len(name)-1])
	for _, word := range []string{"weight", "Weight", "w", "×", "x"} {
		inner = strings.TrimLeft(strings.TrimPrefix(inner, word), " =:")
	}
	n, ok := readNumber(inner)
	if !ok || n.minus || n.over != "" || n.uncertainty != "" || n.unit != "%" && n.unit != "" {
		return ""
	}
	return strings.TrimRight(inner, "% \u00a0\u202f")
}

// withoutWeight returns a header without the weight behind it.
func withoutWeight(name string) string {
	if weightIn(name) == "" {
		return name
	}
	return trimSpace(name[:strings.LastIndexAny(name, "([")])
}

// Weights returns the weights in percent that the text gives the dimensions; ok is false
// if it gives none. A dimension without one has 0.
func (s *Sheet) Weights() (list []float64, ok bool) {
	for _, k := range s.Dimensions() {
		w := s.Columns[k].Weight
		if w == nil {
			list = append(list, 0)
			continue
		}
		list, ok = append(list, *w), true
	}
	return list, ok
}

// merge leaves one row of each name. It reports whether any name has several.
func (s *Sheet) merge(rule string) bool {
	groups, order := make(map[string][]int, len(s.Names)), []string{}
	for i, name := range s.Names {
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], i)
	}
	if s.Merged = len(s.Names) - len(order); s.Merged == 0 {
		return false
	}
	keep := make([]int, len(order))
	for to, name := range order {
		rows := groups[name]
		keep[to] = rows[len(rows)-1]
		if rule == BestRow {
			keep[to] = s.best(rows)
		}
	}
	for k := range s.Columns {
		c := &s.Columns[k]
		values, cells := make([]float64, 0, len(keep)), make([]string, 0, len(keep))
		for to, i := range keep {
			cell := c.Cells[i]
			if c.Values != nil {
				x := c.Values[i]
				if rows := groups[order[to]]; rule == Mean && len(rows) > 1 && c.Role != RoleName {
					x, cell = c.mean(rows)
				}
				values = append(values, x)
			}
			cells = append(cells, cell)
		}
		c.Cells = cells
		if c.Values != nil {
			c.Values = values
		}
	}
	for to, i := range keep {
		keep[to] = s.Rows[i]
	}
	s.Rows = keep
	return true
}

// best returns the row of an agent with the highest total, or else with the highest mean of
// its scores; the first of equal ones.
func (s *Sheet) best(rows []int) int {
	total := s.With(RoleTotal)
	if total >= 0 && !s.Columns[total].Has(rows[0]) {
		total = -1
	}
	value := func(i int) exact.Num {
		if total >= 0 && s.Columns[total].Has(i) {
			return s.Columns[total].Value(i)
		}
		sum := exact.Int(0)
		for _, k := range s.Dimensions() {
			if s.Columns[k].Has(i) {
				sum = sum.Add(s.Columns[k].Scaled(i))
			}
		}
		return sum
	}
	return slices.MaxFunc(rows, func(a, b int) int { return value(a).Cmp(value(b)) })
}

// mean returns the mean of the numbers in rows, and how it is written.
func (c *Column) mean(rows []int) (x float64, written string) {
	sum, n := exact.Int(0), int64(0)
	for _, i := range rows {
		if c.Has(i) {
			sum, n = sum.Add(c.Value(i)), n+1
		}
	}
	if n == 0 {
		return math.NaN(), ""
	}
	x = sum.Quo(exact.Int(n)).Float()
	return x, op.Show(x)
}
