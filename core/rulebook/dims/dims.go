// Package dims reads and writes the tables of dimensions in the code of
// Clawdiators' challenges (Clawdiators docs, Scoring):
//
//	dims(
//	  { correctness: 0.40, speed: 0.60 },
//	  { correctness: { description: "Another description" } },
//	)
package dims

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Ops are this package's operations.
var Ops = []op.Op{
	op.Define("rulebook.dims",
		"Read the dimensions of a challenge from a call of dims(), or write that call from weights.", Dims),
}

// DimsRequest is a call of dims(), or what one has.
type DimsRequest struct {
	Rulebook     rulebook.Ref       `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with the dimensions to choose from."`
	Text         string             `json:"text,omitempty" op:"maxlen=100000" doc:"Code with a call of dims(); or give weights."`
	Weights      map[string]float64 `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Descriptions map[string]string  `json:"descriptions,omitempty" doc:"Descriptions that replace those of the rulebook, by dimension."`
}

// DimsResponse is a table of dimensions in every form.
type DimsResponse struct {
	Weights      map[string]float64 `json:"weights" doc:"Weights by dimension, as fractions; they can go into score.compute as they are."`
	Descriptions map[string]string  `json:"descriptions" doc:"Descriptions that replace those of the rulebook, by dimension."`
	Dimensions   []DimsRow          `json:"dimensions" doc:"The dimensions, in display order."`
	Text         string             `json:"text" doc:"The call of dims() with these weights and descriptions."`
}

// DimsRow is a row of the table.
type DimsRow struct {
	Key         string  `json:"key" doc:"Name in requests."`
	Label       string  `json:"label" doc:"Name for readers."`
	Description string  `json:"description" doc:"What it measures in this challenge."`
	Color       string  `json:"color" doc:"Colour name of the arena's palette."`
	Weight      float64 `json:"weight" doc:"Weight as a fraction."`
}

// Dims reads or writes a call of dims(). It refuses other texts, and weights that
// score.compute refuses.
func Dims(req DimsRequest) (DimsResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return DimsResponse{}, err
	}
	at := ""
	if req.Text != "" {
		if req.Weights != nil || req.Descriptions != nil {
			return DimsResponse{}, op.Refuse("/text", "give either a text or weights, not both")
		}
		r := &reader{text: req.Text}
		if req.Weights, req.Descriptions, err = r.call(); err != nil {
			return DimsResponse{}, err
		}
		at = "/text"
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		if at != "" {
			refusal.Message, refusal.Field = strings.TrimPrefix(refusal.Field, "/")+": "+refusal.Message, at
		}
		return DimsResponse{}, refusal
	}
	return table(dims, req.Descriptions, at)
}

// table puts the descriptions to the weights.
func table(dims []rulebook.Weighted, descriptions map[string]string, at string) (DimsResponse, error) {
	res := DimsResponse{Weights: map[string]float64{}, Descriptions: map[string]string{}, Dimensions: []DimsRow{}}
	for _, d := range dims {
		row := DimsRow{Key: d.Key, Label: d.Label, Description: d.Description, Color: d.Color, Weight: d.W.Float()}
		if own, given := descriptions[d.Key]; given {
			row.Description, res.Descriptions[d.Key] = own, own
		}
		res.Weights[d.Key] = row.Weight
		res.Dimensions = append(res.Dimensions, row)
	}
	if len(res.Descriptions) < len(descriptions) {
		key := unweighed(descriptions, res.Weights)
		if at == "" {
			at = op.Pointer("descriptions", key)
		}
		return DimsResponse{}, op.Refuse(at, "a description of %s: want a dimension that has a weight", op.Quote(key))
	}
	res.Text = write(res)
	return res, nil
}

// unweighed returns the first of the descriptions, by key, whose dimension has no
// weight.
func unweighed(descriptions map[string]string, weights map[string]float64) string {
	var keys []string
	for key := range descriptions {
		if _, weighed := weights[key]; !weighed {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys[0]
}

// write returns the call that reads as this table.
func write(res DimsResponse) string {
	var weights, descriptions []string
	for _, d := range res.Dimensions {
		weights = append(weights, d.Key+": "+op.Show(d.Weight))
		if own, given := res.Descriptions[d.Key]; given {
			descriptions = append(descriptions, d.Key+": { description: "+quoted(own)+" }")
		}
	}
	call := "dims(\n  { " + strings.Join(weights, ", ") + " },\n"
	if len(descriptions) > 0 {
		call += "  { " + strings.Join(descriptions, ", ") + " },\n"
	}
	return call + ")"
}
