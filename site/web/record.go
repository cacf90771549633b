package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/site/web/store"
)

// signedText is the signed value of a meaning, "" if there is none.
func signedText(s proofrecord.Signed, means string) string {
	_, text := s.Text(means)
	return text
}

// mostTotal is the highest total that a leaderboard ranks; rulebooks have the
// same limit.
const mostTotal = 1e9

// unknownTime sorts after every time.
const unknownTime = store.Never

// rowOf is the row of an authentic proof, or why it cannot be stored.
func (a *App) rowOf(text string, res *proof.VerifyResponse) (*store.Proof, *Problem) {
	if problem := refuseUnsigned(res); problem != nil {
		return nil, problem
	}
	s := res.Signed()
	p := &store.Proof{Text: text, StoredAt: a.Now().UTC().Format(time.RFC3339), Signer: a.signerOf(res)}
	p.Content = contentOf(text, res)
	submission, problem := setIDs(p, s)
	if problem != nil {
		return nil, problem
	}
	if problem := setArena(p, res.Key); problem != nil {
		return nil, problem
	}
	if problem := setNumbers(p, s); problem != nil {
		return nil, problem
	}
	p.Name = signedText(s, proofrecord.MeansName)
	p.At = moment(turn(s), unknownTime)
	p.Slot = slotOf(p, submission)
	p.ID = p.Slot
	return p, nil
}

// turn decides between equal totals: the time of submission, else of evaluation.
func turn(s proofrecord.Signed) string {
	return cmp.Or(signedText(s, proofrecord.MeansSubmitted), signedText(s, proofrecord.MeansTime))
}

// setIDs reads the ids of a record, and answers that of its submission.
func setIDs(p *store.Proof, s proofrecord.Signed) (submission string, _ *Problem) {
	for _, id := range []struct {
		means string
		to    *string
	}{{proofrecord.MeansArena, &p.Arena}, {proofrecord.MeansChallenge, &p.Challenge}, {proofrecord.MeansAgent, &p.Agent}, {proofrecord.MeansSubmission, &submission}} {
		name, text := s.Text(id.means)
		refused := refuseID
		if id.means == proofrecord.MeansSubmission {
			refused = refuseHidden
		}
		if why := refused(text); text != "" && why != "" {
			return "", invalid(name, "%s: %s", op.Quote(text), why)
		}
		*id.to = text
	}
	return submission, nil
}

// setNumbers reads the total and the rating of a record. A text in the place of a
// number is refused: readers could take it for one.
func setNumbers(p *store.Proof, s proofrecord.Signed) *Problem {
	for _, x := range []struct {
		means, words string
		to           **float64
		low, high    float64
	}{{proofrecord.MeansScore, "total", &p.Total, 0, mostTotal}, {proofrecord.MeansRating, "rating", &p.Rating, -mostTotal, mostTotal}} {
		if name, found := s.Misfit(x.means); found {
			return invalid(name, "want a %s that is a JSON number from %s to %s", x.words, op.Show(x.low), op.Show(x.high))
		}
		name, number, ok := s.Number(x.means)
		if !ok {
			continue
		}
		if !(number >= x.low && number <= x.high) {
			return invalid(name, "%s: want a %s from %s to %s", op.Show(number), x.words, op.Show(x.low), op.Show(x.high))
		}
		*x.to = &number
	}
	return nil
}

// signerOf returns the signer and the time.
func (a *App) signerOf(res *proof.VerifyResponse) store.Signer {
	by := store.Signer{Key: res.Key.PublicKey, Owner: a.ownerOf(res.Key.PublicKey)}
	by.SignedAt = moment(res.Created(), moment(signedText(res.Signed(), proofrecord.MeansTime), ""))
	by.Expires = moment(res.Expires(), store.Never)
	return by
}

// refuseUnsigned refuses a record with members outside the signed bytes, but for
// the key, which the signature itself tells.
func refuseUnsigned(res *proof.VerifyResponse) *Problem {
	for _, name := range res.UnsignedFields {
		if !slices.Contains(proofrecord.KeyNames, name) {
			return invalid(name, "%s is not inside the signed bytes: want every member signed, because anybody could have written this one", op.Quote(name))
		}
	}
	return nil
}

// setArena gives a record without an arena the arena of its key. It refuses a
// record of an arena for which its key is not listed, as proof.verify does, and
// every record of a key whose arena is not a valid id.
func setArena(p *store.Proof, key *proof.KeyInfo) *Problem {
	if key == nil || key.Arena == "" {
		return nil
	}
	if why := refuseID(key.Arena); why != "" {
		return invalid("arena", "the signing key is listed for the arena %s, which is not an id: %s", op.Quote(key.Arena), why)
	}
	if p.Arena == "" {
		p.Arena = key.Arena
	}
	if p.Arena != key.Arena {
		return invalid("arena", "%s: the signing key is listed only for %s", op.Quote(p.Arena), op.Quote(key.Arena))
	}
	return nil
}

// idLength is how many characters the id of a proof has: 130 bits.
const idLength = 26

var idLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// slotOf is the id of what the proof stands for, see the package comment.
func slotOf(p *store.Proof, submission string) string {
	if submission == "" {
		return idOf("content", p.Content)
	}
	return idOf("submission", p.Arena, p.Challenge, p.Agent, submission)
}

// idOf is an id made of texts.
func idOf(of ...string) string {
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
