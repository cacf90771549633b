// Package explain tells what a calculation did: the answer in one sentence,
// the steps with their numbers, the same case under the other reading of the
// rules, and the traps people fall into. Pages place these texts as they are,
// at build time and live, so a page and the engine cannot disagree.
package explain

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
)

// Step is one line of a calculation.
type Step struct {
	Label   string `json:"label" doc:"What the line computes."`
	Formula string `json:"formula" doc:"The formula with its numbers."`
	Value   string `json:"value" doc:"What it comes to, with its unit."`
}

// Note is something to know about an answer.
type Note struct {
	Kind  string `json:"kind" doc:"trap, warning, source or limit."`
	Field string `json:"field" doc:"JSON Pointer into the request; empty for the whole of it."`
	Text  string `json:"text" doc:"The note, in one or two sentences."`
}

// Reading is the same case under one rulebook.
type Reading struct {
	Rulebook string `json:"rulebook" doc:"Id of the rulebook."`
	Name     string `json:"name" doc:"Name for readers."`
	Answer   string `json:"answer" doc:"What it answers; or why it cannot."`
	Differs  bool   `json:"differs" doc:"Whether it differs from the rulebook asked for."`
	Why      string `json:"why,omitempty" doc:"The rule that makes the difference."`
}

// ScorePart is one dimension of an explained score.
type ScorePart struct {
	Key      string  `json:"key" doc:"Dimension key."`
	Label    string  `json:"label" doc:"Name for readers."`
	Color    string  `json:"color" doc:"Colour name of the palette."`
	Formula  string  `json:"formula" doc:"How the dimension got its score, with numbers."`
	Score    string  `json:"score" doc:"Its score, for readers."`
	Weight   string  `json:"weight" doc:"Its weight in percent, for readers."`
	Weighted string  `json:"weighted" doc:"Points it adds, for readers."`
	Most     string  `json:"most" doc:"Points it could add at full score, for readers."`
	Start    float64 `json:"start" doc:"Where its segment of the stacked bar begins, in percent of the scale."`
	Width    float64 `json:"width" doc:"Width of its segment, in percent of the scale."`
}

// ScoreResponse explains a score.
type ScoreResponse struct {
	Sentence string                `json:"sentence" doc:"The answer in one sentence."`
	Answer   string                `json:"answer" doc:"The score alone, for readers."`
	Unit     string                `json:"unit" doc:"of 100, of 1000, or empty for a rate."`
	Parts    []ScorePart           `json:"parts" doc:"The dimensions that count, in display order."`
	Steps    []Step                `json:"steps" doc:"How it was computed."`
	Readings []Reading             `json:"readings" doc:"The same case under each reading of the arena's rules; empty when there is one."`
	Notes    []Note                `json:"notes" doc:"Warnings and traps."`
	Result   score.ComputeResponse `json:"result" doc:"The answer of score.compute."`
}

// Outcome is what one result of a match would do to a rating.
type Outcome struct {
	Outcome string `json:"outcome" doc:"win, draw or loss."`
	Label   string `json:"label" doc:"Name for readers."`
	Change  string `json:"change" doc:"Signed change of the rating, for readers."`
	Rating  string `json:"rating" doc:"Rating after it, for readers."`
	Title   string `json:"title" doc:"Title that this rating holds and how far the next is, in Elo points; empty where no title of the arena asks for a rating."`
	Chosen  bool   `json:"chosen" doc:"Whether it is the outcome asked about."`
}

