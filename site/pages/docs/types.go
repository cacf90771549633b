package docs

import (
	"fmt"
	"html"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/docs"
)

// typeWriter documents shapes: a list of members for each object. Objects below
// the first are named, listed once on a page and linked to.
type typeWriter struct {
	*prose.Writer
	named []*op.Schema // in the order they were first seen
	done  int          // of them, how many are written
}

// root documents a request or an answer.
func (t *typeWriter) root(what string, s *op.Schema) {
	switch {
	case s.Name == "Rulebook":
		t.Text("A rulebook: [its members](/docs/rulebook/#members).")
	case s.Kind == op.KindObject && len(s.Fields) == 0:
		t.Text("An empty object: `{}`.")
	case s.Kind == op.KindObject:
		t.object(s)
	default:
		t.Put(templ.Raw("<p>" + t.kind(s) + ".</p>"))
	}
}

// rest documents the objects that were named on the way.
func (t *typeWriter) rest() {
	if len(t.named) == 0 {
		return
	}
	t.Section("types", "Types")
	for ; t.done < len(t.named); t.done++ {
		s := t.named[t.done]
		t.Part(t.anchor(s), s.Name)
		t.object(s)
	}
}

// object lists the members of an object.
func (t *typeWriter) object(s *op.Schema) {
	var members []docs.MemberView
	for _, f := range s.Fields {
		members = append(members, docs.MemberView{Name: f.Name, Type: templ.Raw(t.kind(f.Schema)), Optional: f.Optional,
			Doc: f.Doc})
	}
	t.Put(docs.Members(members))
}

// anchor returns the id of an object's part of the page.
func (t *typeWriter) anchor(s *op.Schema) string {
	twins := 0
	for _, other := range t.named {
		if other == s {
			break
		}
		if other.Name == s.Name {
			twins++
		}
	}
	if twins == 0 {
		return "type-" + strings.ToLower(s.Name)
	}
	return fmt.Sprintf("type-%s-%d", strings.ToLower(s.Name), twins+1)
}

// kind describes the type of a value in words, as HTML.
func (t *typeWriter) kind(s *op.Schema) string {
	switch s.Kind {
	case op.KindObject:
		return t.link(s)
	case op.KindMap:
		return "object, any name: " + t.kind(s.Elem)
	case op.KindArray:
		return "list" + count(s) + ": " + t.kind(s.Elem)
	case op.KindString:
		return text(s)
	case op.KindNumber:
		return "number" + between(s)
	case op.KindInteger:
		return "whole number" + between(s)
	case op.KindBool:
		return "true or false"
	case op.KindAny:
		return "any JSON value"
	case op.KindOneOf:
		var all []string
		for _, o := range s.Options {
			all = append(all, t.kind(o))
		}
		return strings.Join(all, ", or ")
	}
	t.Fail(fmt.Errorf("kind %d of %q: nothing to say of it", s.Kind, s.Name))
	return ""
}

// link names an object and remembers to document it.
func (t *typeWriter) link(s *op.Schema) string {
	if s.Name == "Rulebook" {
		return `<a href="/docs/rulebook/#members">Rulebook</a>`
	}
	if s.Name == "" {
		t.Fail(fmt.Errorf("an object without a name: give its type one"))
	}
	known := false
	for _, other := range t.named {
		known = known || other == s
	}
	if !known {
		t.named = append(t.named, s)
	}
	return fmt.Sprintf(`<a href="#%s">%s</a>`, t.anchor(s), html.EscapeString(s.Name))
}

// usualText is the length of a text without a limit of its own.
var usualText = op.SchemaOf[string]().MaxLen

func text(s *op.Schema) string {
	if s.Enum != nil {
		return "one of <code>" + strings.Join(frame.Each(s.Enum, html.EscapeString), "</code>, <code>") + "</code>"
	}
	if s.MaxLen != usualText {
		return fmt.Sprintf("text of at most %d bytes", s.MaxLen)
	}
	return "text"
}

func between(s *op.Schema) string {
	switch {
	case s.Min != nil && s.Max != nil:
		return " from " + figures(*s.Min) + " to " + figures(*s.Max)
	case s.Min != nil:
		return " of at least " + figures(*s.Min)
	case s.Max != nil:
		return " of at most " + figures(*s.Max)
	}
	return ""
}

func count(s *op.Schema) string {
	switch {
	case s.Min != nil && s.Max != nil && *s.Min == *s.Max:
		return " of " + figures(*s.Min)
	case s.Min != nil && s.Max != nil:
		return " of " + figures(*s.Min) + " to " + figures(*s.Max)
	case s.Max != nil:
		return " of at most " + figures(*s.Max)
	case s.Min != nil:
		return " of at least " + figures(*s.Min)
	}
	return ""
}

// figures shows a limit with spaces between thousands.
func figures(x float64) string {
	whole, rest, _ := strings.Cut(frame.Show(x), ".")
	digits, negative := strings.CutPrefix(whole, "-")
	var b strings.Builder
	if negative {
		b.WriteString("−")
	}
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && len(digits) > 4 {
			b.WriteString("\u202f") // a narrow space that does not break
		}
		b.WriteRune(r)
	}
	if rest != "" {
		b.WriteString("." + rest)
	}
	return b.String()
}
