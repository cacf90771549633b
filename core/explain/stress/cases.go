package stress

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

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
			t.line(e.name, s.hurried(e.x, times))
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
	if s.quiet || len(s.rows) > 100 {
		return ""
	}
	if s.whole == nil {
		link := s.show(s.lines(0, 100, 1))
		s.whole = &link
	}
	return *s.whole
}

// beside returns the case of the leading agents with an additional agent, named like the
// next check.
func (s *stress) beside(x []float64) string {
	if s.quiet {
		return ""
	}
	return s.show(s.lines(0, caseRows, 1).line("("+s.next().label+")", x))
}

// show returns the address of the page of weights with a table; "" if it is too long, or
// scored by more than weights.
func (s *stress) show(t *shown) string {
	if len(t.text) > longCase || s.fixes.Gate {
		return ""
	}
	link := "/weights/#1;t=" + escape(t.text) + ";d=" + strings.Join(s.Keys, ",")
	link += listed("w", s.Keys, func(k int) string { return words.Short(s.Weights.Hundredths(k) / 100) })
	if len(s.Keys) > fewKeys || !s.Guessed(string(t.text)) {
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