// RatingResponse explains one match's effect on a rating.
type RatingResponse struct {
	Sentence string                `json:"sentence" doc:"The answer in one sentence."`
	Answer   string                `json:"answer" doc:"The new rating, for readers."`
	Change   string                `json:"change" doc:"The signed change, for readers."`
	Outcomes []Outcome             `json:"outcomes" doc:"What a win, a draw and a loss would do."`
	Steps    []Step                `json:"steps" doc:"How it was computed."`
	Readings []Reading             `json:"readings" doc:"The same match under each reading of the arena's rules."`
	Notes    []Note                `json:"notes" doc:"Warnings and traps."`
	Result   rating.UpdateResponse `json:"result" doc:"The answer of elo.update."`
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
	Sentence string                  `json:"sentence" doc:"The answer in one sentence, about the first entrant."`
	Answer   string                  `json:"answer" doc:"The first entrant's new rating, for readers."`
	Change   string                  `json:"change" doc:"Its signed change."`
	Rows     []PairRow               `json:"rows" doc:"All entrants, best first."`
	Steps    []Step                  `json:"steps" doc:"How the first entrant's change was computed."`
	Readings []Reading               `json:"readings" doc:"The first entrant under mean and sum."`
	Notes    []Note                  `json:"notes" doc:"Warnings and traps."`
	Result   rating.PairwiseResponse `json:"result" doc:"The answer of elo.pairwise."`
}

// StandingResponse explains where a record stands.
type StandingResponse struct {
	Sentence string                    `json:"sentence" doc:"The answer in one sentence."`
	Answer   string                    `json:"answer" doc:"Tier or title, for readers."`
	Next     string                    `json:"next" doc:"What is missing for the next one; empty at the top."`
	Badges   []BadgeRow                `json:"badges" doc:"Every badge with its progress."`
	Steps    []Step                    `json:"steps" doc:"Requirements of the next tier or title, one a line."`
	Notes    []Note                    `json:"notes" doc:"Warnings and traps."`
	Result   standing.EvaluateResponse `json:"result" doc:"The answer of standing.evaluate."`
}

// BadgeRow is one badge of an explained standing.
type BadgeRow struct {
	ID       string `json:"id" doc:"Badge id."`
	Name     string `json:"name" doc:"Name for readers."`
	State    string `json:"state" doc:"earned, missing or unknown."`
	Progress string `json:"progress" doc:"Progress in words."`
}

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("explain.score", "Explain a score: the answer in a sentence, every dimension, every step, both readings of the rules. Takes the request of score.compute.", Score),
	op.Define("explain.target", "Explain what it takes to reach a score: the cheapest changes of measurements, or the most that can be reached. Takes the request of score.solve.", Target),
	op.Define("explain.levers", "Explain where a score's points come from and what one more step of each measurement adds. Takes the request of score.marginal.", Levers),
	op.Define("explain.cliff", "Explain where one more point of a score changes a match's result, and what that is worth in rating.", Cliff),
	op.Define("explain.interval", "Explain how far a pass rate, or a ranking by pass rates, can be trusted with so many tasks.", Interval).Costs(intervalCost),
	op.Define("explain.diff", "Explain where two readings of an arena's rules differ on a submission, value by value. Takes the request of score.compute.", Diff),
	op.Define("explain.rivals", "Explain how submissions of one challenge stand beside each other, and what a faster answer of somebody else would do to them.", Rivals),
	op.Define("explain.rating", "Explain one match's effect on a rating. Takes the request of elo.update.", Rating),
	op.Define("explain.challenge", "Explain one challenge's effect on its entrants' ratings. Takes the request of elo.pairwise.", Challenge).Costs(challengeCost),
	op.Define("explain.forecast", "Explain where a rating will go: the answer of elo.project in a sentence, charts and tables.", Forecast).Costs(forecastCost),
	op.Define("explain.standing", "Explain a tier or title and what is missing for the next. Takes the request of standing.evaluate.", Standing),
	op.Define("explain.compare", "Compare two answers of one explain operation: the main number before and after, and the change of every number that differs.", Compare),
	op.Define("explain.next", "Explain which match comes next best: what a win, a draw and a loss against each difficulty do, and from which win rate it pays.", NextMatch),
	op.Define("explain.plan", "Explain the fewest further challenges to a tier or title, or why there is no way. Takes the request of standing.plan.", Path),
	op.Define("explain.performance", "Explain how strong a run of results looks, and what it does to a rating.", Run),
	op.Define("explain.replay", "Explain a pasted list of matches: the rating after each, and every claim that does not match.", History),
	op.Define("explain.entrant", "Explain what one more entrant would change for everybody in a challenge.", OneMore).Costs(entrantCost),
	op.Define("explain.decay", "Explain what becomes of a Term Challenge reward while nobody improves, by each of four sources.", Stale),
}
