package twin

import (
	"cmp"
	"strings"

	"github.com/JohannesKaufmann/dom"
	"golang.org/x/net/html"
)

// input is a control of a form as its reader sees it.
type input struct {
	label, value string
	shown        bool
}

// inputsOf reads all controls before anything is left out.
func inputsOf(doc *html.Node) map[*html.Node]input {
	labels := map[string]string{}
	for _, n := range all(doc, " label ") {
		if id := attr(n, "for"); id != "" {
			labels[id] = words(n)
		}
	}
	inputs := map[*html.Node]input{}
	for _, n := range all(doc, controls) {
		around := words(within(n, "label"))
		in := input{label: cmp.Or(labels[attr(n, "id")], attr(n, "aria-label"), around)}
		if in.value, in.shown = valueOf(n); attr(n, "type") == "radio" {
			in.label, in.value = groupOf(n), around
		}
		inputs[n] = in
	}
	return inputs
}

const controls = " input select textarea "

// valueOf returns what a control shows. What only moves another one, and what is not
// chosen, is left out. A box beside others is ticked or not.
func valueOf(n *html.Node) (value string, shown bool) {
	switch attr(n, "type") {
	case "hidden", "range", "file", "button", "submit":
		return "", false
	case "radio":
		return "", has(n, "checked")
	case "checkbox":
		return map[bool]string{true: "yes", false: "no"}[has(n, "checked")], true
	}
	if n.Data == "input" {
		return attr(n, "value"), true
	}
	if n.Data == "select" {
		chosen := dom.FindFirstNode(n, func(o *html.Node) bool { return isOf(" option ", o) && has(o, "selected") })
		if n = cmp.Or(chosen, first(n, "option")); n == nil {
			return "", false
		}
	}
	return strings.TrimSpace(dom.CollectText(n)), true
}

// groupOf returns the name of the fieldset around a control.
func groupOf(n *html.Node) string {
	group := within(n, "fieldset")
	if group == nil {
		return ""
	}
	return cmp.Or(attr(group, "aria-label"), words(first(group, "legend")), groupOf(group.Parent))
}

// words returns the text of an element that is read, with single spaces; controls in
// it have none.
func words(n *html.Node) string {
	if n == nil || n.Type == html.TextNode {
		return collapse(n)
	}
	var said []string
	for c := range n.ChildNodes() {
		if text := words(c); text != "" && !unread(c) && !isOf(controls, c) {
			said = append(said, text)
		}
	}
	return strings.Join(said, " ")
}

func collapse(n *html.Node) string {
	if n == nil {
		return ""
	}
	return strings.Join(strings.Fields(dom.CollectText(n)), " ")
}
