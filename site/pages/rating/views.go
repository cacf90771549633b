package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/site/decimals"
)

// matchAnswer returns an explained match with its columns aligned.
func matchAnswer(r ratings.RatingResponse) ratings.RatingResponse {
	decimals.Columns(r.Outcomes, func(o *ratings.Outcome) []*string { return []*string{&o.Change, &o.Rating} })
	return r
}

// challengeAnswer returns an explained challenge with its columns aligned.
func challengeAnswer(c ratings.ChallengeResponse) ratings.ChallengeResponse {
	decimals.Columns(c.Rows, func(r *ratings.PairRow) []*string { return []*string{&r.Actual, &r.Change} })
	return c
}
