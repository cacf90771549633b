package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/web/store"
	"golang.org/x/text/unicode/norm"
)

// signedText returns the signed value of a meaning, or "".
func signedText(s proofrecord.Signed, means string) string {
	_, text := s.Text(means)
	return text
}

// mostTotal is the highest total that a leaderboard ranks; rulebooks have the
// same limit.
const mostTotal = 1e9

// unknownTime sorts after every time.
const unknownTime = store.Never

// rowOf returns the row of an authentic proof, or why it cannot be stored.
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
	}{{proofrecord.MeansArena, &p.Arena}, {proofrecord.MeansChallenge, &p.Challenge}, {proofrecord.MeansAgent, &p.Agent},
		{proofrecord.MeansSubmission, &submission}} {
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
	}{{proofrecord.MeansScore, "total", &p.Total, 0, mostTotal}, {proofrecord.MeansRating, "rating", &p.Rating,
		-mostTotal, mostTotal}} {
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
			return invalid(name, "%s is not inside the signed bytes: want every member signed, because anybody could have "+
				"written this one", op.Quote(name))
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
		return invalid("arena", "the signing key is listed for the arena %s, which is not an id: %s", op.Quote(key.Arena),
			why)
	}
	if p.Arena == "" {
		p.Arena = key.Arena
	}
	if p.Arena != key.Arena {
		return invalid("arena", "%s: the signing key is listed only for %s", op.Quote(p.Arena), op.Quote(key.Arena))
	}
	return nil
}

// idLength is the number of characters of a proof's id: 130 bits.
const idLength = 26

var idLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// slotOf returns the id of what the proof stands for, see the package comment.
func slotOf(p *store.Proof, submission string) string {
	if submission == "" {
		return idOf("content", p.Content)
	}
	return idOf("submission", p.Arena, p.Challenge, p.Agent, submission)
}

// idOf returns an id made of texts.
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

// isContent reports whether a text may be the content of a proof.
func isContent(text string) bool {
	return len(text) == 2*sha256.Size && strings.Trim(text, "0123456789abcdef") == ""
}

// idChars are the characters of ids besides letters, digits and spaces.
const idChars = ".-_~:@+"

// mostID limits the characters of an id.
const mostID = 128

// refuseID returns what is wrong with an id of an arena, challenge or agent,
// which becomes part of an address; "" if it is valid.
func refuseID(id string) string {
	switch {
	case strings.Contains(id, "..") || id == ".":
		return "want no dots that a URL could read as a parent folder"
	case strings.TrimSpace(id) != id || strings.Contains(id, "  "):
		return "want no space at the start or the end, and no two spaces in a row"
	}
	for _, c := range id {
		if c != ' ' && !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) && !strings.ContainsRune(idChars,
			c) {
			return fmt.Sprintf("%s: want letters, digits, spaces and %s only", op.Quote(string(c)), idChars)
		}
	}
	return refuseHidden(id)
}

// refuseHidden returns what is wrong with an id that is not part of an address,
// such as the id of a submission. Two different ids that it accepts never look
// the same, if their letters are of one script.
func refuseHidden(id string) string {
	switch {
	case id == "":
		return "want at least one character"
	case !utf8.ValidString(id):
		return "want UTF-8"
	case utf8.RuneCountInString(id) > mostID:
		return "want at most " + strconv.Itoa(mostID) + " characters"
	}
	if why := refuseCharacters(id); why != "" {
		return why
	}
	if !norm.NFKC.IsNormalString(id) {
		return "want letters in their normal form (Unicode NFKC), such as " + op.Quote(words.Plain(norm.NFKC.String(id)))
	}
	if scripts := words.Scripts(id); len(scripts) > 2 || len(scripts) == 2 && scripts[0] != "Latin" &&
		scripts[1] != "Latin" {
		return "want letters of one script, or of Latin and one other script, not of " + strings.Join(scripts, ", ")
	}
	return ""
}

// refuseCharacters returns what is wrong with a character of an id.
func refuseCharacters(id string) string {
	on := false // whether a mark has something to stand on
	for _, c := range id {
		if c != ' ' && !words.Visible(c) {
			return fmt.Sprintf("%s: want visible characters", op.Quote(string(c)))
		}
		if unicode.IsMark(c) && !on {
			return fmt.Sprintf("%s: want a letter before a combining mark", op.Quote(string(c)))
		}
		on = unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c)
	}
	return ""
}

// contentOf returns the hash of the key and of what it signed: the record in canonical
// JSON, so that two envelopes of one record are one content; else the leaf of a
// log, else the signed bytes. It expects a minimal text.
func contentOf(text string, res *proof.VerifyResponse) string {
	key, err := hex.DecodeString(res.Key.PublicKey)
	if err != nil {
		panic("web: the answer of proof.verify has a key that cannot be read")
	}
	payload := payloadOf(text, res)
	kind, said := "record\n", canonical(payload)
	switch {
	case said != nil:
	case res.Format == "tlog-proof": // of which the signed bytes are the root
		kind, said = "leaf\n", payload
	default:
		kind, said = "bytes\n", bytesOf(res)
	}
	sum := sha256.Sum256(slices.Concat([]byte(kind), key, said))
	return hex.EncodeToString(sum[:])
}

// bytesOf returns the signed bytes.
func bytesOf(res *proof.VerifyResponse) []byte {
	data, err := base64.StdEncoding.DecodeString(res.SignedBytes)
	if err != nil {
		panic("web: the answer of proof.verify has bytes that cannot be read")
	}
	return data
}

// payloadOf returns the payload of an envelope, nil if its format is not known here.
func payloadOf(text string, res *proof.VerifyResponse) []byte {
	signed := bytesOf(res)
	switch res.Format {
	case "data-integrity":
		_, document, _ := strings.Cut(res.HashedText, "\n")
		return []byte(document)
	case "flat":
		return bytes.TrimPrefix(signed, []byte("tallyproof-score/1\n"))
	case "note":
		return signed
	case "jws":
		_, payload, _ := bytes.Cut(signed, []byte("."))
		if data, err := base64.RawURLEncoding.DecodeString(string(payload)); err == nil {
			return data
		}
	case "dsse": // DSSEv1 SP length SP type SP length SP payload
		if parts := bytes.SplitN(signed, []byte(" "), 5); len(parts) == 5 {
			return parts[4]
		}
	case "tlog-proof":
		_, extra, _ := strings.Cut(text, "\nextra ")
		encoded, _, _ := strings.Cut(extra, "\n")
		if data, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return data
		}
	}
	return nil
}

// canonical returns a record in canonical JSON, without what only its envelope needs;
// nil if it is no JSON object.
func canonical(payload []byte) []byte {
	v, err := jcs.Parse(payload)
	if err != nil || v.Kind != jcs.Object {
		return nil
	}
	v.Items = slices.DeleteFunc(slices.Clone(v.Items), func(member jcs.Value) bool {
		return slices.Contains(proofrecord.KeyNames, member.Key) || member.Key == "version" &&
			member.Str == "tallyproof-score/1"
	})
	return v.AppendCanonical(nil)
}
