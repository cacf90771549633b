package rating

import "github.com/tallyproof/tallyproof/core/fmath"

// ExpectedRequest is two ratings.
type ExpectedRequest struct {
	Rating   float64  `json:"rating" op:"min=-100000 max=100000" doc:"The player's rating, in Elo points."`
	Opponent float64  `json:"opponent" op:"min=-100000 max=100000" doc:"The opponent's rating, in Elo points."`
	Scale    *float64 `json:"scale,omitempty" op:"min=1 max=100000" doc:"Rating difference at which the odds are 10 to 1; 400 by default."`
}

// ExpectedResponse is an expected score.
type ExpectedResponse struct {
	Expected float64 `json:"expected" doc:"Expected score of the player, from 0 (sure loss) to 1 (sure win)."`
}

// Expected returns the expected score of one player against another,
// E = 1 / (1 + 10^((R_opponent − R)/scale)).
func Expected(req ExpectedRequest) (ExpectedResponse, error) {
	scale := 400.0
	if req.Scale != nil {
		scale = *req.Scale
	}
	return ExpectedResponse{ExpectedScore(req.Rating, req.Opponent, scale)}, nil
}

// ExpectedScore is E = 1 / (1 + 10^((opponent − rating)/scale)). Far below, the
// power overflows to +Inf and E is 0.
func ExpectedScore(rating, opponent, scale float64) float64 {
	return 1 / (1 + fmath.Exp10((opponent-rating)/scale))
}
