package web

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// Members of a record by the names arenas give them; package proof knows the
// total and the time by the same names.
var (
	totalNames      = []string{"final_score", "composite_score", "total_score", "score", "composite", "total"}
	timeNames       = []string{"evaluated_at", "scored_at", "timestamp", "completed_at"}
	turnNames       = append([]string{"submitted_at"}, timeNames...) // what decides between equal totals
	ratingNames     = []string{"rating", "rating_after", "elo_after", "elo"}
	challengeNames  = []string{"challenge_id", "challenge_slug", "challenge", "competition", "task_id", "track"}
	agentNames      = []string{"agent_id", "agent", "miner", "hotkey", "agent_name"}
	nameNames       = []string{"agent_name", "agent", "agent_id", "miner", "hotkey"}
	submissionNames = []string{"submission_id", "match_id", "attempt_id", "run_id"}
	titleNames      = []string{"challenge_name", "challenge_title"}
	ruleNames       = []string{"rulebook", "rules", "rules_version"}
	keyMembers      = []string{"evaluator_pubkey", "evaluator_public_key", "public_key", "pubkey"}
)

// signed are the members of a record inside the signed bytes, as texts.
type signed map[string]string

func signedOf(res *proof.VerifyResponse) signed {
	s := signed{}
	for _, c := range res.Claims {
		if c.Signed {
			s[c.Field] = c.Value
		}
	}
	return s
}

// get is the first of several members that is there: its name and text.
func (s signed) get(names []string) (name, text string) {
	for _, name := range names {
		if text, ok := s[name]; ok {
			return name, text
		}
	}
	return "", ""
}

// text is the first of several members that is there, or "".
func (s signed) text(names ...string) string {
	_, text := s.get(names)
	return text
}

// number is the first of several members that is a number.
func (s signed) number(names []string) (name string, x *float64) {
	for _, name := range names {
		if x, err := strconv.ParseFloat(s[name], 64); err == nil {
			return name, &x
		}
	}
	return "", nil
}

// mostTotal is the highest total that a leaderboard ranks; rulebooks have the
// same limit.
const mostTotal = 1e9

// unknownTime sorts after every time.
const unknownTime = "~"

// rowOf is the row of an authentic proof, or why it cannot be stored.
func rowOf(text string, res *proof.VerifyResponse, storedAt string) (*store.Proof, *Problem) {
	if problem := refuseUnsigned(res); problem != nil {
		return nil, problem
	}
	s := signedOf(res)
	p := &store.Proof{Text: text, Content: contentOf(res), At: unknownTime, StoredAt: storedAt}
	for _, id := range []struct {
		names []string
		to    *string
	}{{[]string{"arena"}, &p.Arena}, {challengeNames, &p.Challenge}, {agentNames, &p.Agent}} {
		name, text := s.get(id.names)
		if why := refuseID(text); text != "" && why != "" {
			return nil, invalid(name, "%s: %s", op.Quote(text), why)
		}
		*id.to = text
	}
	if problem := setArena(p, res.Key); problem != nil {
		return nil, problem
	}
	p.Name = s.text(nameNames...)
	_, p.Rating = s.number(ratingNames)
	name, total := s.number(totalNames)
	if total != nil && !(*total >= 0 && *total <= mostTotal) {
		return nil, invalid(name, "%s: want a total from 0 to %s", s[name], op.Show(mostTotal))
	}
	p.Total = total
	if at, ok := instant.Parse(s.text(turnNames...)); ok && at.Known {
		p.At = fmt.Sprintf("%011d.%09d", at.Seconds, at.Nanos)
	}
	p.ID = idOf(p, s.text(submissionNames...))
	return p, nil
}

// refuseUnsigned refuses a record with members outside the signed bytes, but for
// the key, which the signature itself tells.
func refuseUnsigned(res *proof.VerifyResponse) *Problem {
	for _, name := range res.UnsignedFields {
		if !slices.Contains(keyMembers, name) {
			return invalid(name, "%s is not inside the signed bytes, so anybody could have written it: want every member signed", op.Quote(name))
		}
	}
	return nil
}

// setArena gives a record without an arena that of its key, and refuses one of
// another arena than its key is listed for.
func setArena(p *store.Proof, key *proof.KeyInfo) *Problem {
	listed := ""
	if key != nil {
		listed = key.Arena
	}
	switch {
	case listed == "" || refuseID(listed) != "":
	case p.Arena == "":
		p.Arena = listed
	case p.Arena != listed:
		return invalid("arena", "%s: the key that signed is listed for %s alone", op.Quote(p.Arena), op.Quote(listed))
	}
	return nil
}

// idChars are the characters of ids besides letters, digits and spaces.
const idChars = ".-_~:@+"

// mostID is how many characters an id may have.
const mostID = 128

// refuseID says what is wrong with an id of an arena, challenge or agent, which
// becomes part of an address; "" if nothing is.
func refuseID(id string) string {
	switch {
	case id == "":
		return "want at least one character"
	case utf8.RuneCountInString(id) > mostID:
		return "want at most " + strconv.Itoa(mostID) + " characters"
	case strings.Contains(id, "..") || id == ".":
		return "want no dots that an address could take for a folder above"
	case strings.TrimSpace(id) != id:
		return "want no space at its ends"
	}
	for _, c := range id {
		if c != ' ' && !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) && !strings.ContainsRune(idChars, c) {
			return fmt.Sprintf("%s: want letters, digits, spaces and %s only", op.Quote(string(c)), idChars)
		}
	}
	return ""
}

// contentOf is the hash of the key and the signed bytes.
func contentOf(res *proof.VerifyResponse) string {
	key, err := hex.DecodeString(res.Key.PublicKey)
	bytes, err2 := base64.StdEncoding.DecodeString(res.SignedBytes)
	if err != nil || err2 != nil {
		panic("web: an answer of proof.verify has a key or bytes that cannot be read")
	}
	sum := sha256.Sum256(append(key, bytes...))
	return hex.EncodeToString(sum[:])
}

// idLength is how many characters the id of a proof has: 130 bits.
const idLength = 26

var idLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// idOf is the proof's id, see the package comment.
func idOf(p *store.Proof, submission string) string {
	of := []string{"content", p.Content}
	if submission != "" {
		of = []string{"submission", p.Arena, p.Challenge, p.Agent, submission}
	}
	text, err := json.Marshal(of) // so that no two lists are one text
	if err != nil {
		panic("web: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return idLetters.EncodeToString(sum[:])[:idLength]
}

// isID reports whether a text may be a proof's id.
func isID(text string) bool {
	return len(text) == idLength && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
