// Package reading explains how a table was read: every column with its role, its
// direction and a picture of its values, the first rows as they were given, who lacks a
// score, and which choices a reader has.
package reading

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// Request is a table, with a reader's choices of how it is read.
type Request struct {
	Text string `json:"text" op:"maxlen=67108864" doc:"The table, as in table.read."`
	table.Reading
	Weights     []live.Weight  `json:"weights,omitempty" op:"max=64" doc:"The present weights, to be kept in proportion."`
	Submissions bool           `json:"submissions,omitempty" doc:"Whether the rows are submissions, as explain.audit reads them: the reason of a column says what it is to the rules. Submissions in JSON have no columns."`
	Rules       []rulebook.Ref `json:"rules,omitempty" op:"max=2" doc:"Rules by which they are submissions: ids of built-in rulebooks, or whole rulebooks."`
}

// Response says how a table was read, in the words of a page.
type Response struct {
	Sentence string        `json:"sentence" doc:"In which columns a high value wins, and in which a low one."`
	Brief    string        `json:"brief" doc:"How many agents, dimensions and columns that are not used."`
	Size     string        `json:"size" doc:"How many agents and dimensions."`
	Form     string        `json:"form" doc:"The form of the text."`
	Numbers  string        `json:"numbers,omitempty" doc:"How its numbers are written: point or comma."`
	Found    string        `json:"found,omitempty" doc:"The same as an example."`
	Columns  []Column      `json:"columns" doc:"Every column, in the order of the text."`
	Missing  string        `json:"missing,omitempty" doc:"Who lacks a score, and what becomes of it; absent if nobody does."`
	Blanks   []Choice      `json:"blanks,omitempty" doc:"What may become of missing scores."`
	Equal    string        `json:"equal,omitempty" doc:"Which names are there several times; absent without any."`
	Repeats  []Choice      `json:"repeats,omitempty" doc:"What may become of equal names."`
	Weights  []live.Weight `json:"weights" doc:"The weights of the dimensions: those that were given, in proportion, and the same share for those that are new; without any, those of the table, or equal ones."`
	Brings   []live.Weight `json:"brings,omitempty" doc:"The weights that the table has, if it has one for each dimension."`
}

// Choice is a way to read a table, for a button.
type Choice struct {
	Member string `json:"member" doc:"Member of the request that it changes: missing or duplicates; or ignore, for a column."`
	Value  string `json:"value" doc:"The value of that member, or the column to ignore."`
	Label  string `json:"label" doc:"The same for readers."`
	Chosen string `json:"chosen" doc:"Whether the table was read so: true or false."`
}

// Reading explains how a table was read.
func Reading(req Request) (Response, error) {
	if req.Submissions {
		return submissions(req)
	}
	sheet, refusal := table.Read(req.Text, req.Reading)
	if refusal != nil {
		return Response{}, refusal
	}
	s := study{Sheet: sheet, dims: sheet.Dimensions()}
	res := Response{Form: forms[sheet.Form], Numbers: sheet.Numbers, Found: "as found: " + signs[sheet.Numbers],
		Sentence: s.sentence(), Weights: s.weights(req.Weights)}
	res.Brief, res.Brings = sheet.Line(), s.own()
	res.Size = words.Counted(len(sheet.Names), "agent", "agents") + " · " +
		words.Counted(len(s.dims), "dimension", "dimensions")
	res.Columns = s.columns()
	res.Missing, res.Blanks = s.missing()
	res.Equal, res.Repeats = s.repeats(req.Duplicates)
	return res, nil
}

// forms and signs are the words for the forms of texts and for their numbers.
var (
	forms = map[string]string{"csv": "CSV", "semicolons": "Semicolons", "tabs": "Tab-separated", "pipes": "Pipes",
		"markdown": "Markdown", "json": "JSON", "json-lines": "JSON Lines"}
	signs = map[string]string{"point": "1,204.50", "comma": "1.204,50"}
)

// study is a table that was read, and what is derived from it.
type study struct {
	*table.Sheet
	dims []int // places of the dimensions among the columns
}

// sentence says in which columns a high value wins.
func (s *study) sentence() string {
	var higher, lower []string
	for _, i := range s.dims {
		c := &s.Columns[i]
		if name := words.Called(c.Name); c.Better == table.Lower {
			lower = append(lower, name)
		} else {
			higher = append(higher, name)
		}
	}
	if len(lower) == 0 && len(higher) > 1 {
		return "Higher wins everywhere."
	}
	sentences := []string{}
	for _, part := range []struct {
		how   string
		names []string
	}{{"Higher", higher}, {"Lower", lower}} {
		if n := len(part.names); n > mostNamed {
			sentences = append(sentences, part.how+" wins in "+words.Counted(n, "column", "columns")+".")
		} else if n > 0 {
			sentences = append(sentences, part.how+" wins: "+words.Join(part.names)+".")
		}
	}
	return strings.Join(sentences, " ")
}

// mostNamed is the number of columns or agents that a sentence names.
const mostNamed = 5

// weights keeps the proportions of the weights whose dimension is still there, and
// gives each new dimension an equal share. If more than one is not there any more, the
// table is another one: its weights are its own, or equal.
func (s *study) weights(given []live.Weight) []live.Weight {
	known := map[string]live.Weight{}
	for _, w := range given {
		known[w.Dimension] = w
	}
	list, sum, fresh, alike := make([]live.Weight, len(s.dims)), 0.0, 0, true
	for k, i := range s.dims {
		w, ok := known[s.Columns[i].Key]
		if !ok {
			fresh++
		}
		w.Dimension = s.Columns[i].Key
		list[k] = w
		sum += w.Percent
		alike = alike && (!ok || w.Percent == given[0].Percent && !w.Locked)
	}
	another := sum == 0 || fresh > 0 && len(list)-fresh < len(given)-1
	switch own := s.own(); {
	case fresh == 0 && len(given) == len(list) && sum > 0:
		return list
	case another && own != nil:
		return own
	case another || alike:
		return equal(list)
	}
	share := 100 / float64(len(list))
	for k := range list {
		w := &list[k]
		if _, ok := known[w.Dimension]; !ok {
			w.Percent = share
		} else if !w.Locked {
			w.Percent = float64(w.Percent*(100-float64(share*float64(fresh)))) / sum
		}
	}
	return live.Balance(list, -1)
}

// equal gives all dimensions the same weight, as it is shown: rankings take 33.33 three
// times as thirds.
func equal(list []live.Weight) []live.Weight {
	for k := range list {
		list[k].Percent = math.Round(10_000/float64(len(list))) / 100
	}
	return list
}

// own returns the weights that the table gives its dimensions, or nil.
func (s *study) own() []live.Weight {
	list, sum := make([]live.Weight, len(s.dims)), 0.0
	for k, i := range s.dims {
		w := s.Columns[i].Weight
		if w == nil || *w < 0 {
			return nil
		}
		list[k] = live.Weight{Dimension: s.Columns[i].Key, Percent: *w}
		sum += *w
	}
	if sum <= 0 {
		return nil
	}
	return live.Balance(list, -1)
}
