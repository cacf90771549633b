package ratings

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// RunRequest is a run of results, and the rating it was played with.
type RunRequest struct {
	Rulebook rulebook.Ref      `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with a rating scheme."`
	Rating   float64           `json:"rating" op:"min=-100000 max=100000" doc:"Rating to compare with, in Elo points."`
	Matches  int               `json:"matches,omitempty" op:"min=0 max=1000000000" doc:"Matches played before the run; they choose the K-factor of all its results."`
	Results  []forecast.Played `json:"results" op:"min=1 max=200" doc:"The results, in any order."`
}

// RunResponse explains how strong a run of results looks.
type RunResponse struct {
	Key      string                       `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                       `json:"brief" doc:"The performance rating, or its bound."`
	Sentence string                       `json:"sentence" doc:"The performance rating in one sentence, or the bound if no rating fits."`
	Answer   string                       `json:"answer" doc:"The performance rating for readers; above or below a bound if all were won or lost."`
	At       string                       `json:"at" doc:"The rating whose changes the rows show: the performance rating, or the bound."`
	Rows     []RunRow                     `json:"rows" doc:"The results, in the order given."`
	Total    RunTotal                     `json:"total" doc:"Sums over the results."`
	Steps    []explain.Step               `json:"steps" doc:"How it was computed."`
	Notes    []explain.Note               `json:"notes" doc:"Limits."`
	Result   forecast.PerformanceResponse `json:"result" doc:"The answer of elo.performance."`
}

// RunRow is one result of an explained run.
type RunRow struct {
	ID       string `json:"id" doc:"Number of the result, from 1."`
	Label    string `json:"label" doc:"The opponent, for readers."`
	Outcome  string `json:"outcome" doc:"Win, draw or loss."`
	Expected string `json:"expected" doc:"Expected score at the performance rating."`
	Change   string `json:"change" doc:"Signed change K · (S − E) at the performance rating."`
	Yours    string `json:"yours" doc:"Signed change K · (S − E) at the rating asked about."`
}

// RunTotal sums an explained run.
type RunTotal struct {
	Points   string `json:"points" doc:"Points made, of how many."`
	Expected string `json:"expected" doc:"Expected points at the performance rating."`
	Change   string `json:"change" doc:"Signed change of all results at the performance rating: 0, or half a K-factor at a bound."`
	Yours    string `json:"yours" doc:"Signed change of all results at the rating asked about."`
}

// Performance explains the performance rating of a run. It refuses what
// elo.performance refuses.
func Performance(req RunRequest) (RunResponse, error) {
	got, err := forecast.Performance(forecast.PerformanceRequest{Rulebook: req.Rulebook, Results: req.Results})
	if err != nil {
		return RunResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return RunResponse{}, err
	}
	r := &run{rb.Rating, req, got, rb.Rating.KAt(req.Matches), 0}
	res := RunResponse{Notes: []explain.Note{}, Result: got}
	switch {
	case got.Above != nil:
		r.at = *got.Above
		res.Answer = "above " + words.Short(r.at)
		res.Sentence = fmt.Sprintf("%s like a rating above %s: %s won, so there is no upper bound.", r.games(),
			words.Short(r.at), r.were())
		res.Notes = append(res.Notes, explain.Note{Kind: "limit", Field: "/results",
			Text: fmt.Sprintf("A rating of %s expects half a point less than you made. The true rating may be much higher: "+
				"one draw or loss would give an upper bound.", words.Short(r.at))})
	case got.Below != nil:
		r.at = *got.Below
		res.Answer = "below " + words.Short(r.at)
		res.Sentence = fmt.Sprintf("%s like a rating below %s: %s lost, so there is no lower bound.", r.games(),
			words.Short(r.at), r.were())
		res.Notes = append(res.Notes, explain.Note{Kind: "limit", Field: "/results",
			Text: fmt.Sprintf("A rating of %s expects half a point. The true rating may be much lower: one draw or win would "+
				"give a lower bound.", words.Short(r.at))})
	default:
		r.at = *got.Performance
		res.Answer = words.Short(r.at)
		res.Sentence = fmt.Sprintf("%s like a rating of %s%s.", r.games(), words.Short(r.at), r.compared())
	}
	res.Key, res.Brief = res.Answer, res.Answer
	if got.Performance != nil {
		res.Key = "a rating of " + res.Answer
	}
	res.At = words.Short(r.at)
	res.Rows, res.Total = r.rows()
	res.Steps = r.steps(res.Total)
	return res, nil
}

// run is a run being put into words.
type run struct {
	scheme *rulebook.Rating
	req    RunRequest
	got    forecast.PerformanceResponse
	k      float64
	at     float64 // the performance rating, or its bound
}

func (r *run) games() string {
	if r.got.Games == 1 {
		return "This result looks"
	}
	return fmt.Sprintf("These %s results look", strconv.Itoa(r.got.Games))
}

func (r *run) were() string {
	if r.got.Games == 1 {
		return "it was"
	}
	return "all were"
}

// compared sets the performance against the rating asked about.
func (r *run) compared() string {
	switch by := words.Short(distance(r.at, r.req.Rating)); {
	case by == "0":
		return ", the same as yours"
	case r.at > r.req.Rating:
		return ", " + by + " above yours"
	default:
		return ", " + by + " below yours"
	}
}

// rows returns the changes at both ratings, from one K-factor and not rounded, so
// that they add up.
func (r *run) rows() ([]RunRow, RunTotal) {
	var rows []RunRow
	sum, change, yours := 0.0, 0.0, 0.0
	for i, p := range r.req.Results {
		opponent := r.opponent(p)
		actual := r.scheme.Actual(p.Outcome)
		there, here := r.expected(r.at, opponent), r.expected(r.req.Rating, opponent)
		sum += there
		change += float64(r.k * (actual - there))
		yours += float64(r.k * (actual - here))
		rows = append(rows, RunRow{
			ID:       strconv.Itoa(i + 1),
			Label:    opponentName(p.Difficulty, opponent),
			Outcome:  words.Capital(p.Outcome),
			Expected: words.Fixed(there, 3),
			Change:   changed(r.k * (actual - there)),
			Yours:    changed(r.k * (actual - here)),
		})
	}
	return rows, RunTotal{
		Points:   fmt.Sprintf("%s of %s", words.Short(r.got.Actual), strconv.Itoa(r.got.Games)),
		Expected: words.Fixed(sum, 3),
		Change:   changed(change),
		Yours:    changed(yours),
	}
}

// changed shows a change with two decimals.
func changed(x float64) string { return signedFixed(x, 2) }

func (r *run) expected(at, opponent float64) float64 {
	e, err := rating.Expected(rating.ExpectedRequest{Rating: at, Opponent: opponent, Scale: &r.scheme.Scale})
	if err != nil {
		panic("explain: an expected score is never refused: " + err.Error())
	}
	return e.Expected
}

// opponent returns a result's opponent, which elo.performance has accepted.
func (r *run) opponent(p forecast.Played) float64 {
	if p.Opponent != nil {
		return *p.Opponent
	}
	for _, o := range r.scheme.Opponents {
		if o.Difficulty == p.Difficulty {
			return o.Rating
		}
	}
	return 0
}

func (r *run) steps(total RunTotal) []explain.Step {
	steps := []explain.Step{
		{Label: "Points", Formula: "1 for a win, ½ for a draw", Value: total.Points},
		{Label: "Average opponent", Formula: "the mean of their ratings", Value: words.Short(r.got.Average)},
	}
	scale := op.Show(r.scheme.Scale)
	wanted := words.Short(r.got.Actual)
	switch {
	case r.got.Above != nil:
		wanted = fmt.Sprintf("%s − ½", strconv.Itoa(r.got.Games))
	case r.got.Below != nil:
		wanted = "½"
	}
	return append(steps,
		explain.Step{Label: "Performance", Formula: fmt.Sprintf(
			"R with Σ 1 / (1 + 10^((opponent − R)/%s)) = %s, found by halving", scale, wanted), Value: words.Short(r.at)},
		explain.Step{Label: "Change at R", Formula: fmt.Sprintf("Σ K · (S − E) = %s · (%s − %s)", words.Number(r.k),
			words.Short(r.got.Actual), total.Expected), Value: total.Change},
	)
}
