package explain

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
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
	return ChallengeResponse{
		Sentence: challengeSentence(req, got),
		Answer:   fixed(me.Rating, 2),
		Change:   signed(me.Change),
		Rows:     pairRows(req, got),
		Steps:    pairSteps(rb, req, got),
		Readings: pairReadings(rb, req, got),
		Notes:    pairNotes(req),
		Result:   got,
	}, nil
}

func challengeSentence(req rating.PairwiseRequest, got rating.PairwiseResponse) string {
	me := got.Entrants[0]
	place := message.Sprintf("%s comes %s of %d and ", called(me.ID), ordinal(me.Rank), len(got.Entrants))
	by := strings.TrimPrefix(change(math.Abs(me.Change), "point"), "+")
	switch {
	case len(got.Entrants) == 1:
		return called(me.ID) + " is alone in the challenge: the rating does not change."
	case short(me.Change) == "0":
		return place + message.Sprintf("stays at %s.", short(me.Rating))
	case me.Change > 0:
		return place + message.Sprintf("gains %s: %s → %s.", by, short(req.Entrants[0].Rating), short(me.Rating))
	}
	return place + message.Sprintf("loses %s: %s → %s.", by, short(req.Entrants[0].Rating), short(me.Rating))
}

func pairRows(req rating.PairwiseRequest, got rating.PairwiseResponse) []PairRow {
	var rows []PairRow
	for _, i := range byRank(got) {
		p := got.Entrants[i]
		rows = append(rows, PairRow{
			ID:       p.ID,
			Rank:     strconv.Itoa(p.Rank),
			K:        number(p.K),
			Expected: fixed(p.Expected, 3),
			Actual:   number(p.Actual),
			Before:   fixed(req.Entrants[i].Rating, 2),
			Change:   signed(p.Change),
			Rating:   fixed(p.Rating, 2),
		})
	}
	return rows
}

// byRank are the entrants' indexes, best first.
func byRank(got rating.PairwiseResponse) []int {
	order := make([]int, len(got.Entrants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(got.Entrants[i].Rank, got.Entrants[j].Rank) })
	return order
}

func pairSteps(rb *rulebook.Rulebook, req rating.PairwiseRequest, got rating.PairwiseResponse) []Step {
	me, mine := got.Entrants[0], req.Entrants[0]
	steps := []Step{{"K-factor", kReason(rb.Rating, mine.Competitions), number(me.K)}}
	for i, other := range req.Entrants {
		if i == 0 || i > mostPairs {
			continue
		}
		e, err := rating.Expected(rating.ExpectedRequest{Rating: mine.Rating, Opponent: other.Rating, Scale: &rb.Rating.Scale})
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
		steps = append(steps, Step{
			"Against " + other.ID,
			message.Sprintf("S − E = %s − 1 / (1 + 10^((%s − %s)/%s))", number(actual), number(other.Rating), number(mine.Rating), number(rb.Rating.Scale)),
			signedFixed(actual - e.Expected),
		})
	}
	if n := len(req.Entrants) - 1; n > 0 {
		sum := message.Sprintf("K · Σ(S − E) = %s · (%s − %s)", number(me.K), number(me.Actual), fixed(me.Expected, 4))
		if got.Mode == "mean" {
			sum = message.Sprintf("K/(n − 1) · Σ(S − E) = %s/%d · (%s − %s)", number(me.K), n, number(me.Actual), fixed(me.Expected, 4))
		}
		steps = append(steps, Step{"Change", sum, signed(me.Change)})
	}
	return append(steps, Step{"New rating", message.Sprintf("%s %s", number(mine.Rating), plus(me.Change)), fixed(me.Rating, 2)})
}

func signedFixed(x float64) string {
	if x > 0 {
		return "+" + fixed(x, 4)
	}
	return fixed(x, 4)
}

// pairReadings compares the two ways pairs may add up: the document does not
// say which.
func pairReadings(rb *rulebook.Rulebook, req rating.PairwiseRequest, got rating.PairwiseResponse) []Reading {
	list := []Reading{}
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
			why = "the sum of the pairs: a challenge with many entrants moves ratings far"
		}
		me := res.Entrants[0]
		list = append(list, Reading{rb.ID, capital(mode), message.Sprintf("%s (%s)", fixed(me.Rating, 2), signed(me.Change)), mode != got.Mode && me.Change != got.Entrants[0].Change, why})
	}
	return list
}

func pairNotes(req rating.PairwiseRequest) []Note {
	list := []Note{{"source", "/mode", "The document does not say how the pairs add up. The mean is the default here; the sum is offered beside it."}}
	if len(req.Entrants)-1 > mostPairs {
		list = append(list, Note{"limit", "/entrants", message.Sprintf("The first %d pairs are written out; all %d count.", mostPairs, len(req.Entrants)-1)})
	}
	return list
}
