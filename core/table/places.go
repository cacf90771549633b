package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// place is where a table stands in a document.
type place struct {
	pointer string
	at      span
	form    placeForm
	rows    int
	heads   span // of header and rows
	body    span
}

type placeForm int

const (
	listOfObjects placeForm = iota
	listOfRows              // the first one has the names of the columns
	headAndRows
	columnLists // an object of name → list, or an object that numbers its members
	columnMaps  // an object of header → name → number
	mapOfObjects
	mapOfNumbers
	listOfTexts // objects without a number
	oneRecord
)

// weak reports whether a place is a table only if there is no list.
func (f placeForm) weak() bool { return f >= mapOfNumbers }

const deepestList = 4 // objects around it

// places finds the tables in a document; ok is false if it is malformed.
func (d *doc) places(root span) (list []place, ok bool) {
	ok = d.find(root, "", 0, &list)
	return list, ok
}

func (d *doc) find(v span, pointer string, depth int, list *[]place) bool {
	switch d.kind(v) {
	case '[':
		return d.findList(v, pointer, depth, list)
	case '{':
		return d.findObject(v, pointer, depth, list)
	}
	return true
}

// findList adds a list of objects or of rows. Objects without a score of their own may be
// boards, which hold the lists that are meant.
func (d *doc) findList(v span, pointer string, depth int, list *[]place) bool {
	objects, rows, others, numbers, scores := 0, 0, 0, false, false
	ok := d.each(v, func(_ string, item span) bool {
		switch d.kind(item) {
		case '{':
			numbers = numbers || objects < mostLooked && d.holds(item, hasDigit)
			scores = scores || objects < mostLooked && d.holds(item, isScore)
			objects++
		case '[':
			rows++
		default:
			others++
		}
		return true
	})
	if objects > 0 && !scores && rows+others == 0 && depth < deepestList {
		var inside []place
		i := -1
		ok = d.each(v, func(_ string, item span) bool {
			i++
			return d.find(item, pointer+op.Pointer(i), depth+1, &inside)
		}) && ok
		inside = slices.DeleteFunc(inside, func(p place) bool { return p.form.weak() })
		if *list = append(*list, inside...); len(inside) > 0 {
			return ok
		}
	}
	switch {
	case objects > 0 && numbers:
		*list = append(*list, place{pointer: pointer, at: v, form: listOfObjects, rows: objects})
	case objects > 0:
		*list = append(*list, place{pointer: pointer, at: v, form: listOfTexts, rows: objects})
	case rows > 1 && others == 0:
		*list = append(*list, place{pointer: pointer, at: v, form: listOfRows, rows: rows - 1})
	}
	return ok
}

// mostLooked is the number of objects of a list that are looked at for numbers.
const mostLooked = 8

// Members of an object of header and rows.
const (
	headMembers = "columns|headers|header|fields|cols|column_names|names"
	rowMembers  = "data|rows|values|records"
)

// findObject adds the object itself, if it is a table, or else the tables inside it.
func (d *doc) findObject(v span, pointer string, depth int, list *[]place) bool {
	s := d.survey(v)
	if !s.ok {
		return false
	}
	switch {
	case s.heads.end > 0 && s.body.end > 0:
		rows := d.count(s.body)
		*list = append(*list, place{pointer: pointer, at: v, form: headAndRows, rows: rows, heads: s.heads, body: s.body})
		return true
	case s.lists > 1 && s.lists == s.members && s.length > 0:
		*list = append(*list, place{pointer: pointer, at: v, form: columnLists, rows: s.length})
		return true
	case s.alike > 1 && s.alike == s.members && s.known && d.areColumns(v):
		*list = append(*list, place{pointer: pointer, at: v, form: columnMaps, rows: len(s.first)})
		return true
	case s.alike > 1 && s.alike == s.members && s.known:
		*list = append(*list, place{pointer: pointer, at: v, form: oneRecord, rows: s.members})
		return true
	case s.alike > 1 && s.alike == s.members:
		*list = append(*list, place{pointer: pointer, at: v, form: mapOfObjects, rows: s.members})
		return true
	case s.numbers > 0 && s.numbers == s.members:
		form := mapOfNumbers
		if s.known {
			form = oneRecord
		}
		*list = append(*list, place{pointer: pointer, at: v, form: form, rows: s.members})
		return true
	}
	before := len(*list)
	ok := true
	if depth < deepestList {
		ok = d.each(v, func(key string, item span) bool {
			return d.find(item, pointer+op.Pointer(key), depth+1, list)
		}) && ok
	}
	if len(*list) == before && s.numbers > 0 {
		*list = append(*list, place{pointer: pointer, at: v, form: oneRecord, rows: 1})
	}
	if len(*list) == before && s.members == 1 && s.alike == 1 {
		*list = append(*list, place{pointer: pointer, at: v, form: mapOfObjects, rows: 1})
	}
	return ok
}

