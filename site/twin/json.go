package twin

import (
	"encoding/json"
	"strings"
)

// document is a page as JSON. site/contract has no part in it: it is a form of a
// page, not an operation.
type document struct {
	Title       string           `json:"title"`
	URL         string           `json:"url"`
	Description string           `json:"description"`
	Sections    []jsonSection    `json:"sections"`
	Calculators []jsonCalculator `json:"calculators"`
}

type jsonSection struct {
	Heading string      `json:"heading"`
	Level   int         `json:"level"`
	Content []jsonBlock `json:"content"`
}

// jsonBlock has one of the members up to quote; links are those in its texts.
type jsonBlock struct {
	Text   string      `json:"text,omitempty"`
	List   []jsonItem  `json:"list,omitempty"`
	Table  *jsonTable  `json:"table,omitempty"`
	Inputs []jsonInput `json:"inputs,omitempty"`
	Code   string      `json:"code,omitempty"`
	Quote  []jsonBlock `json:"quote,omitempty"`
	Links  []jsonLink  `json:"links,omitempty"`
}

type jsonItem []jsonBlock

type jsonTable struct {
	Caption string     `json:"caption"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

type jsonInput struct {
	Label string `json:"label"`
	Name  string `json:"name"`
	Value string `json:"value"`
	Unit  string `json:"unit"`
}

type jsonLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

type jsonCalculator struct {
	ID        string          `json:"id"`
	Operation string          `json:"operation"`
	Request   json.RawMessage `json:"request"`
	Answer    json.RawMessage `json:"answer"`
}

// JSON is the page as a JSON object on one line.
func (p *Page) JSON() ([]byte, error) {
	d := document{Title: p.Title, URL: p.Path, Description: p.Description, Calculators: []jsonCalculator{}}
	for _, s := range p.Sections {
		d.Sections = append(d.Sections, jsonSection{s.Heading, s.Level, blocksOf(s.Blocks)})
	}
	for _, c := range p.Calculators {
		d.Calculators = append(d.Calculators, jsonCalculator{c.ID, c.Operation, c.Request, c.Answer})
	}
	text, err := plainJSON(d)
	return append(text, '\n'), err
}

func blocksOf(list []Block) []jsonBlock {
	all := []jsonBlock{}
	for _, b := range list {
		j := jsonBlock{Text: b.Text.Plain(), Code: b.Code, Links: linksOf(b.Text)}
		for _, item := range b.List {
			j.List = append(j.List, blocksOf(item))
		}
		for _, in := range b.Inputs {
			j.Inputs = append(j.Inputs, jsonInput(in))
		}
		if b.Table != nil {
			j.Table, j.Links = tableOf(b.Table)
		}
		if len(b.Quote) > 0 {
			j.Quote = blocksOf(b.Quote)
		}
		all = append(all, j)
	}
	return all
}

func tableOf(t *Table) (*jsonTable, []jsonLink) {
	var links []jsonLink
	texts := func(cells []Text) []string {
		all := []string{}
		for _, c := range cells {
			all, links = append(all, c.Plain()), append(links, linksOf(c)...)
		}
		return all
	}
	j := &jsonTable{Caption: t.Caption, Columns: texts(t.Columns), Rows: [][]string{}}
	for _, row := range t.Rows {
		j.Rows = append(j.Rows, texts(row))
	}
	return j, links
}

func linksOf(t Text) (links []jsonLink) {
	for i := 0; i < len(t); i = t.linkEnd(i) {
		if t[i].Href != "" {
			links = append(links, jsonLink{strings.TrimSpace(t[i:t.linkEnd(i)].Plain()), t[i].Href})
		}
	}
	return links
}
