package scores

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// DiffResponse holds the document's reading of an arena's rules against the
// deployed code's, value by value.
type DiffResponse struct {
	Key      string    `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string    `json:"brief" doc:"How many values differ, in a word."`
	Sentence string    `json:"sentence" doc:"How many values differ, and both totals."`
	ByDocs   bool      `json:"by_docs" doc:"Whether the document is the reading asked about."`
	ByCode   bool      `json:"by_code" doc:"Whether the deployed code is the reading asked about."`
	Rows     []DiffRow `json:"rows" doc:"The dimensions, the total and the result; empty if a reading refuses the submission."`
}

// DiffRow is one value under both readings.
type DiffRow struct {
	Key     string `json:"key" doc:"What it is: speed, speed-score, total, result."`
	Label   string `json:"label" doc:"The same for readers."`
	Docs    string `json:"docs" doc:"Its value by the document."`
	Code    string `json:"code" doc:"Its value by the deployed code."`
	Same    bool   `json:"same" doc:"Whether they agree."`
	Differs bool   `json:"differs" doc:"Whether they differ."`
}

// Diff scores a submission under every reading of its arena's rules. It refuses
// what score.compute refuses. A reading that refuses the submission is said to, and
// there are no rows; rules with one reading, and a rulebook that is given whole,
// agree with themselves.
func Diff(req score.ComputeRequest) (DiffResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return DiffResponse{}, err
	}
	if _, err := score.Compute(req); err != nil {
		return DiffResponse{}, err
	}
	books := explain.Siblings(rb)
	if len(books) != 2 || explain.Whole(req.Rulebook) {
		books = []*rulebook.Rulebook{rb, rb}
	}
	res := DiffResponse{ByDocs: books[0].ID == rb.ID, ByCode: books[1].ID == rb.ID, Rows: []DiffRow{}}
	var both [2]score.ComputeResponse
	for i, other := range books {
		req.Rulebook = rulebook.Resolved(other)
		if both[i], err = score.Compute(req); err != nil {
			res.Sentence = fmt.Sprintf("%s refuses this submission: %s.", other.Called(), err.Error())
		}
	}
	if res.Sentence != "" {
		res.Key, res.Brief = "refuses", "refused"
		return res, nil
	}
	for _, p := range both[0].Breakdown {
		label := dimensionName(rb, p.Key)
		other, _ := both[1].Breakdown.Get(p.Key)
		if p.Score != other.Score {
			res.add(p.Key+"-score", label+", before weighting", explain.Points(books[0], p.Score),
				explain.Points(books[1], other.Score))
		}
		res.add(p.Key, label, explain.Points(books[0], p.Weighted), explain.Points(books[1], other.Weighted))
	}
	docs, code := explain.Points(books[0], both[0].Score), explain.Points(books[1], both[1].Score)
	res.add("total", "Total", docs, code)
	if both[0].Result != "" {
		res.add("result", "Result", both[0].Result, both[1].Result)
	}
	res.say(docs, code)
	if books[0] == books[1] {
		res.Key, res.Brief = docs, "one reading"
		res.Sentence = fmt.Sprintf("These rules have one reading: %s.", docs)
	}
	return res, nil
}

func (d *DiffResponse) add(key, label, docs, code string) {
	d.Rows = append(d.Rows, DiffRow{Key: key, Label: label, Docs: docs, Code: code, Same: docs == code,
		Differs: docs != code})
}

// say writes the sentence, its key and the brief, from both totals.
func (d *DiffResponse) say(docs, code string) {
	differ := 0
	for _, r := range d.Rows {
		if r.Differs {
			differ++
		}
	}
	if differ == 0 {
		d.Key, d.Brief = "agree", "agree"
		d.Sentence = fmt.Sprintf("Both readings agree on all %d values: %s.", len(d.Rows), docs)
		return
	}
	d.Key = fmt.Sprintf("%d of %d values", differ, len(d.Rows))
	d.Brief = fmt.Sprintf("%d differ", differ)
	d.Sentence = fmt.Sprintf("The readings differ in %s: docs %s · code %s.", d.Key, docs, code)
}
