package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// builder makes a grid of values of JSON.
type builder struct {
	doc  *doc
	grid *grid
	root node
}

// node is a member that rows may have, with those inside it.
type node struct {
	key    string
	column int // plus 1; 0 without a value of its own
	inside []*node
}

// deepestMember is the number of objects around a value that becomes a column.
const deepestMember = 4

// table reads the table at a place.
func (b *builder) table(p place) (refusal *op.Error) {
	take := func(key string, item span) bool {
		refusal = b.item(item, key)
		return refusal == nil
	}
	switch p.form {
	case headAndRows:
		if refusal = b.names(p.heads); refusal == nil {
			b.doc.each(p.body, take)
		}
	case columnLists:
		refusal = b.lists(p.at)
	case columnMaps:
		refusal = b.maps(p.at)
	case mapOfNumbers, mapOfObjects:
		b.child(&b.root, "name", 0)
		refusal = b.own(&b.root.inside[0].column, "name")
		b.doc.each(p.at, take)
	default:
		b.doc.each(p.at, take)
	}
	return refusal
}

// names reads the names of columns, which are texts or objects with a name.
func (b *builder) names(v span) *op.Error {
	list, refusal := b.doc.read(v)
	if refusal != nil {
		return refusal
	}
	for i := range list.Items {
		name := list.Items[i].Str
		for _, key := range []string{"name", "title", "label", "header", "field", "key", "id"} {
			if inner := list.Items[i].Get(key); name == "" && inner != nil {
				name = inner.Str
			}
		}
		if refusal := b.grid.column(trimSpace(name)); refusal != nil {
			return refusal
		}
	}
	return nil
}

// lists reads an object of name → list, or object that numbers its members.
func (b *builder) lists(v span) (refusal *op.Error) {
	var columns []jcs.Value
	b.doc.each(v, func(key string, item span) bool {
		var list jcs.Value
		if list, refusal = b.doc.read(item); refusal == nil {
			columns, refusal = append(columns, list), b.grid.column(trimSpace(key))
		}
		return refusal == nil
	})
	for i := 0; refusal == nil && i < len(columns[0].Items); i++ {
		refusal = b.grid.begin()
		for k := range columns {
			b.put(k, &columns[k].Items[i], columns[k].Items[i].Str)
		}
	}
	return refusal
}

// maps reads an object of header → name → number, whose rows have the names.
func (b *builder) maps(v span) (refusal *op.Error) {
	var columns []jcs.Value
	rows, names := map[string]int{}, []string{}
	refusal = b.grid.column("name")
	b.doc.each(v, func(key string, item span) bool {
		var column jcs.Value
		if refusal == nil {
			refusal = b.grid.column(trimSpace(key))
		}
		if refusal == nil {
			column, refusal = b.doc.read(item)
		}
		columns = append(columns, column)
		for i := range column.Items {
			if name := column.Items[i].Key; rows[name] == 0 {
				names = append(names, name)
				rows[name] = len(names)
			}
		}
		return refusal == nil
	})
	if refusal == nil && len(columns)*len(names) > freeCells+b.grid.bytes {
		return op.Refuse("/text", "most cells of the %d columns are empty: want fewer columns or fewer rows", len(columns))
	} else if refusal != nil {
		return refusal
	}
	cells := make([]*jcs.Value, len(columns)*len(names))
	for k := range columns {
		for i := range columns[k].Items {
			cell := &columns[k].Items[i]
			cells[(rows[cell.Key]-1)*len(columns)+k] = cell
		}
	}
	for i := 0; refusal == nil && i < len(names); i++ {
		refusal = b.grid.begin()
		b.grid.put(0, names[i])
		for k, cell := range cells[i*len(columns) : (i+1)*len(columns)] {
			if cell != nil {
				b.put(k+1, cell, cell.Str)
			}
		}
	}
	return refusal
}

// item reads a row.
func (b *builder) item(at span, name string) *op.Error {
	v, refusal := b.doc.read(at)
	if refusal != nil {
		return refusal
	}
	text := b.doc.text[at.start:at.end]
	switch {
	case v.Kind == jcs.Null || len(v.Items) == 0 && (v.Kind == jcs.Object || v.Kind == jcs.Array) && name == "":
		return nil
	case v.Kind == jcs.Array && len(b.grid.heads) == 0:
		return b.header(&v)
	case v.Kind == jcs.Object && isTask(&v):
		return op.Refuse("/text", "the list holds tasks of a run, such as %s: want a list of agents", op.Quote(taskName(&v)))
	}
	if refusal := b.grid.begin(); refusal != nil {
		return refusal
	}
	switch v.Kind {
	case jcs.Array:
		return b.array(&v, text)
	case jcs.Object:
		if len(b.root.inside) > 0 && b.root.inside[0].key == "name" && b.root.inside[0].column > 0 && name != "" {
			b.grid.put(0, name)
		}
		return b.object(&b.root, &v, text, 1)
	}
	if name == "" {
		return op.Refuse("/text", "row %d: found %s: want an object", b.grid.rows, v.Kind.String())
	}
	b.grid.put(0, name)
	return b.member(&b.root, "score", 1, &v, text, 1)
}

// header reads the names of columns in the first row of a list of rows.
func (b *builder) header(v *jcs.Value) *op.Error {
	var names []string
	for i := range v.Items {
		names = append(names, trimSpace(v.Items[i].Str))
		if v.Items[i].Kind == jcs.Number {
			return op.Refuse("/text", "the first row has a number: want names of columns in it")
		}
	}
	for _, name := range names {
		if refusal := b.grid.column(name); refusal != nil {
			return refusal
		}
	}
	return nil
}

