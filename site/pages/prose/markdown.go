package prose

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// Prose is written in a small part of Markdown: paragraphs, headings, lists of
// one level, code spans, emphasis, links, and formulas between dollar signs.
// Nothing in it is HTML: all text is escaped.

// block is a heading, a paragraph or a list.
type block struct {
	Heading int    // its level; 0 for anything else
	Html    string // of a heading, what is inside it
}

// Markdown reads a text. It refuses what it would show wrongly.
func Markdown(text string) ([]block, error) {
	var blocks []block
	for _, lines := range paragraphs(text) {
		b, err := markdownBlock(lines)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", lines[0], err)
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// HTML is a text without headings, as HTML.
func HTML(text string) (string, error) {
	blocks, err := Markdown(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, part := range blocks {
		if part.Heading > 0 {
			return "", fmt.Errorf("%q: a heading inside a text", part.Html)
		}
		b.WriteString(part.Html)
	}
	return b.String(), nil
}

// paragraphs are the groups of lines between empty ones. A heading is a group
// of its own.
func paragraphs(text string) [][]string {
	var groups [][]string
	var group []string
	flush := func() {
		if group != nil {
			groups, group = append(groups, group), nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, "#"):
			flush()
			groups = append(groups, []string{line})
		default:
			group = append(group, line)
		}
	}
	flush()
	return groups
}

var (
	headingLine = regexp.MustCompile(`^(#{1,4}) (.+)$`)
	itemLine    = regexp.MustCompile(`^(-|\d+\.) (.+)$`)
	foreign     = regexp.MustCompile("^(```|~~~|>|\\||[ \\t]|[*+] |={3,}$|-{3,}$|!\\[)")
)

func markdownBlock(lines []string) (block, error) {
	if m := headingLine.FindStringSubmatch(lines[0]); m != nil {
		inner, err := InlineHTML(m[2])
		return block{len(m[1]), inner}, err
	}
	if itemLine.MatchString(lines[0]) {
		return list(lines)
	}
	for _, line := range lines {
		if foreign.MatchString(line) || strings.HasPrefix(line, "#") || itemLine.MatchString(line) {
			return block{}, fmt.Errorf("line %q is Markdown this page does not know here", line)
		}
	}
	inner, err := InlineHTML(strings.Join(lines, " "))
	return block{Html: "<p>" + inner + "</p>"}, err
}

// list reads items; a line that is indented continues the item above it.
func list(lines []string) (block, error) {
	name := "ul"
	var items []string
	for i, line := range lines {
		m := itemLine.FindStringSubmatch(line)
		switch {
		case m == nil && strings.HasPrefix(line, "  ") && !itemLine.MatchString(strings.TrimSpace(line)):
			items[len(items)-1] += " " + strings.TrimSpace(line)
			continue
		case m == nil:
			return block{}, fmt.Errorf("line %q: want an item, or one indented by two spaces", line)
		case i == 0 && m[1] != "-":
			name = "ol"
		case i > 0 && (m[1] == "-") != (name == "ul"):
			return block{}, fmt.Errorf("line %q: want items of one kind", line)
		}
		items = append(items, m[2])
	}
	var b strings.Builder
	b.WriteString("<" + name + ">")
	for _, item := range items {
		inner, err := InlineHTML(item)
		if err != nil {
			return block{}, err
		}
		b.WriteString("<li>" + inner + "</li>")
	}
	b.WriteString("</" + name + ">")
	return block{Html: b.String()}, nil
}

var (
	span = regexp.MustCompile("`([^`]+)`" + `|\$([^$]+)\$|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^()\s]+)\)`)
	link = regexp.MustCompile(`^(/([^/]|$)|#|https://|mailto:)`)
)

// InlineHTML turns what is inside a block into HTML.
func InlineHTML(text string) (string, error) {
	var b strings.Builder
	for {
		m := span.FindStringSubmatchIndex(text)
		plain := text
		if m != nil {
			plain = text[:m[0]]
		}
		if strings.Contains(plain, "](") {
			return "", fmt.Errorf("%q: a link this page cannot read", plain)
		}
		b.WriteString(html.EscapeString(plain))
		if m == nil {
			return b.String(), nil
		}
		inner, err := spanHTML(func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		})
		if err != nil {
			return "", err
		}
		b.WriteString(inner)
		text = text[m[1]:]
	}
}

// spanHTML is one span: part gives the groups of the expression span.
func spanHTML(part func(int) string) (string, error) {
	switch {
	case part(1) != "":
		return element("code", html.EscapeString(part(1))), nil
	case part(2) != "":
		return mathML(part(2), "inline")
	case part(3) != "":
		inner, err := InlineHTML(part(3))
		return element("strong", inner), err
	case part(4) != "":
		inner, err := InlineHTML(part(4))
		return element("em", inner), err
	}
	if !link.MatchString(part(6)) {
		return "", fmt.Errorf("a link to %q: want one that begins with https:, mailto:, / or #", part(6))
	}
	inner, err := InlineHTML(part(5))
	return `<a href="` + html.EscapeString(part(6)) + `">` + inner + "</a>", err
}