// survey is what the members of an object are.
type survey struct {
	ok, known                      bool
	members, lists, alike, numbers int
	length                         int  // of the lists, -1 if they differ
	heads, body                    span // of header and rows
	first                          []string
}

// mostNamed is how many members of an object are looked at for their names: a row has fewer.
const mostNamed = 500

// survey looks at the members of an object.
func (d *doc) survey(v span) (s survey) {
	s.ok = d.each(v, func(key string, item span) bool {
		s.members++
		h := headOf(key)
		switch c := d.kind(item); {
		case c == '[':
			if h.isOne(strings.ReplaceAll(headMembers, "_", " ")) && s.heads.end == 0 && d.areNames(item) {
				s.heads = item
			} else if h.isOne(rowMembers) && s.body.end == 0 && d.areRows(item) {
				s.body = item
			}
			if n := d.scalars(item); n < 0 || s.lists > 0 && n != s.length {
				s.length = -1
			} else {
				s.lists, s.length = s.lists+1, n
			}
		case c == '{':
			if d.resembles(item, &s.first) {
				s.alike++
			}
			s.known = s.known || s.members <= mostNamed && h.isKnown()
			if n := d.numbered(item); n > 0 && (s.lists == 0 || n == s.length) {
				s.lists, s.length = s.lists+1, n
			}
		case isDigit(c) || c == '-':
			s.numbers++
			s.known = s.known || s.members <= mostNamed && h.isKnown()
		}
		return true
	})
	return s
}

// count returns the number of elements of a list.
func (d *doc) count(v span) (n int) {
	d.each(v, func(string, span) bool { n++; return true })
	return n
}

// areNames reports whether a list has texts, or objects with a name, for columns.
func (d *doc) areNames(v span) bool {
	some, all := false, true
	d.each(v, func(_ string, item span) bool {
		some = true
		all = all && (d.kind(item) == '"' || d.kind(item) == '{')
		return all
	})
	return some && all
}

// areRows reports whether the first element of a list is a list.
func (d *doc) areRows(v span) (rows bool) {
	d.each(v, func(_ string, item span) bool {
		rows = d.kind(item) == '['
		return false
	})
	return rows
}

// holds reports whether an object has a number, a text that reads as one, or an object that
// has some.
func (d *doc) holds(v span, reads func(text string) bool) (some bool) {
	d.each(v, func(_ string, item span) bool {
		switch c := d.kind(item); {
		case isDigit(c) || c == '-':
			some = true
		case c == '"':
			some = reads(strings.Trim(d.text[item.start:item.end], `"`))
		case c == '{':
			some = d.holds(item, reads)
		}
		return !some
	})
	return some
}

// isScore reports whether a text is a number: what a board of agents has in its own members
// is a name.
func isScore(text string) bool {
	_, ok := readNumber(text)
	return ok
}

