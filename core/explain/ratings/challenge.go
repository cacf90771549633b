package ratings

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostPairs bounds the pairs written out one by one.
const mostPairs = 24

// ChallengeRequest is a finalized challenge, as elo.pairwise takes it. The first entrant's rating
// and competitions may stand beside the entrants, as a page has them that asks other questions too.
type ChallengeRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with a pairwise rating scheme."`
	Mode     string       `json:"mode,omitempty" op:"enum=mean|sum" doc:"How the pairs add up: mean (a challenge moves a rating by at most K) or sum; the rulebook's own by default."`
	Entrants []Contender  `json:"entrants" op:"min=1 max=5000" doc:"Everyone with a score in the challenge; the first is the one that is asked about."`
	Rating   *float64     `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"Rating of the first entrant before the challenge, unless its entry has it."`
	Matches  *int         `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Competitions that the first entrant entered before, unless its entry has them."`
}

// Contender is one agent in a challenge.
type Contender struct {
	ID           string   `json:"id" op:"maxlen=200" doc:"Unique id."`
	Rating       *float64 `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"Rating before the challenge, in Elo points; only the first entrant may do without it."`
	Competitions *int     `json:"competitions,omitempty" op:"min=0 max=1000000000" doc:"Competitions entered before; they choose the K-factor. Only the first entrant may do without them."`
	Score        float64  `json:"score" doc:"Score in the challenge; only the order of scores matters."`
}

// pairwise returns the request to elo.pairwise.
func (req *ChallengeRequest) pairwise() (rating.PairwiseRequest, *op.Error) {
	ask := rating.PairwiseRequest{Rulebook: req.Rulebook, Mode: req.Mode, Entrants: make([]rating.Entrant, len(req.Entrants))}
	for i, e := range req.Entrants {
		if i == 0 {
			e.Rating, e.Competitions = cmp.Or(e.Rating, req.Rating), cmp.Or(e.Competitions, req.Matches)
		}
		if e.Rating == nil {
			return ask, op.Refuse(op.Pointer("entrants", i)+"/rating", "missing: want a number from -100000 to 100000")
		}
		if e.Competitions == nil {
			return ask, op.Refuse(op.Pointer("entrants", i)+"/competitions", "missing: want a whole number from 0 to 1000000000")
		}
		ask.Entrants[i] = rating.Entrant{ID: e.ID, Rating: *e.Rating, Competitions: *e.Competitions, Score: e.Score}
	}
	return ask, nil
}

// Challenge explains one challenge, from the first entrant's side. It refuses
// what elo.pairwise refuses.
func Challenge(request ChallengeRequest) (ChallengeResponse, error) {
	req, refusal := request.pairwise()
	if refusal != nil {
		return ChallengeResponse{}, refusal
	}
	got, err := rating.PairwiseElo(req)
	if err != nil {
		return ChallengeResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return ChallengeResponse{}, err
	}
	me := got.Entrants[0]
	sentence, key := challengeSentence(req, got)
	return ChallengeResponse{
		Lead:     lead(me.Moves()),
		As:       "as " + placeOf(req, got),
		Others:   strconv.Itoa(len(req.Entrants) - 1),
		Count:    words.Counted(len(req.Entrants), "row", "rows"),
		Other:    otherMode(req, got),
		Hints:    challengeHints(rb.Rating, req.Entrants[0].Competitions),
		Key:      key,
		Brief:    words.Signed(me.Moves()),
		Sentence: sentence,
		Answer:   words.Fixed(me.Rating, 2),
		Change:   words.Signed(me.Moves()),
		Pairs:    pairPicture(rb.Rating.Scale, req, got),
		Rows:     pairRows(req, got),
		Steps:    pairSteps(rb, req, got),
		Readings: pairReadings(rb, req, got),
		Notes:    pairNotes(req),
		Result:   got,
	}, nil
}

// ChallengeHints say what the inputs of a challenge mean.
type ChallengeHints struct {
	K     string `json:"k" doc:"The K-factor: 32."`
	Name  string `json:"name" doc:"What the rules call it: established; empty if they have no name."`
	Later string `json:"later" doc:"The next K-factor: 16 from challenge 31; empty if there is none."`
}

func challengeHints(rules *rulebook.Rating, competitions int) ChallengeHints {
	h := ChallengeHints{K: words.Number(rules.KAt(competitions))}
	for _, step := range rules.K {
		if step.From <= competitions {
			h.Name = step.Name
			continue
		}
		h.Later = words.Number(step.K) + " from challenge " + words.Grouped(int64(step.From)+1)
		break
	}
	return h
}

// lead is a change with the direction first: "▲ 4.97".
func lead(change float64) string {
	switch text := words.Fixed(math.Abs(change), 2); {
	case words.Shown(change, 2) == 0:
		return "no change"
	case change < 0:
		return "▼ " + text
	default:
		return "▲ " + text
	}
}

