package ratings

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/words"
)

// OddsResponse explains an expected score.
type OddsResponse struct {
	Sentence string                  `json:"sentence" doc:"The expected score in one sentence."`
	Key      string                  `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                  `json:"brief" doc:"The expected score."`
	Answer   string                  `json:"answer" doc:"The expected score in percent, for readers."`
	Number   string                  `json:"number" doc:"The expected score with four decimals: 0.4498."`
	Least    float64                 `json:"least" doc:"The opponent's rating at the beginning of the curve."`
	Most     float64                 `json:"most" doc:"The opponent's rating at the end of the curve."`
	Curve    string                  `json:"curve" doc:"The expected score against the opponent's rating, as SVG."`
	Result   rating.ExpectedResponse `json:"result" doc:"The answer of elo.expected."`
}

// The curve reaches two scales to both sides, with so many points on each.
const (
	oddsReach  = 2
	oddsPoints = 24
)

// Odds explains an expected score. It refuses what elo.expected refuses.
func Odds(req rating.ExpectedRequest) (OddsResponse, error) {
	got, err := rating.Expected(req)
	if err != nil {
		return OddsResponse{}, err
	}
	scale := 400.0
	if req.Scale != nil {
		scale = *req.Scale
	}
	answer := words.Rate(got.Expected)
	res := OddsResponse{
		Answer: answer, Brief: answer, Key: answer, Result: got, Number: words.Fixed(got.Expected, 4),
		Sentence: fmt.Sprintf("%s is expected to take %s of a match against %s.", words.Number(req.Rating), answer, words.Number(req.Opponent)),
		Least:    min(req.Opponent, req.Rating-float64(oddsReach*scale)),
		Most:     max(req.Opponent, req.Rating+float64(oddsReach*scale)),
	}
	c := chart.Curve{
		Title: "Expected score by the opponent’s rating", Desc: res.Sentence,
		Cursor: chart.CurvePoint{X: req.Opponent, Y: 100 * got.Expected},
		Pill:   "◂ " + words.Number(req.Opponent) + " ▸", Said: answer,
		Points: []chart.CurvePoint{{X: res.Least, Y: 100 * rating.ExpectedScore(req.Rating, res.Least, scale)}},
	}
	for i := -oddsPoints; i <= oddsPoints; i++ {
		x := req.Rating + float64(oddsReach*scale*float64(i)/oddsPoints)
		c.Points = append(c.Points, chart.CurvePoint{X: x, Y: 100 * rating.ExpectedScore(req.Rating, x, scale)})
	}
	c.Points = append(c.Points, chart.CurvePoint{X: res.Most, Y: 100 * rating.ExpectedScore(req.Rating, res.Most, scale)})
	res.Curve = c.SVG()
	return res, nil
}
