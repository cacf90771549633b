package rewards

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// Table is an answer whose numbers are a table.
type Table struct {
	Key      string         `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string         `json:"brief" doc:"The answer in a few words."`
	Sentence string         `json:"sentence" doc:"The answer in one sentence."`
	Line     string         `json:"line,omitempty" doc:"What validators agree on, and who is left out, in a few words."`
	Columns  []string       `json:"columns" doc:"What each cell of a row is."`
	Rows     []TableRow     `json:"rows" doc:"The miners, in the order of reward.weights, or the validators, in the order given."`
	Totals   []TableRow     `json:"totals" doc:"Rows about all of them: the Herfindahl-Hirschman index, how many equal miners are as concentrated, and the largest share after normalization, all before any burn; or the median, and which scores are outliers now."`
	Notes    []explain.Note `json:"notes" doc:"Warnings."`
}

// TableRow is a line of a table.
type TableRow struct {
	Name  string   `json:"name" doc:"What it is about, for readers."`
	Cells []string `json:"cells" doc:"Its values, in the order of the columns; empty if there is none."`
}

// tableOf returns a table with its answer.
func tableOf(key, sentence string, columns []string, warnings []op.Warning) *Table {
	return &Table{Key: key, Brief: key, Sentence: sentence, Columns: columns, Notes: explain.Notes(warnings)}
}

// put writes a cell into a row, and makes the row if needed.
func put(rows *[]TableRow, row, column int, name, text string) {
	if row == len(*rows) {
		*rows = append(*rows, TableRow{Name: name})
	}
	r := &(*rows)[row]
	for len(r.Cells) < column {
		r.Cells = append(r.Cells, "")
	}
	r.Cells = append(r.Cells, text)
}

// shareColumns lists the columns: the request and its stored form on the chain;
// strategies without a cap, for top_n winners and for a single winner; caps, burns, and
// the arena's rulebooks. Shares are normalized to a sum of 1, except in the first of the
// two columns of truncate.
var shareColumns = []string{
	"share", "stored",
	"linear", "quadratic", "softmax", "ranked", "winner-takes-all", "winner-takes-all",
	"none", "truncate", "truncate", "redistribute", "iterative",
	"scale", "add", "multiply-only",
	"term", "term-live",
}

// Where the columns of a kind begin.
const (
	storedColumn   = 1
	strategyColumn = 2
	oneWinner      = 7
	capColumn      = 8
	formulaColumn  = 9
	burnColumn     = 13
	rulesColumn    = 16
)

// mostMiners limits the miners, whose shares are computed 18 times: the powers of softmax
// are long fractions, so 200 miners take up to half a second.
const mostMiners = 200

// Shares explains how emission is divided, and how it would be by other
// strategies, caps, burns and rules. It refuses what reward.weights refuses, and
// more than 200 miners in all.
func Shares(req reward.WeightsRequest) (Table, error) {
	count := 0
	for _, c := range req.Competitions {
		count += len(c.Miners)
	}
	if count > mostMiners {
		return Table{}, op.Refuse("/competitions", "%s miners: want at most 200", strconv.Itoa(count))
	}
	var res *Table
	for c := range shareColumns {
		ask := req
		vary(&ask, c)
		got, err := reward.Weights(ask)
		if err != nil {
			return Table{}, err
		}
		hhi := got.HHI
		effective, top := words.Fixed(hhi.Effective, words.Apart(hhi.Effective, 1, 2)), words.Rate(got.TopShare)
		if c == 0 {
			key, sentence := top, fmt.Sprintf("Before any burn, the largest share is %s: as concentrated as %s equal miners.",
				top, effective)
			if got.Reason != "" {
				key = "nobody has a share"
				sentence = "No competition pays anything, so " + key + "."
			}
			res = tableOf(key, sentence, shareColumns, got.Warnings)
		}
		for i := range got.Miners {
			m := &got.Miners[i]
			share := m.Normalized
			if c == formulaColumn {
				share = m.Share
			}
			text := words.Rate(share)
			if c == storedColumn {
				text = strconv.FormatInt(m.U16.MaxUpscaled, 10)
			}
			name := words.Named(m.Miner)
			if name == "0" {
				name = "0 (burn address)"
			}
			put(&res.Rows, i, c, name, text)
		}
		index := words.Fixed(hhi.HHI, words.Apart(hhi.HHI, 1, 4))
		if c == formulaColumn { // these are of normalized shares
			index, effective, top = "–", "–", "–"
		}
		put(&res.Totals, 0, c, "Concentration (HHI)", index)
		put(&res.Totals, 1, c, "Effective miners", effective)
		put(&res.Totals, 2, c, "Largest share", top)
	}
	return *res, nil
}

var one = 1

// vary turns a request into the request of a column.
func vary(req *reward.WeightsRequest, c int) {
	value := shareColumns[c]
	switch {
	case c >= rulesColumn:
		req.Rulebook = rulebook.ID(value)
	case c >= burnColumn:
		if req.Burn != nil {
			req.Burn = &reward.Burn{Percent: req.Burn.Percent, Mode: value}
		}
	case c >= strategyColumn:
		limit := &reward.Cap{Mode: value}
		if c < capColumn {
			req.Strategy, limit.Mode = value, "none"
		} else if req.Cap != nil {
			limit.Percent = req.Cap.Percent
		}
		if c == oneWinner {
			req.TopN = &one
		}
		req.Cap, req.Burn = limit, nil
	case req.Strategy != "": // without a warning of what only other columns use
		if req.Strategy != "winner-takes-all" {
			req.TopN = nil
		}
		if req.Strategy != "softmax" {
			req.Temperature = nil
		}
	}
}
