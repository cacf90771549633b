package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"golang.org/x/text/unicode/norm"
)

// idChars are the characters of ids besides letters, digits and spaces.
const idChars = ".-_~:@+"

// mostID is how many characters an id may have.
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
		if c != ' ' && !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) && !strings.ContainsRune(idChars, c) {
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
	if scripts := words.Scripts(id); len(scripts) > 2 || len(scripts) == 2 && scripts[0] != "Latin" && scripts[1] != "Latin" {
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

// contentOf is the hash of the key and of what it signed: the record in canonical
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

// bytesOf are the signed bytes.
func bytesOf(res *proof.VerifyResponse) []byte {
	data, err := base64.StdEncoding.DecodeString(res.SignedBytes)
	if err != nil {
		panic("web: the answer of proof.verify has bytes that cannot be read")
	}
	return data
}

// payloadOf is the payload of an envelope, nil if its format is not known here.
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

// canonical is a record in canonical JSON, without what only its envelope needs;
// nil if it is no JSON object.
func canonical(payload []byte) []byte {
	v, err := jcs.Parse(payload)
	if err != nil || v.Kind != jcs.Object {
		return nil
	}
	v.Items = slices.DeleteFunc(slices.Clone(v.Items), func(member jcs.Value) bool {
		return slices.Contains(proofrecord.KeyNames, member.Key) || member.Key == "version" && member.Str == "tallyproof-score/1"
	})
	return v.AppendCanonical(nil)
}