// placeOf is the place of the first entrant: "3rd of 8", "tied 3rd of 8".
func placeOf(req rating.PairwiseRequest, got rating.PairwiseResponse) string {
	tied := ""
	for _, other := range req.Entrants[1:] {
		if other.Score == req.Entrants[0].Score {
			tied = "tied "
		}
	}
	return tied + words.Ordinal(got.Entrants[0].Rank) + " of " + strconv.Itoa(len(got.Entrants))
}

// otherMode is how the pairs add up, and the rating if they added up the other way: "mean; sum 1336.76".
func otherMode(req rating.PairwiseRequest, got rating.PairwiseResponse) string {
	req.Mode = "sum"
	if got.Mode == "sum" {
		req.Mode = "mean"
	}
	other, err := rating.PairwiseElo(req)
	if err != nil {
		return got.Mode // the challenge itself was accepted, so both modes are
	}
	return got.Mode + "; " + req.Mode + " " + words.Fixed(other.Entrants[0].Rating, 2)
}

func challengeSentence(req rating.PairwiseRequest, got rating.PairwiseResponse) (sentence, key string) {
	me := got.Entrants[0]
	if len(got.Entrants) == 1 {
		key = "does not change"
		return fmt.Sprintf("%s is alone in the challenge: the rating %s.", words.Called(me.ID), key), key
	}
	before, after, verb := words.Short(req.Entrants[0].Rating), words.Short(me.Rating), "gains"
	if words.Short(me.Moves()) == "0" {
		key, verb = "stays at "+after, ""
	} else {
		if me.Moves() < 0 {
			verb = "loses"
		}
		key = fmt.Sprintf("%s → %s", before, after)
		verb = fmt.Sprintf("%s %s: ", verb, strings.TrimPrefix(words.Change(math.Abs(me.Moves()), "point"), "+"))
	}
	return fmt.Sprintf("%s comes %s of %d and %s%s.", words.Called(me.ID), words.Ordinal(me.Rank), len(got.Entrants),
		verb, key), key
}

func pairRows(req rating.PairwiseRequest, got rating.PairwiseResponse) []PairRow {
	var rows []PairRow
	for _, i := range byRank(got) {
		p, before := got.Entrants[i], req.Entrants[i].Rating
		n := adding(before, p.Moves(), p.Rating)
		rows = append(rows, PairRow{
			ID:       p.ID,
			Rank:     strconv.Itoa(p.Rank),
			K:        words.Number(p.K),
			Expected: words.Fixed(p.Expected, 3),
			Actual:   words.Number(p.Actual),
			Before:   words.Fixed(before, n),
			Change:   words.SignedTo(p.Moves(), n),
			Rating:   words.Fixed(p.Rating, n),
		})
	}
	return rows
}

// byRank returns the entrants' indexes, best first.
func byRank(got rating.PairwiseResponse) []int {
	return score.Order(len(got.Entrants), func(i, j int) int {
		return cmp.Compare(got.Entrants[i].Rank,
			got.Entrants[j].Rank)
	})
}

func pairSteps(rb *rulebook.Rulebook, req rating.PairwiseRequest, got rating.PairwiseResponse) []explain.Step {
	me, mine := got.Entrants[0], req.Entrants[0]
	steps := []explain.Step{{Label: "K-factor", Formula: kReason(rb.Rating, mine.Competitions), Value: words.Number(me.K)}}
	for i, other := range req.Entrants {
		if i == 0 || i > mostPairs {
			continue
		}
		e, err := rating.Expected(rating.ExpectedRequest{Rating: mine.Rating, Opponent: other.Rating,
			Scale: &rb.Rating.Scale})
		if err != nil {
			continue // both ratings were accepted, so this is
		}
		actual := 0.0
		switch {
		case mine.Score > other.Score:
			actual = 1
		case mine.Score == other.Score:
			actual = 0.5
		}
		steps = append(steps, explain.Step{
			Label: "Against " + words.Called(other.ID),
			Formula: fmt.Sprintf("S − E = %s − 1 / (1 + 10^((%s − %s)/%s))", words.Number(actual), words.Number(other.Rating),
				words.Number(mine.Rating), words.Number(rb.Rating.Scale)),
			Value: signedFixed(actual-e.Expected, 4),
		})
	}
	if n := len(req.Entrants) - 1; n > 0 {
		factor, k := float64(me.K), words.Number(me.K)
		sum := "K · Σ(S − E)"
		if got.Mode == "mean" {
			factor, k = me.K/float64(n), fmt.Sprintf("%s/%d", k, n)
			sum = "K/(n − 1) · Σ(S − E)"
		}
		expected := words.Fixed(me.Expected, words.Enough(4, func(decimals int) bool {
			return words.Rounds(float64(factor*(me.Actual-words.Shown(me.Expected, decimals))), me.Change, 2)
		}))
		sum = fmt.Sprintf("%s = %s · (%s − %s)", sum, k, words.Number(me.Actual), expected)
		steps = append(steps, explain.Step{Label: "Change", Formula: sum, Value: words.Signed(me.Change)})
	}
	sum := fmt.Sprintf("%s %s", words.Number(mine.Rating), plusShown(mine.Rating, me.Change, mine.Rating+me.Change))
	if floor := rb.Rating.Floor; floor != nil {
		sum = fmt.Sprintf("max(%s, %s)", words.Number(*floor), sum)
	}
	return append(steps, explain.Step{Label: "New rating", Formula: sum, Value: words.Fixed(me.Rating, 2)})
}