// areColumns reports whether the members of an object are columns: objects of numbers whose
// names are those of agents, as pandas writes a table by default.
func (d *doc) areColumns(v span) bool {
	columns := true
	d.each(v, func(_ string, item span) bool {
		n := 0
		d.each(item, func(key string, cell span) bool {
			n++
			c, h := d.kind(cell), headOf(key)
			columns = columns && (isDigit(c) || c == '-' || c == 'n') && !h.isKnown() && !h.isOne(partWords)
			return columns
		})
		columns = columns && n > 1
		return columns
	})
	return columns
}

// partWords are members of one score.
const partWords = "weight|value|max|min|raw|passed|failed|count|n|of|unit|weighted|contribution|std|lower|upper"

// numbered returns the number of members of an object whose names number them from 0, as in
// the columns that pandas writes; 0 for others.
func (d *doc) numbered(v span) (n int) {
	if !d.each(v, func(key string, item span) bool {
		if c := d.kind(item); key != strconv.Itoa(n) || c == '{' || c == '[' {
			n = -1
			return false
		}
		n++
		return true
	}) {
		return 0
	}
	return max(n, 0)
}

// scalars returns the length of a list without lists and objects, -1 for others.
func (d *doc) scalars(v span) (n int) {
	d.each(v, func(_ string, item span) bool {
		if c := d.kind(item); c == '[' || c == '{' {
			n = -1
			return false
		}
		n++
		return true
	})
	return n
}

// resembles reports whether an object holds a number or null, no list of objects, and a member of
// the first such object.
func (d *doc) resembles(v span, first *[]string) bool {
	some, shares, plain := false, *first == nil, true
	var names []string
	d.each(v, func(key string, item span) bool {
		switch c := d.kind(item); {
		case c == '[' && d.scalars(item) < 0:
			plain = false
		case isDigit(c) || c == '-' || c == '{' || c == 'n':
			some = true
		}
		for _, other := range *first {
			shares = shares || key == other
		}
		names = append(names, key)
		return plain && len(names) <= mostColumns
	})
	if *first == nil && plain && some {
		*first = names
	}
	return plain && some && shares
}

// choose returns the table that is meant: the one at the pointer, or the longest.
func (d *doc) choose(places []place, root span, pointer string) (place, *op.Error) {
	var best []place
	for _, p := range places {
		switch {
		case pointer != "" && p.pointer == pointer:
			return p, nil
		case len(best) > 0 && (p.form.weak() && !best[0].form.weak() || p.form.weak() == best[0].form.weak() && p.rows < best[0].rows):
		case len(best) > 0 && p.form.weak() == best[0].form.weak() && p.rows == best[0].rows:
			best = append(best, p)
		default:
			best = []place{p}
		}
	}
	switch {
	case pointer != "":
		return place{}, op.Refuse("/list", "%s: the text has no table there: want %s", op.Quote(pointer), pointers(places))
	case len(best) == 0:
		return place{}, op.Refuse("/text", "it has no table: want a list of agents with their scores")
	case best[0].form == oneRecord:
		return place{}, op.Refuse("/text", "this is one record, no table: paste a list of agents")
	case len(best) > 1:
		refusal := op.Refuse("/list", "%s have %s each: choose one", pointers(best), words.Counted(best[0].rows, "row", "rows"))
		for _, p := range best[:min(len(best), mostPointers)] {
			refusal = refusal.Offering(p.pointer, struct {
				List string `json:"list"`
			}{p.pointer})
		}
		return place{}, refusal
	}
	return best[0], nil
}

// mostPointers is the number of places that a message lists.
const mostPointers = 8

// pointers lists the places of tables.
func pointers(places []place) string {
	const most = mostPointers
	var b strings.Builder
	for i, p := range places {
		switch {
		case i == most:
			b.WriteString(" and " + strconv.Itoa(len(places)-most) + " others")
		case i > most:
		case i == 0:
			b.WriteString(op.Quote(p.pointer))
		case i == len(places)-1:
			b.WriteString(" and " + op.Quote(p.pointer))
		default:
			b.WriteString(", " + op.Quote(p.pointer))
		}
	}
	return b.String()
}
