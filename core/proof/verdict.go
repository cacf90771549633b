package proof

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/words"
)

// Verdicts.
const (
	unreadable   = many.Unreadable
	notAuthentic = many.NotAuthentic
	unmatched    = many.Unmatched
	contested    = many.Contested
	unknownKey   = many.UnknownKey
	qualified    = many.Qualified
	authentic    = many.Authentic
)

// Statuses of a check.
const (
	pass    = "pass"
	fail    = "fail"
	unknown = "unknown" // it cannot be determined
	skipped = "skipped" // it was not asked for
)

// Check is the result of a check.
type Check struct {
	ID      string `json:"id" op:"enum=format|signature|key|code|arithmetic|weights|coverage|time|log" doc:"format, signature, key, code, arithmetic, weights, coverage, time or log."`
	Name    string `json:"name" doc:"What it is called on pages."`
	Status  string `json:"status" op:"enum=pass|fail|unknown|skipped" doc:"pass, fail, unknown (cannot be determined) or skipped (nothing was given to check)."`
	Message string `json:"message" doc:"What was found, in a sentence."`
}

// checkNames are what pages call the checks.
var checkNames = []string{"format", "Format", "signature", "Signature", "key", "Key", "code", "Your code", "arithmetic",
	"Sum", "weights", "Weights", "coverage", "Unsigned parts", "time", "Date", "log", "Public log"}

// checked returns a check's result under its name.
func checked(id, status, said string) Check {
	name := text.WordsFor(checkNames, id)
	if id == "coverage" && status == pass {
		name = "Nothing unsigned"
	}
	return Check{ID: id, Name: name, Status: status, Message: said}
}

// headings of the verdicts, except qualified, which names what it qualifies.
var headings = []string{
	unreadable, "Can't read this",
	notAuthentic, "Not authentic",
	unmatched, "No known spelling of this record fits the signature",
	contested, "Some verifiers accept this, others do not",
	unknownKey, "Signed by a key we do not know",
	authentic, "Authentic",
}

// notSupported is the heading of an unreadable text in a format that is recognized.
const notSupported = "Not supported"

// contradictions holds the words for failed checks of a valid signature, after
// "Authentic, but".
var contradictions = []string{
	"key", "the key is unsound",
	"code", "the code is not the code that was scored",
	"arithmetic", "the sum does not match",
	"weights", "the weights do not match",
	"coverage", "the signature does not cover the score",
	"time", "the dates do not fit",
}

// headingOf returns the verdict's heading.
func headingOf(verdict string, o *outcome, checks []Check) string {
	if verdict == unknownKey && !o.strict {
		return "Cannot be checked without the key"
	}
	if verdict != qualified {
		return text.WordsFor(headings, verdict)
	}
	var said []string
	for _, c := range checks {
		if c.Status == fail {
			said = append(said, cmp.Or(o.but[c.ID], text.WordsFor(contradictions, c.ID)))
		}
	}
	return "Authentic, but " + text.List(said)
}

// sentenceOf returns the verdict in one or two sentences.
func sentenceOf(verdict string, o *outcome, checks []Check) string {
	switch verdict {
	case notAuthentic:
		said := "These are not the bytes that were signed."
		if o.refuted() {
			_, said = o.signatureSaid()
		}
		return said + " Trust nothing in this record."
	case unmatched:
		return "The signature fits none of the layouts tried: the record was altered, or its signature is over bytes we do " +
			"not know." + o.cutWords()
	case contested:
		return "The signature breaks the strict Ed25519 rule and passes the loosest one. An honest evaluator never makes " +
			"such a signature."
	case unknownKey:
		return unknownKeySentence(o)
	case qualified:
		return signedBy(o) + " " + failures(checks)
	}
	if other := o.otherIssuer(); other != "" {
		return signedBy(o) + " " + other
	}
	return signedBy(o)
}

func unknownKeySentence(o *outcome) string {
	if !o.strict {
		said := "No key that is known here made this signature: another key made it, or the bytes were changed."
		if o.cut {
			_, said = o.signatureSaid()
		}
		if o.st.KeyID != "" {
			said += " It names the key " + op.Quote(o.st.KeyID) + "."
		}
		return said
	}
	if o.changed != nil {
		return fmt.Sprintf("The bytes are intact, but %s is listed with another key. Do not trust this one before the "+
			"arena says that the key changed.", o.whose)
	}
	said := "The bytes are intact, and signed by a key that is not listed here."
	if o.called != "" {
		said += fmt.Sprintf(" A list that came with the proof calls the key %s, which anyone can write.", op.Quote(o.called))
	}
	return said + fmt.Sprintf(" Get the arena's key from the arena itself, and compare it with this one: %s.",
		text.HexOf(o.key))
}

// signedBy names the signer: "Signed by airena-runner-2 · key 8f3a…c21b, listed since 1 Oct
// 2025."
func signedBy(o *outcome) string {
	who := "Signed by " + nameOf(o.pin) + " · key " + key.Short(o.key)
	if o.pin.From != "" {
		day, _, _ := strings.Cut(instant.Said(o.pin.From), ",")
		who += ", listed since " + day
	}
	return who + "."
}

// nameOf returns the name of a listed key: its owner, its id, or the key itself.
func nameOf(pin *key.Listed) string {
	if name := cmp.Or(pin.Owner, pin.ID, pin.Arena); name != "" {
		return words.Called(name)
	}
	return "a key you trust"
}

func failures(checks []Check) string {
	var said []string
	for _, c := range checks {
		if c.Status == fail {
			said = append(said, c.Message)
		}
	}
	return strings.Join(said, " ")
}

// doesNotProve lists what the verdict leaves open, each to follow "This does
// not prove".
func doesNotProve(verdict string, checks []Check, unsigned []string) []string {
	switch verdict {
	case unreadable, notAuthentic, unmatched:
		return []string{"anything about who wrote this record, or when"}
	}
	var open []string
	if verdict == unknownKey || verdict == contested {
		open = append(open, "who signed: anyone can make a key and sign with it")
	}
	open = append(open, "that the tests or the judge were fair", "that this is the latest score")
	for _, c := range checks {
		if c.ID == "code" && c.Status != pass {
			open = append(open, "which code was scored")
		}
		if c.ID == "arithmetic" && c.Status == unknown {
			open = append(open, "that the total follows from its parts")
		}
	}
	if len(unsigned) > 0 {
		open = append(open, "what is not signed: "+text.Some(unsigned))
	}
	return open
}