// signedFixed has a sign unless it looks like 0.
func signedFixed(x float64, decimals int) string {
	text := words.Fixed(x, decimals)
	if x > 0 && words.Shown(x, decimals) > 0 {
		return "+" + text
	}
	return text
}

// pairReadings compares the two ways pairs may add up: the document does not
// say which.
func pairReadings(rb *rulebook.Rulebook, req rating.PairwiseRequest, got rating.PairwiseResponse) []explain.Reading {
	list := []explain.Reading{}
	for _, mode := range []string{"mean", "sum"} {
		res := got
		if mode != got.Mode {
			var err error
			req.Mode = mode
			if res, err = rating.PairwiseElo(req); err != nil {
				continue // the challenge itself was accepted, so both modes are
			}
		}
		why := "the mean of the pairs: one challenge moves a rating by at most K"
		if mode == "sum" {
			why = "the sum of the pairs: a challenge with many entrants moves ratings a lot"
		}
		me := res.Entrants[0]
		list = append(list, explain.Reading{Rulebook: rb.ID, Name: words.Capital(mode),
			Answer: fmt.Sprintf("%s (%s)", words.Fixed(me.Rating, 2), words.Signed(me.Moves())), Differs: mode != got.Mode &&
				me.Moves() != got.Entrants[0].Moves(), Why: why})
	}
	return list
}

func pairNotes(req rating.PairwiseRequest) []explain.Note {
	list := []explain.Note{{Kind: "source", Field: "/mode",
		Text: "The document does not say how the pairs add up. The default here is the mean; the sum is shown beside it."}}
	if len(req.Entrants)-1 > mostPairs {
		list = append(list, explain.Note{Kind: "limit", Field: "/entrants",
			Text: fmt.Sprintf("The first %d pairs are shown; all %d count.", mostPairs, len(req.Entrants)-1)})
	}
	return list
}

// PairRow is one entrant of an explained challenge.
type PairRow struct {
	ID       string `json:"id" doc:"Id of the entrant."`
	Rank     string `json:"rank" doc:"Place by score."`
	K        string `json:"k" doc:"K-factor."`
	Expected string `json:"expected" doc:"Sum of expected scores."`
	Actual   string `json:"actual" doc:"Sum of actual scores."`
	Before   string `json:"before" doc:"Rating before."`
	Change   string `json:"change" doc:"Signed change."`
	Rating   string `json:"rating" doc:"Rating after."`
}

// ChallengeResponse explains one challenge's effect on all its entrants.
type ChallengeResponse struct {
	Lead     string                  `json:"lead" doc:"The change of the first entrant, its direction first: ▲ 4.97."`
	As       string                  `json:"as" doc:"Its place: as 3rd of 8."`
	Others   string                  `json:"others" doc:"How many others there are."`
	Count    string                  `json:"count" doc:"How many entrants there are, in words: 8 rows."`
	Other    string                  `json:"other" doc:"How the pairs add up, and the rating if they added up the other way: mean; sum 1336.76."`
	Hints    ChallengeHints          `json:"hints" doc:"What the inputs mean, in words."`
	Key      string                  `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                  `json:"brief" doc:"The change of the first entrant."`
	Sentence string                  `json:"sentence" doc:"The answer in one sentence, about the first entrant."`
	Answer   string                  `json:"answer" doc:"The first entrant's new rating, for readers."`
	Change   string                  `json:"change" doc:"Its signed change."`
	Pairs    PairPicture             `json:"pairs" doc:"The first entrant's change, pair by pair."`
	Rows     []PairRow               `json:"rows" doc:"All entrants, best first."`
	Steps    []explain.Step          `json:"steps" doc:"How the first entrant's change was computed."`
	Readings []explain.Reading       `json:"readings" doc:"The first entrant under mean and sum."`
	Notes    []explain.Note          `json:"notes" doc:"Warnings and traps."`
	Result   rating.PairwiseResponse `json:"result" doc:"The answer of elo.pairwise."`
}
