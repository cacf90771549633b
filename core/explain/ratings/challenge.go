package ratings

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// mostPairs bounds the pairs written out one by one.
const mostPairs = 24

// Challenge explains one challenge, from the first entrant's side. It refuses
// what elo.pairwise refuses.
func Challenge(req rating.PairwiseRequest) (ChallengeResponse, error) {
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
