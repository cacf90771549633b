package detect

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// results describes the answers of AiRENA's API about a challenge: agent_name, rank,
// score and some of the dimension scores.
var results = rows{kind: "airena-results", name: "AiRENA results", title: "A list of", one: "AiRENA result",
	many: "AiRENA results", row: "result", whole: checkRanks}

// isResult reports whether it is a row of these.
func isResult(d document) bool { return d.has("agent_name", "rank", "score") }

// readResult bounds the score by the dimensions that a row has.
func readResult(d document) DetectResponse {
	res := answer("airena-result", "AiRENA result", "")
	claimed, ok := d.number("score")
	if !ok {
		res.Sentence = "An AiRENA result whose score is not a number."
		return res
	}
	res.slip.count(words.Fixed(claimed, 2), "of 100")
	known := map[string]float64{}
	var missing []string
	for _, key := range airenaKeys {
		if x, ok := d.number(key + "_score"); ok {
			known[key] = x
			continue
		}
		missing = append(missing, key)
	}
	least, most := bound(known, 0), bound(known, 100)
	switch {
	case len(known) == 0:
		res.note(d.at("score"), "Score", op.Show(claimed), "no dimension score is in the row: not recomputed")
	case least == nil || most == nil:
		res.note(d.at("score"), "Score", op.Show(claimed), "cannot be recomputed: a dimension score is not from 0 to 100")
	case len(missing) == 0:
		res.compare(d.at("score"), "Score", claimed, *least,
			"Σ dimension · weight, at the default weights 40/20/20/20: the row has no weights")
	case claimed < *least-1e-6 || claimed > *most+1e-6:
		res.add(d.at("score"), "Score", op.Show(claimed), round(*least)+" to "+round(*most), resultRule(missing))
	default:
		res.note(d.at("score"), "Score", op.Show(claimed), "possible: "+round(*least)+" to "+round(*most)+", "+resultRule(
			missing))
	}
	res.Sentence = "An AiRENA result: " + res.verdict() + "."
	return res
}

func resultRule(missing []string) string {
	return fmt.Sprintf("Σ dimension · weight, with 0 and with 100 for %s, at the default weights 40/20/20/20: the row "+
		"has no weights", words.Join(missing))
}

// bound returns the score with what is known, and one value for all else; nil if it is refused.
func bound(known map[string]float64, rest float64) *float64 {
	req := score.ComputeRequest{Rulebook: rulebook.ID("airena"), Measurements: map[string]measure.Measurement{}}
	for _, key := range airenaKeys {
		x, ok := known[key]
		if !ok {
			x = rest
		}
		req.Measurements[key] = measure.Measurement{Score: &x}
	}
	got, err := score.Compute(req)
	if err != nil {
		return nil
	}
	return &got.Score
}

// checkRanks compares the ranks of a whole list with the order of the scores.
func checkRanks(res *DetectResponse, l *rowList) {
	if l.others > 0 || len(l.list) == maxRows {
		return
	}
	for i, row := range l.list {
		mine, ok := row.number("score")
		rank, ranked := row.number("rank")
		if !ok || !ranked {
			continue
		}
		above := 0
		for _, other := range l.list {
			if x, ok := other.number("score"); ok && x > mine {
				above++
			}
		}
		res.add(row.at("rank"), "Rank of result "+itoa(i+1), op.Show(rank), itoa(above+1),
			"1 + the number of higher scores (AiRENA documentation: ranked by composite score)")
	}
}
