package ratings

import (
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/words"
)

// PairPicture is the change of the first entrant, pair by pair. Its bar is from the rating after
// losing every pair to the rating after winning all of them; places are in percent of it.
type PairPicture struct {
	Place  string          `json:"place" doc:"The first entrant's place: 3rd of 8."`
	Scale  string          `json:"scale" doc:"Both ends of the bar; where they are equal, two bars have one scale."`
	Last   string          `json:"last" doc:"Its rating as the last: last of 8: 1284.11; empty if it has no room."`
	First  string          `json:"first" doc:"Its rating as the first: first: 1316.11; empty if it has no room."`
	Low    string          `json:"low" doc:"The rating as the last alone; empty if it has no room in a narrow picture."`
	High   string          `json:"high" doc:"The rating as the first alone; empty if it has no room in a narrow picture."`
	Lose   explain.FanMark `json:"lose" doc:"What there is more to lose; empty if it has no room."`
	Win    explain.FanMark `json:"win" doc:"What there is more to win; empty if it has no room."`
	Before explain.FanMark `json:"before" doc:"The rating before; its kind is the end of the label that stands there."`
	After  explain.FanMark `json:"after" doc:"The rating after."`
	Flag   float64         `json:"flag" doc:"Where its flag has room."`
	Net    PairPiece       `json:"net" doc:"The change as one piece."`
	Pieces []PairPiece     `json:"pieces" doc:"What each pair took or gave, away from the rating before."`
	Ladder []PairRung      `json:"ladder" doc:"All entrants, best first, with what the pair with each moves."`
	Up     string          `json:"up" doc:"The lowest score that places the first entrant higher; empty at the top."`
	Down   string          `json:"down" doc:"The highest score that places it lower; empty at the bottom."`
}

// PairPiece is a part of the bar.
type PairPiece struct {
	ID     string  `json:"id" doc:"The other entrant."`
	Kind   string  `json:"kind" op:"enum=took|gave" doc:"Which way it moved the rating."`
	At     float64 `json:"at" doc:"Where it begins."`
	Width  float64 `json:"width" doc:"How long it is."`
	Name   string  `json:"name" doc:"The other entrant; empty if it has no room."`
	Change string  `json:"change" doc:"What it moved; empty if it has no room."`
}

// PairRung is an entrant of the ladder. Places are in percent of a track with the rating before
// in its middle.
type PairRung struct {
	ID     string  `json:"id" doc:"The entrant's id."`
	Name   string  `json:"name" doc:"The same, and You for the first entrant."`
	Place  string  `json:"place" doc:"Its place."`
	Rating string  `json:"rating" doc:"Its rating before."`
	Score  string  `json:"score" doc:"Its score."`
	You    bool    `json:"you" doc:"Whether it is the first entrant."`
	From   float64 `json:"from" doc:"Where the stake of the pair begins."`
	Stake  float64 `json:"stake" doc:"How long the stake is."`
	At     float64 `json:"at" doc:"Where the moved part begins."`
	Width  float64 `json:"width" doc:"How long the moved part is."`
	Kind   string  `json:"kind" op:"enum=took|gave" doc:"Which way the pair moved the rating."`
	Points string  `json:"points" doc:"What the pair moved; of the first entrant all together."`
	Above  string  `json:"above" doc:"A score just above this one; empty for the first entrant."`
	Level  string  `json:"level" doc:"The same score, for a draw; empty for the first entrant."`
	Below  string  `json:"below" doc:"A score just below this one; empty if there is none, and for the first entrant."`
}

// What texts need, in percent.
const (
	pairRoom = 5.9
	sideRoom = 18
	flagRoom = 4
	endRoom  = 18
	nextRoom = 9 // between the ratings before and after
	lowRoom  = 40
)

// pair is one comparison of the first entrant.
type pair struct {
	id           string
	least, most  float64 // what it can move
	moved        float64
	rating, mark float64 // of the other entrant, and its score
}

// pairPicture draws a challenge of more than one entrant, and of few enough to be seen.
func pairPicture(scale float64, req rating.PairwiseRequest, got rating.PairwiseResponse) PairPicture {
	me, mine := got.Entrants[0], req.Entrants[0]
	pic := PairPicture{Pieces: []PairPiece{}, Ladder: []PairRung{}}
	pairs := pairsOf(scale, req, got)
	least, most, widest := 0.0, 0.0, 0.0
	for _, p := range pairs {
		least, most = least+p.least, most+p.most
		widest = max(widest, p.most, -p.least)
	}
	if most-least <= 0 || len(pairs) > mostPairs {
		return pic
	}
	pic.Place = placeOf(req, got)
	at := func(change float64) float64 { return chart.Hundredth(100 * (change - least) / (most - least)) }
	left, right := 0.0, 0.0
	for _, p := range slices.Backward(pairs) {
		if p.moved < 0 {
			pic.Pieces = append(pic.Pieces, piece(p, at(left+p.moved), at(left)))
			left += p.moved
		}
	}
	for _, p := range pairs {
		if p.moved > 0 {
			pic.Pieces = append(pic.Pieces, piece(p, at(right), at(right+p.moved)))
			right += p.moved
		}
	}
	pic.Flag = min(max(at(me.Moves()), flagRoom), 100-flagRoom)
	pic.Before = explain.FanMark{At: at(0), Label: "now " + words.Short(mine.Rating), Kind: "middle"}
	pic.After = explain.FanMark{At: min(max(at(me.Moves()), 0), 100), Label: words.Fixed(me.Rating, 2)}
	pic.Net = piece(pair{id: me.ID, moved: me.Moves()}, min(at(0), pic.After.At), max(at(0), pic.After.At))
	if distance(at(0), pic.After.At) < nextRoom {
		pic.Before.Kind = "end"
		if me.Moves() < 0 {
			pic.Before.Kind = "start"
		}
	}
	low, high := words.Fixed(mine.Rating+least, 2), words.Fixed(mine.Rating+most, 2)
	pic.Scale = low + " " + high
	if room := min(at(0), pic.After.At); room >= endRoom {
		if pic.Last = "last of " + strconv.Itoa(len(got.Entrants)) + ": " + low; room >= lowRoom {
			pic.Low = low
		}
	}
	if room := 100 - max(at(0), pic.After.At); room >= endRoom {
		if pic.First = "first: " + high; room >= lowRoom {
			pic.High = high
		}
	}
	if at(left) > sideRoom {
		pic.Lose = explain.FanMark{Label: words.Fixed(left-least, 2) + " more to lose"}
	}
	if at(right) < 100-sideRoom {
		pic.Win = explain.FanMark{Label: words.Fixed(most-right, 2) + " more to win"}
	}
	pic.Ladder = ladder(req, got, pairs, widest)
	pic.Up, pic.Down = steps(req)
	return pic
}

