package ratings

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/matchlist"
	"github.com/tallyproof/tallyproof/core/rating/replay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// HistoryRequest is a pasted list of matches.
type HistoryRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Text     string       `json:"text" op:"maxlen=1048576" doc:"Matches in time order: CSV with a header, JSON Lines, a JSON array, or an object with matches or data. Columns and members are those of elo.replay, or as the arena's API names them."`
	Agent    string       `json:"agent,omitempty" op:"maxlen=200" doc:"Whose history to show; the first agent's by default."`
	Rating   *float64     `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"That agent's rating before the first match, in Elo points; the rulebook's starting rating by default."`
	Matches  int          `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Matches the agent played before the first one; they choose the K-factor."`
}

// HistoryResponse explains a rating history.
type HistoryResponse struct {
	Key        string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief      string                `json:"brief" doc:"How many claims do not match; without claims, how many matches."`
	Sentence   string                `json:"sentence" doc:"Where the rating went and how many claims do not match, in one sentence."`
	Answer     string                `json:"answer" doc:"The rating after the last match, for readers."`
	Agent      string                `json:"agent" doc:"Whose history the rows are."`
	Chart      string                `json:"chart" doc:"The ratings as a step line, in SVG."`
	Rows       []HistoryRow          `json:"rows" doc:"The agent's matches by the rules, in time order; the first 500."`
	Mismatches []HistoryClaim        `json:"mismatches" doc:"Claims that differ, each explained; the first 500."`
	Notes      []explain.Note        `json:"notes" doc:"What was left out."`
	Ratings    []replay.ReplayRating `json:"ratings" doc:"Every agent's record after the last match."`
}

// HistoryRow is one match of an explained history.
type HistoryRow struct {
	ID      string `json:"id" doc:"Number of the match in the list, from 1."`
	Label   string `json:"label" doc:"The challenge and its rating, for readers."`
	Outcome string `json:"outcome" doc:"Win, draw, loss or expired."`
	K       string `json:"k" doc:"K-factor, and the bonus if there is one."`
	Before  string `json:"before" doc:"Rating before."`
	Change  string `json:"change" doc:"Signed change."`
	After   string `json:"after" doc:"Rating after."`
	Wrong   bool   `json:"wrong" doc:"Whether a claim about it differs."`
}

// HistoryClaim is a claim that differs from the rules.
type HistoryClaim struct {
	Match      string `json:"match" doc:"Number of the match in the list, from 1, and its line."`
	Field      string `json:"field" doc:"What is claimed."`
	Claimed    string `json:"claimed" doc:"The claimed value."`
	Recomputed string `json:"recomputed" doc:"The value by the rules."`
	Rule       string `json:"rule" doc:"The rule that explains the difference."`
}

// Limits of an answer; all matches count.
const (
	mostRows   = 500
	mostOthers = 10 // agents that are named
)

// Replay explains a pasted list of matches. It refuses other texts, with the line and
// what was wanted, and whatever elo.replay refuses.
func Replay(req HistoryRequest) (HistoryResponse, error) {
	list, refusal := matchlist.Read(req.Text)
	if refusal != nil {
		return HistoryResponse{}, refusal
	}
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return HistoryResponse{}, err
	}
	list.InTimeOrder(rb.Rating.Scheme == rulebook.Pairwise)
	agent := req.Agent
	if agent == "" {
		agent = list.Matches[0].Agent
	}
	play := replay.ReplayRequest{Rulebook: req.Rulebook, Matches: list.Matches}
	if req.Rating != nil || req.Matches > 0 {
		play.Start = map[string]replay.ReplayStart{agent: {Rating: req.Rating, Matches: req.Matches}}
	}
	got, err := replay.Replay(play)
	if err != nil {
		return HistoryResponse{}, list.Located(err)
	}
	h := &history{list: list, got: got, agent: agent}
	res := HistoryResponse{Agent: agent, Rows: h.rows(), Mismatches: h.claims(), Notes: h.notes(), Ratings: got.Ratings}
	if h.played == 0 {
		return HistoryResponse{}, op.Refuse("/agent", "%s played none of these matches: want one of the agents in the list",
			op.Quote(agent))
	}
	res.Key, res.Answer = fmt.Sprintf("%s → %s", words.Short(h.first), words.Short(h.last)), words.Short(h.last)
	res.Sentence, res.Brief = h.sentence(res.Key)
	res.Chart = h.chart(res.Sentence, res.Rows).SVG()
	return res, nil
}

// history is a replay being put into words.
type history struct {
	list        *matchlist.List
	got         replay.ReplayResponse
	agent       string
	played      int
	first, last float64
	after       []float64 // of every row
}

func (h *history) rows() []HistoryRow {
	wrong := map[int]bool{}
	for _, m := range h.got.Mismatches {
		wrong[m.Match] = true
	}
	rows := []HistoryRow{}
	for i, s := range h.got.History {
		if s.Agent != h.agent {
			continue
		}
		if h.played == 0 {
			h.first = s.Before
		}
		h.played, h.last = h.played+1, s.After
		if len(rows) < mostRows {
			rows, h.after = append(rows, h.row(i, s, wrong[i])), append(h.after, s.After)
		}
	}
	return rows
}

func (h *history) row(i int, s replay.ReplayStep, wrong bool) HistoryRow {
	m := &h.list.Matches[i]
	against := ""
	switch {
	case s.Rank > 0:
		against = words.Ordinal(s.Rank)
	case s.Opponent != nil:
		against = opponentName(cmp.Or(m.Difficulty, s.Difficulty), *s.Opponent)
	}
	label := m.Challenge
	if label != "" && against != "" {
		label += " · "
	}
	k := words.Number(s.K)
	if s.Bonus != 1 {
		k += " × " + words.Number(s.Bonus)
	}
	outcome := words.Capital(s.Outcome)
	if s.Expired {
		outcome = "Expired"
		if m.Status == "forgotten" {
			outcome = "Expired, not counted"
		}
	}
	change := s.After - s.Before
	n := adding(s.Before, change, s.After)
	return HistoryRow{ID: strconv.Itoa(i + 1), Label: label + against, Outcome: outcome, K: k,
		Before: words.Within(s.Before, n), Change: words.SignedTo(change, n), After: words.Within(s.After, n), Wrong: wrong}
}

