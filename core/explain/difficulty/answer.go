package difficulty

import (
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// DifficultyRequest is a pasted list of matches against challenges.
type DifficultyRequest struct {
	Rulebook  rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, whose agents play challenges."`
	Text      string       `json:"text" op:"maxlen=1048576" doc:"Matches in time order, in any form of a table, JSON or JSON Lines: challenge, difficulty or opponent, the agent's rating before, result or score, and if known agent, attempt and status."`
	Challenge string       `json:"challenge,omitempty" op:"maxlen=200" doc:"The challenge to explain; by default the one furthest from its tier, else the first."`
	Count     *int         `json:"count,omitempty" op:"min=0 max=20000" doc:"How many of its matches count, from the first on; all by default."`
	At        *float64     `json:"at,omitempty" op:"min=-100000 max=100000" doc:"A rating to compare with: the points that the agents expect there; by default that of its tier, else the one that fits."`
}

// DifficultyResponse explains how hard challenges play.
type DifficultyResponse struct {
	Key         string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief       string                `json:"brief" doc:"The rating that fits, or that none does."`
	Sentence    string                `json:"sentence" doc:"What the challenge plays like, and its tier, in one sentence."`
	Answer      string                `json:"answer" doc:"The rating that fits; a dash if none does."`
	Challenge   string                `json:"challenge" doc:"The challenge that is explained, for readers."`
	Range       string                `json:"range" doc:"The 95 % interval of the rating, or that none fits."`
	Basis       string                `json:"basis" doc:"What that rests on."`
	Verdict     string                `json:"verdict" doc:"Whether its tier is in the interval, in two words; empty if it claims none."`
	Claims      string                `json:"claims" doc:"The rating of its tier, and how far that is off."`
	Listed      string                `json:"listed" doc:"How many matches the list has."`
	Count       int                   `json:"count" doc:"Matches of the challenge that count."`
	Most        int                   `json:"most" doc:"Matches of the challenge in the list."`
	Of          string                `json:"of" doc:"The same behind the number that counts."`
	Columns     string                `json:"columns" doc:"How many columns were read."`
	Read        string                `json:"read" doc:"Which ones."`
	Opponents   string                `json:"opponents" doc:"The ratings of the tiers, in words."`
	Revises     string                `json:"revises" doc:"How often the arena revises."`
	Thresholds  []DifficultyThreshold `json:"thresholds" doc:"What each tier takes in a revision; empty if the rules do not calibrate."`
	Saw         DifficultyFinding     `json:"saw" doc:"Points expected at the cursor, and points made."`
	Calibration DifficultyFinding     `json:"calibration" doc:"What the arena's calibration decides, and from which match on."`
	Moves       string                `json:"moves" doc:"What would move that decision; empty if the rules do not calibrate."`
	Odd         DifficultyFinding     `json:"odd" doc:"Which challenges do not play like their tier."`
	Plot        DifficultyPlot        `json:"plot" doc:"The likelihood of each rating, a curve a challenge."`
	Strip       DifficultyStrip       `json:"strip" doc:"The challenge's matches in order, with the arena's revisions."`
	Rows        []DifficultyChallenge `json:"rows" doc:"The challenges, with all their matches, in the order of the list; the first 50."`
	Tiers       []DifficultyTier      `json:"tiers" doc:"The same by the tiers that they claim."`
	Shares      string                `json:"shares" doc:"Shares of wins by tier, in one line."`
	Steps       []explain.Step        `json:"steps" doc:"How the rating, its interval, the first try and the calibration were computed."`
	Notes       []explain.Note        `json:"notes" doc:"Limits, and what was left out."`
	Result      []DifficultyFit       `json:"result" doc:"The numbers of the rows, for tools."`
}

// DifficultyFinding is a sentence with its key words.
type DifficultyFinding struct {
	Text string `json:"text" doc:"The sentence."`
	Key  string `json:"key" doc:"Its words that matter most, letter for letter."`
}

// DifficultyChallenge is one challenge of a list, with all its matches.
type DifficultyChallenge struct {
	ID         string  `json:"id" doc:"The challenge."`
	Claims     string  `json:"claims" doc:"The tier that it claims."`
	Won        float64 `json:"won" doc:"Share of finished matches that were won, in percent."`
	Drawn      float64 `json:"drawn" doc:"Share that were drawn, in percent."`
	Unlost     float64 `json:"unlost" doc:"Both together."`
	Lost       float64 `json:"lost" doc:"Share that were lost, in percent."`
	Win        string  `json:"win" doc:"Share of wins, for readers."`
	First      string  `json:"first" doc:"Share of wins on the first try."`
	FirstRange string  `json:"first_range" doc:"Its 95 % interval, and of how many."`
	Fits       string  `json:"fits" doc:"The rating that fits; a dash if none does."`
	FitsRange  string  `json:"fits_range" doc:"Its 95 % interval."`
	Played     string  `json:"played" doc:"Finished matches, of how many."`
	Decision   string  `json:"decision" doc:"What the arena's calibration decides."`
	Moved      bool    `json:"moved" doc:"Whether that is another tier than it claims."`
	Chosen     bool    `json:"chosen" doc:"Whether it is the one that is explained."`
}

// DifficultyTier is all challenges that claim one tier.
type DifficultyTier struct {
	Tier   string `json:"tier" doc:"The tier and its rating."`
	Played string `json:"played" doc:"Finished matches."`
	Win    string `json:"win" doc:"Share that were won."`
	Draw   string `json:"draw" doc:"Share that were drawn."`
	Loss   string `json:"loss" doc:"Share that were lost."`
	First  string `json:"first" doc:"Share of wins on the first try."`
}

// DifficultyThreshold is a tier of a calibration.
type DifficultyThreshold struct {
	Tier     string `json:"tier" doc:"Tier."`
	Won      string `json:"won" doc:"The least share of wins; else for the hardest."`
	Finished string `json:"finished" doc:"The least share of finished matches; empty for the hardest."`
}

// DifficultyFit is the numbers of one challenge.
type DifficultyFit struct {
	Challenge string   `json:"challenge" doc:"The challenge."`
	Tier      string   `json:"tier,omitempty" doc:"The tier that it claims; absent if it claims none."`
	Claimed   *float64 `json:"claimed,omitempty" doc:"The rating of that."`
	Attempts  int      `json:"attempts" doc:"All matches."`
	Completed int      `json:"completed" doc:"Matches that did not expire."`
	Wins      int      `json:"wins" doc:"Of these, won."`
	Draws     int      `json:"draws" doc:"Drawn."`
	Losses    int      `json:"losses" doc:"Lost."`
	Firsts    int      `json:"firsts" doc:"Completed first tries."`
	FirstWins int      `json:"first_wins" doc:"First tries that were won."`
	Points    float64  `json:"points" doc:"Points of the agents: 1 for a win, ½ for a draw."`
	Rating    *float64 `json:"rating,omitempty" doc:"The rating with the greatest likelihood; absent if all matches were won or all lost."`
	Low       *float64 `json:"low,omitempty" doc:"Lower end of its 95 % interval; absent if there is none."`
	High      *float64 `json:"high,omitempty" doc:"Upper end; absent if there is none."`
	Revised   string   `json:"revised,omitempty" doc:"The tier by the arena's calibration; absent before it decides."`
	From      int      `json:"from,omitempty" doc:"The match from which on it decides so."`
}