func piece(p pair, from, to float64) PairPiece {
	one := PairPiece{ID: p.id, Kind: "gave", At: from, Width: chart.Hundredth(to - from)}
	if p.moved < 0 {
		one.Kind = "took"
	}
	if one.Width > pairRoom {
		one.Name, one.Change = words.Called(p.id), signedFixed(p.moved, 2)
	}
	return one
}

// pairsOf returns the comparisons of the first entrant, the best other entrant first.
func pairsOf(scale float64, req rating.PairwiseRequest, got rating.PairwiseResponse) []pair {
	mine, factor := req.Entrants[0], got.Entrants[0].K
	if got.Mode == "mean" && len(req.Entrants) > 1 {
		factor /= float64(len(req.Entrants) - 1)
	}
	list := []pair{}
	for _, i := range byRank(got) {
		if i == 0 {
			continue
		}
		other := req.Entrants[i]
		expected := rating.ExpectedScore(mine.Rating, other.Rating, scale)
		actual := 0.0
		switch {
		case mine.Score > other.Score:
			actual = 1
		case mine.Score == other.Score:
			actual = 0.5
		}
		list = append(list, pair{id: other.ID, least: -float64(factor * expected), most: float64(factor * (1 - expected)),
			moved: float64(factor * (actual - expected)), rating: other.Rating, mark: other.Score})
	}
	return list
}

// ladder lists the entrants; the longest stake is half of a track.
func ladder(req rating.PairwiseRequest, got rating.PairwiseResponse, pairs []pair, widest float64) []PairRung {
	list, scores := []PairRung{}, otherScores(req)
	at := func(x float64) float64 { return chart.Hundredth(50 + float64(50*x)/widest) }
	for _, i := range byRank(got) {
		e := got.Entrants[i]
		rung := PairRung{ID: e.ID, Name: "You", Place: strconv.Itoa(e.Rank), Rating: words.Short(req.Entrants[i].Rating),
			Score: words.Fixed(req.Entrants[i].Score, 2), You: i == 0, Kind: "gave", Points: signedFixed(e.Moves(), 2), From: 50, At: 50}
		if i > 0 {
			rung.Name, rung.Level = words.Called(e.ID), words.Short(req.Entrants[i].Score)
			rung.Above, rung.Below = around(scores, req.Entrants[i].Score)
		}
		for _, p := range pairs {
			if i > 0 && p.id == e.ID {
				rung.From, rung.Stake = at(p.least), chart.Hundredth(at(p.most)-at(p.least))
				rung.At, rung.Width = at(min(p.moved, 0)), chart.Hundredth(math.Abs(at(p.moved)-50))
				rung.Points = signedFixed(p.moved, 2)
				if p.moved < 0 {
					rung.Kind = "took"
				}
			}
		}
		list = append(list, rung)
	}
	return list
}

// steps returns the scores that place the first entrant one step higher or lower: equal to the
// next score, or past an equal one and halfway to the one beyond.
func steps(req rating.PairwiseRequest) (up, down string) {
	mine, others := req.Entrants[0].Score, otherScores(req)
	if _, equal := slices.BinarySearch(others, mine); equal {
		return around(others, mine)
	}
	at, _ := slices.BinarySearch(others, mine)
	if at < len(others) {
		up = words.Short(others[at])
	}
	if at > 0 {
		down = words.Short(others[at-1])
	}
	return up, down
}

// otherScores returns the scores of the others, lowest first, each once.
func otherScores(req rating.PairwiseRequest) []float64 {
	var list []float64
	for _, e := range req.Entrants[1:] {
		list = append(list, e.Score)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// around returns a score a little above one of the scores, halfway to the next, and one below it;
// empty if there is none.
func around(scores []float64, score float64) (above, below string) {
	at, _ := slices.BinarySearch(scores, score)
	above, below = words.Short(score+1), words.Short(max(score-1, 0))
	if at+1 < len(scores) {
		above = between(score, scores[at+1])
	}
	switch {
	case at > 0:
		below = between(scores[at-1], score)
	case score <= 0:
		below = ""
	}
	return above, below
}

// between returns the middle of two scores with as few decimals as stay between them.
func between(a, b float64) string {
	middle := float64(a/2) + float64(b/2)
	return words.Within(middle, words.Enough(2, func(decimals int) bool {
		shown := words.Shown(middle, decimals)
		return shown > min(a, b) && shown < max(a, b)
	}))
}