// chart returns the rating after every match of the rows.
func (h *history) chart(sentence string, rows []HistoryRow) *chart.Steps {
	steps := &chart.Steps{Title: "Rating of " + words.Called(h.agent), Desc: sentence, X: "matches", Y: "rating",
		End: float64(len(rows)) + 0.5}
	steps.Points = append(steps.Points, chart.StepPoint{Value: h.first, Name: "0", Text: words.Short(h.first),
		Words: fmt.Sprintf("Start: %s.", words.Short(h.first))})
	for i, row := range rows {
		steps.Points = append(steps.Points, chart.StepPoint{
			At: float64(i + 1), Value: h.after[i], Name: strconv.Itoa(i + 1), Text: row.After,
			Words: fmt.Sprintf("Match %s: %s, %s, rating %s.", strconv.Itoa(i+1), row.Outcome, row.Change, row.After),
		})
	}
	return steps
}

func (h *history) claims() []HistoryClaim {
	claims := []HistoryClaim{}
	for i, m := range h.got.Mismatches {
		if i == mostRows {
			break
		}
		claims = append(claims, HistoryClaim{
			Match:      fmt.Sprintf("%s (line %s)", strconv.Itoa(m.Match+1), strconv.Itoa(h.list.Line(m.Match))),
			Field:      claimName(m.Field),
			Claimed:    plainly(m.Claimed),
			Recomputed: plainly(m.Recomputed),
			Rule:       words.Capital(matchlist.Numbered(m.Rule, asListed, "since match ", "after match ")) + ".",
		})
	}
	return claims
}

// claimName returns a claim for readers.
func claimName(field string) string {
	switch field {
	case "elo_before":
		return "Rating before"
	case "elo_after":
		return "Rating after"
	case "elo_change":
		return "Change"
	case "outcome":
		return "Result"
	}
	return words.Capital(field)
}

// asListed returns the place of a match in the rows.
func asListed(i int) int { return i }

// plainly shows a claimed value: a number with a real minus sign, a text
// without its quotes.
func plainly(raw op.Raw) string {
	return strings.Replace(strings.Trim(string(raw), `"`), "-", "−", 1)
}

func (h *history) sentence(key string) (sentence, brief string) {
	played, n := words.Counted(h.played, "match", "matches"), len(h.got.Mismatches)
	sentence = fmt.Sprintf("%s of %s: %s.", played, words.Called(h.agent), key)
	switch {
	case n == 1:
		brief = "One claim does not match"
		return sentence + " " + brief + "; it is explained below.", brief
	case n > 1:
		brief = fmt.Sprintf("%s claims do not match", strconv.Itoa(n))
		return sentence + " " + brief + "; each is explained below.", brief
	case h.list.Claims:
		return sentence + " Every claim agrees with the rules.", "every claim agrees"
	}
	return sentence, played
}

// inferred reports which difficulties the list does not have, and how they were
// found.
func (h *history) inferred() string {
	ways := map[string]int{}
	n := 0
	for _, s := range h.got.History {
		if s.Inferred != "" {
			ways[s.Inferred]++
			n++
		}
	}
	if n == 0 {
		return ""
	}
	var list []string
	for _, way := range []struct{ id, words string }{
		{"challenge", "from the arena’s list of challenges for %s"},
		{"change", "from the rating change for %s, which fits only one difficulty"},
		{"several", "from the rating change for %s, which fits several difficulties with the same result"},
	} {
		if ways[way.id] > 0 {
			list = append(list, fmt.Sprintf(way.words, strconv.Itoa(ways[way.id])))
		}
	}
	return fmt.Sprintf("The list has no difficulty for %s. It is taken %s.", words.Counted(n, "match", "matches"),
		words.Join(list))
}

func (h *history) notes() []explain.Note {
	notes := []explain.Note{}
	if text := h.inferred(); text != "" {
		notes = append(notes, explain.Note{Kind: "source", Field: "/text", Text: text})
	}
	if h.list.From != nil {
		notes = append(notes, explain.Note{Kind: "source", Field: "/text",
			Text: "The list was not in the order of its times. The matches are replayed from the earliest on."})
	}
	if len(h.list.Unknown) > 0 {
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text",
			Text: fmt.Sprintf("Ignored, because no rule uses it: %s.", words.Join(h.list.Unknown))})
	}
	if h.played > mostRows || len(h.got.Mismatches) > mostRows {
		notes = append(notes, explain.Note{Kind: "limit", Field: "/text",
			Text: fmt.Sprintf("The first %s are listed; all count.", strconv.Itoa(mostRows))})
	}
	if len(h.got.Ratings) > 1 {
		var others []string
		for _, r := range h.got.Ratings {
			if r.Agent != h.agent && len(others) < mostOthers {
				others = append(others, words.Called(r.Agent)+" "+words.Short(r.Rating))
			}
		}
		if more := len(h.got.Ratings) - 1 - len(others); more > 0 {
			others = append(others, fmt.Sprintf("%s more", strconv.Itoa(more)))
		}
		notes = append(notes, explain.Note{Kind: "limit", Field: "/agent",
			Text: fmt.Sprintf("Other agents in the list, with their final ratings: %s.", words.Join(others))})
	}
	return notes
}
