package weights

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/words"
)

// ExportRequest is a ranking and the form in which it is wanted.
type ExportRequest struct {
	Text    string        `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The weights, as in explain.weights."`
	Format  string        `json:"format" op:"enum=dims|json|yaml|go|markdown|latex|csv" doc:"dims, json, yaml and go write the weights; markdown, latex and csv the ranking."`
}

// ExportResponse is a text to copy.
type ExportResponse struct {
	_ op.NotCompared

	Text string `json:"text" doc:"The text. Cells of a table that begin with = + - @ have an apostrophe before them, so that no spreadsheet computes them."`
	File string `json:"file" doc:"A name for a file with it."`
}

// Export writes weights, or the ranking by them.
func Export(req ExportRequest) (ExportResponse, error) {
	s, err := read(Request{Text: req.Text, Weights: req.Weights})
	if err != nil {
		return ExportResponse{}, err
	}
	step, refusal := s.table.Step(s.basis)
	if refusal != nil {
		return ExportResponse{}, refusal
	}
	switch req.Format {
	case "dims":
		return ExportResponse{Text: "dims(\n  { " + s.members(", ", bare, ": ") + " },\n)\n", File: "weights.ts"}, nil
	case "json":
		return ExportResponse{Text: "{\n  " + s.members(",\n  ", quoted, ": ") + "\n}\n", File: "weights.json"}, nil
	case "yaml":
		return ExportResponse{Text: "weights:\n  " + s.members("\n  ", bare, ": ") + "\n", File: "weights.yaml"}, nil
	case "go":
		return ExportResponse{Text: "map[string]float64{\n\t" + s.members(",\n\t", quoted, ": ") + ",\n}\n", File: "weights.go"}, nil
	}
	rows := [][]string{append([]string{"Rank", "Agent", "Score"}, s.sheet.labels...)}
	for p, r := range Rows(s.table, step, s.basis, 0, len(step.Order)) {
		cells := []string{r.Rank, words.Plain(r.Name), r.Score}
		for k := range s.basis {
			cells = append(cells, op.Show(s.table.Given(step.Order[p], k)))
		}
		rows = append(rows, cells)
	}
	switch req.Format {
	case "markdown":
		return ExportResponse{Text: markdown(rows), File: "ranking.md"}, nil
	case "latex":
		return ExportResponse{Text: latex(rows), File: "ranking.tex"}, nil
	}
	return ExportResponse{Text: csv(rows), File: "ranking.csv"}, nil
}

func bare(key string) string   { return key }
func quoted(key string) string { return string(jcs.AppendString(nil, key)) }

// members are the weights as fractions.
func (s *study) members(between string, name func(string) string, colon string) string {
	list := make([]string, len(s.basis))
	for k, w := range s.basis {
		list[k] = name(s.sheet.keys[k]) + colon + op.Show(float64(w)/live.Whole)
	}
	return strings.Join(list, between)
}

// lines joins cells after a change to each.
func lines(rows [][]string, before, between, after string, change func(string) string) string {
	out := ""
	for _, cells := range rows {
		changed := make([]string, len(cells))
		for i, cell := range cells {
			changed[i] = change(cell)
		}
		out += before + strings.Join(changed, between) + after
	}
	return out
}

func csv(rows [][]string) string { return lines(rows, "", ",", "\r\n", csvCell) }

// csvCell is a cell that no spreadsheet takes for a formula.
func csvCell(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t", rune(cell[0])) {
		cell = "'" + cell
	}
	if strings.ContainsAny(cell, "\",\r\n") {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

func markdown(rows [][]string) string {
	rule := "|" + strings.Repeat(" --- |", len(rows[0])) + "\n"
	return lines(rows[:1], "| ", " | ", " |\n", markdownCell) + rule + lines(rows[1:], "| ", " | ", " |\n", markdownCell)
}

// markdownCell escapes what would be a link, an image or markup.
func markdownCell(cell string) string { return escaped(cell, "\\`*_{}[]()<>#+!|~&=-@", "\\") }

func latex(rows [][]string) string {
	return "\\begin{tabular}{rl" + strings.Repeat("r", len(rows[0])-2) + "}\n" + lines(rows, "", " & ", " \\\\\n", latexCell) + "\\end{tabular}\n"
}

func latexCell(cell string) string {
	out := ""
	for i := range len(cell) {
		switch cell[i] {
		case '\\':
			out += `\textbackslash{}`
		case '~':
			out += `\textasciitilde{}`
		case '^':
			out += `\textasciicircum{}`
		default:
			out += escaped(cell[i:i+1], "&%$#_{}", `\`)
		}
	}
	return out
}

// escaped puts a mark before each of the characters.
func escaped(text, characters, mark string) string {
	out := []byte{}
	for _, c := range []byte(text) {
		if strings.IndexByte(characters, c) >= 0 {
			out = append(out, mark...)
		}
		out = append(out, c)
	}
	return string(out)
}
