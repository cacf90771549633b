package ratings

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// EntrantRequest is a challenge, and one more entrant that might have taken
// part.
type EntrantRequest struct {
	Rulebook rulebook.Ref   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Mode     string         `json:"mode,omitempty" op:"enum=mean|sum" doc:"How the pairs add up; the rulebook's own by default."`
	Entrants []Contender    `json:"entrants" op:"min=1 max=5000" doc:"Everybody in the challenge."`
	Rating   *float64       `json:"rating,omitempty" op:"min=-100000 max=100000" doc:"Rating of the first entrant before the challenge, unless its entry has it."`
	Matches  *int           `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Competitions that the first entrant entered before, unless its entry has them."`
	Entrant  rating.Entrant `json:"entrant" doc:"The entrant to add."`
}

// EntrantResponse explains what one more entrant changes.
type EntrantResponse struct {
	Key      string                  `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                  `json:"brief" doc:"The change of the first entrant with the other."`
	Way      string                  `json:"way" doc:"The other, where it comes, and that change, in few words: a 1400 behind you: +6.89."`
	Sentence string                  `json:"sentence" doc:"What it changes for the first entrant, in one sentence."`
	Answer   string                  `json:"answer" doc:"The first entrant's new rating with it, for readers."`
	Rows     []EntrantRow            `json:"rows" doc:"Everybody with it, best first."`
	Notes    []explain.Note          `json:"notes" doc:"Remarks on the rules."`
	Result   rating.PairwiseResponse `json:"result" doc:"The answer of elo.pairwise with it."`
}

// EntrantRow compares an entrant with and without the other.
type EntrantRow struct {
	ID      string `json:"id" doc:"Id of the entrant."`
	Place   string `json:"place" doc:"Place; with the place before, if it changes."`
	Without string `json:"without" doc:"Signed change without it; empty for itself."`
	With    string `json:"with" doc:"Signed change with it."`
	Delta   string `json:"delta" doc:"Signed difference of the two; empty for itself."`
	Rating  string `json:"rating" doc:"Rating after, with it."`
	New     bool   `json:"new" doc:"Whether this is the added entrant."`
}

// mostCompared bounds the entrants that are listed one by one.
const mostCompared = 100

// Entrant explains what another entrant would change for everybody. It refuses
// what elo.pairwise refuses.
func Entrant(req EntrantRequest) (EntrantResponse, error) {
	challenge := ChallengeRequest{Rulebook: req.Rulebook, Mode: req.Mode, Entrants: req.Entrants, Rating: req.Rating,
		Matches: req.Matches}
	without, refusal := challenge.pairwise()
	if refusal != nil {
		return EntrantResponse{}, refusal
	}
	before, err := rating.PairwiseElo(without)
	if err != nil {
		return EntrantResponse{}, err
	}
	for _, e := range req.Entrants {
		if e.ID == req.Entrant.ID {
			return EntrantResponse{}, op.Refuse("/entrant/id", "%s is already in the challenge: want another name",
				op.Quote(e.ID))
		}
	}
	all := append(append([]rating.Entrant{}, without.Entrants...), req.Entrant)
	with := rating.PairwiseRequest{Rulebook: req.Rulebook, Mode: req.Mode, Entrants: all}
	after, err := rating.PairwiseElo(with)
	if err != nil {
		return EntrantResponse{}, atEntrant(err, len(req.Entrants))
	}
	me, my := before.Entrants[0], after.Entrants[0]
	key := fmt.Sprintf("%s instead of %s", words.Signed(my.Moves()), words.Signed(me.Moves()))
	res := EntrantResponse{
		Key:      key,
		Brief:    words.Signed(my.Moves()),
		Way:      entrantWay(without.Entrants[0], req.Entrant, my),
		Sentence: fmt.Sprintf("With %s, the change of %s is %s.", words.Called(req.Entrant.ID), words.Called(me.ID), key),
		Answer:   words.Fixed(my.Rating, 2),
		Rows:     []EntrantRow{},
		Notes:    []explain.Note{},
		Result:   after,
	}
	if words.Short(me.Moves()) == words.Short(my.Moves()) {
		res.Key = "nothing changes"
		res.Sentence = fmt.Sprintf("With %s, nothing changes for %s: %s.", words.Called(req.Entrant.ID), words.Called(me.ID),
			words.Signed(my.Moves()))
	}
	for _, i := range byRank(after) {
		if len(res.Rows) == mostCompared {
			res.Notes = append(res.Notes, explain.Note{Kind: "limit", Field: "/entrants",
				Text: fmt.Sprintf("The best %s are listed; all %s count.", strconv.Itoa(mostCompared), strconv.Itoa(len(all)))})
			break
		}
		res.Rows = append(res.Rows, entrantRow(before, after, i))
	}
	if me.Rank == my.Rank && words.Short(me.Moves()) != words.Short(my.Moves()) {
		res.Notes = append(res.Notes, explain.Note{Kind: "trap", Field: "/entrant",
			Text: fmt.Sprintf("%s keeps its place, but its change differs: one more entrant is enough.", words.Called(me.ID))})
	}
	return res, nil
}

// entrantWay is "a 1400 behind you: +6.89".
func entrantWay(me, other rating.Entrant, my rating.Pairings) string {
	where := "level with"
	if other.Score > me.Score {
		where = "ahead of"
	} else if other.Score < me.Score {
		where = "behind"
	}
	return fmt.Sprintf("%s %s %s you: %s", explain.Article(other.Rating), words.Number(other.Rating), where,
		words.SignedTo(my.Moves(), 2))
}

// atEntrant points a refusal of the last entrant to where it is typed.
func atEntrant(err error, last int) error {
	if refusal, ok := err.(*op.Error); ok {
		at := op.Pointer("entrants", last)
		if len(refusal.Field) >= len(at) && refusal.Field[:len(at)] == at {
			moved := *refusal
			moved.Field = "/entrant" + refusal.Field[len(at):]
			return &moved
		}
	}
	return err
}

func entrantRow(before, after rating.PairwiseResponse, i int) EntrantRow {
	with := after.Entrants[i]
	row := EntrantRow{ID: with.ID, Place: strconv.Itoa(with.Rank), With: changed(with.Moves()),
		Rating: words.Fixed(with.Rating, 2), New: i == len(before.Entrants)}
	if row.New {
		return row
	}
	without := before.Entrants[i]
	if without.Rank != with.Rank {
		row.Place = fmt.Sprintf("%s, was %s", strconv.Itoa(with.Rank), strconv.Itoa(without.Rank))
	}
	delta := with.Moves() - without.Moves()
	n := adding(without.Moves(), delta, with.Moves())
	row.Without, row.Delta, row.With = signedFixed(without.Moves(), n), signedFixed(delta, n), signedFixed(with.Moves(), n)
	return row
}