// array reads a row that is a list.
func (b *builder) array(v *jcs.Value, text string) *op.Error {
	for k := range v.Items {
		if k >= len(b.grid.heads) {
			return op.Refuse("/text", "row %d: %d values under %d names of columns", b.grid.rows, len(v.Items), len(b.grid.heads))
		}
		b.value(k, &v.Items[k], text)
	}
	return nil
}

// object reads the members of a row, or of an object inside it.
func (b *builder) object(n *node, v *jcs.Value, text string, depth int) *op.Error {
	for i := range v.Items {
		m := &v.Items[i]
		if refusal := b.member(n, m.Key, i, m, text, depth); refusal != nil {
			return refusal
		}
	}
	return nil
}

// member reads a member, which may be an object.
func (b *builder) member(n *node, key string, hint int, v *jcs.Value, text string, depth int) *op.Error {
	child := b.child(n, key, hint)
	if v.Kind == jcs.Object && depth < deepestMember {
		return b.object(child, v, text, depth+1)
	}
	if child.column == 0 {
		if refusal := b.own(&child.column, b.path(&b.root, child)); refusal != nil {
			return refusal
		}
	}
	b.value(child.column-1, v, text)
	return nil
}

// child returns the node of a member, which is probably at a place.
func (b *builder) child(n *node, key string, hint int) *node {
	if hint < len(n.inside) && n.inside[hint].key == key {
		return n.inside[hint]
	}
	for _, c := range n.inside {
		if c.key == key {
			return c
		}
	}
	c := &node{key: key}
	n.inside = append(n.inside, c)
	return c
}

// own adds a column.
func (b *builder) own(column *int, name string) *op.Error {
	*column = len(b.grid.heads) + 1
	return b.grid.column(trimSpace(name))
}

// path returns the names of the members from the row to a node, with dots.
func (b *builder) path(from, to *node) string {
	for _, c := range from.inside {
		if c == to {
			return c.key
		}
		if inner := b.path(c, to); inner != "" || slices.Contains(c.inside, to) {
			return c.key + "." + inner
		}
	}
	return ""
}

// value writes a cell: a number or a list as it stands in the text.
func (b *builder) value(column int, v *jcs.Value, text string) {
	written := v.Str
	if v.Kind != jcs.String && (v.Kind != jcs.Array && v.Kind != jcs.Object || len(v.Items) > 0) {
		written = text[v.Start:v.End]
	}
	b.put(column, v, written)
}

// put writes a cell. Null is an empty one.
func (b *builder) put(column int, v *jcs.Value, written string) {
	g := b.grid
	switch v.Kind {
	case jcs.Null:
		return
	case jcs.Number:
		if written == "" { // of a list
			written = op.Show(v.Num)
		}
		for len(g.typed) <= column {
			g.typed = append(g.typed, nil)
		}
		g.typed[column].add(g.rows - 1)
	case jcs.Bool:
		written = strconv.FormatBool(v.Bool)
	}
	g.put(column, trimSpace(written))
}

// finish ends the grid.
func (b *builder) finish(refusal *op.Error) (*grid, *op.Error) {
	g := b.grid
	switch {
	case refusal != nil:
		return nil, refusal
	case g.rows == 0:
		return nil, op.Refuse("/text", "the list has no agent: want at least one")
	case g.rows == 1 && g.form == "json-lines":
		return nil, op.Refuse("/text", "this is one record, no table: paste a list of agents")
	}
	for len(g.typed) < len(g.heads) {
		g.typed = append(g.typed, nil)
	}
	return g, g.finish()
}

// isTask reports whether an object is the result of a task in a run.
func isTask(v *jcs.Value) bool {
	resolved := v.Get("is_resolved")
	if resolved == nil {
		resolved = v.Get("resolved")
	}
	return resolved != nil && resolved.Kind == jcs.Bool && taskName(v) != ""
}

func taskName(v *jcs.Value) string {
	for _, key := range []string{"task_id", "task", "task_name", "instance_id"} {
		if name := v.Get(key); name != nil && name.Kind == jcs.String {
			return name.Str
		}
	}
	return ""
}

// inParts merges members that hold a score of their own, {"speed": {"score": 60, "weight":
// 0.2}}: their columns are called speed. It returns for each column the column of its weight, counted
// from 1, and whether it says more of such a member; nil without any.
func (g *grid) inParts() (weights []int, parts []bool) {
	var owns []string
	for k, name := range g.heads {
		own, ok := strings.CutSuffix(name, ".score")
		if !ok || slices.Contains(g.heads, own) {
			continue
		}
		owns = append(owns, own)
		if weight := slices.Index(g.heads, own+".weight"); weight >= 0 {
			if weights == nil {
				weights = make([]int, len(g.heads))
			}
			weights[k] = weight + 1
		}
	}
	if len(owns) < 2 && weights == nil {
		return nil, nil
	}
	parts = make([]bool, len(g.heads))
	for k, name := range g.heads {
		for _, own := range owns {
			if name == own+".score" {
				g.heads[k] = own
			} else if strings.HasPrefix(name, own+".") {
				parts[k] = true
			}
		}
	}
	return weights, parts
}

// constant returns the text that all cells of a column have, or "".
func (g *grid) constant(column int) string {
	cells := g.cells[column]
	for _, cell := range cells {
		if cell != cells[0] {
			return ""
		}
	}
	return cells[0]
}
