package record

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// A flat record carries its signature as one of its own members, as AiRENA
// publishes it. Other arenas name the two members otherwise.
var (
	SignatureNames = []string{"evaluator_signature", "signature"}
	KeyNames       = []string{"evaluator_pubkey", "evaluator_public_key", "public_key", "pubkey"}
)

// MemberOf returns the first of several names that the object has, or "".
func MemberOf(record *jcs.Value, names []string) string {
	for _, name := range names {
		if record.Get(name) != nil {
			return name
		}
	}
	return ""
}

// NamesBut returns the names that are not of a kind.
func NamesBut(names []string, kind func(string) bool) []string {
	var rest []string
	for _, name := range names {
		if !kind(name) {
			rest = append(rest, name)
		}
	}
	return rest
}

// IsKeyMember reports whether a member is called as a key.
func IsKeyMember(name string) bool { return slices.Contains(KeyNames, name) }

// IsSignatureName reports whether a member is called as a signature.
func IsSignatureName(name string) bool { return slices.Contains(SignatureNames, name) }

// Names of members that more than one list needs.
var (
	ScoreNames     = []string{"final_score", "composite_score", "total_score", "score", "composite", "total"}
	dimensionNames = []string{"correctness", "speed", "quality", "process", "methodology", "completeness", "accuracy",
		"analysis", "code_quality", "token_efficiency", "call_efficiency"}
	scoresMembers = []string{"scores", "dimensions", "breakdown", "score_breakdown"}
	weightNames   = []string{"scoring_weights", "weights"}
	CodeNames     = []string{"code_hash", "code_sha256"}
	WhenNames     = []string{"evaluated_at", "scored_at", "timestamp", "completed_at"}
	WhoNames      = []string{"evaluator", "evaluator_id", "runner", "runner_id", "issuer", "arena"}
	BeforeNames   = []string{"rating_before", "elo_before"} // of a rating before the challenge
)

// IsScoreName reports whether a number of that name is a score and so may be
// spelled as a float.
func IsScoreName(name string) bool {
	return slices.Contains(ScoreNames, name) || slices.Contains(dimensionNames, name)
}
