package twin

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func isControl(n *html.Node) bool {
	return n.DataAtom == atom.Input || n.DataAtom == atom.Select || n.DataAtom == atom.Textarea
}

// isNamed reports whether a label names a control, which says it.
func isNamed(label *html.Node) bool {
	return attr(label, "for") != "" || first(label, isControl) != nil
}

// control adds a control to the list of inputs. What only moves another one, and
// what is not chosen, is left out. A box beside others is ticked or not.
func (r *reader) control(n *html.Node) {
	value, shown := shownValue(n)
	if !shown {
		return
	}
	if len(trimmed(r.text)) > 0 {
		r.end()
	}
	r.text = nil
	r.inputs = append(r.inputs, Input{Label: r.labelOf(n), Value: value})
}

func shownValue(n *html.Node) (value string, shown bool) {
	switch attr(n, "type") {
	case "hidden", "range", "file", "button", "submit":
		return "", false
	case "radio":
		return labelAround(n), has(n, "checked")
	case "checkbox":
		return map[bool]string{true: "yes", false: "no"}[has(n, "checked")], true
	}
	switch n.DataAtom {
	case atom.Select:
		if option := chosen(n); option != nil {
			return strings.TrimSpace(content(option)), true
		}
		return "", false
	case atom.Textarea:
		return strings.TrimSpace(content(n)), true
	}
	return attr(n, "value"), true
}

// chosen returns the option that a select shows.
func chosen(n *html.Node) *html.Node {
	if option := first(n, func(o *html.Node) bool {
		return o.DataAtom == atom.Option &&
			has(o, "selected")
	}); option != nil {
		return option
	}
	return first(n, func(o *html.Node) bool { return o.DataAtom == atom.Option })
}

// labelOf returns the name of a control; of a choice, that of its group.
func (r *reader) labelOf(n *html.Node) string {
	if attr(n, "type") == "radio" {
		return groupOf(n)
	}
	for _, label := range []string{r.labels[attr(n, "id")], attr(n, "aria-label"), labelAround(n)} {
		if label != "" {
			return label
		}
	}
	return ""
}

// groupOf returns the name of the fieldset around a control.
func groupOf(n *html.Node) string {
	for ; n != nil; n = n.Parent {
		if n.DataAtom != atom.Fieldset {
			continue
		}
		if label := attr(n, "aria-label"); label != "" {
			return label
		}
		if legend := first(n, func(l *html.Node) bool { return l.DataAtom == atom.Legend }); legend != nil {
			return words(legend)
		}
	}
	return ""
}

func labelAround(n *html.Node) string {
	for ; n != nil; n = n.Parent {
		if n.DataAtom == atom.Label {
			return words(n)
		}
	}
	return ""
}

func labelsOf(doc *html.Node) map[string]string {
	labels := map[string]string{}
	for n := range doc.Descendants() {
		if id := attr(n, "for"); n.DataAtom == atom.Label && id != "" {
			labels[id] = words(n)
		}
	}
	return labels
}

// words returns the text of an element that is read, with single spaces; controls in
// it have none.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && seen(d, n) && !isControl(d.Parent) && d.Parent.DataAtom != atom.Option {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// spans is how many columns a cell takes.
func spans(cell *html.Node) int {
	n, err := strconv.Atoi(attr(cell, "colspan"))
	if err != nil {
		return 1
	}
	return min(max(n, 1), 100)
}
